"""Where in the program a dialog, a menu or a stack of pages is made: read from the sources, so that none is missed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
MADE = frozenset(
    {
        "QDialog",
        "QMessageBox",
        "QFileDialog",
        "QProgressDialog",
        "QInputDialog",
        "QErrorMessage",
        "QColorDialog",
        "QFontDialog",
        "QWizard",
        "QMenu",
        "QCompleter",
        "QStackedWidget",
        "QStackedLayout",
        "QTabWidget",
        "file_dialog",
        "addMenu",
        "createStandardContextMenu",
    }
)
"""Classes and functions that make one."""
FLAGS = frozenset({"Popup", "Tool", "Dialog", "Sheet", "ToolTip"})
"""Of a widget that is a window of its own."""


def found_places() -> set[str]:
    """Every place, such as `privacy.exchange_dialogs.ask_where_to_export`."""
    return {
        place
        for folder in ("widgets", "app")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for place in _places(ast.parse(path.read_text()), f"{path.parent.name}.{path.stem}")
    }


def widget_classes() -> set[str]:
    """Names of all classes of `widgets/` that are widgets, as far as their bases say so."""
    bases: dict[str, set[str]] = {}
    for path in (ROOT / "widgets").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    return {name for name in bases if _is_widget(name, bases)}


def _is_widget(name: str, bases: dict[str, set[str]]) -> bool:
    from PySide6 import QtWidgets

    made_by_qt = getattr(QtWidgets, name, None)
    if name not in bases:
        return isinstance(made_by_qt, type) and issubclass(made_by_qt, QtWidgets.QWidget)
    return any(_is_widget(base, bases) for base in bases[name])


def _places(node: ast.AST, where: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        inside = where
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            inside = f"{where}.{child.name}"
        if _makes(child):
            yield inside
        yield from _places(child, inside)


def _makes(node: ast.AST) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(_last_name(base) in MADE for base in node.bases)
    if isinstance(node, ast.Call):
        return _last_name(node.func) in MADE
    return isinstance(node, ast.Attribute) and node.attr in FLAGS and _last_name(node.value) == "WindowType"


def _last_name(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]
