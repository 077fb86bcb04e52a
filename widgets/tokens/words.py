"""What a token is, in a sentence for somebody who cannot see its mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets.look.figures import decimal
from widgets.parts.reply_words import mark_word, whole
from widgets.tokens.round_words import quoted

if TYPE_CHECKING:
    from app.viewmodels.reply import ReplyToken

translate = QCoreApplication.translate


def described(token: ReplyToken) -> str:
    """Return a token in words: text, mark, what it replaced, both probabilities, its round."""
    emitted, drafted = token.emitted, token.drafted
    parts = [f"{quoted(emitted.text)} {mark_word(emitted.mark, token.proposer)}"]
    if token.struck is not None:
        parts.append(translate("TokenWords", "in place of {struck}").format(struck=quoted(token.struck.text)))
    parts.append(
        translate("TokenWords", "target {probability}").format(probability=decimal(emitted.target_probability, 2))
    )
    if drafted is not None and token.struck is None and drafted.probability is not None:
        parts.append(translate("TokenWords", "draft {probability}").format(probability=decimal(drafted.probability, 2)))
    parts.append(translate("TokenWords", "round {number}").format(number=whole(token.round.index + 1)))
    return ", ".join(parts)
