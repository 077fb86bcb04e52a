"""What another program's settings come to here: the values that were named, what was taken, what was not and why.

Only what was named is in the mappings, by the names of Galley's own settings, so that everything else stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.errors import Notice


class Program(StrEnum):
    """Whose settings they are."""

    LLAMA_CPP = "llama.cpp"
    OLLAMA = "ollama"
    VLLM = "vllm"


class LlamaCppVersion(StrEnum):
    """The names of llama.cpp's options: those from before April 2026, and those since."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Taken:
    """An option that became a setting."""

    option: str
    """As it was written."""
    value: str
    """As it was written; empty for a switch."""
    setting: str
    """The setting's name."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """An option that did not, and the reason."""

    option: str
    value: str
    reason: Notice


@dataclass(frozen=True, slots=True)
class ForeignSettings:
    """Settings as they came from, or go to, another program.

    `load` is named as `app.settings.engine_schema.LoadDefaults` and `PlacementDefaults` are, `sampling` and
    `speculation` as the engine's own values; enumerations are plain strings.
    """

    program: Program
    target: str | None = None
    """A file."""
    target_hint: str = ""
    """What the target was called where no file was named."""
    draft: str | None = None
    draft_hint: str = ""
    load: Mapping[str, Any] = field(default_factory=dict)
    sampling: Mapping[str, Any] = field(default_factory=dict)
    speculation: Mapping[str, Any] = field(default_factory=dict)
    max_tokens: int | None = None
    system_prompt: str | None = None
    stop: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    ignored: tuple[Ignored, ...] = ()

    def values(self) -> dict[str, Any]:
        """Everything that was named, by name, without what is said about it."""
        loose = {name: getattr(self, name) for name in ("target", "draft", "max_tokens", "system_prompt")}
        named = {name: value for name, value in loose.items() if value is not None}
        if self.stop:
            named["stop"] = list(self.stop)
        return {**named, **self.load, **self.sampling, **self.speculation}


@dataclass(frozen=True, slots=True)
class Exported:
    """Settings in another program's words, and what is to be known about them."""

    text: str
    notes: tuple[Notice, ...] = ()
