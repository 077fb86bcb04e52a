"""The rounds of a reply as JSON that people can read, and back: nothing is lost between.

A candidate is a short list, since there are ten of them for every token; everything else has its name. The store
keeps probabilities as 32-bit floats, which nine digits say exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round
from app.store.exchange.fields import damaged, expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.store.exchange.fields import Json, JsonObject

_CANDIDATE_PARTS = 3
_LARGEST = 1 << 31
_LARGEST_FLOAT = 3e38
_Choice = TypeVar("_Choice", Proposer, Mark)


def rounds_as_json(rounds: Sequence[Round]) -> list[JsonObject]:
    """Rounds as JSON values."""
    return [
        {
            "index": each.index,
            "proposer": each.proposer,
            "proposed": [
                {
                    "token_id": token.token_id,
                    "text": token.text,
                    "probability": _probability(token.probability),
                    "runners_up": _candidates_as_json(token.runners_up),
                }
                for token in each.proposed
            ],
            "num_accepted": each.num_accepted,
            "emitted": [
                {
                    "token_id": token.token_id,
                    "text": token.text,
                    "mark": token.mark,
                    "target_probability": _probability(token.target_probability),
                    "target_candidates": _candidates_as_json(token.target_candidates),
                }
                for token in each.emitted
            ],
            "draft_seconds": _written(each.draft_seconds),
            "verify_seconds": _written(each.verify_seconds),
            "seconds": _written(each.seconds),
            "ended": each.ended,
        }
        for each in rounds
    ]


def rounds_of_json(value: Json, place: str) -> tuple[Round, ...]:
    """The rounds that JSON values stand for.

    Raises:
        UserError: If they stand for none.
    """
    return tuple(
        _round(expect(each, dict, f"{place}.{number}"), f"{place}.{number}")
        for number, each in enumerate(expect(value, list, place))
    )


def _round(value: JsonObject, place: str) -> Round:
    proposer = value.get("proposer")
    proposed = tuple(
        ProposedToken(
            token_id=_integer(token, "token_id", at),
            text=_text(token, at),
            probability=None if token.get("probability") is None else _number(token, "probability", at),
            runners_up=_candidates(token.get("runners_up", []), f"{at}.runners_up"),
        )
        for at, token in _objects(value, "proposed", place)
    )
    emitted = tuple(
        EmittedToken(
            token_id=_integer(token, "token_id", at),
            text=_text(token, at),
            mark=_one_of(Mark, token.get("mark"), f"{at}.mark"),
            target_probability=_number(token, "target_probability", at),
            target_candidates=_candidates(token.get("target_candidates", []), f"{at}.target_candidates"),
        )
        for at, token in _objects(value, "emitted", place)
    )
    num_accepted = _integer(value, "num_accepted", place)
    index = _integer(value, "index", place)
    if not 0 <= num_accepted <= len(proposed) or index < 0:
        raise damaged(place)
    return Round(
        index=index,
        proposer=None if proposer is None else _one_of(Proposer, proposer, f"{place}.proposer"),
        proposed=proposed,
        num_accepted=num_accepted,
        emitted=emitted,
        draft_seconds=_number(value, "draft_seconds", place),
        verify_seconds=_number(value, "verify_seconds", place),
        seconds=_number(value, "seconds", place),
        ended=expect(value.get("ended", False), bool, f"{place}.ended"),
    )


def _candidates_as_json(candidates: Sequence[Candidate]) -> list[Json]:
    return [[each.token_id, each.text, _probability(each.probability)] for each in candidates]


def _candidates(value: Json, place: str) -> tuple[Candidate, ...]:
    found = []
    for each in expect(value, list, place):
        parts = expect(each, list, place)
        if len(parts) != _CANDIDATE_PARTS:
            raise damaged(place)
        token_id = _small(expect(parts[0], int, place), place)
        found.append(Candidate(token_id, expect(parts[1], str, place), _float(parts[2], place)))
    return tuple(found)


def _objects(value: JsonObject, name: str, place: str) -> list[tuple[str, JsonObject]]:
    at = f"{place}.{name}"
    return [(at, expect(each, dict, at)) for each in expect(value.get(name), list, at)]


def _integer(value: JsonObject, name: str, place: str) -> int:
    return _small(expect(value.get(name), int, f"{place}.{name}"), f"{place}.{name}")


def _small(number: int, place: str) -> int:
    if not -_LARGEST <= number < _LARGEST:
        raise damaged(place)
    return number


def _number(value: JsonObject, name: str, place: str) -> float:
    if name not in value:
        raise damaged(f"{place}.{name}")
    return _float(value[name], f"{place}.{name}")


def _float(value: Json, place: str) -> float:
    if value is None:
        return math.nan
    try:
        number = float(expect(value, int | float, place))  # type: ignore[arg-type]
    except OverflowError as error:
        raise damaged(place) from error
    if not abs(number) < _LARGEST_FLOAT:
        raise damaged(place)
    return number


def _written(number: float | None) -> float | None:
    """JSON has no word for what is no number."""
    return None if number is None or not math.isfinite(number) else float(number)


def _probability(number: float | None) -> float | None:
    return None if number is None or not math.isfinite(number) else float(f"{number:.9g}")


def _text(value: JsonObject, place: str) -> str:
    return expect(value.get("text"), str, f"{place}.text")


def _one_of(kind: type[_Choice], value: Json, place: str) -> _Choice:
    try:
        return kind(expect(value, str, place))
    except ValueError as error:
        raise damaged(place) from error
