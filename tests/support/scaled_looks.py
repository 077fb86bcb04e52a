"""The ruler at another scale, in a process of its own: Qt reads the factor and the screen once, when it starts.

Run as `python -m tests.support.scaled_looks FOLDER TARGET DRAFT MORE LANGUAGE...` with `QT_SCALE_FACTOR` set: each page
fills the screen, and what is wrong with it is printed, a line each.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from pytestqt.exceptions import TimeoutError as QtTimeoutError
from pytestqt.qt_compat import qt_api
from pytestqt.qtbot import QtBot

from app.errors import Notice
from app.store.keys.keeper import Situation
from tests.support.at_rest import at_rest
from tests.support.fixed_keys import FixedKeys
from tests.support.homes import ROOT, Home
from tests.support.looks import Fault, clipped, outside
from tests.support.program import running, write_settings
from tests.test_composition_looks import _states
from tests.test_composition_tab_order import done_in_a_conversation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest
    from PySide6.QtCore import QRect

    from tests.support.program import Program

_SECONDS = 300.0
_SHY = "_ShyButton"
"""Painted only when the pointer or the keyboard is near."""
_SLACK = 1
_LAYOUT_MILLISECONDS = 1000


def measure(
    folder: Path,
    factor: float,
    screen: tuple[int, int],
    models: tuple[Path, Path],
    languages: Sequence[str],
    *,
    more: bool = False,
) -> list[str]:
    """Open every page on a screen of its own and return what is wrong.

    Args:
        folder: Where the program's files may lie.
        factor: By how much everything is larger.
        screen: Pixels of the screen.
        models: Target and draft.
        languages: One after the other.
        more: Whether to look beyond the pages in the last one: at the first start, at what is done in a conversation.
    """
    home = Home(folder / "scaled").make()
    screens = folder / "screens.json"
    width, height = screen
    screens.write_text(json.dumps({"screens": [{"name": "one", "width": width, "height": height, "dpr": 1}]}))
    environment = home.environment(
        QT_SCALE_FACTOR=str(factor), QT_QPA_PLATFORM=f"offscreen:configfile={screens}", LANG="C.UTF-8"
    )
    command = [sys.executable, "-m", __name__, str(folder), *map(str, models), str(int(more)), *languages]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_SECONDS)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[-1:] == ["all"], run.stdout + run.stderr
    return lines[:-1]


def cut(window: QWidget) -> list[Fault]:
    """Widgets that reach over the lower or upper edge of what holds them, where nothing scrolls."""
    faults = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.isWindow() or _scrolls(widget) or not (widget.width() and widget.height()):
            continue
        seen = _seen(widget, window)
        if seen.height() + _SLACK < widget.height():
            said = getattr(widget, "text", None)
            words = str(said()) if callable(said) else widget.accessibleName()
            faults.append(
                Fault(words, f"only {seen.height()} of {widget.height()} pixels can be seen", type(widget).__name__)
            )
    return faults


def _seen(widget: QWidget, window: QWidget) -> QRect:
    """What of a widget is not cut off by what it lies in."""
    rect, inner = widget.rect(), widget
    while inner is not window:
        outer = inner.parentWidget()
        assert outer is not None
        rect = rect.translated(inner.pos()) & outer.rect()
        inner = outer
    return rect


def _scrolls(widget: QWidget) -> bool:
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QAbstractScrollArea):
            return True
        outer = outer.parentWidget()
    return False


def _before(folder: Path, language: str) -> Iterator[str]:
    """The first start, and one without a keyring."""
    with running(_bot(), _home(folder / "first", language)) as program:
        yield from _looked_at(program, f"the first run in {language}")
    keys = FixedKeys(Situation.NEW, Notice("keyring_locked"))
    with running(_bot(), _home(folder / "locked", language), keys=keys) as program:
        yield from _looked_at(program, f"a passphrase to choose in {language}")


def _in_use(folder: Path, target: Path, draft: Path, language: str, *, more: bool = False) -> Iterator[str]:
    """Every page, and what is done in a conversation."""
    with running(_bot(), _home(folder / "used", language), target, draft) as program:
        program.loaded(target)
        program.ask("Hello, what is *this*?")
        for name in _states(program):
            at_rest(program)
            yield from _looked_at(program, f"{name} in {language}")
        for name in done_in_a_conversation(program) if more else ():
            yield from _looked_at(program, f"{name} in {language}")


def _bot() -> QtBot:
    """What waits, as in a test; there is no test here that it could belong to."""
    return QtBot(cast("pytest.FixtureRequest", None))


def _home(folder: Path, language: str) -> Path:
    """A folder of a program that has been told a language, and to let nothing move."""
    write_settings(folder / language, {"appearance": {"language": language, "motion": "reduced"}})
    return folder / language


def _looked_at(program: Program, state: str) -> Iterator[str]:
    window = program.galley.window
    whole = window.screen().availableGeometry()
    window.setGeometry(whole)
    size = f"{window.width()}×{window.height()}"
    if window.size() != whole.size():
        yield f"the window has {size}, and the screen {whole.width()}×{whole.height()}"
    seen = window.shortcut_sheet if window.shortcut_sheet.isVisible() else window
    with suppress(QtTimeoutError):
        program.until(lambda: not _measured(seen), _LAYOUT_MILLISECONDS)  # what has just come is laid out next
    for fault in _measured(seen):
        yield f"{state} at {size}: {fault}"


def _measured(seen: QWidget) -> list[Fault]:
    return [each for each in (*clipped(seen), *outside(seen), *cut(seen)) if not each.where.startswith(_SHY)]


def main() -> int:
    """Print what is wrong, and "all" when everything has been looked at."""
    folder, target, draft = (Path(each) for each in sys.argv[1:4])
    more = bool(int(sys.argv[4]))
    qt_api.set_qt_api("pyside6")  # type: ignore[no-untyped-call]
    application = QApplication([])
    gc.disable()  # as in any test: Python collects in whatever thread it is
    *others, last = sys.argv[5:]
    faults = [_in_use(folder, target, draft, language) for language in others]
    faults.append(_in_use(folder, target, draft, last, more=more))
    if more:
        faults.append(_before(folder, last))
    for line in chain(*faults):
        sys.stdout.write(" ".join(line.split()) + "\n")
    sys.stdout.write("all\n")
    sys.stdout.flush()
    application.closeAllWindows()
    return 0


if __name__ == "__main__":
    sys.exit(main())
