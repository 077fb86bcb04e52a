"""Whose vocabularies fit: target and draft must mean the same by every token id.

All reasons are told, the weightiest first, because an unexplained refusal looks like a fault of the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.models.header import GgufHeader, Vocabulary, VocabularySummary

MAX_SIZE_DIFFERENCE = 128
"""Vocabularies are padded to round sizes; that much padding may differ."""
MAX_SHOWN_TOKEN = 40

TokenDifference = tuple[int, str, str]
"""An id, and what it is in the target and in the draft, as `token_text` writes it."""


@dataclass(frozen=True, slots=True)
class PairCheck:
    """Whether the draft can propose for the target, and if not, everything that stands against it."""

    reasons: tuple[Notice, ...]

    @property
    def compatible(self) -> bool:
        """Nothing stands against it."""
        return not self.reasons


def check_vocabularies(
    target: GgufHeader, target_vocabulary: Vocabulary, draft: GgufHeader, draft_vocabulary: Vocabulary
) -> PairCheck:
    """Compare two vocabularies that have been read."""
    difference = first_difference(target_vocabulary.tokens, draft_vocabulary.tokens)
    return PairCheck(vocabulary_reasons(target.vocabulary, draft.vocabulary, difference))


def vocabulary_reasons(
    target: VocabularySummary, draft: VocabularySummary, difference: TokenDifference | None
) -> tuple[Notice, ...]:
    """Everything in which two vocabularies differ, the weightiest first."""
    content = [*_size_reasons(target, draft), *_token_reasons(difference), *_special_reasons(target, draft)]
    return (*_type_reasons(target, draft, bool(content)), *content)


def first_difference(target: Iterable[bytes], draft: Iterable[bytes]) -> TokenDifference | None:
    """The first id that both have and that means different text."""
    for token_id, (ours, theirs) in enumerate(zip(target, draft, strict=False)):
        if ours != theirs:
            return token_id, token_text(ours), token_text(theirs)
    return None


def _type_reasons(target: VocabularySummary, draft: VocabularySummary, other_reasons: bool) -> Iterator[Notice]:
    if target.type != draft.type:
        yield Notice("draft_vocabulary_type", {"target": _type_text(target), "draft": _type_text(draft)})
    elif other_reasons and target.pre and draft.pre and target.pre != draft.pre:
        # Alone it is none: the draft is given the target's token ids, never text to split.
        yield Notice("draft_pre_tokenizer", {"target": target.pre, "draft": draft.pre})


def _size_reasons(target: VocabularySummary, draft: VocabularySummary) -> Iterator[Notice]:
    if abs(target.num_tokens - draft.num_tokens) > MAX_SIZE_DIFFERENCE:
        yield Notice(
            "draft_vocabulary_size",
            {"target": target.num_tokens, "draft": draft.num_tokens, "allowed": MAX_SIZE_DIFFERENCE},
        )


def _token_reasons(difference: TokenDifference | None) -> Iterator[Notice]:
    if difference is not None:
        token_id, target, draft = difference
        yield Notice("draft_token_differs", {"token_id": token_id, "target": target, "draft": draft})


def _special_reasons(target: VocabularySummary, draft: VocabularySummary) -> Iterator[Notice]:
    """Special tokens that both files name and name differently."""
    for name in ("bos", "eos"):
        ours, theirs = getattr(target, f"{name}_id"), getattr(draft, f"{name}_id")
        if None not in (ours, theirs) and ours != theirs:
            yield Notice("draft_special_token", {"name": name.upper(), "target": ours, "draft": theirs})
    for name in ("bos", "eos"):
        adds_ours, adds_theirs = getattr(target, f"adds_{name}"), getattr(draft, f"adds_{name}")
        if None not in (adds_ours, adds_theirs) and adds_ours != adds_theirs:
            values = {"name": f"add_{name}_token", "target": _flag(adds_ours), "draft": _flag(adds_theirs)}
            yield Notice("draft_setting_differs", values)


def token_text(token: bytes) -> str:
    """A token as it stands in the file, short and on one line."""
    text = token.decode("utf-8", "backslashreplace")
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    return shown if len(shown) <= MAX_SHOWN_TOKEN else shown[: MAX_SHOWN_TOKEN - 1] + "…"


def _type_text(summary: VocabularySummary) -> str:
    return f"{summary.type or '–'} ({summary.pre})" if summary.pre else summary.type or "–"


def _flag(value: bool) -> str:
    return "true" if value else "false"
