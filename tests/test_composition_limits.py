"""The program through its window, where something does not fit: a message, a context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.viewmodels.reply import Phase
from tests.support.offscreen import quiet_platform
from tests.support.program import running

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform


def choose_context(program: Program, tokens: int) -> None:
    """Pick a context length in the menu and wait until the pair is back."""
    galley = program.galley
    with program.qtbot.waitSignal(galley.pair_choice.pair_changed, timeout=30_000):
        galley.load_menu.context_chosen.emit(tokens)


def test_a_message_too_long_comes_back_and_takes_nothing_with_it(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
        long = "proof " * 20_000
        program.galley.composer.set_text(long)
        program.press(Qt.Key.Key_Return)
        program.until(lambda: bool(program.replies) and program.last.phase is Phase.FAILED)
        assert program.galley.composer.text == long
        program.galley.composer.clear_text()
        reply = program.ask("The proof.")
        assert reply.phase is Phase.FINISHED
        messages = program.galley.chat.transcript.messages()
        assert all(len(message.content) < len(long) for message in messages)


def test_the_menu_loads_the_pair_with_another_context(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_target, tiny_draft) as program:
        assert program.loaded(tiny_target).target.context_tokens == 4096
        choose_context(program, 2048)
        pair = program.loaded(tiny_target)
        assert pair.target.context_tokens == 2048
        assert pair.draft is not None
        assert program.galley.preferences.settings.load.context_tokens == 2048
