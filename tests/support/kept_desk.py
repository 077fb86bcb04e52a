"""What belongs to one conversation, with a real store and real settings around it, and no window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.runtime.store_worker import StoreWorker
from app.settings.store import SettingsStore
from app.store.store import Store
from app.viewmodels.conversation_list import ConversationList, new_id
from app.viewmodels.keeping import Keeping
from app.viewmodels.late_writes import LateWrites
from app.viewmodels.own_settings import OwnSettings
from app.viewmodels.preferences import Preferences
from app.viewmodels.presets import Presets
from app.viewmodels.transcript import UserTurn
from app.viewmodels.unsent import Unsent
from tests.support.fixed_keys import KEY

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.store.values import ConversationRow


class KeptDesk:
    """Opened by `open`; `close` ends it."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder = folder
        self.qtbot = qtbot
        self.worker = StoreWorker()
        self.conversations = ConversationList()
        self.keeping = Keeping(self.worker, self.conversations)
        self.preferences = Preferences(SettingsStore(folder / "settings"))
        self.writes = LateWrites(self.keeping, self.conversations)
        self.own = OwnSettings(self.preferences, self.keeping, self.writes)
        self.unsent = Unsent(self.keeping, self.writes)
        self.presets = Presets(self.worker, self.keeping, self.own, self.conversations)
        self.worker.start()

    @property
    def key(self) -> str:
        """The open conversation."""
        return self.conversations.active

    def open(self) -> None:
        with self.qtbot.waitSignal(self.presets.changed), self.qtbot.waitSignal(self.keeping.filled):
            self.worker.open(lambda: Store.open(self.folder, KEY))

    def say(self, text: str) -> None:
        """Say something in the open conversation."""
        self.conversations.note_messages(self.key, 1, text)
        self.keeping.keep_question(self.key, None, UserTurn(text, new_id()))

    def rows(self) -> dict[str, ConversationRow]:
        """What is on disk, by id."""
        found: list[dict[str, ConversationRow]] = []
        self.worker.read(
            lambda store: found.append({row.id: row for row in store.conversations()}),
            lambda _none: None,
            lambda _notice: found.append({}),
        )
        self.qtbot.waitUntil(lambda: bool(found))
        return found[0]

    def close(self) -> None:
        self.writes.forget_all()
        self.preferences.save()
        self.worker.stop()
