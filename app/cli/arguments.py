"""What can be typed behind `galley`, and one clear line for what cannot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from app import __version__
from app.catalogue import sentence
from app.engine.types import KvType, SpeculationMode, Verification
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BAD_INPUT = 2
"""Exit status for what the user can correct."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}. Try: {self.prog} --help\n")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse; exits with status 2 and one line on standard error for what it does not understand."""
    parser = _Parser(
        prog="galley",
        description="Chat with local models; see what speculative decoding does. Without a command: the window.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"galley {__version__}")
    _add_folder(parser)
    parser.add_argument("--target", metavar="T.gguf", help="model to load in the window")
    parser.add_argument("--draft", metavar="D.gguf", help="draft model to load in the window")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    generate = commands.add_parser("generate", help="write one reply and say what it cost", allow_abbrev=False)
    add_generation(generate)
    return parser.parse_args(arguments)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--settings-dir",
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="keep every file the program writes in this folder (or set GALLEY_HOME)",
    )


def add_generation(parser: argparse.ArgumentParser) -> None:
    """Options of everything that generates."""
    _add_folder(parser)
    models = parser.add_argument_group("models")
    models.add_argument("--target", required=True, metavar="T.gguf")
    models.add_argument("--draft", metavar="D.gguf")
    models.add_argument("--context", type=_at_least(1), default=4096, metavar="N", help="tokens (default 4096)")
    models.add_argument("--gpu-layers", type=_layers, default=None, metavar="N|auto")
    models.add_argument("--draft-gpu-layers", type=_layers, default=None, metavar="N|auto")
    models.add_argument("--threads", type=_at_least(1), metavar="N")
    models.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    for name in ("cache-type-k", "cache-type-v", "draft-cache-type-k", "draft-cache-type-v"):
        models.add_argument(f"--{name}", type=KvType, default=KvType.F16, metavar="TYPE", choices=list(KvType))
    models.add_argument(
        "--reproducible", action="store_true", help="same seed, same text, with and without speculation; a bit slower"
    )
    prompt = parser.add_argument_group("prompt")
    prompt.add_argument("--prompt", required=True, metavar="P")
    prompt.add_argument("--system", metavar="S")
    prompt.add_argument("--raw", action="store_true", help="send the prompt as it is, without the chat template")
    prompt.add_argument("--max-tokens", type=_at_least(1), metavar="N")
    prompt.add_argument("--stop", action="append", default=[], metavar="S")
    _add_sampling(parser.add_argument_group("sampling"))
    _add_speculation(parser.add_argument_group("speculation"))
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object")
    output.add_argument("--rounds", action="store_true", help="with --json: every round too")


def _add_sampling(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--temperature", type=_between(0.0, 100.0), default=0.7, metavar="X")
    group.add_argument("--seed", type=int, metavar="N", help="default: random")
    group.add_argument("--top-k", type=_at_least(0), default=40, metavar="K", help="0 turns it off")
    group.add_argument("--top-p", type=_between(0.0, 1.0), default=0.95, metavar="P")
    group.add_argument("--min-p", type=_between(0.0, 1.0), default=0.05, metavar="P")
    group.add_argument("--repeat-penalty", type=_between(1e-3, 100.0), default=1.0, metavar="X")
    group.add_argument("--frequency-penalty", type=_between(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--presence-penalty", type=_between(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--penalty-last-n", type=_at_least(-1), default=64, metavar="N", help="-1: whole context")
    group.add_argument("--dry-multiplier", type=_between(0.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--dry-base", type=_between(1.0, 100.0), default=1.75, metavar="X")
    group.add_argument("--dry-allowed-length", type=_at_least(0), default=2, metavar="N")
    group.add_argument("--dry-penalty-last-n", type=_at_least(-1), default=-1, metavar="N")
    group.add_argument("--logit-bias", type=_bias, action="append", default=[], metavar="ID=BIAS")


def _add_speculation(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--speculation", type=SpeculationMode, choices=list(SpeculationMode), default="auto")
    group.add_argument("--draft-max", type=_at_least(0), default=7, metavar="N", help="most tokens a round (7)")
    group.add_argument("--draft-min", type=_at_least(0), default=0, metavar="N")
    group.add_argument("--draft-p-min", type=_between(0.0, 1.0), metavar="P", help="default .6, fixed length 0")
    group.add_argument("--fixed-draft-length", action="store_true", help="draft-max tokens every round")
    group.add_argument("--verification", type=Verification, choices=list(Verification), default="coupled")


def _layers(text: str) -> int | None:
    """Layers on the GPU: a number, or `auto`."""
    return None if text == "auto" else int(text)


def _bias(text: str) -> tuple[int, float]:
    """`ID=BIAS`."""
    token, _separator, bias = text.partition("=")
    return int(token), float(bias)


def _at_least(least: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(sentence(Notice("number_too_small", {"value": value, "least": least})))
        return value

    whole.__name__ = "whole number"
    return whole


def _between(least: float, most: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        value = float(text)
        if not least <= value <= most:  # also false for not-a-number
            raise argparse.ArgumentTypeError(
                sentence(Notice("number_out_of_range", {"value": value, "least": least, "most": most}))
            )
        return value

    return number
