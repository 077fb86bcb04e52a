"""What is exported as Galley's JSON comes back as it was, whatever it holds."""

from __future__ import annotations

import json
import math
import string
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.store.exchange.importing import import_file
from app.store.exchange.values import ImportFormat
from app.store.exchange.writer import ExportFormat, export_conversations
from app.store.rounds import unpack_rounds
from app.store.values import ConversationRow, MessageState, Preset, Role, StoredConversation, StoredMessage
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.store.exchange.values import ImportResult


def _export(
    path: Path, conversations: Sequence[StoredConversation], presets: Sequence[Preset] = (), at: float = 1.8e9
) -> bytes:
    export_conversations(conversations, presets, path, ExportFormat.JSON, clock=lambda: at)
    return path.read_bytes()


def _imported(path: Path, content: bytes) -> ImportResult:
    path.write_bytes(content)
    return import_file(path)


def test_everything_comes_back_and_a_second_export_is_the_same_file(tmp_path: Path) -> None:
    conversations = (samples.conversation(), samples.conversation("c2", title="", title_is_own=False))
    first = _export(tmp_path / "a.json", conversations, samples.PRESETS)
    result = import_file(tmp_path / "a.json")
    assert result.conversations == conversations
    assert (result.presets, result.refusals, result.remarks) == (samples.PRESETS, (), ())
    assert result.format is ImportFormat.GALLEY
    assert _export(tmp_path / "b.json", result.conversations, result.presets) == first
    later = _export(tmp_path / "b.json", result.conversations, result.presets, at=1.9e9).splitlines()
    differing = [line for line, other in zip(first.splitlines(), later, strict=True) if line != other]
    assert differing == [b'"exported_at": "2027-01-15T08:00:00Z",']


def test_the_file_is_plain_json_that_shows_texts_and_rounds_as_they_are(tmp_path: Path) -> None:
    content = _export(tmp_path / "a.json", [samples.conversation()])
    reply = json.loads(content)["conversations"][0]["messages"][1]
    assert reply["text"] == samples.CODE
    assert "三只小猫 🐱".encode() in content
    assert [token["text"] for token in reply["rounds"][0]["proposed"]] == [" the", "\n"]
    assert reply["rounds"][0]["emitted"][1]["mark"] == "corrected"
    assert reply["rounds"][0]["draft_seconds"] == 0.0012345678901


def test_nothing_at_all_can_be_exported_too(tmp_path: Path) -> None:
    _export(tmp_path / "a.json", [])
    result = import_file(tmp_path / "a.json")
    assert (result.conversations, result.presets, result.refusals) == ((), (), ())


def test_a_reply_that_is_being_written_comes_back_as_interrupted(tmp_path: Path) -> None:
    whole = samples.conversation()
    writing = replace(whole.messages[3], state=MessageState.WRITING)
    _export(tmp_path / "a.json", [replace(whole, messages=(*whole.messages[:3], writing))])
    assert import_file(tmp_path / "a.json").conversations[0].messages[3].state is MessageState.INTERRUPTED


def test_rounds_that_nobody_can_read_are_kept_as_they_are(tmp_path: Path) -> None:
    whole = samples.conversation()
    strange = replace(whole.messages[3], rounds=b"rounds of a later Galley \x00\xff")
    conversation = replace(whole, messages=(*whole.messages[:3], strange))
    _export(tmp_path / "a.json", [conversation])
    assert import_file(tmp_path / "a.json").conversations == (conversation,)


def test_what_json_has_no_word_for_becomes_null(tmp_path: Path) -> None:
    whole = samples.conversation()
    odd = replace(whole.messages[1], figures={"rate": math.inf, "list": [math.nan, 1.0]})
    content = _export(tmp_path / "a.json", [replace(whole, messages=(whole.messages[0], odd, *whole.messages[2:]))])
    assert json.loads(content)["conversations"][0]["messages"][1]["figures"] == {"rate": None, "list": [None, 1.0]}


_TEXT = st.text(max_size=20) | st.sampled_from(["```", "</think>", '"\\', "\ufeff", "\x00", "\u2028", "\r\n", "🐱"])
_NUMBER = st.floats(allow_nan=False, allow_infinity=False)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | _NUMBER | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_FIELDS = st.dictionaries(_TEXT, _JSON, max_size=3)
_TIME = st.floats(0, 2e11)
_IDS = st.text(string.ascii_letters + "ü-", min_size=1, max_size=8)


