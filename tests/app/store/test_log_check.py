"""Damage in the middle of the log is told of and the log is kept; an end torn off by a crash is nobody's loss."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.store import opening
from app.store.database import PAGE_BYTES
from app.store.files import StorePaths
from app.store.log_check import has_lost_changes
from app.store.store import Store
from tests.support.store_contents import KEY, talk

if TYPE_CHECKING:
    from pathlib import Path

_HEADER, _FRAME = 32, 24 + PAGE_BYTES


@pytest.fixture
def paths(tmp_path: Path) -> StorePaths:
    """A store whose program died with three conversations in the log."""
    with Store.open(tmp_path / "running", KEY) as store:
        talk(store, "In the file", "question")
        store.checkpoint()
        for number in range(3):
            talk(store, f"Title {number}", "question", "answer")
        running, dead = StorePaths(tmp_path / "running"), StorePaths(tmp_path / "dead")
        dead.folder.mkdir()
        for path in (running.database, running.log, running.identity):
            (dead.folder / path.name).write_bytes(path.read_bytes())
    return dead


def spoil(log: Path, at: int) -> None:
    content = bytearray(log.read_bytes())
    content[at] ^= 0x10
    log.write_bytes(content)


def num_frames(log: Path) -> int:
    return (log.stat().st_size - _HEADER) // _FRAME


def opened(paths: StorePaths) -> tuple[set[str], list[str]]:
    """Titles and what was told; what was told has words, and is told once."""
    with Store.open(paths.folder, KEY) as store:
        titles = {row.title for row in store.conversations()}
        told = [notice.code for notice in store.opening.notices]
        assert all(sentence(notice) for notice in store.opening.notices)
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()
    return titles, told


def test_a_whole_log_is_read_to_its_end_without_a_word(paths: StorePaths) -> None:
    assert not has_lost_changes(paths.log, PAGE_BYTES)
    assert opened(paths) == ({"In the file", "Title 0", "Title 1", "Title 2"}, [])
    assert not paths.set_aside()


@pytest.mark.parametrize("at", [_HEADER + 500, _HEADER + 10, 18, 26])
def test_what_is_lost_to_a_damaged_middle_is_told_and_the_log_kept(paths: StorePaths, at: int) -> None:
    spoil(paths.log, at if at < _HEADER else at + num_frames(paths.log) // 2 * _FRAME)
    before = paths.log.read_bytes()
    titles, told = opened(paths)
    assert told == ["store_log_damaged"]
    assert "In the file" in titles
    assert "Title 2" not in titles
    (kept,) = paths.set_aside()
    assert kept.read_bytes() == before
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("num_bytes", [1, _FRAME - 1, _FRAME, _FRAME + 7])
def test_an_end_that_was_torn_off_is_no_damage(paths: StorePaths, num_bytes: int) -> None:
    content = paths.log.read_bytes()
    paths.log.write_bytes(content[:-num_bytes])
    titles, told = opened(paths)
    assert told == []
    assert {"In the file", "Title 0", "Title 1"} <= titles
    assert not paths.set_aside()


def test_a_last_page_that_was_half_written_is_no_damage(paths: StorePaths) -> None:
    spoil(paths.log, paths.log.stat().st_size - 5)
    assert opened(paths)[1] == []


@pytest.mark.parametrize("cut", [0, 20, _HEADER])
def test_whatever_stands_where_a_log_was_to_begin_is_no_damage(paths: StorePaths, cut: int) -> None:
    draw = random.Random(cut)
    paths.log.write_bytes(paths.log.read_bytes()[:cut] + draw.randbytes(3 * _FRAME))
    assert opened(paths) == ({"In the file"}, [])


def test_what_an_earlier_round_of_the_log_left_behind_is_no_damage(paths: StorePaths) -> None:
    content = bytearray(paths.log.read_bytes())
    for at in range(_HEADER + num_frames(paths.log) // 2 * _FRAME, len(content), _FRAME):
        content[at + 8 : at + 16] = b"older by"
    paths.log.write_bytes(content)
    assert opened(paths)[1] == []


def test_an_opening_that_fails_leaves_the_log_and_no_copy(paths: StorePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(paths.log, _HEADER + 500)
    before = paths.log.read_bytes()

    def no_room(*_values: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(opening, "connect", no_room)
        with pytest.raises(UserError):
            Store.open(paths.folder, KEY)
    assert paths.log.read_bytes() == before
    assert not paths.set_aside()
    assert opened(paths)[1] == ["store_log_damaged"]
