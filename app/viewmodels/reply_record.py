"""What is kept of a reply beside its text and rounds, and how a reply of an earlier run is made of it again.

The fields are those of the stored figures, in JSON. What is read may have been imported, so nothing of it is trusted.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from app import catalogue
from app.engine.types import (
    FinishReason,
    ReplySummary,
    ReplyTiming,
    SamplingSettings,
    SpeculationMode,
    SpeculationStatus,
)
from app.errors import Notice
from app.store.rounds import unpack_rounds
from app.store.values import MessageState
from app.viewmodels.reply import Phase, Reply, Speedup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import Round
    from app.store.values import StoredMessage

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
    failure: KeptNotice | None = None
    log_tail: tuple[str, ...] = ()


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
        failure=_kept(reply.notice),
        log_tail=reply.log_tail,
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
    phase = _PHASES.get(message.state, Phase.INTERRUPTED)
    reply.restore(message.text, phase, partial(_rounds_of, message.rounds))
    reply.summary = _summary(record)
    reply.status = None if reply.summary is None else reply.summary.status
    if record.failure is not None and phase is Phase.FAILED:
        reply.notice = record.failure.notice()
        reply.log_tail = record.log_tail
    if record.speedup is not None and record.speedup > 0:
        reply.speedup = Speedup(record.speedup, record.speedup_estimated)
    return reply


def _rounds_of(packed: bytes) -> Sequence[Round]:
    """The rounds; none where they cannot be understood, which leaves the text as it is."""
    try:
        return unpack_rounds(packed)
    except ValueError:
        return ()


def _kept(notice: Notice | None) -> KeptNotice | None:
    return None if notice is None else KeptNotice(code=notice.code, values=dict(notice.values))


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
