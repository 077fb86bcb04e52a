from __future__ import annotations

import codecs

import pytest

from app.attachments.decoding import NotText, decode, tidy

SENTENCE = "Één café, 10 €: ‘ja’."


def codes(data: bytes) -> list[str]:
    return [note.code for note in decode(data).notes]


@pytest.mark.parametrize(
    "data",
    [
        SENTENCE.encode(),
        codecs.BOM_UTF8 + SENTENCE.encode(),
        codecs.BOM_UTF16_LE + SENTENCE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + SENTENCE.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + SENTENCE.encode("utf-32-le"),
    ],
    ids=["utf-8", "utf-8 mark", "utf-16-le", "utf-16-be", "utf-32-le"],
)
def test_unicode_is_read_without_a_word(data: bytes) -> None:
    assert decode(data).text == SENTENCE
    assert codes(data) == []


def test_an_old_windows_file_is_read_and_the_user_is_told() -> None:
    data = SENTENCE.encode("cp1252")
    assert decode(data).text == SENTENCE
    assert codes(data) == ["attachment_legacy"]


def test_what_no_code_page_knows_stands_as_a_sign_and_is_said() -> None:
    data = b"caf\xe9 \x81 and more words"
    assert decode(data).text == "café � and more words"
    assert codes(data) == ["attachment_legacy", "attachment_replaced"]


def test_a_file_cut_off_within_its_last_character_is_still_unicode() -> None:
    data = SENTENCE.encode() + "é".encode()[:1]
    assert decode(data).text == SENTENCE + "�"
    assert codes(data) == ["attachment_replaced"]


@pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", b"a\x00b\x00", bytes(range(1, 32)) * 4])
def test_binary_data_is_no_text(data: bytes) -> None:
    with pytest.raises(NotText):
        decode(data)


def test_lines_end_as_models_know_them() -> None:
    assert decode(b"a\r\nb\rc\n\r\n").text == "a\nb\nc\n\n"


def test_half_characters_of_a_clipboard_are_made_sendable() -> None:
    assert tidy("a\ud83db\0") == "a�b"
