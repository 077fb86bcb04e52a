"""Which sockets are open now: normally the word none, else each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.errors import Notice
from app.privacy.sockets import SocketFamily
from app.viewmodels.notices import written
from widgets.parts.page_parts import Section, row, sentence_label
from widgets.parts.quiet_button import QuietButton
from widgets.privacy.marks import SIZE, MarkLabel, PrivacyMark

if TYPE_CHECKING:
    from app.privacy.sockets import OpenSocket, SocketReport
    from widgets.look.theme import Theme


class SocketSection(Section):
    """Shows a report; looks nothing up itself."""

    refresh_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        self.refresh_button = QuietButton(theme, "")
        super().__init__(self.tr("Sockets open now"), self.refresh_button)
        self.refresh_button.setText(self.tr("Look again"))
        self.refresh_button.setAccessibleName(self.tr("Look again which sockets are open"))
        self._theme = theme
        self.lines: list[str] = []
        """What it says, line by line."""
        self._list = QWidget()
        self.add(self._list)
        self.refresh_button.clicked.connect(lambda: self.refresh_requested.emit())

    def set_report(self, report: SocketReport) -> None:
        """Show what was found."""
        self.lines = []
        fresh = QWidget()
        layout = QVBoxLayout(fresh)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for mark, text in self._said(report):
            self.lines.append(text)
            layout.addLayout(self._line(mark, text))
        self.body.replaceWidget(self._list, fresh)
        self._list.deleteLater()
        self._list = fresh
        self.setAccessibleDescription("\n".join(self.lines))

    def _line(self, mark: PrivacyMark | None, text: str) -> QHBoxLayout:
        """A mark and a sentence, or a sentence of secondary importance without one."""
        line = row(spacing=12)
        if mark is None:
            line.setContentsMargins(SIZE + 12, 0, 0, 0)
        else:
            label = MarkLabel(self._theme, mark)
            line.addWidget(label)
            line.setAlignment(label, Qt.AlignmentFlag.AlignTop)
        line.addWidget(sentence_label(text, "muted" if mark is None else ""), 1)
        return line

    def _said(self, report: SocketReport) -> list[tuple[PrivacyMark | None, str]]:
        internet = report.of(SocketFamily.INTERNET)
        said: list[tuple[PrivacyMark | None, str]] = [(PrivacyMark.WARNING, written(each)) for each in report.notices]
        if not internet and report.is_complete:
            said.append((PrivacyMark.FINE, self.tr("None that could reach another machine.")))
        for each in internet:
            mark = PrivacyMark.FINE if each.stays_on_machine else PrivacyMark.WARNING
            said.append((mark, self._sentence(each)))
        local, unnamed = len(report.of(SocketFamily.LOCAL)), len(report.of(SocketFamily.UNNAMED))
        if local:
            said.append((None, written(Notice("sockets_local", {"number": local}))))
        if unnamed:
            said.append((None, written(Notice("sockets_unnamed", {"number": unnamed}))))
        return said

    def _sentence(self, each: OpenSocket) -> str:
        values = {"process": written(Notice(f"process_{each.role}")), "here": each.here, "there": each.there}
        if each.there:
            text = self.tr("The {process}: {here}, connected to {there}.")
        else:
            text = self.tr("The {process} listens on {here}.")
        if each.stays_on_machine:
            only = self.tr("Only programs on this machine can reach it.")
            text = f"{text} {only}"
        return text.format(**values)
