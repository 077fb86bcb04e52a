"""What is imported goes into the real store, and what the store holds comes out and in again unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store.exchange.importing import import_file
from app.store.exchange.planning import plan_import
from app.store.exchange.writer import ExportFormat, export_conversations
from app.store.store import Store
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from pathlib import Path

KEY = bytes(range(32))


def _import_into(store: Store, path: Path) -> int:
    existing = {row.id: row.updated_at for row in store.conversations()}
    plan = plan_import(import_file(path), existing, store.presets())
    for conversation in plan.conversations:
        store.add_whole_conversation(conversation)
    for preset in plan.presets:
        store.save_preset(preset)
    return len(plan.conversations)


def _export(store: Store, path: Path) -> bytes:
    whole = (store.conversation(row.id) for row in store.conversations())
    export_conversations(whole, store.presets(), path, ExportFormat.JSON, clock=lambda: 1.8e9)
    return path.read_bytes()


def test_every_format_into_one_store_and_all_of_it_into_another(tmp_path: Path) -> None:
    files = [
        samples.write_chatgpt_zip(tmp_path / "1", [samples.chatgpt_conversation("a"), samples.chatgpt_conversation()]),
        samples.write_json(tmp_path / "2", [samples.open_webui_chat(), samples.open_webui_old_chat()]),
        samples.write_json(tmp_path / "3", samples.lm_studio_conversation()),
    ]
    export_conversations([samples.conversation()], samples.PRESETS, tmp_path / "4", ExportFormat.JSON)
    with Store.open(tmp_path / "one", KEY) as store:
        assert [_import_into(store, path) for path in [*files, tmp_path / "4"]] == [2, 2, 1, 1]
        assert [_import_into(store, path) for path in [*files, tmp_path / "4"]] == [0, 0, 0, 0]
        assert store.conversation("c1") == samples.conversation()
        first = _export(store, tmp_path / "all.json")
    with Store.open(tmp_path / "two", KEY) as store:
        assert _import_into(store, tmp_path / "all.json") == 6
        assert sorted(_export(store, tmp_path / "again.json").splitlines()) == sorted(first.splitlines())


def test_another_version_goes_in_beside_the_first_one(tmp_path: Path) -> None:
    with Store.open(tmp_path / "one", KEY) as store:
        for title, later in (("First", 0.0), ("Second", 60.0), ("Second", 60.0)):
            changed = samples.conversation(title=title, updated_at=samples.conversation().row.updated_at + later)
            export_conversations([changed], (), tmp_path / "file", ExportFormat.JSON)
            _import_into(store, tmp_path / "file")
        assert sorted(row.title for row in store.conversations()) == ["First", "Second"]
