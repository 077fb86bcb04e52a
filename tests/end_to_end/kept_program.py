"""The program as `galley` starts it, plus a reporter of what becomes of what is said: each line is JSON.

Run as `python -m tests.end_to_end.kept_program --target T.gguf --draft D.gguf`. Keys come from outside. With
`GALLEY_TEST_MID_WRITE=N` a line is written from within the N-th batch's writing, and the write waits to be killed.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

import app.composition
from app.__main__ import main
from app.composition import Galley
from app.engine.events import RoundDecoded
from app.store import replies
from app.viewmodels.protection import Guard
from app.viewmodels.reply import Reply
from tests.support.listed import titles
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection
    from typing import Any

    from app.engine.events import EngineEvent
    from app.engine.types import Round

MID_WRITE = int(os.environ.get("GALLEY_TEST_MID_WRITE", "0"))


def say(happened: str, **values: object) -> None:
    """Write a line."""
    sys.stdout.write(json.dumps({"happened": happened, **values}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


class Reporter(QObject):
    """Reads off the window what a person would see of it."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.engine.events_arrived.connect(self._on_events)
        galley.chat.busy_changed.connect(self._on_busy_changed)
        galley.chat.conversation_opened.connect(self._on_opened)
        galley.keeping.filled.connect(self._on_filled)
        galley.protection.changed.connect(self._on_protection_changed)

    def _on_pair_changed(self) -> None:
        if self._galley.pair_choice.pair is not None:
            say("loaded")

    def _on_events(self, events: list[EngineEvent]) -> None:
        if any(isinstance(event, RoundDecoded) for event in events):
            reply = self._galley.chat.transcript.last_reply
            if reply is not None:
                say("written", text=reply.text, seconds=time.monotonic())

    def _on_busy_changed(self, busy: bool) -> None:
        if not busy:
            say("ended", rows=self._rows())

    def _on_opened(self, _key: str) -> None:
        if self._galley.keeping.is_filled and not self._galley.chat.is_reading:
            say("opened", rows=self._rows())

    def _on_filled(self) -> None:
        say("filled", titles=titles(self._galley.sidebar.list), notices=self._galley.notices.label.text())

    def _on_protection_changed(self) -> None:
        protection = self._galley.protection
        if protection.guard is Guard.ASKING and not protection.busy and protection.key_state is not None:
            say("asking", situation=protection.key_state.situation.name)

    def _rows(self) -> list[dict[str, str]]:
        view = self._galley.stack.currentWidget()
        states = {}
        if isinstance(view, TranscriptView):
            states = {id(card.reply): card.state.text() for card in view.cards() if isinstance(card, ReplyCard)}
        rows = []
        for turn in self._galley.chat.transcript.rows:
            phase = turn.phase.value if isinstance(turn, Reply) else ""
            rows.append({"text": turn.text, "phase": phase, "state": states.get(id(turn), "")})
        return rows


class WatchedGalley(Galley):
    """The program, watched."""

    def __init__(self, *values: Any, **more: Any) -> None:  # noqa: ANN401 - the program's own
        super().__init__(*values, **more)
        self.reporter = Reporter(self)


def append_and_wait(connection: Connection, message_id: str, text: str, rounds: Sequence[Round]) -> None:
    """Write a batch; in the middle of the transaction of one of them, say so and wait there for the end."""
    append(connection, message_id, text, rounds)
    if next(batches) == MID_WRITE:
        say("mid-write")
        threading.Event().wait()


append = replies.append
batches = itertools.count(1)

if __name__ == "__main__":
    if MID_WRITE:
        replies.append = append_and_wait
    app.composition.Galley = WatchedGalley  # type: ignore[misc]
    sys.exit(main())
