"""Writes the branch on screen as plain text: who speaks on a line of its own, and every text exactly as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.store.exchange.wording import Wording
    from app.store.values import StoredConversation


def text_pieces(conversations: Iterable[StoredConversation], wording: Wording) -> Iterator[tuple[str, int]]:
    """The text of a file in pieces, each with the number of conversations that are complete with it."""
    for number, conversation in enumerate(conversations):
        row = conversation.row
        title = wording.title(row)
        dates = wording.dates(row)
        gap = "\n\n" if number else ""
        yield f"{gap}{title}\n{'=' * len(title)}\n" + (f"{dates}\n" if dates else ""), number
        if row.system_prompt:
            yield f"\n[{wording.system_prompt}]\n{_ended(row.system_prompt)}", number
        for message in conversation.branch():
            yield f"\n[{wording.speaker(message)}]\n{_ended(message.text)}", number
        yield "", number + 1


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"
