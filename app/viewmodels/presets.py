"""Settings under a name, for any conversation: a few that come with the program, and those that somebody saved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import Notice
from app.viewmodels.built_in_presets import built_in_presets
from app.viewmodels.own_values import OwnValues
from app.viewmodels.preset_record import erase_preset, stored_preset, summary_of, tidy_name, values_of
from app.viewmodels.prompts import is_prompt

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.runtime.store_worker import StoreWorker
    from app.store.store import Store
    from app.store.values import Preset
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.keeping import Keeping
    from app.viewmodels.own_settings import OwnSettings
    from app.viewmodels.own_values import Pair

MAX_NAME = 60


class Undoable(Enum):
    """What was done last and can be undone."""

    DELETED = auto()
    REPLACED = auto()
    """Settings or a prompt of somebody's own making, by those of a preset."""


@dataclass(frozen=True, slots=True)
class _Before:
    """What a conversation had before a preset was applied, and has since."""

    key: str
    had: OwnValues
    has: OwnValues


@dataclass(frozen=True, slots=True)
class PresetEntry:
    """One line of a menu."""

    name: str
    is_built_in: bool
    summary: str
    """A few words about what it sets."""


class Presets(QObject):
    """Keeps presets in the store; where nothing is kept, until the program ends.

    Args:
        worker: Owns the store.
        keeping: Tells when it can be read, and whether anything is kept.
        own: Takes what a preset sets.
        conversations: Knows which conversation is open.
    """

    changed = Signal()
    """There are other presets, or another one was applied."""
    pair_requested = Signal(str, object)
    """Files of target and draft (or None) of a preset that names them and was applied."""
    notice_raised = Signal(object)

    def __init__(
        self,
        worker: StoreWorker,
        keeping: Keeping,
        own: OwnSettings,
        conversations: ConversationList,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._keeping = keeping
        self._own = own
        self._conversations = conversations
        built_in = built_in_presets()
        self._built_in = {each.name: OwnValues(each.settings) for each in built_in}
        self._built_in_entries = tuple(PresetEntry(each.name, True, each.summary) for each in built_in)
        self._saved: dict[str, OwnValues] = {}
        self._deleted: tuple[str, OwnValues] | None = None
        self._replaced: tuple[str, _Before] | None = None
        """Name of a preset that took the place of what somebody had set by hand."""
        self._num_changes = 0
        own.changed.connect(self._on_own_changed)
        keeping.filled.connect(self.read)
        keeping.changed.connect(self.changed)

    @property
    def entries(self) -> tuple[PresetEntry, ...]:
        """All presets: those that come with the program, then the others by name."""
        saved = sorted(self._saved.items(), key=lambda item: item[0].casefold())
        return (*self._built_in_entries, *(PresetEntry(name, False, summary_of(each)) for name, each in saved))

    @property
    def current(self) -> str:
        """The preset that the open conversation's own settings are; empty where they are none, or nobody's."""
        key = self._conversations.active
        if not self._own.is_scoped(key):
            return ""
        in_force, prompt = self._own.in_force(key), self._own.own(key).system_prompt
        for name, preset in (*self._saved.items(), *self._built_in.items()):
            fits = all(in_force[each] == value for each, value in preset.settings.items())
            if preset.settings and fits and preset.system_prompt in ("", prompt):
                return name
        return ""

    @property
    def is_kept(self) -> bool:
        """Whether presets outlive the program."""
        return self._keeping.keeps

    @property
    def undoable(self) -> tuple[Undoable, str] | None:
        """What `restore` undoes, and the name of the preset that it is about."""
        if self._deleted is not None:
            return Undoable.DELETED, self._deleted[0]
        return None if self._replaced is None else (Undoable.REPLACED, self._replaced[0])

    def apply(self, name: str) -> None:
        """Give the open conversation the settings of a preset; a name that is none does nothing."""
        preset = self._saved.get(name) or self._built_in.get(name)
        if preset is None:
            return
        key, by_hand = self._conversations.active, not self.current
        had = self._own.own(key)
        self._deleted = self._replaced = None
        self._own.apply(key, preset)
        loses = (by_hand and had.settings) or (
            had.system_prompt and had.system_prompt != self._own.own(key).system_prompt
        )
        if loses and had != self._own.own(key):
            self._replaced = name, _Before(key, had, self._own.own(key))
        if preset.pair is not None:
            self.pair_requested.emit(*preset.pair)
        self.changed.emit()

    def problem_with(self, name: str) -> Notice | None:
        """Why a preset cannot be called so; None where it can, be it in place of another one."""
        name = tidy_name(name)
        if not name:
            return Notice("preset_without_name")
        if len(name) > MAX_NAME:
            return Notice("preset_name_too_long", {"number": MAX_NAME})
        if any(name.casefold() == each.casefold() for each in self._built_in):
            return Notice("preset_built_in", {"name": name})
        return None

    def is_saved(self, name: str) -> bool:
        """Whether a preset of the user's has this name."""
        return tidy_name(name) in self._saved

    def save(self, name: str, pair: Pair | None = None) -> None:
        """Save what holds for the open conversation under a name; another one of that name is replaced.

        Args:
            name: One that `problem_with` finds nothing wrong with.
            pair: The pair to be loaded with it; None leaves the pair to whoever applies it.
        """
        key = self._conversations.active
        self._put(tidy_name(name), OwnValues(self._own.in_force(key), self._own.own(key).system_prompt, pair))

    def update(self, name: str) -> None:
        """Save what holds for the open conversation in place of what a preset held; its pair stays."""
        if name in self._saved:
            self.save(name, self._saved[name].pair)

    def rename(self, old: str, new: str) -> None:
        """Call a preset otherwise; another one of that name is replaced."""
        new = tidy_name(new)
        if old not in self._saved or new == old:
            return
        preset = self._saved.pop(old)
        stored = stored_preset(new, preset)

        def work(store: Store) -> None:
            store.save_preset(stored)
            erase_preset(store, old)

        self._saved[new] = preset
        self._write(work)

    def delete(self, name: str) -> None:
        """Delete a preset; `restore` brings it back."""
        preset = self._saved.pop(name, None)
        if preset is not None:
            self._deleted, self._replaced = (name, preset), None
            self._write(lambda store: erase_preset(store, name))

    def restore(self) -> None:
        """Bring back what was deleted or replaced last."""
        if self._deleted is not None:
            name, preset = self._deleted
            self._put(name, preset)
        elif self._replaced is not None:
            before = self._replaced[1]
            self._replaced = None
            self._own.put_back(before.key, before.had)
            self.changed.emit()

    def dismiss(self) -> None:
        """What was deleted or replaced is not to be had back any more."""
        if self.undoable is not None:
            self._deleted = self._replaced = None
            self.changed.emit()

    @Slot()
    def read(self) -> None:
        """Read what is kept anew: a store was opened, or presets came in from elsewhere."""
        at = self._num_changes

        def on_read(value: object) -> None:
            if at != self._num_changes:
                self.read()  # something was changed while the store was asked
                return
            self._saved = {
                each.name: values_of(each) for each in cast("tuple[Preset, ...]", value) if not is_prompt(each)
            }
            self.changed.emit()

        def on_failed(notice: Notice) -> None:
            if notice.code != "store_not_open":  # locked meanwhile
                self.notice_raised.emit(notice)

        self._worker.read(lambda store: store.presets(), on_read, on_failed)

    def forget_all(self) -> None:
        """Drop what somebody saved from memory: the store has been closed."""
        self._saved.clear()
        self._deleted = self._replaced = None
        self._num_changes += 1
        self.changed.emit()

    @Slot(str)
    def _on_own_changed(self, key: str) -> None:
        """Whoever goes on from what a preset has set has taken it."""
        before = None if self._replaced is None else self._replaced[1]
        if before is not None and before.key == key:
            own = self._own.own(key)
            if (own.settings, own.system_prompt) != (before.has.settings, before.has.system_prompt):
                self.dismiss()

    def _put(self, name: str, preset: OwnValues) -> None:
        self._saved[name] = preset
        stored = stored_preset(name, preset)
        if self._deleted is not None and self._deleted[0] == name:
            self._deleted = None
        self._write(lambda store: store.save_preset(stored))

    def _write(self, work: Callable[[Store], object]) -> None:
        self._num_changes += 1
        if self._keeping.keeps:
            self._worker.write(work, lambda _none: None, self.notice_raised.emit)
        self.changed.emit()
