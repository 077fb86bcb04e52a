"""Offers to attach a long text that was pasted, instead of having it fill the field.

Nothing is forced, and what was chosen can be undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from widgets.parts.reply_words import whole

if TYPE_CHECKING:
    from app.viewmodels.attachments import Attachments
    from widgets.parts.choice_line import ChoiceLine
    from widgets.parts.message_field import MessageField


class PasteOffer(QObject):
    """Belongs to the composer.

    Args:
        field: Where texts are pasted.
        line: Where the offer stands.
    """

    def __init__(self, field: MessageField, line: ChoiceLine) -> None:
        super().__init__(field)
        self._field = field
        self._line = line
        self._attachments: Attachments | None = None
        self._range = QTextCursor()
        self._key = 0
        """Of the attachment that was made of the text."""
        field.long_text_pasted.connect(self._on_long_text_pasted)
        field.textChanged.connect(self._on_text_changed)

    def set_attachments(self, attachments: Attachments) -> None:
        """Attach to this list."""
        self._attachments = attachments
        attachments.changed.connect(self._on_attachments_changed)

    def _on_long_text_pasted(self, begin: int, end: int) -> None:
        if self._attachments is None:
            return
        cursor = self._field.textCursor()
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.setKeepPositionOnInsert(True)
        self._range, self._key = cursor, 0
        sentence = self.tr("You pasted a long text: {number} characters.").format(number=whole(end - begin))
        self._line.offer(
            sentence, [(self.tr("Attach it instead"), self._attach), (self.tr("Keep it here"), self._withdraw)]
        )

    def _attach(self) -> None:
        attachments, cursor = self._attachments, self._range
        if attachments is None or not cursor.hasSelection():
            self._withdraw()
            return
        begin, end = cursor.selectionStart(), cursor.selectionEnd()
        taken = cursor.selectedText().replace("\u2029", "\n")
        self._range = QTextCursor()  # so that what follows is no emptying of it
        key = attachments.add_text(taken, self._new_name(attachments))
        self._field.take_out(begin, end)
        self._field.setFocus()
        self._key = key

        def put_back() -> None:
            self._key = 0
            attachments.remove(key)
            self._field.put_in(begin, taken)
            self._field.setFocus()
            self._withdraw()

        self._line.offer(self.tr("The text is attached."), [(self.tr("Put it back into the message"), put_back)])

    def _new_name(self, attachments: Attachments) -> str:
        name, number = self.tr("Pasted text"), 2
        taken = {item.name for item in attachments.items}
        while name in taken:
            name = self.tr("Pasted text {number}").format(number=number)
            number += 1
        return name

    def _withdraw(self) -> None:
        self._range, self._key = QTextCursor(), 0
        self._line.withdraw()

    def _on_text_changed(self) -> None:
        """What was pasted is gone again: undone, deleted or sent."""
        if not self._range.isNull() and not self._range.hasSelection():
            self._withdraw()

    def _on_attachments_changed(self) -> None:
        if (
            self._key
            and self._attachments is not None
            and self._key not in {item.key for item in self._attachments.items}
        ):
            self._withdraw()
