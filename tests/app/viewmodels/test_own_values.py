from __future__ import annotations

import json

from app.engine.types import SamplingSettings, SpeculationMode, SpeculationSettings, Verification
from app.viewmodels.built_in_presets import built_in_presets
from app.viewmodels.own_values import OwnValues, plain_sampling, plain_speculation

SAMPLING = SamplingSettings(temperature=0.3, logit_bias=((5, 1.5), (6, -2.0)), seed=8)
SPECULATION = SpeculationSettings(mode=SpeculationMode.LOOKUP, draft_max=3, verification=Verification.MATCH)


def test_settings_come_back_from_the_store_as_they_were() -> None:
    own = OwnValues({**plain_sampling(SAMPLING), **plain_speculation(SPECULATION)}, pair=("/a", None))
    stored = json.loads(json.dumps(own.as_json()))
    again = OwnValues.read(stored)
    assert again.sampling(SamplingSettings()) == SAMPLING
    assert again.speculation(SpeculationSettings()) == SPECULATION
    assert again.pair == ("/a", None)
    assert json.loads(json.dumps(again.as_json())) == stored


def test_what_is_not_own_is_the_programs() -> None:
    own = OwnValues.read({"top_k": 7, "mode": "off"})
    assert own.sampling(SAMPLING).top_k == 7
    assert own.sampling(SAMPLING).temperature == 0.3
    assert own.speculation(SPECULATION).draft_max == 3
    assert own.speculation(SPECULATION).mode is SpeculationMode.OFF


def test_presets_that_come_with_the_program_are_within_the_bounds_and_personal_to_nobody() -> None:
    for preset in built_in_presets():
        assert OwnValues.read(preset.settings).settings == preset.settings
        assert not {"seed", "logit_bias"} & preset.settings.keys()
    assert len({tuple(preset.settings.items()) for preset in built_in_presets()}) == 4
