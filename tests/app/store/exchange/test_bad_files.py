"""Files that are none, or no longer whole: said in words of their own, and what is whole comes in all the same."""

from __future__ import annotations

import json
import os
import tracemalloc
import zipfile
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.store.exchange import limits, outline
from app.store.exchange.importing import import_file
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.exchange.values import ImportResult

GOOD = json.dumps(samples.chatgpt_conversation("good", "Good"))
BETTER = json.dumps(samples.chatgpt_conversation("better", "Better"))


def _import(tmp_path: Path, content: bytes | str) -> ImportResult:
    path = tmp_path / "file.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_file(path)


def _code(tmp_path: Path, content: bytes | str) -> str:
    with pytest.raises(UserError) as caught:
        _import(tmp_path, content)
    assert sentence(caught.value.notice)
    return caught.value.notice.code


def _titles(result: ImportResult) -> list[str]:
    return [conversation.row.title for conversation in result.conversations]


def _refusals(result: ImportResult) -> list[tuple[str, str]]:
    for refusal in result.refusals:
        assert sentence(refusal.notice)
    return [(refusal.title, refusal.notice.code) for refusal in result.refusals]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "import_empty"),
        (b"  \n", "import_unknown_format"),
        (b"[]", "import_unknown_format"),
        (b"{}", "import_unknown_format"),
        (b"null", "import_unknown_format"),
        (b'"text"', "import_unknown_format"),
        (b"<!DOCTYPE html><html></html>", "import_unknown_format"),
        (b"# A heading\n\ntext [link](x)", "import_unknown_format"),
        (b'[{"name": "somebody", "age": 5}]', "import_unknown_format"),
        (b'{"a" "b"}', "import_damaged"),
        (b"[{]", "import_cut_short"),
        (b'["abc', "import_cut_short"),
        (GOOD[:500], "import_cut_short"),
        (f"[{GOOD[:-10]}", "import_cut_short"),
        (b'{"format": "galley-conversations", "vers', "import_cut_short"),
        (b'{"format": "galley-conversations", "version": 2, "conversations": []}', "import_newer"),
        (b'{"format": "galley-conversations", "version": "1"}', "import_damaged_value"),
        (b'{"format": "galley-conversations", "version": 0}', "import_damaged_value"),
        (b"[" * 300_000, "import_cut_short"),
        (b'{"a":' * 300_000, "import_cut_short"),
        (b"[" * 300_000 + b"]" * 300_000, "import_too_deep"),
        (b"PK\x03\x04 no archive", "import_damaged_archive"),
    ],
)
def test_a_file_that_holds_nothing_to_import_is_told_what_it_is(
    tmp_path: Path, content: bytes | str, code: str
) -> None:
    assert _code(tmp_path, content) == code


