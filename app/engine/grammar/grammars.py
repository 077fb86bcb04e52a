"""Makes a request's grammar ready for a vocabulary, and remembers the last few.

Programs ask with one schema again and again, and places that were looked into once cost nothing the next time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.grammar.constraint import Constraint
from app.engine.grammar.gbnf import read_gbnf
from app.engine.grammar.matcher import MOST_STACKS, Matcher
from app.engine.grammar.schema import read_schema
from app.engine.grammar.token_texts import TokenTexts
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.types import ReplyRequest

NUM_KEPT = 4


class Grammars:
    """The grammars of one loaded target.

    Args:
        size: Token ids run from 0 to this.
        piece: Bytes of a token; empty for control tokens.
        is_end: Whether a token ends the reply.
    """

    def __init__(self, size: int, piece: Callable[[int], bytes], is_end: Callable[[int], bool]) -> None:
        self._size = size
        self._piece = piece
        self._is_end = is_end
        self._texts: TokenTexts | None = None
        """Made for the first request that needs them: it takes half a second with a large vocabulary."""
        self._matchers: dict[tuple[str, str], Matcher] = {}

    def begin(self, request: ReplyRequest, stopping: Callable[[], bool] = lambda: False) -> Constraint | None:
        """The place before the first token of a reply; None where it is free.

        Args:
            request: Names a grammar, a schema, or neither.
            stopping: Asked every few milliseconds.

        Raises:
            Cancelled: `stopping` said so.
            UserError: The grammar or the schema cannot be used, or allows nothing.
        """
        if request.grammar and request.json_schema:
            raise UserError("grammar_and_schema")
        if not request.grammar and not request.json_schema:
            return None
        start = self._matcher(request.grammar, request.json_schema).start
        if not start.can_go_on and not start.can_end:
            raise UserError("grammar_says_nothing")
        if self._texts is None:
            self._texts = TokenTexts(self._size, self._piece, self._is_end, stopping)
        return Constraint(self._texts, start)

    def forget(self) -> None:
        """Forget what was asked for."""
        self._matchers.clear()
        if self._texts is not None:
            self._texts.forget()

    def _matcher(self, grammar: str, schema: str) -> Matcher:
        matcher = self._matchers.pop((grammar, schema), None)
        if matcher is None or matcher.num_stacks > MOST_STACKS // 2:
            matcher = Matcher(read_gbnf(grammar) if grammar else read_schema(schema))
        self._matchers[grammar, schema] = matcher
        if len(self._matchers) > NUM_KEPT:
            del self._matchers[next(iter(self._matchers))]
        return matcher
