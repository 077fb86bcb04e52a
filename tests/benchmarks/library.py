"""How long a folder of thousands of model files takes to be listed, the first time and after that.

Run by hand: `python -m tests.benchmarks.library --files 2000 --output library.json`; prints the JSON. The first listing
reads every file, in the process that the window uses for it; the second one opens none that has not changed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.models.library import Library
from app.models.places import own_places
from app.models.reading_process import ReadingProcess
from tests.app.models import raw_gguf
from tests.benchmarks.engine import cpu_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.library import Listing
    from app.models.places import ModelPlace

FILES_IN_FOLDER = 40
GOAL_SECONDS = 2.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where the second listing takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--tokens", type=int, default=32_000, help="of each file's vocabulary")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        figures = measure(Path(name), options.files, options.tokens)
    text = json.dumps({"machine": machine(), **figures}, indent=2)
    if options.output is not None:
        options.output.write_text(f"{text}\n")
    sys.stdout.write(f"{text}\n")
    return 0 if figures["second_seconds"] < GOAL_SECONDS else 1


def measure(folder: Path, num_files: int, num_tokens: int) -> dict[str, Any]:
    """Seconds of both listings; each time with a library of its own, as after a restart."""
    write_files(folder / "models", num_files, num_tokens)
    places = own_places([folder / "models"])
    cache = folder / "cache" / "models.json"
    first, first_seconds = listed(cache, places)
    second, second_seconds = listed(cache, places)
    assert [model.path for model in first.models] == [model.path for model in second.models]
    return {
        "files": num_files,
        "tokens": num_tokens,
        "models": len(second.models),
        "first_seconds": round(first_seconds, 3),
        "second_seconds": round(second_seconds, 3),
        "cache_bytes": cache.stat().st_size,
    }


def listed(cache: Path, places: Sequence[ModelPlace]) -> tuple[Listing, float]:
    """A listing from nothing but what is on disk, and its seconds."""
    began = time.perf_counter()
    library = Library(cache)
    with ReadingProcess() as reader:
        listing = library.scan(places, read=reader.describe)
    library.save()
    return listing, time.perf_counter() - began


def write_files(folder: Path, num_files: int, num_tokens: int) -> None:
    """Models of a few hundred kilobytes with names, sizes and vocabularies like real ones'."""
    tokens = raw_gguf.typed([f"token {number}" for number in range(num_tokens)])
    for number in range(num_files):
        within = folder / f"maker-{number // FILES_IN_FOLDER}"
        within.mkdir(parents=True, exist_ok=True)
        values: dict[str, raw_gguf.Plain] = {
            **raw_gguf.MODEL,
            "general.name": f"Model {number}",
            "general.size_label": "7B",
            "general.license": "apache-2.0",
            "tokenizer.ggml.tokens": tokens,
        }
        raw_gguf.write(within / f"model-{number}-Q4_K_M.gguf", raw_gguf.gguf(values))


def machine() -> dict[str, str]:
    """On what it was measured."""
    return {"cpu": cpu_name(), "python": platform.python_version(), "galley": __version__}


if __name__ == "__main__":
    sys.exit(main())
