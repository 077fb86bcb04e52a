"""How the page about Galley is connected: parts are read when it is first shown, the self-test runs when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.viewmodels.about import SelfTest, report_of, system_facts, version_line
from app.viewmodels.about_parts import licence_texts, parts_inside
from widgets.about.page import AboutPage
from widgets.parts.clipboard import copy_text
from widgets.parts.shortcut_sheet import Command
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from app.composition.galley import Galley


class About(QObject):
    """Belongs to the program.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._is_filled = False
        self.test = SelfTest(self)
        self.page = AboutPage(galley.theme)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_ABOUT), PageGroup.PROGRAM, 40)
        galley.window.about_requested.connect(self.show)
        self.page.close_requested.connect(lambda: galley.window.show_page(None))
        self.page.test_requested.connect(self.test.start)
        self.page.copy_requested.connect(self._on_copy_requested)
        self.test.changed.connect(self._show_test)

    def stop(self) -> None:
        """End the self-test."""
        self.test.stop()

    @Slot()
    def show(self) -> None:
        """Bring the page to the front."""
        if not self._is_filled:  # it takes a moment to read the labels of all parts
            self._is_filled = True
            texts = licence_texts()
            self.page.show_parts(parts_inside(), "" if texts is None else str(texts))
        self.page.show_version(version_line())
        self.page.show_facts(system_facts()[1:])  # the version stands above
        self._galley.window.show_page(self.page)

    @Slot()
    def _show_test(self) -> None:
        self.page.show_test(self.test.findings, is_running=self.test.is_running, is_good=self.test.is_good)

    @Slot()
    def _on_copy_requested(self) -> None:
        copy_text(report_of(system_facts(), self.test.findings))
        self.page.show_copied()
