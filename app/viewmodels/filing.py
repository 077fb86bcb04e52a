"""Putting conversations in order: pinning, archiving, folders, copies. What leaves sight can be had back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from app.errors import Notice
from app.store.folders import StoredFolder
from app.viewmodels.conversation_list import MOST_TITLE_CHARACTERS
from app.viewmodels.erasure import UNDO_MILLISECONDS
from app.viewmodels.folders import folder_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.runtime.store_worker import StoreWorker
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.folders import ConversationFolders
    from app.viewmodels.keeping import Keeping


class Filing(QObject):
    """Does what is asked for in the list, and keeps it where anything is kept.

    Args:
        worker: Owns the store, where folders are kept.
        conversations: The list.
        folders: Its folders.
        keeping: Keeps what becomes of a conversation.
    """

    archived = Signal(str)
    """The title of what has just been archived and can be had back."""
    folder_removed = Signal(str)
    """The name of a folder that has just been removed and can be had back."""
    settled = Signal()
    """It was had back, or is in order now."""
    naming_requested = Signal(str)
    """A folder that has just been made and waits for a name of its own."""
    notice_raised = Signal(object)

    def __init__(
        self,
        worker: StoreWorker,
        conversations: ConversationList,
        folders: ConversationFolders,
        keeping: Keeping,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._conversations = conversations
        self._folders = folders
        self._keeping = keeping
        self._take_back: Callable[[], None] | None = None
        self._put_away = ""
        """The conversation that it would take out of the archive, where that is what it does."""
        self._is_read = False
        """Whether the folders that were kept are known; until then a list of folders would leave them out."""
        self._timer = QTimer(self, singleShot=True, interval=UNDO_MILLISECONDS)
        self._timer.timeout.connect(self.finish)
        worker.opened.connect(self._on_opened)
        keeping.kept.connect(self._on_kept)
        keeping.duplicated.connect(conversations.activate)
        keeping.filled.connect(folders.adopt)

    # Conversations.

    @Slot(str, bool)
    def set_pinned(self, key: str, pinned: bool) -> None:
        """Keep a conversation on top, or no more."""
        self._change(key, pinned=pinned)

    @Slot(str, bool)
    def set_archived(self, key: str, archived: bool) -> None:
        """Put a conversation into the archive, for a while with a way back, or take it out."""
        if not archived:
            self._change(key, archived=False)
            if key == self._put_away:
                self.finish()
            return
        was_open = key == self._conversations.active
        title = self._conversations.entry(key).title
        self._conversations.archive(key)
        self._keeping.change(key, archived=True)

        def take_back() -> None:
            if key in self._conversations:
                self._change(key, archived=False)
                if was_open:
                    self._conversations.activate(key)

        self._offer(take_back)
        self._put_away = key
        self.archived.emit(title)

    @Slot(str, str)
    def move(self, key: str, folder: str) -> None:
        """Put a conversation into a folder; an empty name is none."""
        self._change(key, folder=folder)

    @Slot(str, bool, str)
    def place(self, key: str, pinned: bool, folder: str) -> None:
        """Put a conversation where it was dropped: on top, into a folder, or back among the days."""
        if pinned:
            self._change(key, pinned=True)
        else:
            self._change(key, pinned=False, folder=folder)

    @Slot(str)
    def duplicate(self, key: str) -> None:
        """Copy a conversation with all its branches and open the copy."""
        ending = QCoreApplication.translate("Filing", "(copy)")
        title = self._conversations.entry(key).title[: MOST_TITLE_CHARACTERS - len(ending) - 1]
        self._keeping.duplicate(key, f"{title} {ending}".strip())

    @Slot(str)
    def begin_in(self, folder: str) -> None:
        """Open a new conversation in a folder."""
        self.set_folded(folder, False)
        self._conversations.begin(folder)

    # ConversationFolders.

    @Slot(str)
    def begin_folder(self, key: str = "") -> None:
        """Make a folder that has no name of its own yet, and put a conversation into it where one is named."""
        name = self._folders.free_name(QCoreApplication.translate("Filing", "New folder"))
        self._folders.add(name)
        self._keep_folders()
        if key:
            self._change(key, folder=name, pinned=False)
        self.naming_requested.emit(name)

    @Slot(str, str)
    def rename_folder(self, old: str, text: str) -> None:
        """Call a folder otherwise; a name of nothing changes nothing, and one that is taken is refused."""
        new = folder_name(text)
        if not new or new == old:
            return
        taken = self._folders.like(new)
        if taken not in (None, old):
            self.notice_raised.emit(Notice("folder_exists", {"name": str(taken)}))
            return
        self._move_all(self._within(old), new)
        self._folders.rename(old, new)
        self._keep_folders()

    @Slot(str)
    def remove_folder(self, name: str) -> None:
        """Remove a folder, for a while with a way back. Its conversations stay, among the others."""
        keys = self._within(name)
        is_folded = dict(self._folders.shown).get(name, False)
        self._move_all(keys, "")
        self._folders.remove(name)
        self._keep_folders()

        def take_back() -> None:
            self._folders.add(name, is_folded=is_folded)
            self._keep_folders()
            self._move_all([key for key in keys if key in self._conversations], name)

        self._offer(take_back)
        self.folder_removed.emit(name)

    @Slot(str, bool)
    def set_folded(self, name: str, is_folded: bool) -> None:
        """Show only the heading of a folder, or what lies in it as well."""
        self._folders.add(name, is_folded=is_folded)
        self._keep_folders()

    # The way back.

    @Slot()
    def undo(self) -> None:
        """Have back what has just left sight."""
        take_back, self._take_back = self._take_back, None
        self._put_away = ""
        self._timer.stop()
        if take_back is not None:
            take_back()
            self.settled.emit()

    @Slot()
    def finish(self) -> None:
        """Let it be as it is."""
        if self._take_back is not None:
            self.drop_undo()
            self.settled.emit()

    def drop_undo(self) -> None:
        """Let it be as it is, and say nothing: something else can be had back from now on."""
        self._take_back = None
        self._put_away = ""
        self._timer.stop()

    @Slot()
    def clear(self) -> None:
        """Forget everything: what is kept is out of reach."""
        self.finish()
        self._is_read = False
        self._folders.clear()

    def _offer(self, take_back: Callable[[], None]) -> None:
        self._take_back = take_back
        self._put_away = ""
        self._timer.start()

    def _change(self, key: str, **fields: bool | str) -> None:
        entry = self._conversations.entry(key)
        fields = {name: value for name, value in fields.items() if getattr(entry, name) != value}
        if fields:
            self._conversations.change([key], **fields)
            self._keeping.change(key, **fields)
        if "folder" in fields:
            self._folders.adopt()
            self._keep_folders()

    def _within(self, folder: str) -> list[str]:
        """The conversations of a folder, those that are archived or pinned too."""
        return [entry.key for entry in self._conversations.entries if entry.folder == folder]

    def _move_all(self, keys: Sequence[str], folder: str) -> None:
        self._conversations.change(keys, folder=folder)
        kept = [key for key in keys if self._keeping.is_kept(key)]
        if kept:
            self._worker.write(
                lambda store: store.move_to_folder(kept, folder), lambda _none: None, self.notice_raised.emit
            )

    def _keep_folders(self) -> None:
        if not self._keeping.keeps or not self._is_read:
            return
        folders = [StoredFolder(name, is_folded) for name, is_folded in self._folders.shown]
        self._worker.write(lambda store: store.save_folders(folders), lambda _none: None, self.notice_raised.emit)

    @Slot(str)
    def _on_kept(self, key: str) -> None:
        """A conversation that was sorted in before its first message is kept from now on."""
        entry = self._conversations.entry(key)
        if entry.folder or entry.pinned:
            self._keeping.change(key, folder=entry.folder, pinned=entry.pinned)

    @Slot(object)
    def _on_opened(self, _opening: object) -> None:
        def on_read(folders: object) -> None:
            self._folders.fill((each.name, each.is_folded) for each in cast("Sequence[StoredFolder]", folders))
            self._is_read = True

        self._worker.read(lambda store: store.folders(), on_read, self.notice_raised.emit)
