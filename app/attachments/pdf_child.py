"""Reads the text of a PDF in a process of its own: a PDF comes from anywhere and may be hostile.

Run as a script by `app.attachments.pdf_process`, it imports nothing of Galley. The PDF is its standard input; a line of
JSON for each page goes to standard output, between one with the number of pages and one with the end.
"""

from __future__ import annotations

import json
import signal
import sys
import zlib
from typing import BinaryIO

MEMORY_BYTES = 1 << 30
"""Address space of this process, interpreter included (Linux)."""
CPU_SECONDS = 330
"""Computing time, should the parent be gone and nobody else end it (Linux, macOS)."""


def _limit() -> None:
    """No more memory than a PDF needs, no core dump, no file written."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    core = 1 if most == 1 else 0  # the window's; app.engine.core_dumps says why 1 forbids more than 0
    resource.setrlimit(resource.RLIMIT_CORE, (core, core))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def read(file: BinaryIO, most_pages: int) -> None:
    """Tell the text of each page; an error is told as its code."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    raised = (
        *(PyPdfError, zlib.error, ArithmeticError, AssertionError, AttributeError, LookupError, OSError),
        *(RuntimeError, StopIteration, TypeError, ValueError),
    )  # what pypdf raises over files that are not as they should be
    try:
        reader = PdfReader(file)
        if reader.is_encrypted and not reader.decrypt(""):
            _send({"error": "encrypted"})
            return
        num_pages = len(reader.pages)
    except raised:
        _send({"error": "broken"})
        return
    _send({"pages": num_pages})
    if num_pages > most_pages:
        return
    for number in range(num_pages):
        try:
            _send({"text": reader.pages[number].extract_text()})
        except raised:
            _send({"unreadable": number + 1})
    _send({"end": True})


def main() -> None:
    """Read the PDF that is standard input; the most pages come as an argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; it is not meant for this one
    _limit()
    try:
        read(sys.stdin.buffer, int(sys.argv[1]))
    except MemoryError:
        _send({"error": "memory"})


def _send(value: dict[str, object]) -> None:
    sys.stdout.buffer.write(json.dumps(value).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
