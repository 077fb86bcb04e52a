"""The proof of stored replies, shown when the reader has come to rest.

Their rounds are packed, and unpacking a long reply takes longer than a frame: scrolling does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from widgets.transcript.message_card import ReplyCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from widgets.transcript.rows import Card

_REST_MILLISECONDS = 120


class LateProof(QObject):
    """Works through the cards in sight, one at a time.

    Args:
        cards: The cards that exist, from top to bottom.
    """

    def __init__(self, cards: Callable[[], list[Card]], parent: QObject) -> None:
        super().__init__(parent)
        self._cards = cards
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_rest)

    def wait_for_rest(self) -> None:
        """Something moves: begin when it has stopped."""
        self._timer.start(_REST_MILLISECONDS)

    def _on_rest(self) -> None:
        for card in self._cards():
            if isinstance(card, ReplyCard) and card.lacks_proof and not card.visibleRegion().isEmpty():
                card.show_proof()
                self._timer.start(0)  # what the reader does meanwhile comes first
                return
