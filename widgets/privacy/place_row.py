"""One line of "where everything is": what it is, where it lies, how it is protected, how large it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.catalogue.system import own_words
from app.errors import Notice
from app.privacy.places import Protection
from app.viewmodels.notices import written
from widgets.look.icons import Icon, IconButton
from widgets.look.theme import mono, sans
from widgets.parts.page_parts import LineLabel, row
from widgets.privacy.marks import SIZE, MarkLabel, PrivacyMark

if TYPE_CHECKING:
    from app.privacy.places import Place, PlaceKind
    from widgets.look.theme import Theme

_MARKS = {
    Protection.ENCRYPTED: PrivacyMark.LOCKED,
    Protection.SEALED: PrivacyMark.LOCKED,
    Protection.PLAIN: PrivacyMark.PAGE,
    Protection.MEMORY_ONLY: PrivacyMark.MEMORY,
    Protection.USERS_OWN: PrivacyMark.OUTSIDE,
}
_INDENT = SIZE + 12


class PlaceRow(QWidget):
    """`reveal_requested(str)` carries the path of a file, or of the folder where there is none yet."""

    reveal_requested = Signal(str)

    def __init__(self, theme: Theme, place: Place) -> None:
        super().__init__()
        self._theme = theme
        self._place = place
        self._name = written(Notice(f"place_{place.kind}"))
        self.protection = LineLabel(theme, self._protection(), sans(12), Qt.TextElideMode.ElideRight)
        self.protection.set_warns(self._is_open)
        self.size_label = QLabel(self._size())
        self.size_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.size_label.setProperty("role", "muted")
        self.more_button = self._make_menu(theme)
        self.mark = MarkLabel(theme, PrivacyMark.WARNING if self._is_open else _MARKS[place.protection])
        self._lay_out()
        path = "" if place.path is None else str(place.path)
        self.setAccessibleName(
            ", ".join(filter(None, (self._name, self.protection.text, self.size_label.text(), path)))
        )

    @property
    def kind(self) -> PlaceKind:
        """What lies there."""
        return self._place.kind

    @property
    def _is_open(self) -> bool:
        return not self._place.is_private or bool(self._place.problem)

    def _lay_out(self) -> None:
        name = QLabel(self._name)
        name.setStyleSheet("font-size: 13px;")
        first = row(self.mark, name, spacing=10)
        first.insertSpacing(1, 2)
        first.addWidget(self.protection, 1)
        first.addWidget(self.size_label)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addLayout(first)
        if self._place.path is not None:
            path = LineLabel(self._theme, str(self._place.path), mono(11.5), Qt.TextElideMode.ElideMiddle)
            below = row(path)
            below.setContentsMargins(_INDENT, 0, 0, 0)
            words.addLayout(below)
        layout = row(spacing=6)
        layout.setContentsMargins(0, 9, 0, 9)
        layout.addLayout(words, 1)
        layout.addWidget(self.more_button)
        self.setLayout(layout)

    def _make_menu(self, theme: Theme) -> IconButton:
        button = IconButton(theme, Icon.MORE, self.tr("What to do with “{name}”").format(name=self._name), self)
        policy = QSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        button.setSizePolicy(policy)
        menu = QMenu(button)
        self.reveal_action = menu.addAction(self.tr("Show in its folder"))
        self.copy_action = menu.addAction(self.tr("Copy the path"))
        self.reveal_action.triggered.connect(self._on_reveal)
        self.copy_action.triggered.connect(self._on_copy)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setVisible(self._place.path is not None)
        return button

    def _protection(self) -> str:
        if self._place.problem:
            known = own_words(self._place.problem)
            cause = self._place.problem if known is None else written(known)
            return self.tr("cannot be looked at: {cause}").format(cause=cause)
        if not self._place.is_private:
            return self.tr("others on this machine can read it")
        return written(Notice(f"protection_{self._place.protection}"))

    def _size(self) -> str:
        if self._place.protection in (Protection.MEMORY_ONLY, Protection.USERS_OWN):
            return ""
        if not self._place.exists:
            return self.tr("none now")
        form = QLocale.DataSizeFormat.DataSizeSIFormat
        return QLocale().formattedDataSize(self._place.size_bytes, 1 if self._place.size_bytes > 999 else 0, form)

    def _on_reveal(self) -> None:
        self.reveal_requested.emit(str(self._place.files[0].path if self._place.exists else self._place.path))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(str(self._place.path))
