"""Opening a store: what it is, whether it is whole, what has to be put right, before anybody reads from it.

Each step leaves files that the next opening understands, wherever the program dies.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from dataclasses import replace as replaced
from typing import TYPE_CHECKING

from app.errors import Notice
from app.store import conversations, presets, replies, search
from app.store.backup import back_up
from app.store.database import PAGE_BYTES, SALT_BYTES, DamagedPageError, checkpoint, connect, transaction, whole
from app.store.erase import is_scrub_due, scrub
from app.store.failures import SqlError, is_damage
from app.store.files import copy_private, make_private, remove_database, replace, write_private
from app.store.identity import (
    Identity,
    PageCheck,
    Verdict,
    judge,
    new_identity,
    read_identity,
    write_identity,
)
from app.store.log_check import has_lost_changes
from app.store.migrations import check_version, migrate
from app.store.salvage import salvage
from app.store.values import Opening

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from app.store.files import StorePaths

_ALWAYS_CHECKED_BYTES = 16 << 20
"""Files up to this size are looked through at every opening; it takes some 10 microseconds a page."""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """An open file, and what was found and done."""

    connection: Connection
    identity: Identity
    opening: Opening


def open_file(paths: StorePaths, key: bytes, now: float) -> OpenFile:
    """Open the store's file, made where there is none, saved where it is damaged.

    Raises:
        UserError: `store_wrong_key`, `store_foreign`, `store_too_new`.
        sqlcipher3.dbapi2.Error: If the disk is full, among others.
        OSError: Likewise.
    """
    for left_over in (paths.fresh, paths.mended):
        remove_database(left_over)
    identity = read_identity(paths.identity)
    verdict, salt = judge(paths, key, identity)
    notices: list[Notice] = []
    if verdict is Verdict.ABSENT:
        if identity is not None:
            notices.append(Notice("store_vanished", {"path": str(paths.database)}))
        identity = _make(paths, key, identity, now)
    elif identity is None or identity.salt != salt:
        identity = new_identity(key, salt)
    elif not identity.accepts(key) or len(identity.checks) > 1:
        identity = identity.with_keys(key)
    make_private(paths.database)
    kept_log = _keep_damaged_log(paths, now)
    try:
        if kept_log is not None:
            notices.append(Notice("store_log_damaged", {"path": str(kept_log)}))
        try:
            if verdict is Verdict.RUINED:
                raise DamagedPageError
            connection, opening = _prepared(paths, key, identity, now)
        except SqlError as error:
            if not is_damage(error):
                raise
            notices += salvage(paths, key, identity, now)
            connection, opening = _prepared(paths, key, identity, now)
    except BaseException:
        if kept_log is not None and has_lost_changes(paths.log, PAGE_BYTES):  # the next opening keeps it anew
            kept_log.unlink(missing_ok=True)
        raise
    paths.mark.unlink(missing_ok=True)
    identity = keep_first_page(paths, identity)
    return OpenFile(connection, identity, replaced(opening, notices=(*notices, *opening.notices)))


def keep_first_page(paths: StorePaths, identity: Identity) -> Identity:
    """Lay a copy of the first page beside the file. Wants the log to be written back."""
    with contextlib.suppress(OSError):  # a spare: without it the store is as good
        with paths.database.open("rb") as file:
            page = file.read(PAGE_BYTES)
        fresh = replaced(identity, first_page=page)
        if fresh != read_identity(paths.identity):
            write_identity(paths.identity, fresh)
        return fresh
    return identity


def _keep_damaged_log(paths: StorePaths, now: float) -> Path | None:
    """Copy a log that SQLite is going to read up to a damaged place and cut; None where it is as it should be."""
    if not has_lost_changes(paths.log, PAGE_BYTES):
        return None
    aside = paths.new_damaged(now)
    kept = aside.with_name(f"{aside.name}-wal")
    copy_private(paths.log, kept)
    return kept


def _make(paths: StorePaths, key: bytes, identity: Identity | None, now: float) -> Identity:
    """Make an empty store; the file takes its place when it is complete."""
    if paths.log.exists() and paths.log.stat().st_size:
        aside = paths.new_damaged(now)
        paths.log.replace(aside.with_name(f"{aside.name}-wal"))
    salt = os.urandom(SALT_BYTES) if identity is None else identity.salt
    connection = connect(paths.fresh, key, salt)
    try:
        migrate(connection, now)
        with transaction(connection):
            search.ensure_index(connection)
        checkpoint(connection)
    finally:
        connection.close()
    replace(paths.fresh, paths.database)
    return identity or new_identity(key, salt)


def _prepared(paths: StorePaths, key: bytes, identity: Identity, now: float) -> tuple[Connection, Opening]:
    """Connect, look, migrate, and end what a crash left unfinished."""
    connection = connect(paths.database, key, identity.salt)
    try:
        with whole(connection):
            check_version(connection, str(paths.database))
            checkpoint(connection)
            _look(connection, paths, key, identity)
        taken = migrate(connection, now, lambda version: back_up(connection, paths, version, now))
        with transaction(connection):
            search.ensure_index(connection)
            interrupted = replies.interrupt_all(connection)
        if is_scrub_due(connection):
            scrub(connection, paths)
        checkpoint(connection)
    except BaseException:
        connection.close()
        raise
    notices = tuple(_notices(len(taken), len(interrupted)))
    return connection, Opening(notices, tuple(interrupted), frozenset(interrupted.values()))


def _look(connection: Connection, paths: StorePaths, key: bytes, identity: Identity) -> None:
    """Read what has to be readable; everything, where the file is small or something could not be read before."""
    marked = paths.mark.exists()
    small = paths.database.stat().st_size <= _ALWAYS_CHECKED_BYTES
    if (marked or small) and PageCheck(key, identity.salt).damaged_pages(paths.database):
        raise DamagedPageError
    if marked and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise DamagedPageError
    conversations.all_rows(connection)
    presets.all_presets(connection)


def _notices(num_migrations: int, num_interrupted: int) -> list[Notice]:
    notices = []
    if num_migrations:
        notices.append(Notice("store_migrated", {}))
    if num_interrupted == 1:
        notices.append(Notice("reply_interrupted", {}))
    elif num_interrupted:
        notices.append(Notice("replies_interrupted", {"num": num_interrupted}))
    return notices


def mark_for_check(paths: StorePaths) -> None:
    """Have the next opening look at the whole file."""
    with contextlib.suppress(OSError):  # it is a hint; what could not be read fails again and asks again
        write_private(paths.mark, b"")
