"""What llama.cpp really allocates for a model, in a process of its own: loaded as the engine loads it.

As a program it takes a path and a JSON list of ways to make a context, and prints what each took.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a context."""

    context_tokens: int
    kv_type: str = "f16"
    flash_attention: bool | None = None
    num_rows: int = 17


@dataclass(frozen=True, slots=True)
class Allocated:
    """Bytes as llama.cpp reports them after it made everything."""

    weights: int
    """All tensors."""
    held: int
    """All weights as held: mapped and copied ones."""
    kv: int
    compute: int


def allocate(path: Path, ways: Sequence[Way]) -> list[Allocated]:
    """Load a model once and make the contexts one after the other."""
    asked = json.dumps([asdict(way) for way in ways])
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.allocations", str(path), asked],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        cwd=ROOT,
    )
    return [Allocated(**each) for each in json.loads(done.stdout.splitlines()[-1])]


def _main() -> None:
    from app.engine.cancel import CancelFlag
    from app.engine.llama.context import Context, ContextSettings
    from app.engine.llama.model import Model
    from app.engine.types import KvType, ModelSpec

    path, asked = sys.argv[1:]
    model = Model(ModelSpec(path), use_mmap=True, repack=True, cancel=CancelFlag(), on_progress=lambda _fraction: None)
    held = sum(buffers.weights_bytes for buffers in model.buffers)
    taken = []
    for way in (Way(**each) for each in json.loads(asked)):
        kind = KvType(way.kv_type)
        settings = ContextSettings(way.context_tokens, way.num_rows, 1, kind, kind, way.flash_attention)
        context = Context(model, settings, CancelFlag())
        taken.append(Allocated(model.weights_bytes, held, context.kv_bytes, context.compute_bytes))
        context.close()
    model.close()
    sys.stdout.write(json.dumps([asdict(each) for each in taken]) + "\n")


if __name__ == "__main__":
    _main()
