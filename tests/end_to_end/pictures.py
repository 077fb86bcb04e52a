"""The pictures of docs/images: the real window with the real pair, state by state, light and dark, by one command.

Run by hand: `python -m tests.end_to_end.pictures docs/images`. Nothing is posed but the questions.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.composition import Galley
from app.settings.paths import find_folders
from tests.end_to_end import picture_story
from tests.support import models
from tests.support.fixed_keys import FixedKeys
from tests.support.xvfb import PrivateDisplay
from widgets.look.theme import ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 7
_LOOK_MILLISECONDS = 20
_SETTLE_MILLISECONDS = 700
"""For the last frame to be drawn before the picture is taken."""
_MOST_SECONDS = 420
_OF_THE_SYSTEM = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME")
"""What would say more than the language that is asked for."""


class Photographer(QObject):
    """Walks through a story: waits for what it waits for, and takes a picture where it names one."""

    def __init__(
        self, galley: Galley, story: Iterator[str | Callable[[], bool]], take: Callable[[str], object]
    ) -> None:
        super().__init__(galley)
        self._galley = galley
        self._story = story
        self._picture = take
        self._condition: Callable[[], bool] | None = None
        self._timer = QTimer(self, interval=_LOOK_MILLISECONDS)
        self._timer.timeout.connect(self._on_look)
        self._timer.start()

    def _on_look(self) -> None:
        if self._condition is not None:
            if not self._condition():
                return
            self._condition = None
        step = next(self._story, None)
        if step is None:
            self._timer.stop()
            self._galley.leave()
        elif isinstance(step, str):
            self._timer.stop()
            QTimer.singleShot(_SETTLE_MILLISECONDS, self, lambda: self._take(step))
        else:
            self._condition = step

    def _take(self, name: str) -> None:
        self._picture(name)
        self._timer.start()


def run(theme: str, begin: Callable[[Galley, Path, Path], Photographer]) -> int:
    """Be the program, on the display that the environment names, while somebody takes pictures of it.

    Args:
        theme: Light or dark.
        begin: Makes the photographer, from the program and the two models.
    """
    application = QApplication(sys.argv[:1])
    galley = Galley(application, find_folders(), FixedKeys())
    galley.theme.choose(ThemeChoice(theme))
    preferences = galley.preferences
    preferences.set_sampling(replace(preferences.sampling, seed=SEED, temperature=0.3))
    galley.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    galley.window.setGeometry(QGuiApplication.primaryScreen().geometry())
    target, draft = models.model_path(models.QWEN_LARGE_F16), models.model_path(models.QWEN_SMALL)
    begin(galley, target, draft)
    galley.start(None, None)
    try:
        return application.exec()
    finally:
        galley.stop()


def start(program: str, folder: Path, language: str) -> None:
    """Start a module that takes pictures, for the light theme and for the dark one, as on a machine that is new to it.

    Args:
        program: The module; it is told the folder and the theme.
        folder: Where the pictures go.
        language: The system's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        with tempfile.TemporaryDirectory() as home, PrivateDisplay(1440, 900) as display:
            shown = {name: value for name, value in display.environment().items() if name not in _OF_THE_SYSTEM}
            environment = {**shown, "GALLEY_HOME": home, "LANG": language, "LC_CTYPE": "C.UTF-8"}
            command = [sys.executable, "-m", program, str(folder), theme]
            subprocess.run(command, env=environment, check=True, timeout=_MOST_SECONDS)


def take(folder: Path, theme: str) -> int:
    """Take the pictures of one theme, of the whole screen."""

    def screen(name: str) -> None:
        path = folder / f"{name}-{theme}.png"
        subprocess.run(["import", "-window", "root", str(path)], check=True, timeout=30)

    return run(
        theme,
        lambda galley, target, draft: Photographer(galley, picture_story.told(galley, target, draft), screen),
    )


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(take(Path(sys.argv[1]), sys.argv[2]))
    start("tests.end_to_end.pictures", Path(sys.argv[1]), "en_US.UTF-8")
