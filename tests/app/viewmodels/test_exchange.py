"""Taking conversations out and bringing them in over a real store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import Notice, UserError
from app.runtime.store_worker import StoreWorker
from app.store.store import Store
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.exchange import Exchange, ExportReport, ImportReport
from app.viewmodels.keeping import Keeping
from tests.support.exchange_samples import chatgpt_conversation, open_webui_chat, write_json
from tests.support.fixed_keys import KEY
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.store.values import ConversationRow, StoredConversation


class Desk:
    """An exchange with its surroundings."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.worker = StoreWorker()
        self.keeping = Keeping(self.worker, ConversationList())
        self.exchange = Exchange(self.worker, self.keeping)
        self.worker.start()
        with qtbot.waitSignal(self.keeping.filled):
            self.worker.open(lambda: Store.open(folder, KEY))

    def export(self, path: Path) -> ExportReport:
        with self.qtbot.waitSignal(self.exchange.exported) as signal:
            self.exchange.export([], str(path), path.suffix[1:])
        assert signal.args is not None
        report: ExportReport = signal.args[0]
        return report

    def import_from(self, path: Path) -> ImportReport:
        with self.qtbot.waitSignal(self.exchange.imported) as signal:
            self.exchange.import_from(str(path))
        assert signal.args is not None
        report: ImportReport = signal.args[0]
        return report

    def failed_export(self, path: Path) -> str:
        with self.qtbot.waitSignal(self.exchange.failed) as signal:
            self.exchange.export([], str(path), path.suffix[1:])
        assert signal.args is not None
        notice: Notice = signal.args[0]
        return notice.code


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with Store.open(folder, KEY) as store:
        for title in ("Cats", "Dogs", "Birds"):
            talk(store, title, f"About {title.lower()}.", "Yes.")
    return folder


@pytest.fixture
def desks(qtbot: QtBot) -> Iterator[list[Desk]]:
    made: list[Desk] = []
    yield made
    for desk in made:
        desk.exchange.stop()
        desk.worker.stop()


def test_without_a_conversation_no_file_is_written(desks: list[Desk], qtbot: QtBot, tmp_path: Path) -> None:
    desks.append(desk := Desk(tmp_path / "data", qtbot))
    target = tmp_path / "all.json"
    assert desk.failed_export(target) == "export_nothing"
    assert not target.exists()


def test_a_conversation_that_cannot_be_read_is_named_and_the_others_are_written(
    desks: list[Desk], qtbot: QtBot, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.append(desk := Desk(filled, qtbot))
    read, damaged = Store.conversation, {"Dogs"}

    def partly_damaged(store: Store, key: str) -> StoredConversation:
        conversation = read(store, key)
        if conversation.row.title in damaged:
            raise UserError("store_damaged", path="data")
        return conversation

    monkeypatch.setattr(Store, "conversation", partly_damaged)
    target = tmp_path / "all.md"
    report = desk.export(target)
    assert report.number == 2
    assert [title for title, _ in report.unreadable] == ["Dogs"]
    text = target.read_text()
    assert "About cats." in text
    assert "About birds." in text
    damaged |= {"Cats", "Birds"}
    nothing = tmp_path / "nothing.md"
    assert desk.failed_export(nothing) == "store_damaged"
    assert not nothing.exists()


def test_an_erasure_that_waits_for_the_disk_is_not_written_out(
    desks: list[Desk], qtbot: QtBot, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.append(desk := Desk(filled, qtbot))

    def no_room(_store: Store, _key: str) -> None:
        raise UserError("store_full", path="data")

    monkeypatch.setattr(Store, "erase_conversation", no_room)
    with Store.open(tmp_path / "other", KEY):
        rows: list[tuple[ConversationRow, ...]] = []
        desk.worker.read(lambda store: store.conversations(), rows.append, print)  # type: ignore[arg-type]
        qtbot.waitUntil(lambda: bool(rows))
    key = next(row.id for row in rows[0] if row.title == "Dogs")
    desk.exchange.starting.connect(lambda: desk.keeping.erase(key))
    target = tmp_path / "all.md"
    assert desk.export(target).number == 2
    assert "dogs" not in target.read_text()


def test_a_conversation_that_the_store_cannot_take_in_costs_no_other(
    desks: list[Desk], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.append(desk := Desk(tmp_path / "data", qtbot))
    add = Store.add_whole_conversation

    def partly_damaged(store: Store, conversation: StoredConversation) -> ConversationRow:
        if conversation.row.title == "Two":
            raise UserError("store_damaged", path="data")
        return add(store, conversation)

    monkeypatch.setattr(Store, "add_whole_conversation", partly_damaged)
    names = {"a1": "One", "a2": "Two", "a3": "Three"}
    chats = [open_webui_chat(key, title) for key, title in names.items()]
    report = desk.import_from(write_json(tmp_path / "chats.json", chats))
    assert report.num_new == 2
    assert [title for title, _ in report.refused] == ["Two"]


def test_what_is_left_out_of_a_conversation_is_told_when_it_comes_in_and_not_when_it_is_there(
    desks: list[Desk], qtbot: QtBot, tmp_path: Path
) -> None:
    desks.append(desk := Desk(tmp_path / "data", qtbot))
    path = write_json(tmp_path / "chats.json", [chatgpt_conversation()])
    first = desk.import_from(path)
    assert (first.num_new, first.refused) == (1, ())
    second = desk.import_from(path)
    assert (second.num_new, second.num_skipped, second.refused, second.partial) == (0, 1, (), ())
    assert [title for title, _ in first.partial] == ["Three cats"]
