"""Exports conversations into a file that is whole or not there, and readable to nobody but its owner.

What the file held before stays until the new one is complete on disk; one conversation is in memory at a time.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from enum import StrEnum
from operator import length_hint
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.exchange.galley_json import json_pieces
from app.store.exchange.markdown import markdown_pieces
from app.store.exchange.plain_text import text_pieces
from app.store.exchange.wording import Wording
from app.store.files import sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.store.values import Preset, StoredConversation

_TEMPORARY = (".galley-export-", ".tmp")
_LEFT_OVER_SECONDS = 60.0


class ExportFormat(StrEnum):
    """What an export is written as. The values are the endings of file names."""

    JSON = "json"
    MARKDOWN = "md"
    TEXT = "txt"


def _never() -> bool:
    return False


def _nobody(done: int, total: int) -> None:
    """Nobody wants to know."""


def export_conversations(
    conversations: Iterable[StoredConversation],
    presets: Sequence[Preset],
    path: Path,
    format: ExportFormat,  # noqa: A002 - what it is
    *,
    progress: Callable[[int, int], None] = _nobody,
    cancelled: Callable[[], bool] = _never,
    translate: Callable[[str], str] | None = None,
    clock: Callable[[], float] = time.time,
) -> int:
    """Write conversations into a file, which is replaced if it is there.

    Args:
        conversations: One at a time is held; a generator may read them from the store as they are needed.
        presets: Written in JSON only.
        path: The file. Where it is a link, what it points to is replaced.
        format: JSON holds everything; the others the branch on screen of each conversation.
        progress: Told how many conversations are written, and of how many (0 where the iterable does not say).
        cancelled: Asked before each message.
        translate: Maps the catalogue's English to the user's language, for the words in Markdown and plain text.
        clock: Seconds since 1970.

    Returns:
        How many conversations were written.

    Raises:
        UserError: If it cannot be written, or was cancelled; the file is then as it was.
    """
    total = length_hint(conversations)
    wording = Wording(translate)
    match format:
        case ExportFormat.JSON:
            pieces = json_pieces(conversations, presets, clock())
        case ExportFormat.MARKDOWN:
            pieces = markdown_pieces(conversations, wording)
        case ExportFormat.TEXT:
            pieces = text_pieces(conversations, wording)
    num_done = 0

    def watched() -> Iterator[bytes]:
        nonlocal num_done
        progress(0, total)
        for piece, done in pieces:
            if cancelled():
                raise UserError("export_cancelled")
            yield piece.encode("utf-8", "backslashreplace")  # half a character, which JSON writes just like this
            if done > num_done:
                num_done = done
                progress(done, total)

    write_whole(path, watched())
    return num_done


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file beside the one of that name, then put it in its place.

    Raises:
        UserError: If it cannot be written.
    """
    final = Path(os.path.realpath(path))
    try:
        if final.is_dir():
            raise UserError("export_is_folder", path=str(path))
        _sweep(final.parent)
        descriptor, name = tempfile.mkstemp(_TEMPORARY[1], _TEMPORARY[0], final.parent)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(descriptor)
        temporary.replace(final)
        sync_folder(final.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _not_written(path, error) from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _sweep(folder: Path) -> None:
    """Remove what a killed program left here: it is conversations in the clear."""
    for left_over in folder.glob(f"{_TEMPORARY[0]}*{_TEMPORARY[1]}"):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # another user's, or another Galley was faster
            if time.time() - left_over.stat().st_mtime > _LEFT_OVER_SECONDS:
                left_over.unlink()


def _not_written(path: Path, error: OSError | ValueError) -> UserError:
    return UserError("export_not_written", path=str(path), cause=getattr(error, "strerror", None) or str(error))
