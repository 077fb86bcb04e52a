"""Why the system could not do something, in Galley's own words.

The system's words come in its language, not in Galley's, and in another one in each process: Qt sets the C library's
language, the engine does not. They are known again by what they say, because that is all that goes along with a notice.
"""

from __future__ import annotations

import errno
import os

from app.catalogue.mark import QT_TRANSLATE_NOOP
from app.errors import Notice

TEXTS: dict[str, str] = {
    "system_address_unreachable": QT_TRANSLATE_NOOP("catalogue", "no way leads to that machine"),
    "system_broke_off": QT_TRANSLATE_NOOP("catalogue", "the other side broke off"),
    "system_busy": QT_TRANSLATE_NOOP("catalogue", "another program is using it"),
    "system_circle": QT_TRANSLATE_NOOP("catalogue", "its links lead in a circle"),
    "system_closed": QT_TRANSLATE_NOOP("catalogue", "it is closed"),
    "system_device_failed": QT_TRANSLATE_NOOP("catalogue", "the disk reports an error"),
    "system_exists": QT_TRANSLATE_NOOP("catalogue", "something of that name is there already"),
    "system_folder": QT_TRANSLATE_NOOP("catalogue", "it is a folder, not a file"),
    "system_full": QT_TRANSLATE_NOOP("catalogue", "the disk is full"),
    "system_name_too_long": QT_TRANSLATE_NOOP("catalogue", "the name is too long"),
    "system_no_answer": QT_TRANSLATE_NOOP("catalogue", "no answer came in time"),
    "system_no_device": QT_TRANSLATE_NOOP("catalogue", "the device is not there"),
    "system_no_file": QT_TRANSLATE_NOOP("catalogue", "there is no such file or folder"),
    "system_no_folder": QT_TRANSLATE_NOOP("catalogue", "a part of the path is a file, not a folder"),
    "system_no_memory": QT_TRANSLATE_NOOP("catalogue", "there is no memory left for it"),
    "system_no_network": QT_TRANSLATE_NOOP("catalogue", "there is no network that leads there"),
    "system_no_name": QT_TRANSLATE_NOOP("catalogue", "no machine of that name is known here"),
    "system_no_permission": QT_TRANSLATE_NOOP("catalogue", "its permissions do not allow it"),
    "system_nobody_listens": QT_TRANSLATE_NOOP("catalogue", "nothing listens there"),
    "system_not_allowed": QT_TRANSLATE_NOOP("catalogue", "the system does not allow it"),
    "system_not_empty": QT_TRANSLATE_NOOP("catalogue", "the folder is not empty"),
    "system_not_now": QT_TRANSLATE_NOOP("catalogue", "the system has no room for it just now"),
    "system_not_taken": QT_TRANSLATE_NOOP("catalogue", "the system cannot do that with it"),
    "system_quota": QT_TRANSLATE_NOOP("catalogue", "this user's share of the disk is used up"),
    "system_read_only": QT_TRANSLATE_NOOP("catalogue", "the disk can only be read"),
    "system_too_large": QT_TRANSLATE_NOOP("catalogue", "the file would be too large"),
    "system_too_many_open": QT_TRANSLATE_NOOP("catalogue", "too many files are open"),
}
_CODES = {
    errno.EACCES: "system_no_permission",
    errno.EAGAIN: "system_not_now",
    errno.EBADF: "system_closed",
    errno.EBUSY: "system_busy",
    errno.ECONNREFUSED: "system_nobody_listens",
    errno.ECONNRESET: "system_broke_off",
    errno.EDQUOT: "system_quota",
    errno.EEXIST: "system_exists",
    errno.EFBIG: "system_too_large",
    errno.EHOSTUNREACH: "system_address_unreachable",
    errno.EINVAL: "system_not_taken",
    errno.EIO: "system_device_failed",
    errno.EISDIR: "system_folder",
    errno.ELOOP: "system_circle",
    errno.EMFILE: "system_too_many_open",
    errno.ENAMETOOLONG: "system_name_too_long",
    errno.ENETUNREACH: "system_no_network",
    errno.ENFILE: "system_too_many_open",
    errno.ENODEV: "system_no_device",
    errno.ENOENT: "system_no_file",
    errno.ENOMEM: "system_no_memory",
    errno.ENOSPC: "system_full",
    errno.ENOTDIR: "system_no_folder",
    errno.ENOTEMPTY: "system_not_empty",
    errno.ENXIO: "system_no_device",
    errno.EPERM: "system_not_allowed",
    errno.EPIPE: "system_broke_off",
    errno.EROFS: "system_read_only",
    errno.ESTALE: "system_no_file",
    errno.ETIMEDOUT: "system_no_answer",
    errno.ETXTBSY: "system_busy",
}
_IN_ENGLISH = {
    "Name or service not known": "system_no_name",
    "Temporary failure in name resolution": "system_no_name",
    **{os.strerror(number): code for number, code in _CODES.items()},
}
"""Made before anybody has told the C library a language."""


def own_words(text: str) -> Notice | None:
    """The notice that says the same as the system's words; None where these are none that are known."""
    code = _IN_ENGLISH.get(text)
    if code is None:
        code = next((code for number, code in _CODES.items() if os.strerror(number) == text), None)
    return None if code is None else Notice(code)
