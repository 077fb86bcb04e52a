"""Files that are no model, or no longer one: each is refused in words of its own, cheaply, and nothing else happens."""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.errors import UserError
from app.models import gguf_cursor
from app.models.description import ModelDescription, describe
from app.models.gguf import read_header, read_vocabulary
from tests.app.models import raw_gguf

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB_PAGE = b"\xef\xbb\xbf\n  <!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>\n"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 98362432\n"
STRINGS = 8
ARRAY = 9
WORD = 4
LIMIT_BYTES = 64 << 20


def _code(path: Path) -> str:
    return _refusal(path).notice.code


def _refusal(path: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        read_vocabulary(path)
    assert sentence(caught.value.notice)
    return caught.value


def _whole(tiny_target: Path) -> bytes:
    return tiny_target.read_bytes()


def test_a_web_page_an_empty_file_and_half_a_file_are_told_apart(tmp_path: Path, tiny_target: Path) -> None:
    whole = _whole(tiny_target)
    contents = {"page": WEB_PAGE, "empty": b"", "half": whole[: len(whole) // 2]}
    said = {}
    for name, content in contents.items():
        said[name] = sentence(_refusal(raw_gguf.write(tmp_path / f"{name}.gguf", content)).notice)
        assert f"“{name}.gguf”" in said[name]
    assert len(set(said.values())) == 3
    assert "web page" in said["page"]
    assert "is empty" in said["empty"]
    assert f"has {len(whole) // 2} bytes and should have {len(whole)}" in said["half"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (WEB_PAGE, "model_is_web_page"),
        (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", "model_is_web_page"),
        (POINTER, "model_is_pointer"),
        (b"lmgg" + bytes(100), "model_is_older_format"),
        (b"tjgg" + bytes(100), "model_is_older_format"),
        (b"PK\x03\x04" + bytes(100), "model_not_gguf"),
        (bytes(4096), "model_not_gguf"),
        (b"G", "model_not_gguf"),
        (b"GGUF", "model_cut_in_description"),
        (raw_gguf.gguf(version=1), "model_unsupported_version"),
        (raw_gguf.gguf(version=4), "model_unsupported_version"),
        (b"GGUF" + struct.pack(">IQQ", 3, 1, 1) + bytes(100), "model_big_endian"),
        (raw_gguf.gguf()[:60], "model_cut_in_description"),
        (raw_gguf.gguf(data_bytes=159), "model_cut_short"),
    ],
)
def test_each_kind_of_wrong_file_has_its_own_sentence(tmp_path: Path, content: bytes, code: str) -> None:
    assert _code(raw_gguf.write(tmp_path / "model.gguf", content)) == code


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    refusal = _refusal(tmp_path / "gone" / "model.gguf")
    assert refusal.notice.code == "model_missing"
    assert str(tmp_path / "gone" / "model.gguf") in sentence(refusal.notice)


def test_a_path_through_a_file_is_not_there_either(tiny_target: Path) -> None:
    assert _code(tiny_target / "model.gguf") == "model_missing"


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert _code(tmp_path / "a\0b.gguf") == "model_missing"


def test_a_name_that_is_no_text_can_be_talked_about(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"m\xff.gguf")
    assert sentence(_refusal(raw_gguf.write(path, b"")).notice).encode()


def test_a_folder(tmp_path: Path) -> None:
    assert _code(tmp_path) == "model_is_folder"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are Unix's")
def test_a_pipe_does_not_keep_the_program_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "model.gguf")
    assert _code(tmp_path / "model.gguf") == "model_is_no_file"


@pytest.fixture
def _not_root() -> Iterator[None]:
    """Root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="permissions as Unix has them")
def test_a_file_that_may_not_be_read(tmp_path: Path, tiny_target: Path, request: pytest.FixtureRequest) -> None:
    path = raw_gguf.write(tmp_path / "model.gguf", _whole(tiny_target))
    path.chmod(0)
    request.getfixturevalue("_not_root")
    assert _code(path) == "model_not_allowed"


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = raw_gguf.gguf()
    codes = {_code(raw_gguf.write(tmp_path / "m.gguf", whole[:length])) for length in range(1, len(whole))}
    assert codes == {"model_not_gguf", "model_cut_in_description", "model_cut_short"}


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.integers(min_value=8, max_value=430), st.integers(0, 255)), min_size=1, max_size=6)
)
def test_a_damaged_file_is_read_or_refused_but_nothing_else(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    content = bytearray(raw_gguf.gguf())
    for position, value in changes:
        content[position % len(content)] = value
    path = raw_gguf.write(tmp_path / "m.gguf", bytes(content))
    with contextlib.suppress(UserError):
        read_vocabulary(read_header(path))


def _with(key: str, value: bytes) -> bytes:
    return raw_gguf.gguf({**raw_gguf.MODEL, key: value})


def _strings(count: int) -> bytes:
    return struct.pack("<IIQ", ARRAY, STRINGS, count)


HOSTILE = {
    "tensors without end": raw_gguf.beginning(1 << 60, 0),
    "values without end": raw_gguf.beginning(0, 1 << 60),
    "a string without end": _with("k", struct.pack("<IQ", STRINGS, 1 << 62)),
    "a string of two gigabytes": _with("k", struct.pack("<IQ", STRINGS, 2 << 30)),
    "strings without end": _with("k", _strings(1 << 60)),
    "empty strings by the million": _with("k", _strings(1_900_000)),
    "numbers without end": _with("k", struct.pack("<IIQ", ARRAY, WORD, 1 << 60)),
    "arrays of arrays": _with("k", struct.pack("<IIQ", ARRAY, ARRAY, 1 << 60)),
    "a type that is none": _with("k", struct.pack("<I", 77)),
    "a key without end": raw_gguf.beginning(0, 1) + struct.pack("<Q", 1 << 40),
    "sixty dimensions": raw_gguf.gguf(tensors=(("t", (1,) * 60, 0, 0),)),
    "a tensor larger than the world": raw_gguf.gguf(tensors=(("t", (1 << 60, 1 << 60), 0, 0),)),
    "tensors that overlap": raw_gguf.gguf(tensors=(("a", (8, 4), 0, 0), ("b", (8, 4), 0, 0))),
    "the same tensor twice": raw_gguf.gguf(tensors=(("a", (8, 4), 0, 0), ("a", (8, 4), 0, 128))),
    "rows of half a block": raw_gguf.gguf(tensors=(("a", (48, 4), 2, 0),)),
    "an alignment of three": _with("general.alignment", raw_gguf.typed(3)),
    "an alignment of nothing": _with("general.alignment", raw_gguf.typed(0)),
    "a million layers": _with("llama.block_count", raw_gguf.typed(1_000_000)),
    "a number for a name": _with("general.name", raw_gguf.typed(7)),
    "a text for a token id": _with("tokenizer.ggml.bos_token_id", raw_gguf.typed("one")),
    "no architecture": raw_gguf.gguf({"general.name": "x"}),
    "part nine of two": raw_gguf.gguf({**raw_gguf.MODEL, "split.no": 8, "split.count": 2}),
    "tokens that are numbers": _with("tokenizer.ggml.tokens", struct.pack("<IIQ", ARRAY, WORD, 2000) + bytes(4 * 2000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_little(tmp_path: Path, name: str) -> None:
    path = raw_gguf.write(tmp_path / "m.gguf", HOSTILE[name])
    os.truncate(path, 3 << 30)  # a sparse file: room enough for every count to be believed
    tracemalloc.start()
    try:
        refusal = _refusal(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refusal.notice.code in {"model_damaged", "model_damaged_value"}
    assert peak < LIMIT_BYTES


def test_a_file_full_of_long_texts_is_not_kept_in_memory(tmp_path: Path) -> None:
    megabyte = "x" * (1 << 20)
    content = raw_gguf.gguf({**raw_gguf.MODEL, **{f"k{number}": megabyte for number in range(40)}})
    path = raw_gguf.write(tmp_path / "m.gguf", content)
    del content
    tracemalloc.start()
    try:
        assert _code(path) == "model_damaged"
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < LIMIT_BYTES


COSTLY = {
    "two million empty strings": _with("k", _strings(1_990_000) + bytes(8 * 1_990_000)),
    "long texts that are no text": _with("k", struct.pack("<IQ", STRINGS, 15 << 20) + b"\xff" * (15 << 20)),
    "texts of wide characters": raw_gguf.gguf(
        {**raw_gguf.MODEL, **{f"k{number}": "x" * ((1 << 20) - 4) + "\U0001f40b" for number in range(5)}}
    ),
    "the largest table of tensors": raw_gguf.gguf(
        tensors=[(f"{number:0200}", (8, 4), 0, 128 * number) for number in range(20_000)], data_bytes=128 * 20_000
    ),
    "as many numbers as are kept": raw_gguf.gguf(
        {
            **raw_gguf.MODEL,
            **{f"k{number}": struct.pack("<IIQ", ARRAY, 0, 1024) + bytes(1024) for number in range(190)},
        }
    ),
    "the largest vocabulary": _with(
        "tokenizer.ggml.tokens", _strings(1 << 19) + (struct.pack("<Q", 23) + b"a" * 23) * (1 << 19)
    ),
}

MEASURE = """
import resource, sys, time
from pathlib import Path
from app.errors import UserError
from app.models.description import describe
from app.models.gguf import compare_vocabularies, read_header
from tests.app.models import raw_gguf
describe(Path(sys.argv[2]))
before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    describe(Path(sys.argv[1]))
    compare_vocabularies(read_header(Path(sys.argv[1])), read_header(Path(sys.argv[1])))
except UserError:
    pass
print(time.process_time() - began, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
@pytest.mark.parametrize("name", COSTLY)
def test_the_costliest_files_cost_a_process_little(tmp_path: Path, name: str) -> None:
    path = raw_gguf.write(tmp_path / "m.gguf", COSTLY[name])
    small = raw_gguf.write(tmp_path / "small.gguf", raw_gguf.gguf())
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path), str(small)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, more_bytes = map(float, run.stdout.split())
    assert more_bytes < LIMIT_BYTES
    assert seconds < 4.0, "described, and compared with itself: three readings, on a machine that may be slow"


def test_computing_ends_after_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gguf_cursor, "MAX_SECONDS", 0.0)
    assert _code(raw_gguf.write(tmp_path / "m.gguf", raw_gguf.gguf())) == "model_damaged"


def test_a_text_too_long_to_keep_is_passed_over(tmp_path: Path) -> None:
    content = raw_gguf.gguf({"general.note": "x" * (2 << 20), **raw_gguf.MODEL})
    header = read_header(raw_gguf.write(tmp_path / "m.gguf", content))
    assert "general.note" not in header.values
    assert header.architecture == "llama"


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_real_header_with_some_bytes_changed_is_described_or_refused(
    tmp_path: Path, tiny_target: Path, data: st.DataObject
) -> None:
    content = bytearray(tiny_target.read_bytes())
    largest = st.sampled_from([0, 1, 0xFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1, (1 << 64) - 1])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(8, 24_000))
        content[place : place + 8] = struct.pack("<Q", data.draw(largest))
    path = raw_gguf.write(tmp_path / "m.gguf", bytes(content[: data.draw(st.integers(24, len(content)))]))
    with contextlib.suppress(UserError):
        description = describe(path)
        kept = ModelDescription.from_json(json.loads(json.dumps(description.to_json())))
        assert kept in (description, None)


def test_a_file_that_changed_since_it_was_described_is_damaged(tmp_path: Path) -> None:
    path = raw_gguf.write(tmp_path / "m.gguf", raw_gguf.gguf())
    header = read_header(path)
    raw_gguf.write(path, bytes(len(raw_gguf.gguf())))
    with pytest.raises(UserError) as caught:
        read_vocabulary(header)
    assert caught.value.notice.code == "model_damaged"
