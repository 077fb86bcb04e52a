"""The presets that come with the program: four ways to draw words, from the surest to the freest.

They set every value of sampling but the seed and the bias of single tokens, which are nobody's taste.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from app.engine.types import SamplingSettings
from app.viewmodels.own_values import plain_sampling

if TYPE_CHECKING:
    from collections.abc import Mapping

translate = QCoreApplication.translate

_PERSONAL = ("seed", "logit_bias")


@dataclass(frozen=True, slots=True)
class BuiltInPreset:
    """A name and a summary in the user's language, and settings by name."""

    name: str
    summary: str
    settings: Mapping[str, Any]


def built_in_presets() -> tuple[BuiltInPreset, ...]:
    """All of them, in the order of a menu."""
    usual = SamplingSettings()
    precise = replace(usual, temperature=0.2, top_p=0.9)
    creative = replace(usual, temperature=1.1, top_k=100, top_p=0.98, min_p=0.03)
    # Programs repeat themselves by nature, so nothing is held against repeating.
    code = replace(usual, temperature=0.1, top_k=20, min_p=0.1)
    return (
        _preset(translate("Presets", "Precise"), translate("Presets", "facts and summaries"), precise),
        _preset(translate("Presets", "Balanced"), translate("Presets", "everyday talk"), usual),
        _preset(translate("Presets", "Creative"), translate("Presets", "stories and ideas"), creative),
        _preset(translate("Presets", "Code"), translate("Presets", "programs and JSON"), code),
    )


def _preset(name: str, summary: str, sampling: SamplingSettings) -> BuiltInPreset:
    settings = {each: value for each, value in plain_sampling(sampling).items() if each not in _PERSONAL}
    return BuiltInPreset(name, summary, settings)
