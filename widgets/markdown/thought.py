"""What a model thought before it answered: one line that says how long, until somebody wants to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from widgets.look.figures import decimal
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from widgets.look.theme import Theme
    from widgets.markdown.block_column import BlockColumn
    from widgets.markdown.blocks import ThinkBlock

_WHOLE_SECONDS = 10


class Thought(QWidget):
    """Folded away; its blocks are built when it is unfolded. Thinking that broke off stays open.

    Args:
        theme: Whose colours it takes.
        block: The thinking.
        make_body: Builds the column of its blocks.
    """

    link_activated = Signal(str)
    selection_made = Signal(object)

    def __init__(
        self,
        theme: Theme,
        block: ThinkBlock,
        make_body: Callable[[QWidget], BlockColumn],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._block = block
        self._make_body = make_body
        self._body: BlockColumn | None = None
        self.toggle = QuietButton(theme, "", self)
        self.toggle.clicked.connect(self._on_toggled)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(6)
        self._column.addWidget(self.toggle, alignment=Qt.AlignmentFlag.AlignLeft)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._show_title()
        if not block.is_closed:
            self._on_toggled()

    @property
    def is_open(self) -> bool:
        """Whether the thinking is shown."""
        return self._body is not None and not self._body.isHidden()

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(40, 0)

    def _on_toggled(self) -> None:
        shown = not self.is_open
        if self._body is None:
            self._body = self._make_body(self)
            self._body.link_activated.connect(self.link_activated)
            self._body.selection_made.connect(self.selection_made)
            self._column.addWidget(self._body)
        self._body.setVisible(shown)
        self._show_title()
        self.updateGeometry()

    def _show_title(self) -> None:
        sign = "▾" if self.is_open else "▸"
        title = self._title()
        self.toggle.setText(f"{sign} {title}")
        self.toggle.setAccessibleName(self.tr("{title}, unfolded").format(title=title) if self.is_open else title)
        self.toggle.updateGeometry()

    def _title(self) -> str:
        words = self._block.num_words
        if not self._block.is_closed:
            return self.tr("Thinking, broken off · %Ln word(s)", "", words)
        if self._block.seconds is None:
            return self.tr("Thinking · %Ln word(s)", "", words)
        seconds = self._block.seconds
        written = decimal(seconds) if seconds < _WHOLE_SECONDS else QLocale().toString(round(seconds))
        text = self.tr("Thinking · %Ln word(s) in {seconds} s", "", words)
        return text.format(seconds=written)
