"""The pictures of docs/images: the real window with the real pair, state by state, light and dark, by one command.

Run by hand: `python -m tests.end_to_end.pictures docs/images`. Nothing is posed but the questions.
"""

from __future__ import annotations

import os
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
from widgets.theme import ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 7
_LOOK_MILLISECONDS = 20
_SETTLE_MILLISECONDS = 700
"""For the last frame to be drawn before the picture is taken."""
_MOST_SECONDS = 420


class Photographer(QObject):
    """Walks through a story: waits for what it waits for, and takes a picture where it names one."""

    def __init__(self, galley: Galley, story: Iterator[str | Callable[[], bool]], folder: Path, suffix: str) -> None:
        super().__init__(galley)
        self._galley = galley
        self._story = story
        self._folder = folder
        self._suffix = suffix
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
        path = self._folder / f"{name}-{self._suffix}.png"
        subprocess.run(["import", "-window", "root", str(path)], check=True, timeout=30)
        self._timer.start()


def run(folder: Path, theme: str) -> int:
    """Be the program, on the display that the environment names."""
    application = QApplication(sys.argv[:1])
    galley = Galley(application, find_folders(), FixedKeys())
    galley.theme.choose(ThemeChoice(theme))
    preferences = galley.preferences
    preferences.set_sampling(replace(preferences.sampling, seed=SEED, temperature=0.3))
    galley.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    galley.window.setGeometry(QGuiApplication.primaryScreen().geometry())
    target, draft = models.model_path(models.QWEN_LARGE_F16), models.model_path(models.QWEN_SMALL)
    Photographer(galley, picture_story.told(galley, target, draft), folder, theme)
    galley.start(None, None)
    try:
        return application.exec()
    finally:
        galley.stop()


def main(folder: Path) -> int:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        with tempfile.TemporaryDirectory() as home, PrivateDisplay(1440, 900) as display:
            environment = {**display.environment(), "GALLEY_HOME": home}
            command = [sys.executable, "-m", "tests.end_to_end.pictures", str(folder), theme]
            subprocess.run(command, env=environment, check=True, timeout=_MOST_SECONDS)
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(run(Path(sys.argv[1]), sys.argv[2]))
    os.environ.pop("GALLEY_HOME", None)
    sys.exit(main(Path(sys.argv[1])))
