"""The few words beside the message box that say how the next reply is sampled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

if TYPE_CHECKING:
    from app.engine.types import SamplingSettings


def caption_of(sampling: SamplingSettings) -> str:
    """Temperature, and the seed where one is set."""
    number = QLocale().toString(sampling.temperature, "f", 2 if sampling.temperature * 10 % 1 else 1)
    text = QCoreApplication.translate("SamplingCaption", "temperature {number}").format(number=number)
    if sampling.seed is None:
        return text
    seed = QCoreApplication.translate("SamplingCaption", "seed {seed}").format(seed=sampling.seed)
    return f"{text} · {seed}"
