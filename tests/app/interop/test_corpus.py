"""Command lines and Modelfiles of the kinds found in public, with what a person expects of them.

They were written by somebody who had not seen the reader; `why` in `expected.json` says what each is about.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.errors import UserError
from app.interop.recognise import decoded, read_foreign

CORPUS = Path(__file__).parents[1] / "interop_corpus"
CASES: list[dict[str, Any]] = json.loads((CORPUS / "expected.json").read_text(encoding="utf-8"))

MOUNTED = {
    "37-docker-run-server.txt": "/srv/models",
    "38-podman-full-image.txt": "$HOME/gguf",
    "39-compose-command-string.txt": "./models",
    "40-compose-command-list.txt": "/home/mia/models",
}
"""What a container calls /models lies here on this machine: Galley opens that, the cases name the container's."""
UNLISTED = {
    "repeat_penalty": 1.0,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "dry_multiplier": 0.0,
    "min_p": 0.0,
}
OFF = {"07-speculative-simple.txt": {**UNLISTED, "top_p": 1.0}, "30-server-single-quotes-and-kwargs.txt": UNLISTED}
"""Samplers that a list leaves out are off in llama.cpp, and so they are here; the cases pass over that."""


def found(case: dict[str, Any]) -> dict[str, Any]:
    """What comes of a case's text, in the words of the cases: a name stands for a file where there is none."""
    settings = read_foreign(decoded((CORPUS / case["file"]).read_bytes()), variables={})
    sampling = {**settings.sampling, "max_tokens": settings.max_tokens}
    if not any(each.setting == "max_tokens" for each in settings.taken):
        del sampling["max_tokens"]
    load = dict(settings.load)
    for name in {"gpu_layers", "draft_gpu_layers"} & load.keys():
        load[name] = "auto" if load[name] is None else load[name]
    speculation = {name: value for name, value in settings.speculation.items() if (name, value) != ("mode", "auto")}
    return {
        "program": settings.program.value,
        "target": settings.target or settings.target_hint or None,
        "draft": settings.draft or settings.draft_hint or None,
        "load": load,
        "sampling": sampling,
        "speculation": speculation,
        "system_prompt": settings.system_prompt,
        "stop": list(settings.stop),
        "ignored": [each.option.split()[-1].partition("=")[0] for each in settings.ignored],
    }


def wanted(case: dict[str, Any]) -> dict[str, Any]:
    """What a case says, with the ways of saying nothing made one."""
    said: dict[str, Any] = {
        name: case[name] for name in ("program", "target", "draft", "system_prompt") if name in case
    }
    for role in {"target", "draft"} & said.keys():
        if case["file"] in MOUNTED:
            said[role] = said[role].replace("/models", MOUNTED[case["file"]], 1)
    sampling = {**OFF.get(case["file"], {}), **case.get("sampling", {})}
    speculation = {name: value for name, value in case.get("speculation", {}).items() if value is not None}
    return {**said, "load": case.get("load", {}), "sampling": sampling, "speculation": speculation}


@pytest.mark.parametrize("case", CASES, ids=[Path(case["file"]).stem for case in CASES])
def test_it_is_read_as_a_person_would_read_it(case: dict[str, Any]) -> None:
    if case["program"] is None:
        with pytest.raises(UserError):
            found(case)
        return
    read = found(case)
    expected = wanted(case)
    assert {name: read[name] for name in expected} == expected
    assert read["stop"] == case.get("stop", [])
    assert set(case.get("ignored", [])) | set(case.get("problems", [])) <= set(read["ignored"])
