"""docs/exchange.md says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path

from app.store.exchange import limits
from app.store.exchange.galley_json import FORMAT_NAME, VERSION
from app.store.exchange.importing import import_file
from app.store.exchange.writer import ExportFormat, export_conversations
from app.store.rounds import unpack_rounds
from tests.support import exchange_samples as samples

PAGE = (Path(__file__).parents[4] / "docs" / "exchange.md").read_text(encoding="utf-8")


def _example() -> str:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_is_imported_and_exported_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "example").write_text(_example(), encoding="utf-8")
    result = import_file(tmp_path / "example")
    assert result.refusals == ()
    assert [message.text for message in result.conversations[0].branch()] == [
        "How do I write three cats?",
        " three cats",
    ]
    (decoded,) = unpack_rounds(result.conversations[0].messages[1].rounds)
    assert "".join(token.text for token in decoded.emitted) == " three cats"
    export_conversations(
        result.conversations, result.presets, tmp_path / "out", ExportFormat.JSON, clock=lambda: 1_795_989_600.0
    )
    assert json.loads((tmp_path / "out").read_text(encoding="utf-8")) == json.loads(_example())


def test_every_member_that_is_written_is_described(tmp_path: Path) -> None:
    export_conversations([samples.conversation()], samples.PRESETS, tmp_path / "out", ExportFormat.JSON)
    names: set[str] = set()
    waiting = [json.loads((tmp_path / "out").read_text(encoding="utf-8"))]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            names |= set(value)
            waiting += [each for name, each in value.items() if name not in ("settings", "figures")]
        elif isinstance(value, list):
            waiting += value
    tables = "\n".join(line for line in PAGE.splitlines() if line.startswith("|"))
    assert [name for name in sorted(names) if f"`{name}`" not in tables] == []
    assert f"`{FORMAT_NAME}`, version {VERSION}" in PAGE


def test_the_bounds_are_those_that_are_kept() -> None:
    for text in (
        f"{limits.MAX_JSON_BYTES >> 30} GiB",
        f"{limits.MAX_ITEM_BYTES >> 20} MiB, {limits.MAX_ITEM_NODES // 10**6} million values",
        f"{limits.MAX_ITEMS // 1000} 000",
        f"| {limits.MAX_DEPTH} |",
        f"{limits.MAX_DIRECTORY_BYTES >> 20} MiB",
    ):
        assert text in PAGE
