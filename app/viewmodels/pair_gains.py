"""What a loaded pair gains, reply by reply: so that drafts stand in the order in which they proved themselves."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    PairLoaded,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import Proposer
from app.viewmodels.gain import Gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, Round

MIN_TOKENS = 48
"""Shorter replies say little."""
_MAX_PLAIN = 64


class PairGains(QObject):
    """Folds the engine's events. A reply in which lookup proposed says nothing about the draft, and is left out."""

    measured = Signal(str, str, float)
    """Paths of target and draft, and how many times as fast as the target alone a reply was."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pair: PairInfo | None = None
        self._plain_costs: deque[float] = deque(maxlen=_MAX_PLAIN)
        self._begin()

    def on_events(self, events: Sequence[EngineEvent]) -> None:
        """Take in a batch."""
        for event in events:
            match event:
                case RoundDecoded():
                    self._add(event.round)
                case ReplyStarted():
                    self._begin()
                case ReplyFinished():
                    self._tell()
                case PairLoaded():
                    self._take(event.pair)
                case LoadFailed() | LoadCancelled():
                    self._take(event.still_loaded)
                case EngineDied():
                    self._take(None)
                case _:
                    pass

    def _take(self, pair: PairInfo | None) -> None:
        self._pair = pair
        self._plain_costs.clear()
        self._begin()

    def _begin(self) -> None:
        self._gain = Gain(self._plain_costs)
        self._num_tokens = 0
        self._is_drafts_own = True

    def _add(self, decoded: Round) -> None:
        if not decoded.num_drafted:
            self._plain_costs.append(decoded.seconds - decoded.draft_seconds)
        elif decoded.proposer is not Proposer.DRAFT:
            self._is_drafts_own = False
        self._gain.add(decoded)
        self._num_tokens += len(decoded.emitted)

    def _tell(self) -> None:
        pair, factor = self._pair, self._gain.factor
        if pair is None or pair.draft is None or factor is None:
            return
        if self._is_drafts_own and self._num_tokens >= MIN_TOKENS:
            self.measured.emit(pair.target.path, pair.draft.path, factor)
