"""A preset on its way to the store and back, and what a menu says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.store.values import Preset
from app.viewmodels.own_values import OwnValues

if TYPE_CHECKING:
    from app.store.store import Store

translate = QCoreApplication.translate


def tidy_name(name: str) -> str:
    """A name on one line."""
    return " ".join(name.split())


def values_of(preset: Preset) -> OwnValues:
    """What a stored preset sets; what cannot be is left out, field by field."""
    prompt = preset.settings.get("system_prompt")
    return OwnValues.read(preset.settings, prompt if isinstance(prompt, str) else "")


def stored_preset(name: str, values: OwnValues) -> Preset:
    """What the store keeps."""
    settings = values.as_json()
    if values.system_prompt:
        settings["system_prompt"] = values.system_prompt
    return Preset(name, settings)


def erase_preset(store: Store, name: str) -> None:
    """Remove a preset; one that never reached the disk needs no removing."""
    if any(each.name == name for each in store.presets()):
        store.erase_preset(name)


def summary_of(values: OwnValues) -> str:
    """A few words about what a preset sets."""
    parts = []
    temperature = values.settings.get("temperature")
    if temperature is not None:
        number = QLocale().toString(float(temperature), "g", 3)
        parts.append(translate("Presets", "temperature {number}").format(number=number))
    if values.system_prompt.strip():
        parts.append(translate("Presets", "system prompt"))
    if values.pair is not None:
        parts.append(translate("Presets", "pair"))
    return " · ".join(parts)
