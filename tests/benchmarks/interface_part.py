"""One measurement of the window, in a process that does nothing else; `interface` starts it and reads its JSON line."""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

import app.engine.child
from app.composition import Galley
from app.runtime.garbage import GarbageCollector
from app.settings.paths import find_folders
from app.viewmodels.reply import Reply
from tests.benchmarks import paced_engine
from tests.support.fixed_keys import FixedKeys
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET = "tiny.gguf"
MANY, LONG, EMPTY = "a" * 32, "b" * 32, "c" * 32
_SETTLED_MILLISECONDS = 1500
_IDLE_SECONDS = 10.0
_FRAME_MILLISECONDS = 16
_SCROLL_STEPS = 120


def store_folder(home: Path) -> Path:
    """Where the store of a home lies."""
    return find_folders(home).data


class Frames(QObject):
    """When the window's thread could have drawn a frame: a timer that wants to tick sixty times a second."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ticks: list[float] = []
        self._timer = QTimer(self, interval=_FRAME_MILLISECONDS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(lambda: self._ticks.append(time.perf_counter()))

    def begin(self) -> None:
        """Begin to count."""
        self._ticks.clear()
        self._began, self._processor = time.perf_counter(), time.thread_time()
        self._timer.start()

    def report(self, prefix: str) -> dict[str, float]:
        """End counting: share of one core that the thread used, and seconds between frames."""
        self._timer.stop()
        busy = (time.thread_time() - self._processor) / (time.perf_counter() - self._began)
        frames = sorted(after - before for before, after in itertools.pairwise(self._ticks))
        return {
            f"{prefix} busy": busy,
            f"{prefix} frame p95": frames[int(0.95 * (len(frames) - 1))],
            f"{prefix} frame longest": frames[-1],
        }


class Part(QObject):
    """Drives the program through one measurement and prints what came of it."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self.galley = galley
        self.frames = Frames(self)
        self.result: dict[str, float] = {}

    def when(self, condition: Callable[[], bool], then: Callable[[], None]) -> None:
        """Go on when something holds."""
        timer = QTimer(self, interval=2)

        def look() -> None:
            if condition():
                timer.stop()
                then()

        timer.timeout.connect(look)
        timer.start()

    def later(self, milliseconds: int, then: Callable[[], None]) -> None:
        """Go on after a while."""
        QTimer.singleShot(milliseconds, self, then)

    def done(self) -> None:
        """Say it and leave."""
        sys.stdout.write(json.dumps(self.result) + "\n")
        sys.stdout.flush()
        self.galley.leave()

    def is_ready(self) -> bool:
        """Whether the pair is loaded and the list is filled."""
        galley = self.galley
        return galley.pair_choice.pair is not None and galley.keeping.is_filled and not galley.chat.is_reading

    def open(self, key: str, name: str, then: Callable[[], None]) -> None:
        """Open a conversation and measure until its end stands on the screen."""
        began = time.perf_counter()
        self.galley.conversations.activate(key)

        def is_shown() -> bool:
            view = self.galley.stack.currentWidget()
            if self.galley.chat.is_reading or not isinstance(view, TranscriptView):
                return False
            return bool(view.cards()) and not view.cards()[-1].visibleRegion().isEmpty()

        def shown() -> None:
            self.galley.window.repaint()
            self.result[name] = time.perf_counter() - began
            self.later(_SETTLED_MILLISECONDS, then)

        self.when(is_shown, shown)

    def stream(self, prefix: str) -> None:
        """Ask, and watch the reply being written."""
        self.galley.composer.set_text("Write something long.")
        self.galley.composer.send_button.click()
        reply = self.galley.chat.transcript.last_reply
        if not isinstance(reply, Reply):
            raise TypeError("nothing was asked")

        def over() -> None:
            self.result |= self.frames.report(prefix)
            self.result[f"{prefix} tokens"] = float(len(reply.tokens))
            self.done()

        def begun() -> None:
            self.frames.begin()
            self.when(lambda: reply.phase.is_over, over)

        self.when(lambda: len(reply.tokens) > 0, begun)


def measure_stream(part: Part) -> None:
    """A reply of 300 tokens a second in a new conversation."""
    part.galley.conversations.begin()
    part.later(_SETTLED_MILLISECONDS, lambda: part.stream("stream"))


def measure_many(part: Part) -> None:
    """A conversation of 2 000 messages."""
    part.open(MANY, "open 2 000 messages", part.done)


def measure_long(part: Part) -> None:
    """A conversation of 100 000 tokens: opened, scrolled through, written on."""

    def scroll(step: int = 0) -> None:
        view = part.galley.stack.currentWidget()
        if not isinstance(view, TranscriptView):
            raise TypeError("no conversation is open")
        bar = view.verticalScrollBar()
        if step == 0:
            part.frames.begin()
        if step < _SCROLL_STEPS:
            bar.setValue(bar.value() - 400)
            part.later(16, lambda: scroll(step + 1))
        else:
            part.result |= part.frames.report("scroll")
            view.scroll_to_end()
            part.later(_SETTLED_MILLISECONDS, lambda: part.stream("long stream"))

    part.open(LONG, "open 100 000 tokens", scroll)


def measure_start(part: Part) -> None:
    """From starting the program to the window on the screen."""
    part.done()


def measure_idle(part: Part) -> None:
    """Nothing happens, with the plots in sight and without."""
    window = part.galley.window

    def rest(name: str, then: Callable[[], None]) -> None:
        began, processor = time.perf_counter(), time.process_time()

        def over() -> None:
            part.result[name] = (time.process_time() - processor) / (time.perf_counter() - began)
            then()

        part.later(int(_IDLE_SECONDS * 1000), over)

    def without_plots() -> None:
        window.resize(1000, 820)
        part.later(_SETTLED_MILLISECONDS, lambda: rest("idle", part.done))

    part.later(2 * _SETTLED_MILLISECONDS, lambda: rest("idle with plots", without_plots))


PARTS = {
    "stream": measure_stream,
    "many": measure_many,
    "long": measure_long,
    "start": measure_start,
    "idle": measure_idle,
}


def main(name: str) -> int:
    """Run one part."""
    started = float(os.environ["GALLEY_STARTED"])
    app.engine.child.process = paced_engine  # type: ignore[attr-defined]
    application = QApplication(sys.argv[:1])
    GarbageCollector(application)  # as in the program
    galley = Galley(application, find_folders(), FixedKeys())
    galley.window.resize(1280, 820)
    part = Part(galley)
    window = galley.window

    def exposed() -> None:
        window.repaint()
        part.result["start"] = time.time() - started
        if name != "start":
            part.result.clear()
        part.when(part.is_ready, lambda: part.later(_SETTLED_MILLISECONDS, lambda: PARTS[name](part)))

    galley.preferences.set_conversation(EMPTY)
    galley.start(str(Path(os.environ["GALLEY_HOME"]) / TARGET), None)
    part.when(lambda: (handle := window.windowHandle()) is not None and handle.isExposed(), exposed)
    try:
        return application.exec()
    finally:
        galley.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
