"""Opens what an import reads: a JSON file, or each file in a ZIP file that looks like JSON, as a stream of UTF-8.

Whoever wrote it is not trusted: sizes are counted while reading, and nothing is unpacked to disk.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import stat
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.errors import UserError
from app.store.exchange.limits import CHUNK_BYTES, MAX_DIRECTORY_BYTES, MAX_JSON_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_ENCRYPTED = 1
_BOUNDED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What every program that writes exports uses; of the others a few bytes can unpack to gigabytes at one read."""
_MAX_END_BYTES = 128 << 10
"""What a ZIP file may have behind its table of contents is half of it."""
_PEEK_BYTES = 256
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
"""What `zipfile` and its decompressors raise for a damaged file."""


class BrokenStreamError(Exception):
    """The bytes cannot be had from here on: the packed data is damaged, or the text's encoding is."""


class Stream(Protocol):
    """Bytes, once, from the start."""

    def read(self, num_bytes: int, /) -> bytes:
        """Some bytes, at most so many; none at the end."""


@dataclass(frozen=True, slots=True)
class Source:
    """A JSON file, or one inside a ZIP file. It is read more than once, always from its start."""

    path: Path
    file: BinaryIO
    archive: zipfile.ZipFile | None = None
    entry: zipfile.ZipInfo | None = None

    @property
    def name(self) -> str:
        """What to call it."""
        return self.path.name if self.entry is None else self.entry.filename

    @contextlib.contextmanager
    def opened(self) -> Iterator[Stream]:
        """The text as UTF-8, whatever the file's encoding is, without a byte order mark.

        Raises:
            UserError: If it cannot be read.
            BrokenStreamError: Now or while reading, where a ZIP file is damaged.
        """
        if self.archive is None or self.entry is None:
            self.file.seek(0)
            yield _utf8(self.file)
            return
        if self.entry.compress_type not in _BOUNDED_METHODS:
            raise BrokenStreamError
        try:
            stream = self.archive.open(self.entry)
        except _ZIP_ERRORS as error:
            raise BrokenStreamError from error
        with stream:
            yield _utf8(_Unpacked(stream))

    def looks_like_json(self) -> bool:
        """Whether its first character opens a list or an object."""
        with self.opened() as stream:
            start = stream.read(_PEEK_BYTES)
        return start.lstrip()[:1] in (b"[", b"{")


@contextlib.contextmanager
def opened_sources(path: Path) -> Iterator[tuple[Source, ...]]:
    """What there is to read in a file, for as long as it is open.

    Raises:
        UserError: If there is no such file, or it cannot be read, is empty, too large, or needs a password.
    """
    with _opened(path) as file:
        start = file.read(4)
        if not start:
            raise UserError("import_empty", file=path.name)
        if start not in _ZIP_STARTS:
            if os.fstat(file.fileno()).st_size > MAX_JSON_BYTES:
                raise UserError("import_too_large", file=path.name, most_mib=MAX_JSON_BYTES >> 20)
            yield (Source(path, file),)
            return
        try:
            archive = zipfile.ZipFile(file)
        except _ZIP_ERRORS as error:
            raise UserError("import_damaged_archive", file=path.name) from error
        with archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if any(entry.flag_bits & _ENCRYPTED for entry in entries):
                raise UserError("import_password", file=path.name)
            yield tuple(Source(path, file, archive, entry) for entry in entries)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    name = path.name or str(path)
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):  # a pipe would be waited for, for ever
            raise UserError("import_is_folder" if stat.S_ISDIR(mode) else "import_is_no_file", file=name)
        file = path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise UserError("import_missing", path=str(path)) from None
    except PermissionError:
        raise UserError("import_not_allowed", file=name) from None
    except (OSError, ValueError) as error:
        raise UserError("import_unreadable", file=name, cause=_cause(error)) from error
    with file:
        yield _Readable(file, name)  # type: ignore[misc]


def _cause(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)


class _Readable:
    """A file whose failures are said in words, and from which nobody reads very much at once."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name

    def read(self, num_bytes: int = -1, /) -> bytes:
        most = _MAX_END_BYTES if num_bytes < 0 else num_bytes
        if most > MAX_DIRECTORY_BYTES:
            raise UserError("import_damaged_archive", file=self._name)
        try:
            return self._file.read(most)
        except OSError as error:
            raise UserError("import_unreadable", file=self._name, cause=_cause(error)) from error

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()


class _Unpacked:
    """An entry of a ZIP file, whose damage is told apart from that of the disk."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def read(self, num_bytes: int, /) -> bytes:
        try:
            return self._stream.read(num_bytes)
        except _ZIP_ERRORS as error:
            raise BrokenStreamError from error


class _Prefixed:
    """What was read already, and then the rest."""

    def __init__(self, start: bytes, stream: Stream) -> None:
        self._start = start
        self._stream = stream

    def read(self, num_bytes: int, /) -> bytes:
        if not self._start:
            return self._stream.read(num_bytes)
        data, self._start = self._start[:num_bytes], self._start[num_bytes:]
        return data + self._stream.read(num_bytes - len(data)) if len(data) < num_bytes else data


class _Transcoded:
    """Text of another encoding, as UTF-8. Halves of characters pass through for JSON's own reader to meet."""

    def __init__(self, stream: Stream, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._ready = b""
        self._ended = False

    def read(self, num_bytes: int, /) -> bytes:
        while not self._ready and not self._ended:
            data = self._stream.read(CHUNK_BYTES)
            self._ended = not data
            try:
                text = self._decoder.decode(data)
            except UnicodeDecodeError as error:
                raise BrokenStreamError from error
            self._ready = text.encode("utf-8", "surrogatepass")
        data, self._ready = self._ready[:num_bytes], self._ready[num_bytes:]
        return data


def _utf8(stream: Stream) -> Stream:
    start = stream.read(4)
    while 0 < len(start) < 4:
        more = stream.read(4 - len(start))
        if not more:
            break
        start += more
    encoding = json.detect_encoding(start)
    if encoding == "utf-8-sig":
        return _Prefixed(start.removeprefix(codecs.BOM_UTF8), stream)
    if encoding == "utf-8":
        return _Prefixed(start, stream)
    return _Transcoded(_Prefixed(start, stream), encoding)
