"""What `galley compare` takes beside what every reply takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.language import translate
from app.cli.values import whole_number

if TYPE_CHECKING:
    from argparse import ArgumentParser

MAX_REPEATS = 1000


def add_comparison(parser: ArgumentParser) -> None:
    """Options of the race itself."""
    race = parser.add_argument_group(translate("Command line", "comparison"))
    race.add_argument(
        "--repeat",
        type=whole_number(1, MAX_REPEATS),
        default=1,
        metavar="N",
        help=translate("Command line", "how often; from two on the speed-up comes with an interval (default 1)"),
    )
    race.add_argument(
        "--in-turn",
        action="store_true",
        help=translate(
            "Command line", "one after the other instead of interleaved: less memory, and energy where a counter exists"
        ),
    )
