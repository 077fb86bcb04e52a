"""How the slash menu is connected: presets, prompts, and naming prompts of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.viewmodels.notices import written
from app.viewmodels.prompts import Prompts
from widgets.composer.slash_menu import SlashEntry, SlashKind

if TYPE_CHECKING:
    from app.composition.galley import Galley


class Prompting(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.prompts = Prompts(galley.store, galley.keeping, self)
        self._connect_slash()
        self._connect_prompts()
        self._show_entries()

    def close(self) -> None:
        """Nothing of the user's own may stay in sight or in memory."""
        self.prompts.forget_all()
        self._galley.composer.slash.close_menu()
        self._galley.composer.name_line.close_line()

    def _connect_slash(self) -> None:
        slash = self._galley.composer.slash
        slash.chosen.connect(self._on_chosen)
        slash.delete_requested.connect(self._on_delete_requested)
        self._galley.own.presets.changed.connect(self._show_entries)
        self.prompts.changed.connect(self._show_entries)

    def _show_entries(self) -> None:
        presets = [SlashEntry(SlashKind.PRESET, each.name, each.summary) for each in self._galley.own.presets.entries]
        prompts = [
            SlashEntry(SlashKind.PROMPT, each.name, " ".join(each.text.split()), each.text, is_own=not each.is_built_in)
            for each in self.prompts.entries
        ]
        self._galley.composer.slash.set_entries([*presets, *prompts])

    def _on_chosen(self, entry: SlashEntry) -> None:
        if entry.kind is SlashKind.PRESET:
            self._galley.own.presets.apply(entry.name)
        else:
            self._galley.composer.set_text(entry.text)

    def _on_delete_requested(self, entry: SlashEntry) -> None:
        composer = self._galley.composer
        self.prompts.delete(entry.name)

        def restore() -> None:
            self.prompts.restore()
            composer.line.withdraw()

        sentence = self.tr("The prompt “{name}” is deleted.").format(name=entry.name)
        composer.line.offer(sentence, [(self.tr("Undo"), restore)])

    def _connect_prompts(self) -> None:
        line = self._galley.composer.name_line
        line.named.connect(self._on_prompt_named)
        line.name_changed.connect(lambda name: line.set_replaces(self.prompts.is_saved(name)))
        self.prompts.notice_raised.connect(self._galley.keeping.notice_raised)

    def _on_prompt_named(self, name: str) -> None:
        line, problem = self._galley.composer.name_line, self.prompts.problem_with(name)
        if problem is not None:
            line.show_problem(written(problem))
            return
        self.prompts.save(name, self._galley.composer.text)
        line.close_line()
