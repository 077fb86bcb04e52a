"""What is made of a comparison that is over: copied, saved, painted, or taken over by the open conversation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QObject, Signal, Slot

from app.viewmodels.compare_file import comparison_json, write_whole
from app.viewmodels.notices import written
from widgets.compare.dialogs import ask_where_to_save_comparison
from widgets.compare.words import comparison_markdown, side_names
from widgets.parts.clipboard import copy_text

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.race_values import RaceSide
    from app.viewmodels.compare import Compare
    from widgets.compare.page import ComparePage


class Compared(QObject):
    """Belongs to `Comparing`.

    Args:
        galley: The program.
        compare: The comparison.
        page: Where it is shown.
    """

    settings_used = Signal()
    """The open conversation goes on with the settings of a side."""

    def __init__(self, galley: Galley, compare: Compare, page: ComparePage, parent: QObject) -> None:
        super().__init__(parent)
        self._galley = galley
        self._compare = compare
        self._page = page
        card = page.verdict_card
        card.copy_requested.connect(self._on_copy_requested)
        card.save_requested.connect(self._on_save_requested)
        card.picture_requested.connect(self._on_picture_requested)
        card.use_requested.connect(self._on_use_requested)

    @property
    def _names(self) -> tuple[str, str]:
        choice = self._compare.choice
        return ("", "") if choice is None else side_names(choice)

    def _on_copy_requested(self) -> None:
        text = self._markdown()
        if text:
            copy_text(text)
            self._page.verdict_card.show_note(self.tr("Copied."))

    def _markdown(self) -> str:
        compare = self._compare
        if compare.comparison is None or compare.verdict is None or compare.choice is None:
            return ""
        return comparison_markdown(compare.comparison, compare.verdict, compare.choice, self._names)

    def _on_save_requested(self) -> None:
        compare = self._compare
        if compare.comparison is not None and compare.verdict is not None:
            text = comparison_json(compare.comparison, compare.verdict, self._names)
            self._ask_where(text.encode("utf-8", "replace"), picture=False)

    def _on_picture_requested(self) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._page.picture().save(buffer, "PNG")
        self._ask_where(bytes(buffer.data().data()), picture=True)

    def _ask_where(self, data: bytes, *, picture: bool) -> None:
        ask_where_to_save_comparison(self._galley.window, lambda path: self._save(Path(path), data), picture=picture)

    def _save(self, path: Path, data: bytes) -> None:
        note = self._page.verdict_card.show_note
        self._galley.tasks.run(
            lambda: write_whole(path, data),
            lambda _none: note(self.tr("Saved as {path}").format(path=path)),
            lambda notice: note(written(notice)),
        )

    @Slot(int)
    def _on_use_requested(self, side: int) -> None:
        """Give the open conversation the settings of a side, and only it."""
        comparison, own = self._compare.comparison, self._galley.own_settings
        if comparison is None:
            return
        key, chosen = self._galley.conversations.active, comparison.spec.sides[side]
        own.set_scoped(key, True)
        own.set_speculation(key, chosen.speculation)
        sampling, temperature = own.reply_settings(key).sampling, chosen.sampling.temperature
        if temperature != sampling.temperature:
            own.set_sampling(key, replace(sampling, temperature=temperature))
        self.settings_used.emit()
        self._page.verdict_card.show_note(self._used(chosen))

    def _used(self, side: RaceSide) -> str:
        sentence = self.tr("The open conversation goes on with these settings.")
        pair = self._galley.pair_choice.pair
        loaded = None if pair is None or pair.draft is None else pair.draft.path
        if side.draft is not None and side.draft.path != loaded:
            sentence += " " + self.tr("Its draft model is chosen above the conversation.")
        if side.kv_type_k is not None:
            sentence += " " + self.tr("The cache's type is chosen when models are loaded: see the memory planner.")
        return sentence
