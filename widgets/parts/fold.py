"""A heading that unfolds what stands below it: for what is needed now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from widgets.look.icons import Icon, make_icon

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class Fold(QWidget):
    """Folded at first."""

    unfolded = Signal(bool)

    def __init__(self, theme: Theme, title: str, body: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._body = body
        self._heading = QPushButton()
        self._heading.setProperty("role", "fold")
        self._heading.setText(title)
        self._heading.setAccessibleName(title)
        self._heading.setCheckable(True)
        self._heading.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._heading.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._heading)
        layout.addWidget(body)
        body.hide()
        self._heading.toggled.connect(self._on_toggled)
        theme.changed.connect(self._show_chevron)
        self._show_chevron()

    @property
    def heading(self) -> QPushButton:
        """The button that unfolds."""
        return self._heading

    def _on_toggled(self, unfolded: bool) -> None:
        self._body.setVisible(unfolded)
        self._show_chevron()
        self.unfolded.emit(unfolded)

    def _show_chevron(self) -> None:
        icon = Icon.CHEVRON_DOWN if self._heading.isChecked() else Icon.CHEVRON_RIGHT
        self._heading.setIcon(make_icon(icon, self._theme.palette.muted))
