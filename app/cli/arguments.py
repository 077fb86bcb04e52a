"""What can be typed behind `galley`, and one clear line for what cannot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from app import __version__
from app.catalogue import sentence
from app.cli.bench_options import add_bench, check_bench
from app.cli.compare_options import add_comparison
from app.cli.interop_options import add_interop
from app.cli.models_options import add_models
from app.cli.plan_options import add_plan, add_selftest
from app.cli.values import bias, folder, layers, member, number, stop_text, whole_number
from app.engine.types import KvType, SpeculationMode, SpeculationSettings, Verification
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT = 2
"""Exit status for what the user can correct."""
MAX_DRAFT_TOKENS = 128
FIXED_DRAFT_LENGTH = 3
"""Of `--fixed-draft-length` where no length is given: llama.cpp's own default."""
MAX_THREADS = 512
"""ggml's own limit: it ends the process above."""
MAX_SEED = 2**64 - 1
_MAX_TOP_K = 1_000_000
_MAX_TOKENS = 2**31 - 1


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}. Try: {self.prog} --help\n")


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
    compare = commands.add_parser(
        "compare", help="write one reply without and with speculation and compare", allow_abbrev=False
    )
    add_generation(compare)
    add_comparison(compare)
    bench = add_bench(commands, _add_folder)
    add_models(commands, _add_folder, _Parser)
    add_plan(commands, _add_folder)
    add_selftest(commands, _add_folder)
    add_interop(commands, _add_folder, add_generation)
    options = parser.parse_args(arguments)
    if options.command == "generate":
        _refuse_contradictions(generate, options)
    elif options.command == "compare":
        _refuse_contradictions(compare, options)
        if options.speculation is SpeculationMode.OFF:
            compare.error(sentence(Notice("compare_needs_speculation")))
    elif options.command == "bench":
        check_bench(bench, options)
    return options


def _refuse_contradictions(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse combinations in which one option would do nothing, in silence."""
    if options.speculation is SpeculationMode.DRAFT and options.draft is None:
        parser.error(sentence(Notice("option_needs", {"option": "--speculation draft", "needed": "--draft D.gguf"})))
    if options.raw and options.system is not None:
        parser.error(sentence(Notice("options_exclude", {"one": "--raw", "other": "--system"})))
    if options.rounds and not options.json:
        parser.error(sentence(Notice("option_needs", {"option": "--rounds", "needed": "--json"})))
    if options.draft_max is None:
        options.draft_max = FIXED_DRAFT_LENGTH if options.fixed_draft_length else SpeculationSettings().draft_max
    if options.draft_min > options.draft_max:
        values = {"least": options.draft_min, "most": options.draft_max}
        parser.error(sentence(Notice("draft_min_above_max", values)))


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--settings-dir",
        type=folder,
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
    models.add_argument("--context", type=whole_number(1), default=4096, metavar="N", help="tokens (default 4096)")
    models.add_argument("--gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--draft-gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--threads", type=whole_number(1, MAX_THREADS), metavar="N")
    models.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    for name in ("cache-type-k", "cache-type-v", "draft-cache-type-k", "draft-cache-type-v"):
        models.add_argument(f"--{name}", type=member(KvType), default=KvType.F16, metavar="TYPE")
    models.add_argument(
        "--reproducible", action="store_true", help="same seed, same text, with and without speculation; a bit slower"
    )
    prompt = parser.add_argument_group("prompt")
    prompt.add_argument("--prompt", required=True, metavar="P", help="- reads standard input")
    prompt.add_argument("--system", metavar="S")
    prompt.add_argument("--raw", action="store_true", help="send the prompt as it is, without the chat template")
    prompt.add_argument("--max-tokens", type=whole_number(1, _MAX_TOKENS), metavar="N")
    prompt.add_argument(
        "--stop", type=stop_text, action="append", default=[], metavar="S", help="end before this text; repeatable"
    )
    _add_sampling(parser.add_argument_group("sampling"))
    _add_speculation(parser.add_argument_group("speculation"))
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object")
    output.add_argument("--rounds", action="store_true", help="with --json: every round too")


def _add_sampling(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--temperature", type=number(0.0, 100.0), default=0.7, metavar="X")
    group.add_argument("--seed", type=whole_number(0, MAX_SEED), metavar="N", help="default: random")
    group.add_argument("--top-k", type=whole_number(0, _MAX_TOP_K), default=40, metavar="K", help="0 turns it off")
    group.add_argument("--top-p", type=number(0.0, 1.0), default=0.95, metavar="P")
    group.add_argument("--min-p", type=number(0.0, 1.0), default=0.05, metavar="P")
    group.add_argument("--repeat-penalty", type=number(1e-3, 100.0), default=1.0, metavar="X")
    group.add_argument("--frequency-penalty", type=number(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--presence-penalty", type=number(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument(
        "--penalty-last-n", type=whole_number(-1, _MAX_TOKENS), default=64, metavar="N", help="-1: whole context"
    )
    group.add_argument("--dry-multiplier", type=number(0.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--dry-base", type=number(1.0, 100.0), default=1.75, metavar="X")
    group.add_argument("--dry-allowed-length", type=whole_number(0, _MAX_TOKENS), default=2, metavar="N")
    group.add_argument("--dry-penalty-last-n", type=whole_number(-1, _MAX_TOKENS), default=-1, metavar="N")
    group.add_argument("--logit-bias", type=bias, action="append", default=[], metavar="ID=BIAS", help="repeatable")


def _add_speculation(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--speculation", type=member(SpeculationMode), default=SpeculationMode.AUTO, metavar="auto|off|draft|lookup"
    )
    draft_tokens = whole_number(0, MAX_DRAFT_TOKENS)
    group.add_argument("--draft-max", type=draft_tokens, metavar="N", help="most a round (16; fixed 3)")
    group.add_argument("--draft-min", type=draft_tokens, default=0, metavar="N")
    group.add_argument("--draft-p-min", type=number(0.0, 1.0), default=0.0, metavar="P", help="0: by measure")
    group.add_argument(
        "--fixed-draft-length", action="store_true", help="draft-max tokens every round, whether that pays or not"
    )
    group.add_argument(
        "--verification",
        type=member(Verification),
        default=Verification.COUPLED,
        metavar="coupled|rejection|match",
    )
