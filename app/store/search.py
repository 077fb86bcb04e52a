"""Finding messages by what they hold, in an index that lies inside the encrypted file.

The index knows which messages hold which three characters in a row; what it finds is compared with the text itself,
so that it may be small and the answer exact. Shorter words are looked up among the threes that begin with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store import fold
from app.store.values import Role, SearchHit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from sqlite3 import Connection

_END = "\n\n"
"""Behind every text, so that its last characters begin threes too."""
_GRAM = 3
_MAX_WORDS, _MAX_WORD_CHARACTERS, _MAX_GRAMS = 16, 200, 32
_MAX_TERMS = 64
"""A short word that begins more threes than this is frequent: going through the messages finds it sooner."""
_EXCERPT_BEFORE, _EXCERPT_CHARACTERS = 48, 180

_COLUMNS = "c.id, m.id, c.title, m.role, b.text, m.created_at"
_INDEXED = f"""SELECT {_COLUMNS} FROM found CROSS JOIN message m ON m.number = found.rowid
    CROSS JOIN body b ON b.number = m.body CROSS JOIN conversation c ON c.number = m.conversation
    WHERE found MATCH ? ORDER BY found.rowid DESC"""
_ALL = "SELECT m.number, b.text FROM message m CROSS JOIN body b ON b.number = m.body WHERE m.state <> 'writing'"
_THROUGH = f"""SELECT {_COLUMNS} FROM message m CROSS JOIN body b ON b.number = m.body
    CROSS JOIN conversation c ON c.number = m.conversation WHERE m.state <> 'writing' ORDER BY m.number DESC"""


def index(connection: Connection, number: int, text: str) -> None:
    """Let a message be found."""
    connection.execute("INSERT INTO found (rowid, text) VALUES (?, ?)", (number, fold.fold(text) + _END))


def unindex(connection: Connection, number: int, text: str) -> None:
    """Take a message out of the index, to the last byte. The text must be the one it was indexed with."""
    connection.execute(
        "INSERT INTO found (found, rowid, text) VALUES ('delete', ?, ?)", (number, fold.fold(text) + _END)
    )


def ensure_index(connection: Connection) -> None:
    """Make the index anew where it was made with other rules of folding. Wants a transaction."""
    row = connection.execute("SELECT value FROM property WHERE name = 'fold'").fetchone()
    if row is not None and row[0] == fold.VERSION:
        return
    connection.execute("INSERT INTO found (found) VALUES ('delete-all')")
    for number, text in connection.execute(_ALL):
        index(connection, number, text)
    connection.execute("INSERT OR REPLACE INTO property VALUES ('fold', ?)", (fold.VERSION,))


def search(connection: Connection, query: str, limit: int) -> tuple[SearchHit, ...]:
    """Find the messages that hold every word of the query, newest first."""
    words = tuple(dict.fromkeys(word[:_MAX_WORD_CHARACTERS] for word in fold.fold(query).split()))[:_MAX_WORDS]
    if not words or limit <= 0:
        return ()
    hits: list[SearchHit] = []
    for conversation_id, message_id, title, role, text, created_at in _candidates(connection, words):
        folded = fold.fold(text)
        if all(word in folded for word in words):
            excerpt, spans = _excerpt(text, words)
            hits.append(SearchHit(conversation_id, message_id, title, Role(role), excerpt, spans, created_at))
            if len(hits) == limit:
                break
    return tuple(sorted(hits, key=lambda hit: -hit.created_at))


def _candidates(connection: Connection, words: Sequence[str]) -> Iterator[tuple[str, str, str, str, str, float]]:
    """Messages that may hold the words, newest first."""
    grams = dict.fromkeys(word[at : at + _GRAM] for word in words for at in range(len(word) - _GRAM + 1))
    if grams:
        match = " AND ".join(map(_quoted, list(grams)[:_MAX_GRAMS]))
        yield from connection.execute(_INDEXED, (match,))
        return
    rarest: list[str] | None = None
    for word in words:
        terms = _terms_beginning(connection, word)
        if len(terms) <= _MAX_TERMS and (rarest is None or len(terms) < len(rarest)):
            rarest = terms
    if rarest is None:
        yield from connection.execute(_THROUGH)
    elif rarest:
        yield from connection.execute(_INDEXED, (" OR ".join(map(_quoted, rarest)),))


def _terms_beginning(connection: Connection, word: str) -> list[str]:
    """The threes in the index that begin with a word, or one more than are worth following."""
    last = chr(ord(word[-1]) + 1)
    if "\ud800" <= last <= "\udfff":
        last = "\ue000"
    rows = connection.execute(
        "SELECT term FROM term WHERE term >= ? AND term < ? LIMIT ?", (word, word[:-1] + last, _MAX_TERMS + 1)
    )
    return [term for (term,) in rows]


def _quoted(gram: str) -> str:
    """A string to FTS5, whatever it holds."""
    doubled = gram.replace('"', '""')
    return f'"{doubled}"'


def _excerpt(text: str, words: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A part of the text around the first match, and where in it the words stand."""
    folded, places = fold.fold_with_places(text)
    first = fold.place_before(places, min(folded.find(word) for word in words))
    start = max(0, first - _EXCERPT_BEFORE)
    end = min(len(text), start + _EXCERPT_CHARACTERS)
    lead = "…" if start else ""
    excerpt = lead + "".join(" " if each.isspace() else each for each in text[start:end])
    spans: list[tuple[int, int]] = []
    for word in words:
        at = folded.find(word, places[start])
        while at >= 0 and at < places[end]:
            begin = fold.place_before(places, at)
            stop = min(end, fold.place_after(places, at + len(word)))
            spans.append((begin - start + len(lead), stop - start + len(lead)))
            at = folded.find(word, at + len(word))
    return excerpt + ("…" if end < len(text) else ""), _joined(spans)


def _joined(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges in order, those that meet made one."""
    joined: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return tuple(joined)
