"""What a run is, as plain values: everything needed to repeat it, and nothing that tells whose it is.

Files are named without their folders and known by their content; prompts by their ids.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.lab.machine import load_facts, machine_facts
from app.lab.settings_file import setting_to_json
from app.models.naming import one_line, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.inspection_values import BackendFacts
    from app.engine.types import SamplingSettings
    from app.lab.bench_plan import BenchPlan
    from app.lab.grid import Setting
    from app.lab.record import Header

ARGUMENTS = "arguments"
"""What a continuation is begun with: full paths, for the run's own folder only, never for a report."""


def make_header(
    plan: BenchPlan,
    sampling: SamplingSettings,
    backend: BackendFacts | None,
    digest: Callable[[Path], str],
    *,
    command: str = "",
    arguments: Sequence[str] = (),
) -> Header:
    """Describe a run before it begins.

    Args:
        plan: What is measured.
        sampling: What settings use unless they say otherwise.
        backend: llama.cpp's view of the machine; None where only servers are measured.
        digest: SHA-256 of a file, as `machine.Digests`.
        command: The command line that repeats it, without folders.
        arguments: The command line with full paths.

    Raises:
        UserError: A model's file cannot be read.
    """
    pairs = [load_facts(load, digest) for load in plan.loads]
    suite = plan.suite
    return {
        "created": datetime.now().astimezone().isoformat(timespec="seconds"),
        "command": command,
        ARGUMENTS: list(arguments),
        "machine": machine_facts(backend),
        "pair": pairs[0] if pairs else None,
        "other_pairs": pairs[1:],
        "suite": {
            "name": suite.name,
            "sha256": suite.digest,
            "prompts": [
                {"id": each.prompt_id, "category": each.category, "language": each.language} for each in suite.prompts
            ],
        },
        "run": {
            "repeat": plan.repeat,
            "seed": plan.seed,
            "max_tokens": plan.max_tokens,
            "sampling": {key: value for key, value in asdict(sampling).items() if key not in ("seed", "logit_bias")},
        },
        "settings": [_setting(each) for each in plan.grid.settings] if plan.loads else [],
        "endpoints": [
            {"name": each.name, "url": one_line(each.url), "model": each.model or None} for each in plan.endpoints
        ],
    }


def shared(header: Header) -> Header:
    """A header for others to see."""
    return {key: value for key, value in header.items() if key != ARGUMENTS}


def _setting(setting: Setting) -> dict[str, object]:
    entry = setting_to_json(setting)
    if setting.draft:
        entry["draft"] = shown_name(Path(setting.draft))
    return entry
