"""Whatever a file holds, an import either says why it takes nothing, or takes everything that is whole."""

from __future__ import annotations

import copy
import json
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.errors import UserError
from app.store.exchange.importing import import_file
from app.store.exchange.planning import plan_import
from app.store.exchange.writer import ExportFormat, export_conversations
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.exchange.fields import Json
    from app.store.exchange.values import ImportResult

QUIET = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "q", "user", "system", "\ud83d", "a2", "0", "text", 10**400, 1e308, -1, "m1", []])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


def _galley_document() -> Json:
    from app.store.exchange.galley_json import json_pieces

    pieces = json_pieces([samples.conversation(title="Victim"), samples.conversation("c9", "Good")], (), 0.0)
    return json.loads("".join(piece for piece, _ in pieces))


def _foreign(kind: str, key: str, title: str) -> Json:
    if kind == "chatgpt":
        return samples.chatgpt_conversation(key, title)
    if kind == "open_webui":
        return samples.open_webui_chat(key, title)
    if kind == "open_webui_old":
        return {**samples.open_webui_old_chat(), "title": title, "id": key}
    document = samples.lm_studio_conversation(title)
    document["createdAt"] += len(key) * 1000
    return document


def _places(value: Json, path: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in items:
        found += _places(each, (*path, name))
    return found


def _mutate(draw: st.DrawFn, document: Json) -> Json:
    for _ in range(draw(st.integers(1, 4))):
        places = _places(document)
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        holder = document
        for step in above:
            holder = holder[step]
        match draw(st.sampled_from(["replace", "delete", "swap"])):
            case "replace":
                holder[last] = draw(_VALUES)
            case "delete":
                del holder[last]
            case _:
                other = document
                for step in draw(st.sampled_from(places)):
                    other = other[step]
                holder[last] = copy.deepcopy(other)
    return document


def _check(result: ImportResult, folder: Path) -> None:
    """Whatever came in is whole, and can be said, planned, exported and imported again."""
    ids = [each.row.id for each in result.conversations]
    ids += [message.id for each in result.conversations for message in each.messages]
    assert len(set(ids)) == len(ids)
    for each in result.conversations:
        seen: set[str | None] = {None}
        for message in each.messages:
            assert message.parent_id in seen
            seen.add(message.id)
            message.text.encode()
        assert each.row.active_leaf in seen
        assert each.row.num_messages == len(each.messages)
    for title, notice in [(each.title, each.notice) for each in result.refusals] + [
        (each.title, each.notice) for each in result.remarks
    ]:
        assert sentence(notice)
        title.encode()
    plan_import(result, dict.fromkeys(ids, 0.0))
    for format_ in ExportFormat:
        export_conversations(result.conversations, result.presets, folder / "again", format_)
        if format_ is ExportFormat.JSON:
            again = import_file(folder / "again")
            assert again.refusals == ()
            assert again.conversations == result.conversations


@pytest.mark.parametrize("kind", ["chatgpt", "open_webui", "open_webui_old", "lm_studio"])
@given(data=st.data())
@QUIET
def test_a_mutated_foreign_conversation_never_costs_the_good_one(
    tmp_path: Path, kind: str, data: st.DataObject
) -> None:
    good = _foreign(kind, "good", "Good")
    (expected,) = import_file(samples.write_json(tmp_path / "file", [good])).conversations
    victim = data.draw(st.composite(_mutate)(_foreign(kind, "victim one", "Victim")))
    documents = [victim, good] if data.draw(st.booleans()) else [good, victim]
    result = import_file(samples.write_json(tmp_path / "file", documents))
    assert expected in result.conversations
    assert len(result.conversations) + len(result.refusals) >= 2 or victim == good
    _check(result, tmp_path)


@given(data=st.data())
@QUIET
def test_a_mutated_conversation_of_galley_never_costs_the_good_one(tmp_path: Path, data: st.DataObject) -> None:
    document = _galley_document()
    document["conversations"][0] = data.draw(st.composite(_mutate)(document["conversations"][0]))
    result = import_file(samples.write_json(tmp_path / "file", document))
    assert samples.conversation("c9", "Good") in result.conversations or any(
        each.branch()[-1].text == "Of course:\n```python\nprint(1)" for each in result.conversations
    )
    _check(result, tmp_path)


@given(data=st.data())
@QUIET
def test_a_mutated_document_raises_nothing_but_what_can_be_said(tmp_path: Path, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["galley", "chatgpt", "open_webui", "open_webui_old", "lm_studio"]))
    document = _galley_document() if kind == "galley" else [_foreign(kind, "a", "A"), _foreign(kind, "b b", "B")]
    _import_or_refusal(samples.write_json(tmp_path / "file", data.draw(st.composite(_mutate)(document))), tmp_path)


@given(data=st.data())
@QUIET
def test_mutated_bytes_raise_nothing_but_what_can_be_said(tmp_path: Path, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["galley", "chatgpt", "open_webui", "lm_studio", "zip"]))
    path = tmp_path / "file"
    if kind == "zip":
        samples.write_chatgpt_zip(path, [samples.chatgpt_conversation()], [samples.chatgpt_conversation("b")])
    else:
        samples.write_json(path, _galley_document() if kind == "galley" else [_foreign(kind, "a", "A")])
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        end = min(len(content), at + data.draw(st.integers(0, 30)))
        content[at:end] = data.draw(
            st.binary(max_size=8) | st.sampled_from([b'"', b"\\", b"}", b"]", b"[", b"{", b","])
        )
    path.write_bytes(content)
    _import_or_refusal(path, tmp_path)


@given(content=st.binary(max_size=200), packed=st.booleans())
@QUIET
def test_any_bytes_raise_nothing_but_what_can_be_said(tmp_path: Path, content: bytes, packed: bool) -> None:
    path = tmp_path / "file"
    if packed:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("x", b"[" + content)
    else:
        path.write_bytes(content)
    _import_or_refusal(path, tmp_path)


def _import_or_refusal(path: Path, folder: Path) -> None:
    refusal = None
    result = None
    try:
        result = import_file(path)
    except UserError as error:
        refusal = error.notice
    if result is not None:
        _check(result, folder)
    else:
        assert refusal is not None
        assert sentence(refusal)
