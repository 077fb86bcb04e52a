"""What can be typed behind `galley`, and one clear line for what cannot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app import __version__
from app.cli.bench_options import add_bench, check_bench
from app.cli.compare_options import add_comparison
from app.cli.interop_options import add_interop
from app.cli.language import said, translate
from app.cli.models_options import add_models
from app.cli.parser import Parser, speak
from app.cli.plan_options import add_plan, add_selftest
from app.cli.serve_options import SharedOptions, add_serve, check_serve
from app.cli.values import bias, folder, layers, member, number, stop_text, whole_number
from app.engine.types import KvType, SpeculationMode, SpeculationSettings, Verification
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DRAFT_TOKENS = 128
FIXED_DRAFT_LENGTH = 3
"""Of `--fixed-draft-length` where no length is given: llama.cpp's own default."""
LEAST_CONTEXT = 2
"""One token, and one that follows it."""
MAX_THREADS = 512
"""ggml's own limit: it ends the process above."""
MAX_SEED = 2**64 - 1
_MAX_TOP_K = 1_000_000
_MAX_TOKENS = 2**31 - 1


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse; exits with status 2 and one line on standard error for what it does not understand."""
    speak()
    parser = Parser(
        prog="galley",
        description=translate(
            "Command line", "Chat with local models; see what speculative decoding does. Without a command: the window."
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"galley {__version__}",
        help=translate("argparse", "show program's version number and exit"),
    )
    _add_folder(parser)
    parser.add_argument("--target", metavar="T.gguf", help=translate("Command line", "model to load in the window"))
    parser.add_argument(
        "--draft", metavar="D.gguf", help=translate("Command line", "draft model to load in the window")
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    generate = commands.add_parser(
        "generate", help=translate("Command line", "write one reply and say what it cost"), allow_abbrev=False
    )
    add_generation(generate)
    _add_constraint(generate)
    compare = commands.add_parser(
        "compare",
        help=translate("Command line", "write one reply without and with speculation and compare"),
        allow_abbrev=False,
    )
    add_generation(compare)
    _add_constraint(compare)
    add_comparison(compare)
    bench = add_bench(commands, _add_folder)
    add_models(commands, _add_folder, Parser)
    add_plan(commands, _add_folder)
    serve = add_serve(commands, SharedOptions(_add_folder, _add_pair, _add_sampling, _add_speculation))
    add_selftest(commands, _add_folder)
    export = add_interop(commands, _add_folder, add_generation)
    options = parser.parse_args(_as_typed(arguments))
    if options.command == "generate":
        _refuse_contradictions(generate, options)
    elif options.command == "compare":
        _refuse_contradictions(compare, options)
        if options.speculation is SpeculationMode.OFF:
            compare.error(said(Notice("compare_needs_speculation")))
    elif options.command == "bench":
        check_bench(bench, options)
    elif options.command == "serve":
        _check_speculation(serve, options)
        check_serve(serve, options)
    elif options.command == "export-command" and "rounds" in options:
        export.error(said(Notice("option_without_effect", {"option": "--rounds"})))
    return options


def _as_typed(arguments: Sequence[str]) -> Sequence[str]:
    """A lone model file, as a file manager hands it over, is what `--target` would name."""
    opens_file = len(arguments) == 1 and arguments[0].lower().endswith(".gguf") and not arguments[0].startswith("-")
    return ("--target", *arguments) if opens_file else arguments


def _refuse_contradictions(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse combinations in which one option would do nothing, in silence."""
    _check_speculation(parser, options)
    if options.raw and options.system is not None:
        parser.error(said(Notice("options_exclude", {"one": "--raw", "other": "--system"})))
    if options.grammar is not None and options.json_schema is not None:
        parser.error(said(Notice("options_exclude", {"one": "--grammar", "other": "--json-schema"})))
    if options.rounds and not options.json:
        parser.error(said(Notice("option_needs", {"option": "--rounds", "needed": "--json"})))


