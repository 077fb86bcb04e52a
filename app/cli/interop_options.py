"""What can be typed behind `galley import-command` and `galley export-command`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.language import translate
from app.cli.values import member
from app.interop.values import LlamaCppVersion, Program

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
    from collections.abc import Callable


def add_interop(
    commands: _SubParsersAction[Any],
    add_folder: Callable[[ArgumentParser], None],
    add_generation: Callable[[ArgumentParser], None],
) -> ArgumentParser:
    """Add both commands; the second, which is returned, has the options of everything that generates."""
    taken = commands.add_parser(
        "import-command",
        help=translate("Command line", "read another program's command line or Modelfile"),
        allow_abbrev=False,
    )
    add_folder(taken)
    taken.add_argument("file", metavar="FILE", help=translate("Command line", "- reads standard input"))
    taken.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))
    given: ArgumentParser = commands.add_parser(
        "export-command",
        help=translate("Command line", "write the pair and its settings for another program"),
        allow_abbrev=False,
    )
    add_generation(given)
    _tell_given(given)
    given.add_argument("--for", dest="program", type=member(Program), required=True, metavar="llama.cpp|ollama|vllm")
    given.add_argument(
        "--llama-cpp-version",
        type=member(LlamaCppVersion),
        default=LlamaCppVersion.NEW,
        metavar="old|new",
        help=translate("Command line", "the names of its options: before or since April 2026 (default new)"),
    )
    return given


def _tell_given(parser: ArgumentParser) -> None:
    """Let the parser tell what was given from what was not: options without a value are absent, and none is required.

    With `--target` the options of a command hold, as they do for `generate`; without it the window's pair and settings.
    """
    for action in list(parser._actions):  # noqa: SLF001 - argparse has no other way to reach them
        if action.dest not in ("help", "json"):
            action.default = argparse.SUPPRESS
            action.required = False
