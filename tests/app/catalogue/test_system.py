"""The system's reasons are told in Galley's words, whatever language the system and Galley speak."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from app import catalogue
from app.catalogue.language import Speech
from app.catalogue.system import own_words
from app.errors import Notice

if TYPE_CHECKING:
    from pathlib import Path

USUAL = ("EACCES", "EEXIST", "EIO", "EISDIR", "EMFILE", "ENAMETOOLONG", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS")


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("code", ["en", "nl"])
def test_no_usual_reason_is_left_in_the_systems_words(name: str, code: str) -> None:
    cause = os.strerror(getattr(errno, name))
    said = Speech(code).said(Notice("model_unreadable", {"file": "a.gguf", "cause": cause}))
    assert "a.gguf" in said
    assert cause not in said


def test_a_reason_of_a_real_failure_is_known(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory") as caught:
        (tmp_path / "nothing" / "here").read_bytes()
    values = {"file": "here", "cause": caught.value.strerror or ""}
    assert catalogue.sentence(Notice("model_unreadable", values)) == (
        "“here” cannot be read: there is no such file or folder."
    )


def test_a_reason_in_the_systems_own_language_is_known_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where Qt has told the C library the user's language."""
    monkeypatch.setattr(os, "strerror", lambda number: {errno.ENOSPC: "Geen ruimte"}.get(number, f"Fout {number}"))
    assert own_words("Geen ruimte") == Notice("system_full")
    assert own_words("No space left on device") == Notice("system_full"), "from a process that speaks English"


def test_what_is_no_reason_of_the_system_stays_as_it_is() -> None:
    assert own_words("line 3 is wrong") is None
    notice = Notice("model_unreadable", {"file": "No such file or directory", "cause": "line 3 is wrong"})
    assert catalogue.sentence(notice) == "“No such file or directory” cannot be read: line 3 is wrong."
