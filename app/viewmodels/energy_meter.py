"""Measures what each reply costs in energy: asks for a look at the machine at its beginning and at its end.

A look that comes late measures something else than the reply, so it is not used.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.hardware.energy import energy_between

if TYPE_CHECKING:
    from app.hardware.sampler import MachineSample

LATE_SECONDS = 0.5


@dataclass(slots=True)
class _Reply:
    """A reply whose energy is being measured; times on the monotonic clock."""

    began: float
    ended: float | None = None
    before: MachineSample | None = None


class EnergyMeter(QObject):
    """Connect `look_requested` to whoever looks, and what was seen to `on_sample`.

    Args:
        late_seconds: A look that is later than this after what it is for is not used.
        parent: The Qt parent.
    """

    look_requested = Signal()
    """Look at the machine now."""
    measured = Signal(int, object)
    """A request and its `ReplyEnergy`; not emitted where there is no counter."""

    def __init__(self, late_seconds: float = LATE_SECONDS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._late_seconds = late_seconds
        self._replies: dict[int, _Reply] = {}

    @property
    def running(self) -> tuple[int, ...]:
        """The requests whose begin has been looked at, and which have not ended."""
        return tuple(key for key, reply in self._replies.items() if reply.before is not None and reply.ended is None)

    def start(self, request_id: int) -> None:
        """A reply begins."""
        self._replies[request_id] = _Reply(time.monotonic())
        self.look_requested.emit()

    def end(self, request_id: int) -> None:
        """A reply has ended; `measured` follows where that can be told. Others are not measured at all."""
        reply = self._replies.get(request_id)
        if reply is None or reply.ended is not None:
            return
        if reply.before is None:  # it was over before it could be looked at
            del self._replies[request_id]
            return
        reply.ended = time.monotonic()
        self.look_requested.emit()

    def give_up(self) -> None:
        """Nothing that runs will be ended: the engine is gone."""
        self._replies = {key: reply for key, reply in self._replies.items() if reply.ended is not None}

    @Slot(object)
    def on_sample(self, sample: MachineSample) -> None:
        """Take a look at the machine."""
        for request_id, reply in list(self._replies.items()):
            moment = reply.began if reply.before is None else reply.ended
            if moment is None or sample.seconds < moment:
                continue
            if sample.seconds - moment > self._late_seconds:
                del self._replies[request_id]
            elif reply.before is None:
                reply.before = sample
            else:
                del self._replies[request_id]
                energy = energy_between(reply.before, sample)
                if energy.is_known:
                    self.measured.emit(request_id, energy)
