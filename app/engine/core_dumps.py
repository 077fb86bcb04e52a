"""No core dumps: the memory of these processes holds prompts, replies and, in the window's, the key.

It stands below everything that has a process of its own, and needs nothing but the system.
"""

from __future__ import annotations

import sys

CORE_LIMIT = 1 if sys.platform == "linux" else 0
"""Bytes of a core dump. On Linux 0 stops files only: a handler behind a pipe, such as Ubuntu's, gets the memory all
the same. A limit of exactly 1 is too little for a file, and for a pipe the kernel takes it as a refusal
(fs/coredump.c). PR_SET_DUMPABLE would do both, but closes /proc/PID too: desktop portals then refuse their file
dialogs, and the privacy page could not see its own engine's sockets.
"""


def forbid_core_dumps() -> None:
    """Forbid them for this process and for everything it starts, without a way back."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    limit = 0 if most == 0 else CORE_LIMIT  # a limit of 0 that was given to this process cannot be raised
    resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))