def _check_speculation(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse drafting that cannot be, and fill in how much is drafted."""
    if options.speculation is SpeculationMode.DRAFT and options.draft is None:
        parser.error(said(Notice("option_needs", {"option": "--speculation draft", "needed": "--draft D.gguf"})))
    if options.draft_max is None:
        options.draft_max = FIXED_DRAFT_LENGTH if options.fixed_draft_length else SpeculationSettings().draft_max
    if options.draft_min > options.draft_max:
        values = {"least": options.draft_min, "most": options.draft_max}
        parser.error(said(Notice("draft_min_above_max", values)))


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--settings-dir",
        type=folder,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help=translate("Command line", "keep every file the program writes in this folder (or set GALLEY_HOME)"),
    )


def add_generation(parser: argparse.ArgumentParser) -> None:
    """Options of everything that generates."""
    _add_folder(parser)
    _add_pair(parser)
    _add_reply(parser)


def _add_pair(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group(translate("Command line", "models"))
    models.add_argument(
        "--target",
        required=True,
        metavar="T.gguf",
        help=translate("Command line", "the model; `galley models list` shows what is on this machine"),
    )
    models.add_argument("--draft", metavar="D.gguf")
    models.add_argument(
        "--context",
        type=whole_number(LEAST_CONTEXT),
        default=4096,
        metavar="N",
        help=translate("Command line", "tokens (default 4096)"),
    )
    models.add_argument("--gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--draft-gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--threads", type=whole_number(1, MAX_THREADS), metavar="N")
    models.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    for name in ("cache-type-k", "cache-type-v", "draft-cache-type-k", "draft-cache-type-v"):
        models.add_argument(f"--{name}", type=member(KvType), default=KvType.F16, metavar="TYPE")
    models.add_argument(
        "--reproducible",
        action="store_true",
        help=translate("Command line", "same seed, same text, with and without speculation; a bit slower"),
    )


def _add_reply(parser: argparse.ArgumentParser) -> None:
    prompt = parser.add_argument_group(translate("Command line", "prompt"))
    prompt.add_argument(
        "--prompt", required=True, metavar="P", help=translate("Command line", "- reads standard input")
    )
    prompt.add_argument("--system", metavar="S")
    prompt.add_argument(
        "--raw",
        action="store_true",
        help=translate("Command line", "send the prompt as it is, without the chat template"),
    )
    prompt.add_argument("--max-tokens", type=whole_number(1, _MAX_TOKENS), metavar="N")
    prompt.add_argument(
        "--stop",
        type=stop_text,
        action="append",
        default=[],
        metavar="S",
        help=translate("Command line", "end before this text; repeatable"),
    )
    _add_sampling(parser.add_argument_group(translate("Command line", "sampling")))
    _add_speculation(parser.add_argument_group(translate("Command line", "speculation")))
    output = parser.add_argument_group(translate("Command line", "output"))
    output.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))
    output.add_argument("--rounds", action="store_true", help=translate("Command line", "with --json: every round too"))


def _add_constraint(parser: argparse.ArgumentParser) -> None:
    """Options of what writes a reply here: other programs are not told about them."""
    group = parser.add_argument_group(translate("Command line", "form of the reply"))
    group.add_argument(
        "--grammar", metavar="FILE", help=translate("Command line", "keep the reply to this grammar (GBNF)")
    )
    group.add_argument(
        "--json-schema",
        metavar="FILE",
        help=translate("Command line", "keep the reply to JSON that fits this schema"),
    )


def _add_sampling(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--temperature", type=number(0.0, 100.0), default=0.7, metavar="X")
    group.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="N", help=translate("Command line", "default: random")
    )
    group.add_argument(
        "--top-k",
        type=whole_number(0, _MAX_TOP_K),
        default=40,
        metavar="K",
        help=translate("Command line", "0 turns it off"),
    )
    group.add_argument("--top-p", type=number(0.0, 1.0), default=0.95, metavar="P")
    group.add_argument("--min-p", type=number(0.0, 1.0), default=0.05, metavar="P")
    group.add_argument("--repeat-penalty", type=number(1e-3, 100.0), default=1.0, metavar="X")
    group.add_argument("--frequency-penalty", type=number(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--presence-penalty", type=number(-100.0, 100.0), default=0.0, metavar="X")
    group.add_argument(
        "--penalty-last-n",
        type=whole_number(-1, _MAX_TOKENS),
        default=64,
        metavar="N",
        help=translate("Command line", "-1: whole context"),
    )
    group.add_argument("--dry-multiplier", type=number(0.0, 100.0), default=0.0, metavar="X")
    group.add_argument("--dry-base", type=number(1.0, 100.0), default=1.75, metavar="X")
    group.add_argument("--dry-allowed-length", type=whole_number(0, _MAX_TOKENS), default=2, metavar="N")
    group.add_argument("--dry-penalty-last-n", type=whole_number(-1, _MAX_TOKENS), default=-1, metavar="N")
    group.add_argument(
        "--logit-bias",
        type=bias,
        action="append",
        default=[],
        metavar="ID=BIAS",
        help=translate("Command line", "repeatable"),
    )


def _add_speculation(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--speculation", type=member(SpeculationMode), default=SpeculationMode.AUTO, metavar="auto|off|draft|lookup"
    )
    draft_tokens = whole_number(0, MAX_DRAFT_TOKENS)
    group.add_argument(
        "--draft-max", type=draft_tokens, metavar="N", help=translate("Command line", "most a round (16; fixed 3)")
    )
    group.add_argument("--draft-min", type=draft_tokens, default=0, metavar="N")
    group.add_argument(
        "--draft-p-min",
        type=number(0.0, 1.0),
        default=0.0,
        metavar="P",
        help=translate("Command line", "0: by measure"),
    )
    group.add_argument(
        "--fixed-draft-length",
        action="store_true",
        help=translate("Command line", "draft-max tokens every round, whether that pays or not"),
    )
    group.add_argument(
        "--verification",
        type=member(Verification),
        default=Verification.COUPLED,
        metavar="coupled|rejection|match",
    )
