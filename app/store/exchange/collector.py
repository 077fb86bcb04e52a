"""Gathers what an import brings, and sees to it that no id is there twice, whatever the file says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.errors import Notice
from app.store.exchange.renewing import as_copy, id_of_copy, message_ids
from app.store.exchange.values import ImportResult, Refusal, Remark

if TYPE_CHECKING:
    from app.store.exchange.values import ImportFormat
    from app.store.values import Preset, StoredConversation


_LEFT_OUT = {kind: f"import_left_out_{kind}" for kind in ("image", "sound", "video", "file", "tool")}


class Collector:
    """The result of an import in the making."""

    def __init__(self) -> None:
        self._format: ImportFormat | None = None
        self._conversations: dict[str, StoredConversation] = {}
        self._message_ids: set[str] = set()
        self._presets: dict[str, Preset] = {}
        self._refusals: list[Refusal] = []
        self._remarks: list[Remark] = []

    @property
    def format(self) -> ImportFormat | None:
        """Whose file it is; None until something in it was recognised."""
        return self._format

    def note_format(self, found: ImportFormat) -> None:
        """Something was recognised; the first one gives the file its name."""
        self._format = self._format or found

    def add(self, conversation: StoredConversation, left_out: tuple[str, ...] = ()) -> None:
        """Take in a conversation. One that is there twice is taken once; two versions of one are both taken."""
        original = conversation
        known = self._conversations.get(conversation.row.id)
        number = 0
        while known is not None:
            if known == conversation:
                return
            new_id = id_of_copy(original) if number == 0 else f"{id_of_copy(original)}-{number}"
            conversation = as_copy(original, new_id)
            known = self._conversations.get(new_id)
            number += 1
        if not self._message_ids.isdisjoint(message_ids([conversation])):
            conversation = as_copy(conversation, conversation.row.id)
        self._conversations[conversation.row.id] = conversation
        self._message_ids |= message_ids([conversation])
        for kind, count in Counter(left_out).items():
            notice = Notice(_LEFT_OUT[kind], {"count": count})
            self._remarks.append(Remark(conversation.row.title, notice, conversation.row.id))

    def add_preset(self, preset: Preset) -> None:
        """Take in a preset; of two with one name the first."""
        if preset.name in self._presets:
            self.refuse(preset.name, Notice("import_repeated_name", {"name": preset.name}))
        else:
            self._presets[preset.name] = preset

    def refuse(self, title: str, notice: Notice) -> None:
        """Something does not come in."""
        self._refusals.append(Refusal(title, notice))

    def result(self) -> ImportResult:
        """What has come in."""
        if self._format is None:
            message = "nothing was recognised"
            raise ValueError(message)
        return ImportResult(
            tuple(self._conversations.values()),
            tuple(self._presets.values()),
            tuple(self._refusals),
            self._format,
            tuple(self._remarks),
        )
