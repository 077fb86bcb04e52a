"""Renders a scripted conversation to pictures, for looking at: `gallery_conversation LIGHT.png DARK.png`."""

from __future__ import annotations

import sys

from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.engine.events import PrefillProgressed, ReplyFailed, ReplyStarted
from app.engine.types import FinishReason, Proposer
from app.errors import Notice
from app.viewmodels.reply import Speedup
from app.viewmodels.transcript import Transcript
from tests.support.scripted import STATUS, ScriptedReply
from widgets.composer.composer import Composer
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

SIZE = (860, 900)
CODE_REPLY = (
    "*Een +_cache +_bewaart -_vaak =_resultaten +_die +_vaak +_nodig =_zijn",
    "+_dichter +_bij +_de +_plek +_waar +_ze +_gebruikt +_worden *.",
    "_In +_Python +_kan +_dat +_met +_één +_regel +:\\n\\n",
    "+```python\\n +from +_functools +_import +_lru\\ucache *\\n\\n",
    "+@ +lru\\ucache -() =(maxsize += +256 +)\\n +def +_price -(x =(article +: +_str +)",
    "+_-> +_float +:\\n____ +return +_database +.lookup +(article +)\\n *```",
)
MARKED_REPLY = (
    "*Dan",
    "+_moet +_er +_ruimte -_komen =_vrijgemaakt",
    "+_worden *.",
    "_Het",
    "+_systeem +_kiest +_dan +_welk -_element =_item",
    "+_het +_minst +_waarschijnlijk *_nog",
    "_nodig",
    "+_is +,",
)


def conversation() -> Transcript:
    """A finished reply with code, and one that is being written."""
    transcript = Transcript()
    transcript.add_user("Leg uit hoe caching werkt, met een klein voorbeeld in Python.")
    transcript.begin_reply(1)
    first = ScriptedReply(1)
    transcript.on_events(first.start())
    for script in CODE_REPLY:
        transcript.on_events(first.round(script))
    transcript.on_events(first.finish())
    transcript.set_speedup(1, Speedup(2.1, estimated=False))
    transcript.add_user("En wat gebeurt er als de cache vol is?")
    transcript.begin_reply(2)
    second = ScriptedReply(2)
    transcript.on_events(second.start())
    for script in MARKED_REPLY:
        transcript.on_events(second.round(script))
    second.proposer = Proposer.LOOKUP
    transcript.on_events(second.round("+_bijvoorbeeld +_het +_item +_dat"))
    second.proposer = Proposer.DRAFT
    transcript.on_events(second.round("+_het +_langst -_geleden ~_is =_niet"))
    transcript.on_events(second.round("+_gebruikt"))
    transcript.on_events(second.propose("_werd", ".", "_Dat", "_heet"))
    return transcript


def other_states() -> Transcript:
    """Prefill, stopped, failed, context full."""
    transcript = Transcript()
    transcript.add_user("Vat dit samen:\n\n  1. regel\n  2. regel")
    transcript.begin_reply(1)
    stopped = ScriptedReply(1)
    transcript.on_events(stopped.start())
    transcript.on_events(stopped.text("<think>\nEerst lezen.\n</think>\n\n- een\n- twee en toen "))
    transcript.on_events(stopped.finish(FinishReason.CANCELLED))
    transcript.add_user("Ga verder.")
    transcript.begin_reply(2)
    failed = ScriptedReply(2)
    transcript.on_events(failed.start())
    transcript.on_events(failed.text("Dit was er al, en toen"))
    transcript.on_events([ReplyFailed(2, Notice("decode_failed", {"status": -3}))])
    transcript.add_user("Nog eens.")
    transcript.begin_reply(3)
    transcript.on_events([ReplyStarted(3, 1024, 100, STATUS), PrefillProgressed(3, 312, 1024, 1.178)])
    transcript.begin_reply(4)
    return transcript


def render(path: str, choice: ThemeChoice, transcript: Transcript, *, hover: bool, marks: bool = False) -> None:
    """Render one picture."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("an application must exist")
    theme = Theme(choice)
    dress(application, theme)
    window = QWidget()
    window.setStyleSheet(f"QWidget#window {{ background: {theme.palette.background}; }}")
    window.setObjectName("window")
    view = TranscriptView(transcript, theme, window)
    view.set_keep_marks(True)
    view.set_marks_shown(marks)
    composer = Composer(theme, window)
    composer.set_caption("Preset: Dutch, precise · temperature 0.7")
    composer.set_context(1264, 4096)
    composer.set_busy(True)
    composer.set_ready(True)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(view, 1)
    column.addWidget(composer)
    window.resize(*SIZE)
    window.show()
    if not QTest.qWaitForWindowExposed(window):
        raise RuntimeError("the window did not appear")
    if hover:
        card = view.cards()[-1]
        if isinstance(card, ReplyCard):
            index = next(i for i, token in enumerate(card.reply.tokens) if token.emitted.text == " niet")
            rect = card.token_view.rect_of(index)
            corner = card.token_view.mapToGlobal(QPoint(rect.left(), rect.top()))
            view.inspector.show_token(card.reply.tokens[index], QRect(corner, rect.size()))
    window.grab().save(path)
    window.deleteLater()


def main(paths: list[str]) -> None:
    """Render light and dark, and the other states where a third and fourth path are given."""
    application = QApplication.instance() or QApplication([])
    application.setApplicationName("Galley")
    scenes = (
        (ThemeChoice.LIGHT, conversation(), True, False),
        (ThemeChoice.DARK, conversation(), True, False),
        (ThemeChoice.LIGHT, other_states(), False, False),
        (ThemeChoice.DARK, conversation(), False, True),
    )
    for path, (choice, transcript, hover, marks) in zip(paths, scenes, strict=False):
        render(path, choice, transcript, hover=hover, marks=marks)


if __name__ == "__main__":
    main(sys.argv[1:])
