"""PDF files as small as they can be, written by hand: pages of text, of nothing, encrypted, and hostile ones."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

from pypdf import PdfWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAGE = (
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {contents} 0 R "
    "/Resources << /Font << /F1 3 0 R >> >> >>"
)


def pdf(*pages: Sequence[str]) -> bytes:
    """Return a PDF with a page for each sequence of lines."""
    streams = []
    for lines in pages:
        body = "BT /F1 12 Tf 50 700 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        streams.append(f"<< /Length {len(body)} >>\nstream\n{body}\nendstream".encode())
    return _file(streams)


def encrypted_pdf(password: str) -> bytes:
    """Return a PDF of one page that opens with a password; an empty one means that it opens without."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf(["open text"])))
    writer.encrypt(password, "owner", algorithm="AES-256")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def bomb(num_bytes: int) -> bytes:
    """Return a PDF whose page unfolds to so many bytes."""
    packer = zlib.compressobj(9)
    block = b" " * (1 << 20)
    packed = b"".join(packer.compress(block) for _ in range(num_bytes >> 20)) + packer.flush()
    return _file([b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)])


def _file(streams: Sequence[bytes]) -> bytes:
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(streams)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, stream in enumerate(streams):
        objects += [_PAGE.format(contents=5 + 2 * place).encode(), stream]
    written, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{at:010d} 00000 n \n" for at in places)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF"
    return written + table.encode() + trailer.encode()
