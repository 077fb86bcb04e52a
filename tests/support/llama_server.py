"""llama.cpp's own server, through the xllamacpp wheel, started from the words of a command line for `llama-server`.

The wheel has no command line of its own: the options are put into its parameters here, one by one, as llama.cpp does
(`common/arg.cpp`). Run as `python -m tests.support.llama_server WORDS`; prints its address and serves until killed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_REQUEST_SECONDS = 120


class LlamaServer:
    """A server with the options of a command. Use as a context manager; ends the process it started.

    Args:
        words: Behind `llama-server`.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._address = ""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.llama_server", *self._words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for line in self._process.stdout or ():
            if line.startswith("address "):
                self._address = line.split()[1]
                return self
        self.__exit__()
        raise RuntimeError("llama.cpp's server did not start")

    def __exit__(self, *_exception: object) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def reply(self, prompt: str) -> dict[str, Any]:
        """A reply with the server's own settings: llama.cpp's `timings` with the `text` added."""
        body = json.dumps({"messages": [{"role": "user", "content": prompt}]}).encode()
        request = urllib.request.Request(
            f"{self._address}/v1/chat/completions", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=_REQUEST_SECONDS) as answer:
            decoded = json.load(answer)
        return {**decoded["timings"], "text": decoded["choices"][0]["message"]["content"]}


def serve(words: Sequence[str]) -> None:
    """Serve until killed.

    Raises:
        KeyError: For an option that is not known here.
    """
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.port = 0
    setters = _setters(xllamacpp, parameters)
    for option, value in zip(words[::2], words[1::2], strict=True):
        setters[option](value)
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"address {server.listening_address}\n")
    sys.stdout.flush()
    while True:
        time.sleep(3600)


def _setters(library: Any, parameters: Any) -> dict[str, Callable[[str], None]]:  # noqa: ANN401 - the wheel has no types
    """What each option sets."""

    def put(owner: Any, name: str, read: Callable[[str], object] = str) -> Callable[[str], None]:  # noqa: ANN401
        return lambda text: setattr(owner, name, read(text))

    def number_type(text: str) -> object:
        return getattr(library.ggml_type, f"GGML_TYPE_{text.upper()}")

    def drafters(text: str) -> list[object]:
        prefix = "COMMON_SPECULATIVE_TYPE_"
        names = (name.upper().replace("-", "_") for name in text.split(","))
        return [getattr(library.common_speculative_type, prefix + name) for name in names]

    def threads(text: str) -> None:
        for owner in (parameters, parameters.speculative.draft):
            owner.cpuparams.n_threads = owner.cpuparams_batch.n_threads = int(text)

    flash = {"on": "ENABLED", "off": "DISABLED", "auto": "AUTO"}
    sampling, speculative, draft = parameters.sampling, parameters.speculative, parameters.speculative.draft
    return {
        "-m": put(parameters.model, "path"),
        "-c": put(parameters, "n_ctx", int),
        "-np": put(parameters, "n_parallel", int),
        "-ctk": put(parameters, "cache_type_k", number_type),
        "-ctv": put(parameters, "cache_type_v", number_type),
        "-fa": put(
            parameters,
            "flash_attn_type",
            lambda text: getattr(library.llama_flash_attn_type, f"LLAMA_FLASH_ATTN_TYPE_{flash[text]}"),
        ),
        "-t": threads,
        "-md": put(draft.mparams, "path"),
        "--spec-type": put(speculative, "types", drafters),
        "-ctkd": put(draft, "cache_type_k", number_type),
        "-ctvd": put(draft, "cache_type_v", number_type),
        "--spec-draft-n-max": put(draft, "n_max", int),
        "--spec-draft-n-min": put(draft, "n_min", int),
        "--spec-draft-p-min": put(draft, "p_min", float),
        "--spec-ngram-simple-size-m": put(speculative.ngram_simple, "size_m", int),
        "--temp": put(sampling, "temp", float),
        "--top-k": put(sampling, "top_k", int),
        "--top-p": put(sampling, "top_p", float),
        "--min-p": put(sampling, "min_p", float),
        "-s": put(sampling, "seed", int),
        "--repeat-penalty": put(sampling, "penalty_repeat", float),
        "--repeat-last-n": put(sampling, "penalty_last_n", int),
        "-n": put(parameters, "n_predict", int),
    }


if __name__ == "__main__":
    serve(sys.argv[1:])
