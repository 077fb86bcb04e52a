"""How the pair of a conversation's last reply is connected: remembered, offered, and never loaded unasked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from widgets.window.model_label import label_of_path, shortened

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.viewmodels.own_values import Pair


class PairOffers(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._settings = galley.own_settings
        self._dismissed: set[tuple[str, Pair]] = set()
        """Offers that somebody has put away, by conversation."""
        galley.chat.reply_ended.connect(self._on_reply_ended)
        galley.composer.send_requested.connect(lambda: self._dismiss())
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.pair_choice.load_requested.connect(self._look)
        galley.pair_offer.accepted.connect(self._on_accepted)
        galley.pair_offer.dismissed.connect(self._dismiss)
        galley.conversations.active_changed.connect(self._on_opened)

    @property
    def loaded(self) -> Pair | None:
        """The files of what is loaded."""
        pair = self._galley.pair_choice.pair
        if pair is None:
            return None
        return pair.target.path, None if pair.draft is None else pair.draft.path

    def use(self, target: str, draft: str | None) -> None:
        """Load a pair, unless it is loaded."""
        if self.loaded != (target, draft):
            self._galley.pair_choice.choose_pair(target, draft)

    def forget(self) -> None:
        """Know of no conversation any more."""
        self._dismissed.clear()
        self._galley.pair_offer.withdraw()

    @property
    def _wanted(self) -> Pair | None:
        """The pair of the open conversation."""
        return self._settings.own(self._galley.conversations.active).pair

    @Slot(int)
    def _on_reply_ended(self, request_id: int) -> None:
        key, pair = self._galley.chat.conversation_of(request_id), self.loaded
        if key and pair is not None:
            self._settings.note_pair(key, pair)
            self._look()

    def _on_pair_changed(self) -> None:
        pair = self.loaded
        names = () if pair is None else filter(None, _names(pair))
        self._galley.proof_panel.controls.presets.set_pair(" + ".join(names))
        self._look()

    def _on_opened(self) -> None:
        self._galley.pair_offer.withdraw()
        self._look()

    @Slot()
    def _look(self) -> None:
        """Offer the pair of the open conversation where another one is loaded and its files are still there."""
        key, pair = self._galley.conversations.active, self._wanted
        if pair is None or not self._is_to_offer(key, pair):
            self._galley.pair_offer.withdraw()
            return
        paths = [Path(path) for path in pair if path is not None]
        self._galley.tasks.run(
            lambda: all(path.is_file() for path in paths),
            lambda there: self._show(key, pair, there=there),
            self._galley.keeping.notice_raised.emit,
        )

    def _is_to_offer(self, key: str, pair: Pair) -> bool:
        choice = self._galley.pair_choice
        waits = choice.loading or choice.pair is None
        is_open = key == self._galley.conversations.active and pair == self._wanted
        return is_open and not waits and pair != self.loaded and (key, pair) not in self._dismissed

    def _show(self, key: str, pair: Pair, *, there: bool) -> None:
        if there and self._is_to_offer(key, pair):
            self._galley.pair_offer.offer(*_names(pair))
        elif key == self._galley.conversations.active:
            self._galley.pair_offer.withdraw()

    def _on_accepted(self) -> None:
        pair = self._wanted
        self._galley.pair_offer.withdraw()
        if pair is not None:
            self.use(*pair)

    def _dismiss(self) -> None:
        pair = self._wanted
        if pair is not None and not self._galley.pair_offer.isHidden():
            self._dismissed.add((self._galley.conversations.active, pair))
        self._galley.pair_offer.withdraw()


def _names(pair: Pair) -> tuple[str, str]:
    """Target and draft as a short sentence calls them, the draft by what differs; empty for no draft."""
    target = label_of_path(pair[0])
    first = f"{target.name} {target.quantisation}".strip()
    if pair[1] is None:
        return first, ""
    draft = label_of_path(pair[1])
    return first, f"{shortened(draft.name, target.name)} {draft.quantisation}".strip()
