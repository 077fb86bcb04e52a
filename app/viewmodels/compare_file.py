"""A comparison as a file: the JSON of `galley compare`, with the prompt and both sides' settings in front of it."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app import __version__
from app.cli.comparison_report import NAMES, comparison_report
from app.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.engine.types import PairInfo
    from app.lab.comparison import Comparison
    from app.lab.verdict import Verdict


def comparison_json(comparison: Comparison, verdict: Verdict, names: Sequence[str]) -> str:
    """Everything that was measured and asked for; `off` is the first side, `on` the second, whatever they are."""
    spec = comparison.spec
    pair = comparison.pair(1) or comparison.pair(0)
    sides = []
    for key, name, side in zip(NAMES, names, spec.sides, strict=True):
        sides.append({"key": key, "name": name, **_plain(asdict(side))})
    data = {
        "galley": __version__,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "models": None if pair is None else _models(pair),
        "messages": [asdict(message) for message in spec.request.messages],
        "max_tokens": spec.request.max_tokens,
        "sides": sides,
        **comparison_report(comparison, verdict, with_rounds=True),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; one that was there is replaced by a whole one or stays.

    Raises:
        EnvironmentFault: `compare_not_written`.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise EnvironmentFault("compare_not_written", path=str(path), cause=error.strerror or str(error)) from error


def _models(pair: PairInfo) -> dict[str, object]:
    return {
        role: None if model is None else {"name": model.name, "description": model.description, "path": model.path}
        for role, model in (("target", pair.target), ("draft", pair.draft))
    }


def _plain(values: dict[str, object]) -> dict[str, object]:
    """Values of a side as JSON has them; why a draft was refused stands in the report."""
    values.pop("draft_refusal")
    return values
