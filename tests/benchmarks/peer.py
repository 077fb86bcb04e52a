"""llama.cpp's own server in a process of its own, as the peer that Galley is measured against.

Run as a script: `python -m tests.benchmarks.peer MODEL CONTEXT THREADS`; prints its address, serves until killed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

_REQUEST_SECONDS = 600


class Peer:
    """A server for one model. Use as a context manager; ends the process it started."""

    def __init__(self, model: Path, context_tokens: int, threads: int) -> None:
        self._arguments = [str(model), str(context_tokens), str(threads)]
        self._process: subprocess.Popen[str] | None = None
        self._address = ""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.peer", *self._arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if self._process.stdout is None:
            raise RuntimeError("no pipe to the server")
        for line in self._process.stdout:
            if line.startswith("address "):
                self._address = line.split()[1]
                return self
        raise RuntimeError("llama.cpp's server did not start")

    def __exit__(self, *_exception: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()

    def reply(self, prompt: str, max_tokens: int) -> dict[str, Any]:
        """One greedy reply; returns llama.cpp's `timings` with the `text` added."""
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0,
            "max_tokens": max_tokens,
            "cache_prompt": True,
        }
        request = urllib.request.Request(
            f"{self._address}/v1/chat/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=_REQUEST_SECONDS) as answer:
            decoded = json.load(answer)
        return {**decoded["timings"], "text": decoded["choices"][0]["message"]["content"]}


def serve(model: str, context_tokens: int, threads: int) -> None:
    """Serve until killed."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.n_ctx = context_tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.port = 0
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"address {server.listening_address}\n")
    sys.stdout.flush()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
