"""Where a reply stands in its grammar, and which tokens may come next: exact, hardly ever by trying them all.

Where the grammar leaves few tokens they are listed once and remembered with the place; where it leaves many, as within
a quoted text, enough of them are among the likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from app.engine.grammar.token_texts import completions, split_characters
from app.engine.sampling import Reading
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from app.engine.grammar.matcher import State
    from app.engine.grammar.token_texts import TokenTexts
    from app.engine.sampling import RowReader

MOST_LISTED = 1_024
"""More tokens than this are not listed unless all are needed."""
_WIDER = 6
_MOST_SCANNED = 10_000
_FEW = 4
"""Where fewer than one in so many of the likeliest are allowed, listing comes first."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A place in a grammar. Never changes: going on gives another one.

    Attributes:
        vocabulary: Whose tokens follow.
        state: Behind the characters said.
        pending: First bytes of a character that is not complete yet.
    """

    vocabulary: TokenTexts
    state: State
    pending: bytes = b""

    @property
    def can_end(self) -> bool:
        """Whether the reply may end here."""
        return self.state.can_end and not self.pending

    @property
    def is_complete(self) -> bool:
        """Whether the reply has to end here: nothing more can follow."""
        return self.can_end and not self.state.can_go_on

    def begin(self, text: str, pending: bytes) -> Constraint:
        """The place behind what the reply says already.

        Raises:
            UserError: `grammar_not_begun_so`, or `grammar_too_ambiguous`.
        """
        behind = self.state.walk(text)
        rest = split_characters(pending)[1]
        if behind is None or (rest and not behind.takes_between(*completions(rest))):
            raise UserError("grammar_not_begun_so")
        return replace(self, state=behind, pending=rest)

    def accept(self, token: int) -> Constraint:
        """The place behind a token that the grammar allows; an end leads nowhere."""
        self.state.begin_token()
        found = self.vocabulary.follow(self.state, self.pending, token)
        return self if found is None else replace(self, state=found[0], pending=found[1])

    def sayable(self, tokens: Iterable[int]) -> list[int]:
        """The first of these tokens, up to where the grammar would not go along."""
        here, kept = self, []
        for token in tokens:
            found = self.vocabulary.follow(here.state, here.pending, token)
            if found is None and not (here.can_end and self.vocabulary.is_end(token)):
                break
            kept.append(token)
            if found is None:
                break
            here = replace(here, state=found[0], pending=found[1])
            if here.is_complete:
                break
        return kept

    def read(self, row: NDArray[np.floating[Any]], count: int, reader: RowReader) -> Reading:
        """The `count` likeliest tokens that may follow, ends among them; fewer where there are fewer.

        Args:
            row: Logits, shape (vocabulary,), of the target or of a draft with a slightly smaller vocabulary.
            count: How many.
            reader: Reads rows.

        Raises:
            UserError: `grammar_stuck` where nothing may follow, `logits_not_finite`, or `grammar_too_ambiguous`.
        """
        self.state.begin_token()
        ids = None if self.pending else self.state.allowed
        if ids is None and count <= _MOST_SCANNED and not self.pending:
            reading, ids = self._scan(row, count, reader)
            if reading is not None:
                return reading
        if ids is None:
            ids = self._list(None)
        return self._among(np.empty(0, np.int32) if ids is None else ids, row, count)

    def _scan(
        self, row: NDArray[np.floating[Any]], count: int, reader: RowReader
    ) -> tuple[Reading | None, NDArray[np.int32] | None]:
        """Look among the likeliest, and list what may follow as soon as that promises less work."""
        wanted = count
        while wanted <= min(_MOST_SCANNED, row.size):
            reading = reader.read(row, wanted)
            kept = np.fromiter((self._takes(token) for token in reading.ids.tolist()), np.bool_, reading.ids.size)
            num_kept = int(kept.sum())
            if num_kept >= count:
                at = np.flatnonzero(kept)[:count]
                return Reading(reading.ids[at], reading.logits[at]), None
            if num_kept * _FEW < reading.ids.size:
                ids = self._list(MOST_LISTED)
                if ids is not None:
                    return None, ids
            wanted *= _WIDER
        return None, None

    def _among(self, ids: NDArray[np.int32], row: NDArray[np.floating[Any]], count: int) -> Reading:
        if self.can_end:
            ids = np.concatenate([ids, self.vocabulary.ends])
            ids.sort()
        ids = ids[ids < row.size]
        if not ids.size:
            raise UserError("grammar_stuck")
        values = row[ids]
        if not np.isfinite(values.max()):
            raise UserError("logits_not_finite")
        order = np.argsort(-values, kind="stable")[:count]
        return Reading(ids[order], values[order])

    def takes(self, token: int) -> bool:
        """Whether a token may follow."""
        if self.pending:
            return self.vocabulary.follow(self.state, self.pending, token) is not None
        return self._takes(token)

    def _takes(self, token: int) -> bool:
        """The same where no character is incomplete; remembered with the place."""
        verdicts = self.state.verdicts
        verdict = verdicts.get(token)
        if verdict is None:
            verdict = self.vocabulary.follow(self.state, b"", token) is not None
            verdict = verdict or (self.can_end and self.vocabulary.is_end(token))
            self.state.remember(token, may_follow=verdict)
        return verdict

    def _list(self, most: int | None) -> NDArray[np.int32] | None:
        """All tokens that may follow but for ends; None where they are more than `most`."""
        if most is not None and self.state.is_wide:
            return None
        ids = self.vocabulary.allowed(self.state, self.pending, most)
        if self.pending:
            return ids
        if ids is None or ids.size > MOST_LISTED:
            self.state.is_wide = True
        else:
            self.state.allowed = ids
        return ids
