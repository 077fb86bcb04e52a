from __future__ import annotations

import pytest

from app.settings.described import Described, Kind, described_settings, value_of
from app.settings.schema import Settings


def setting(section: str, name: str) -> Described:
    return next(each for each in described_settings() if each.key == (section, name))


def test_every_setting_with_a_title_is_described_and_no_other() -> None:
    titled = {
        (section, name)
        for section, field in Settings.model_fields.items()
        for name, each in field.annotation.model_fields.items()  # type: ignore[union-attr]
        if each.title
    }
    assert {each.key for each in described_settings()} == titled
    assert ("window", "geometry") not in titled
    assert len(titled) > 40


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (("appearance", "theme"), Kind.CHOICE),
        (("appearance", "language"), Kind.LANGUAGE),
        (("marks", "keep"), Kind.SWITCH),
        (("load", "flash_attention"), Kind.OPEN_SWITCH),
        (("load", "context_tokens"), Kind.WHOLE),
        (("sampling", "temperature"), Kind.NUMBER),
        (("sampling", "logit_bias"), Kind.BIASES),
        (("placement", "devices"), Kind.TEXTS),
        (("placement", "split"), Kind.NUMBERS),
        (("models", "folders"), Kind.FOLDERS),
    ],
)
def test_a_setting_is_changed_by_what_suits_its_type(key: tuple[str, str], kind: Kind) -> None:
    assert setting(*key).kind is kind


def test_bounds_unit_and_what_holds_when_left_open_come_from_the_schema() -> None:
    threads, context, share = (
        setting("load", "threads"),
        setting("load", "context_tokens"),
        setting("sampling", "top_p"),
    )
    assert (threads.least, threads.most, threads.is_open, threads.open_word) == (1, 1024, True, "one a core")
    assert (context.unit, context.is_open) == ("tokens", False)
    assert (share.least, share.is_above, share.most) == (0, True, 1)
    assert setting("sampling", "logit_bias").max_items == 1024


def test_only_what_a_loaded_pair_cannot_take_up_waits_for_the_next_load() -> None:
    waiting = {each.key for each in described_settings() if each.is_at_load}
    assert {section for section, _name in waiting} == {"load", "placement"}
    assert ("placement", "recovers") not in waiting


def test_every_default_is_what_the_program_starts_with() -> None:
    for each in described_settings():
        assert value_of(Settings(), each) == each.default, each.key
