"""What a bug in the engine process leaves to be read: by the window, and by whoever keeps the terminal's output."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING

from app.engine import process
from app.engine.cancel import CancelFlag
from app.engine.error_log import ErrorLog, death_notice

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SECONDS = 60.0


def test_the_message_of_an_error_stays_out_of_it() -> None:
    context = multiprocessing.get_context("spawn")
    ours: Connection
    ours, theirs = context.Pipe()
    log = ErrorLog()
    child = context.Process(target=process.run, args=(theirs, CancelFlag(), log), daemon=True)
    child.start()
    theirs.close()
    ours.send("PRIVATE words")  # no command: a bug, and the error says that this text has no attribute
    child.join(SECONDS)
    tail = log.tail()
    assert child.exitcode == 1
    assert tail[-1] == "builtins.AttributeError"
    assert any("in serve" in line for line in tail)
    assert not any("PRIVATE" in line or "attribute '" in line for line in tail)
    assert death_notice(child.exitcode, tail).values == {"code": 1, "line": "builtins.AttributeError"}
    child.close()
    log.close()
    ours.close()
