from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from app import catalogue
from app.attachments.reading import MOST_BYTES, MOST_CHARACTERS, read_attachment
from app.attachments.values import Kind, Watch
from app.errors import UserError
from tests.support.pdf_files import bomb, encrypted_pdf, pdf

if TYPE_CHECKING:
    from pathlib import Path

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")


def refusal(path: Path) -> str:
    """The code of why a file is refused; its sentence must be one and name the file."""
    with pytest.raises(UserError) as caught:
        read_attachment(path, Watch())
    sentence = catalogue.sentence(caught.value.notice)
    assert path.name in sentence
    assert "\n" not in sentence
    return caught.value.notice.code


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "kind", "language"),
    [
        ("notes.txt", Kind.TEXT, ""),
        ("README", Kind.TEXT, ""),
        ("notes.md", Kind.MARKDOWN, "markdown"),
        ("table.csv", Kind.TABLE, "csv"),
        ("data.json", Kind.JSON, "json"),
        ("main.py", Kind.CODE, "python"),
        ("Dockerfile", Kind.CODE, "docker"),
        ("photo.png", Kind.TEXT, ""),
    ],
)
def test_text_is_read_whatever_it_is_called(tmp_path: Path, name: str, kind: Kind, language: str) -> None:
    attachment = read_attachment(written(tmp_path, name, b"some,text\r\n1,2\r\n"), Watch())
    assert (attachment.kind, attachment.language) == (kind, language)
    assert attachment.text == "some,text\n1,2\n"
    assert attachment.num_bytes == 16
    assert attachment.name == name


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.txt", b"", "attachment_empty"),
        ("a.txt", b" \n\n", "attachment_empty"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0", "attachment_image"),
        ("a.dat", b"\xff\xd8\xff\xe0\0\x10JFIF", "attachment_image"),
        ("a.docx", b"PK\x03\x04\x14\0", "attachment_document"),
        ("a.rtf", b"{\\rtf1\\ansi Hello}", "attachment_document"),
        ("a.zip", b"PK\x03\x04\x14\0", "attachment_archive"),
        ("a.mp3", b"ID3\x03\0\0", "attachment_recording"),
        ("a.exe", b"MZ\x90\0\x03", "attachment_binary"),
        ("a.pdf", b"\0\x01\x02" * 100, "attachment_pdf_broken"),
        ("cut.pdf", pdf(["Hello"])[:200], "attachment_pdf_broken"),
        ("scan.pdf", pdf([], []), "attachment_pdf_no_text"),
        ("bomb.pdf", bomb(128 << 20), "attachment_pdf_broken"),
        ("locked.pdf", encrypted_pdf("secret"), "attachment_pdf_encrypted"),
        ("thick.pdf", pdf(*[["Hello"]] * 5000), "attachment_pdf_pages"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_own_sentence(
    tmp_path: Path, name: str, data: bytes, code: str
) -> None:
    assert refusal(written(tmp_path, name, data)) == code


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    attachment = read_attachment(written(tmp_path, "a.pdf", pdf(["First line", "second"], [], ["Third page"])), Watch())
    assert attachment.text == "[Page 1]\nFirst line\nsecond\n\n[Page 3]\nThird page"
    assert attachment.kind is Kind.PDF
    assert [(note.code, dict(note.values)) for note in attachment.notes] == [
        ("attachment_pdf_gaps", {"number": 1, "pages": 3})
    ]


def test_a_pdf_that_opens_without_a_password_is_read(tmp_path: Path) -> None:
    assert read_attachment(written(tmp_path, "a.pdf", encrypted_pdf("")), Watch()).text == "open text"


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.log"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert refusal(path) == "attachment_too_large"


def test_a_text_too_long_is_refused(tmp_path: Path) -> None:
    assert refusal(written(tmp_path, "long.txt", b"a" * (MOST_CHARACTERS + 1))) == "attachment_too_long"


@posix_only
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    loop, pipe, dangling = tmp_path / "loop", tmp_path / "pipe", tmp_path / "dangling"
    loop.symlink_to(loop)
    os.mkfifo(pipe)
    dangling.symlink_to(tmp_path / "nowhere")
    assert refusal(loop) == "attachment_loop"
    assert refusal(pipe) == "attachment_is_no_file"
    assert refusal(dangling) == "attachment_missing"
    assert refusal(tmp_path) == "attachment_is_folder"
    assert refusal(tmp_path / "gone.txt") == "attachment_missing"


@posix_only
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "secret.txt", b"text")
    path.chmod(0)
    is_root = os.geteuid() == 0  # whom permissions do not bind
    if is_root:
        os.seteuid(65534)
    try:
        assert refusal(path) == "attachment_not_allowed"
    finally:
        if is_root:
            os.seteuid(0)


def test_reading_ends_when_nobody_wants_it(tmp_path: Path) -> None:
    watch = Watch()
    watch.cancel()
    with pytest.raises(UserError) as caught:
        read_attachment(written(tmp_path, "a.txt", b"text"), watch)
    assert catalogue.sentence(caught.value.notice) == "Reading the file was stopped."


def test_a_name_of_several_lines_stays_one(tmp_path: Path) -> None:
    try:
        path = written(tmp_path, "a\n```b.txt", b"text")
    except OSError:
        pytest.skip("this system has no such names")
    assert "\n" not in read_attachment(path, Watch()).name
