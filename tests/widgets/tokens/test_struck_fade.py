from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QElapsedTimer, QObject

from widgets.look.theme import Theme, ThemeChoice
from widgets.tokens.struck_fade import FADE_MS, STRUCK_MS, StruckFade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Fade = tuple[StruckFade, Theme, "Callable[[int], None]"]


class Clock(QElapsedTimer):
    """Stands where it is set."""

    now = 0

    def elapsed(self) -> int:
        """Milliseconds, as they were set."""
        return self.now


@pytest.fixture
def fade(qapp: object) -> Iterator[Fade]:
    owner, theme, clock = QObject(), Theme(ThemeChoice.LIGHT), Clock()
    made = StruckFade(theme, owner)
    made._clock = clock

    def set_clock(milliseconds: int) -> None:
        clock.now = milliseconds

    yield made, theme, set_clock
    made.forget()


def test_a_struck_word_fades_after_a_second(fade: Fade) -> None:
    made, _theme, set_clock = fade
    made.strike([3])
    assert made.presence(3) == 1
    set_clock(STRUCK_MS + FADE_MS // 2)
    assert made.presence(3) == pytest.approx(0.5)
    set_clock(STRUCK_MS + FADE_MS)
    assert made.presence(3) == 0


def test_where_nothing_may_move_it_is_there_and_then_gone(fade: Fade) -> None:
    made, theme, set_clock = fade
    theme.set_still(True)
    made.strike([3])
    set_clock(STRUCK_MS - 1)
    assert made.presence(3) == 1
    set_clock(STRUCK_MS)
    assert made.presence(3) == 0


def test_words_that_are_kept_stay_in_any_case(fade: Fade) -> None:
    made, theme, set_clock = fade
    made.set_keep(True)
    theme.set_still(True)
    made.strike([3])
    set_clock(10 * STRUCK_MS)
    assert made.presence(3) == 1
