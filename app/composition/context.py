"""How the context is connected: what is counted, the gauge that shows it, and what happens when it is full."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.attachments.wrapping import composed
from app.viewmodels.reply import Reply
from app.viewmodels.transcript import UserTurn
from widgets.transcript.message_wishes import MessageRequest, Wish

if TYPE_CHECKING:
    from app.composition.galley import Galley


class Context(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._count = galley.context_count
        self._connect_count()
        self._connect_full()
        self._show_policy()
        self._on_pair_changed()

    def _connect_count(self) -> None:
        galley, count = self._galley, self._count
        galley.engine.events_arrived.connect(count.on_events)
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.chat.context_changed.connect(count.refresh)
        galley.chat.conversation_opened.connect(count.refresh)
        galley.own_settings.changed.connect(self._on_settings_changed)
        galley.composer.field.textChanged.connect(lambda: count.set_typed(galley.composer.text))
        galley.protection.closing.connect(count.forget)
        galley.erasure.erased.connect(count.refresh)
        count.changed.connect(self._show)
        galley.composing.attachments.changed.connect(self._show)
        galley.chat.reply_ended.connect(lambda _request_id: self._show())

    def _connect_full(self) -> None:
        galley = self._galley
        galley.load_menu.leave_out_chosen.connect(self._set_leaves_out)
        galley.preferences.changed.connect(lambda section: self._show_policy() if section == "context" else None)
        galley.stack.wished.connect(self._on_wished)

    def _on_pair_changed(self) -> None:
        pair = self._galley.pair_choice.pair
        self._count.set_total(0 if pair is None else pair.target.context_tokens)

    @Slot(str)
    def _on_settings_changed(self, key: str) -> None:
        if key == self._galley.conversations.active:
            self._count.refresh()

    def _show(self) -> None:
        """Show what the conversation takes, and the message that is being written with its files."""
        files = self._galley.composing.attachments.items
        attached = sum(item.tokens for item in files if item.is_read)
        self._galley.composer.gauge.show_figures(replace(self._count.figures, attached=attached))

    def _show_policy(self) -> None:
        leaves_out = self._galley.preferences.leaves_out_oldest
        self._galley.load_menu.show_leaves_out(leaves_out)
        self._count.set_leaves_out(leaves_out)

    @Slot(bool)
    def _set_leaves_out(self, leaves_out: bool) -> None:
        self._galley.preferences.set_leaves_out_oldest(leaves_out)

    def _on_wished(self, request: MessageRequest) -> None:
        """Ask a refused question again, with less before it: it need not stand in the message field any longer."""
        galley = self._galley
        reply = galley.chat.transcript.turn_of(request.message_id)
        if request.wish is not Wish.LEAVE_OUT_OLDEST or not isinstance(reply, Reply):
            return
        self._set_leaves_out(True)
        if galley.pair_choice.pair is None:
            return
        parent_id = galley.chat.transcript.tree.parent_of(request.message_id)
        question = None if parent_id is None else galley.chat.transcript.turn_of(parent_id)
        if isinstance(question, UserTurn):
            self._take_from_field(question.text)
        galley.chat.regenerate(reply.request_id)

    def _take_from_field(self, question: str) -> None:
        """Empty the message field where it holds what is asked anyway, with its files."""
        composer, attachments = self._galley.composer, self._galley.composing.attachments
        if not question.startswith(composer.text):
            return
        files = attachments.take()
        if composed(composer.text, files)[0] == question:
            composer.clear_text()
        else:
            attachments.put_back(files)
