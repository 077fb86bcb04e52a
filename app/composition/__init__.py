"""Where everything is made and every signal is connected; nothing is decided here."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.cli.language import said
from app.cli.terminal import say
from app.composition.galley import Galley
from app.composition.languages import Running
from app.errors import Notice
from app.runtime.display import require_display
from app.runtime.garbage import GarbageCollector
from app.runtime.signals import SignalBridge
from app.runtime.single_instance import SingleInstance
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from app.composition.handover import Handover

__all__ = ["Galley", "run_window"]


def run_window(target: str | None, draft: str | None) -> int:
    """Open the window and stay until it is closed. Where one is open already, that one comes to the front and loads.

    Args:
        target: A model to load; None takes the last one.
        draft: Its draft model; None takes the last one when the target is the last one too.

    Raises:
        UserError: There is no display to open it on.
    """
    require_display(os.environ)
    folders = find_folders()
    instance = SingleInstance(folders.data, os.environ)
    target, draft = _absolute(target), _absolute(draft)
    if not instance.claim(target, draft):
        say(said(Notice("already_running" if target is None and draft is None else "already_running_loads")))
        return 0
    try:
        return _run(instance, target, draft)
    finally:
        instance.close()


def _run(instance: SingleInstance, target: str | None, draft: str | None) -> int:
    application = QApplication(sys.argv[:1])
    application.setApplicationName("galley")
    application.setApplicationDisplayName("Galley")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("galley")
    application.setWindowIcon(QIcon(str(files("resources") / "icons" / "galley.svg")))

    def make(handover: Handover | None) -> Galley:
        keys = None if handover is None else handover.keys
        return Galley(application, find_folders(), keys, runtime_files=instance.files, handover=handover)

    running = Running(make, application)
    instance.raise_requested.connect(running.bring_to_front)
    instance.models_requested.connect(running.load_models)
    instance.listen()
    bridge = SignalBridge(application)
    bridge.quit_requested.connect(running.leave)
    collector = GarbageCollector(application)
    running.start(target, draft)
    try:
        return application.exec()
    finally:
        lost = running.stop()
        if lost is not None:
            say(said(lost))
        bridge.close()
        collector.stop()


def _absolute(path: str | None) -> str | None:
    return None if path is None else str(Path(path).expanduser().absolute())
