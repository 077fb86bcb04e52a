"""How a load goes, in place: progress that can be cancelled, or what went wrong and a way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.engine.events import EngineDied, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded, ReplyStarted
from app.viewmodels.help_topics import topic_of
from app.viewmodels.notices import written
from widgets.look.icons import Icon, IconButton
from widgets.look.theme import mono
from widgets.parts.flow_row import FlowRow
from widgets.parts.fold import Fold
from widgets.parts.quiet_button import QuietButton
from widgets.window.model_label import label_of_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo
    from app.errors import Notice
    from widgets.look.theme import Theme

_LOG_HEIGHT, _LEAST_LOG_HEIGHT = 132, 64
_AIR = 16


class LoadCard(QWidget):
    """A card with some air above it; hidden while there is nothing to say."""

    cancel_requested = Signal()
    choose_file_requested = Signal()
    smaller_requested = Signal()
    """Load it in the smaller way that was offered."""
    without_graphics_requested = Signal()
    """Load it where no graphics driver can take the engine down."""
    why_requested = Signal(str)
    """The topic of the guide that explains what went wrong."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Loading"))
        self._names = {"target": "", "draft": ""}
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.title.setWordWrap(True)
        self.explanation = QLabel()
        self.explanation.setWordWrap(True)
        self.explanation.setProperty("role", "muted")
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the load"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.choose_button = QPushButton(self.tr("Choose another file"))
        self.smaller_button = QPushButton(self.tr("Load it smaller"))
        self.smaller_button.setProperty("role", "primary")
        self.without_graphics_button = QPushButton(self.tr("Load it without the graphics card"))
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Close this message"))
        self.why_button = QuietButton(theme, self.tr("Why?"), self, side=4)
        self.why_button.setToolTip(self.tr("What this means, and what can be done about it"))
        self.why_button.setAccessibleName(self.tr("Why is that so?"))
        self._topic = ""
        self.log = QPlainTextEdit()
        self.log.setProperty("role", "log")
        self.log.setReadOnly(True)
        self.log.setFont(mono(12))
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setMinimumHeight(_LEAST_LOG_HEIGHT)
        self.log.setMaximumHeight(_LOG_HEIGHT)
        self.log.setAccessibleName(self.tr("Last lines of the engine's log"))
        self.log_fold = Fold(theme, self.tr("Last lines of the engine's log"), self.log)
        self._lay_out()
        self.cancel_button.clicked.connect(lambda: self.cancel_requested.emit())
        self.smaller_button.clicked.connect(lambda: self.smaller_requested.emit())
        self.without_graphics_button.clicked.connect(lambda: self.without_graphics_requested.emit())
        self.choose_button.clicked.connect(lambda: self.choose_file_requested.emit())
        self.close_button.clicked.connect(self.hide)
        self.why_button.clicked.connect(lambda: self.why_requested.emit(self._topic))
        self.hide()

    def begin(self, target_path: str, draft_path: str | None = None) -> None:
        """Say what is being loaded, before the engine reports anything."""
        self._names = {
            "target": label_of_path(target_path).name,
            "draft": label_of_path(draft_path).name if draft_path else "",
        }
        self.cancel_button.setEnabled(True)
        self._show_progress("target", 0.0)

    def on_events(self, events: Sequence[EngineEvent]) -> None:
        """Follow the engine."""
        for event in events:
            match event:
                case LoadProgressed():
                    self._show_progress(event.role, event.fraction)
                case PairLoaded() | LoadCancelled() | ReplyStarted():
                    self.hide()
                case LoadFailed():
                    self._show_failure(event.notice, event.still_loaded)
                case EngineDied():
                    self._show_death(event.notice, event.log_tail)
                case _:
                    pass

    def offer_smaller(self, text: str) -> None:
        """Beside what went wrong: a way of loading it that takes less, in the words of a button."""
        if not self.explanation.isHidden():
            self.smaller_button.setText(text)
            self.smaller_button.show()

    def offer_without_graphics(self) -> None:
        """Beside an engine that died of the load: a way of loading it that leaves graphics drivers alone."""
        self.explanation.setText(
            self.tr("{reason} A graphics driver can be the cause.").format(reason=self.explanation.text())
        )
        self.without_graphics_button.show()

    def offer_draft(self, reason: str, text: str) -> None:
        """The target is loaded without its draft: why, and a way of loading both, in the words of a button."""
        self.title.setText(self.tr("There was no memory for the draft model"))
        self.explanation.setText(reason)
        self._arrange(topic=topic_of("draft_no_room"))
        self.smaller_button.setText(text)
        self.smaller_button.show()

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.addWidget(self.title, 1)
        heading.addWidget(self.why_button)
        heading.addWidget(self.close_button)
        buttons = FlowRow(self.cancel_button, self.smaller_button, self.without_graphics_button, self.choose_button)
        card = QFrame()
        card.setProperty("role", "card")
        around = QVBoxLayout(self)
        around.setContentsMargins(0, _AIR, 0, 0)
        around.addWidget(card)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(16, 12, 12, 14)
        layout.setSpacing(10)
        layout.addLayout(heading)
        layout.addWidget(self.explanation)
        layout.addWidget(self.progress)
        layout.addWidget(self.log_fold)
        layout.addLayout(buttons)

    def _show_progress(self, role: str, fraction: float) -> None:
        name = self._names.get(role, "")
        percent = int(fraction * 100)
        if name:
            self.title.setText(self.tr("Loading {name}… {percent} %").format(name=name, percent=percent))
        else:
            self.title.setText(self.tr("Loading… {percent} %").format(percent=percent))
        self.progress.setValue(int(fraction * 1000))
        self._arrange(loading=True)

    def _show_failure(self, notice: Notice, still_loaded: PairInfo | None) -> None:
        self.title.setText(self.tr("This model could not be loaded"))
        sentence = written(notice)
        if still_loaded is not None:
            stays = self.tr("{name} stays loaded.").format(name=still_loaded.target.name)
            sentence = f"{sentence} {stays}"
        self.explanation.setText(sentence)
        self._arrange(choose=True, topic=topic_of(notice.code))

    def _show_death(self, notice: Notice, log_tail: Sequence[str]) -> None:
        self.title.setText(self.tr("The engine stopped"))
        self.explanation.setText(written(notice))
        self.log.setPlainText("\n".join(log_tail))
        self._arrange(log=bool(log_tail), topic=topic_of(notice.code))

    def _arrange(self, *, loading: bool = False, choose: bool = False, log: bool = False, topic: str = "") -> None:
        self._topic = topic
        self.why_button.setVisible(bool(topic))
        self.progress.setVisible(loading)
        self.cancel_button.setVisible(loading)
        self.close_button.setVisible(not loading)
        self.explanation.setVisible(not loading)
        self.choose_button.setVisible(choose)
        self.smaller_button.hide()
        self.without_graphics_button.hide()
        self.log_fold.setVisible(log)
        self.setAccessibleDescription(self.title.text() if loading else self.explanation.text())
        self.show()
