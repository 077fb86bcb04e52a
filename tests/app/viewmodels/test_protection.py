"""From looking for the key to the open store, and back; the store is real, the key is simply there or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import Notice
from app.runtime.store_worker import StoreWorker
from app.settings.store import SettingsStore
from app.store.keys.keeper import Situation
from app.store.keys.key_file import Holder
from app.store.store import Store
from app.viewmodels.chat import Chat
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.keeping import Keeping
from app.viewmodels.preferences import Preferences
from app.viewmodels.protection import Guard, Protection
from tests.support.fixed_keys import KEY, FixedKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import ReplyRequest

NO_KEYRING = Notice("keyring_locked")


class Silent:
    """An engine that is asked and says nothing."""

    def reply(self, request: ReplyRequest) -> None:
        pass

    def cancel(self, request_id: int | None = None) -> None:
        pass


class Desk:
    """Protection with its surroundings."""

    def __init__(self, folder: Path, keys: FixedKeys, qtbot: QtBot) -> None:
        self.folder, self.keys, self.qtbot = folder / "data", keys, qtbot
        self.worker = StoreWorker()
        self.conversations = ConversationList()
        self.keeping = Keeping(self.worker, self.conversations)
        self.chat = Chat(Silent(), self.conversations, Preferences(SettingsStore(folder)), self.keeping)
        self.protection = Protection(self.folder, keys, self.worker, self.chat, self.keeping)
        self.worker.start()

    def until(self, guard: Guard) -> None:
        self.qtbot.waitUntil(lambda: self.protection.guard is guard and not self.protection.busy)

    def stop(self) -> None:
        self.protection.stop()
        self.worker.stop()


@pytest.fixture
def desk_with(tmp_path: Path, qtbot: QtBot) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def make(*values: object, **more: object) -> Desk:
        desks.append(Desk(tmp_path, FixedKeys(*values, **more), qtbot))  # type: ignore[arg-type]
        return desks[-1]

    yield make
    for desk in desks:
        desk.stop()


def test_a_key_in_the_keyring_opens_the_store_without_a_question(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    desk.protection.start()
    desk.until(Guard.OPEN)
    assert desk.protection.is_settled
    desk.qtbot.waitUntil(lambda: desk.protection.holder is Holder.KEYRING)


def test_the_first_start_with_a_keyring_asks_nothing_either(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with(Situation.NEW)
    desk.protection.start()
    desk.until(Guard.OPEN)
    assert desk.keys.situation is Situation.IN_KEYRING


def test_without_a_keyring_the_first_start_asks_for_a_passphrase(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with(Situation.NEW, NO_KEYRING)
    desk.protection.start()
    desk.until(Guard.ASKING)
    assert desk.protection.key_state is not None
    assert (desk.protection.key_state.situation, desk.protection.key_state.reason) == (Situation.NEW, NO_KEYRING)
    assert not desk.folder.exists()
    desk.protection.create_with("a long sentence")
    desk.until(Guard.OPEN)
    assert desk.keys.passphrase == "a long sentence"


def test_a_wrong_passphrase_is_said_and_the_right_one_opens(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with(Situation.NEEDS_PASSPHRASE, passphrase="right")
    desk.protection.start()
    desk.until(Guard.ASKING)
    desk.protection.unlock_with("wrong")
    desk.until(Guard.ASKING)
    assert desk.protection.key_state is not None
    assert desk.protection.key_state.reason == Notice("passphrase_wrong")
    desk.protection.unlock_with("right")
    desk.until(Guard.OPEN)


def test_one_can_go_on_without_keeping_anything(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with(Situation.NEW, NO_KEYRING)
    desk.protection.start()
    desk.until(Guard.ASKING)
    desk.protection.go_on_without()
    desk.until(Guard.UNKEPT)
    assert desk.protection.is_settled
    assert not desk.keeping.keeps
    assert not desk.folder.exists()


def test_a_store_that_another_program_holds_says_so_and_can_be_tried_again(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    with Store.open(desk.folder, KEY):
        desk.protection.start()
        desk.until(Guard.FAILED)
        assert desk.protection.notice is not None
        assert desk.protection.notice.code == "store_in_use"
    desk.protection.unlock()
    desk.until(Guard.OPEN)


def test_another_key_than_the_store_s_is_told_apart(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    Store.open(desk.folder, bytes(32)).close()
    desk.protection.start()
    desk.until(Guard.FAILED)
    assert desk.protection.notice is not None
    assert desk.protection.notice.code == "store_wrong_key"


def test_locking_closes_the_store_and_waits_to_be_asked(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    desk.protection.start()
    desk.until(Guard.OPEN)
    with desk.qtbot.waitSignal(desk.protection.closed):
        desk.protection.lock()
    desk.until(Guard.ASKING)
    assert desk.protection._key is None
    Store.open(desk.folder, KEY).close()
    desk.protection.unlock()
    desk.until(Guard.OPEN)


def test_a_reply_that_will_not_stop_holds_nothing_up(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    desk.protection.start()
    desk.until(Guard.OPEN)
    desk.protection._patience.setInterval(20)
    desk.chat.send("Hello?")
    desk.qtbot.waitUntil(lambda: desk.chat._asking._queue.is_begun(1))
    desk.protection.lock()
    desk.until(Guard.ASKING)
    with Store.open(desk.folder, KEY) as store:
        (row,) = store.conversations()
        assert [message.text for message in store.conversation(row.id).branch()] == ["Hello?", ""]


def test_the_key_moves_and_the_passphrase_changes_while_the_store_is_open(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    desk.protection.start()
    desk.until(Guard.OPEN)
    desk.protection.move_to_passphrase("a long sentence")
    desk.qtbot.waitUntil(lambda: desk.protection.holder is Holder.PASSPHRASE)
    with desk.qtbot.waitSignal(desk.protection.move_failed) as failed:
        desk.protection.change_passphrase("wrong", "another sentence")
    assert failed.args == [Notice("passphrase_wrong")]
    with desk.qtbot.waitSignal(desk.protection.key_moved):
        desk.protection.change_passphrase("a long sentence", "another sentence")
    assert desk.keys.passphrase == "another sentence"
    desk.protection.move_to_keyring()
    desk.qtbot.waitUntil(lambda: desk.protection.holder is Holder.KEYRING)


def test_forgetting_everything_removes_key_and_files_and_begins_anew(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    desk.protection.start()
    desk.until(Guard.OPEN)
    desk.chat.send("Hello?")
    desk.protection._patience.setInterval(20)
    desk.protection.forget_everything()
    desk.until(Guard.OPEN)
    assert desk.keys.forgotten == 1
    desk.qtbot.waitUntil(lambda: desk.keeping.is_filled)
    assert [entry.num_messages for entry in desk.conversations.entries if entry.key in desk.keeping._kept] == []


def test_a_store_that_nothing_opens_is_kept_aside_and_an_empty_one_begins(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    other = bytes(32)
    with Store.open(desk.folder, other) as store:
        store.add_conversation(title="Old")
    desk.protection.start()
    desk.until(Guard.FAILED)
    desk.protection.begin_anew()
    desk.until(Guard.OPEN)
    (suffix,) = desk.keys.aside
    aside = desk.folder / f"conversations{suffix}.db"
    kept = desk.folder.parent / "kept"
    kept.mkdir()
    for path in desk.folder.glob(f"conversations{suffix}*"):
        path.rename(kept / path.name.replace(suffix, ""))
    assert not aside.exists()
    with Store.open(kept, other) as store:
        assert [row.title for row in store.conversations()] == ["Old"]


def test_a_store_in_use_is_not_set_aside(desk_with: Callable[..., Desk]) -> None:
    desk = desk_with()
    with Store.open(desk.folder, KEY):
        desk.protection.start()
        desk.until(Guard.FAILED)
        desk.protection.begin_anew()
        desk.until(Guard.FAILED)
        assert desk.keys.aside == []
        assert (desk.folder / "conversations.db").exists()
