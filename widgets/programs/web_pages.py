"""Which web pages may use the API: none, until their origins are given by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from widgets.look.theme import mono
from widgets.parts.page_parts import LineLabel, Section, row, sentence_label
from widgets.parts.quiet_button import QuietButton
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.look.theme import Theme

_FIELD_WIDTH = 260


class ProgramsPages(Section):
    """Asks for an origin to be let in or not; `show_error` says why one cannot be."""

    allow_requested = Signal(str)
    refuse_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("Web pages"))
        self._theme = theme
        self._shown: tuple[str, ...] | None = None
        self.words = sentence_label()
        self.field = QLineEdit()
        self.field.setPlaceholderText("https://notes.example")
        self.field.setAccessibleName(self.tr("Origin of a web page"))
        self.field.setMinimumWidth(_FIELD_WIDTH)
        self.allow_button = QPushButton(self.tr("Let it in"))
        self.allow_button.setEnabled(False)
        self.error = sentence_label(role="")
        self.error.hide()
        self.rows: dict[str, QuietButton] = {}
        """The button that removes it, by origin."""
        self._list = QWidget()
        self._lines = QVBoxLayout(self._list)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(4)
        line = row(self.field, self.allow_button)
        line.setStretch(0, 1)
        self.add(self.words, self._list, line, self.error)
        self.field.textChanged.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_allow)
        self.allow_button.clicked.connect(self._on_allow)
        self.show_origins(())

    def show_origins(self, origins: Sequence[str]) -> None:
        """List who is let in."""
        if tuple(origins) == self._shown:
            return
        was_here = self._list.isAncestorOf(focus) if (focus := self.focusWidget()) is not None else False
        if self._shown is not None and len(origins) > len(self._shown):
            self.field.clear()
        self._shown = tuple(origins)
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = {origin: self._add(origin) for origin in origins}
        chain_behind(self.words, list(self.rows.values()))
        self._list.setVisible(bool(origins))
        if origins:
            self.words.setText(self.tr("Pages of these origins may ask, if they have the key. No other page can."))
        else:
            self.words.setText(
                self.tr("No web page can ask, whatever it knows. Name the origin of one that shall be able to.")
            )
        if was_here:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, sentence: str) -> None:
        """Say why what was typed cannot be let in; empty says nothing."""
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def _add(self, origin: str) -> QuietButton:
        line = QWidget()
        button = QuietButton(self._theme, self.tr("Remove"), side=4)
        button.setAccessibleName(self.tr("Let {origin} in no longer").format(origin=origin))
        button.clicked.connect(lambda: self.refuse_requested.emit(origin))
        layout = row(LineLabel(self._theme, origin, mono(12.5), Qt.TextElideMode.ElideMiddle), button)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setStretch(0, 1)
        line.setLayout(layout)
        self._lines.addWidget(line)
        return button

    def _on_typed(self, text: str) -> None:
        self.allow_button.setEnabled(bool(text.strip()))
        self.show_error("")

    def _on_allow(self) -> None:
        if self.field.text().strip():
            self.allow_requested.emit(self.field.text())
