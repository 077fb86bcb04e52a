"""The few words beside the message box that say how the next reply is sampled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

if TYPE_CHECKING:
    from app.engine.types import SamplingSettings

translate = QCoreApplication.translate


def caption_of(sampling: SamplingSettings, *, own: bool = False, preset: str = "", system_prompt: bool = False) -> str:
    """Whose settings they are where not the program's, temperature, and the seed where one is set.

    Args:
        sampling: How the next reply is sampled.
        own: Whether the conversation has settings of its own.
        preset: The preset that they are; empty where they are none.
        system_prompt: Whether the conversation has one.
    """
    number = QLocale().toString(sampling.temperature, "f", 2 if sampling.temperature * 10 % 1 else 1)
    parts = []
    if preset:
        parts.append(translate("SamplingCaption", "Preset: {name}").format(name=preset))
    elif own:
        parts.append(translate("SamplingCaption", "own settings"))
    if system_prompt:
        parts.append(translate("SamplingCaption", "system prompt"))
    parts.append(translate("SamplingCaption", "temperature {number}").format(number=number))
    if sampling.seed is not None:
        parts.append(translate("SamplingCaption", "seed {seed}").format(seed=sampling.seed))
    return " · ".join(parts)
