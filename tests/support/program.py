"""The whole program in a folder of its own, used the way a person uses it: real window, real engine process."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.composition import Galley
from app.settings.paths import find_folders
from app.viewmodels.protection import Guard
from app.viewmodels.reply import Phase, Reply
from tests.support.fixed_keys import FixedKeys
from tests.support.tiny_models import MOSTLY_AGREES, TinyModel
from widgets.look.theme import ThemeChoice
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import PairInfo
    from app.errors import Notice
    from app.viewmodels.key_source import Keys

MILLISECONDS = 60_000
"""A generous bound: a test that waits so long has failed."""
EAGER = {"mode": "draft", "fixed_draft_length": True, "draft_max": 4, "draft_p_min": 0.0}
"""The draft proposes always and the same, however little that pays with tiny models."""
LONG = {"sampling": {"temperature": 1.0, "seed": 11}, "load": {"context_tokens": 8192}, "speculation": EAGER}
"""Settings with which `endless_pair` writes for many seconds."""
SHORT = {"sampling": {"temperature": 1.0, "seed": 11}, "load": {"context_tokens": 512}, "speculation": EAGER}


def write_settings(home: Path, settings: dict[str, Any]) -> Path:
    """Leave settings as an earlier run would have; returns the file."""
    path = find_folders(home).settings / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings))
    return path


def endless_pair(folder: Path, context_tokens: int = 8192) -> tuple[Path, Path]:
    """A tiny target that never ends its reply before its context does, and a draft that mostly agrees with it."""
    target = TinyModel(name="Tiny endless", end_bias=-40.0, context_tokens=context_tokens)
    draft = TinyModel(name="Tiny endless draft", end_bias=-40.0, context_tokens=context_tokens, noise=MOSTLY_AGREES)
    return target.write(folder / "endless.gguf"), draft.write(folder / "endless-draft.gguf")


@contextmanager
def running(
    qtbot: QtBot, home: Path, target: Path | None = None, draft: Path | None = None, keys: Keys | None = None
) -> Iterator[Program]:
    """Start the program, with a key that is simply there unless others are given.

    At the end of the block its window is closed and it is stopped; it fails if it had caught a bug.
    """
    application = cast("QApplication", QApplication.instance())
    application.setQuitOnLastWindowClosed(False)
    program = Program(qtbot, application, home, keys)
    try:
        program.start(target, draft)
        yield program
    finally:
        program.end()
        application.setQuitOnLastWindowClosed(True)
    assert program.bugs == [], "the program caught a bug; its traceback stands in its log"


class Program:
    """A running Galley."""

    def __init__(self, qtbot: QtBot, application: QApplication, home: Path, keys: Keys | None = None) -> None:
        self.qtbot = qtbot
        self.home = home
        self.bugs: list[Notice] = []
        self.lost: Notice | None = None
        self.galley = Galley(application, find_folders(home), keys or FixedKeys())
        self.galley.crash_log.bug_caught.connect(self.bugs.append)
        self._ended = False

    def start(self, target: Path | None, draft: Path | None) -> None:
        """Show the window and begin to load what there is to load."""
        self.galley.window.resize(1280, 820)
        self.galley.start(_text(target), _text(draft))
        self.qtbot.waitExposed(self.galley.window)
        self.until(lambda: self.galley.is_complete)
        self.until(lambda: self.galley.protection.guard is not Guard.OPENING)
        if self.galley.protection.guard is Guard.OPEN:
            self.until(lambda: self.galley.keeping.is_filled and not self.galley.chat.is_reading)

    def end(self) -> None:
        """Close the window and see everything off."""
        if self._ended:
            return
        self._ended = True
        self.galley.kept.ask_no_more()
        self.galley.theme.choose(ThemeChoice.LIGHT)  # the next test finds the application dressed as others leave it
        self.galley.window.close()
        self.lost = self.galley.stop()
        self.galley.window.deleteLater()
        self.galley.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def until(self, condition: Callable[[], bool], milliseconds: int = MILLISECONDS) -> None:
        """Let the window work until something holds."""
        self.qtbot.waitUntil(condition, timeout=milliseconds)

    def loaded(self, target: Path | None = None) -> PairInfo:
        """Wait for a pair, of this target where one is named."""
        choice = self.galley.pair_choice

        def ready() -> bool:
            right = choice.pair is not None and (target is None or choice.pair.target.path == str(target))
            return right and not choice.loading

        self.until(ready)
        assert choice.pair is not None
        return choice.pair

    def send(self, text: str) -> Reply:
        """Write a message and press Enter; returns the reply that it asked for."""
        composer = self.galley.composer
        self.until(composer.isEnabled)
        composer.set_text(text)
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
        assert composer.text == "", "the message was not taken"
        return self.last

    def ask(self, text: str) -> Reply:
        """Send a message and wait for the end of the reply."""
        return self.over(self.send(text))

    def over(self, reply: Reply) -> Reply:
        """Wait for the end of a reply, whatever it is, and for the window to be at rest."""
        self.until(lambda: reply.phase.is_over)
        return reply

    def writing(self, reply: Reply, num_tokens: int = 5) -> Reply:
        """Wait until a reply is being written."""
        self.until(lambda: len(reply.tokens) >= num_tokens or reply.phase.is_over)
        assert reply.phase is Phase.GENERATING, reply.phase
        return reply

    @property
    def replies(self) -> list[Reply]:
        """The replies of the open conversation."""
        return [turn for turn in self.galley.chat.transcript.rows if isinstance(turn, Reply)]

    @property
    def last(self) -> Reply:
        """The last reply of the open conversation."""
        return self.replies[-1]

    def card(self, reply: Reply | None = None) -> ReplyCard:
        """The card of a reply in the open conversation, the last one's without a name."""
        wanted = self.last if reply is None else reply
        view = self.galley.stack.currentWidget()
        assert isinstance(view, TranscriptView)
        cards = [card for card in view.cards() if isinstance(card, ReplyCard) and card.reply is wanted]
        assert len(cards) == 1
        return cards[0]

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key in the message box, where the focus is."""
        QTest.keyClick(self.galley.composer.field, key, modifier)

    def drop(self, path: Path) -> None:
        """Drop a file on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self.galley.window, QDragEnterEvent(QPoint(5, 5), copy, data, left, none))
        QApplication.sendEvent(self.galley.window, QDropEvent(QPointF(5, 5), copy, data, left, none, QEvent.Type.Drop))

    @property
    def badge(self) -> str:
        """What the badge says when it is drawn next."""
        badge = self.galley.speculation.badge
        return f"{badge.text}. {badge.detail}"

    @property
    def shown_badge(self) -> str:
        """What the badge on screen says."""
        return self.galley.proof_panel.badge.text

    @property
    def load_message(self) -> str:
        """What the card about loading says; empty while it is hidden."""
        card = self.galley.load_card
        return "" if card.isHidden() else card.explanation.text()


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)
