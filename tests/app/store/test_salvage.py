"""A damaged file: everything that can be read is there at the next start, what is lost is named, nothing is deleted."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import Notice, UserError
from app.store import opening
from app.store.database import PAGE_BYTES
from app.store.files import StorePaths
from app.store.identity import read_identity
from app.store.store import Store
from app.store.values import MessageState, Preset, Role
from tests.support.store_contents import KEY, OTHER_KEY, contents, talk, texts_of
from tests.support.store_pages import decrypted_pages

if TYPE_CHECKING:
    from pathlib import Path

NUM_CONVERSATIONS = 12


def text(conversation: int, message: int) -> str:
    return f"conversation {conversation} message {message} " * (90 if message == 2 else 12)


@pytest.fixture
def paths(tmp_path: Path) -> StorePaths:
    with Store.open(tmp_path, KEY) as store:
        for number in range(NUM_CONVERSATIONS):
            talk(store, f"Title {number}", *(text(number, index) for index in range(8)))
        store.save_preset(Preset("Short", {"max_tokens": 5}))
    return StorePaths(tmp_path)


def spoil(path: Path, page: int, at: int = 700) -> None:
    """Change a byte of a page; the first page is 1."""
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES + at)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 0x10]))


def page_of(paths: StorePaths, content: str) -> int:
    """A page on which something stands."""
    pages = decrypted_pages(paths.database, KEY)
    return next(number for number, page in enumerate(pages, 1) if content.encode() in page)


def check(paths: StorePaths) -> tuple[dict[str, list[str]], tuple[Notice, ...]]:
    """Open, read everything, open again: nothing to tell any more."""
    with Store.open(paths.folder, KEY) as store:
        notices = store.opening.notices
        found = {row.title: texts_of(store.conversation(row.id)) for row in store.conversations()}
        for row in store.conversations():
            assert row.num_messages == len(found[row.title])
            assert store.conversation(row.id).branch() or not row.num_messages
        talk(store, "After", "question about zebras")
        assert len(store.search("zebras")) == 1
        before = contents(store)
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()
        assert contents(store) == before
    for notice in notices:
        assert sentence(notice)
    return found, notices


def whole(numbers: set[int] | None = None) -> dict[str, list[str]]:
    """The conversations as they were written."""
    numbers = set(range(NUM_CONVERSATIONS)) if numbers is None else numbers
    return {f"Title {number}": [text(number, index) for index in range(8)] for number in numbers}


def test_a_damaged_message_costs_its_neighbours_on_the_page_and_no_other_conversation(paths: StorePaths) -> None:
    spoil(paths.database, page_of(paths, "conversation 5 message 3 "))
    found, notices = check(paths)
    damaged = {f"Title {number}" for number in (4, 5, 6)}
    assert {title: texts for title, texts in found.items() if title not in damaged} == whole(
        set(range(NUM_CONVERSATIONS)) - {4, 5, 6}
    )
    assert 8 > len(found["Title 5"]) > 0
    assert all(texts in whole()["Title 5"] for texts in found["Title 5"])
    assert notices[0].code == "store_mended"
    lost = {notice.values["title"]: notice.values["num"] for notice in notices[1:]}
    assert lost == {title: 8 - len(texts) for title, texts in found.items() if len(texts) < 8}
    assert "Title 5" in lost


def test_every_page_may_be_the_damaged_one(paths: StorePaths) -> None:
    """Whichever page it is, conversations that it holds nothing of are whole, and nothing that is left is wrong."""
    original = paths.database.read_bytes()
    identity = paths.identity.read_bytes()
    few, num_pages = 0, len(original) // PAGE_BYTES
    for page in (*range(1, 16), *range(16, num_pages + 1, 6)):
        paths.database.write_bytes(original)
        paths.identity.write_bytes(identity)
        spoil(paths.database, page, at=random.Random(page).randrange(PAGE_BYTES))
        with Store.open(paths.folder, KEY) as store:
            assert store.opening.notices[0].code == "store_mended"
            everything = {text for texts in whole().values() for text in texts}
            found = [texts_of(store.conversation(row.id)) for row in store.conversations()]
            assert {text for texts in found for text in texts} <= everything
            few += sum(map(len, found)) < len(everything) - 16
    assert few <= 1  # the root of the messages' texts, under which everything lies


def test_the_first_page_is_no_weak_spot(paths: StorePaths) -> None:
    for at in (0, 5, 20, 90, 4090):
        spoil(paths.database, 1, at)
    found, notices = check(paths)
    assert found == whole()
    assert [notice.code for notice in notices] == ["store_mended"]


def test_the_damaged_file_is_kept_as_it_was(paths: StorePaths) -> None:
    spoil(paths.database, page_of(paths, "conversation 5 message 3 "))
    before = paths.database.read_bytes()
    with Store.open(paths.folder, KEY) as store:
        kept = store.opening.notices[0].values["path"]
    (aside,) = paths.set_aside()
    assert (str(aside), aside.read_bytes()) == (kept, before)
    assert aside.stat().st_mode & 0o777 == 0o600


def test_a_file_cut_in_half_gives_back_what_is_left(paths: StorePaths) -> None:
    content = paths.database.read_bytes()
    paths.database.write_bytes(content[: len(content) // 2 + 100])
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices[0].code == "store_mended"
        assert [row.title for row in store.conversations()] == [f"Title {n}" for n in range(NUM_CONVERSATIONS)][::-1]
        assert texts_of(store.conversation(store.conversations()[-1].id)) == whole()["Title 0"]


@pytest.mark.parametrize("filling", [b"\0", b"\xa5"])
def test_a_file_of_which_nothing_is_left_is_kept_and_a_new_one_begun(paths: StorePaths, filling: bytes) -> None:
    salt = paths.database.read_bytes()[:16] if filling != b"\0" else bytes(16)
    paths.database.write_bytes(salt + filling * (20 * PAGE_BYTES - 16))
    with pytest.raises(UserError) as caught:
        Store.open(paths.folder, OTHER_KEY)
    assert caught.value.notice.code == "store_wrong_key"
    found, notices = check(paths)
    assert found == {}
    assert notices[0].code == "store_mended_empty"
    assert "no conversation in it could be read" in sentence(notices[0])
    assert paths.set_aside()


def test_damage_met_while_running_concerns_only_what_it_hit_and_is_mended_at_the_next_start(
    paths: StorePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_ALWAYS_CHECKED_BYTES", 0)  # as for a large file
    spoil(paths.database, page_of(paths, "conversation 5 message 3 "))
    with Store.open(paths.folder, KEY) as store:
        assert store.opening.notices == ()
        refused = set()
        for row in store.conversations():
            try:
                assert texts_of(store.conversation(row.id)) == whole()[row.title]
            except UserError as error:
                refused.add((row.title, error.notice.code))
        assert ("Title 5", "store_damaged") in refused
        assert {code for _, code in refused} == {"store_damaged"}
        assert len(refused) <= 2
        talk(store, "Written after", "question")
    found, notices = check(paths)
    assert notices[0].code == "store_mended"
    assert found.pop("Written after") == ["question"]
    for title, texts in found.items():
        assert (title, "store_damaged") in refused or texts == whole()[title]


def test_a_page_in_the_middle_of_a_long_text_is_never_shown_as_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_ALWAYS_CHECKED_BYTES", 0)
    paths = StorePaths(tmp_path)
    long = "".join(f"{number} " for number in range(9000))
    with Store.open(tmp_path, KEY) as store:
        rows = [talk(store, f"Title {number}", "question", long) for number in range(3)]
        writing = store.add_message(rows[2].id, rows[2].active_leaf, Role.USER, "", MessageState.WRITING)
        store.append_reply(writing.id, long, [])
    original = paths.database.read_bytes()
    for page, content in enumerate(decrypted_pages(paths.database, KEY), start=1):
        if b" 8999 " not in content and b" 4000 " not in content:
            continue
        paths.database.write_bytes(original)
        spoil(paths.database, page)
        with Store.open(tmp_path, KEY) as store:
            for row in store.conversations():
                try:
                    shown = texts_of(store.conversation(row.id))
                except UserError:
                    continue
                assert all(text in ("question", long) for text in shown if text)
                assert all(shown) or "reply_has_gaps" in {notice.code for notice in store.opening.notices}
            try:
                hits = store.search("4000 4001")
            except UserError:
                continue
            assert [h.excerpt for h in hits if "4000 4001 4002" not in h.excerpt] == []


def test_what_was_only_in_the_log_is_saved_too(paths: StorePaths, tmp_path: Path) -> None:
    with Store.open(paths.folder, KEY) as store:
        talk(store, "Only in the log", "question")
        other = StorePaths(tmp_path / "copy")
        other.folder.mkdir()
        for path in (paths.database, paths.log, paths.identity):
            (other.folder / path.name).write_bytes(path.read_bytes())
    spoil(other.database, page_of(paths, "conversation 5 message 3 "))
    found, notices = check(other)
    assert found["Only in the log"] == ["question"]
    assert notices[0].code == "store_mended"


def test_a_damaged_copy_goes_with_what_is_erased(paths: StorePaths) -> None:
    spoil(paths.database, page_of(paths, "conversation 5 message 3 "))
    with Store.open(paths.folder, KEY) as store:
        assert paths.set_aside()
        store.erase_conversation(store.conversations()[0].id)
        assert not paths.set_aside()


@pytest.mark.parametrize("step", ["replace", "checkpoint", "_mend", "migrate"])
def test_no_room_for_saving_leaves_everything_as_it_was(
    paths: StorePaths, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    spoil(paths.database, page_of(paths, "conversation 5 message 3 "))
    before, names = paths.database.read_bytes(), {path.name for path in paths.folder.iterdir()}
    with monkeypatch.context() as patch:
        patch.setattr(f"app.store.salvage.{step}", _no_room)
        for _ in range(2):
            with pytest.raises(UserError) as caught:
                Store.open(paths.folder, KEY)
            assert caught.value.notice.code == "store_full"
    assert paths.database.read_bytes() == before
    assert {path.name for path in paths.folder.iterdir()} == names, "each start would fill the disk more"
    assert read_identity(paths.identity) is not None
    _, notices = check(paths)
    assert notices[0].code == "store_mended"


def _no_room(*_paths: Path) -> None:
    raise OSError(28, "No space left on device")
