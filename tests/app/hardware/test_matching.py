"""Whose figures belong to which of llama.cpp's devices; where that is not certain, nobody's."""

from __future__ import annotations

from app.hardware.matching import match_devices
from app.hardware.samples import DeviceSample

GIB = 1 << 30


def card(name: str, key: str, gib: int = 24) -> DeviceSample:
    return DeviceSample(name, 0, gib * GIB, None, None, None, None, key=key)


def keys(devices: list[tuple[str, str, int]], samples: list[DeviceSample]) -> dict[str, str]:
    return {name: sample.key for name, sample in match_devices(devices, samples).items()}


def test_devices_are_told_apart_by_name_whatever_their_order() -> None:
    devices = [("CUDA0", "Fast", 24 * GIB), ("CUDA1", "Slow", 8 * GIB)]
    assert keys(devices, [card("Slow", "s", 8), card("Fast", "f")]) == {"CUDA0": "f", "CUDA1": "s"}


def test_equal_cards_stand_in_the_same_order_where_all_of_them_are_seen() -> None:
    devices = [("CUDA0", "Card", 24 * GIB), ("CUDA1", "Card", 24 * GIB)]
    assert keys(devices, [card("Card", "a"), card("Card", "b")]) == {"CUDA0": "a", "CUDA1": "b"}


def test_where_one_of_several_equal_cards_is_hidden_nothing_is_said() -> None:
    assert keys([("CUDA0", "Card", 24 * GIB)], [card("Card", "a"), card("Card", "b")]) == {}


def test_the_same_name_with_other_memory_is_another_card() -> None:
    assert keys([("CUDA0", "Card", 24 * GIB)], [card("Card", "a", 12)]) == {}
    assert keys([("CUDA0", "Card", 24 * GIB - GIB)], [card("card", "a", 24)]) == {"CUDA0": "a"}


def test_a_device_without_a_description_has_no_name_to_go_by() -> None:
    assert keys([("GPU0", "", 24 * GIB)], [card("", "a")]) == {}
