"""Wavy lines under words that are spelled wrong, and what may have been meant in the context menu.

Only what is in sight is looked at, a moment after the last key, and never the word that is being typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock
    from PySide6.QtWidgets import QMenu

    from app.spelling.speller import Speller
    from app.spelling.words import Word
    from widgets.look.theme import Theme
    from widgets.parts.message_field import MessageField

PAUSE_MILLISECONDS = 250
_MOST_CHARACTERS = 100_000
"""A longer text is nothing that somebody types."""
_MOST_SUGGESTIONS = 6


class SpellingMarks(QObject):
    """Belongs to a message field; does nothing until it is given a speller."""

    switched = Signal(bool)
    """The user wants spelling checked, or not."""

    def __init__(self, theme: Theme, field: MessageField) -> None:
        super().__init__(field)
        self._theme = theme
        self._field = field
        self._speller: Speller | None = None
        self._is_on = True
        self._is_offered = False
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._timer.timeout.connect(self._mark)
        for changed in (
            field.textChanged,
            field.cursorPositionChanged,
            field.verticalScrollBar().valueChanged,
            theme.changed,
        ):
            changed.connect(self._on_changed)
        field.menu_asked.connect(self._on_menu_asked)

    @property
    def marked(self) -> list[str]:
        """The words that are marked now."""
        return [selection.cursor.selectedText() for selection in self._field.extraSelections()]

    @property
    def has_speller(self) -> bool:
        """Whether it was given one."""
        return self._speller is not None

    def set_speller(self, speller: Speller) -> None:
        """Check with this one from now on."""
        self._speller, self._is_offered = speller, True
        self._on_changed()

    def offer(self) -> None:
        """Let it be switched on in the context menu: this system can check."""
        self._is_offered = True

    @property
    def is_on(self) -> bool:
        """Whether it checks, where it can."""
        return self._is_on

    def set_on(self, is_on: bool) -> None:
        """Whether to check."""
        self._is_on = is_on
        self._on_changed()

    def _on_changed(self) -> None:
        if self._speller is not None and self._is_on:
            self._timer.start()
        else:
            self._timer.stop()
            self._field.setExtraSelections([])

    def _mark(self) -> None:
        document = self._field.document()
        if self._speller is None or document.characterCount() > _MOST_CHARACTERS:
            self._field.setExtraSelections([])
            return
        lines = self._field.text.split("\n")
        wrong = self._speller.wrong(lines, self._in_sight())
        selections = []
        for number, words in wrong.items():
            block = document.findBlockByNumber(number)
            selections += [
                self._selection(block, lines[number], word) for word in words if not self._types(block, word)
            ]
        self._field.setExtraSelections(selections)

    def _in_sight(self) -> range:
        view = self._field.viewport().rect()
        first = self._field.cursorForPosition(QPoint(0, 0)).blockNumber()
        last = self._field.cursorForPosition(QPoint(view.right(), view.bottom())).blockNumber()
        return range(first, last + 1)

    def _types(self, block: QTextBlock, word: Word) -> bool:
        """Whether the word is being typed: the caret stands at its end."""
        cursor = self._field.textCursor()
        at = cursor.position() - block.position()
        return self._field.hasFocus() and at == _units(block.text()[: word.end])

    def _selection(self, block: QTextBlock, line: str, word: Word) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + _units(line[: word.begin]))
        cursor.setPosition(block.position() + _units(line[: word.end]), QTextCursor.MoveMode.KeepAnchor)
        face = QTextCharFormat()
        face.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        face.setUnderlineColor(QColor(self._theme.palette.rejected))
        selection.cursor, selection.format = cursor, face
        return selection

    def _on_menu_asked(self, menu: QMenu, place: QTextCursor) -> None:
        if not self._is_offered:
            return
        first = menu.actions()[0]
        for selection in self._field.extraSelections() if self._speller is not None else ():
            cursor = QTextCursor(selection.cursor)  # the selection's own goes with it
            is_there = cursor.hasSelection()  # a word that was deleted a moment ago leaves an empty one
            if is_there and cursor.selectionStart() <= place.position() <= cursor.selectionEnd():
                for action in self._suggestions(menu, cursor):
                    menu.insertAction(first, action)
                menu.insertSeparator(first)
                break
        menu.addSeparator()
        switch = menu.addAction(self.tr("Check spelling"))
        switch.setCheckable(True)
        switch.setChecked(self._is_on)
        switch.triggered.connect(self.switched)

    def _suggestions(self, menu: QMenu, cursor: QTextCursor) -> list[QAction]:
        speller, word = self._speller, cursor.selectedText()
        actions: list[QAction] = []
        if speller is None:
            return actions
        for suggestion in speller.suggest(word, _MOST_SUGGESTIONS):
            action = QAction(suggestion, menu)
            face = QFont(action.font())
            face.setWeight(QFont.Weight.DemiBold)
            action.setFont(face)
            action.triggered.connect(lambda _=False, text=suggestion: cursor.insertText(text))
            actions.append(action)
        if not actions:
            none = QAction(self.tr("No suggestions"), menu)
            none.setEnabled(False)
            actions.append(none)
        accept = QAction(self.tr("Accept “{word}” until Galley is closed").format(word=word), menu)

        def on_accepted() -> None:
            speller.accept(word)
            self._on_changed()

        accept.triggered.connect(on_accepted)
        return [*actions, accept]


def _units(text: str) -> int:
    """Length as a text document counts it, in which an emoji is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
