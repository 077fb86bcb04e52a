"""How the conversation on screen is connected: writing, sending, stopping, replies, whether one can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.viewmodels.reply import Speedup
from widgets.window.link_question import ask_to_open

if TYPE_CHECKING:
    from app.composition.galley import Galley


class Chatting(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with its state and its widgets made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._connect_window()
        self._connect_chat()
        self._on_opened(galley.conversations.active)

    @Slot()
    def show_readiness(self) -> None:
        """Say whether something can be sent, and if not, what is waited for."""
        galley = self._galley
        busy = galley.chat.busy or galley.pair_choice.loading
        galley.composer.set_busy(busy)
        is_open = galley.protection.is_settled and not galley.chat.is_reading
        if not is_open:
            reason = QCoreApplication.translate("Galley", "Opening your conversations.")
        elif galley.pair_choice.loading:
            reason = QCoreApplication.translate("Galley", "Loading the model. You can write already.")
        else:
            reason = QCoreApplication.translate("Galley", "Choose a target model to begin.")
        galley.composer.set_ready(is_open and galley.pair_choice.pair is not None, reason)
        galley.telemetry.set_active(busy or (galley.has("serving") and galley.serving.is_busy))

    def _connect_window(self) -> None:
        galley = self._galley
        galley.composer.send_requested.connect(lambda text: galley.composing.send(text))
        galley.composer.stop_requested.connect(self._on_stop)
        galley.window.stop_requested.connect(self._on_stop)
        galley.window.new_conversation_requested.connect(self._on_new)
        galley.window.marks_requested.connect(galley.stack.toggle_marks)
        galley.window.keep_marks_requested.connect(galley.proof_panel.keep_marks.toggle)
        galley.window.step_through_requested.connect(galley.stack.step_through)
        galley.window.figures_requested.connect(galley.stack.show_figures)
        galley.sidebar.new_requested.connect(self._on_new)
        galley.sidebar.conversation_chosen.connect(galley.conversations.activate)
        galley.stack.regenerate_requested.connect(self._on_regenerate)
        galley.stack.quote_requested.connect(galley.composer.append_text)
        galley.stack.link_activated.connect(lambda link: ask_to_open(galley.window, link))
        galley.proof_panel.keep_marks_changed.connect(galley.stack.set_keep_marks)

    def _connect_chat(self) -> None:
        galley, chat = self._galley, self._galley.chat
        chat.conversation_opened.connect(self._on_opened)
        chat.busy_changed.connect(self.show_readiness)
        chat.reply_ended.connect(self._on_reply_ended)
        chat.message_refused.connect(lambda text: galley.composing.take_back(text))
        galley.protection.changed.connect(self.show_readiness)

    @Slot()
    def _on_new(self) -> None:
        """Begin one where it can be written at once; what was being looked for stays behind."""
        galley = self._galley
        galley.sidebar.clear_search()
        galley.conversations.begin()
        galley.composer.setFocus()

    @Slot(str)
    def _on_opened(self, key: str) -> None:
        galley = self._galley
        transcript = galley.chat.transcript_of(key)
        if galley.chat.is_reading:
            galley.stack.show_blank()
        else:
            galley.stack.show_conversation(key, transcript)
        galley.window.show_conversation(galley.chat.is_reading or bool(transcript.rows))
        galley.speculation.on_conversation_opened()
        self.show_readiness()

    @Slot(int)
    def _on_regenerate(self, request_id: int) -> None:
        if self._galley.pair_choice.pair is not None:  # the reply there is would be given away for none
            self._galley.chat.regenerate(request_id)

    @Slot()
    def _on_stop(self) -> None:
        if self._galley.pair_choice.loading:
            self._galley.engine.cancel()  # a load that brings the pair back for a reply goes on; the reply ends
        self._galley.chat.stop()

    @Slot(int)
    def _on_reply_ended(self, request_id: int) -> None:
        speedup = self._galley.speculation.estimated_speedup
        if speedup is not None:
            self._galley.chat.set_speedup(request_id, Speedup(speedup, estimated=True))
