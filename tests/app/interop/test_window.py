"""What the window takes over of somebody's settings."""

from __future__ import annotations

from app.interop.recognise import read_foreign
from app.interop.window import load_settings, own_settings
from app.settings.schema import Settings


def test_the_window_takes_what_is_within_its_bounds_and_tells_the_rest() -> None:
    settings = read_foreign(
        "llama-server -m t.gguf -md d.gguf --draft-max 64 --temp 0.3 -c 8192 -ctk q8_0 -ngl 40 -ts 1,1", variables={}
    )
    values, beyond = own_settings(settings)
    assert values == {"temperature": 0.3, "mode": "draft"}
    assert [(each.option, each.value) for each in beyond] == [("--draft-max", "64")]
    load, placement, rest = load_settings(settings)
    assert rest == ()
    changed = Settings().changed("load", **load).changed("placement", **placement)
    assert (changed.load.context_tokens, changed.load.kv_type_k.value) == (8192, "q8_0")
    assert (changed.placement.gpu_layers, changed.placement.split) == (40, (1.0, 1.0))
