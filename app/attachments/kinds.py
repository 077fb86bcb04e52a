"""What a file is by its name, and by its first bytes where it is no text: the sentence depends on it."""

from __future__ import annotations

import re
from pathlib import PurePath

from pygments.lexers import find_lexer_class_for_filename

from app.attachments.values import Kind

_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_TABLES = frozenset({".csv", ".tsv", ".tab"})
_JSON = frozenset({".json", ".jsonl", ".ndjson", ".geojson", ".ipynb"})
_PROSE = frozenset({".txt", ".text", ".log", ".rst", ".tex", ".adoc", ".org", ".srt", ".vtt", ".eml", ""})
_DOCUMENTS = frozenset(
    {".doc", ".docx", ".odt", ".rtf", ".pages", ".epub", ".xls", ".xlsx", ".ods", ".numbers", ".ppt", ".pptx", ".odp"}
)
_IMAGES = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".avif", ".ico", ".psd"}
)
_RECORDINGS = frozenset(
    {".mp3", ".wav", ".flac", ".ogg", ".opus", ".m4a", ".aac", ".mp4", ".mkv", ".mov", ".avi", ".webm"}
)
_IMAGE_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
_ARCHIVE_STARTS = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
)
_OFFICE_START = b"\xd0\xcf\x11\xe0"
_RTF_START = b"{\\rtf"
_PDF_MARK = b"%PDF-"
_PDF_MARK_WITHIN = 1024
_LANGUAGE = re.compile(r"[A-Za-z0-9+#.-]+")


def kind_of(name: str) -> tuple[Kind, str]:
    """Return what a text file is, and the word that stands behind its fence; empty for prose."""
    ending = PurePath(name).suffix.lower()
    if ending in _MARKDOWN:
        return Kind.MARKDOWN, "markdown"
    if ending in _TABLES:
        return Kind.TABLE, "csv" if ending == ".csv" else "tsv"
    if ending in _JSON:
        return Kind.JSON, "json"
    lexer = None if ending in _PROSE and ending else find_lexer_class_for_filename(PurePath(name).name)
    if lexer is None or not lexer.aliases:
        return Kind.TEXT, ""
    language = str(lexer.aliases[0])
    return Kind.CODE, language if _LANGUAGE.fullmatch(language) else ""


def is_pdf(start: bytes) -> bool:
    """Whether a file that begins so is a PDF; readers look for the mark in the first kilobyte."""
    return _PDF_MARK in start[:_PDF_MARK_WITHIN]


def is_rich_text(start: bytes) -> bool:
    """Whether a file that begins so is text in a form that is not for reading."""
    return start.startswith(_RTF_START)


def refusal_of(name: str, start: bytes) -> str:
    """Return the code that says why a file that is no text cannot be attached."""
    ending = PurePath(name).suffix.lower()
    if start.startswith(_IMAGE_STARTS) or ending in _IMAGES or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return "attachment_image"
    if ending in _DOCUMENTS or start.startswith((_OFFICE_START, _RTF_START)):
        return "attachment_document"
    if ending in _RECORDINGS:
        return "attachment_recording"
    if ending == ".pdf":
        return "attachment_pdf_broken"
    if start.startswith(_ARCHIVE_STARTS):
        return "attachment_archive"
    return "attachment_binary"
