"""A button that says which model is loaded, and drops the menu from which another one is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from widgets.look.icons import SIZE, Icon, paint_icon
from widgets.look.theme import sans
from widgets.parts.file_dialog import file_dialog
from widgets.window.model_label import label_of_path
from widgets.window.model_menu import MenuRow, ModelMenu

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from widgets.look.theme import Theme
    from widgets.window.model_label import ModelLabel

_ALL = "all"
_OPEN = "open"
_NONE = "none"
_PADDING = 10
_GAP = 5
_LEAST_NAME = 60


class ModelPicker(QPushButton):
    """`file_chosen(str)` carries a path, `none_chosen` asks to go on without a model in this role."""

    file_chosen = Signal(str)
    none_chosen = Signal()
    all_requested = Signal()
    """Show every model there is."""

    def __init__(self, theme: Theme, role_name: str, nothing: str, *, none_label: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._role_name = role_name
        self._nothing = nothing
        self._none_label = none_label
        self._label: ModelLabel | None = None
        self._current: str | None = None
        self._recent: tuple[str, ...] = ()
        self._reasons: dict[str, str] = {}
        self._library: tuple[MenuRow, ...] = ()
        self._plain, self._bold = sans(13), sans(13, QFont.Weight.DemiBold)
        self.menu_popup = ModelMenu(theme, self)
        self.menu_popup.chosen.connect(self._on_chosen)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.open_menu())
        theme.changed.connect(self.update)
        self.set_model(None, None)

    def set_model(self, path: str | None, label: ModelLabel | None) -> None:
        """Show what is loaded, or that nothing is."""
        self._current = path
        self._label = label
        spoken = f"{label.name} {label.quantisation}".strip() if label else self._nothing
        self.setAccessibleName(f"{self._role_name}: {spoken}")
        self.setToolTip(path or "")
        self.updateGeometry()
        self.update()

    def set_recent(self, paths: Sequence[str]) -> None:
        """Offer files that were used before, newest first."""
        self._recent = tuple(paths)

    def set_reasons(self, reasons: Mapping[str, str]) -> None:
        """Say which files cannot be chosen now, and why: path to sentence."""
        self._reasons = dict(reasons)

    def set_library(self, rows: Sequence[MenuRow]) -> None:
        """Offer what was found on this machine besides: the value of each row is a path."""
        self._library = tuple(rows)

    def rows(self) -> list[MenuRow]:
        """Return what the menu offers now: files used before, others on this machine, and ways to choose more."""
        found = {row.value: row for row in self._library}
        rows = [self._row(path, found.get(path)) for path in self._recent]
        rows += [self._marked(row) for row in self._library if row.value not in self._recent]
        if self._none_label:
            rows.append(MenuRow(_NONE, self._none_label, marked=self._current is None))
        if self._library:
            rows.append(MenuRow(_ALL, self.tr("All models on this machine…")))
        rows.append(MenuRow(_OPEN, self.tr("Open a GGUF file…")))
        return rows

    def open_menu(self) -> None:
        """Drop the menu."""
        self.menu_popup.drop_from(self, self.rows())

    def choose_file(self) -> None:
        """Open the file dialog at the folder of the last file."""
        last = self._current or (self._recent[0] if self._recent else "")
        dialog = file_dialog(self.window(), self.tr("Open a GGUF file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("GGUF models (*.gguf)"), self.tr("All files (*)")])
        if last:
            dialog.setDirectory(str(PurePath(last).parent))
        dialog.fileSelected.connect(self.file_chosen)
        dialog.open()

    def sizeHint(self) -> QSize:
        """Return the room for the whole label."""
        name, quantisation = self._parts()
        return QSize(self._width_without_name(quantisation) + self._name_width(name), 32)

    def minimumSizeHint(self) -> QSize:
        """Return the room for a name cut short."""
        name, quantisation = self._parts()
        least = min(self._name_width(name), _LEAST_NAME)
        return QSize(self._width_without_name(quantisation) + least, 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint role, name and quantisation over the style's button."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        name, quantisation = self._parts()
        room = self.width() - self._width_without_name(quantisation)
        palette = self._theme.palette
        x = self._paint_text(painter, _PADDING, self._role_name, self._plain, palette.muted)
        font = self._bold if self._label else self._plain
        elided = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideRight, max(room, 0))
        x = self._paint_text(painter, x, elided, font, palette.ink if self._label else palette.muted)
        if quantisation:
            self._paint_text(painter, x, quantisation, self._plain, palette.ink)
        corner = QPointF(self.width() - _PADDING - SIZE + 4, (self.height() - SIZE) / 2)
        paint_icon(painter, Icon.CHEVRON_DOWN, corner, palette.muted)

    def _paint_text(self, painter: QPainter, x: float, text: str, font: QFont, colour: str) -> float:
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(x, baseline), text)
        return x + metrics.horizontalAdvance(text) + _GAP

    def _parts(self) -> tuple[str, str]:
        return (self._label.name, self._label.quantisation) if self._label else (self._nothing, "")

    def _name_width(self, name: str) -> int:
        return QFontMetrics(self._bold if self._label else self._plain).horizontalAdvance(name) + 1

    def _width_without_name(self, quantisation: str) -> int:
        plain = QFontMetrics(self._plain)
        width = 2 * _PADDING + plain.horizontalAdvance(self._role_name) + _GAP + SIZE
        return width + (plain.horizontalAdvance(quantisation) + _GAP if quantisation else 0)

    def _row(self, path: str, known: MenuRow | None) -> MenuRow:
        is_current = path == self._current
        reason = "" if is_current else self._reasons.get(path, "")
        if known is not None:
            return self._marked(replace(known, reason=reason or known.reason))
        label = label_of_path(path)
        title = f"{label.name}  {label.quantisation}".strip()
        return MenuRow(path, title, str(PurePath(path).parent), marked=is_current, reason=reason)

    def _marked(self, row: MenuRow) -> MenuRow:
        """What is loaded works, whatever is said of it."""
        return replace(row, marked=True, reason="") if row.value == self._current else row

    def _on_chosen(self, value: str) -> None:
        if value == _OPEN:
            self.choose_file()
        elif value == _ALL:
            self.all_requested.emit()
        elif value == _NONE:
            self.none_chosen.emit()
        elif value != self._current:
            self.file_chosen.emit(value)
