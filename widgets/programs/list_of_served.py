"""Who is being served now: a line for each reply with its figures and live marks, and a way to stop it.

What was asked and answered is not shown: it is that program's own affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from widgets.look.refresh_pacer import RefreshPacer
from widgets.look.theme import sans
from widgets.parts.page_parts import LineLabel, Section, rule, sentence_label
from widgets.parts.quiet_button import QuietButton
from widgets.parts.tab_chain import chain_behind
from widgets.programs.words import client_words, row_line, totals_line
from widgets.transcript.provenance_strip import ProvenanceStrip

if TYPE_CHECKING:
    from app.viewmodels.served_list import ServedList, ServedRow
    from widgets.look.theme import Theme

MOST = 12
"""Lines; who waits behind them is counted."""


class ProgramsList(Section):
    """Follows the view model, ten times a second at most and only while it is seen."""

    stop_requested = Signal(object)
    """Id of a request; more than 32 bits."""
    stop_all_requested = Signal()

    def __init__(self, theme: Theme, served: ServedList) -> None:
        self.stop_all_button = QuietButton(theme, "", side=4)
        super().__init__(self.tr("Being served now"), self.stop_all_button)
        self.stop_all_button.setText(self.tr("Stop all"))
        self._theme = theme
        self._served = served
        self.rows: dict[int, ServedLine] = {}
        self._order: list[int] = []
        self.empty = sentence_label(self.tr("Nobody."), role="")
        self.more = sentence_label()
        self.totals = sentence_label()
        self._lines = QVBoxLayout()
        self._lines.setSpacing(12)
        self.add(self._lines, self.empty, self.more, rule(), self.totals)
        self.add(sentence_label(self.tr("What is asked and answered is not shown here, and nothing of it is kept.")))
        self._pacer = RefreshPacer(self, self._refresh)
        served.changed.connect(self._pacer.request)
        self.stop_all_button.clicked.connect(lambda: self.stop_all_requested.emit())
        self._refresh()

    def _refresh(self) -> None:
        rows = self._served.rows
        shown = rows[:MOST]
        self._drop({row.request_id for row in shown})
        for index, row in enumerate(shown):
            line = self.rows.get(row.request_id)
            if line is None:
                line = self.rows[row.request_id] = ServedLine(self._theme, row)
                line.stop_button.clicked.connect(lambda _=False, each=row.request_id: self.stop_requested.emit(each))
            if self._lines.indexOf(line) != index:
                self._lines.insertWidget(index, line)
                line.show()
            line.show_row(row)
        order = [row.request_id for row in shown]
        if order != self._order:
            self._order = order
            chain_behind(self.stop_all_button, [self.rows[each].stop_button for each in order])
        num_more = len(rows) - len(shown)
        self.more.setText(self.tr("And {number} more that wait.").format(number=num_more) if num_more else "")
        self.more.setVisible(bool(num_more))
        self.empty.setVisible(not rows)
        self.stop_all_button.setVisible(len(rows) > 1)
        self.totals.setText(totals_line(self._served))

    def _drop(self, staying: set[int]) -> None:
        """Take away who is served no longer; the focus goes on to whoever is next."""
        for request_id in [each for each in self.rows if each not in staying]:
            line = self.rows.pop(request_id)
            had_focus = line.stop_button.hasFocus()
            self._lines.removeWidget(line)
            line.hide()
            line.deleteLater()
            if had_focus:
                after = next(iter(self.rows.values()), None)
                (self.stop_all_button if after is None else after.stop_button).setFocus(Qt.FocusReason.OtherFocusReason)


class ServedLine(QWidget):
    """One reply."""

    def __init__(self, theme: Theme, row: ServedRow) -> None:
        super().__init__()
        who = client_words(row)
        self.client = QLabel(who)
        self.client.setFont(sans(13, QFont.Weight.DemiBold))
        self.client.setTextFormat(Qt.TextFormat.PlainText)  # it is what a stranger calls itself
        self.client.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.figures = LineLabel(theme, "", sans(12), Qt.TextElideMode.ElideRight)
        self.strip = ProvenanceStrip(theme)
        self.strip.setAccessibleName(self.tr("Marks of its tokens"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setAccessibleName(self.tr("Stop the request of {client}").format(client=who))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.client)
        words.addWidget(self.figures)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addLayout(words, 1)
        line.addWidget(self.stop_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.strip)

    def show_row(self, row: ServedRow) -> None:
        """Show how far it is."""
        text = row_line(row)
        if text != self.figures.text:
            self.figures.set_text(text)
        self.setAccessibleName(f"{self.client.text()}. {text}")
        self.strip.setVisible(bool(row.reply.tokens))
        if row.reply.tokens:
            self.strip.show_reply(row.reply)
