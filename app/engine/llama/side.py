"""One side of a race: the models of a loaded pair over caches of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.pacing import Pacing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.grammar.constraint import Constraint
    from app.engine.grammar.grammars import Grammars
    from app.engine.llama.chain import SamplerChain
    from app.engine.llama.context import Context
    from app.engine.llama.loading import Loaded
    from app.engine.llama.pair import Pair
    from app.engine.types import LoadSettings, Message, PairInfo, SamplingSettings
    from app.errors import Notice


class Side:
    """Implements `app.engine.loaded_pair.LoadedPair` and `app.engine.race.Contender`: own caches, lent models."""

    def __init__(
        self, pair: Pair, target: Loaded, draft: Loaded | None, draft_notice: Notice | None, settings: LoadSettings
    ) -> None:
        self.settings = settings
        self._lender = pair
        self._target = target
        self._draft = draft
        self._draft_notice = draft_notice
        self._costs: object = None

    @property
    def pair(self) -> Side:
        """The models over this side's caches."""
        return self

    def info(self) -> PairInfo:
        """What this side takes, weights included whoever else uses them."""
        return replace(
            self._lender.info(),
            target=self._target.info(),
            draft=None if self._draft is None else self._draft.info(),
            draft_notice=self._draft_notice,
        )

    def learn(self, costs: object) -> None:
        """Set what is known of the costs."""
        self._costs = costs

    def new_pacing(self) -> Pacing:
        """What is known before a run: nothing of the runs before."""
        return Pacing(self, self._costs, reproducible=self.settings.reproducible)

    @property
    def target(self) -> Context:
        """The target's cache."""
        return self._target.context

    @property
    def draft(self) -> Context | None:
        """The draft model's cache, if there is one."""
        return None if self._draft is None else self._draft.context

    @property
    def draft_notice(self) -> Notice | None:
        """Why there is no draft model although one was asked for."""
        return self._draft_notice

    @property
    def can_rewind(self) -> bool:
        """Whether the target's cache can forget drafts."""
        return self._target.rewinds

    @property
    def max_drafts(self) -> int:
        """Most drafts that one target pass can check."""
        return self._target.context.max_rows - 1

    @property
    def vocabulary_size(self) -> int:
        """Token ids of the target run from 0 to this."""
        return self._lender.vocabulary_size

    def tokenize(self, text: str, *, raw: bool, begun: str = "") -> list[int]:
        """Token ids of a prompt."""
        return self._lender.tokenize(text, raw=raw, begun=begun)

    def characters(self, text: str) -> list[int]:
        """Token ids of a text by itself."""
        return self._lender.characters(text)

    def render(self, messages: Sequence[Message]) -> str:
        """Messages through the chat template."""
        return self._lender.render(messages)

    @property
    def template_stops(self) -> tuple[str, ...]:
        """Stop strings that the chat template needs."""
        return self._lender.template_stops

    def piece(self, token_id: int) -> bytes:
        """Bytes of a token."""
        return self._lender.piece(token_id)

    def label(self, token_id: int) -> str:
        """A single token for display."""
        return self._lender.label(token_id)

    def is_end(self, token_id: int) -> bool:
        """Whether a token ends generation."""
        return self._lender.is_end(token_id)

    @property
    def grammars(self) -> Grammars:
        """Makes grammars ready for the target's vocabulary."""
        return self._lender.grammars

    def make_chain(
        self, sampling: SamplingSettings, history: Sequence[int], constraint: Constraint | None = None
    ) -> SamplerChain:
        """A sampler chain that has accepted the history."""
        return self._lender.make_chain(sampling, history, constraint)
