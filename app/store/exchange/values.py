"""What an import brings: the conversations that are whole, and a reason for each that is not.

Nothing here has touched the store; `planning` says what of it belongs there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.errors import Notice
    from app.store.values import Preset, StoredConversation


class ImportFormat(StrEnum):
    """Whose file it is."""

    GALLEY = "galley"
    CHATGPT = "chatgpt"
    OPEN_WEBUI = "open_webui"
    LM_STUDIO = "lm_studio"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A conversation, or a part of the file, that did not come in."""

    title: str
    """Empty where none could be made out."""
    notice: Notice


@dataclass(frozen=True, slots=True)
class Remark:
    """A conversation that came in without something: pictures, sound, files."""

    title: str
    notice: Notice
    conversation: str = ""
    """Its id."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Everything that a file holds. Ids of conversations and messages are each unique within it."""

    conversations: tuple[StoredConversation, ...]
    presets: tuple[Preset, ...]
    refusals: tuple[Refusal, ...]
    format: ImportFormat
    remarks: tuple[Remark, ...] = ()
