"""What can be typed behind `galley serve`, and what of it does not go together."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.cli.language import said, translate
from app.cli.values import number, whole_number
from app.errors import Notice, UserError
from app.models.naming import one_line
from app.server.config import DEFAULT_PORT, LOOPBACK, is_loopback

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup, _SubParsersAction
    from collections.abc import Callable

KEY_VARIABLE = "GALLEY_API_KEY"
LEAST_KEY = 8
_MOST_TOKENS = 2**31 - 1
_MOST_WAITING = 1024
_MOST_SECONDS = 86_400.0
_MOST_PORT = 65_535
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,8}")
"""What a client can write before the port in its Host header; addresses are known without being named."""


@dataclass(frozen=True, slots=True)
class SharedOptions:
    """What adds the options that other commands have, too."""

    folder: Callable[[ArgumentParser], None]
    pair: Callable[[ArgumentParser], None]
    sampling: Callable[[_ArgumentGroup], None]
    speculation: Callable[[_ArgumentGroup], None]


def add_serve(commands: _SubParsersAction[Any], shared: SharedOptions) -> ArgumentParser:
    """Add `serve`."""
    parser: ArgumentParser = commands.add_parser(
        "serve",
        help=translate("Command line", "answer other programs on this machine, as OpenAI's API does"),
        allow_abbrev=False,
    )
    shared.folder(parser)
    shared.pair(parser)
    _add_network(parser.add_argument_group(translate("Command line", "who may ask")))
    _add_limits(parser.add_argument_group(translate("Command line", "limits")))
    shared.sampling(parser.add_argument_group(translate("Command line", "sampling, where a request says nothing")))
    shared.speculation(
        parser.add_argument_group(translate("Command line", "speculation, where a request says nothing"))
    )
    output = parser.add_argument_group(translate("Command line", "output"))
    output.add_argument(
        "--json", action="store_true", help=translate("Command line", "print one JSON object once it listens")
    )
    return parser


def _add_network(group: _ArgumentGroup) -> None:
    group.add_argument(
        "--port",
        type=whole_number(0, _MOST_PORT),
        default=DEFAULT_PORT,
        metavar="P",
        help=translate("Command line", "default 8080; 0 takes any that is free"),
    )
    group.add_argument(
        "--host", default=LOOPBACK, metavar="ADDRESS", help=translate("Command line", "default 127.0.0.1")
    )
    group.add_argument(
        "--allow-network",
        action="store_true",
        help=translate("Command line", "let other machines in, if --host is no loopback address"),
    )
    group.add_argument(
        "--api-key",
        metavar="KEY",
        help=translate("Command line", "or set GALLEY_API_KEY; without either one is made and shown"),
    )
    group.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help=translate("Command line", "a web page that may ask, such as https://notes.example; repeatable"),
    )
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help=translate("Command line", "a name by which this machine may be called; repeatable"),
    )


def _add_limits(group: _ArgumentGroup) -> None:
    group.add_argument(
        "--max-tokens",
        type=whole_number(1, _MOST_TOKENS),
        metavar="N",
        help=translate("Command line", "most of any reply, whatever is asked for"),
    )
    group.add_argument(
        "--queue",
        type=whole_number(1, _MOST_WAITING),
        default=32,
        metavar="N",
        help=translate("Command line", "most replies that wait (default 32)"),
    )
    group.add_argument(
        "--queue-seconds",
        type=number(1.0, _MOST_SECONDS),
        default=300.0,
        metavar="S",
        help=translate("Command line", "longest wait for a turn (default 300)"),
    )


def check_serve(parser: ArgumentParser, options: Namespace) -> None:
    """Refuse what does not go together or cannot be, in one line."""
    from app.settings.server_schema import origin_of  # only here: every other command starts faster without it

    if not is_loopback(options.host) and not options.allow_network:
        parser.error(said(Notice("server_open_to_others", {"address": options.host})))
    from_environment = os.environ.pop(KEY_VARIABLE, None)  # so that the engine's process does not inherit it
    if options.api_key is None:
        options.api_key = from_environment
    key = options.api_key
    if key is not None and (len(key) < LEAST_KEY or not all("!" <= letter <= "~" for letter in key)):
        parser.error(said(Notice("server_key_unusable", {"least": LEAST_KEY})))
    for name in options.allow_host:
        if _NAME.fullmatch(name) is None:
            parser.error(said(Notice("server_host_unusable", {"name": one_line(name)})))
    try:
        options.allow_origin = [origin_of(each) for each in options.allow_origin]
    except UserError as error:
        parser.error(said(error.notice).rstrip("."))
