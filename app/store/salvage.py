"""Saves what can be read of a damaged file into a new one. The damaged file is kept as it was.

Every row is read by itself where reading all at once fails, so that a page that cannot be read costs what is on it
and nothing else. What answers a lost message is hung below the one before it; so is a body whose message is lost.
"""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.errors import Notice
from app.store import search
from app.store.conversations import COLUMNS, new_id
from app.store.damaged_file import DamagedFile
from app.store.database import PAGE_BYTES, checkpoint, connect, transaction
from app.store.files import copy_private, remove_database, replace
from app.store.identity import PageCheck
from app.store.migrations import migrate

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from app.store.files import StorePaths
    from app.store.identity import Identity

_MESSAGE = "id, conversation, parent, role, state, created_at, body"
_BODY = "conversation, role, text, figures, rounds"
_MEND_LEAVES = """UPDATE conversation SET active_leaf = (SELECT id FROM message WHERE number = (
    SELECT max(number) FROM message WHERE conversation = conversation.number))
    WHERE active_leaf IS NOT NULL AND active_leaf NOT IN (SELECT id FROM message)"""


@dataclass(slots=True)
class _Saved:
    """What became of one conversation."""

    title: str
    expected: int
    found: int = 0
    last: int | None = None
    """The message saved last, for those whose parent is lost."""


@dataclass(slots=True)
class _Account:
    conversations: dict[int, _Saved] = field(default_factory=dict)
    messages: set[int] = field(default_factory=set)
    bodies: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Conversation and role of the bodies that no message has been found for yet."""


def salvage(paths: StorePaths, key: bytes, identity: Identity, now: float) -> tuple[Notice, ...]:
    """Put a new file with everything readable in the place of a damaged one.

    Returns:
        What to tell: where the damaged file is kept, and each conversation that lost something.

    Raises:
        OSError: If there is no room, among others; then everything is as it was.
        sqlcipher3.dbapi2.Error: Likewise.
    """
    aside = paths.new_damaged(now)
    had_log, is_complete = paths.log.exists(), False
    try:
        reader, account, is_empty = _save(paths, aside, key, identity, now)
        is_complete = True
        replace(paths.fresh, paths.database)
    except BaseException:
        is_untouched = not is_complete or (paths.fresh.exists() and paths.log.exists() is had_log)
        for made in (paths.fresh, paths.mended, *([aside] if is_untouched else ())):
            with contextlib.suppress(OSError):  # what failed is told; each start would leave as much again
                remove_database(made)
        raise
    remove_database(paths.mended)
    return _notices(account, aside, has_gaps="batch" in reader.damaged_tables, is_empty=is_empty)


def _save(
    paths: StorePaths, aside: Path, key: bytes, identity: Identity, now: float
) -> tuple[DamagedFile, _Account, bool]:
    """Keep the damaged file and fill a new one. The last value says whether nothing came of a file with content."""
    if paths.log.exists():
        copy_private(paths.log, aside.with_name(f"{aside.name}-wal"))
    copy_private(paths.database, aside)
    for left_over in (paths.fresh, paths.mended):
        remove_database(left_over)
    copy_private(aside, paths.mended)
    if paths.log.exists():
        copy_private(paths.log, paths.mended.with_name(f"{paths.mended.name}-wal"))
    _mend(paths.mended, key, identity)
    with (
        contextlib.closing(DamagedFile(paths.mended, key, identity.salt)) as reader,
        contextlib.closing(connect(paths.fresh, key, identity.salt)) as fresh,
    ):
        migrate(fresh, now)
        account = _copy(reader, fresh, now)
        checkpoint(fresh)
    had_content = aside.stat().st_size > paths.fresh.stat().st_size
    return reader, account, had_content and not account.conversations


def _mend(path: Path, key: bytes, identity: Identity) -> None:
    """Give a file back its beginning, without which nothing behind it can be found."""
    check = PageCheck(key, identity.salt)
    with path.open("r+b") as file:
        file.write(identity.salt)
        file.seek(0)
        if not check.is_whole(file.read(PAGE_BYTES), 1) and check.is_whole(identity.first_page, 1):
            file.seek(0)
            file.write(identity.first_page)


def _copy(reader: DamagedFile, fresh: Connection, now: float) -> _Account:
    account = _Account()
    with transaction(fresh):
        for number, *record in reader.rows("conversation", COLUMNS):
            _insert(fresh, "conversation", f"number, {COLUMNS}", (number, *record))
            account.conversations[number] = _Saved(title=record[1], expected=record[5])
        for row in reader.rows("body", _BODY):
            _insert(fresh, "body", f"number, {_BODY}", row)
            if row[2]:  # a role: it was not emptied
                account.bodies[row[0]] = row[1], row[2]
        for row in reader.rows("message", _MESSAGE):
            if row[-1] in account.bodies:
                _copy_message(account, fresh, row, now)
        for number, message, text, rounds in reader.rows("batch", "message, text, rounds"):
            if message in account.messages:
                _insert(fresh, "batch", "number, message, text, rounds", (number, message, text, rounds))
        first = max(account.messages, default=0) + 1
        for number, (body, (conversation, role)) in enumerate(tuple(account.bodies.items()), first):
            _copy_message(account, fresh, (number, new_id(), conversation, 0, role, "interrupted", now, body), now)
        for preset in reader.presets():
            _insert(fresh, "preset", "name, settings", preset)
        search.ensure_index(fresh)
        for number, saved in account.conversations.items():
            fresh.execute("UPDATE conversation SET num_messages = ? WHERE number = ?", (saved.found, number))
        fresh.execute(_MEND_LEAVES)
    return account


def _copy_message(account: _Account, fresh: Connection, row: tuple[Any, ...], now: float) -> None:
    """Copy a message whose body is there; its parent is the one before it, where its own is lost."""
    number, id_, conversation, parent, *rest, body = row
    saved = account.conversations.get(conversation)
    if saved is None:
        _insert(
            fresh,
            "conversation",
            "number, id, title, title_is_own, created_at, updated_at, active_leaf",
            (conversation, new_id(), "", 0, now, now, id_),
        )
        saved = account.conversations[conversation] = _Saved(title="", expected=-1)
    if parent is not None and parent not in account.messages:
        parent = saved.last
    _insert(fresh, "message", f"number, {_MESSAGE}", (number, id_, conversation, parent, *rest, body))
    account.messages.add(number)
    del account.bodies[body]
    saved.found += 1
    saved.last = number


def _insert(fresh: Connection, table: str, columns: str, values: tuple[Any, ...]) -> None:
    places = ", ".join("?" * len(values))
    fresh.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)


def _notices(account: _Account, aside: Path, *, has_gaps: bool, is_empty: bool) -> tuple[Notice, ...]:
    notices = [Notice("store_mended_empty" if is_empty else "store_mended", {"path": str(aside)})]
    if has_gaps:
        notices.append(Notice("reply_has_gaps", {}))
    for saved in account.conversations.values():
        if saved.expected < 0:
            notices.append(Notice("conversation_without_its_title", {"num": saved.found}))
        elif saved.found < saved.expected:
            num_lost = saved.expected - saved.found
            if saved.title:
                notices.append(Notice("conversation_damaged", {"title": saved.title, "num": num_lost}))
            else:
                notices.append(Notice("conversation_damaged_untitled", {"num": num_lost}))
    return tuple(itertools.islice(notices, 20))
