"""What a loaded pair remembers from reply to reply so that drafting pays: costs, acceptance, text to look in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.draft_length.acceptance import Acceptance
from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.reply_length import ReplyLengths
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.drafters.shared_text import SharedText
from app.engine.types import FinishReason, SpeculationMode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.drafters import Drafter
    from app.engine.loaded_pair import LoadedPair
    from app.engine.types import SpeculationSettings
    from app.engine.verification import Rule


class Pacing:
    """The memory of one target with one draft, or with none.

    Args:
        pair: What is loaded.
        kept: What `to_json` gave in an earlier run with the same pair on the same machine.
        reproducible: Choices must not depend on a clock.
    """

    def __init__(self, pair: LoadedPair, kept: object = None, *, reproducible: bool = False) -> None:
        fields: Mapping[object, object] = kept if isinstance(kept, dict) else {}
        self._pair = pair
        self._reproducible = reproducible
        self.costs = CostModel.from_json(fields.get("costs"), pair.max_drafts)
        self.controller = Controller(
            self.costs, Acceptance.from_json(fields.get("acceptance")), reproducible=reproducible
        )
        self._lengths = ReplyLengths()
        self._shared = SharedText()
        self._lookup = self._make_lookup(self._shared)
        self._private_lookup = self._make_lookup(None)

    @property
    def is_calibrated(self) -> bool:
        """Whether the costs are known well enough to choose by."""
        return self._reproducible or self.costs.known

    def drafter(
        self,
        settings: SpeculationSettings,
        mode: SpeculationMode,
        rule: Rule,
        most_tokens: int | None,
        *,
        private: bool = False,
    ) -> Drafter | None:
        """The drafter of a reply. With fixed settings nothing is decided; otherwise the controller decides.

        Private replies have a lookup of their own, which keeps no more of the last one than the begin that both prompts
        have in common; what other replies share is neither read nor touched.
        """
        draft_model = None
        if mode in (SpeculationMode.AUTO, SpeculationMode.DRAFT) and self._pair.draft is not None:
            draft_model = DraftModel(self._pair.draft, rule, settings.draft_p_min, self._pair.is_end)
        wants_lookup = mode in (SpeculationMode.AUTO, SpeculationMode.LOOKUP)
        if not private:
            self._shared.enabled = settings.shared_lookup and not self._reproducible
        if mode is SpeculationMode.OFF:
            return None
        lookup = (self._private_lookup if private else self._lookup) if wants_lookup else None
        if settings.is_fixed:
            return draft_model if draft_model is not None else lookup
        return Auto(self.controller, self._lengths, most_tokens, draft_model, lookup, self._reproducible)

    def remember(
        self, prompt_length: int, history: Sequence[int], reason: FinishReason, *, private: bool = False
    ) -> None:
        """A reply has ended. Of a private one only its length is kept."""
        reply = history[prompt_length:]
        if reason is FinishReason.STOP:
            self._lengths.add(len(reply))
        if not private:
            self._shared.remember(reply)

    def forget_text(self) -> None:
        """Empty everything that holds what was said."""
        self._shared.forget()
        self._lookup = self._make_lookup(self._shared)
        self._private_lookup = self._make_lookup(None)

    def to_json(self) -> dict[str, object]:
        """What a later run may begin with; figures only, never text."""
        return {"costs": self.costs.to_json(), "acceptance": self.controller.acceptance.to_json()}

    def _make_lookup(self, shared: SharedText | None) -> Lookup:
        return Lookup(self._pair.vocabulary_size, self._pair.is_end, shared=shared)
