"""Files on their way into a message: read by a thread, counted by somebody, shortened where they do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
import pytest

from app.attachments.values import Attachment, Kind
from app.attachments.wrapping import wrapped
from app.runtime.tasks import Tasks
from app.viewmodels.attachment_room import AttachmentRoom
from app.viewmodels.attachments import MOST_FILES, Attachments
from app.viewmodels.context_figures import ContextFigures
from tests.support.pdf_files import pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.errors import Notice
    from app.viewmodels.attachment_item import AttachmentItem


class CharacterCounter:
    """Counts every four characters as a token, when it is told to."""

    def __init__(self, room: int | None) -> None:
        self.room_left = room
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        self.asked.append((count_id, pieces))

    def answer(self, attachments: Attachments) -> None:
        """Answer until nothing is asked any more."""
        while self.asked:
            count_id, pieces = self.asked.pop(0)
            attachments.on_counted(count_id, tuple(len(piece) // 4 for piece in pieces))


@pytest.fixture
def counter() -> CharacterCounter:
    return CharacterCounter(1000)


@pytest.fixture
def attachments(qtbot: QtBot, counter: CharacterCounter) -> Iterator[Attachments]:
    tasks = Tasks()
    attachments = Attachments(tasks, counter)
    attachments.refusals = []  # type: ignore[attr-defined]
    attachments.refused.connect(attachments.refusals.append)  # type: ignore[attr-defined]
    yield attachments
    attachments.let_go()
    tasks.stop()


def codes(attachments: Attachments) -> list[str]:
    refusals: list[Notice] = attachments.refusals  # type: ignore[attr-defined]
    return [notice.code for notice in refusals]


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def lines(number: int, name: str = "a.txt") -> Attachment:
    text = "".join(f"line number {each:04}\n" for each in range(number))
    return Attachment(name, Kind.TEXT, text, len(text))


def only(attachments: Attachments) -> AttachmentItem:
    (item,) = attachments.items
    return item


def test_files_are_read_elsewhere_in_the_order_of_their_coming(
    qtbot: QtBot, tmp_path: Path, attachments: Attachments
) -> None:
    attachments.add_files([written(tmp_path, "a.txt", "one"), written(tmp_path, "b.md", "two")])
    assert [(item.name, item.is_read) for item in attachments.items] == [("a.txt", False), ("b.md", False)]
    assert not attachments.is_settled
    qtbot.waitUntil(lambda: attachments.is_settled)
    assert [item.kind for item in attachments.items] == [Kind.TEXT, Kind.MARKDOWN]
    assert [each.text for each in attachments.take()] == ["one", "two"]
    assert attachments.is_empty


def test_a_file_that_cannot_be_read_leaves_its_card_and_says_why(
    qtbot: QtBot, tmp_path: Path, attachments: Attachments
) -> None:
    attachments.add_files([str(tmp_path / "gone.txt"), str(tmp_path), written(tmp_path, "a.txt", "one")])
    qtbot.waitUntil(lambda: attachments.is_settled)
    assert [item.name for item in attachments.items] == ["a.txt"]
    assert codes(attachments) == ["attachment_missing", "attachment_is_folder"]


def test_a_file_is_attached_once(tmp_path: Path, attachments: Attachments) -> None:
    path = written(tmp_path, "a.txt", "one")
    attachments.add_files([path, path])
    assert len(attachments.items) == 1
    assert codes(attachments) == ["attachment_twice"]


def test_a_message_takes_so_many_files_and_no_more(tmp_path: Path, attachments: Attachments) -> None:
    attachments.add_files([written(tmp_path, f"{number}.txt", "x") for number in range(MOST_FILES + 3)])
    assert len(attachments.items) == MOST_FILES
    assert codes(attachments) == ["attachment_too_many"]


def test_a_file_removed_while_it_is_read_never_comes(qtbot: QtBot, tmp_path: Path, attachments: Attachments) -> None:
    attachments.add_files([written(tmp_path, "a.txt", "one"), written(tmp_path, "b.txt", "two")])
    attachments.remove(attachments.items[0].key)
    qtbot.waitUntil(lambda: attachments.is_settled)
    assert [item.name for item in attachments.items] == ["b.txt"]
    assert codes(attachments) == []


def test_a_reading_that_takes_a_while_says_how_far_it_is(
    qtbot: QtBot, tmp_path: Path, attachments: Attachments
) -> None:
    shares: list[float] = []
    attachments.changed.connect(lambda: shares.extend(item.share_read or 0.0 for item in attachments.items))
    path = tmp_path / "thick.pdf"
    path.write_bytes(pdf(*[["Some words on a line"] * 60] * 400))
    attachments.add_files([str(path)])
    qtbot.waitUntil(lambda: only(attachments).is_read, timeout=60_000)
    told = [share for share in shares if share]
    assert told == sorted(told)
    assert told, "it was read too fast for this test: make it thicker"
    assert only(attachments).share_read is None


def test_a_reading_in_another_process_ends_at_once_when_nobody_wants_it(
    qtbot: QtBot, tmp_path: Path, attachments: Attachments
) -> None:
    path = tmp_path / "thick.pdf"
    path.write_bytes(pdf(*[["Some words on a line"] * 60] * 400))
    before = set(psutil.Process().children(recursive=True))
    attachments.add_files([str(path)])
    qtbot.waitUntil(lambda: any(item.share_read for item in attachments.items), timeout=60_000)
    attachments.remove(only(attachments).key)
    qtbot.waitUntil(lambda: set(psutil.Process().children(recursive=True)) <= before)


def test_tokens_are_estimated_until_they_are_counted(counter: CharacterCounter, attachments: Attachments) -> None:
    attachments.put_back([lines(10)])
    item = only(attachments)
    assert item.is_estimate
    assert item.tokens == pytest.approx(len(wrapped(lines(10))) / 3.5, abs=2)
    counter.answer(attachments)
    item = only(attachments)
    assert not item.is_estimate
    assert item.tokens == len(wrapped(lines(10))) // 4


def test_each_file_has_the_room_that_those_before_it_leave(counter: CharacterCounter, attachments: Attachments) -> None:
    attachments.put_back([lines(100, "a.txt"), lines(100, "b.txt"), lines(100, "c.txt")])
    counter.answer(attachments)
    first, second, third = attachments.items
    assert first.room == 1000
    assert second.room == 1000 - first.tokens
    assert (first.excess, second.excess) == (0, 0)
    assert third.excess == third.tokens - (second.room - second.tokens)
    assert not attachments.is_settled


def test_where_nobody_knows_the_room_nothing_is_too_long(counter: CharacterCounter, attachments: Attachments) -> None:
    counter.room_left = None
    attachments.put_back([lines(10_000)])
    counter.answer(attachments)
    assert only(attachments).room is None
    assert attachments.is_settled


def test_shortening_fits_at_the_end_of_a_line_and_says_what_is_missing(
    counter: CharacterCounter, attachments: Attachments
) -> None:
    (key,) = attachments.put_back([lines(400)])
    counter.answer(attachments)
    assert only(attachments).excess
    attachments.shorten(key)
    counter.answer(attachments)
    item = only(attachments)
    assert not item.excess
    assert item.tokens > 800, "more was cut than had to be"
    text = attachments.text_of(key)
    kept, _, note = text.rpartition("\n\n")
    assert lines(400).text.startswith(kept + "\n")
    assert note == f"[Shortened to fit: {400 - len(kept.splitlines())} lines were left out here.]"
    assert item.num_lines_left_out == 400 - len(kept.splitlines())
    attachments.restore(key)
    assert attachments.text_of(key) == lines(400).text


def test_of_a_file_far_too_long_all_that_fits_is_kept(counter: CharacterCounter, attachments: Attachments) -> None:
    (key,) = attachments.put_back([lines(20_000)])
    counter.answer(attachments)
    attachments.shorten(key)
    counter.answer(attachments)
    item = only(attachments)
    assert not item.excess
    assert item.tokens > 800, "more was cut than had to be"


def test_shortening_works_on_an_estimate_too(counter: CharacterCounter, attachments: Attachments) -> None:
    (key,) = attachments.put_back([lines(400)])
    attachments.shorten(key)
    assert not only(attachments).excess


def test_a_text_that_counts_high_is_cut_until_it_fits(counter: CharacterCounter, attachments: Attachments) -> None:
    (key,) = attachments.put_back([lines(400)])
    attachments.shorten(key)
    while counter.asked:  # a tokenizer that knows no words of this text, and fewer towards its begin
        count_id, (piece,) = counter.asked.pop(0)
        attachments.on_counted(count_id, (len(piece) + 200,))
    assert not only(attachments).excess


def test_without_room_worth_it_shortening_is_not_offered(counter: CharacterCounter, attachments: Attachments) -> None:
    counter.room_left = 30
    (key,) = attachments.put_back([lines(400)])
    assert not only(attachments).can_shorten
    attachments.shorten(key)
    assert attachments.text_of(key) == lines(400).text


def test_another_model_counts_anew(counter: CharacterCounter, attachments: Attachments) -> None:
    attachments.put_back([lines(10)])
    late = counter.asked[0][0]
    counter.answer(attachments)
    attachments.on_model_changed()
    assert only(attachments).is_estimate
    attachments.on_counted(late, (7,))
    assert only(attachments).is_estimate, "the answer of the model before counted"
    counter.answer(attachments)
    assert not only(attachments).is_estimate


def test_every_conversation_has_its_own_files(qtbot: QtBot, tmp_path: Path, attachments: Attachments) -> None:
    attachments.open("first")
    attachments.add_files([written(tmp_path, "a.txt", "one")])
    attachments.open("second")
    assert attachments.is_empty
    attachments.put_back([lines(3, "b.txt")])
    attachments.open("first")
    qtbot.waitUntil(lambda: attachments.is_settled)
    assert [item.name for item in attachments.items] == ["a.txt"]
    attachments.forget("second")
    attachments.open("second")
    assert attachments.is_empty


def test_files_of_a_conversation_that_is_gone_come_along(attachments: Attachments) -> None:
    attachments.open("first")
    attachments.put_back([lines(3, "a.txt")])
    attachments.open("second", carry=True)
    assert [item.name for item in attachments.items] == ["a.txt"]
    attachments.open("first")
    assert attachments.is_empty


def test_letting_go_leaves_nothing_in_any_conversation(tmp_path: Path, attachments: Attachments) -> None:
    attachments.open("first")
    attachments.put_back([lines(3)])
    attachments.open("second")
    attachments.add_files([written(tmp_path, "a.txt", "one")])
    assert attachments.let_go()
    assert not attachments.let_go()
    attachments.open("first")
    assert attachments.is_empty


class SomeContext:
    """A context in which 100 tokens are typed."""

    def __init__(self, total: int, room_left: int | None) -> None:
        self.room_left = room_left
        self.figures = ContextFigures(None, total, 100)

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        raise AssertionError


def test_something_of_the_context_is_kept_for_the_reply() -> None:
    assert AttachmentRoom(SomeContext(4096, 500), lambda: False).room_left == 500 - 256
    assert AttachmentRoom(SomeContext(2048, 10), lambda: False).room_left == 0
    assert AttachmentRoom(SomeContext(4096, None), lambda: False).room_left is None


def test_where_old_turns_make_room_the_whole_context_is_there_for_a_message() -> None:
    assert AttachmentRoom(SomeContext(4096, 500), lambda: True).room_left == 4096 - 100 - 256
    assert AttachmentRoom(SomeContext(0, None), lambda: True).room_left is None
