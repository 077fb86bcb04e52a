"""A process that uses a store and is then killed, starved of room, or stripped of its rights.

Run as `python -m tests.support.store_child WHAT FOLDER`, with the key in hexadecimal on standard input.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from app.errors import UserError
from app.store.store import Store
from app.store.values import MessageState, Role
from tests.support.store_contents import some_round, talk, texts_of

_LIMIT_BYTES = 1 << 20


def say(line: str) -> None:
    """Tell the parent, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def write_for_ever(folder: Path, key: bytes) -> None:
    """Write replies; tell of each batch once the store has taken it."""
    with Store.open(folder, key) as store:
        while True:
            row = talk(store, "Written", "question " * 50)
            say(f"question {row.id}")
            reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
            say(f"reply {reply.id}")
            for number in range(40):
                store.append_reply(reply.id, f"{number} " * 20, [some_round(number)])
                say(f"batch {number}")
            store.finish_message(reply.id, MessageState.COMPLETE, {}, "end")
            say("end")


def fill_the_disk(folder: Path, key: bytes) -> None:
    """Write until no file may grow any more, then go on once it may."""
    import resource

    with Store.open(folder, key) as store:
        row = store.add_conversation(title="Full")
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LIMIT_BYTES, resource.RLIM_INFINITY))
        written = 0
        try:
            while True:
                store.add_message(row.id, None, Role.USER, f"{written} " * 2000, MessageState.COMPLETE)
                written += 1
        except UserError as error:
            say(f"refused {error.notice.code}")
        assert len(store.conversation(row.id).messages) == written
        try:
            store.add_message(row.id, None, Role.USER, "again " * 5000, MessageState.COMPLETE)
        except UserError as error:
            say(f"refused {error.notice.code}")
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        store.add_message(row.id, None, Role.USER, "after", MessageState.COMPLETE)
        say(f"written {written + 1}")


def lose_rights(_folder: Path, key: bytes) -> None:
    """Open a store in a folder that may not be written to, as a user who has to obey that."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with Store.open(folder, key) as store:
            talk(store, "Title", "question")
        folder.chmod(0o500)
        try:
            Store.open(folder, key).close()
        except UserError as error:
            say(f"refused {error.notice.code}")
        _lose_them_while_open(folder, key)


def _lose_them_while_open(folder: Path, key: bytes) -> None:
    folder.chmod(0o700)
    with Store.open(folder, key) as store:
        say(f"opened {texts_of(store.conversation(store.conversations()[0].id))}")


def main() -> None:
    """Do what the first argument says."""
    what = {"write": write_for_ever, "fill": fill_the_disk, "rights": lose_rights}[sys.argv[1]]
    what(Path(sys.argv[2]), bytes.fromhex(sys.stdin.readline()))


if __name__ == "__main__":
    main()
