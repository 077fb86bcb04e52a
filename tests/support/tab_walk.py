"""Walks through a window as somebody does who has no mouse: by pressing Tab, and looking where the focus is.

What was expected stands in `tests/expected/tab_order.toml`, written by hand before anybody walked.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit, QWidget
from pytestqt.exceptions import TimeoutError as QtTimeoutError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

TABLE = Path(__file__).parents[1] / "expected" / "tab_order.toml"
_MOST_STEPS = 200
_AROUND = 10
"""Pixels around a widget in which a ring may be that somebody else paints for it."""
_LEAST_SEEN = 18
"""Pixels of a text."""
_LEAST_RING = 12
"""Pixels that differ where somebody can see that a widget has the focus."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Where the focus is when a state comes up, and what Tab leads to from there."""

    begins: str
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """What Tab came to.

    Args:
        name: What a screen reader says of it.
        fault: What is wrong with how it looks; empty where nothing is.
    """

    name: str
    fault: str = ""


def expected() -> dict[str, Expected]:
    """Return every state of the table, with the lists it names put in."""
    table = tomllib.loads(TABLE.read_text())
    parts = table.pop("parts")
    return {name: Expected(state["begins"], tuple(_spread(state["stops"], parts))) for name, state in table.items()}


def _spread(stops: list[str], parts: dict[str, Any]) -> list[str]:
    spread: list[str] = []
    for stop in stops:
        spread += _spread(parts[stop[1:]], parts) if stop.startswith("@") else [stop]
    return spread


def is_named(name: str, wanted: str) -> bool:
    """Whether a name is what was expected, in which "…" stands for any words."""
    words = ".*".join(re.escape(each) for each in wanted.split("…"))
    return re.fullmatch(words, name, re.DOTALL) is not None


def name_of(widget: QWidget) -> str:
    """What a widget is called: its own name for a screen reader, or what stands on it."""
    if widget.accessibleName():
        return widget.accessibleName()
    text = getattr(widget, "text", None) or getattr(widget, "toPlainText", None)
    return str(text()) if callable(text) else type(widget).__name__