@st.composite
def _conversations(draw: st.DrawFn) -> tuple[StoredConversation, ...]:
    keys = draw(st.lists(_IDS, max_size=3, unique=True))
    made = []
    for key in keys:
        messages: list[StoredMessage] = []
        for number in range(draw(st.integers(0, 5))):
            above = draw(st.none() | st.sampled_from([message.id for message in messages])) if messages else None
            messages.append(
                StoredMessage(
                    f"{key}/{number}",
                    key,
                    above,
                    draw(st.sampled_from(Role)),
                    draw(_TEXT),
                    draw(st.sampled_from([state for state in MessageState if state is not MessageState.WRITING])),
                    draw(_TIME),
                    draw(_FIELDS),
                )
            )
        row = ConversationRow(
            key,
            draw(_TEXT),
            draw(st.booleans()),
            draw(_TIME),
            draw(_TIME),
            len(messages),
            draw(st.booleans()),
            draw(st.booleans()),
            draw(_TEXT),
            draw(_TEXT),
            draw(_TEXT),
            draw(_FIELDS),
            draw(st.none() | st.sampled_from([message.id for message in messages])) if messages else None,
        )
        made.append(StoredConversation(row, tuple(messages)))
    return tuple(made)


@given(conversations=_conversations())
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_conversation_comes_back(tmp_path: Path, conversations: tuple[StoredConversation, ...]) -> None:
    first = _export(tmp_path / "a.json", conversations)
    result = import_file(tmp_path / "a.json")
    assert result.refusals == ()
    assert result.conversations == conversations
    assert _export(tmp_path / "b.json", result.conversations) == first


def test_only_what_has_to_be_there_has_to_be_there(tmp_path: Path) -> None:
    document = {
        "version": 1,
        "conversations": [
            {"id": "a", "created_at": 5, "messages": [{"id": "m", "role": "user", "text": "Hi", "created_at": 6}]}
        ],
        "format": "galley-conversations",
        "from_the_future": [1, {"x": 2}],
    }
    result = _imported(tmp_path / "a.json", json.dumps(document, indent=3).encode())
    (conversation,) = result.conversations
    assert [message.text for message in conversation.messages] == ["Hi"]
    assert conversation.row.updated_at == conversation.row.created_at == 5.0
    assert result.refusals == ()


def test_rounds_survive_to_the_last_figure(tmp_path: Path) -> None:
    original = samples.conversation()
    _export(tmp_path / "a.json", [original])
    rounds = unpack_rounds(import_file(tmp_path / "a.json").conversations[0].messages[1].rounds)
    assert rounds == unpack_rounds(original.messages[1].rounds)
    assert [each.ended for each in rounds] == [False, True]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"role": "system"}, "import_damaged_value"),
        ({"text": None}, "import_damaged_value"),
        ({"state": "sleeping"}, "import_damaged_value"),
        ({"created_at": "today"}, "import_damaged_value"),
        ({"created_at": -1}, "import_damaged_value"),
        ({"created_at": 10**400}, "import_damaged_value"),
        ({"created_at": True}, "import_damaged_value"),
        ({"id": ""}, "import_damaged_value"),
        ({"id": "x" * 500}, "import_damaged_value"),
        ({"id": "m1"}, "import_repeated_id"),
        ({"parent_id": "nobody"}, "import_orphan"),
        ({"parent_id": "m4"}, "import_circle"),
        ({"parent_id": "m2"}, "import_circle"),
        ({"figures": []}, "import_damaged_value"),
        ({"rounds": {}}, "import_damaged_value"),
        ({"rounds": [{"index": 0}]}, "import_damaged_value"),
        ({"rounds": None}, "import_damaged_value"),
    ],
)
def test_a_damaged_conversation_is_refused_with_its_reason_and_the_other_one_comes_in(
    tmp_path: Path, change: dict[str, object], code: str
) -> None:
    good = samples.conversation("c9", title="Good")
    document = json.loads(_export(tmp_path / "a.json", [samples.conversation(title="Bad"), good]))
    messages = document["conversations"][0]["messages"]
    messages[1].update(change)
    if change == {"parent_id": "m4"}:
        messages[3]["parent_id"] = "m2"
    result = _imported(tmp_path / "a.json", json.dumps(document).encode())
    assert result.conversations == (good,)
    assert [(refusal.title, refusal.notice.code) for refusal in result.refusals] == [("Bad", code)]


def test_a_parent_that_comes_late_is_put_first(tmp_path: Path) -> None:
    original = samples.conversation()
    document = json.loads(_export(tmp_path / "a.json", [original]))
    document["conversations"][0]["messages"].reverse()
    result = _imported(tmp_path / "a.json", json.dumps(document).encode())
    ids = [message.id for message in result.conversations[0].messages]
    assert sorted(ids) == ["m1", "m2", "m3", "m4"]
    assert ids.index("m1") < ids.index("m2")
    assert ids.index("m3") < ids.index("m4")
