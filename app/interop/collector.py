"""Gathers what one text says, option by option: the last word on a setting wins, and everything is accounted for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.errors import Notice, UserError
from app.interop.reading import read_bias
from app.interop.settings import SETTINGS
from app.interop.values import ForeignSettings, Ignored, Taken
from app.models.naming import one_line

if TYPE_CHECKING:
    from app.errors import Value
    from app.interop.values import Program

MAX_STOPS = 64
MAX_SHOWN = 200
"""Characters of a value that are shown again."""
Reader = Callable[[str], Any]
_SECRET = frozenset({"--api-key", "--hf-token", "-hft", "--api-token", "--token"})
"""Options whose values are never repeated."""


@dataclass(slots=True)
class _Named:
    """A setting's latest value, and the option that gave it."""

    taken: Taken
    content: Any


class Collector:
    """Takes options one after the other.

    Args:
        program: Whose they are.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._named: dict[str, _Named] = {}
        self._lists: dict[str, list[Any]] = {"stop": [], "logit_bias": []}
        self._taken: list[Taken] = []
        self._ignored: list[Ignored] = []
        self._hints = {"target": "", "draft": ""}

    def take(self, option: str, text: str, setting: str, read: Reader | None = None) -> bool:
        """Make an option a setting; a value that cannot be is put down with the reason instead.

        Args:
            option: As it was written.
            text: Its value as it was written; empty for a switch.
            setting: The setting's name.
            read: Makes the value of the text; None reads it as the setting does.

        Returns:
            Whether it was taken.
        """
        try:
            content = (read or SETTINGS[setting].read)(text)
        except UserError as error:
            self.ignore(option, text, error.notice.code, **error.notice.values)
            return False
        earlier = self._named.get(setting)
        if earlier is not None and earlier.content != content:
            self._note(earlier.taken.option, earlier.taken.value, Notice("interop_overridden", {"option": option}))
        self._named[setting] = _Named(Taken(option, _shown(text), setting), content)
        return True

    def take_stop(self, option: str, text: str) -> None:
        """Add a text that ends the reply."""
        if not text:
            self.ignore(option, text, "interop_stop_empty")
        elif len(self._lists["stop"]) >= MAX_STOPS:
            self.ignore(option, text, "interop_too_many", most=MAX_STOPS)
        else:
            if text not in self._lists["stop"]:
                self._lists["stop"].append(text)
            self._taken.append(Taken(option, _shown(text), "stop"))

    def take_bias(self, option: str, text: str) -> None:
        """Add the bias of a token; the last word on a token wins."""
        try:
            token, bias = read_bias(text)
        except UserError as error:
            self.ignore(option, text, error.notice.code, **error.notice.values)
            return
        self._lists["logit_bias"] = [each for each in self._lists["logit_bias"] if each[0] != token]
        self._lists["logit_bias"].append([token, bias])
        self._taken.append(Taken(option, _shown(text), "logit_bias"))

    def hint(self, role: str, name: str) -> None:
        """Keep what a model was called that is no file: role is `target` or `draft`."""
        self._hints[role] = one_line(name)

    def ignore(self, option: str, text: str, code: str, **values: Value) -> None:
        """Put an option down as not taken."""
        shown = {name: _shown(value) if isinstance(value, str) else value for name, value in values.items()}
        self._note(option, text, Notice(code, shown))

    def is_named(self, setting: str) -> bool:
        """Whether a setting has a value."""
        return setting in self._named

    def content(self, setting: str) -> Any:  # noqa: ANN401 - each setting has its own type
        """A setting's value, or None."""
        named = self._named.get(setting)
        return None if named is None else named.content

    def replace(self, setting: str, content: Any) -> None:  # noqa: ANN401 - as above
        """Put a value in the place of one that has been taken, such as a path that was found."""
        self._named[setting].content = content

    def forget(self, setting: str, code: str, **values: Value) -> None:
        """Take a setting back, with the reason."""
        named = self._named.pop(setting, None)
        if named is not None:
            self._note(named.taken.option, named.taken.value, Notice(code, values))

    def finish(self) -> ForeignSettings:
        """Everything that was said."""
        self._follow_no_drafts()
        sections: dict[str, dict[str, Any]] = {"": {}, "load": {}, "sampling": {}, "speculation": {}}
        for setting, named in self._named.items():
            sections[SETTINGS[setting].section][setting] = named.content
        if self._lists["logit_bias"]:
            sections["sampling"]["logit_bias"] = self._lists["logit_bias"]
        loose = sections[""]
        return ForeignSettings(
            program=self._program,
            target=loose.get("target"),
            target_hint=self._hints["target"],
            draft=loose.get("draft"),
            draft_hint=self._hints["draft"],
            load=sections["load"],
            sampling=sections["sampling"],
            speculation=sections["speculation"],
            max_tokens=loose.get("max_tokens"),
            system_prompt=loose.get("system_prompt"),
            stop=tuple(self._lists["stop"]),
            taken=(*(named.taken for named in self._named.values()), *self._taken),
            ignored=tuple(self._ignored),
        )

    def _follow_no_drafts(self) -> None:
        """At most no tokens a round is no speculation."""
        named = self._named.get("draft_max")
        if named is not None and named.content == 0:
            del self._named["draft_max"]
            self.take(named.taken.option, named.taken.value, "mode", lambda _: "off")

    def _note(self, option: str, text: str, reason: Notice) -> None:
        secret = option.lstrip().split("=")[0] in _SECRET or reason.code == "interop_secret"
        self._ignored.append(Ignored(_shown(option), "" if secret else _shown(text), reason))


def _shown(text: str) -> str:
    """In one line and not too long: it comes from anywhere."""
    line = one_line(text)
    return line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN - 1]}…"
