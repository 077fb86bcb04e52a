"""The language of what is said without a window: chosen once at the start, English until then.

A language is a file `galley_<code>.qm` among the resources; whoever adds one adds a language.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from app import catalogue
from app.catalogue.message_file import MessageFile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.errors import Notice

SOURCE = "en"
"""What the texts in the code are written in; it needs a file for its plurals only."""
_STEM = "galley_"


def folder() -> Path:
    """Where the files of translations are."""
    return Path(str(files("resources"))) / "translations"


def codes() -> tuple[str, ...]:
    """The languages there are, such as `en`, `nl` or `pt_BR`."""
    found = {path.stem.removeprefix(_STEM) for path in folder().glob(f"{_STEM}*.qm")}
    return tuple(sorted(found | {SOURCE}))


def path_of(code: str) -> Path:
    """The file of a language, which need not be there."""
    return folder() / f"{_STEM}{code}.qm"


def best_of(wanted: Iterable[str]) -> str:
    """The first of some languages, such as `nl_BE.UTF-8` or `nl-BE`, that there is a file for; else English."""
    known = codes()
    for each in wanted:
        name = each.split(".")[0].split("@")[0].replace("-", "_")
        for code in (name, name.split("_")[0]):
            if code in known:
                return code
    return SOURCE


class Speech:
    """Says things in one language.

    Args:
        code: One of `codes()`.

    Raises:
        OSError: Its file cannot be read.
        ValueError: Its file is damaged.
    """

    def __init__(self, code: str = SOURCE) -> None:
        self.code = code
        self._file = None if code == SOURCE else MessageFile(path_of(code))

    def translate(self, context: str, text: str, comment: str = "") -> str:
        """As `QCoreApplication.translate`."""
        found = None if self._file is None else self._file.translation(context, text, comment)
        return text if found is None else found

    def said(self, notice: Notice) -> str:
        """Write a notice out."""
        if self.code == SOURCE:
            return catalogue.sentence(notice)
        return catalogue.sentence(notice, lambda text: self.translate(catalogue.CONTEXT, text), self.spelled)

    def spelled(self, number: str) -> str:
        """Write a number, as Python spells it, with this language's own marks."""
        decimal, group = (
            self.translate("Numbers", ".", "decimal mark"),
            self.translate("Numbers", ",", "groups of three"),
        )
        return number.translate({ord("."): decimal, ord(","): group})
