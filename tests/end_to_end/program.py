"""The program as `galley` starts it, plus a reporter: each time something happens, a JSON line says what is seen.

Run as a script by the test: `python -m tests.end_to_end.program TARGET DRAFT THEME`. Keys and clicks come from outside.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.composition import Galley
from app.engine.events import RoundDecoded
from app.settings.paths import find_folders
from tests.support.fixed_keys import FixedKeys
from widgets.look.theme import ThemeChoice
from widgets.tokens.paragraph import SpanKind
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.engine.types import Mark

SEED = 7
"""The replies of the test are the same every time."""
ROUNDS_UNTIL_LIVE = 24
FIXED = os.environ.get("GALLEY_TEST_FIXED", "1") == "1"
"""Proposals by a fixed rule: the controller's depend on how busy the machine is."""


class Reporter(QObject):
    """Watches the window from outside its code paths: what the widgets show is read off the widgets."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._num_rounds: Counter[int] = Counter()
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.engine.events_arrived.connect(self._on_events)
        galley.chat.reply_ended.connect(self._on_reply_ended)

    def say(self, happened: str, **values: object) -> None:
        """Write a line."""
        sys.stdout.write(json.dumps({"happened": happened, **values}, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def _on_pair_changed(self) -> None:
        pair = self._galley.pair_choice.pair
        if pair is not None:
            self.say("loaded", target=pair.target.name, draft=None if pair.draft is None else pair.draft.name)

    def _on_events(self, events: list[EngineEvent]) -> None:
        for event in events:
            if isinstance(event, RoundDecoded):
                self._num_rounds[event.request_id] += 1
                if self._num_rounds[event.request_id] == ROUNDS_UNTIL_LIVE:
                    self.say("live", request=event.request_id, badge=self._galley.speculation.badge.text)

    def _on_reply_ended(self, request_id: int) -> None:
        card = self._card(request_id)
        reply = card.reply
        panel = self._galley.proof_panel
        self.say(
            "ended",
            request=request_id,
            phase=reply.phase.value,
            text=reply.text,
            emitted=Counter(token.emitted.mark.value for token in reply.tokens),
            shown=self._shown(card),
            blank=Counter(token.emitted.mark.value for token in reply.tokens if not token.emitted.text.strip("\n")),
            drafted=reply.tally.num_drafted,
            accepted=reply.tally.num_accepted,
            corrected=sum(round_.rejected is not None and not round_.ended for round_ in reply.rounds),
            plots={
                "throughput": len(tuple(self._galley.speculation.throughput)),
                "acceptance": len(tuple(self._galley.speculation.acceptance)),
                "memory": len(self._galley.history.samples),
            },
            panel_visible=panel.isVisible(),
            badge=self._galley.speculation.badge.text,
            reused=0 if reply.summary is None else reply.summary.reused_tokens,
        )

    def _card(self, request_id: int) -> ReplyCard:
        view = self._galley.stack.currentWidget()
        if not isinstance(view, TranscriptView):
            raise TypeError("no conversation is open")
        return next(
            card for card in view.cards() if isinstance(card, ReplyCard) and card.reply.request_id == request_id
        )

    def _shown(self, card: ReplyCard) -> dict[str, int]:
        """Tokens by mark as the token view has them laid out, each token once; and struck words."""
        was_shown = card.marks_shown
        card.set_marks_shown(True)
        tokens: dict[int, Mark] = {}
        struck = 0
        for paragraph in card.token_view.paragraphs:
            for span in paragraph.spans:
                if span.kind is SpanKind.TOKEN:
                    tokens[span.index] = span.mark
                struck += span.kind is SpanKind.STRUCK
        card.set_marks_shown(was_shown)
        return {**Counter(mark.value for mark in tokens.values()), "rejected": struck}


def main(target: str, draft: str, theme: str) -> int:
    """Run until the window is closed."""
    application = QApplication(sys.argv[:1])
    galley = Galley(application, find_folders(), FixedKeys())
    galley.theme.choose(ThemeChoice(theme))
    preferences = galley.preferences
    preferences.set_sampling(replace(preferences.sampling, seed=SEED, temperature=0.3))
    if FIXED:
        preferences.set_speculation(replace(preferences.speculation, draft_max=7, draft_p_min=0.6))
    galley.proof_panel.set_keep_marks(True)
    galley.stack.set_keep_marks(True)
    reporter = Reporter(galley)
    galley.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    galley.window.setGeometry(QGuiApplication.primaryScreen().geometry())
    galley.start(target, draft)
    reporter.say("started")
    try:
        return application.exec()
    finally:
        galley.stop()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
