"""Reads one file for a message, whatever it is: one clear sentence for each that cannot be attached."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from app.attachments.decoding import NotText, decode
from app.attachments.kinds import is_pdf, is_rich_text, kind_of, refusal_of
from app.attachments.pdf_process import read_pdf
from app.attachments.values import Attachment, Kind
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from app.attachments.values import Watch

MEGABYTE = 1 << 20
MOST_BYTES = 64 * MEGABYTE
MOST_CHARACTERS = 4_000_000
_LONGEST_NAME = 120


def shown_name(path: Path) -> str:
    """Return a file's name as a sentence or a heading can hold it: one line, not endless."""
    name = "".join(letter if letter.isprintable() else "�" for letter in path.name or str(path))
    half = _LONGEST_NAME // 2
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def read_attachment(path: Path, watch: Watch) -> Attachment:
    """Read a file.

    Raises:
        UserError: A code of `app.catalogue.attachments`, with the file's name.
    """
    name = shown_name(path)
    try:
        with _opened(path, name) as file:
            return _read(file, name, watch)
    except OSError as error:
        raise _refusal(error, name) from error


def _opened(path: Path, name: str) -> BinaryIO:
    """Open a file without waiting for whoever is at the other end of a pipe."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise UserError("attachment_is_folder", file=name)
        if not stat.S_ISREG(mode):
            raise UserError("attachment_is_no_file", file=name)
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def _refusal(error: OSError, name: str) -> UserError:
    if isinstance(error, FileNotFoundError):
        return UserError("attachment_missing", file=name)
    if isinstance(error, IsADirectoryError):
        return UserError("attachment_is_folder", file=name)
    if isinstance(error, PermissionError):
        return UserError("attachment_not_allowed", file=name)
    if error.errno == errno.ELOOP:
        return UserError("attachment_loop", file=name)
    if error.errno == errno.ENXIO:
        return UserError("attachment_is_no_file", file=name)
    return UserError("attachment_unreadable", file=name, cause=error.strerror or type(error).__name__)


def _read(file: BinaryIO, name: str, watch: Watch) -> Attachment:
    size = os.fstat(file.fileno()).st_size
    if size > MOST_BYTES:
        raise UserError(
            "attachment_too_large", file=name, size=round(size / MEGABYTE), most=round(MOST_BYTES / MEGABYTE)
        )
    start = file.read(4096)
    file.seek(0)
    if not start:
        raise UserError("attachment_empty", file=name)
    if is_rich_text(start):
        raise UserError("attachment_document", file=name)
    if is_pdf(start):
        return _read_pdf(file, name, size, watch)
    data = b"".join(_chunks(file, name, size, watch))
    try:
        decoded = decode(data)
    except NotText:
        raise UserError(refusal_of(name, start), file=name) from None
    if not decoded.text.strip():
        raise UserError("attachment_empty", file=name)
    if len(decoded.text) > MOST_CHARACTERS:
        raise UserError("attachment_too_long", file=name, most=MOST_CHARACTERS // 1_000_000)
    kind, language = kind_of(name)
    return Attachment(name, kind, decoded.text, len(data), language, decoded.notes)


def _chunks(file: BinaryIO, name: str, size: int, watch: Watch) -> Iterator[bytes]:
    done = 0
    while chunk := file.read(MEGABYTE):
        done += len(chunk)
        if done > MOST_BYTES:  # it grows while it is read
            raise UserError("attachment_too_large", file=name, size=done // MEGABYTE, most=MOST_BYTES // MEGABYTE)
        watch.tell(min(1.0, done / max(1, size)))
        yield chunk


def _read_pdf(file: BinaryIO, name: str, size: int, watch: Watch) -> Attachment:
    pdf = read_pdf(file, name, MOST_CHARACTERS, watch)
    num_pages, num_empty = len(pdf.pages), sum(not page for page in pdf.pages)
    if num_empty == num_pages:
        code = "attachment_pdf_broken" if pdf.num_unreadable else "attachment_pdf_no_text"
        raise UserError(code, file=name)
    notes = (Notice("attachment_pdf_gaps", {"number": num_empty, "pages": num_pages}),) if num_empty else ()
    if num_pages == 1:
        text = pdf.pages[0]
    else:
        numbered = ((number, page) for number, page in enumerate(pdf.pages, 1) if page)
        text = "\n\n".join(f"[Page {number}]\n{page}" for number, page in numbered)
    return Attachment(name, Kind.PDF, text, size, "", notes)
