from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QToolTip, QWidget

from tests.support.offscreen import quiet_platform
from widgets.markdown.link_address import misled_host
from widgets.window.link_question import ask_to_open

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Browser(QObject):
    """Stands where the user's browser would."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def on_url(self, url: QUrl) -> None:
        self.opened.append(url.toString())


@pytest.fixture
def browser(qapp: object) -> Iterator[Browser]:
    made = Browser()
    for scheme in ("http", "https", "mailto", "file", "javascript"):
        QDesktopServices.setUrlHandler(scheme, made, "on_url")  # type: ignore[arg-type]
    yield made
    for scheme in ("http", "https", "mailto", "file", "javascript"):
        QDesktopServices.unsetUrlHandler(scheme)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def question(window: QWidget) -> QMessageBox:
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    return box


def gone(qtbot: QtBot, window: QWidget) -> None:
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)


def test_the_whole_address_is_shown_and_opened_only_when_that_is_confirmed(
    qtbot: QtBot, browser: Browser, window: QWidget
) -> None:
    ask_to_open(window, "https://example.org/a?b=c#d")
    box = question(window)
    assert box.informativeText() == "https://example.org/a?b=c#d"
    assert box.textFormat() is Qt.TextFormat.PlainText
    assert browser.opened == []
    next(button for button in box.buttons() if button.text() == "Open").click()
    gone(qtbot, window)
    assert browser.opened == ["https://example.org/a?b=c#d"]


def test_cancel_and_escape_open_nothing(qtbot: QtBot, browser: Browser, window: QWidget) -> None:
    ask_to_open(window, "https://example.org/")
    box = question(window)
    box.button(QMessageBox.StandardButton.Cancel).click()
    gone(qtbot, window)
    ask_to_open(window, "https://example.org/")
    box = question(window)
    box.reject()
    gone(qtbot, window)
    assert browser.opened == []


def test_letters_that_only_look_like_others_are_shown_as_what_they_are(
    qtbot: QtBot, browser: Browser, window: QWidget
) -> None:
    ask_to_open(window, "https://ex\u0430mple.org/")
    box = question(window)
    assert "xn--" in box.informativeText()
    box.reject()
    gone(qtbot, window)


@pytest.mark.parametrize(
    "link",
    ["", "file:///etc/passwd", "javascript:alert(1)", "smb://host/share", "/etc/passwd", "ftp://x", "C:\\x", "https:/"],
)
def test_other_kinds_of_address_are_not_even_asked_about(browser: Browser, window: QWidget, link: str) -> None:
    ask_to_open(window, link)
    assert window.findChild(QMessageBox) is None
    assert "Not opened: " in QToolTip.text()
    assert browser.opened == []


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("javascript:alert(1)", "is a program"),
        ("java\tscript:alert(1)", "is a program"),
        (" \u200bjavascript:alert(1)", "is a program"),
        ("data:text/html,<script>", "carries its own content"),
        ("file:///etc/passwd", "a file on this machine"),
        ("C:\\Windows\\x.exe", "a file on this machine"),
        ("\\\\server\\share", "machine&#x27;s files"),
        ("//server/share", "machine&#x27;s files"),
        ("smb://server/share", "machine&#x27;s files"),
        ("ms-settings:privacy", "web pages and mail addresses only"),
        ("page.html", "no complete web address"),
        ("https://exa mple.org", "no complete web address"),
    ],
)
def test_what_is_not_opened_is_said_why(browser: Browser, window: QWidget, link: str, words: str) -> None:
    ask_to_open(window, link)
    assert words in QToolTip.text()
    assert browser.opened == []


def test_a_mail_address_is_asked_about_as_one(qtbot: QtBot, browser: Browser, window: QWidget) -> None:
    ask_to_open(window, "mailto:a@example.org")
    box = question(window)
    assert "mail program" in box.text()
    box.reject()
    gone(qtbot, window)


@pytest.mark.parametrize(
    ("words", "link", "host"),
    [
        ("https://bank.example", "https://evil.example/bank.example", "evil.example"),
        ("bank.example/login", "https://evil.example", "evil.example"),
        ("www.bank.example", "https://bank.example.evil.example", "bank.example.evil.example"),
        ("ba\u200bnk.example", "https://evil.example", "evil.example"),
        ("https://bank.example@evil.example", "https://evil.example", ""),
        ("bank.example", "https://b\u0430nk.example", "xn--bnk-6cd.example"),
        ("bank.example", "javascript:alert(1)", "javascript:alert(1)"),
        ("bank.example", "https://www.bank.example/login", ""),
        ("the bank", "https://evil.example", ""),
        ("main.py", "https://example.org/main.py", ""),
    ],
)
def test_words_that_name_another_address_are_found_out(words: str, link: str, host: str) -> None:
    assert misled_host(words, link) == host


def test_an_endless_address_does_not_fill_the_screen(qtbot: QtBot, browser: Browser, window: QWidget) -> None:
    ask_to_open(window, "https://example.org/" + "a" * 5000)
    box = question(window)
    assert len(box.informativeText()) < 400
    box.reject()
    gone(qtbot, window)
