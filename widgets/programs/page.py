"""The page for other programs: whether they are served, who is being served, and what they need to ask.

It shows what it is given and asks for the rest; it opens no socket itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.viewmodels.programs_state import ProgramsState, Standing
from widgets.parts.page import Page
from widgets.programs.address import ProgramsAddress
from widgets.programs.key import ProgramsKey
from widgets.programs.list_of_served import ProgramsList
from widgets.programs.snippets import ProgramsSnippets
from widgets.programs.status import ProgramsStatus
from widgets.programs.web_pages import ProgramsPages

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from app.viewmodels.served_list import ServedList
    from widgets.look.theme import Theme

_WIDTH = 680


class ProgramsPage(Page):
    """Its sections ask for what concerns them.

    Args:
        theme: Whose colours it has.
        served: Who is being served.
        ports: The lowest and the highest port that can be.
    """

    left = Signal()
    """It is out of sight: a key that was shown there has been seen."""

    def __init__(self, theme: Theme, served: ServedList, ports: tuple[int, int]) -> None:
        super().__init__(theme)
        self.set_title(self.tr("For other programs"))
        self.status = ProgramsStatus(theme)
        self.list = ProgramsList(theme, served)
        self.key = ProgramsKey(theme)
        self.address = ProgramsAddress(theme, ports)
        self.snippets = ProgramsSnippets(theme)
        self.pages = ProgramsPages(theme)
        self.first = self.status.switch
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(22)
        for part in (self.status, self.list, self.key, self.address, self.snippets, self.pages):
            layout.addWidget(part)
        layout.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)

    def show_state(self, state: ProgramsState) -> None:
        """Say how things stand, everywhere on the page."""
        self.status.show_state(state)
        self.key.show_state(state)
        self.address.show_state(state)
        self.snippets.show_url(state.base_url)
        self.pages.show_origins(state.origins)
        self.list.setVisible(state.standing is Standing.ON)

    def hideEvent(self, event: QHideEvent) -> None:
        """Whoever comes back is asked nothing, and no key stands there."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.key.take_back()
            self.address.take_back()
            self.pages.show_error("")
            self.left.emit()
