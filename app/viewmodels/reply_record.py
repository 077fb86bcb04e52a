"""What is kept of a reply beside its text and rounds, and how a reply of an earlier run is made of it again.

The fields are those of the stored figures, in JSON. What is read may have been imported, so nothing of it is trusted.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app import catalogue
from app.engine.types import (
    FinishReason,
    ReplySummary,
    ReplyTiming,
    SamplingSettings,
    SpeculationMode,
    SpeculationStatus,
    Verification,
)
from app.errors import Notice
from app.hardware.energy import ReplyEnergy
from app.store.rounds import unpack_rounds
from app.store.values import MessageState
from app.viewmodels.reply import Phase, Reply, Speedup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import Round
    from app.store.values import StoredMessage

MOST_GOES = 1_000_000
_STATES = {
    Phase.FINISHED: MessageState.COMPLETE,
    Phase.STOPPED: MessageState.STOPPED,
    Phase.FAILED: MessageState.FAILED,
}
_PHASES = {
    MessageState.COMPLETE: Phase.FINISHED,
    MessageState.STOPPED: Phase.STOPPED,
    MessageState.FAILED: Phase.FAILED,
}


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class KeptNotice(_Kept):
    """A sentence of the catalogue."""

    code: str
    values: dict[str, str | int | float] = {}

    def notice(self) -> Notice | None:
        """The notice; None where this version of the program has no such sentence."""
        notice = Notice(self.code, self.values)
        try:
            catalogue.sentence(notice)
        except (KeyError, IndexError, ValueError):
            return None
        return notice


class ReplyRecord(_Kept):
    """The figures of a reply."""

    finish_reason: FinishReason | None = None
    """None where it did not come to its end."""
    target: str = ""
    """Name of the model that wrote it."""
    draft: str = ""
    """Name of the model that proposed for it."""
    prompt_tokens: int = 0
    reused_tokens: int = 0
    tokens: int = 0
    rounds: int = 0
    drafted: int = 0
    accepted: int = 0
    tail: str = ""
    """Text that belongs to no token."""
    seed: int | None = None
    sampling: SamplingSettings | None = None
    timing: ReplyTiming | None = None
    """In seconds."""
    speculation_requested: SpeculationMode | None = None
    speculation_mode: SpeculationMode | None = None
    speculation_reason: KeptNotice | None = None
    speedup: float | None = None
    speedup_estimated: bool = False
    energy_gpu_joules: float | None = Field(default=None, ge=0)
    """Of the graphics cards, while it was made."""
    energy_cpu_joules: float | None = Field(default=None, ge=0)
    failure: KeptNotice | None = None
    log_tail: tuple[str, ...] = ()
    verification: Verification | None = None
    left_out: int | None = Field(default=None, ge=0)
    """Oldest turns that did not fit into the context."""
    goes: int = Field(default=1, ge=1, le=MOST_GOES)
    """How often it was begun."""
    untold: int = Field(default=0, ge=0)
    """Characters at its begin of which no rounds are known."""
    has_all_times: bool = True
    """Whether the times are those of all goes."""


def state_of(reply: Reply) -> MessageState:
    """How a reply is to be kept; one that goes on will have been interrupted when it is read again."""
    return _STATES.get(reply.phase, MessageState.INTERRUPTED)


def figures_of(reply: Reply) -> dict[str, object]:
    """What is known of a reply beside its text and rounds, as JSON values."""
    summary, status, tally = reply.summary, reply.status, reply.tally
    record = ReplyRecord(
        finish_reason=None if summary is None else summary.finish_reason,
        target=reply.models[0],
        draft=reply.models[1],
        prompt_tokens=0 if summary is None else summary.prompt_tokens,
        reused_tokens=0 if summary is None else summary.reused_tokens,
        tokens=tally.num_emitted,
        rounds=tally.num_rounds,
        drafted=tally.num_drafted,
        accepted=tally.num_accepted,
        tail=reply.tail,
        seed=None if summary is None else summary.sampling.seed,
        sampling=None if summary is None else summary.sampling,
        timing=None if summary is None else summary.timing,
        speculation_requested=None if status is None else status.requested,
        speculation_mode=None if status is None else status.mode,
        speculation_reason=None if status is None else _kept(status.reason),
        speedup=None if reply.speedup is None else reply.speedup.factor,
        speedup_estimated=reply.speedup is not None and reply.speedup.estimated,
        energy_gpu_joules=None if reply.energy is None else reply.energy.gpu_joules,
        energy_cpu_joules=None if reply.energy is None else reply.energy.cpu_joules,
        failure=_kept(reply.notice),
        log_tail=reply.log_tail,
        verification=reply.verification,
        left_out=reply.left_out,
        goes=reply.num_goes,
        untold=reply.num_untold,
        has_all_times=reply.has_all_times,
    )
    return record.model_dump(mode="json")


def restored_reply(request_id: int, message: StoredMessage) -> Reply:
    """A reply of an earlier run, as it was when that ended."""
    try:
        record = ReplyRecord.model_validate(dict(message.figures))
    except ValidationError:
        record = ReplyRecord()
    reply = Reply(request_id, message.id)
    reply.models = (record.target, record.draft)
    reply.verification = record.verification
    reply.left_out = record.left_out
    reply.num_goes = record.goes
    reply.num_untold = min(record.untold, len(message.text))
    reply.has_all_times = record.has_all_times
    phase = _PHASES.get(message.state, Phase.INTERRUPTED)
    reply.restore(message.text, phase, partial(_rounds_of, message.rounds) if message.rounds else None)
    reply.summary = _summary(record)
    reply.status = None if reply.summary is None else reply.summary.status
    if record.failure is not None and phase is Phase.FAILED:
        reply.notice = record.failure.notice()
        reply.log_tail = record.log_tail
    if record.speedup is not None and record.speedup > 0:
        reply.speedup = Speedup(record.speedup, record.speedup_estimated)
    energy = ReplyEnergy(record.energy_gpu_joules, record.energy_cpu_joules)
    reply.energy = energy if energy.is_known else None
    return reply


def _rounds_of(packed: bytes) -> Sequence[Round]:
    """The rounds; none where they cannot be understood, which leaves the text as it is."""
    try:
        return unpack_rounds(packed)
    except ValueError:
        return ()


def _kept(notice: Notice | None) -> KeptNotice | None:
    if notice is None:
        return None
    values = {
        name: catalogue.sentence(value) if isinstance(value, Notice) else value for name, value in notice.values.items()
    }
    return KeptNotice(code=notice.code, values=values)


def _summary(record: ReplyRecord) -> ReplySummary | None:
    if record.finish_reason is None or record.timing is None or record.speculation_mode is None:
        return None
    reason = None if record.speculation_reason is None else record.speculation_reason.notice()
    requested = record.speculation_requested or record.speculation_mode
    return ReplySummary(
        finish_reason=record.finish_reason,
        tail=record.tail,
        prompt_tokens=record.prompt_tokens,
        reused_tokens=record.reused_tokens,
        sampling=record.sampling or SamplingSettings(),
        status=SpeculationStatus(requested, record.speculation_mode, reason),
        timing=record.timing,
    )
