"""What can be typed behind `galley plan` and `galley selftest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.cli.language import translate
from app.cli.values import layers, member, whole_number
from app.engine.types import KvType

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
    from collections.abc import Callable


def add_plan(commands: _SubParsersAction[Any], add_folder: Callable[[ArgumentParser], None]) -> None:
    """Add `plan`."""
    parser = commands.add_parser(
        "plan",
        help=translate("Command line", "how much memory a pair will take, before it is loaded"),
        allow_abbrev=False,
    )
    add_folder(parser)
    parser.add_argument("--target", required=True, metavar="T.gguf")
    parser.add_argument("--draft", metavar="D.gguf")
    parser.add_argument(
        "--context",
        type=whole_number(1),
        default=4096,
        metavar="N",
        help=translate("Command line", "tokens (default 4096)"),
    )
    parser.add_argument(
        "--kv-type",
        type=member(KvType),
        default=KvType.F16,
        metavar="TYPE",
        help=translate("Command line", "f16, q8_0, …"),
    )
    parser.add_argument(
        "--draft-kv-type",
        type=member(KvType),
        metavar="TYPE",
        help=translate("Command line", "default: as the target's"),
    )
    parser.add_argument("--gpu-layers", type=layers, metavar="N|auto")
    parser.add_argument("--draft-gpu-layers", type=layers, metavar="N|auto")
    parser.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    parser.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))


def add_selftest(commands: _SubParsersAction[Any], add_folder: Callable[[ArgumentParser], None]) -> None:
    """Add `selftest`."""
    parser = commands.add_parser(
        "selftest",
        help=translate("Command line", "what Galley found on this machine, and what works"),
        allow_abbrev=False,
    )
    add_folder(parser)
    parser.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))
