"""The left half of the page about models: all of them, searched, sorted and filtered."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.models.naming import shown_path
from app.viewmodels.notices import written
from widgets.models.rows import ModelListView, ModelRow
from widgets.models.words import context_text, kind_text, place_text, size_text, title_text
from widgets.parts.page_parts import row, sentence_label
from widgets.parts.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from app.models.listed_model import ListedModel
    from widgets.look.theme import Theme


class Order(StrEnum):
    """By what the list is sorted."""

    NAME = "name"
    LARGEST = "largest"
    SMALLEST = "smallest"
    NEWEST = "newest"


_ALL, _CHAT, _OTHER = "all", "chat", "other"


class ModelShelf(QWidget):
    """`chosen` carries the path of the model that is current now, empty for none; names need be no text."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._models: Sequence[ListedModel] = ()
        self._loaded = ("", "")
        self.search = _SearchLine(self.tr("Search models"))
        self.kinds = SegmentedControl(
            self.tr("Which models"),
            [
                (_ALL, self.tr("All"), self.tr("Every model file")),
                (_CHAT, self.tr("Chat"), self.tr("What can be target or draft")),
                (_OTHER, self.tr("Others"), self.tr("Projectors, embeddings, heads, adapters, damaged files")),
            ],
        )
        self.kinds.set_value(_ALL)
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Sort by"))
        for value, name in self._orders():
            self.order.addItem(name, value.value)
        self.list = ModelListView(theme, self.tr("Models on this machine"))
        self.nothing = sentence_label()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.nothing.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        line = row(self.kinds, self.order)
        line.setStretch(0, 3)
        line.setStretch(1, 2)
        layout.addLayout(line)
        layout.addWidget(self.nothing)
        layout.addWidget(self.list, 1)
        self.search.textChanged.connect(self._show)
        self.search.down_pressed.connect(self._enter_list)
        self.kinds.chosen.connect(self._on_kind_chosen)
        self.order.currentIndexChanged.connect(self._show)
        self.list.selectionModel().currentChanged.connect(lambda: self.chosen.emit(self.list.current_key))

    @property
    def current(self) -> str:
        """The path of the current model; empty where there is none."""
        return self.list.current_key

    def show_models(self, models: Sequence[ListedModel], loaded: tuple[str, str]) -> None:
        """Show models; the current one stays current.

        Args:
            models: All of them.
            loaded: Paths of the target and the draft that are loaded; empty where none is.
        """
        self._models, self._loaded = models, loaded
        self._show()

    def select(self, path: str) -> bool:
        """Make a model the current one; False where it is not in sight."""
        return self.list.select(path)

    def _show(self) -> None:
        before = self.list.current_key
        words = self.search.text().casefold().split()
        shown = [model for model in self._models if self._is_wanted(model) and _has(model, words)]
        shown.sort(key=self._rank)
        self.list.show_rows([str(model.path) for model in shown], lambda number: self._row(shown[number]))
        self.nothing.setText(self.tr("No model is like that."))
        self.nothing.setVisible(bool(self._models) and not shown)
        self.list.setVisible(bool(shown))
        if not self.list.current_key and shown:
            self.list.setCurrentIndex(self.list.rows_model.index(0))
        elif self.list.current_key != before:
            self.chosen.emit(self.list.current_key)

    def _row(self, model: ListedModel) -> ModelRow:
        path = str(model.path)
        role = {self._loaded[0]: self.tr("loaded as target"), self._loaded[1]: self.tr("loaded as draft")}
        tag = role.get(path, "") or (context_text(model.context_length) if model.chats else kind_text(model))
        refusal = model.refusal
        tip = shown_path(model.path) if refusal is None else written(refusal)
        return ModelRow(
            key=path,
            title=title_text(model),
            aside=size_text(model.file_bytes),
            detail=f"{place_text(model)} · {model.file_name}",
            tag=tag,
            warns=model.problem is not None,
            marked=path in role,
            tip=tip,
        )

    def _is_wanted(self, model: ListedModel) -> bool:
        kind = self.kinds.value
        return kind == _ALL or model.chats == (kind == _CHAT)

    def _rank(self, model: ListedModel) -> tuple[bool, int, str]:
        """What can chat stands before what cannot, but for the newest, which may be either."""
        name = model.name.casefold()
        match Order(self.order.currentData()):
            case Order.LARGEST:
                return not model.chats, -model.file_bytes, name
            case Order.SMALLEST:
                return not model.chats, model.file_bytes, name
            case Order.NEWEST:
                return False, -model.modified_ns, name
            case Order.NAME:
                return not model.chats, 0, name

    def _orders(self) -> list[tuple[Order, str]]:
        return [
            (Order.NAME, self.tr("By name")),
            (Order.LARGEST, self.tr("Largest first")),
            (Order.SMALLEST, self.tr("Smallest first")),
            (Order.NEWEST, self.tr("Newest first")),
        ]

    def _on_kind_chosen(self, value: str) -> None:
        self.kinds.set_value(value)
        self._show()

    def _enter_list(self) -> None:
        if self.list.rows_model.keys:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)


def _has(model: ListedModel, words: Sequence[str]) -> bool:
    """Whether all words stand somewhere in what is shown of a model."""
    if not words:
        return True
    architecture = "" if model.description is None else model.description.architecture
    parts = (model.name, model.quantisation, shown_path(model.path), model.label, architecture)
    text = " ".join(parts).casefold()
    return all(word in text for word in words)


class _SearchLine(QLineEdit):
    """A line that leads down into the list."""

    down_pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.setMinimumHeight(34)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow and Enter lead into the list."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.down_pressed.emit()
            event.accept()
        else:
            super().keyPressEvent(event)
