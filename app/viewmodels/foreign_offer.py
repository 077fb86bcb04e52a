"""What another program's settings would change here: sorted by where they belong, in words, and what is not taken.

Nothing is changed by making one.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from app.errors import Notice
from app.interop.values import Ignored
from app.interop.window import load_settings, own_settings
from app.models.naming import one_line, shown_path
from app.settings.described import described_settings
from app.viewmodels.settings_words import title_of, value_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.interop.values import ForeignSettings, Program

_LONGEST = 160
_FILES = ("target", "draft")


class Part(StrEnum):
    """Where settings belong, and can be taken or left together."""

    PAIR = "pair"
    LOADING = "loading"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class OfferLine:
    """One setting as it would be, and the option that says so."""

    part: Part
    title: str
    value: str
    option: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything that could be taken from one text; files are those that were found here."""

    program: Program
    own: Mapping[str, Any] = field(default_factory=dict)
    system_prompt: str = ""
    load: Mapping[str, Any] = field(default_factory=dict)
    placement: Mapping[str, Any] = field(default_factory=dict)
    target: str | None = None
    draft: str | None = None
    lines: tuple[OfferLine, ...] = ()
    refused: tuple[Ignored, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """Those that there is something of."""
        named = {
            Part.PAIR: self.target is not None or self.draft is not None,
            Part.LOADING: bool(self.load or self.placement),
            Part.CONVERSATION: bool(self.own or self.system_prompt),
        }
        return tuple(part for part, there in named.items() if there)

    def lines_of(self, part: Part) -> tuple[OfferLine, ...]:
        """What belongs together."""
        return tuple(line for line in self.lines if line.part is part)


def make_offer(settings: ForeignSettings, known_files: Mapping[str, str]) -> Offer:
    """Sort settings by where they belong here. Looks for files, so it may take a moment.

    Args:
        settings: As they were read.
        known_files: Paths of the models on this machine by their files' names: a command that was written elsewhere
            names other folders.
    """
    own, beyond_own = own_settings(settings)
    load, placement, beyond_load = load_settings(settings)
    files = {name: _found(getattr(settings, name), known_files) for name in _FILES}
    refused = [*settings.ignored, *beyond_own, *beyond_load]
    lines: list[OfferLine] = []
    if settings.target is not None and files["target"] is None:
        files["draft"] = None  # it is meant for that target
    words = {each.name: each for each in described_settings() if each.section != "server"}
    for taken in settings.taken:
        name = taken.setting
        if name in own:
            lines.append(
                OfferLine(Part.CONVERSATION, title_of(words[name]), _worded(words[name], own[name]), taken.option)
            )
        elif name in load or name in placement:
            value = load[name] if name in load else placement[name]
            lines.append(OfferLine(Part.LOADING, title_of(words[name]), _worded(words[name], value), taken.option))
        elif name in _FILES:
            path = files[name]
            if path is not None:
                lines.append(OfferLine(Part.PAIR, _role(name), shown_path(Path(path)), taken.option))
            else:
                refused.append(Ignored(taken.option, taken.value, _absent(settings, name)))
        elif name == "system_prompt":
            shown = _short(settings.system_prompt or "")
            lines.append(OfferLine(Part.CONVERSATION, _system_prompt(), shown, taken.option))
        elif not any(each.option == taken.option and each.value == taken.value for each in refused):
            refused.append(Ignored(taken.option, taken.value, Notice("interop_only_command")))
    return Offer(
        program=settings.program,
        own=own,
        system_prompt=settings.system_prompt or "",
        load=load,
        placement=placement,
        target=files["target"],
        draft=files["draft"],
        lines=tuple(lines),
        refused=tuple(refused),
    )


def _found(path: str | None, known_files: Mapping[str, str]) -> str | None:
    """The file itself, or the one model here that is called the same."""
    if path is None:
        return None
    try:
        if os.path.isfile(path):
            return os.path.abspath(path)
    except ValueError:
        return None  # a name that no file can have
    return known_files.get(path.replace("\\", "/").rpartition("/")[2])


def _absent(settings: ForeignSettings, name: str) -> Notice:
    if name == "draft" and settings.target is not None and not os.path.isfile(settings.target):
        return Notice("interop_without_target")
    return Notice("interop_file_absent")


def _worded(described: Any, value: Any) -> str:  # noqa: ANN401 - each setting has its own type
    return _short(value_in_words(described, tuple(value) if isinstance(value, list) else value))


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _role(name: str) -> str:
    if name == "target":
        return QCoreApplication.translate("ForeignOffer", "Target model")
    return QCoreApplication.translate("ForeignOffer", "Draft model")


def _system_prompt() -> str:
    return QCoreApplication.translate("ForeignOffer", "System prompt")
