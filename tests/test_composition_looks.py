"""Every page in both languages and both themes, measured: no text cut off, none too faint, none left in English.

The window is the real one, as small as it is promised to work and as wide as most have it.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.catalogue.language import folder
from app.settings.paths import find_folders
from app.settings.store import SettingsStore
from tests.support.ink import faint
from tests.support.looks import clipped, outside
from tests.support.program import Program, running
from tests.support.sight import texts, visible
from widgets.parts.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.looks import Fault

LANGUAGES = ("en", "nl")
THEMES = ("light", "dark")
SIZES = ((900, 600), (1280, 820))
SHY = ("_ShyButton",)
"""Painted only when the pointer or the keyboard is near; tests of their own see to them then."""


@pytest.fixture(params=[(language, theme) for language in LANGUAGES for theme in THEMES], ids="-".join)
def spoken(
    request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> Iterator[tuple[str, Program]]:
    """A program that speaks a language and has a conversation, and the language."""
    language, theme = request.param
    home = tmp_path / "home"
    store = SettingsStore(find_folders(home).settings)
    settings = store.load().settings
    store.save(settings.changed("appearance", language=language, theme=theme))
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("Hello, what is *this*?")
        yield language, program


def test_nothing_is_cut_off_faint_or_left_in_english(spoken: tuple[str, Program]) -> None:
    language, program = spoken
    english = _left_in_english(language)
    faults: list[str] = []
    for size in SIZES:
        program.galley.window.resize(*size)
        for name in _states(program):
            seen = _seen(program)
            found = [*_clear(clipped(seen)), *_clear(outside(seen)), *_clear(faint(seen))]
            faults += [f"{name} at {size[0]}×{size[1]}: {fault}" for fault in found]
            if _scrolls_sideways(program.galley.window.page):
                faults.append(f"{name} at {size[0]}×{size[1]}: scrolls sideways")
            faults += [f"{name}: “{said}” is English" for _widget, said in texts(visible(seen)) if said in english]
    assert not faults, "\n".join(sorted(set(faults)))


@pytest.mark.parametrize("spoken", [("nl", "light")], indirect=True)
def test_what_the_tab_key_comes_to_has_a_name_on_every_page(spoken: tuple[str, Program]) -> None:
    _language, program = spoken
    for name in _states(program):
        window = program.galley.window
        order = _tab_stops(window)
        assert order, name
        assert all(widget.accessibleName() or _says(widget) for widget in order), (
            name,
            [type(widget).__name__ for widget in order if not (widget.accessibleName() or _says(widget))],
        )


def _seen(program: Program) -> QWidget:
    """What lies on top."""
    window = program.galley.window
    return window.shortcut_sheet if window.shortcut_sheet.isVisible() else window


def _scrolls_sideways(page: QWidget | None) -> bool:
    return isinstance(page, Page) and page.scroll_area.horizontalScrollBar().maximum() > 0


def _states(program: Program) -> Iterator[str]:
    """Bring the window into one state after the other; yields the state's name."""
    yield "conversation"
    window = program.galley.window
    for action in program.galley.sidebar.page_menu.pages:
        action.trigger()
        program.until(lambda: window.page is not None or window.shortcut_sheet.isVisible())
        yield action.text()
        QTest.keyClick(window, Qt.Key.Key_Escape)
        program.until(lambda: window.page is None and not window.shortcut_sheet.isVisible())


def _tab_stops(window: QWidget) -> list[QWidget]:
    """What the Tab key comes to."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def _says(widget: QWidget) -> str:
    text = getattr(widget, "text", None) or getattr(widget, "currentText", None) or getattr(widget, "toPlainText", None)
    return str(text() if callable(text) else text or "")


def _clear(faults: list[Fault]) -> list[Fault]:
    return [fault for fault in faults if not fault.where.startswith(SHY)]


def _left_in_english(language: str) -> set[str]:
    """English texts that are others in the language."""
    if language == "en":
        return set()
    english: dict[str, set[str]] = {}
    for message in ET.parse(folder() / f"galley_{language}.ts").getroot().iter("message"):
        source, translation = message.findtext("source") or "", message.findtext("translation") or ""
        english.setdefault(source, set()).add(translation)
    return {source for source, translations in english.items() if source not in translations and len(source) > 1}
