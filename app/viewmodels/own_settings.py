"""With which settings each conversation goes on: the program's, or those of its own where somebody wanted others.

Only what differs is kept, so that a conversation follows the program in everything else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from app.settings.own_schema import SAMPLING_NAMES, SPECULATION_NAMES
from app.viewmodels.own_values import OwnValues, differing, plain_sampling, plain_speculation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.types import SamplingSettings, SpeculationSettings
    from app.store.values import ConversationRow
    from app.viewmodels.keeping import Keeping
    from app.viewmodels.late_writes import LateWrites
    from app.viewmodels.own_values import Pair
    from app.viewmodels.preferences import Preferences
    from app.viewmodels.reply_settings import ReplySettings

MAX_SYSTEM_PROMPT = 100_000
"""Characters: more than any context holds beside a conversation."""


class OwnSettings(QObject):
    """Implements `app.viewmodels.reply_settings.SettingsOfReplies`.

    Args:
        preferences: The program's settings, which hold where a conversation has none.
        keeping: Tells what was kept.
        writes: Takes changes to the store.
    """

    changed = Signal(str)
    """Key of a conversation whose settings, prompt or pair are others now."""

    def __init__(
        self, preferences: Preferences, keeping: Keeping, writes: LateWrites, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._writes = writes
        self._own: dict[str, OwnValues] = {}
        self._scoped: set[str] = set()
        """Conversations whose controls change their own settings."""
        self._aside: dict[str, Mapping[str, Any]] = {}
        """Own settings that were switched off in this session, for when they are switched on again."""
        keeping.rows_listed.connect(self._on_rows_listed)

    def reply_settings(self, key: str) -> ReplySettings:
        """For the next reply of a conversation."""
        own = self.own(key)
        program = self._preferences.reply_settings(key)
        return replace(
            program,
            sampling=own.sampling(program.sampling),
            speculation=own.speculation(program.speculation),
            system_prompt=own.system_prompt,
        )

    def own(self, key: str) -> OwnValues:
        """All that a conversation has of its own."""
        return self._own.get(key) or OwnValues()

    def is_scoped(self, key: str) -> bool:
        """Whether changes of settings are for this conversation only."""
        return key in self._scoped

    def set_scoped(self, key: str, scoped: bool) -> None:
        """Let changes be for this conversation only, or let it have the program's settings again.

        What it had of its own comes back when this is switched on again before the program ends.
        """
        if scoped is (key in self._scoped):
            return
        own = self.own(key)
        if scoped:
            self._scoped.add(key)
            self._take(key, replace(own, settings=self._aside.pop(key, {})))
        else:
            self._scoped.discard(key)
            self._aside[key] = own.settings
            self._take(key, replace(own, settings={}))

    def reset(self, key: str) -> None:
        """Give a conversation the program's settings again and forget its own; prompt and pair stay."""
        self._scoped.discard(key)
        self._aside.pop(key, None)
        self._take(key, replace(self.own(key), settings={}))

    def set_sampling(self, key: str, sampling: SamplingSettings) -> None:
        """Sample like this: in this conversation, or wherever the program's settings hold."""
        if key not in self._scoped:
            self._preferences.set_sampling(sampling)
            return
        self._merge(key, plain_sampling(sampling))

    def set_speculation(self, key: str, speculation: SpeculationSettings) -> None:
        """Propose and check like this: in this conversation, or wherever the program's settings hold."""
        if key not in self._scoped:
            self._preferences.set_speculation(speculation)
            return
        self._merge(key, plain_speculation(speculation))

    def set_system_prompt(self, key: str, text: str) -> None:
        """Say this to the model before everything else, from the next reply of this conversation on."""
        own = self.own(key)
        text = text[:MAX_SYSTEM_PROMPT]
        if text != own.system_prompt:
            self._own[key] = replace(own, system_prompt=text)
            self._writes.put(key, system_prompt=text)
            self.changed.emit(key)

    def note_pair(self, key: str, pair: Pair) -> None:
        """Remember by whom the last reply of a conversation was written."""
        own = self.own(key)
        if pair != own.pair:
            self._take(key, replace(own, pair=pair))

    def apply(self, key: str, values: OwnValues) -> None:
        """Give a conversation the settings of a preset, and its system prompt where it has one.

        What the preset does not name stays as it is; its pair is not the conversation's business.
        """
        self._scoped.add(key)
        self._merge(key, values.settings)
        if values.system_prompt:
            self.set_system_prompt(key, values.system_prompt)

    def put_back(self, key: str, own: OwnValues) -> None:
        """Give a conversation back what it had of its own before; its pair is whatever it is by now."""
        self._take(key, replace(self.own(key), settings=own.settings))
        self.set_system_prompt(key, own.system_prompt)

    def in_force(self, key: str) -> dict[str, Any]:
        """Every setting of sampling and speculation as it holds for a conversation, by name, as JSON has it."""
        return {**self._program(), **self.own(key).settings}

    def instead_of_own(self, key: str) -> dict[str, Any]:
        """Of the settings that a conversation has of its own, what the program has, by name."""
        program = self._program()
        return {name: program[name] for name in self.own(key).settings}

    def forget(self, key: str) -> None:
        """Drop what is known of a conversation that is gone."""
        self._own.pop(key, None)
        self._aside.pop(key, None)
        self._scoped.discard(key)

    def forget_all(self) -> None:
        """Drop everything from memory."""
        self._own.clear()
        self._aside.clear()
        self._scoped.clear()

    def _program(self) -> dict[str, Any]:
        preferences = self._preferences
        return {**plain_sampling(preferences.sampling), **plain_speculation(preferences.speculation)}

    def _merge(self, key: str, values: Mapping[str, Any]) -> None:
        """Put settings in the place of those in force; what the program has anyway is not own any more."""
        own = self.own(key)
        known = SAMPLING_NAMES | SPECULATION_NAMES
        merged = {**own.settings, **{name: value for name, value in values.items() if name in known}}
        self._take(key, replace(own, settings=differing(merged, self._program())))

    def _take(self, key: str, own: OwnValues) -> None:
        old, self._own[key] = self.own(key), own
        if own.as_json() != old.as_json():
            self._writes.put(key, settings=own.as_json())
        self.changed.emit(key)

    @Slot(object)
    def _on_rows_listed(self, rows: Sequence[ConversationRow]) -> None:
        """What was changed since the start is newer than what the store holds."""
        for row in rows:
            if row.id not in self._own and (row.settings or row.system_prompt):
                own = OwnValues.read(row.settings, row.system_prompt[:MAX_SYSTEM_PROMPT])
                self._own[row.id] = own
                if own.settings:
                    self._scoped.add(row.id)
                self.changed.emit(row.id)
