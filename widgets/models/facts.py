"""What matters of a model, one fact a line, and below them room for whoever knows what memory it will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.models.naming import shown_path
from widgets.models.words import context_text, nature_text, parameters_text, place_text, size_text
from widgets.parts.page_parts import FlowingContent, sentence_label

if TYPE_CHECKING:
    from app.models.listed_model import ListedModel

_DASH = "–"
_LABEL_WIDTH = 128


class ModelFacts(QScrollArea):
    """Scrolls where it is low."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("About this model"))
        content = FlowingContent()
        content.setProperty("role", "bare")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        self._grid.setColumnStretch(1, 1)
        self._extra = QVBoxLayout()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(2, 4, 12, 8)
        layout.setSpacing(18)
        layout.addLayout(self._grid)
        layout.addLayout(self._extra)
        layout.addStretch(1)
        self.setWidget(content)
        self._values: dict[str, QLabel] = {}

    def set_extra(self, widget: QWidget) -> None:
        """Put something below the facts, such as what memory the model takes."""
        self._extra.addWidget(widget)

    def value(self, label: str) -> str:
        """What is said under a label; empty where nothing is."""
        return self._values[label].text() if label in self._values else ""

    def show_model(self, model: ListedModel) -> None:
        """Show another model."""
        facts = self._facts(model)
        if [label for label, _ in facts] != list(self._values):
            self._make_lines([label for label, _ in facts])
        for label, text in facts:
            self._values[label].setText(text or _DASH)

    def _facts(self, model: ListedModel) -> list[tuple[str, str]]:
        about = model.description
        facts = [(self.tr("What it is"), nature_text(model))]
        if about is not None:
            template = self.tr("in the file") if about.has_template else self.tr("none: it writes on, it does not chat")
            facts += [
                (self.tr("Architecture"), about.architecture),
                (self.tr("Parameters"), parameters_text(model.num_parameters)),
                (self.tr("Quantisation"), about.quantisation),
                (self.tr("Context"), self._context(about.context_length)),
                (self.tr("Chat template"), template),
                (self.tr("Licence"), about.licence or self.tr("the file names none")),
                (self.tr("Vocabulary"), self._vocabulary(model)),
            ]
        facts += [
            (self.tr("Size"), self._size(model)),
            (self.tr("Where it lies"), place_text(model)),
            (self.tr("File"), shown_path(model.path)),
        ]
        if model.other_paths:
            facts.append((self.tr("Also as"), "\n".join(shown_path(path) for path in model.other_paths)))
        return facts

    def _context(self, tokens: int) -> str:
        return self.tr("{size} tokens").format(size=context_text(tokens)) if tokens else ""

    def _vocabulary(self, model: ListedModel) -> str:
        about = model.description
        if about is None or not about.vocabulary.num_tokens:
            return ""
        kind = " · ".join(part for part in (about.vocabulary.type, about.vocabulary.pre) if part)
        number = self.locale().toString(about.vocabulary.num_tokens)
        return self.tr("{number} tokens ({kind})").format(number=number, kind=kind)

    def _size(self, model: ListedModel) -> str:
        size = size_text(model.file_bytes)
        if model.num_files == 1:
            return size
        return self.tr("{size} in {number} files").format(size=size, number=model.num_files)

    def _make_lines(self, labels: list[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._values = {}
        for line, label in enumerate(labels):
            name = QLabel(label)
            name.setProperty("role", "muted")
            value = sentence_label(role="")
            value.setAccessibleName(label)
            value.setStyleSheet("font-size: 12.5px;")
            self._grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self._grid.addWidget(value, line, 1)
            self._values[label] = value
