"""Which card of a conversation a command is about: the one with the focus, or the last one in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from widgets.transcript.rows import Card

    AnyCard = TypeVar("AnyCard", bound=Card)


def card_meant(cards: Sequence[AnyCard], focus: QWidget | None) -> AnyCard | None:
    """Return the card; None where none is in sight.

    Args:
        cards: Those that the command can be about, from top to bottom.
        focus: The widget that has the keyboard's focus, if one has.
    """
    held = (card for card in cards if focus is not None and (card is focus or card.isAncestorOf(focus)))
    seen = (card for card in reversed(cards) if not card.visibleRegion().isEmpty())
    return next(held, None) or next(seen, None)
