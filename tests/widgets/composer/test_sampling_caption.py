from __future__ import annotations

import pytest

from app.engine.types import SamplingSettings
from widgets.composer.sampling_caption import caption_of


@pytest.mark.parametrize(
    ("sampling", "caption"),
    [
        (SamplingSettings(), "temperature 0.7"),
        (SamplingSettings(temperature=0.0), "temperature 0.0"),
        (SamplingSettings(temperature=0.3), "temperature 0.3"),
        (SamplingSettings(temperature=1.1), "temperature 1.1"),
        (SamplingSettings(temperature=0.25), "temperature 0.25"),
        (SamplingSettings(temperature=1.0, seed=0), "temperature 1.0 · seed 0"),
        (SamplingSettings(seed=4294967295), "temperature 0.7 · seed 4294967295"),
    ],
)
def test_temperature_and_seed_in_words(sampling: SamplingSettings, caption: str) -> None:
    assert caption_of(sampling) == caption


def test_whose_settings_they_are_is_said_where_not_the_programs() -> None:
    cold = SamplingSettings(temperature=0.2)
    assert caption_of(cold, own=True) == "own settings · temperature 0.2"
    assert caption_of(cold, own=True, preset="Precise") == "Preset: Precise · temperature 0.2"
    assert caption_of(cold, system_prompt=True) == "system prompt · temperature 0.2"
