"""The files that will go along with the next message: read elsewhere, counted, and shortened where they do not fit.

Every conversation has a list of its own, as it has a text that is not sent yet; they live in memory only.
"""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.attachments.decoding import tidy
from app.attachments.reading import read_attachment, shown_name
from app.attachments.values import Attachment, Kind, Watch
from app.attachments.wrapping import wrapped
from app.errors import Notice
from app.viewmodels.attachment_cut import cut_once
from app.viewmodels.attachment_item import AttachmentItem, HeldFile, item_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from app.runtime.tasks import Tasks
    from app.viewmodels.attachment_room import TokenCounter

MOST_FILES = 20
_PROGRESS_AFTER = 0.5
_PROGRESS_EVERY = 0.1
_MOST_CUTS = 12


class Attachments(QObject):
    """The list of the open conversation, in the order in which they were attached.

    Args:
        tasks: Runs the reading elsewhere.
        counter: Counts tokens; None leaves estimates.
    """

    changed = Signal()
    refused = Signal(object)
    """The `Notice` of why a file cannot be attached."""

    _progressed = Signal(int, float)

    def __init__(self, tasks: Tasks, counter: TokenCounter | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._counter = counter
        self._held: list[HeldFile] = []
        self._lists: dict[str, list[HeldFile]] = {"": self._held}
        """By conversation; the open one's among them."""
        self._open = ""
        self._keys = itertools.count(1)
        self._counts = itertools.count(1)
        self._progressed.connect(self._on_progressed)

    def give_away(self) -> dict[str, list[HeldFile]]:
        """Give the files of every conversation to another one, which takes them with `take_over`."""
        given = {key: list(files) for key, files in self._lists.items()}
        for files in self._lists.values():
            files.clear()
        return given

    def take_over(self, given: Mapping[str, Sequence[HeldFile]]) -> None:
        """Hold what another one held; files that were still being read are read anew."""
        unread = [held.path for held in given.get(self._open, ()) if held.kept is None and held.path is not None]
        for key, files in given.items():
            self._lists.setdefault(key, []).extend(held for held in files if held.kept is not None)
        self._keys = itertools.count(1 + max((held.key for files in given.values() for held in files), default=0))
        for path in unread:
            self._read(path)
        self.on_model_changed()
        self.changed.emit()

    @property
    def items(self) -> tuple[AttachmentItem, ...]:
        """The cards."""
        room = None if self._counter is None else self._counter.room_left
        items: list[AttachmentItem] = []
        for held in self._held:
            items.append(item_of(held, room))
            if room is not None:
                room = max(0, room - held.tokens)
        return tuple(items)

    @property
    def is_empty(self) -> bool:
        """Whether there is none."""
        return not self._held

    @property
    def is_settled(self) -> bool:
        """Whether all are read and fit."""
        return all(item.is_read and not item.excess for item in self.items)

    def text_of(self, key: int) -> str:
        """What the model will read of a file; empty while it is being read."""
        held = self._find(key)
        return "" if held is None or held.kept is None else held.kept.text

    def add_files(self, paths: Iterable[str]) -> None:
        """Read files and attach them; `refused` says which cannot be."""
        for path in [Path(each) for each in paths]:
            if any(held.path == path for held in self._held):
                self.refused.emit(Notice("attachment_twice", {"file": shown_name(path)}))
            elif len(self._held) >= MOST_FILES:
                self.refused.emit(Notice("attachment_too_many", {"most": MOST_FILES}))
                break
            else:
                self._read(path)
        self.changed.emit()

    def add_text(self, text: str, name: str) -> int:
        """Attach a text that has no file; returns its key."""
        text = tidy(text)
        return self.put_back([Attachment(name, Kind.PASTED, text, len(text.encode()))])[0]

    def put_back(self, attachments: Sequence[Attachment]) -> list[int]:
        """Attach what was read before; returns the keys."""
        keys = []
        for attachment in attachments:
            held = HeldFile(next(self._keys), attachment.name, whole=attachment)
            self._held.append(held)
            self._keep(held, attachment)
            keys.append(held.key)
        self.changed.emit()
        return keys

    def take(self) -> tuple[Attachment, ...]:
        """Give away what is read, and hold nothing any more."""
        taken = tuple(held.kept for held in self._held if held.kept is not None)
        self.clear()
        return taken

    def clear(self) -> None:
        """Hold nothing any more in this conversation; what is being read is not wanted."""
        had_any = bool(self._held)
        self._drop(self._held)
        if had_any:
            self.changed.emit()

    def open(self, key: str, *, carry: bool = False) -> None:
        """Show the list of another conversation; with `carry` the files of this one come along."""
        files = self._lists.pop(self._open) if carry or not self._held else []
        self._open = key
        self._held = self._lists.setdefault(key, [])
        self._held.extend(files)
        self.changed.emit()

    @Slot(str)
    def forget(self, key: str) -> None:
        """Let go of everything of a conversation that is gone."""
        if key == self._open:
            self.clear()
        else:
            self._drop(self._lists.pop(key, []))

    def let_go(self) -> bool:
        """Let go of everything in every conversation; returns whether there was anything."""
        had_any = any(self._lists.values())
        for files in self._lists.values():
            self._drop(files)
        self._lists = {self._open: self._held}
        self.changed.emit()
        return had_any

    def remove(self, key: int) -> None:
        """Let go of one."""
        held = self._find(key)
        if held is not None:
            held.watch.cancel()
            held.is_wanted = False
            self._held.remove(held)
            self.changed.emit()

    def shorten(self, key: int) -> None:
        """Leave out the end of a file, so that it fits."""
        held = self._find(key)
        item = next((each for each in self.items if each.key == key), None)
        if held is not None and item is not None and item.can_shorten:
            held.cuts_left = _MOST_CUTS
            self._cut(held, item)
            self.changed.emit()

    def restore(self, key: int) -> None:
        """Take all of a file again that was shortened."""
        held = self._find(key)
        if held is not None and held.whole is not None:
            held.num_lines_left_out, held.cuts_left = 0, 0
            self._keep(held, held.whole)
            self.changed.emit()

    @Slot(str, object)
    def on_counted(self, count_id: str, counts: Sequence[int]) -> None:
        """Take the answer to a count; one that is out of date is nobody's."""
        everything = itertools.chain.from_iterable(self._lists.values())
        held = next((each for each in everything if each.count_id == count_id), None)
        if held is None or not counts:
            return
        held.count_id, held.counted = "", counts[0]
        item = next((each for each in self.items if each.key == held.key), None)
        if held.cuts_left and item is not None and item.can_shorten:
            self._cut(held, item)
        else:
            held.cuts_left = 0
        self.changed.emit()

    @Slot()
    def on_room_changed(self) -> None:
        """The context has another length, or another part of it is taken."""
        if self._held:
            self.changed.emit()

    @Slot()
    def on_model_changed(self) -> None:
        """Another model counts otherwise."""
        for held in itertools.chain.from_iterable(self._lists.values()):
            held.counted = None
            self._ask(held)
        self.on_room_changed()

    def _find(self, key: int) -> HeldFile | None:
        return next((held for held in self._held if held.key == key), None)

    def _read(self, path: Path) -> None:
        key = next(self._keys)
        held = HeldFile(key, shown_name(path), path, Watch(self._teller(key)))
        self._held.append(held)

        def on_failure(notice: Notice) -> None:
            if held.is_wanted:
                self._let_go_of(held)
                self.refused.emit(notice)

        def on_read(attachment: Attachment) -> None:
            if held.is_wanted:
                held.whole, held.share_read = attachment, None
                self._keep(held, attachment)
                self.changed.emit()

        self._tasks.run(lambda: read_attachment(path, held.watch), on_read, on_failure)

    def _let_go_of(self, held: HeldFile) -> None:
        for files in self._lists.values():
            if held in files:
                files.remove(held)
        self.changed.emit()

    def _drop(self, files: list[HeldFile]) -> None:
        for held in files:
            held.watch.cancel()
            held.is_wanted = False
        files.clear()

    def _teller(self, key: int) -> Callable[[float], None]:
        """What the thread that reads calls; it speaks up after a while, and then not too often."""
        last = 0.0

        def tell(share: float) -> None:
            nonlocal last
            now = time.monotonic()
            last = last or now + _PROGRESS_AFTER - _PROGRESS_EVERY
            if now - last >= _PROGRESS_EVERY:
                last = now
                self._progressed.emit(key, share)

        return tell

    @Slot(int, float)
    def _on_progressed(self, key: int, share: float) -> None:
        held = self._find(key)
        if held is not None and held.whole is None:
            held.share_read = share
            self.changed.emit()

    def _cut(self, held: HeldFile, item: AttachmentItem) -> None:
        """Cut it once; where the count then says that it is still too long, it is cut again."""
        held.cuts_left -= 1
        self._keep(held, cut_once(held, item))

    def _keep(self, held: HeldFile, attachment: Attachment) -> None:
        held.keep(attachment)
        self._ask(held)

    def _ask(self, held: HeldFile) -> None:
        if self._counter is None or held.kept is None:
            return
        held.count_id = f"attachment-{held.key}-{next(self._counts)}"
        self._counter.count_pieces(held.count_id, (wrapped(held.kept),))
