"""All marks in one line, as a reply shows them: what the chapter about the marks begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from widgets.tokens.proof_line import ProofLine, ProofWords

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class MarksLegend(QFrame):
    """A card with one line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.line = ProofLine(theme, self._words(), self.tr("A line of a reply with one mark of each kind"), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 10, 18, 8)
        layout.addWidget(self.line)

    def _words(self) -> ProofWords:
        """Words between bars stand one by one; the second time, lookup knows them."""
        twice = tuple(self.tr("read|and").split("|"))
        return ProofWords(
            said=self.tr("Every page is"),
            accepted=twice,
            struck=self.tr("sold,"),
            corrected=self.tr("marked,"),
            looked_up=twice,
            bonus=self.tr("marked"),
            ghosts=(self.tr("until it is right"),),
        )