class TabWalk:
    """Steps from stop to stop in one window.

    Args:
        window: The window, which is shown.
        until: Waits until something holds, while the window works.
    """

    def __init__(self, window: QWidget, until: Callable[[Callable[[], bool]], None]) -> None:
        self._window = window
        self._until = until

    @property
    def focus(self) -> QWidget:
        """What has the focus."""
        focus = self._window.focusWidget()
        assert focus is not None, "nothing has the focus"
        return focus

    def press(self, *, back: bool = False) -> None:
        """Press Tab, or Shift+Tab, until the focus is on another widget."""
        before = self.focus
        for _ in range(_MOST_STEPS):
            if back:
                QTest.keyClick(self.focus, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
            else:
                QTest.keyClick(self.focus, Qt.Key.Key_Tab)
            if self.focus is not before:
                return

    def round(self, *, back: bool = False, looks: bool = False) -> list[Stop]:
        """Walk until the focus is where it was.

        Args:
            back: Whether Shift is held.
            looks: Whether each stop is looked at, too: is it in sight, and can one see that it has the focus?
        """
        first, stops = self.focus, []
        for _ in range(_MOST_STEPS):
            widget, name = self.focus, name_of(self.focus)
            fault = self._out_of_sight(widget) if looks else ""
            lit = _pictures(widget) if looks else None
            self.press(back=back)
            if lit and not fault and self.focus is not widget:  # alone, it is in no picture without its ring
                fault = _missing_ring(lit, _pictures(widget), _others(widget, self.focus))
            stops.append(Stop(name, fault))
            if self.focus is first:
                return stops
        raise AssertionError(f"the walk never came back: {[stop.name for stop in stops]}")

    def faults(self, state: str, wanted: Expected) -> list[str]:
        """Walk there and back, and say what is otherwise than was expected."""
        begun = name_of(self.focus)
        if not is_named(begun, wanted.begins):
            return [f"{state}: begins at “{_short(begun)}”, and not at “{wanted.begins}”"]
        there, back = self.round(looks=True), self.round(back=True)
        names = [stop.name for stop in there]
        faults = [f"{state}: “{_short(stop.name)}” {stop.fault}" for stop in there if stop.fault]
        if [stop.name for stop in back] != [names[0], *reversed(names[1:])]:
            faults.append(f"{state}: Shift+Tab leads another way back: {[_short(stop.name) for stop in back]}")
        return faults + _differences(state, names, wanted)

    def _out_of_sight(self, widget: QWidget) -> str:
        """What of a widget cannot be seen, once everything has come to rest; empty where nothing is missing."""
        if _hidden_part(widget, self._window):
            # What brings it in sight may do so when the layout is done.
            with suppress(QtTimeoutError):
                self._until(lambda: not _hidden_part(widget, self._window))
        return _hidden_part(widget, self._window)


def _differences(state: str, names: list[str], wanted: Expected) -> list[str]:
    """Say where a walk and the list part, from the stop on at which the list begins."""
    first = next((place for place, stop in enumerate(wanted.stops) if is_named(names[0], stop)), None)
    if first is None:
        return [f"{state}: “{_short(names[0])}” is not in the list"]
    rest = [*wanted.stops[first:], *wanted.stops[:first]]
    for place, (name, stop) in enumerate(zip(names, rest, strict=False)):
        if not is_named(name, stop):
            came = " → ".join(_short(each) for each in names[max(0, place - 1) :])
            return [f"{state}: “{stop}” was to come, and not “{_short(name)}”; it went {came}"]
    if len(names) != len(rest):
        odd = names[len(rest) :] or rest[len(names) :]
        return [f"{state}: {len(names)} stops and not {len(rest)}: {[_short(each) for each in odd]}"]
    return []


def _hidden_part(widget: QWidget, window: QWidget) -> str:
    """Say what of a widget is not in sight: it has to be there whole, or as much of it as there is room for."""
    seen, room = QRect(QPoint(), widget.size()), widget.size()
    inner: QWidget = widget
    while inner is not window:
        outer = inner.parentWidget()
        if outer is None:
            return "is in no window"
        seen = seen.translated(inner.pos()).intersected(QRect(QPoint(), outer.size()))
        room = room.boundedTo(outer.size())
        inner = outer
    if isinstance(widget, QTextEdit):
        room.setHeight(_LEAST_SEEN)  # what matters of it is the link that one is at
    else:
        room.setHeight(room.height() * 9 // 10)  # some room stays around it
    if seen.width() < min(widget.width(), room.width()) or seen.height() < min(widget.height(), room.height()):
        return f"shows {seen.width()}×{seen.height()} of {widget.width()}×{widget.height()} pixels"
    hit = window.childAt(seen.center())
    if hit is None or hit is widget or widget.isAncestorOf(hit) or hit.isAncestorOf(widget):
        return ""
    return f"is covered by {type(hit).__name__}"


def _pictures(widget: QWidget) -> tuple[QImage, QImage]:
    """The widget as it paints itself, and with what is around it."""
    around = widget.parentWidget()
    assert around is not None
    return widget.grab().toImage(), around.grab(_with_edge(widget.geometry())).toImage()


def _with_edge(rect: QRect, width: int = _AROUND) -> QRect:
    return rect.marginsAdded(QMargins(width, width, width, width))


def _others(widget: QWidget, following: QWidget) -> tuple[list[QRect], list[QRect]]:
    """Where, in both pictures, it is the focus of what comes next that shows."""
    around = widget.parentWidget()
    assert around is not None
    shift = _with_edge(widget.geometry()).topLeft()
    if widget.isAncestorOf(following):  # whatever happens in there: a ring is at the edge
        inside = _with_edge(widget.rect(), -_AROUND)
        return [inside], [inside.translated(widget.pos() - shift)]
    if around.isAncestorOf(following):
        place = QRect(following.mapTo(around, QPoint()), following.size())
        return [], [_with_edge(place).translated(-shift)]
    return [], []


def _missing_ring(lit: Sequence[QImage], unlit: Sequence[QImage], others: Sequence[Sequence[QRect]]) -> str:
    """Say that nothing shows the focus; empty where something does."""
    shows = any(_num_different(*each) >= _LEAST_RING for each in zip(lit, unlit, others, strict=True))
    return "" if shows else "nothing shows that it has the focus"


def _num_different(one: QImage, other: QImage, left_out: Sequence[QRect]) -> int:
    """Pixels that differ; two pictures of different sizes differ everywhere."""
    if one.size() != other.size():
        return one.width() * one.height()
    differs = _pixels(one) != _pixels(other)
    for rect in left_out:
        top, left = max(0, rect.top()), max(0, rect.left())
        differs[top : max(0, rect.bottom() + 1), left : max(0, rect.right() + 1)] = False
    return int(differs.sum())


def _pixels(image: QImage) -> NDArray[np.uint32]:
    """An image's pixels, `(height, width)`."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.width()).copy()


def _short(name: str) -> str:
    line = name.split("\n")[0]
    return line if len(line) < 60 else f"{line[:57]}…"