def test_an_unknown_file_names_what_is_accepted(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        _import(tmp_path, "[1]")
    for name in ("file.json", "Galley", "ChatGPT", "Open WebUI", "LM Studio"):
        assert name in sentence(caught.value.notice)


def test_missing_files_folders_and_pipes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    cases = {
        "none": "import_missing",
        ".": "import_is_folder",
        "pipe": "import_is_no_file",
        "a\0b": "import_unreadable",
    }
    for name, code in cases.items():
        with pytest.raises(UserError) as caught:
            import_file(tmp_path / name)
        assert caught.value.notice.code == code


@pytest.mark.parametrize(
    ("bad", "refusal"),
    [
        (GOOD.replace('"Good"', '"Bad"').replace("1700000000.25", "NaN"), ("Bad", "import_damaged_json")),
        (GOOD.replace('"Good"', '"Bad"').replace("1700000000.25", "1" * 5000), ("Bad", "import_damaged_json")),
        (GOOD.replace('"Good"', '"Bad"').replace('"again": {', '"q": {'), ("Bad", "import_repeated_name")),
        ("[" * 5000 + "]" * 5000, ("", "import_too_deep")),
        ('{"title": "Bad", "mapping": []}', ("Bad", "import_damaged_value")),
        ('{"title": "Bad", "mapping": {}}', ("Bad", "import_no_messages")),
        ('{"title": "Bad", "mapping": {"a": 5}}', ("Bad", "import_damaged_value")),
        ('{"title": "Bad"}', ("Bad", "import_no_conversation")),
        ("5", ("", "import_strays")),
        ("nonsense", ("", "import_strays")),
        ("[]", ("", "import_no_conversation")),
        ('{"title": "Bad", "chat": 5, "user_id": ""}', ("Bad", "import_damaged_value")),
        ('{"name": "Bad", "messages": [{"versions": 5}]}', ("Bad", "import_damaged_value")),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_bad_conversation_does_not_cost_the_others(
    tmp_path: Path, bad: str, refusal: tuple[str, str], first: bool
) -> None:
    parts = [bad, GOOD, BETTER] if first else [GOOD, bad, BETTER]
    result = _import(tmp_path, f"[{', '.join(parts)}]")
    assert _titles(result) == ["Good", "Better"]
    assert _refusals(result) == [refusal]


def test_messages_in_a_circle_are_refused(tmp_path: Path) -> None:
    document = samples.chatgpt_conversation("circle", "Circle")
    document["mapping"]["q"]["parent"] = "again"
    result = _import(tmp_path, f"[{json.dumps(document)}, {GOOD}]")
    assert _titles(result) == ["Good"]
    assert _refusals(result) == [("Circle", "import_circle")]


def test_of_a_file_cut_short_everything_before_the_cut_comes_in(tmp_path: Path) -> None:
    content = f"[{GOOD}, {BETTER}]"
    for end in range(len(GOOD) + 2, len(content), 211):
        result = _import(tmp_path, content[:end])
        assert _titles(result) == ["Good"]
        assert _refusals(result) == [("", "import_rest_cut_short")]


def test_what_follows_the_conversations_is_said(tmp_path: Path) -> None:
    result = _import(tmp_path, f"{GOOD}\n{BETTER}\n")
    assert _titles(result) == ["Good"]
    assert _refusals(result) == [("", "import_goes_on")]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_every_encoding_of_json_is_read(tmp_path: Path, encoding: str) -> None:
    document = samples.chatgpt_conversation("x", "Grüße 🐱")
    result = _import(tmp_path, json.dumps([document], ensure_ascii=False).encode(encoding))
    assert _titles(result) == ["Grüße 🐱"]
    assert result.refusals == ()


def test_text_in_another_encoding_is_refused_where_it_stands(tmp_path: Path) -> None:
    bad = json.dumps(samples.chatgpt_conversation("x", "Größe"), ensure_ascii=False)
    bad = bad.replace("三只小猫 🐱", "").replace("三只小猫", "")
    result = _import(tmp_path, b"[" + GOOD.encode() + b"," + bad.encode("latin-1") + b"]")
    assert _titles(result) == ["Good"]
    assert [code for _, code in _refusals(result)] == ["import_not_utf8"]


def test_half_a_character_is_written_out(tmp_path: Path) -> None:
    text = GOOD.replace("Like this: cats.", "Half: \\ud83d, whole: \\ud83d\\ude00")
    (conversation,) = _import(tmp_path, f"[{text}]").conversations
    texts = [message.text for message in conversation.messages]
    assert "Half: \\ud83d, whole: 😀" in texts
    assert "".join(texts).encode()


def test_one_id_for_two_conversations(tmp_path: Path) -> None:
    changed = GOOD.replace('"Good"', '"Changed"')
    result = _import(tmp_path, f"[{GOOD}, {GOOD}, {changed}]")
    assert _titles(result) == ["Good", "Changed"]
    ids = [each.row.id for each in result.conversations]
    ids += [message.id for each in result.conversations for message in each.messages]
    assert len(set(ids)) == len(ids)
    for each in result.conversations:
        assert len(each.branch()) == 4
        assert {message.conversation_id for message in each.messages} == {each.row.id}


def test_more_conversations_than_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "MAX_ITEMS", 1)
    result = _import(tmp_path, f"[{GOOD}, {BETTER}]")
    assert _titles(result) == ["Good"]
    assert ("", "import_too_many") in _refusals(result)


def test_a_conversation_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "MAX_ITEM_BYTES", len(GOOD) + 1000)
    large = json.dumps(samples.chatgpt_conversation("large", "Large")).replace("Two cats.", "x" * 2000)
    result = _import(tmp_path, f"[{large}, {GOOD}]")
    assert _titles(result) == ["Good"]
    assert _refusals(result) == [("Large", "import_item_too_large")]


def test_a_conversation_of_too_many_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "MAX_ITEM_NODES", 2000)
    many = json.dumps({"title": "Many", "mapping": {}, "x": [[]] * 5000})
    result = _import(tmp_path, f"[{many}, {GOOD}]")
    assert _titles(result) == ["Good"]
    assert _refusals(result) == [("Many", "import_item_too_many_values")]


