"""Where other programs find this one: the address to copy, its port, and whether other machines are let in.

Letting other machines in is asked about once, in words that say what it means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel

from app.viewmodels.programs_state import ProgramsState
from widgets.parts.flow_row import FlowRow
from widgets.parts.inline_question import InlineQuestion
from widgets.parts.number_field import whole_field
from widgets.parts.page_parts import Section, rule, sentence_label
from widgets.parts.segmented_control import SegmentedControl
from widgets.programs.copy_line import CopyLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.look.theme import Theme

THIS_MACHINE, OTHERS = "this", "others"
_CONTROL_WIDTH = 300
_FIELD_WIDTH = 74


class ProgramsAddress(Section):
    """Shows what it is given; asks for the rest.

    Args:
        theme: Whose colours it has.
        ports: The lowest and the highest port that can be.
    """

    port_chosen = Signal(int)
    address_chosen = Signal(str)
    """An address of this machine that was confirmed; empty is its loopback."""

    def __init__(self, theme: Theme, ports: tuple[int, int]) -> None:
        super().__init__(self.tr("Address"))
        self._state = ProgramsState()
        self.url = CopyLine(self.tr("Base address of the API"), self.tr("Copy the address"))
        self.url_words = sentence_label(
            self.tr("What other programs call the base URL. Any name of a model is taken; the loaded one answers.")
        )
        self.port = whole_field(*ports)
        self.port.setFixedWidth(_FIELD_WIDTH)
        self.port.setAccessibleName(self.tr("Port"))
        self.reach = SegmentedControl(
            self.tr("Who can reach it"),
            (
                (THIS_MACHINE, self.tr("This machine only"), self.tr("No other machine can reach it.")),
                (OTHERS, self.tr("Other machines…"), self.tr("Asks first, and says what that means.")),
            ),
        )
        self.reach.setFixedWidth(_CONTROL_WIDTH)
        self.networks = QComboBox()
        self.networks.setAccessibleName(self.tr("Network"))
        self.question = InlineQuestion(
            theme,
            self.tr(
                "Everybody on that network who knows the key could use the loaded models and keep this machine busy."
                " What is asked and answered crosses the network unencrypted, so others there can read it, and the key"
                " too. Programs on this machine then use that address as well."
            ),
            self.tr("Keep it to this machine"),
            self.tr("Yes, let other machines in"),
            self.networks,
        )
        self.note = sentence_label()
        port_label, reach_label = QLabel(self.tr("Port")), QLabel(self.tr("Who can reach it"))
        for label in (port_label, reach_label):
            label.setStyleSheet("font-size: 13px;")
        self.add(
            self.url, self.url_words, rule(), FlowRow(port_label, self.port, spacing=14),
            FlowRow(reach_label, self.reach, spacing=14), self.question, self.note,
        )  # fmt: skip
        self.port.editingFinished.connect(self._on_port_edited)
        self.reach.chosen.connect(self._on_reach_chosen)
        self.question.accepted.connect(self._on_accepted)
        self.question.declined.connect(self._show_reach)
        self.show_state(self._state)

    def set_networks(self, networks: Sequence[tuple[str, str]]) -> None:
        """Offer addresses of this machine, each with its network's name."""
        kept = self.networks.currentData()
        self.networks.clear()
        for address, network in networks:
            self.networks.addItem(self.tr("{address} ({network})").format(address=address, network=network), address)
        self.networks.setCurrentIndex(max(0, self.networks.findData(kept)))

    def show_state(self, state: ProgramsState) -> None:
        """Say where it listens, or would."""
        self._state = state
        self.url.set_text(state.base_url)
        if not self.port.hasFocus():
            self.port.setValue(state.port)
        if self.question.isHidden():
            self._show_reach()
        self._show_note()

    def take_back(self) -> None:
        """Ask nothing any more."""
        self.question.take_back()

    def _show_reach(self) -> None:
        self.reach.set_value(THIS_MACHINE if self._state.is_local else OTHERS)

    def _show_note(self) -> None:
        if not self.question.isHidden():
            text = ""
        elif not self._state.is_local:
            text = self.tr("Other machines can reach it at {address}, unencrypted.")
            text = text.format(address=self._state.address)
        elif self._state.is_busy:
            text = self.tr("Another port or address cuts off who is being served.")
        else:
            text = ""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _on_port_edited(self) -> None:
        if self.port.value() != self._state.port:
            self.port_chosen.emit(self.port.value())

    def _on_reach_chosen(self, value: str) -> None:
        if value == THIS_MACHINE:
            self.question.take_back()
            if not self._state.is_local:
                self.address_chosen.emit("")
        elif self._state.is_local and self.networks.count():
            self.question.ask()
        elif self._state.is_local:
            self._show_reach()
            self._show_note()
            self.note.setText(self.tr("This machine is on no network just now, so nobody else could reach it."))
            self.note.show()
            return
        self._show_note()

    def _on_accepted(self) -> None:
        self.address_chosen.emit(self.networks.currentData())
        self._show_note()
