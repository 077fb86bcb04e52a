"""Importing a file again changes nothing; another version of a conversation comes in beside the one that is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.store.exchange.importing import import_file
from app.store.exchange.planning import plan_import
from app.store.exchange.values import ImportFormat, ImportResult
from app.store.exchange.writer import ExportFormat, export_conversations
from app.store.values import Preset, StoredConversation
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def _result(*conversations: StoredConversation, presets: tuple[Preset, ...] = ()) -> ImportResult:
    return ImportResult(conversations, presets, (), ImportFormat.GALLEY)


def _there(conversations: Iterable[StoredConversation]) -> dict[str, float]:
    return {conversation.row.id: conversation.row.updated_at for conversation in conversations}


def test_what_is_new_is_added_and_what_is_there_is_skipped() -> None:
    old, new = samples.conversation(), samples.conversation("c2")
    plan = plan_import(_result(old, new), _there([old]))
    assert (plan.new, plan.copies, plan.skipped) == ((new,), (), (old,))
    assert plan.conversations == (new,)


def test_another_version_becomes_a_copy_with_ids_of_its_own_and_only_once() -> None:
    mine = samples.conversation()
    theirs = samples.conversation(title="Continued elsewhere", updated_at=mine.row.updated_at + 60)
    plan = plan_import(_result(theirs), _there([mine]))
    (copy,) = plan.copies
    assert copy.row.title == "Continued elsewhere"
    assert copy.row.id != mine.row.id
    assert {message.id for message in copy.messages}.isdisjoint({message.id for message in mine.messages})
    assert [message.text for message in copy.branch()] == [message.text for message in theirs.branch()]
    assert {message.conversation_id for message in copy.messages} == {copy.row.id}
    again = plan_import(_result(theirs), _there([mine, copy]))
    assert (again.conversations, again.skipped) == ((), (theirs,))
    third = replace(theirs, row=replace(theirs.row, updated_at=theirs.row.updated_at + 60))
    assert plan_import(_result(third), _there([mine, copy])).copies[0].row.id not in (mine.row.id, copy.row.id)


def test_a_store_exported_and_imported_into_itself_gains_nothing(tmp_path: Path) -> None:
    mine = samples.conversation()
    theirs = samples.conversation(updated_at=mine.row.updated_at + 60)
    store = (mine, *plan_import(_result(theirs), _there([mine])).copies)
    export_conversations(store, (), tmp_path / "all.json", ExportFormat.JSON)
    assert plan_import(import_file(tmp_path / "all.json"), _there(store)).conversations == ()


def test_foreign_files_are_imported_once(tmp_path: Path) -> None:
    for document in (samples.chatgpt_conversation(), samples.open_webui_chat(), samples.lm_studio_conversation()):
        result = import_file(samples.write_json(tmp_path / "file", document))
        store = plan_import(result, {}).conversations
        assert len(store) == 1
        assert plan_import(result, _there(store)).conversations == ()


def test_presets_keep_their_names_where_these_are_free() -> None:
    there = [Preset("Careful", {"temperature": 0.0}), Preset("Wild <3", {"temperature": 9.0})]
    plan = plan_import(_result(presets=(*samples.PRESETS, Preset("New", {}))), {}, there)
    assert [preset.name for preset in plan.presets] == ["Wild <3 (2)", "New"]
    assert plan_import(_result(presets=samples.PRESETS), {}, [*there, *plan.presets]).presets == ()
