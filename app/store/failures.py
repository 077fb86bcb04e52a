"""What the disk and SQLite say when something fails, in the words of the catalogue.

What no person can act on stays what it is: a bug.
"""

from __future__ import annotations

import errno
import shutil
from typing import TYPE_CHECKING

from sqlcipher3 import dbapi2

from app.errors import UserError

if TYPE_CHECKING:
    from pathlib import Path

SqlError = dbapi2.Error
FAILURES: tuple[type[Exception], ...] = (dbapi2.Error, OSError)
"""What `user_error` understands."""

_DAMAGE = {11, 26}
"""SQLITE_CORRUPT, SQLITE_NOTADB."""
_READ_ONLY, _IO, _FULL, _CANNOT_OPEN, _BUSY = 8, 10, 13, 14, 5
_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}
_FULL_BELOW_BYTES = 256 << 10
"""SQLite calls some full disks an input or output error; with this little room, it is a full disk."""


def is_damage(error: BaseException) -> bool:
    """Whether SQLite found pages that cannot be right."""
    return isinstance(error, dbapi2.Error) and _primary(error) in _DAMAGE


def user_error(error: Exception, folder: Path) -> UserError | None:
    """What to tell the user of a failure; None where it is a bug."""
    values = {"path": str(folder)}
    if isinstance(error, OSError):
        if error.errno in _NO_ROOM:
            return UserError("store_full", **values)
        if error.errno in _NOT_ALLOWED:
            return UserError("store_read_only", **values)
        return UserError("store_unwritable", cause=error.strerror or str(error), **values)
    if not isinstance(error, dbapi2.Error):
        return None
    code = _primary(error)
    if code in _DAMAGE:
        return UserError("store_damaged", **values)
    if code == _FULL or (code == _IO and _has_no_room(folder)):
        return UserError("store_full", **values)
    if code == _READ_ONLY:
        return UserError("store_read_only", **values)
    if code == _BUSY:
        return UserError("store_in_use", **values)
    if code in (_IO, _CANNOT_OPEN):
        return UserError("store_unwritable", cause=str(error), **values)
    return None


def _primary(error: BaseException) -> int:
    """SQLite's result code without its details."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else 0


def _has_no_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _FULL_BELOW_BYTES
    except OSError:
        return False
