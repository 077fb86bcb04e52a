"""What can be typed behind `galley models`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from app.cli.language import translate
from app.cli.values import folder

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
    from collections.abc import Callable

Parser = TypeVar("Parser", bound="ArgumentParser")


def add_models(
    commands: _SubParsersAction[Parser],
    add_folder: Callable[[ArgumentParser], None],
    parser_class: type[Parser],
) -> None:
    """Add `models list` and `models check`."""
    models = commands.add_parser(
        "models", help=translate("Command line", "what models there are, and which go together"), allow_abbrev=False
    )
    kinds = models.add_subparsers(dest="models_command", metavar="list|check", parser_class=parser_class, required=True)
    listed = kinds.add_parser(
        "list", help=translate("Command line", "every model file that is found on this machine"), allow_abbrev=False
    )
    listed.add_argument(
        "--folder",
        type=folder,
        action="append",
        default=[],
        metavar="DIR",
        help=translate("Command line", "look here, too (repeatable)"),
    )
    listed.add_argument(
        "--only", action="store_true", help=translate("Command line", "look nowhere but in the folders given")
    )
    check = kinds.add_parser(
        "check",
        help=translate("Command line", "whether one model can draft for another, and why not"),
        allow_abbrev=False,
    )
    check.add_argument("--target", required=True, metavar="T.gguf")
    check.add_argument("--draft", required=True, metavar="D.gguf")
    for parser in (listed, check):
        add_folder(parser)
        parser.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))
