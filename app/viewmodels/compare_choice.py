"""What somebody wants to compare, as a value: one prompt, two settings, and how the race is run.

From it the engine's own order is made; what it leaves open is as in the open conversation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.engine.race_values import RaceOrder, RaceSide, RaceSpec
from app.engine.types import KvType, Message, ModelSpec, ReplyRequest, SpeculationMode, SpeculationSettings
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from app.engine.types import PairInfo
    from app.viewmodels.reply_settings import ReplySettings

MAX_REPEATS = 10
MOST_TOKENS = 4096
OFF, ON = "compare_off", "compare_on"
"""What the sides are called where one speculates and the other does not."""


@dataclass(frozen=True, slots=True)
class SideChoice:
    """One side. Where `kv_type` and `draft` are None, cache and draft model are as the pair was loaded."""

    speculation: SpeculationSettings = field(default_factory=SpeculationSettings)
    temperature: float = 0.7
    kv_type: KvType | None = None
    draft: str | None = None
    """Path of another draft model, which is loaded for the race."""
    draft_name: str = ""

    @property
    def speculates(self) -> bool:
        """Whether anybody may propose."""
        return self.speculation.mode is not SpeculationMode.OFF


@dataclass(frozen=True, slots=True)
class CompareChoice:
    """All of it. `goes_on` makes the prompt the next turn of the open conversation instead of a first one."""

    text: str
    sides: tuple[SideChoice, SideChoice]
    goes_on: bool = False
    seed: int | None = None
    max_tokens: int = 256
    num_repeats: int = 1
    order: RaceOrder = RaceOrder.INTERLEAVED

    @property
    def is_off_against_on(self) -> bool:
        """Whether one side speculates and the other does not."""
        return self.sides[0].speculates != self.sides[1].speculates


def usual_sides(settings: ReplySettings) -> tuple[SideChoice, SideChoice]:
    """Without speculation, and as the open conversation has it; where that has none, as Galley would choose."""
    speculation, temperature = settings.speculation, settings.sampling.temperature
    off = replace(speculation, mode=SpeculationMode.OFF)
    on = replace(speculation, mode=SpeculationMode.AUTO) if speculation.mode is SpeculationMode.OFF else speculation
    return SideChoice(off, temperature), SideChoice(on, temperature)


def race_spec(
    request_id: int,
    choice: CompareChoice,
    settings: ReplySettings,
    pair: PairInfo,
    turns: tuple[Message, ...] = (),
) -> RaceSpec:
    """Write a choice out for the engine.

    Args:
        request_id: Its number.
        choice: What is wanted.
        settings: What the open conversation's replies are asked for with; `choice` replaces what it names.
        pair: What is loaded.
        turns: What was said in the open conversation; read only where the prompt goes on from it.

    Raises:
        UserError: `compare_no_prompt`: there is nothing to reply to.
    """
    text, messages = choice.text.strip(), turns if choice.goes_on else ()
    if text and messages and messages[-1].role == "user":
        asked = f"{messages[-1].content}\n\n{choice.text}"  # many templates refuse two user turns in a row
        messages = (*messages[:-1], Message("user", asked))
    elif text:
        messages = (*messages, Message("user", choice.text))
    if not messages or messages[-1].role != "user":
        raise UserError("compare_no_prompt")
    if choice.goes_on and settings.system_prompt.strip():
        messages = (Message("system", settings.system_prompt), *messages)
    one, other = (_race_side(side, settings, pair) for side in choice.sides)
    return RaceSpec(
        request=ReplyRequest(
            request_id,
            messages,
            sampling=replace(settings.sampling, seed=choice.seed),
            max_tokens=choice.max_tokens,
            leave_out_oldest=settings.leave_out_oldest,
        ),
        sides=(one, other),
        order=choice.order,
        num_repeats=choice.num_repeats,
    )


def _race_side(side: SideChoice, settings: ReplySettings, pair: PairInfo) -> RaceSide:
    draft, refusal = None if pair.draft is None else ModelSpec(pair.draft.path), pair.draft_notice
    if side.draft is not None:
        draft, refusal = ModelSpec(side.draft, name=side.draft_name), None
    return RaceSide(
        speculation=side.speculation,
        sampling=replace(settings.sampling, temperature=side.temperature, seed=None),
        draft=draft,
        draft_refusal=refusal,
        kv_type_k=side.kv_type,
        kv_type_v=side.kv_type,
    )


def refusal_of(*, has_pair: bool, is_loading: bool, is_busy: bool) -> Notice | None:
    """Why no comparison can begin just now; None where one can."""
    if is_loading:
        return Notice("compare_loading")
    if not has_pair:
        return Notice("no_model_loaded")
    return Notice("compare_busy") if is_busy else None
