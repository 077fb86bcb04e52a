"""One step of making a file fit: its end is left out, and a sentence in the text says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.attachments.shortening import cut
from app.errors import Notice
from app.viewmodels.notices import written

if TYPE_CHECKING:
    from app.attachments.values import Attachment
    from app.viewmodels.attachment_item import AttachmentItem, HeldFile

_SENTENCE_TOKENS = 24
"""For the sentence that says what was left out."""
_FACTOR = 1.03
"""For texts whose tokens are not spread evenly: of what has to go, or of what stays, whichever costs less."""


def cut_once(held: HeldFile, item: AttachmentItem) -> Attachment:
    """Return a file that is read, shortened by what it is too long by, as far as its tokens tell."""
    assert held.whole is not None
    assert held.kept is not None
    is_first = held.kept is held.whole
    body = len(held.whole.text) if is_first else held.body_characters
    excess = item.excess + (_SENTENCE_TOKENS if is_first else 0)
    less = excess * len(held.kept.text) / max(1, item.tokens)
    most = max(body - less * _FACTOR, (body - less) / _FACTOR)
    kept = cut(held.whole.text, int(most - 1))
    held.body_characters, held.num_lines_left_out = len(kept.kept), kept.num_lines
    code = "attachment_cut_one" if kept.num_lines == 1 else "attachment_cut"
    sentence = written(Notice(code, {"lines": kept.num_lines}))
    return replace(held.whole, text=f"{kept.kept}\n\n{sentence}")
