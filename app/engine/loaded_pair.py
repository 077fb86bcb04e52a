"""What a session needs of the loaded models; `app.engine.llama.pair` implements it, and so could another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.contexts import Chain, ModelContext
    from app.engine.grammar.constraint import Constraint
    from app.engine.grammar.grammars import Grammars
    from app.engine.types import Message, SamplingSettings
    from app.errors import Notice


class LoadedPair(Protocol):
    """What a session needs of the models."""

    @property
    def target(self) -> ModelContext:
        """The target's cache."""
        ...

    @property
    def draft(self) -> ModelContext | None:
        """The draft model's cache, if there is one."""
        ...

    @property
    def draft_notice(self) -> Notice | None:
        """Why there is no draft model although one was asked for."""
        ...

    @property
    def can_rewind(self) -> bool:
        """Whether the target's cache can forget drafts."""
        ...

    @property
    def max_drafts(self) -> int:
        """Most drafts that one target pass can check."""
        ...

    @property
    def vocabulary_size(self) -> int:
        """Token ids of the target run from 0 to this."""
        ...

    def tokenize(self, text: str, *, raw: bool, begun: str = "") -> list[int]:
        """Token ids of a rendered prompt with what a reply says already behind it, or of a raw one."""
        ...

    def characters(self, text: str) -> list[int]:
        """Token ids of a text by itself, in which the name of a control token is nothing but characters."""
        ...

    def render(self, messages: Sequence[Message]) -> str:
        """Messages through the chat template."""
        ...

    @property
    def template_stops(self) -> tuple[str, ...]:
        """Stop strings that the chat template needs beside the user's."""
        ...

    def piece(self, token_id: int) -> bytes:
        """Bytes of a token."""
        ...

    def label(self, token_id: int) -> str:
        """A single token for display."""
        ...

    def is_end(self, token_id: int) -> bool:
        """Whether a token ends generation."""
        ...

    @property
    def grammars(self) -> Grammars:
        """Makes grammars ready for the target's vocabulary."""
        ...

    def make_chain(
        self, sampling: SamplingSettings, history: Sequence[int], constraint: Constraint | None = None
    ) -> Chain:
        """A sampler chain that has accepted the history; `constraint` is where the reply's grammar stands behind it."""
        ...
