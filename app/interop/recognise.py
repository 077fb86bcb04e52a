"""Reads whatever somebody brings: a command line, a script, a Modelfile; says in one line when it is none of these."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.interop.command_line import AMBIGUOUS_NAMES, find_command
from app.interop.compose import compose_commands
from app.interop.llama_cpp_read import read_llama_cpp
from app.interop.modelfile import looks_like_modelfile
from app.interop.modelfile_read import read_modelfile
from app.interop.ollama_blobs import ollama_folders
from app.interop.ollama_command import read_ollama
from app.interop.own_note import with_note
from app.interop.paths import Paths, home_of
from app.interop.values import Ignored, Program
from app.interop.vllm_read import read_vllm

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.interop.values import ForeignSettings

MAX_BYTES = 1 << 18
"""Of a text: a command line has hundreds, a Modelfile with its licence some tens of thousands."""
_HERE_DOCUMENT = re.compile(r"<<-?[ \t]*[\"']?(\w+)[\"']?[^\n]*\n")
_MAX_HERE_DOCUMENTS = 20
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def read_foreign(
    text: str, *, variables: Mapping[str, str] | None = None, folder: str = "", home: Path | None = None
) -> ForeignSettings:
    """The settings in a text.

    Args:
        text: A command line of llama.cpp or vLLM, or a Modelfile.
        variables: The environment, for `$VARIABLES` and Ollama's folder; None takes the process's own.
        folder: Where the text's file lies: a Modelfile's names are relative to it.
        home: The user's home folder; None asks the environment.

    Raises:
        UserError: `interop_empty`, `interop_too_large`, `interop_binary` or `interop_unrecognised`.
    """
    if not text.strip():
        raise UserError("interop_empty")
    if len(text) > MAX_BYTES:
        raise UserError("interop_too_large", most=MAX_BYTES >> 10)
    if "\0" in text:
        raise UserError("interop_binary")
    known = os.environ if variables is None else variables
    home_folder = str(home) if home is not None else home_of(known)
    modelfile = _modelfile_in(text)
    if modelfile is not None:
        settings = read_modelfile(modelfile, Paths(home_folder, folder), ollama_folders(known, home))
    else:
        settings = _read_command(text, known, home_folder, ollama_folders(known, home))
    return _consistent(with_note(settings, text))


def decoded(data: bytes) -> str:
    """The text in a file's bytes; whatever Windows' editors put before it is left out.

    Raises:
        UserError: `interop_too_large` or `interop_binary`.
    """
    if len(data) > MAX_BYTES:
        raise UserError("interop_too_large", most=MAX_BYTES >> 10)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UserError("interop_binary") from error
    if "\0" in text:
        raise UserError("interop_binary")
    return text


def _modelfile_in(text: str) -> str | None:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    bare = re.sub(r"^[ \t]*```.*$", "", text, flags=re.MULTILINE)
    if looks_like_modelfile(bare):
        return bare
    for found in islice(_HERE_DOCUMENT.finditer(bare), _MAX_HERE_DOCUMENTS):
        end = re.compile(rf"^[ \t]*{found[1]}[ \t]*$", re.MULTILINE).search(bare, found.end())
        body = bare[found.end() : None if end is None else end.start()]
        if looks_like_modelfile(body):
            return body
    return None


def _read_command(text: str, variables: Mapping[str, str], home: str, stores: tuple[Path, ...]) -> ForeignSettings:
    command = find_command(compose_commands(text) or text, variables)
    if command is None:
        raise UserError("interop_unrecognised")
    paths = Paths(home, command.folder, command.mounts)
    if command.program is Program.OLLAMA:
        settings = read_ollama(command, stores)
    else:
        read = read_llama_cpp if command.program is Program.LLAMA_CPP else read_vllm
        settings = read(command, paths)
    if command.name in ("", *AMBIGUOUS_NAMES) and not settings.taken:
        raise UserError("interop_unrecognised")
    return settings


def _consistent(settings: ForeignSettings) -> ForeignSettings:
    """Leave a least length out that is above the most: nothing would ever be drafted."""
    least, most = settings.speculation.get("draft_min"), settings.speculation.get("draft_max")
    if least is None or most is None or least <= most:
        return settings
    said = next(each for each in settings.taken if each.setting == "draft_min")
    reason = Notice("interop_least_above_most", {"least": least, "most": most})
    return replace(
        settings,
        speculation={name: value for name, value in settings.speculation.items() if name != "draft_min"},
        taken=tuple(each for each in settings.taken if each is not said),
        ignored=(*settings.ignored, Ignored(said.option, said.value, reason)),
    )
