"""What a model file says about itself, read without loading it and without trusting it.

Every way in which a file can be unusable has its own sentence, because "cannot load model" helps nobody.
"""

from __future__ import annotations

import stat
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.errors import UserError
from app.models.gguf_cursor import Cursor, CutShortError, DamagedError
from app.models.gguf_parse import parse, read_strings, walk_strings
from app.models.header import GgufHeader, Vocabulary, VocabularySummary
from app.models.kinds import kind_of, num_nextn_layers
from app.models.naming import shown_name, shown_path
from app.models.pairing import first_difference

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from app.models.gguf_parse import ArrayPlace, GgufParts
    from app.models.pairing import TokenDifference

__all__ = ["GgufHeader", "Vocabulary", "VocabularySummary", "read_header", "read_vocabulary"]

MAX_TOKENS = 1 << 19
MAX_VOCABULARY_BYTES = 16 << 20
MAX_BLOCKS = 4096
MAX_PARTS = 9999

_TOKENS = "tokenizer.ggml.tokens"
_MAGIC = b"GGUF"
_OLDER_MAGICS = (b"lmgg", b"fmgg", b"tjgg", b"algg")
_VERSIONS = (2, 3)
_WEB_PAGES = (b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<!--")
_POINTER = b"version https://git-lfs"


def read_header(path: Path) -> GgufHeader:
    """Read what a file says about itself: tens of milliseconds, a few megabytes.

    Raises:
        UserError: If the file is missing, not readable, not GGUF, damaged or cut short.
    """
    with _opened(path) as (file, file_bytes):
        cursor = Cursor(file, file_bytes)
        version = _version(cursor, path)
        parts = parse(cursor)
    header = _header(path, file_bytes, version, parts)
    if parts.end_bytes > file_bytes:
        raise UserError("model_cut_short", file=shown_name(path), file_bytes=file_bytes, expected_bytes=parts.end_bytes)
    return header


def read_vocabulary(source: Path | GgufHeader) -> Vocabulary:
    """Read all tokens of a file, or of a header that was read before.

    Raises:
        UserError: As `read_header`, or if the file has no vocabulary that could be true.
    """
    header = source if isinstance(source, GgufHeader) else read_header(source)
    place = _tokens_of(header)
    if place is None:
        return Vocabulary(())
    with _opened(header.path) as (file, file_bytes):
        return Vocabulary(read_strings(Cursor(file, file_bytes), place))


def compare_vocabularies(target: GgufHeader, draft: GgufHeader) -> TokenDifference | None:
    """The first token in which two files differ, read side by side without keeping either in memory.

    Raises:
        UserError: As `read_vocabulary`.
    """
    our_place, their_place = _tokens_of(target), _tokens_of(draft)
    if our_place is None or their_place is None:
        return None
    with _opened(target.path) as (ours, our_bytes), _opened(draft.path) as (theirs, their_bytes):
        return first_difference(
            walk_strings(Cursor(ours, our_bytes), our_place), walk_strings(Cursor(theirs, their_bytes), their_place)
        )


def _tokens_of(header: GgufHeader) -> ArrayPlace | None:
    place = header.arrays.get(_TOKENS)
    if place is None:
        return None
    if not place.of_strings or place.count > MAX_TOKENS or place.end - place.start > MAX_VOCABULARY_BYTES:
        raise UserError("model_damaged_value", file=shown_name(header.path), key=_TOKENS)
    return place


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file for reading and say in words what goes wrong with it."""
    name = shown_name(path)
    position = 0
    if "\0" in str(path):
        raise UserError("model_missing", path=shown_path(path))
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise UserError("model_is_folder", file=name)
        if not stat.S_ISREG(status.st_mode):
            raise UserError("model_is_no_file", file=name)
        file_bytes = status.st_size
        if not file_bytes:
            raise UserError("model_empty", file=name)
        with path.open("rb") as file:
            try:
                yield file, file_bytes
            except (DamagedError, CutShortError):
                position = file.tell()
                raise
    except DamagedError as error:
        raise UserError("model_damaged", file=name, position=position) from error
    except CutShortError as error:
        raise UserError("model_cut_in_description", file=name, file_bytes=file_bytes) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UserError("model_missing", path=shown_path(path)) from error
    except PermissionError as error:
        raise UserError("model_not_allowed", file=name) from error
    except OSError as error:
        raise UserError("model_unreadable", file=name, cause=error.strerror or str(error)) from error


def _version(cursor: Cursor, path: Path) -> int:
    """Check the first bytes and return the version."""
    name = shown_name(path)
    beginning = cursor.peek(512)
    if not beginning.startswith(_MAGIC):
        text = beginning.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
        if text.startswith(_WEB_PAGES):
            raise UserError("model_is_web_page", file=name)
        if text.startswith(_POINTER):
            raise UserError("model_is_pointer", file=name)
        if beginning.startswith(_OLDER_MAGICS):
            raise UserError("model_is_older_format", file=name)
        raise UserError("model_not_gguf", file=name)
    cursor.skip(len(_MAGIC))
    data = cursor.take(4)
    version: int = struct.unpack("<I", data)[0]
    if version in _VERSIONS:
        return version
    if struct.unpack(">I", data)[0] in (1, *_VERSIONS):
        raise UserError("model_big_endian", file=name)
    raise UserError("model_unsupported_version", file=name, version=version)


def _header(path: Path, file_bytes: int, version: int, parts: GgufParts) -> GgufHeader:
    facts = _Facts(path, parts)
    architecture = facts.text("general.architecture")
    if not architecture:
        raise facts.damaged("general.architecture")
    num_parts = facts.number("split.count") or 1
    part = facts.number("split.no") or 0
    if not 0 <= part < num_parts <= MAX_PARTS:
        raise facts.damaged("split.count")
    blocks_key = f"{architecture}.block_count"
    blocks = facts.number(blocks_key)
    is_whole = num_parts == 1 and bool(parts.tensors)
    if blocks is not None and not 0 <= blocks <= (len(parts.tensors) if is_whole else MAX_BLOCKS):
        raise facts.damaged(blocks_key)
    vocabulary = _vocabulary(facts, parts)
    names = [tensor.name for tensor in parts.tensors]
    return GgufHeader(
        path=path,
        file_bytes=file_bytes,
        version=version,
        kind=kind_of(
            parts.values,
            architecture,
            names,
            has_vocabulary=vocabulary.num_tokens > 0,
            is_whole=num_parts == 1,
        ),
        architecture=architecture,
        name=facts.text("general.name"),
        basename=facts.text("general.basename"),
        size_label=facts.text("general.size_label"),
        finetune=facts.text("general.finetune"),
        file_type=facts.number("general.file_type"),
        context_length=facts.number(f"{architecture}.context_length"),
        block_count=blocks,
        num_nextn_layers=num_nextn_layers(parts.values, architecture),
        chat_template=facts.text("tokenizer.chat_template"),
        part=part,
        num_parts=num_parts,
        vocabulary=vocabulary,
        tensors=parts.tensors,
        values=parts.values,
        arrays=parts.arrays,
    )


def _vocabulary(facts: _Facts, parts: GgufParts) -> VocabularySummary:
    place = parts.arrays.get(_TOKENS)
    return VocabularySummary(
        type=facts.text("tokenizer.ggml.model") or "",
        pre=facts.text("tokenizer.ggml.pre"),
        num_tokens=place.count if place is not None else 0,
        bos_id=facts.number("tokenizer.ggml.bos_token_id"),
        eos_id=facts.number("tokenizer.ggml.eos_token_id"),
        eot_id=facts.number("tokenizer.ggml.eot_token_id"),
        eom_id=facts.number("tokenizer.ggml.eom_token_id"),
        unknown_id=facts.number("tokenizer.ggml.unknown_token_id"),
        padding_id=facts.number("tokenizer.ggml.padding_token_id"),
        adds_bos=facts.flag("tokenizer.ggml.add_bos_token"),
        adds_eos=facts.flag("tokenizer.ggml.add_eos_token"),
    )


class _Facts:
    """Single values by key, each of the type that it must have."""

    def __init__(self, path: Path, parts: GgufParts) -> None:
        self._path = path
        self._values = parts.values

    def text(self, key: str) -> str | None:
        value = self._values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.damaged(key)

    def number(self, key: str) -> int | None:
        value = self._values.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self.damaged(key)

    def flag(self, key: str) -> bool | None:
        value = self._values.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self.damaged(key)

    def damaged(self, key: str) -> UserError:
        return UserError("model_damaged_value", file=shown_name(self._path), key=key)
