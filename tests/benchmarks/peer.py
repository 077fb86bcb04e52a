"""llama.cpp's own server in a process of its own, as the peer that Galley is measured against.

Run as a script: `python -m tests.benchmarks.peer KIND MODEL DRAFT CONTEXT THREADS`; prints its address and serves.
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


KINDS = ("off", "n=3", "n=7", "ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")
"""What the server can do: nothing, a draft model with a fixed length, and its lookups, all with their own defaults."""


class Peer:
    """A server for one model. Use as a context manager; ends the process it started.

    Args:
        kind: One of `KINDS`.
        model: The target.
        draft: The draft model; only loaded where the kind uses one.
        context_tokens: Cells of the cache.
        threads: Of both models.
    """

    def __init__(self, kind: str, model: Path, draft: Path, context_tokens: int, threads: int) -> None:
        self._arguments = [kind, str(model), str(draft), str(context_tokens), str(threads)]
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

    @property
    def address(self) -> str:
        """Where it listens, such as `http://127.0.0.1:40123`."""
        return self._address

    def reply(self, prompt: str, max_tokens: int, temperature: float = 0.0) -> dict[str, Any]:
        """One reply; returns llama.cpp's `timings` with the `text` added."""
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "temperature": temperature,
            "seed": 7,
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


def serve(kind: str, model: str, draft: str, context_tokens: int, threads: int) -> None:
    """Serve until killed."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.n_ctx = context_tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.port = 0
    types = xllamacpp.common_speculative_type
    speculative = parameters.speculative
    if kind.startswith("n="):
        speculative.types = [types.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE]
        speculative.draft.mparams.path = draft
        speculative.draft.n_max = int(kind[2:])
        speculative.draft.cpuparams.n_threads = threads
        speculative.draft.cpuparams_batch.n_threads = threads
    elif kind != "off":
        speculative.types = [getattr(types, f"COMMON_SPECULATIVE_TYPE_{kind.upper().replace('-', '_')}")]
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"address {server.listening_address}\n")
    sys.stdout.flush()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
