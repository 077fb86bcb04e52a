"""An administrator's policy in the program: what is forbidden cannot be done, and the window says who forbids it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog

from app.cli import allowed
from app.composition import galley as composition
from app.errors import Notice
from app.settings.policy import STRICTEST, FoundPolicy, Policy
from app.viewmodels.notices import written
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def lay_down(monkeypatch: pytest.MonkeyPatch) -> Callable[[FoundPolicy], None]:
    """Let this stand in the administrator's file."""

    def lay_down(found: FoundPolicy) -> None:
        monkeypatch.setattr(composition, "read_policy", lambda: found)
        monkeypatch.setattr(allowed, "read_policy", lambda: found)

    return lay_down


def test_exporting_is_refused_where_it_is_forbidden(
    qtbot: QtBot, tmp_path: Path, lay_down: Callable[[FoundPolicy], None]
) -> None:
    lay_down(FoundPolicy(Policy(export_forbidden=True), Path("/etc/galley/policy.toml")))
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        galley.window.show_page(galley.privacy.page)
        galley.privacy.page.exchange_section.export_button.click()
        galley.privacy.page.export_requested.emit()
        assert galley.window.findChild(QFileDialog) is None
        assert galley.privacy.page.exchange_section.note.text() == written(Notice("policy_export"))


def test_a_policy_that_cannot_be_understood_is_told_at_the_start(
    qtbot: QtBot, tmp_path: Path, lay_down: Callable[[FoundPolicy], None]
) -> None:
    problem = Notice("policy_damaged", {"path": "/etc/galley/policy.toml", "cause": "broken"})
    lay_down(FoundPolicy(STRICTEST, Path("/etc/galley/policy.toml"), problem))
    with running(qtbot, tmp_path / "home") as program:
        assert "/etc/galley/policy.toml" in program.galley.notices.label.text()


def test_a_model_from_elsewhere_is_not_loaded(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, lay_down: Callable[[FoundPolicy], None]
) -> None:
    lay_down(FoundPolicy(Policy(model_folders=(tmp_path / "models",)), Path("/etc/galley/policy.toml")))
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home) as program:
        with qtbot.waitSignal(program.galley.pair_choice.failed, timeout=60_000) as failed:
            program.galley.pair_choice.choose_target(str(tiny_ending))
        assert failed.args is not None
        assert failed.args[0].code == "policy_model"
        assert program.galley.pair_choice.pair is None
