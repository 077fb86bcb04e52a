"""Beginnings of messages under a name: those that come with the program, and the user's own.

Own ones may say anything, so they lie in the encrypted store: among its presets, as those whose settings are a prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import Notice
from app.store.values import Preset
from app.viewmodels.built_in_prompts import built_in_prompts

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.runtime.store_worker import StoreWorker
    from app.store.store import Store
    from app.viewmodels.keeping import Keeping

MAX_NAME = 60
PROMPT = "prompt"
"""The one setting of a preset that is a prompt."""
_PREFIX = "prompt\t"
"""Before the stored name: no preset's name holds a tab, so a prompt and a preset may be called the same."""


@dataclass(frozen=True, slots=True)
class PromptEntry:
    """One line of a menu."""

    name: str
    is_built_in: bool
    text: str


class Prompts(QObject):
    """Keeps prompts in the store; where nothing is kept, until the program ends.

    Args:
        worker: Owns the store.
        keeping: Tells when it can be read, and whether anything is kept.
    """

    changed = Signal()
    notice_raised = Signal(object)

    def __init__(self, worker: StoreWorker, keeping: Keeping, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._keeping = keeping
        self._own: dict[str, str] = {}
        self._deleted: tuple[str, str] | None = None
        self._num_changes = 0
        keeping.filled.connect(self.read)

    @property
    def entries(self) -> tuple[PromptEntry, ...]:
        """The user's own by name, then those that come with the program."""
        own = sorted(self._own.items(), key=lambda item: item[0].casefold())
        return (
            *(PromptEntry(name, False, text) for name, text in own),
            *(PromptEntry(each.name, True, each.text) for each in built_in_prompts()),
        )

    def problem_with(self, name: str) -> Notice | None:
        """Why a prompt cannot be called so; None where it can, be it in place of another one."""
        name = _tidy(name)
        if not name:
            return Notice("prompt_without_name")
        if len(name) > MAX_NAME:
            return Notice("prompt_name_too_long", {"number": MAX_NAME})
        if any(name.casefold() == each.name.casefold() for each in built_in_prompts()):
            return Notice("prompt_built_in", {"name": name})
        return None

    def is_saved(self, name: str) -> bool:
        """Whether a prompt of the user's has this name."""
        return _tidy(name) in self._own

    def save(self, name: str, text: str) -> None:
        """Save a text under a name that `problem_with` finds nothing wrong with; another one of that name goes."""
        name = _tidy(name)
        self._own[name] = text
        preset = Preset(_PREFIX + name, {PROMPT: text})
        if self._deleted is not None and self._deleted[0] == name:
            self._deleted = None
        self._write(lambda store: store.save_preset(preset))

    def delete(self, name: str) -> None:
        """Delete one; `restore` brings it back."""
        text = self._own.pop(name, None)
        if text is not None:
            self._deleted = name, text
            self._write(lambda store: _erase(store, _PREFIX + name))

    def restore(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted is not None:
            self.save(*self._deleted)

    @Slot()
    def read(self) -> None:
        """Read what is kept anew: a store was opened."""
        at = self._num_changes

        def on_read(value: object) -> None:
            if at != self._num_changes:
                self.read()  # something was changed while the store was asked
                return
            self._own = dict(_read(cast("tuple[Preset, ...]", value)))
            self.changed.emit()

        def on_failed(notice: Notice) -> None:
            if notice.code != "store_not_open":  # locked meanwhile
                self.notice_raised.emit(notice)

        self._worker.read(lambda store: store.presets(), on_read, on_failed)

    @Slot()
    def forget_all(self) -> None:
        """Drop the user's own from memory: the store has been closed."""
        self._own.clear()
        self._deleted = None
        self._num_changes += 1
        self.changed.emit()

    def _write(self, work: Callable[[Store], object]) -> None:
        self._num_changes += 1
        if self._keeping.keeps:
            self._worker.write(work, lambda _none: None, self.notice_raised.emit)
        self.changed.emit()


def is_prompt(preset: Preset) -> bool:
    """Whether what the store holds as a preset is a prompt."""
    return preset.name.startswith(_PREFIX) and isinstance(preset.settings.get(PROMPT), str)


def _read(presets: tuple[Preset, ...]) -> list[tuple[str, str]]:
    return [(each.name.removeprefix(_PREFIX), str(each.settings[PROMPT])) for each in presets if is_prompt(each)]


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _erase(store: Store, name: str) -> None:
    """Remove one; one that never reached the disk needs no removing."""
    if any(each.name == name for each in store.presets()):
        store.erase_preset(name)
