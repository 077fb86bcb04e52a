"""How messages are connected to what can be done with them: versions, editing, going on, deleting, taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QRect, QTimer
from PySide6.QtGui import QAction, QKeySequence

from app.viewmodels.branch_outline import outline_of
from app.viewmodels.message_erasure import MessageErasure
from widgets.markdown.document import answer_of
from widgets.transcript.branch_tree import BranchTree
from widgets.transcript.message_menu import EDIT_KEYS, TREE_KEYS
from widgets.transcript.message_wishes import MessageRequest, Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.viewmodels.transcript import AttachedSpan

_ASKING = frozenset({Wish.SAY_INSTEAD, Wish.ANSWER, Wish.REWRITE_SAME_SEED, Wish.GO_ON})
"""What a model is needed for."""


class Branches(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._tree: BranchTree | None = None
        self.erasure = MessageErasure(galley.conversations, galley.chat, self)
        galley.stack.wished.connect(self._on_wished)
        galley.chat.message_withdrawn.connect(self._on_withdrawn)
        self._add_action(EDIT_KEYS, galley.stack.edit)
        self._add_action(TREE_KEYS, self.show_tree)
        self._connect_deleting()

    def stop(self) -> None:
        """Erase what was deleted last."""
        self.erasure.finish()

    def show_tree(self) -> None:
        """Show all versions of the open conversation."""
        galley = self._galley
        rows = outline_of(galley.chat.transcript, answer_of)
        if not rows:
            return
        self._close_tree()
        self._tree = BranchTree(galley.theme, rows, galley.window)
        self._tree.destroyed.connect(self._on_tree_gone)
        self._tree.chosen.connect(self._on_chosen)
        stack = galley.stack
        self._tree.open_over(QRect(stack.mapToGlobal(stack.rect().topLeft()), stack.size()))

    def _connect_deleting(self) -> None:
        galley, erasure, bar = self._galley, self.erasure, self._galley.message_undo_bar
        erasure.offered.connect(bar.offer_message)
        erasure.settled.connect(bar.withdraw)
        erasure.offered.connect(self._show_whether_empty)
        erasure.settled.connect(self._show_whether_empty)
        erasure.erased.connect(galley.engine.forget_text)
        bar.undo_requested.connect(erasure.undo)
        bar.finish_requested.connect(erasure.finish)
        galley.protection.closing.connect(self._on_closing)

    def _add_action(self, keys: str, react: Callable[[], object]) -> None:
        """Listen to a key in the whole window, while the conversation is what it shows."""
        window = self._galley.window
        action = QAction(window)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda: react() if window.page is None else None)
        window.addAction(action)

    def _on_wished(self, request: MessageRequest) -> None:
        galley, chat = self._galley, self._galley.chat
        if request.wish in _ASKING and galley.pair_choice.pair is None:
            galley.notices.show_sentence(self._why_nothing_can_be_asked())
            return
        match request.wish:
            case Wish.SAY_INSTEAD:
                self._say_instead(request.message_id, request.text, request.attached)
            case Wish.ANSWER:
                chat.answer(request.message_id)
            case Wish.REWRITE_SAME_SEED:
                chat.rewrite(request.message_id, same_seed=True)
            case Wish.GO_ON:
                chat.go_on(request.message_id)
            case Wish.WITHDRAW:
                chat.withdraw(request.message_id)
                self._show_whether_empty()
            case Wish.OTHER_VERSION:
                chat.show_version(request.message_id, request.step)
            case Wish.SHOW_TREE:
                self.show_tree()
            case Wish.DELETE:
                self.erasure.delete(request.message_id)

    def _say_instead(self, message_id: str, text: str, attached: tuple[AttachedSpan, ...]) -> None:
        self._galley.chat.edit(message_id, text, attached)
        self._galley.composer.setFocus()

    def _why_nothing_can_be_asked(self) -> str:
        if self._galley.pair_choice.loading:
            return QCoreApplication.translate("Galley", "The model is still being loaded. Try again in a moment.")
        return QCoreApplication.translate("Galley", "Choose a target model first.")

    def _on_withdrawn(self, text: str, attached: object) -> None:
        """Put a message back where it was written, above what has been begun there since."""
        composer, composing = self._galley.composer, self._galley.composing
        typed = composer.text
        if typed.strip() or not composing.attachments.is_empty:
            composer.set_text(f"{text}\n\n{typed}")
        else:
            composing.take_back(text)

    def _on_chosen(self, message_id: str) -> None:
        """Go to a turn, once its branch is laid out."""
        if self._galley.chat.show_message(message_id):
            QTimer.singleShot(0, self, lambda: self._galley.stack.show_message(message_id))

    def _show_whether_empty(self) -> None:
        self._galley.window.show_conversation(bool(self._galley.chat.transcript.rows))

    def _on_closing(self) -> None:
        """Nothing of what was said may stay in sight or in memory."""
        self._close_tree()
        self.erasure.finish()

    def _close_tree(self) -> None:
        if self._tree is not None:
            self._tree.close()

    def _on_tree_gone(self) -> None:
        self._tree = None
