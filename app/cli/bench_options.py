"""What can be typed behind `galley bench`, and the command line that a run is begun again with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.language import said, translate
from app.cli.values import folder, layers, member, number, whole_number
from app.engine.types import KvType, LoadSettings, ModelSpec, SamplingSettings
from app.errors import Notice
from app.lab.bench_plan import Endpoint
from app.lab.grid import BUILT_IN, QUICK
from app.lab.suites import built_in_names
from app.models.naming import shown_name

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _SubParsersAction
    from collections.abc import Callable

_MAX_REPEAT = 1000
_MAX_TOKENS = 1_000_000
_MAX_SEED = 2**63 - 1
_MAX_THREADS = 512
_PATHS = ("target", "draft", "suite", "settings")
_ENDPOINT = "endpoint"
_TYPES = ("cache_type_k", "cache_type_v", "draft_cache_type_k", "draft_cache_type_v")
_VALUES = (
    *("context", "gpu_layers", "draft_gpu_layers", "threads", "flash_attention", *_TYPES),
    *("language", "per_kind", "repeat", "max_tokens", "temperature", "seed"),
    *("endpoint", "endpoint_model", "endpoint_timeout"),
)


def add_bench(commands: _SubParsersAction[Any], add_folder: Callable[[ArgumentParser], None]) -> ArgumentParser:
    """Add `bench`; `check_bench` finds what its options do not allow together."""
    parser: ArgumentParser = commands.add_parser(
        "bench",
        help=translate("Command line", "measure settings on a suite of prompts, and write a report"),
        allow_abbrev=False,
    )
    add_folder(parser)
    run = parser.add_argument_group(translate("Command line", "run"))
    run.add_argument(
        "--suite",
        metavar="NAME|FILE",
        help=translate("Command line", "{known}; JSON lines; a folder").format(known=", ".join(built_in_names())),
    )
    run.add_argument(
        "--settings",
        metavar="NAME|FILE",
        help=translate("Command line", "{known}; TOML or JSON (default {usual})").format(
            known=", ".join(BUILT_IN), usual=QUICK
        ),
    )
    run.add_argument(
        "--language", action="append", metavar="LANG", help=translate("Command line", "only prompts in it; repeatable")
    )
    run.add_argument(
        "--per-kind",
        type=whole_number(1),
        metavar="N",
        help=translate("Command line", "prompts of each kind and language"),
    )
    run.add_argument(
        "--repeat",
        type=whole_number(1, _MAX_REPEAT),
        default=1,
        metavar="N",
        help=translate("Command line", "(default 1)"),
    )
    run.add_argument(
        "--max-tokens",
        type=whole_number(2, _MAX_TOKENS),
        default=200,
        metavar="N",
        help=translate("Command line", "a reply (default 200)"),
    )
    run.add_argument(
        "--temperature",
        type=number(0.0, 100.0),
        default=0.0,
        metavar="X",
        help=translate("Command line", "(default 0)"),
    )
    run.add_argument(
        "--seed", type=whole_number(0, _MAX_SEED), default=1, metavar="N", help=translate("Command line", "(default 1)")
    )
    models = parser.add_argument_group(translate("Command line", "models"))
    models.add_argument("--target", metavar="T.gguf")
    models.add_argument(
        "--draft", action="append", metavar="D.gguf", help=translate("Command line", "repeatable: each is measured")
    )
    models.add_argument(
        "--context",
        type=whole_number(2),
        default=4096,
        metavar="N",
        help=translate("Command line", "tokens (default 4096)"),
    )
    models.add_argument("--gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--draft-gpu-layers", type=layers, default=None, metavar="N|auto")
    models.add_argument("--threads", type=whole_number(1, _MAX_THREADS), metavar="N")
    models.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    for name in _TYPES:
        models.add_argument(f"--{_dashed(name)}", type=member(KvType), default=KvType.F16, metavar="TYPE")
    models.add_argument(
        "--reproducible", action="store_true", help=translate("Command line", "same seed, same text; a bit slower")
    )
    servers = parser.add_argument_group(translate("Command line", "servers on this machine"))
    servers.add_argument(
        "--endpoint",
        action="append",
        metavar="[NAME=]URL",
        help=translate("Command line", "measure an OpenAI-compatible server too; repeatable"),
    )
    servers.add_argument(
        "--endpoint-model", default="", metavar="NAME", help=translate("Command line", "default: the first it lists")
    )
    servers.add_argument(
        "--endpoint-timeout",
        type=number(1.0, 86_400.0),
        default=120.0,
        metavar="S",
        help=translate("Command line", "silence (default 120)"),
    )
    output = parser.add_argument_group(translate("Command line", "output"))
    output.add_argument(
        "--output",
        type=folder,
        metavar="FOLDER",
        help=translate("Command line", "where the run and its report are kept"),
    )
    output.add_argument(
        "--resume", type=folder, metavar="FOLDER", help=translate("Command line", "go on with a run that was stopped")
    )
    output.add_argument("--json", action="store_true", help=translate("Command line", "print one JSON object"))
    return parser


def check_bench(parser: ArgumentParser, options: Namespace) -> None:
    """Refuse what does not go together, in one line."""
    if options.resume is not None:
        if options.target or options.endpoint or options.suite or options.output or options.draft or options.settings:
            parser.error(said(Notice("bench_resume_alone")))
        return
    if not options.target and not options.endpoint:
        parser.error(said(Notice("bench_nothing_to_measure")))
    if not options.suite:
        parser.error(said(Notice("bench_needs_suite", {"known": ", ".join(built_in_names())})))
    for name in ("draft", "settings"):
        if getattr(options, name) and not options.target:
            parser.error(said(Notice("option_needs", {"option": f"--{name}", "needed": "--target T.gguf"})))


def load_settings(options: Namespace, costs_path: str) -> LoadSettings | None:
    """What the options say about loading; None without a target."""
    if options.target is None:
        return None
    drafts = options.draft or []
    return LoadSettings(
        target=ModelSpec(options.target, options.gpu_layers),
        draft=ModelSpec(drafts[0], options.draft_gpu_layers) if drafts else None,
        context_tokens=options.context,
        kv_type_k=options.cache_type_k,
        kv_type_v=options.cache_type_v,
        draft_kv_type_k=options.draft_cache_type_k,
        draft_kv_type_v=options.draft_cache_type_v,
        flash_attention={"auto": None, "on": True, "off": False}[options.flash_attention],
        threads=options.threads,
        reproducible=options.reproducible,
        costs_path=costs_path,
    )


def sampling_settings(options: Namespace) -> SamplingSettings:
    """What settings sample with unless they say otherwise."""
    return SamplingSettings(temperature=options.temperature)


def endpoints_of(options: Namespace) -> tuple[Endpoint, ...]:
    """The servers, named by the user or by their address."""
    found = []
    for text in options.endpoint or ():
        name, _, url = text.rpartition("=")
        if not name.strip() or "/" in name:
            name, url = text.removeprefix("http://").rstrip("/"), text
        found.append(Endpoint(name.strip(), url.strip(), options.endpoint_model))
    return tuple(found)


def arguments_of(options: Namespace, *, with_folders: bool) -> list[str]:
    """The command line that means the same, wherever it is typed.

    Args:
        options: As parsed.
        with_folders: Write out whole paths; else names of files only, for others to read.
    """
    arguments = ["bench"]
    for name in _PATHS:
        value = getattr(options, name)
        for each in value if isinstance(value, list) else [value] if value else []:
            arguments += [f"--{_dashed(name)}", _path(name, each, with_folders=with_folders)]
    for name in _VALUES:
        value = getattr(options, name)
        if value is None or value == "":
            continue
        for each in value if isinstance(value, list) else [value]:
            arguments += [f"--{_dashed(name)}", f"{each:g}" if isinstance(each, float) else str(each)]
    if options.reproducible:
        arguments.append("--reproducible")
    return arguments


def command_of(options: Namespace) -> str:
    """The command line as it is shown in a report."""
    return shlex.join(["galley", *arguments_of(options, with_folders=False)])


def _path(name: str, value: str, *, with_folders: bool) -> str:
    """A path, or the name of something that comes with Galley, which is none."""
    if (name == "suite" and value in built_in_names()) or (name == "settings" and value in BUILT_IN):
        return value
    path = Path(value).expanduser()
    return str(path.resolve()) if with_folders else shown_name(path)


def _dashed(name: str) -> str:
    return name.replace("_", "-")
