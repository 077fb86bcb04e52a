"""How much of the context the open conversation takes, and what is typed and attached beside it.

While a reply is written the engine's events say it; what was kept or changed since is counted by the model's tokenizer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.engine.events import EngineEvent, PairLoaded, TokensCounted
from app.engine.types import Message
from app.viewmodels.context_figures import ContextFigures

if TYPE_CHECKING:
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.reply_settings import SettingsOfReplies
    from app.viewmodels.transcript import Transcript

_TYPING_MILLISECONDS = 300
"""What is typed is counted when the fingers rest."""
_TELLING_MILLISECONDS = 100
"""A reply changes the figures with every round; nobody reads faster than this."""
_CONVERSATION, _TYPED, _PIECES = "conversation", "typed", "pieces:"


class Counts(Protocol):
    """What counting needs of the engine."""

    def count(self, count_id: str, messages: tuple[Message, ...] = (), pieces: tuple[str, ...] = ()) -> None:
        """Ask for a count."""
        ...

    def forget_count(self, count_id: str) -> None:
        """Ask no longer."""
        ...


class Talk(Protocol):
    """What counting needs of the chat, always about the open conversation."""

    @property
    def transcript(self) -> Transcript:
        """Its turns."""
        ...

    @property
    def used_tokens(self) -> int:
        """Tokens that the engine's events told; 0 where they told none."""
        ...

    @property
    def is_reading(self) -> bool:
        """Whether its turns are still on their way."""
        ...


class ContextCount(QObject):
    """The figures of the open conversation.

    Args:
        engine: Counts.
        chat: Has the conversation.
        conversations: Says which one is open.
        settings: Has its system prompt.
    """

    changed = Signal()
    """`figures` and `room_left` may be others; told at once, and then at most ten times a second."""
    pieces_counted = Signal(str, object)
    """The id of `count_pieces`, and the tokens of each piece as a tuple; empty where they could not be counted."""

    def __init__(
        self,
        engine: Counts,
        chat: Talk,
        conversations: ConversationList,
        settings: SettingsOfReplies,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._chat = chat
        self._conversations = conversations
        self._settings = settings
        self._total = 0
        self._leaves_out = False
        self._counted: dict[str, int] = {}
        """What conversations took when they were counted last, by key."""
        self._question: tuple[str, tuple[Message, ...]] | None = None
        """The conversation that is being counted: its key and what was sent of it."""
        self._text = ""
        self._typed = 0
        self._pieces: set[str] = set()
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_MILLISECONDS)
        self._pause.timeout.connect(self._count_typed)
        self._is_due = False
        self._breath = QTimer(self, singleShot=True, interval=_TELLING_MILLISECONDS)
        self._breath.timeout.connect(self._on_breath)

    @property
    def total(self) -> int:
        """Tokens that the context holds; 0 without a model."""
        return self._total

    @property
    def used(self) -> int | None:
        """Tokens that the conversation takes; None where nobody has counted them yet."""
        if not self._has_prompt:
            return 0
        told = self._chat.used_tokens
        if told:
            # The token that filled the context up was said, but there was no room to read it.
            return min(told, self._total) if self._total else told
        return self._counted.get(self._conversations.active)

    @property
    def figures(self) -> ContextFigures:
        """All of them."""
        used, leaves_out = self.used, self._leaves_out
        last = self._chat.transcript.last_reply
        if last is None or last.prefill is None or used != self._chat.used_tokens:
            return ContextFigures(used, self._total, self._typed, leaves_out=leaves_out)
        prompt = last.prefill.total
        return ContextFigures(used, self._total, self._typed, prompt, max(0, (used or 0) - prompt), leaves_out)

    @property
    def room_left(self) -> int | None:
        """Tokens that fit beside the conversation and what is being written; None where nobody knows."""
        figures = self.figures
        return None if figures.used is None or not figures.total else figures.left

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        """Ask how many tokens each piece has; `pieces_counted` answers when the engine has the time, or never.

        Asked again with the same id before that, only the newer question is answered.
        """
        self._pieces.add(count_id)
        self._engine.count(_PIECES + count_id, (), pieces)

    def set_typed(self, text: str) -> None:
        """Take what is in the message field."""
        if text == self._text:
            return
        self._text = text
        if text:
            self._pause.start()
        else:
            self._pause.stop()
            self._engine.forget_count(_TYPED)
            self._set_typed_tokens(0)

    def set_total(self, tokens: int) -> None:
        """Another model, or none, is loaded: whatever was counted was counted by another tokenizer."""
        self._total = tokens
        self._counted.clear()
        if self._text:
            self._pause.start()
        self.refresh()

    def set_leaves_out(self, leaves_out: bool) -> None:
        """Take what happens when a conversation no longer fits."""
        self._leaves_out = leaves_out
        self._tell()

    @Slot()
    def refresh(self) -> None:
        """Count the open conversation where no event has told what it takes."""
        self._tell()
        if not self._total or self._chat.is_reading or self._chat.used_tokens or not self._has_prompt:
            return
        prompt, transcript = self._system_prompt, self._chat.transcript
        system = (Message("system", prompt),) if prompt else ()
        messages = (*system, *(transcript.messages() if transcript.rows else ()))
        if self._question != (self._conversations.active, messages):
            self._question = self._conversations.active, messages
            self._engine.count(_CONVERSATION, messages)

    @Slot()
    def forget(self) -> None:
        """Let go of all text, and of every question."""
        self._pause.stop()
        self._breath.stop()
        self._is_due = False
        for count_id in (_CONVERSATION, _TYPED, *(_PIECES + each for each in self._pieces)):
            self._engine.forget_count(count_id)
        self._pieces.clear()
        self._counted.clear()
        self._question, self._text = None, ""
        self._typed = 0

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Take in what was counted; to be called after the chat has taken in the same events."""
        for event in events:
            if isinstance(event, TokensCounted):
                self._take(event)
            elif isinstance(event, PairLoaded):
                self.refresh()  # the chat has forgotten by now what the model before told

    @property
    def _has_prompt(self) -> bool:
        """Whether there is anything to count."""
        return bool(self._chat.transcript.rows) or bool(self._system_prompt)

    @property
    def _system_prompt(self) -> str:
        prompt = self._settings.reply_settings(self._conversations.active).system_prompt
        return prompt if prompt.strip() else ""

    def _take(self, event: TokensCounted) -> None:
        if event.count_id == _CONVERSATION:
            question, self._question = self._question, None
            if event.prompt_tokens is not None and question is not None:
                self._counted[question[0]] = event.prompt_tokens
                self._tell()
        elif event.count_id == _TYPED:
            self._set_typed_tokens(sum(event.piece_tokens))
        elif event.count_id.startswith(_PIECES):
            count_id = event.count_id.removeprefix(_PIECES)
            self._pieces.discard(count_id)
            self.pieces_counted.emit(count_id, event.piece_tokens)

    def _set_typed_tokens(self, tokens: int) -> None:
        if tokens != self._typed:
            self._typed = tokens
            self._tell()

    def _tell(self) -> None:
        if self._breath.isActive():
            self._is_due = True
            return
        self._breath.start()
        self.changed.emit()

    @Slot()
    def _on_breath(self) -> None:
        if self._is_due:
            self._is_due = False
            self._tell()

    @Slot()
    def _count_typed(self) -> None:
        if self._total:
            self._engine.count(_TYPED, (), (self._text,))
