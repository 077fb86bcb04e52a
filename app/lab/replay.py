"""A recorded race shown again at real speed: both clocks run together, as if each side had a machine of its own.

Ask `at(t)` for what stands there at a moment, for a slider; ask `between(a, b)` for what happens in a stretch, to feed
the same panes that showed it live.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from app.engine.events import PrefillProgressed, ReplyFinished, ReplyStarted, RoundDecoded, TokensProposed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.engine.race_events import RaceStepped

_NUM_SIDES = 2


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands in one side's pane at a moment.

    Attributes:
        text: The reply so far.
        num_tokens: Its tokens.
        ghosts: Texts of tokens that are proposed and not checked yet.
        prompt_done: Prompt tokens read, reused ones included.
        prompt_total: Prompt tokens; 0 until they are counted.
        ended: Whether the reply is complete.
        seconds: The side's clock; it stands still when the reply has ended.
    """

    text: str = ""
    num_tokens: int = 0
    ghosts: tuple[str, ...] = ()
    prompt_done: int = 0
    prompt_total: int = 0
    ended: bool = False
    seconds: float = 0.0


class Replay:
    """One repeat of a race.

    Args:
        steps: As they were recorded, of one repeat.
    """

    def __init__(self, steps: Iterable[RaceStepped]) -> None:
        self._steps = sorted(steps, key=lambda step: step.seconds)  # stable: each side's stay in order
        self._seconds = [step.seconds for step in self._steps]
        self._panes = tuple(_Pane([step for step in self._steps if step.side == side]) for side in range(_NUM_SIDES))

    @property
    def seconds(self) -> float:
        """How long it lasts: until the slower side has ended."""
        return self._seconds[-1] if self._seconds else 0.0

    def at(self, seconds: float) -> tuple[Shown, Shown]:
        """What both panes show at a moment."""
        one, other = (pane.at(seconds) for pane in self._panes)
        return one, other

    def between(self, after: float, until: float) -> list[RaceStepped]:
        """What happens after one moment until another, that one included; begin with a negative one."""
        return self._steps[bisect_right(self._seconds, after) : bisect_right(self._seconds, until)]


class _Pane:
    """One side's moments, each with what it leaves on screen."""

    def __init__(self, steps: list[RaceStepped]) -> None:
        self._seconds = [step.seconds for step in steps]
        self._moments = list(accumulate(steps, _after, initial=Shown()))

    def at(self, seconds: float) -> Shown:
        """What it shows at a moment."""
        shown = self._moments[bisect_right(self._seconds, seconds)]
        return shown if shown.ended else replace(shown, seconds=max(0.0, seconds))


def _after(shown: Shown, step: RaceStepped) -> Shown:
    """What a pane shows after a step."""
    shown = replace(shown, ghosts=(), seconds=step.seconds)
    match step.event:
        case ReplyStarted() as event:
            return replace(shown, prompt_done=event.reused_tokens, prompt_total=event.prompt_tokens)
        case PrefillProgressed() as event:
            return replace(shown, prompt_done=event.done, prompt_total=event.total)
        case TokensProposed() as event:
            return replace(shown, ghosts=tuple(token.text for token in event.proposed))
        case RoundDecoded() as event:
            emitted = event.round.emitted
            text = "".join((shown.text, *(token.text for token in emitted)))
            return replace(shown, text=text, num_tokens=shown.num_tokens + len(emitted), prompt_done=shown.prompt_total)
        case ReplyFinished() as event:
            return replace(shown, text=shown.text + event.summary.tail, ended=True)
        case _:
            return shown
