"""The page about Galley itself: which one it is, what it runs on, whether its parts work, and what is inside.

It fetches nothing: addresses stand there as text.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.about.parts_list import PartsList
from widgets.about.selftest import SelfTestList
from widgets.look.theme import serif
from widgets.markdown.code_block import COPIED_MS
from widgets.parts.fold import Fold
from widgets.parts.page import Page
from widgets.parts.page_parts import Section, row, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cli.finding import Finding
    from app.viewmodels.about_parts import Part
    from widgets.look.theme import Theme

_WIDTH = 720
_ICON = 72


class AboutPage(Page):
    """Shows what it is given and asks for the rest."""

    test_requested = Signal()
    copy_requested = Signal()
    """Put facts and what the self-test found on the clipboard."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.set_title(self.tr("About"))
        self.version = sentence_label()
        self.copy_button = QPushButton()
        self.copy_button.setProperty("role", "quiet")
        self.copy_button.setAccessibleName(self.tr("Copy these lines, and what the self-test found"))
        self.test_copy_button = QPushButton()
        self.test_copy_button.setAccessibleName(self.tr("Copy the report"))
        self._rest = QTimer(self, singleShot=True, interval=COPIED_MS)
        self.test_button = QPushButton()
        self.test_list = SelfTestList(theme)
        self.test_note = sentence_label()
        self.parts = PartsList()
        self.parts_fold = Fold(theme, self.tr("Every part, with its version and licence"), self.parts)
        self.texts = sentence_label()
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(20)
        self._facts.setVerticalSpacing(5)
        self._facts.setColumnStretch(1, 1)
        self._lay_out()
        self._name_copies()
        self.show_test((), is_running=False, is_good=True)
        self.test_button.clicked.connect(lambda: self.test_requested.emit())
        self._rest.timeout.connect(self._name_copies)
        for button in (self.copy_button, self.test_copy_button):
            button.clicked.connect(lambda: self.copy_requested.emit())

    def show_version(self, line: str) -> None:
        """Say which Galley this is."""
        self.version.setText(line)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show lines of a name and what there is."""
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, (name, value) in enumerate(facts):
            label = QLabel(name)
            label.setProperty("role", "muted")
            words = sentence_label(value, role="")
            words.setStyleSheet("font-size: 12px;")
            words.setAccessibleName(f"{name}: {value}")
            self._facts.addWidget(label, number, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(words, number, 1)

    def show_test(self, findings: Sequence[Finding], *, is_running: bool, is_good: bool) -> None:
        """Show what the self-test has found so far."""
        self.test_list.show_findings(findings)
        self.test_button.setEnabled(not is_running)
        is_over = bool(findings) and not is_running
        self.test_button.setText(self.tr("Run it again") if is_over else self.tr("Run the self-test"))
        self.test_copy_button.setVisible(is_over)
        if is_running:
            self.test_note.setText(self.tr("Looking at one part after the other. The last ones take a few seconds."))
        elif not findings:
            self.test_note.setText(
                self.tr(
                    "Looks whether settings, store, keyring, llama.cpp and a reply work, with files of its own: nothing"
                    " of yours is touched. The report names folders, and no conversation."
                )
            )
        elif is_good:
            self.test_note.setText(self.tr("Everything that Galley needs works on this machine."))
        else:
            self.test_note.setText(self.tr("Something that Galley needs does not work; its line says what."))

    def show_parts(self, parts: Sequence[Part], texts: str) -> None:
        """Show what is inside.

        Args:
            parts: Every part.
            texts: The folder with the licences in full; empty where each lies beside its part.
        """
        self.parts.show_parts(parts)
        if texts:
            self.texts.setText(self.tr("Every licence in full lies in {folder}.").format(folder=texts))
        else:
            self.texts.setText(self.tr("Run from source: every licence in full lies in the folder of its part."))

    def show_copied(self) -> None:
        """Say for a moment that everything is on the clipboard."""
        for button in (self.copy_button, self.test_copy_button):
            button.setText(self.tr("Copied"))
        self._rest.start()

    def _name_copies(self) -> None:
        self.copy_button.setText(self.tr("Copy"))
        self.test_copy_button.setText(self.tr("Copy the report"))

    def _lay_out(self) -> None:
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(22)
        content.addLayout(self._head())
        for part in (self._machine(), self._test(), self._inside()):
            content.addWidget(part)
        content.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)

    def _head(self) -> QVBoxLayout:
        icon = QLabel()
        picture = QIcon(str(files("resources") / "icons" / "galley.svg"))
        icon.setPixmap(picture.pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        icon.setFixedSize(_ICON, _ICON)
        icon.setAccessibleName(self.tr("Galley's icon: a proof sheet with marks"))
        name = QLabel("Galley")
        name.setFont(serif(30, QFont.Weight.DemiBold))
        told = sentence_label(
            self.tr("Chat with models on your own machine, and see what speculation does, word by word."), role=""
        )
        words = QVBoxLayout()
        words.setSpacing(2)
        for each in (name, told, self.version):
            words.addWidget(each)
        head = row(icon, spacing=18)
        head.addLayout(words, 1)
        box = QVBoxLayout()
        box.addLayout(head)
        return box

    def _machine(self) -> Section:
        section = Section(self.tr("This machine"), aside=self.copy_button)
        section.add(self._facts)
        return section

    def _test(self) -> Section:
        section = Section(self.tr("Self-test"))
        section.add(self.test_note, self.test_list, row(self.test_button, self.test_copy_button, None))
        return section

    def _inside(self) -> Section:
        section = Section(self.tr("What is inside"))
        own = self.tr(
            "Galley is free software under the Apache License 2.0: https://www.apache.org/licenses/LICENSE-2.0"
        )
        qt = self.tr(
            "The window is made with Qt and Qt for Python, unchanged, under the GNU Lesser General Public License 3."
            " They are separate libraries that you may replace by compatible builds of your own. Their source is at"
            " https://download.qt.io/official_releases/qt/ and https://download.qt.io/official_releases/QtForPython/;"
            " the licence is at https://www.gnu.org/licenses/lgpl-3.0.html."
        )
        none = self.tr("Galley opens none of these addresses itself.")
        section.add(sentence_label(own), sentence_label(qt), sentence_label(none), self.parts_fold, self.texts)
        return section
