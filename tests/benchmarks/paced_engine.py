"""An engine process without a model: it loads at once and writes at a fixed pace, rounds of the real kind.

What the window does with a reply costs the same whoever writes it; this one never has the processor for itself.
"""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

from app.engine.commands import Load, Reply, Shutdown
from app.engine.events import PairLoaded, PrefillProgressed, ReplyFinished, ReplyStarted, RoundDecoded, TokensProposed
from app.engine.types import (
    Candidate,
    EmittedToken,
    FinishReason,
    Mark,
    ProposedToken,
    Proposer,
    ReplySummary,
    ReplyTiming,
    Round,
    SpeculationMode,
    SpeculationStatus,
)
from tests.support.scripted_engine import pair

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

    from app.engine.cancel import CancelFlag
    from app.engine.error_log import InheritedLog
    from app.engine.types import ReplyRequest

SECONDS = float(os.environ.get("GALLEY_PACE_SECONDS", "20"))
TOKENS_PER_SECOND = float(os.environ.get("GALLEY_PACE", "300"))
DRAFTS = 3
RUNNERS_UP = 5
_PROSE = (
    "The compositor sets the line, the reader marks it, and the proof goes back: *nothing* is printed that nobody has"
    " read. A mark in the margin says what is wrong, and a second one says where.\n\n"
)
_LIST = "- a first point with `code` in it\n- a second, somewhat longer point that wraps on a narrow page\n\n"
_CODE = (
    "```python\ndef proof(lines):\n    for number, line in enumerate(lines, 1):\n        yield number, line\n```\n\n"
)


def words(seed: int = 3) -> Iterator[str]:
    """Token texts without end: prose, lists and code, four characters each."""
    draw = random.Random(seed)
    while True:
        text = draw.choices((_PROSE, _LIST, _CODE), (6, 2, 1))[0]
        yield from (text[at : at + 4] for at in range(0, len(text), 4))


def rounds(seed: int = 3) -> Iterator[Round]:
    """Rounds without end, of three drafts each, with runners-up; a third of them with a rejection."""
    draw, text = random.Random(seed), words(seed)
    runners_up = tuple(Candidate(900 + place, f" other{place}", 0.05) for place in range(RUNNERS_UP))
    index = 0
    while True:
        accepted = DRAFTS if draw.random() < 0.67 else draw.randrange(DRAFTS)
        said = [next(text) for _ in range(accepted + 1)]
        proposed = [ProposedToken(100 + place, word, 0.8, runners_up) for place, word in enumerate(said[:accepted])]
        proposed += [ProposedToken(500 + place, " wrong", 0.4, runners_up) for place in range(DRAFTS - accepted)]
        last = Mark.BONUS if accepted == DRAFTS else Mark.CORRECTED
        emitted = tuple(
            EmittedToken(100 + place, word, Mark.ACCEPTED if place < accepted else last, 0.7, runners_up)
            for place, word in enumerate(said)
        )
        seconds = len(said) / TOKENS_PER_SECOND
        yield Round(index, Proposer.DRAFT, tuple(proposed), accepted, emitted, 0.3 * seconds, 0.68 * seconds, seconds)
        index += 1


def run(connection: Connection, cancel: CancelFlag, log: InheritedLog) -> None:
    """Entry of the child; stands in for `app.engine.process.run`."""
    log.capture()
    while True:
        try:
            command = connection.recv()
        except (EOFError, OSError):
            return
        if isinstance(command, Shutdown):
            return
        if isinstance(command, Load):
            connection.send(PairLoaded(pair()))
        elif isinstance(command, Reply):
            _write(connection, cancel, command.request)


def _write(connection: Connection, cancel: CancelFlag, request: ReplyRequest) -> None:
    status = SpeculationStatus(SpeculationMode.DRAFT, SpeculationMode.DRAFT)
    connection.send(ReplyStarted(request.request_id, 64, 0, status))
    connection.send(PrefillProgressed(request.request_id, 64, 64, 0.1))
    began = time.monotonic()
    due = began
    for decoded in rounds():
        due += decoded.seconds
        if due - began > SECONDS or cancel.is_set():
            break
        connection.send(TokensProposed(request.request_id, Proposer.DRAFT, decoded.proposed))
        time.sleep(max(0.0, due - time.monotonic()))
        connection.send(RoundDecoded(request.request_id, decoded))
    timing = ReplyTiming(0.1, 0.02, due - began, 0.12, due - began + 0.12, due - began)
    summary = ReplySummary(FinishReason.LENGTH, "", 64, 0, request.sampling, status, timing)
    connection.send(ReplyFinished(request.request_id, summary))
