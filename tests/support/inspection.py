"""Looks at one state of the window after the other and remembers what is wrong with each, and what has been seen.

With `GALLEY_LOOKS` set to a folder, every state is left there as a picture, for people to look at.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from app.catalogue.language import folder
from tests.support.ink import faint
from tests.support.looks import clipped, outside
from tests.support.sight import visible, words

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog


FOLDER = os.environ.get("GALLEY_LOOKS", "")
NARROW, WIDE = (900, 600), (1280, 820)
SHY = ("_ShyButton",)
"""Painted only when the pointer or the keyboard is near; tests of their own see to them then."""
OTHER = "nl"
"""The language beside English."""
DATA = ("PartsList", "TokenView")
"""Show names only, or what a model wrote."""
NAMES = re.compile(
    r"Tiny|[Hh]eron|toad|Today|Yesterday|Birds & boats|A letter to|cache|Once more|long question|too long\.|Show me"
    r"|Some of it|words in it|Compare\.|Done\.|minutes|Minutes|^<think>|tokens\.$|[Pp]roof of|^sen|^abc$|^/minu"
    r"|^\" \w+\"$|llama|ggml|Qwen|Gemma|Ollama|vLLM|LM Studio|^draft$|^python$|curl|shell|firefox|Xorg|NVIDIA|Linux"
    r"|Qt|Py|SQLCipher|offscreen|English|Nederlands|Galley machine|Computer|root|bytes|KiB"
    r"|^[-/]|://|mailto:|galley-|\.(gguf|txt|md)$|^(Ctrl\+|Shift\+|Alt\+)*(\w|F\d+|Del|Enter)$"
)
"""What the states are full of and nobody translates: models, files, programs, keys, what was said."""
_PASSES = 4
_ANY = re.DOTALL | re.IGNORECASE
"""Headings are in capitals."""


class Inspection:
    """What has been looked at.

    Args:
        language: Of the window.
        theme: Of the window; for the names of pictures.
    """

    def __init__(self, language: str, theme: str) -> None:
        self._language = language
        self._theme = theme
        self.states: list[str] = []
        self.faults: set[str] = set()
        self.classes: set[str] = set()
        self.said: dict[str, set[str]] = {}
        """By state, all that is said in it in any way."""
        self._measured: set[tuple[object, ...]] = set()

    def look(self, state: str, widget: QWidget, size: tuple[int, int] | None = None) -> None:
        """Measure a window, a dialog or a menu as it is now.

        Args:
            state: How that state is called.
            widget: What lies on top.
            size: What its window is brought to first.
        """
        if size is not None:
            widget.window().resize(*size)
        settle()
        self.states.append(state)
        seen = list(visible(widget))
        self.classes |= {name for each in seen for name in _class_names(each)}
        self._keep_picture(state, widget)
        found = [*clipped(widget, seen), *outside(widget, seen), *faint(widget, self._measured, seen)]
        self.faults |= {f"{state}: {fault}" for fault in found if not fault.where.startswith(SHY)}
        said = {text.strip() for each, text in words(seen) if not _shows_data(each)}
        self.said.setdefault(state, set()).update(said)

    def look_at_menu(self, state: str, menu: QMenu, window: QWidget) -> None:
        """Open a menu and every one below it, measure them, and close them again."""
        menu.popup(window.mapToGlobal(QPoint(0, 0)))
        self.look(state, menu)
        below = [found for found in menu.findChildren(QMenu) if found.actions()]
        for each in below:
            each.popup(window.mapToGlobal(QPoint(0, 0)))
            self.look(state, each)
            each.close()
        menu.close()  # some delete themselves then, with those below

    def look_at_dialog(self, state: str, dialog: QDialog) -> None:
        """Measure a dialog, and close it."""
        self.look(state, dialog)
        dialog.close()

    def _keep_picture(self, state: str, widget: QWidget) -> None:
        if FOLDER:
            Path(FOLDER).mkdir(parents=True, exist_ok=True)
            number = self.states.count(state)
            name = f"{self._language}-{self._theme}-{state}{'' if number == 1 else f'-{number}'}.png"
            widget.grab().save(str(Path(FOLDER) / name.replace(" ", "-").replace("/", "-")))


def settle() -> None:
    """Let layouts come to rest, each of which asks for the next one, and see off what is to be deleted."""
    for _ in range(_PASSES):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _class_names(widget: QWidget) -> set[str]:
    """What a widget is, and what holds it, which may be covered by it."""
    names = set()
    parent: QWidget | None = widget
    while parent is not None:
        names |= {base.__name__ for base in type(parent).__mro__}
        parent = None if parent.isWindow() else parent.parentWidget()
    return names


def left_alike(one: Inspection, other: Inspection) -> set[str]:
    """Texts that are the same in two languages and are neither names nor justified: nobody has translated them."""
    faults: dict[str, str] = {}
    for state, texts in one.said.items():
        for text in texts & other.said.get(state, set()):
            if text not in faults and not _may_be_alike(text):
                faults[text] = f"{state}: “{text[:100]}” is the same in both languages"
    return set(faults.values())


def _may_be_alike(text: str) -> bool:
    has_words = re.search(r"[^\W\d_]{3}", text) is not None
    return not has_words or NAMES.search(text) is not None or any(each.fullmatch(text) for each in _justified())


def _shows_data(widget: QWidget | None) -> bool:
    while widget is not None:
        if type(widget).__name__ in DATA:
            return True
        widget = widget.parentWidget()
    return False


@cache
def _justified() -> tuple[re.Pattern[str], ...]:
    """What it says in the translation of texts that are the same in English, with a reason."""
    reasons = tomllib.loads((folder() / f"same_{OTHER}.toml").read_text())["same"]
    texts = [text for reason in reasons for text in reason["texts"]]
    return tuple(re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}|%\w+", text))), _ANY) for text in texts)
