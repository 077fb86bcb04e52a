"""Says what of an import is new to the store, so that importing a file again changes nothing.

A conversation that is there in the same version is skipped; another version of it comes in beside it, as a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.store.exchange.renewing import as_copy, id_of_copy
from app.store.values import Preset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.store.exchange.values import ImportResult
    from app.store.values import StoredConversation


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What to add to the store, none of whose ids is there yet."""

    new: tuple[StoredConversation, ...]
    copies: tuple[StoredConversation, ...]
    """Other versions of what is there, under new ids."""
    skipped: tuple[StoredConversation, ...]
    """What is there already."""
    presets: tuple[Preset, ...]

    @property
    def conversations(self) -> tuple[StoredConversation, ...]:
        """All that is to be added."""
        return self.new + self.copies


def plan_import(
    result: ImportResult, existing: Mapping[str, float], existing_presets: Iterable[Preset] = ()
) -> ImportPlan:
    """Compare an import with the store.

    Args:
        result: What was imported.
        existing: The ids of all conversations in the store, with when each was last written to (`updated_at`).
        existing_presets: All presets in the store.
    """
    new, copies, skipped = [], [], []
    taken = set(existing) | {conversation.row.id for conversation in result.conversations}
    for conversation in result.conversations:
        row = conversation.row
        copy_id = id_of_copy(conversation)
        if row.id not in existing:
            new.append(conversation)
        elif existing[row.id] == row.updated_at or copy_id in taken:
            skipped.append(conversation)
        else:
            taken.add(copy_id)
            copies.append(as_copy(conversation, copy_id))
    return ImportPlan(tuple(new), tuple(copies), tuple(skipped), _new_presets(result.presets, existing_presets))


def _new_presets(presets: Iterable[Preset], existing: Iterable[Preset]) -> tuple[Preset, ...]:
    """Presets under names that are free; those that are there with the same settings are left out."""
    known = {preset.name: dict(preset.settings) for preset in existing}
    found = []
    for preset in presets:
        name, number = preset.name, 2
        while name in known and known[name] != dict(preset.settings):
            name = f"{preset.name} ({number})"
            number += 1
        if name not in known:
            known[name] = dict(preset.settings)
            found.append(Preset(name, preset.settings))
    return tuple(found)
