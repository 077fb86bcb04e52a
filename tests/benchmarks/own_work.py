"""What a round costs Galley itself: everything but llama.cpp's decode, from rows of logits to the event in the pipe.

Run by hand: `python -m tests.benchmarks.own_work`. A reply is written once with the real pair and every row is kept;
then it is written again and again with passes that hand out the kept rows at once.
"""

from __future__ import annotations

import argparse
import json
import pickle
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.engine.cancel import CancelFlag
from app.engine.events import RoundDecoded
from app.engine.llama.pair import Pair
from app.engine.session import Session
from app.engine.types import LoadSettings, Message, ModelSpec, ReplyRequest, SamplingSettings
from tests.benchmarks.engine import SIDES, fixed
from tests.benchmarks.prompts import PROMPTS
from tests.support.models import model_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from app.engine.contexts import ModelContext
    from app.engine.types import SpeculationSettings


class Tape:
    """A context that remembers the rows of every pass and can play them back."""

    def __init__(self, context: ModelContext) -> None:
        self._context = context
        self._kept: list[list[NDArray[np.float32]]] = []
        self._rows: list[NDArray[np.float32]] = []
        self._tokens: list[int] = []
        self._at: int | None = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the context has
        return getattr(self._context, name)

    @property
    def tokens(self) -> Sequence[int]:
        """As the context would have them."""
        return self._tokens

    def start(self, *, playing: bool) -> None:
        """Begin the reply anew, with an empty cache."""
        self._context.rewind(0)
        self._tokens.clear()
        self._at = 0 if playing else None
        if not playing:
            self._kept.clear()

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        """Compute and keep, or hand out what was kept."""
        if self._at is None:
            self._context.decode(tokens, num_rows)
            self._rows = [self._context.row(index).copy() for index in range(num_rows)]
            self._kept.append(self._rows)
        else:
            self._rows = self._kept[self._at]
            self._at += 1
        self._tokens.extend(tokens)

    def row(self, index: int) -> NDArray[np.float32]:
        """Of the last pass."""
        return self._rows[index]

    def rewind(self, length: int) -> int:
        """Forget what lies behind."""
        if self._at is None:
            length = self._context.rewind(length)
        del self._tokens[length:]
        return length


class TapedPair:
    """The pair with both contexts on tape."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self.target = Tape(pair.target)
        self.draft = None if pair.draft is None else Tape(pair.draft)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the pair has
        return getattr(self._pair, name)

    def start(self, *, playing: bool) -> None:
        """Begin the reply anew."""
        for tape in (self.target, self.draft):
            if tape is not None:
                tape.start(playing=playing)


def write(pair: TapedPair, request: ReplyRequest) -> tuple[int, float]:
    """Write the reply; rounds, and seconds from the first round on."""
    rounds, began = 0, 0.0
    for event in Session(pair, lambda: False).reply(request):
        pickle.dumps(event)
        if isinstance(event, RoundDecoded):
            began = began or time.perf_counter()
            rounds += 1
    return rounds - 1, time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--tokens", type=int, default=60)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    settings = LoadSettings(
        ModelSpec(str(model_path("qwen-1.5b"))), ModelSpec(str(model_path("qwen-0.5b"))), context_tokens=2048
    )
    pair = TapedPair(Pair.load(settings, CancelFlag(), lambda _role, _fraction: None))
    report: dict[str, Any] = {"vocabulary": pair.vocabulary_size, "tokens": arguments.tokens, "ms_per_round": {}}
    sides: dict[str, SpeculationSettings] = {"off": SIDES["off"], "n=3": fixed(3), "n=7": fixed(7)}
    for temperature in (0.0, 0.7):
        for side, speculation in sides.items():
            request = ReplyRequest(
                1,
                (Message("user", PROMPTS["quicksort"].text),),
                sampling=SamplingSettings(temperature=temperature, top_k=40, seed=7),
                speculation=speculation,
                max_tokens=arguments.tokens,
            )
            pair.start(playing=False)
            write(pair, request)
            taken = []
            for _ in range(arguments.repeat):
                pair.start(playing=True)
                rounds, seconds = write(pair, request)
                taken.append(1e3 * seconds / rounds)
            report["ms_per_round"][f"{side}, temperature {temperature:g}"] = taken
            sys.stdout.write(f"{side}, temperature {temperature:g}: {statistics.median(taken):.3f} ms a round\n")
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
