"""Renders round stepper, figures and token cursor into PNG files, for looking at: `gallery_proof FOLDER`.

Run it as `python -m tests.support.gallery_proof FOLDER` with QT_QPA_PLATFORM=offscreen; QT_SCALE_FACTOR=1.5 for 150 %.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.viewmodels.reply import Reply, Speedup
from app.viewmodels.stepper import StepPhase
from tests.support.gallery_conversation import conversation
from tests.support.scripted import ScriptedReply
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from app.viewmodels.transcript import Transcript

LONG_ROUND = (
    "+_a +_cache +_that +_is +_full +_must +_throw +_something +_away -_immediately ~_before ~_it ~_can ~_take"
    " ~_on ~_new =_first"
)


def finished() -> Transcript:
    """The conversation of the other gallery, ended, with one long round more."""
    transcript = conversation()
    script = ScriptedReply(2, num_rounds=9)
    transcript.on_events(script.round(LONG_ROUND) + script.finish())
    transcript.set_speedup(2, Speedup(1.7, estimated=True))
    last = transcript.rows[-1]
    assert isinstance(last, Reply)
    last.models = ("Qwen2.5-Coder 1.5B F16", "Qwen2.5-Coder 0.5B Q4_K_M")
    return transcript


def render(application: QApplication, choice: ThemeChoice, folder: Path, scale: str) -> None:
    """Take the pictures of a theme."""
    theme = Theme(choice)
    dress(application, theme)
    view = TranscriptView(finished(), theme)
    view.resize(860, 900)
    view.show()
    view.activateWindow()
    card = view.cards()[-1]
    assert isinstance(card, ReplyCard)

    def shoot(name: str) -> None:
        _settle()
        view.grab().save(str(folder / f"{name}-{choice.value}-{scale}.png"))

    card.proof.open_stepper()
    stepper = card.proof.stepper
    assert stepper is not None
    for number, phase, name in (
        (1, StepPhase.OUTCOME, "step-outcome"),
        (1, StepPhase.PROPOSAL, "step-proposal"),
        (8, StepPhase.CHECK, "step-check"),
        (11, StepPhase.OUTCOME, "step-long"),
        (6, StepPhase.OUTCOME, "step-plain"),
        (5, StepPhase.OUTCOME, "step-bonus"),
        (7, StepPhase.OUTCOME, "step-lookup"),
    ):
        stepper.stepper.go_to(number)
        stepper.stepper.show_phase(phase)
        shoot(name)
    view.resize(460, 700)
    shoot("step-narrow")
    view.resize(860, 900)
    card.proof.close_stepper()
    card.proof.open_figures()
    shoot("figures")
    view.resize(460, 700)
    shoot("figures-narrow")
    view.resize(860, 900)
    card.proof.close_figures()
    card.set_marks_shown(True)
    _settle()
    card.token_view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(14):
        QTest.keyClick(card.token_view, Qt.Key.Key_Right)
    shoot("cursor")
    view.close()


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(60, loop.quit)
    loop.exec()


def main() -> None:
    """Render both themes."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        render(application, choice, folder, os.environ.get("QT_SCALE_FACTOR", "1"))


if __name__ == "__main__":
    main()
