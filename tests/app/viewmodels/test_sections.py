from __future__ import annotations

import time
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.viewmodels.conversation_list import ConversationEntry
from app.viewmodels.day import Day
from app.viewmodels.sections import SectionKind, archive_of, midnight, sections_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

TODAY = date(2026, 3, 31)


def at(day: date, hour: int, minute: int = 0) -> float:
    return datetime(day.year, day.month, day.day, hour, minute).timestamp()


def entry(
    key: str, updated_at: float, *, pinned: bool = False, archived: bool = False, folder: str = ""
) -> ConversationEntry:
    return ConversationEntry(key, key, 2, pinned, archived, folder, updated_at)


def outline(entries: list[ConversationEntry], folders: tuple[tuple[str, bool], ...] = ()) -> dict[str, str]:
    sections = sections_of(entries, folders, TODAY)
    return {section.folder or section.kind: " ".join(each.key for each in section.entries) for section in sections}


@pytest.fixture
def in_amsterdam(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone of a process cannot be set here")
    monkeypatch.setenv("TZ", "Europe/Amsterdam")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_each_conversation_stands_under_the_day_of_its_last_message() -> None:
    days = [TODAY - timedelta(days=ago) for ago in (0, 1, 2, 6, 7, 400)]
    entries = [entry("future", at(TODAY + timedelta(days=3), 1))]
    for ago, day in zip((0, 1, 2, 6, 7, 400), days, strict=True):
        entries += [entry(f"late{ago}", at(day, 23, 59)), entry(f"early{ago}", at(day, 0))]
    assert outline(entries) == {
        "today": "future late0 early0",
        "yesterday": "late1 early1",
        "week": "late2 early2 late6 early6",
        "earlier": "late7 early7 late400 early400",
    }


def test_pinned_ones_come_first_and_folders_before_the_days_also_empty_ones() -> None:
    entries = [
        entry("a", at(TODAY, 9)),
        entry("b", at(TODAY, 8), pinned=True),
        entry("c", at(TODAY, 7), folder="Work"),
        entry("d", at(TODAY, 6), pinned=True, folder="Work"),
        entry("e", at(TODAY, 5), archived=True, pinned=True),
        entry("f", at(TODAY, 4), folder="Work"),
        entry("g", at(TODAY, 3), folder="nowhere"),
    ]
    found = outline(entries, (("Empty", False), ("Work", True)))
    assert list(found.items()) == [("pinned", "b d"), ("Empty", ""), ("Work", "c f"), ("today", "a g")]
    assert [each.key for each in archive_of(entries).entries] == ["e"]


def test_the_order_of_the_list_is_kept_whatever_the_clock_said() -> None:
    entries = [entry("a", at(TODAY, 1)), entry("b", at(TODAY, 22))]
    assert outline(entries) == {"today": "a b"}


@pytest.mark.usefixtures("in_amsterdam")
def test_a_day_of_23_hours_is_a_day() -> None:
    assert midnight(date(2026, 3, 30)) - midnight(date(2026, 3, 29)) == 23 * 3600
    just_before = midnight(date(2026, 3, 29)) - 1
    (section,) = sections_of([entry("a", just_before)], (), date(2026, 3, 30))
    assert section.kind is SectionKind.WEEK


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 31, 23, 59, 30)

    def __call__(self) -> datetime:
        return self.now


def test_midnight_is_told_once_and_waited_for_again(qtbot: QtBot) -> None:
    clock = Clock()
    day = Day(clock)
    told: list[date] = []
    day.turned.connect(told.append)
    day.start()
    assert day.seconds_left == 30
    assert 30_000 <= day._timer.remainingTime() <= 32_000
    day.look()
    assert told == []
    clock.now += timedelta(seconds=31)
    day._timer.timeout.emit()
    assert told == [date(2026, 4, 1)]
    assert day._timer.remainingTime() > 86_000_000
    day.stop()


def test_a_night_that_was_slept_through_is_noticed_by_whoever_looks(qtbot: QtBot) -> None:
    clock = Clock()
    day = Day(clock)
    clock.now += timedelta(days=2)
    with qtbot.waitSignal(day.turned) as turned:
        day.look()
    assert turned.args == [date(2026, 4, 2)]
    assert day.today == date(2026, 4, 2)
