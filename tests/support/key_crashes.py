"""Kills the program at every step of what it does with a key, or takes the disk away from it there.

Run as a module with an operation, a way to fail and a folder; prints what was there before each try, as JSON.
A step is whatever Python reports to an audit hook: a file opened for writing, renamed or removed, a line to the bus.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.keys.keeper import KeyKeeper
from app.store.keys.ring import Ring
from app.store.keys.wrapping import LEAST_MEMORY_KIB, Cost

if TYPE_CHECKING:
    from collections.abc import Callable

OLD, NEW = "the old passphrase", "another passphrase"
OPERATIONS = (
    "create_in_keyring",
    "create_with",
    "change_passphrase",
    "move_to_passphrase",
    "move_to_keyring",
    "unlock_with",
    "forget_keyring",
    "forget_passphrase",
)
KILL, FULL_DISK = "kill", "full disk"
CHEAP = Cost(LEAST_MEMORY_KIB, passes=1, lanes=1)
KILLED, REFUSED, DONE, DONE_ALL_THE_SAME = 9, 3, 0, 4

_MOST_STEPS = 200
_FILE_STEPS = {"os.rename", "os.mkdir", "open"}
_STEPS = _FILE_STEPS | {"os.remove", "socket.connect"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def make_store(folder: Path) -> None:
    """Put something there that only the old key opens."""
    (folder / "conversations.db").write_bytes(b"encrypted")


def prepare(operation: str, folder: Path) -> tuple[Callable[[KeyKeeper], object], str]:
    """Bring a folder to where the operation begins; returns the operation and the key there is by then."""
    folder.mkdir()
    keeper = KeyKeeper(folder, Ring(), CHEAP)
    key = b""
    if operation in ("move_to_passphrase", "forget_keyring"):
        key = keeper.create_in_keyring()
        make_store(folder)
    elif not operation.startswith("create"):
        key = keeper.create_with(OLD)
        make_store(folder)
    if operation == "unlock_with":  # where a move to the keyring has died
        keeper.move_to_keyring(key)
        keeper.move_to_passphrase(key, OLD)
        content = keeper.path.read_bytes()
        keeper.move_to_keyring(key)
        from app.store.keys.key_file import from_bytes, to_bytes

        file = from_bytes(content, "")
        keeper.path.write_bytes(to_bytes(type(file)(file.store_id, file.holder, file.check, file.wrapping, True)))
    acts: dict[str, Callable[[KeyKeeper], object]] = {
        "create_in_keyring": lambda each: each.create_in_keyring(),
        "create_with": lambda each: each.create_with(OLD),
        "change_passphrase": lambda each: each.change_passphrase(OLD, NEW),
        "move_to_passphrase": lambda each: each.move_to_passphrase(key, NEW),
        "move_to_keyring": lambda each: each.move_to_keyring(key),
        "unlock_with": lambda each: each.unlock_with(OLD),
        "forget_keyring": lambda each: each.forget(),
        "forget_passphrase": lambda each: each.forget(),
    }
    return acts[operation], key.hex()


def _fail_at(step: int, way: str) -> Callable[[], bool]:
    """From now on fail at that step; returns a function that says whether it came to that."""
    seen = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event not in (_STEPS if way == KILL else _FILE_STEPS):
            return
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & _WRITING):
            return
        seen += 1
        if seen <= step:
            return
        if way == KILL:
            os._exit(KILLED)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sys.addaudithook(hook)
    return lambda: seen > step


def _try(operation: Callable[[KeyKeeper], object], folder: Path, step: int, way: str) -> int:
    """Fork, and let the child fail at one step; returns how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    failed = _fail_at(step, way)
    try:
        operation(KeyKeeper(folder, Ring(), CHEAP))
    except UserError:
        os._exit(REFUSED)
    os._exit(DONE_ALL_THE_SAME if failed() else DONE)


def main() -> None:
    """Try once for each step there is, and once with no failure at all."""
    operation, way, base = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    tries: list[dict[str, object]] = []
    for step in range(_MOST_STEPS):
        folder = base / f"step-{step}"
        act, key = prepare(operation, folder)
        ended = _try(act, folder, step, way)
        tries.append({"folder": str(folder), "key": key, "ended": ended})
        if ended == DONE:
            break
    print(json.dumps(tries))  # noqa: T201


if __name__ == "__main__":
    main()
