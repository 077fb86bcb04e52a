"""The parent's side of the process that reads a PDF: starts it, listens, ends it when it takes too much.

Why a process: a page of a few bytes can unfold to gigabytes or to hours of work, and only a process can be ended.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from app.attachments.decoding import tidy
from app.errors import UserError
from app.packaged import child_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from app.attachments.values import Watch

MOST_PAGES = 2000
SECONDS = 300.0
_CHILD = Path(__file__).with_name("pdf_child.py")
_MEMORY_BYTES = 1 << 30
"""Resident; for systems that do not limit address space."""
_LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of each page, in order; empty where there is none."""

    pages: tuple[str, ...]
    num_unreadable: int


def read_pdf(
    file: BinaryIO, name: str, most_characters: int, watch: Watch, *, seconds: float = SECONDS, child: Path = _CHILD
) -> PdfText:
    """Read the text of a PDF.

    Args:
        file: Opened at its beginning, with a number of its own that a process can inherit.
        name: What the sentences call it.
        most_characters: Longest text that is accepted.
        watch: Is told the share of pages that are read.
        seconds: Longest time that it may take.
        child: The script that reads.

    Raises:
        UserError: `attachment_pdf_…`, `attachment_too_long` or `attachment_cancelled`.
    """
    pages: list[str] = []
    num_unreadable, num_pages, length, complete = 0, 0, 0, False
    command = child_command(child, str(MOST_PAGES))
    with _running(command, file, watch, seconds) as (process, reasons):
        for reply in _replies(process):
            if "error" in reply:
                raise UserError(f"attachment_pdf_{reply['error']}", file=name)
            if "pages" in reply:
                num_pages = int(reply["pages"])
                if num_pages > MOST_PAGES:
                    raise UserError("attachment_pdf_pages", file=name, number=num_pages, most=MOST_PAGES)
                continue
            if "end" in reply:
                complete = True
                break
            num_unreadable += "unreadable" in reply
            pages.append(tidy(str(reply.get("text", ""))).strip())
            length += len(pages[-1])
            if length > most_characters:
                raise UserError("attachment_too_long", file=name, most=most_characters // 1_000_000)
            watch.tell(len(pages) / num_pages)
    if not complete:
        watch.tell(1.0)
        code = reasons[0] if reasons else "attachment_pdf_crashed"
        raise UserError(code, file=name, seconds=f"{seconds:g}")
    return PdfText(tuple(pages), num_unreadable)


def _replies(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    """What the child says, until it ends in whatever way."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith(b"\n"):
            reply: dict[str, Any] = json.loads(line)
            yield reply


@contextlib.contextmanager
def _running(
    command: list[str], file: BinaryIO, watch: Watch, seconds: float
) -> Iterator[tuple[subprocess.Popen[bytes], list[str]]]:
    """Run the child; it is ended with the block, or earlier where the list then says why."""
    reasons: list[str] = []
    done = threading.Event()
    process = subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    until = time.monotonic() + seconds

    def guard() -> None:
        while not done.wait(_LOOK_SECONDS):
            reason = _reason_to_end(process.pid, watch, until)
            if reason is not None:
                reasons.append(reason)
                process.kill()
                return

    keeper = threading.Thread(target=guard, name="pdf-guard", daemon=True)
    keeper.start()
    try:
        yield process, reasons
    finally:
        done.set()
        keeper.join()
        process.kill()
        if process.stdout is not None:
            process.stdout.close()
        process.wait()


def _reason_to_end(pid: int, watch: Watch, until: float) -> str | None:
    if watch.is_cancelled:
        return "attachment_cancelled"
    if time.monotonic() > until:
        return "attachment_pdf_slow"
    try:
        resident = psutil.Process(pid).memory_info().rss
    except psutil.Error:  # it has just ended by itself
        return None
    return "attachment_pdf_memory" if resident > _MEMORY_BYTES else None
