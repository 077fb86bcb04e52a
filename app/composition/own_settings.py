"""How what belongs to one conversation is connected: settings, system prompt, presets, unsent text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QTextCursor

from app.composition.pair_offers import PairOffers
from app.viewmodels.presets import Presets
from app.viewmodels.unsent import Unsent
from widgets.composer.sampling_caption import caption_of

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.types import SamplingSettings, SpeculationSettings


class Own(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._settings = galley.own_settings
        self._writes = galley.late_writes
        self._shown = galley.conversations.active
        """The conversation whose text stands in the message field."""
        self.unsent = Unsent(galley.keeping, self._writes, self)
        self.presets = Presets(galley.store, galley.keeping, self._settings, galley.conversations, self)
        self.pairs = PairOffers(galley)
        galley.proof_panel.controls.presets.set_presets(self.presets)
        self._connect_controls()
        self._connect_presets()
        self._connect_unsent()
        self._connect_ends()
        self._show_settings()
        self._show_prompt()

    def stop(self) -> None:
        """Write what waits, with the program's end."""
        self._writes.flush()

    # Settings and system prompt.

    def _connect_controls(self) -> None:
        galley, panel = self._galley, self._galley.proof_panel
        panel.sampling_changed.connect(self._on_sampling_edited)
        panel.speculation_changed.connect(self._on_speculation_edited)
        panel.controls.scope_chosen.connect(self._on_scope_chosen)
        panel.sampling_panel.own_reset_requested.connect(lambda: self._settings.reset(self._open))
        panel.system_prompt.edited.connect(self._on_prompt_edited)
        galley.preferences.sampling_changed.connect(self._show_settings)
        galley.preferences.speculation_changed.connect(self._show_settings)
        self._settings.changed.connect(self._on_settings_changed)
        galley.conversations.active_changed.connect(self._on_opened)
        galley.composer.settings_requested.connect(self._show_controls)
        galley.window.controls_requested.connect(self._show_controls)

    @Slot()
    def _show_controls(self) -> None:
        self._galley.window.proof_pane.bring_into_sight()
        self._galley.proof_panel.show_controls()

    @property
    def _open(self) -> str:
        return self._galley.conversations.active

    def _on_sampling_edited(self, sampling: SamplingSettings) -> None:
        self._settings.set_sampling(self._open, sampling)

    def _on_speculation_edited(self, speculation: SpeculationSettings) -> None:
        self._settings.set_speculation(self._open, speculation)

    def _on_scope_chosen(self, scoped: bool) -> None:
        self._settings.set_scoped(self._open, scoped)

    def _on_prompt_edited(self, text: str) -> None:
        self._settings.set_system_prompt(self._open, text)

    @Slot(str)
    def _on_settings_changed(self, key: str) -> None:
        if key == self._open:
            self._show_settings()
            self._galley.proof_panel.system_prompt.show_prompt(self._settings.own(key).system_prompt, same=True)

    @Slot()
    def _show_settings(self) -> None:
        """Show what holds for the open conversation, and of that what is its own."""
        galley, key, own = self._galley, self._open, self._settings.own(self._open)
        preferences = galley.preferences
        sampling = own.sampling(preferences.sampling)
        speculation = own.speculation(preferences.speculation)
        galley.proof_panel.set_sampling(sampling)
        galley.proof_panel.set_speculation(speculation)
        galley.proof_panel.show_scope(self._settings.is_scoped(key), self._settings.instead_of_own(key))
        galley.speculation.on_settings(speculation)
        caption = caption_of(
            sampling,
            own=bool(own.settings),
            preset=self.presets.current if own.settings else "",
            system_prompt=bool(own.system_prompt.strip()),
        )
        galley.composer.set_caption(caption)
        galley.proof_panel.controls.presets.show_presets()

    def _show_prompt(self) -> None:
        self._galley.proof_panel.system_prompt.show_prompt(self._settings.own(self._open).system_prompt)

    # Presets.

    def _connect_presets(self) -> None:
        bar, presets = self._galley.proof_panel.controls.presets, self.presets
        bar.apply_requested.connect(presets.apply)
        bar.save_requested.connect(self._on_save_requested)
        bar.update_requested.connect(presets.update)
        bar.rename_requested.connect(presets.rename)
        bar.delete_requested.connect(presets.delete)
        bar.restore_requested.connect(presets.restore)
        bar.dismiss_requested.connect(presets.dismiss)
        presets.changed.connect(self._show_settings)
        presets.pair_requested.connect(self.pairs.use)
        presets.notice_raised.connect(self._galley.keeping.notice_raised)

    def _on_save_requested(self, name: str, with_pair: bool) -> None:
        self.presets.save(name, self.pairs.loaded if with_pair else None)

    # What is not sent yet.

    def _connect_unsent(self) -> None:
        galley = self._galley
        galley.composer.field.textChanged.connect(self._on_typed)
        galley.composer.send_requested.connect(self._writes.flush)  # nothing is both sent and not sent
        galley.privacy.exchange.starting.connect(self._writes.flush)  # an export holds all that was typed
        galley.keeping.kept.connect(self._on_kept)
        self.unsent.text_given.connect(self._on_text_given)

    def _on_typed(self) -> None:
        if self._shown == self._open:
            self.unsent.note(self._open, self._galley.composer.text)

    @Slot(str)
    def _on_opened(self, key: str) -> None:
        """Bring everything of another conversation on screen; what was typed into one that is gone comes along."""
        keeping, left = self._galley.keeping, self._shown
        if left not in self._galley.conversations:
            self.unsent.carry(left, key)
            if keeping.is_kept(left):  # begun while the list was on its way
                keeping.erase(left)
        self._writes.flush()
        self._show_text(key)
        self._show_prompt()
        self._galley.proof_panel.controls.presets.close_name_row()
        self.presets.dismiss()
        self._show_settings()

    def _show_text(self, key: str) -> None:
        """Put a conversation's text into the field; the focus stays where it is."""
        self._shown = key
        field, text = self._galley.composer.field, self.unsent.text_of(key)
        if text != self._galley.composer.text:
            field.set_text(text)
            field.moveCursor(QTextCursor.MoveOperation.End)

    @Slot(str)
    def _on_text_given(self, key: str) -> None:
        if key == self._open == self._shown:
            self._show_text(key)

    @Slot(str)
    def _on_kept(self, key: str) -> None:
        """A conversation that is kept for what was not sent is the one to come back to."""
        if key == self._open:
            self._galley.keeping.want(key)
            self._galley.preferences.set_conversation(key)

    # What is forgotten.

    def _connect_ends(self) -> None:
        galley = self._galley
        galley.erasure.erased.connect(self._on_erased)
        galley.protection.closing.connect(self._on_closing)

    @Slot(str)
    def _on_erased(self, key: str) -> None:
        self._writes.forget(key)
        self.unsent.forget(key)
        self._settings.forget(key)

    @Slot()
    def _on_closing(self) -> None:
        """What is locked away may not stay in memory: not what was set, not what was about to be said."""
        self._writes.flush()
        self._writes.forget_all()
        self.unsent.forget_all()
        self._settings.forget_all()
        self.presets.forget_all()
        self.pairs.forget()
        self._shown = ""  # what stands in the field is nobody's from now on
        self._galley.composer.clear_text()
        self._galley.proof_panel.controls.presets.forget()
        self._galley.proof_panel.system_prompt.show_prompt("")
