"""Opens SQLCipher's files without SQLCipher, page by page, so that tests see what SQL does not show.

Free pages, gaps inside of pages, frames of the log: everything that is left somewhere. The form is that of
SQLCipher's design document: AES-256-CBC, 16 bytes of initialisation vector and 64 of checksum at the end of a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE_BYTES = 4096
_SALT_BYTES, _VECTOR_BYTES, _RESERVED_BYTES = 16, 16, 80
LOG_HEAD_BYTES, FRAME_HEAD_BYTES = 32, 24


def decrypted_pages(path: Path, key: bytes) -> list[bytes]:
    """Every page of a database file, free ones included."""
    content = path.read_bytes()
    return [
        _decrypted(content[at : at + PAGE_BYTES], key, is_first=at == 0) for at in range(0, len(content), PAGE_BYTES)
    ]


def decrypted_frames(path: Path, key: bytes) -> list[bytes]:
    """Every page of a log, those before its last restart included."""
    content = path.read_bytes() if path.exists() else b""
    frames = []
    for at in range(LOG_HEAD_BYTES, len(content) - PAGE_BYTES, FRAME_HEAD_BYTES + PAGE_BYTES):
        number = int.from_bytes(content[at : at + 4], "big")
        page = content[at + FRAME_HEAD_BYTES : at + FRAME_HEAD_BYTES + PAGE_BYTES]
        frames.append(_decrypted(page, key, is_first=number == 1))
    return frames


def everything_in(folder: Path, key: bytes) -> Iterator[tuple[Path, bytes]]:
    """What is in every file of a folder, as it lies and decrypted."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        yield path, path.read_bytes()
        if path.name.endswith("-wal"):
            for page in decrypted_frames(path, key):
                yield path, page
        elif path.suffix == ".db":
            for page in decrypted_pages(path, key):
                yield path, page


def log_end(path: Path) -> int:
    """Where the frames of a log's present run end; behind it lie frames of earlier ones."""
    content = path.read_bytes() if path.exists() else b""
    end = LOG_HEAD_BYTES
    while content[end + 8 : end + 16] == content[16:24] and len(content) >= end + FRAME_HEAD_BYTES + PAGE_BYTES:
        end += FRAME_HEAD_BYTES + PAGE_BYTES
    return min(end, len(content))


def log_run(path: Path) -> bytes:
    """What tells one run of a log from another."""
    return path.read_bytes()[16:24] if path.exists() else b""


def _decrypted(page: bytes, key: bytes, *, is_first: bool) -> bytes:
    start = _SALT_BYTES if is_first else 0
    vector = page[-_RESERVED_BYTES:][:_VECTOR_BYTES]
    decryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).decryptor()
    return decryptor.update(page[start:-_RESERVED_BYTES]) + decryptor.finalize()
