"""`galley import-command` and `galley export-command`: settings that come from other programs, and go to them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.catalogue import sentence
from app.cli.language import said
from app.cli.terminal import say, write_json, write_text
from app.engine.types import SpeculationMode, SpeculationSettings
from app.errors import EnvironmentFault, Notice, UserError
from app.interop.llama_cpp_write import write_llama_cpp
from app.interop.modelfile_write import write_modelfile
from app.interop.recognise import MAX_BYTES, decoded, read_foreign
from app.interop.settings import SETTINGS
from app.interop.values import ForeignSettings, Program
from app.interop.vllm_write import write_vllm
from app.models.naming import one_line, shown_path
from app.settings.paths import find_folders
from app.settings.store import SettingsStore

if TYPE_CHECKING:
    from argparse import Namespace

    from app.interop.values import Exported

OK = 0
STANDARD_INPUT = "-"
_STANDARD_INPUT_DESCRIPTOR = 0
_WIDTH = 400
_ROLES = ("target", "draft")
_FLASH = {"auto": None, "on": True, "off": False}
_NAMES = {
    "speculation": "mode",
    "context": "context_tokens",
    "cache_type_k": "kv_type_k",
    "cache_type_v": "kv_type_v",
    "draft_cache_type_k": "draft_kv_type_k",
    "draft_cache_type_v": "draft_kv_type_v",
    "system": "system_prompt",
}
Json = dict[str, Any]


def import_command(options: Namespace) -> int:
    """Run `galley import-command` and return the exit status.

    Raises:
        UserError: It cannot be read, or is nothing that is known.
    """
    from_input = options.file == STANDARD_INPUT
    text = decoded(_read_input() if from_input else _read_file(Path(options.file)))
    folder = "" if from_input else os.path.dirname(os.path.abspath(options.file))
    settings = read_foreign(text, folder=folder)
    if options.json:
        write_json(json.dumps(report(settings), ensure_ascii=False))
    else:
        write_text("".join(f"{line}\n" for line in lines(settings)))
    return OK


def export_command(options: Namespace) -> int:
    """Run `galley export-command` and return the exit status.

    Raises:
        UserError: There is no model to write for, or its name cannot be written.
    """
    settings = wished(options)
    exported = _write(settings, options)
    if options.json:
        notes = [_reason(note) for note in exported.notes]
        write_json(json.dumps({"text": exported.text, "notes": notes}, ensure_ascii=False))
        return OK
    write_text(exported.text)
    for note in exported.notes:
        say(said(note))
    return OK


def wished(options: Namespace) -> ForeignSettings:
    """What is to be written: the options given, upon the defaults of a command or, without a target, the window's.

    Raises:
        UserError: Two options contradict each other.
    """
    named = vars(options).items()
    given = {_NAMES.get(name, name): value for name, value in named if value is not None or name not in _ROLES}
    _refuse_contradictions(given)
    base = ForeignSettings(options.program) if "target" in given else _of_window(options.program)
    sections: dict[str, Json] = {name: dict(getattr(base, name)) for name in ("load", "sampling", "speculation")}
    for name, value in given.items():
        section = SETTINGS[name].section if name in SETTINGS else ""
        if section:
            sections[section][name] = _FLASH[value] if name == "flash_attention" else value
    if "logit_bias" in given:
        sections["sampling"]["logit_bias"] = [list(each) for each in given["logit_bias"]]
    loose = {name: given[name] for name in ("target", "draft", "max_tokens", "system_prompt") if name in given}
    return replace(
        base,
        load=sections["load"],
        sampling=sections["sampling"],
        speculation=sections["speculation"],
        stop=tuple(given.get("stop", ())),
        **loose,
    )


def _refuse_contradictions(given: Json) -> None:
    """As the other commands do; what was not given has its default."""
    if given.get("mode") is SpeculationMode.DRAFT and given.get("draft") is None and "target" in given:
        raise UserError("option_needs", option="--speculation draft", needed="--draft D.gguf")
    least, most = given.get("draft_min", 0), given.get("draft_max") or SpeculationSettings().draft_max
    if least > most:
        raise UserError("draft_min_above_max", least=least, most=most)


def report(settings: ForeignSettings) -> Json:
    """What was read, as scripts read it."""
    hints = {"target_hint": settings.target_hint, "draft_hint": settings.draft_hint}
    return {
        "program": settings.program.value,
        "settings": {
            "target": settings.target,
            "draft": settings.draft,
            **{name: hint for name, hint in hints.items() if hint},
            "load": dict(settings.load),
            "sampling": dict(settings.sampling),
            "speculation": dict(settings.speculation),
            "max_tokens": settings.max_tokens,
            "system_prompt": settings.system_prompt,
            "stop": list(settings.stop),
        },
        "taken": [{"option": each.option, "value": each.value, "setting": each.setting} for each in settings.taken],
        "ignored": [
            {"option": each.option, "value": each.value, "code": each.reason.code, "reason": sentence(each.reason)}
            for each in settings.ignored
        ],
    }


def lines(settings: ForeignSettings) -> list[str]:
    """What was read, as people read it: what was taken, and what was not with the reason."""
    values = settings.values()
    rows = [(each.setting, _shown(values.get(each.setting)), each.option) for each in settings.taken]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    found = [f"{setting:{widths[0]}}  {value:{widths[1]}}  {option}" for setting, value, option in rows]
    found = found or [said(Notice("interop_nothing_taken"))]
    if settings.ignored:
        found += ["", said(Notice("interop_not_taken"))]
    return found + [f"{each.option} {each.value}".rstrip() + f": {said(each.reason)}" for each in settings.ignored]


def _shown(value: object) -> str:
    """As JSON has it, and short; texts without their quotes."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = one_line(text)
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"


def _write(settings: ForeignSettings, options: Namespace) -> Exported:
    match options.program:
        case Program.LLAMA_CPP:
            return write_llama_cpp(settings, options.llama_cpp_version)
        case Program.OLLAMA:
            return write_modelfile(settings)
        case _:
            return write_vllm(settings)


def _of_window(program: Program) -> ForeignSettings:
    """The pair that was used last in the window, and the settings there."""
    settings = SettingsStore(find_folders().settings).load().settings
    return ForeignSettings(
        program,
        target=settings.models.target,
        draft=settings.models.draft,
        load={**settings.load.values(), **settings.placement.values()},
        sampling=settings.sampling.values(),
        speculation=settings.speculation.values(),
    )


def _read_file(path: Path) -> bytes:
    try:
        with path.expanduser().open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError, RuntimeError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise UserError("interop_no_file", path=shown_path(path), cause=cause) from error


def _read_input() -> bytes:
    try:
        with open(_STANDARD_INPUT_DESCRIPTOR, "rb", closefd=False) as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise EnvironmentFault("input_failed", cause=error.strerror or str(error)) from error


def _reason(notice: Notice) -> Json:
    return {"code": notice.code, "message": sentence(notice)}
