"""What is offered first: fitting drafts by what they may gain, and the best pair of a machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.errors import Notice
from app.models.fitting import PLAN_SHORT, Room
from app.models.library import Library
from app.models.pair_cache import PairCache
from app.models.places import own_places
from app.models.speed_estimate import expected_agreement, expected_speedup
from app.models.suggestions import best_pair, draft_options, planned_options
from tests.support.model_files import model

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.listed_model import ListedModel


@pytest.fixture
def models(tmp_path: Path) -> dict[str, ListedModel]:
    """A large and a middle model, two small ones, a stranger and a projector; the name says the size in rows."""
    for name, rows in (("large", 32_000), ("middle", 16_000), ("small", 2_000), ("tiny", 400)):
        model(tmp_path / f"{name}.gguf", rows=rows)
    model(tmp_path / "stranger.gguf", rows=2_000, tokenizer__ggml__tokens=["x", "b", "c", "d"])
    model(tmp_path / "projector.gguf", general__architecture="clip")
    return {each.path.stem: each for each in Library().scan(own_places([tmp_path])).models}


def test_drafts_stand_in_the_order_of_what_they_may_gain(models: dict[str, ListedModel]) -> None:
    options = draft_options(models["large"], list(models.values()), Room(), PairCache())
    assert [option.model.path.stem for option in options] == ["small", "tiny", "middle", "stranger", "projector"]
    assert [option.fits for option in options] == [True, True, True, False, False]
    assert all(option.gain > 1.0 for option in options[:3])


def test_what_was_measured_counts_more_than_any_estimate(models: dict[str, ListedModel]) -> None:
    cache = PairCache()
    cache.note_gain(models["large"].key, models["middle"].key, 2.9)
    cache.note_gain(models["large"].key, models["small"].key, 0.8)
    options = draft_options(models["large"], list(models.values()), Room(), cache)
    assert [option.model.path.stem for option in options[:3]] == ["middle", "tiny", "small"]
    assert [option.measured_gain for option in options[:3]] == [2.9, None, 0.8]


def test_a_draft_as_large_as_the_target_gains_nothing(models: dict[str, ListedModel]) -> None:
    options = draft_options(models["tiny"], list(models.values()), Room(), PairCache())
    assert all(option.gain == 1.0 for option in options if option.fits)


def test_the_best_pair_is_the_largest_that_the_memory_holds(models: dict[str, ListedModel]) -> None:
    everything = list(models.values())
    for room, names in ((Room(), "large small"), (Room(1_100_000), "middle small"), (Room(100_000), "small tiny")):
        pair = best_pair(everything, room, PairCache())
        assert pair is not None
        assert f"{pair.target.path.stem} {pair.draft.path.stem}" == names


class FullFor:
    """A machine on which nothing fits beside these targets, or together with these drafts."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self.asked: list[str] = []

    def shortage(self, target: Path, draft: Path) -> Notice | None:
        self.asked.append(draft.stem)
        is_full = target.stem in self._names or draft.stem in self._names
        return Notice(PLAN_SHORT, {"short_gb": 1.0, "needed_gb": 2.0, "tokens": 4096}) if is_full else None


def test_memory_is_planned_where_nothing_else_stands_against_a_pair(models: dict[str, ListedModel]) -> None:
    options = draft_options(models["large"], list(models.values()), Room(), PairCache())
    planner = FullFor("small")
    planned = planned_options(models["large"], options, planner)
    assert planner.asked == ["small", "tiny", "middle"]
    assert [option.model.path.stem for option in planned] == ["tiny", "middle", "small", "stranger", "projector"]
    assert [option.only_lacks_memory for option in planned] == [False, False, True, False, False]
    assert not planned[2].fits


def test_where_not_even_the_weights_have_room_the_plan_says_by_how_much(models: dict[str, ListedModel]) -> None:
    options = draft_options(models["large"], [models["small"]], Room(1000), PairCache())
    assert [reason.code for reason in options[0].check.reasons] == ["pair_memory_short"]
    (option,) = planned_options(models["large"], options, FullFor("small"))
    assert [reason.code for reason in option.check.reasons] == [PLAN_SHORT]


def test_the_best_pair_is_one_that_the_plan_has_room_for(models: dict[str, ListedModel]) -> None:
    everything = list(models.values())
    for full, names in ((("small",), "large tiny"), (("large",), "middle small"), (("large", "small"), "middle tiny")):
        pair = best_pair(everything, Room(), PairCache(), FullFor(*full))
        assert pair is not None
        assert f"{pair.target.path.stem} {pair.draft.path.stem}" == names
    assert best_pair(everything, Room(), PairCache(), FullFor("large", "middle", "small", "tiny")) is None


def test_a_quantised_copy_is_begun_with_before_one_that_is_not(models: dict[str, ListedModel]) -> None:
    large = models["large"]
    quantised = replace(large, path=large.path.with_name("quantised.gguf"), weights_bytes=large.weights_bytes // 8)
    pair = best_pair([*models.values(), quantised], Room(), PairCache())
    assert pair is not None
    assert pair.target is quantised


def test_there_is_no_best_pair_where_nothing_fits(models: dict[str, ListedModel]) -> None:
    assert best_pair([models["large"], models["stranger"], models["projector"]], Room(), PairCache()) is None
    assert best_pair(list(models.values()), Room(100), PairCache()) is None


@pytest.mark.parametrize(
    ("target", "draft", "least", "most"), [(32, 0.5, 1.7, 2.6), (70, 8, 1.8, 3.2), (7, 3, 1.1, 2.0)]
)
def test_estimates_are_of_the_size_that_is_published(target: float, draft: float, least: float, most: float) -> None:
    assert least < expected_speedup(round(target * 1e9), round(draft * 1e9)) < most


def test_an_estimate_of_nothing_is_no_gain() -> None:
    assert expected_speedup(0, 5) == expected_speedup(5, 0) == expected_speedup(5, 50) == 1.0
    assert 0.0 < expected_agreement(1e-9) < expected_agreement(1.0) < 1.0
