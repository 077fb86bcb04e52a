"""The Tab key through every dialog and state in between: all of it in sight, marked, named, and the same way back."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import Notice
from app.store.keys.keeper import Situation
from tests.support import states_before, states_list, states_pages, states_popups, states_talk, states_write
from tests.support.fixed_keys import FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import running, write_settings
from tests.support.tab_walk import TabWalk, name_of
from tests.support.walking import Walking

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform
STILL = {"appearance": {"motion": "reduced", "language": "en", "theme": "light"}}
"""A text cursor that does not blink is in every picture."""


@pytest.fixture
def shelf(tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_other_vocabulary: Path) -> Path:
    """A folder of LM Studio's with a pair that loads, a draft that does not fit, and what is no model."""
    folder = tmp_path / "home" / ".lmstudio" / "models"
    folder.mkdir(parents=True)
    for path in (tiny_ending, tiny_draft, tiny_other_vocabulary):
        shutil.copy2(path, folder / path.name)
    (folder / "page.gguf").write_text("<!doctype html>")
    return folder


def test_before_anything_can_be_said(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", STILL)
    keys = FixedKeys(Situation.NEW, Notice("keyring_locked"))
    with running(qtbot, tmp_path / "home", keys=keys) as program:
        walking = Walking(program)
        states_before.visit(program, walking)
    assert not walking.faults, "\n".join(sorted(walking.faults))


def test_with_a_pair(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    home = tmp_path / "used"
    write_settings(home, STILL)
    states_list.some_kept(home)
    with running(qtbot, home, shelf / "ending.gguf", shelf / "draft.gguf") as program:
        program.loaded(shelf / "ending.gguf")
        walking = Walking(program)
        states_list.visit(program, walking)
        states_write.visit(program, walking, tmp_path)
        states_pages.visit(program, walking, shelf)
        states_talk.visit(program, walking, monkeypatch)
        states_popups.visit(program, walking, tmp_path)
    assert not walking.faults, "\n".join(sorted(walking.faults))


@pytest.mark.parametrize("side", ["sidebar_pane", "proof_pane"])
@pytest.mark.parametrize("back", [False, True], ids=["Tab", "Shift+Tab"])
def test_a_column_over_the_conversation_goes_when_one_leaves_it(
    qtbot: QtBot, tmp_path: Path, side: str, back: bool
) -> None:
    write_settings(tmp_path / "home", STILL)
    with running(qtbot, tmp_path / "home") as program:
        window = program.galley.window
        window.resize(700, 600)
        pane = getattr(window, side)
        pane.toggle_overlay()
        walk = TabWalk(window, program.until)
        begun = name_of(walk.focus)
        assert begun == ("Search everything that was said" if side == "sidebar_pane" else "Tokens per second")
        for _ in range(40):
            if not pane.is_overlay_open:
                break
            walk.press(back=back)
        assert not pane.is_overlay_open
        walk.round(back=back)  # and nothing holds the focus


def test_esc_leads_out_of_the_shortcuts_and_tab_does_not(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", STILL)
    with running(qtbot, tmp_path / "home") as program:
        window = program.galley.window
        walk = TabWalk(window, program.until)
        before = walk.focus
        QTest.keyClick(before, Qt.Key.Key_F1)
        for back in (False, True, True, False):
            walk.press(back=back)
            assert window.shortcut_sheet.isAncestorOf(walk.focus)
        QTest.keyClick(walk.focus, Qt.Key.Key_Escape)
        assert walk.focus is before
