"""Values as the engine would send them: a pair, rounds of every kind, a whole reply, samples of a machine."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from app.engine.events import (
    PairLoaded,
    PrefillProgressed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import (
    EmittedToken,
    FinishReason,
    Mark,
    ModelInfo,
    PairInfo,
    ProposedToken,
    Proposer,
    ReplySummary,
    ReplyTiming,
    Round,
    SamplingSettings,
    SpeculationMode,
    SpeculationStatus,
)
from app.hardware.samples import DeviceSample, MachineSample

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.errors import Notice

GIGABYTE = 1 << 30


def model(name: str = "Qwen2.5 Coder 1.5B Instruct", *, weights: float = 3.3, quant: str = "F16") -> ModelInfo:
    return ModelInfo(
        path=f"/models/{name.replace(' ', '-')}-{quant}.gguf",
        name=name,
        description=f"qwen2 1.5B {quant}",
        num_parameters=1_540_000_000,
        vocabulary_size=151_936,
        context_tokens=4096,
        trained_context_tokens=32_768,
        weights_bytes=int(weights * GIGABYTE),
        kv_bytes=int(0.11 * weights * GIGABYTE),
        compute_bytes=int(0.06 * weights * GIGABYTE),
    )


def pair(*, draft: bool = True, notice: Notice | None = None) -> PairInfo:
    second = model("Qwen2.5 Coder 0.5B Instruct", weights=0.5, quant="Q4_K_M") if draft else None
    return PairInfo(model(), second, notice, load_seconds=2.0, threads=2)


def status(mode: SpeculationMode = SpeculationMode.AUTO, reason: Notice | None = None) -> SpeculationStatus:
    return SpeculationStatus(SpeculationMode.AUTO, mode, reason)


def decoded_round(index: int, drafted: int, accepted: int, seconds: float = 0.28, *, draft_share: float = 0.3) -> Round:
    proposed = tuple(ProposedToken(100 + place, f" word{place}", 0.8) for place in range(drafted))
    emitted = [EmittedToken(100 + place, f" word{place}", Mark.ACCEPTED, 0.7) for place in range(accepted)]
    last = Mark.PLAIN if not drafted else Mark.BONUS if accepted == drafted else Mark.CORRECTED
    emitted.append(EmittedToken(7, " other", last, 0.6))
    draft_seconds = seconds * draft_share if drafted else 0.0
    return Round(
        index=index,
        proposer=Proposer.DRAFT if drafted else None,
        proposed=proposed,
        num_accepted=accepted,
        emitted=tuple(emitted),
        draft_seconds=draft_seconds,
        verify_seconds=(seconds - draft_seconds) * 0.98,
        seconds=seconds,
    )


def summary(**changes: object) -> ReplySummary:
    timing = ReplyTiming(0.9, 0.1, 10.0, 1.3, 11.3, 9.9)
    values: dict[str, object] = {
        "finish_reason": FinishReason.STOP,
        "tail": "",
        "prompt_tokens": 64,
        "reused_tokens": 0,
        "sampling": SamplingSettings(seed=11),
        "status": status(),
        "timing": timing,
    }
    return ReplySummary(**{**values, **changes})  # type: ignore[arg-type]


def reply_events(num_rounds: int = 60, *, seed: int = 5, finished: bool = True) -> list[EngineEvent]:
    """Return a reply with all kinds of rounds, as random as a real one and the same every time."""
    dice = random.Random(seed)
    events: list[EngineEvent] = [
        ReplyStarted(1, 64, 0, status()),
        PrefillProgressed(1, 64, 64, 0.9),
    ]
    decode_seconds = 0.0
    for index in range(num_rounds):
        drafted = 0 if index % 9 == 0 else dice.randint(3, 6)
        accepted = min(drafted, sum(dice.random() < 0.84 for _ in range(drafted)))
        seconds = 0.216 if not drafted else 0.24 + 0.012 * drafted + dice.random() * 0.03
        decode_seconds += seconds
        events.append(RoundDecoded(1, decoded_round(index, drafted, accepted, seconds)))
    if finished:
        timing = ReplyTiming(0.9, 0.1, decode_seconds, 1.3, decode_seconds + 1.0, 0.99 * decode_seconds)
        events.append(ReplyFinished(1, summary(timing=timing)))
    return events


def loaded_and_replied(num_rounds: int = 60) -> list[EngineEvent]:
    return [PairLoaded(pair()), *reply_events(num_rounds)]


def sample(seconds: float, engine: float | None = 4.4, used: float = 5.1, *, devices: bool = True) -> MachineSample:
    held = None if engine is None else int(engine * GIGABYTE)
    card = DeviceSample(
        name="NVIDIA RTX 2000 Ada",
        used_bytes=int(used * GIGABYTE),
        total_bytes=8 * GIGABYTE,
        engine_bytes=held,
        utilization=0.7,
        power_watts=48.0,
        temperature_celsius=61.0,
    )
    return MachineSample(
        seconds=seconds,
        ram_used_bytes=int((used + 4) * GIGABYTE),
        ram_total_bytes=32 * GIGABYTE,
        engine_bytes=held,
        devices=(card,) if devices else (),
        absent=None,
    )
