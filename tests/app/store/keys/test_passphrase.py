from __future__ import annotations

import pytest

from app.errors import UserError
from app.store.keys.passphrase import check_new_passphrase, encode_passphrase


@pytest.mark.parametrize(
    ("passphrase", "code"),
    [
        ("", "passphrase_too_short"),
        ("seven c", "passphrase_too_short"),
        ("e\u0301" * 7, "passphrase_too_short"),  # seven characters to whoever types them
        ("aaaaaaaaaaaaaaaa", "passphrase_too_simple"),
        ("AaBbAaBbCcDd", "passphrase_too_simple"),
        ("word " * 300, "passphrase_too_long"),
    ],
)
def test_weak_and_absurd_passphrases_are_refused(passphrase: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        check_new_passphrase(passphrase)
    assert refused.value.notice.code == code


@pytest.mark.parametrize("passphrase", ["eight ch", "   stone under water   ", "пароль из слов", "ひらがなのことば"])
def test_sentences_in_any_script_are_taken(passphrase: str) -> None:
    check_new_passphrase(passphrase)


def test_another_keyboard_makes_the_same_bytes() -> None:
    assert encode_passphrase("cafe\u0301 au lait") == encode_passphrase("caf\u00e9 au lait")


def test_blanks_and_capitals_count() -> None:
    assert len({encode_passphrase(each) for each in ("open sesame", "open sesame ", "Open sesame")}) == 3


def test_half_a_character_is_no_failure() -> None:
    assert encode_passphrase("broken \ud83d paste")