def test_a_stopped_import(tmp_path: Path) -> None:
    for asked in range(1, 6):
        answers = iter([False] * (asked - 1) + [True])
        path = tmp_path / "file"
        path.write_text(f"[{GOOD}, {BETTER}]")
        with pytest.raises(UserError) as caught:
            import_file(path, cancelled=lambda answers=answers: next(answers))  # type: ignore[misc]
        assert caught.value.notice.code == "import_cancelled"


# ZIP files.


def test_a_zip_bomb_is_stopped_without_being_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "MAX_JSON_BYTES", 20 << 20)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.json", b"[" + b" " * (10 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(UserError) as caught:
            import_file(tmp_path / "bomb.zip")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.notice.code == "import_too_large"
    assert peak < 8 << 20


def test_a_packing_that_can_grow_without_bound_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("good.json", f"[{GOOD}]", zipfile.ZIP_DEFLATED)
        archive.writestr("bomb.json", b"[" + b" " * 100_000, zipfile.ZIP_BZIP2)
    result = import_file(tmp_path / "a.zip")
    assert _titles(result) == ["Good"]
    assert _refusals(result) == [("bomb.json", "import_entry_damaged")]


def test_a_damaged_entry_does_not_cost_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bad.json", f"[{BETTER}, {BETTER}]")
        archive.writestr("good.json", f"[{GOOD}]")
    content = bytearray(path.read_bytes())
    content[80:120] = bytes(40)
    path.write_bytes(content)
    result = import_file(path)
    assert _titles(result) == ["Good"]


def test_a_zip_file_with_a_password(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("good.json", f"[{GOOD}]")
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        import_file(path)
    assert caught.value.notice.code == "import_password"


def test_half_a_zip_file_and_one_with_nothing_in_it(tmp_path: Path) -> None:
    path = samples.write_chatgpt_zip(tmp_path / "a.zip", [samples.chatgpt_conversation()])
    path.write_bytes(path.read_bytes()[:-60])
    with pytest.raises(UserError) as caught:
        import_file(path)
    assert caught.value.notice.code == "import_damaged_archive"
    with zipfile.ZipFile(path, "w"):
        pass
    with pytest.raises(UserError) as caught:
        import_file(path)
    assert caught.value.notice.code == "import_unknown_format"


def test_a_table_of_contents_that_fills_memory_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.exchange.source.MAX_DIRECTORY_BYTES", 1 << 17)
    assert limits.MAX_DIRECTORY_BYTES > 1 << 17
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(3000):
            archive.writestr(f"{number:050}", b"")
    with pytest.raises(UserError) as caught:
        import_file(tmp_path / "a.zip")
    assert caught.value.notice.code == "import_damaged_archive"
