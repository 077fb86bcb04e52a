"""The program in a process of its own, as `galley` starts it, with somebody at the keyboard who does as he is told.

Run as `python -m tests.support.window_run --target T.gguf ...`: the first line read is a passphrase in JSON, each
further one a message to send when a pair is loaded and idle; the reply is printed, and the end of the input closes the
window.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Self

from tests.support import traces
from tests.support.homes import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

    import psutil

    from tests.support.homes import Home

_SECONDS = 120.0


class WindowRun:
    """A running window, as a context manager.

    Args:
        home: Whose window it is.
        target: The model that it loads.
        draft: Its draft.
        passphrase: What the conversations are under: there is no keyring here.
        prefix: A command that starts the program.
        more: Variables of its environment.
    """

    def __init__(
        self,
        home: Home,
        target: Path,
        draft: Path,
        *,
        passphrase: str = "a passphrase of the test",
        prefix: Sequence[str] = (),
        **more: str,
    ) -> None:
        self._passphrase = passphrase
        options = ("--target", str(target), "--draft", str(draft))
        self._command = [*prefix, sys.executable, "-m", "tests.support.window_run", *options]
        self._environment = home.environment(**more)
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with the window
        self.log = ""
        """What it wrote to standard error, once it has ended."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._say(self._passphrase)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._read_log()

    @property
    def pid(self) -> int:
        """Process id of the window."""
        return self._process.pid

    def family(self) -> list[psutil.Process]:
        """The window and everything it started."""
        return traces.family(self.pid)

    def ask(self, message: str) -> str:
        """Send a message; returns the reply's text when it has ended."""
        assert self._process.stdout is not None
        self._say(message)
        ready, _, _ = select.select([self._process.stdout], [], [], _SECONDS)
        line = self._process.stdout.readline() if ready else ""
        if not line:
            self._read_log()
            raise AssertionError(f"no reply: {self.log}")
        return str(json.loads(line))

    def close(self) -> int:
        """Close the window; returns the exit status."""
        self._process.communicate(timeout=_SECONDS)
        self._read_log()
        return self._process.returncode

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()

    def _read_log(self) -> None:
        if not self._errors.closed:
            self._errors.seek(0)
            self.log = self._errors.read()
            if self._process.returncode is not None:
                self._errors.close()


def run() -> int:
    """Be the program and its user."""
    from PySide6.QtCore import QObject, QSocketNotifier, Qt
    from PySide6.QtTest import QTest

    import app.composition
    from app.__main__ import main
    from app.composition import Galley
    from app.store.keys.keeper import Situation
    from app.viewmodels.protection import Guard
    from app.viewmodels.reply import Reply

    class Typist(QObject):
        """Types when the window is ready for it."""

        def __init__(self, galley: Galley) -> None:
            super().__init__(galley)
            self._galley = galley
            self._told = b""
            self._passphrase = self._message = ""
            self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._on_told)
            galley.protection.changed.connect(self._on_protection_changed)
            galley.pair_choice.pair_changed.connect(self._type)
            galley.chat.busy_changed.connect(self._type)
            galley.chat.reply_ended.connect(self._on_reply_ended)

        def _on_told(self) -> None:
            said = os.read(sys.stdin.fileno(), 1 << 16)
            if not said:
                self._notifier.setEnabled(False)
                self._galley.window.close()
                return
            *lines, self._told = (self._told + said).split(b"\n")
            for line in lines:
                if self._passphrase:
                    self._message = json.loads(line)
                else:
                    self._passphrase = json.loads(line)
            self._on_protection_changed()

        def _on_protection_changed(self) -> None:
            protection, asked = self._galley.protection, self._galley.protection.key_state
            if self._passphrase and asked is not None and protection.guard is Guard.ASKING and not protection.busy:
                is_new = asked.situation is Situation.NEW
                (protection.create_with if is_new else protection.unlock_with)(self._passphrase)
            self._type()

        def _type(self) -> None:
            galley = self._galley
            if not self._message or galley.pair_choice.pair is None or galley.chat.busy:
                return
            if not galley.protection.is_settled:
                return
            composer = self._galley.composer
            composer.set_text(self._message)
            self._message = ""
            QTest.keyClick(composer.field, Qt.Key.Key_Return)

        def _on_reply_ended(self) -> None:
            reply = self._galley.chat.transcript.rows[-1]
            sys.stdout.write(json.dumps(reply.text if isinstance(reply, Reply) else "") + "\n")
            sys.stdout.flush()

    class WatchedGalley(Galley):
        """The program, watched."""

        def start(self, target: str | None, draft: str | None) -> None:
            self.typist = Typist(self)
            super().start(target, draft)

    app.composition.Galley = WatchedGalley  # type: ignore[misc]
    return main()


if __name__ == "__main__":
    sys.exit(run())
