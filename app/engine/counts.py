"""Counts that the engine still owes: each waits until there is nothing else to do, and is asked again if broken off.

What comes back is known by its serial, so that a late answer is never taken for that of a newer question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.commands import CountTokens
    from app.engine.events import TokensCounted


class Counts:
    """The unanswered questions by their id, oldest first. Whoever holds it keeps threads apart."""

    def __init__(self) -> None:
        self._owed: dict[str, CountTokens] = {}
        self._serial = 0
        self._asked = 0
        """Serial of the question that the engine is at; 0 where it is at none."""

    def ask(self, command: CountTokens) -> None:
        """Take a question; it replaces an older one of its id."""
        self._serial += 1
        self._owed.pop(command.count_id, None)
        self._owed[command.count_id] = replace(command, serial=self._serial)

    def drop(self, count_id: str) -> None:
        """Forget a question."""
        self._owed.pop(count_id, None)

    def next(self) -> CountTokens | None:
        """The question to send now; None while the engine is at one, or there is none."""
        if self._asked or not self._owed:
            return None
        command = next(iter(self._owed.values()))
        self._asked = command.serial
        return command

    def break_off(self) -> None:
        """The engine gives up what it is at; the question is owed still."""
        self._asked = 0

    def answered(self, event: TokensCounted) -> bool:
        """Take an answer; False where nobody waits for it any longer."""
        if self._asked == event.serial:
            self._asked = 0
        command = self._owed.get(event.count_id)
        if command is None or command.serial != event.serial:
            return False
        del self._owed[event.count_id]
        return True
