"""The head of the privacy page: one sentence that says whether all is as it should be, and what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from app.privacy.key_state import KeyHolder
from app.viewmodels.notices import written
from widgets.parts.edged_card import paint_edged_card
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from app.errors import Notice
    from app.privacy.key_state import KeyState
    from widgets.look.theme import Theme


class PrivacySummary(QFrame):
    """A card with a coloured edge, like the badge of the proof panel."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._concerned = False
        self.headline = QLabel()
        self.headline.setProperty("role", "headline")
        self.headline.setWordWrap(True)
        self.detail = sentence_label()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 16, 14)
        layout.setSpacing(3)
        layout.addWidget(self.headline)
        layout.addWidget(self.detail)
        self.hide()
        theme.changed.connect(self.update)

    def show_state(self, key: KeyState, concerns: Sequence[Notice]) -> None:
        """Say what is true now."""
        self._concerned = bool(concerns)
        if concerns:
            self.headline.setText(self._count(len(concerns)))
            self.detail.setText("\n".join(written(each) for each in concerns))
        else:
            self.headline.setText(self._all_well(key))
            self.detail.setText(
                self.tr("Only you can read Galley's files, and none of its sockets could reach another machine.")
            )
        self.setAccessibleName(self.headline.text())
        self.setAccessibleDescription(self.detail.text())
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint card and edge."""
        palette = self._theme.palette
        paint_edged_card(self, palette, palette.rejected if self._concerned else palette.accepted)

    def _count(self, number: int) -> str:
        if number == 1:
            return self.tr("One thing to look at")
        return self.tr("{number} things to look at").format(number=number)

    def _all_well(self, key: KeyState) -> str:
        if key.holder is KeyHolder.NOBODY:
            return self.tr("Nothing is kept, and nothing leaves this machine")
        if key.is_locked:
            return self.tr("Locked, and nothing leaves this machine")
        return self.tr("Encrypted, and nothing leaves this machine")
