"""The program: its parts, its window, and how they are connected. What keeps conversations is connected in `kept`."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QTimer, Slot

from app.composition.branches import Branches
from app.composition.chatting import Chatting
from app.composition.composing import Composing
from app.composition.context import Context
from app.composition.filing import Filed
from app.composition.graphics import Graphics
from app.composition.kept import Kept
from app.composition.language_choice import LanguageChoice
from app.composition.late import LateParts
from app.composition.loading import Loading
from app.composition.look import Look
from app.composition.own_settings import Own
from app.composition.planning import Planning
from app.composition.privacy import Privacy
from app.errors import Notice
from app.hardware.sampler import MachineSampler
from app.models.starter import starter_model_path
from app.runtime.crash_log import CrashLog
from app.runtime.engine_worker import EngineWorker
from app.runtime.store_worker import StoreWorker
from app.runtime.tasks import Tasks
from app.runtime.telemetry_worker import TelemetryWorker
from app.runtime.translation import Translation
from app.settings.paths import costs_file
from app.settings.policy import FoundPolicy, read_policy
from app.settings.store import SettingsStore
from app.store.keys.keeper import KeyKeeper
from app.store.keys.ring import Ring
from app.viewmodels.chat import Chat
from app.viewmodels.context_count import ContextCount
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.erasure import Erasure
from app.viewmodels.folders import ConversationFolders
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.help_topics import topic_of
from app.viewmodels.keeping import Keeping
from app.viewmodels.languages import locale_of, spoken
from app.viewmodels.late_writes import LateWrites
from app.viewmodels.notices import written
from app.viewmodels.own_settings import OwnSettings
from app.viewmodels.pair_choice import PairChoice
from app.viewmodels.preferences import Preferences
from app.viewmodels.protection import Protection
from app.viewmodels.speculation import SpeculationState
from widgets.composer.composer import Composer
from widgets.first_run.empty_state import EmptyState
from widgets.look.style_sheet import dress
from widgets.look.theme import ContrastChoice, Theme, ThemeChoice
from widgets.parts.notice_bar import Foot, NoticeBar
from widgets.parts.undo_bar import UndoBar
from widgets.proof.panel import ProofPanel
from widgets.transcript.stack import ConversationStack
from widgets.window.header import Header
from widgets.window.load_card import LoadCard
from widgets.window.load_menu import LoadMenu
from widgets.window.main_window import MainWindow
from widgets.window.pair_offer import PairOffer
from widgets.window.sidebar import Sidebar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from app.composition.handover import Handover
    from app.settings.paths import Folders
    from app.viewmodels.key_source import Keys


_FIRST_FRAME_MILLISECONDS = 60
"""For the window to come on screen."""


class Galley(LateParts):
    """The program: its workers, its state, its window.

    Args:
        application: Qt's application, made before.
        folders: Where files lie.
        keys: Finds and keeps the key; None takes the system's keyring, or a passphrase.
        runtime_files: By what a second start finds this window.
        handover: What a window in another language had, which this one goes on with.
        policy: What an administrator lays down; None reads their file.
    """

    def __init__(
        self,
        application: QApplication,
        folders: Folders,
        keys: Keys | None = None,
        runtime_files: Sequence[Path] = (),
        handover: Handover | None = None,
        policy: FoundPolicy | None = None,
    ) -> None:
        super().__init__(application)
        self.policy = policy or read_policy()
        self.folders = folders
        self.runtime_files = runtime_files
        self._handover = handover
        self.crash_log = CrashLog(folders.logs, self)
        self.preferences = Preferences(SettingsStore(folders.settings), str(costs_file(folders)), self)
        if handover is not None:
            self.preferences.adopt(handover.settings)
        self.translation = Translation(application)
        language = self.preferences.settings.appearance.language
        self.translation.speak(spoken(language), locale_of(language))
        self.theme = self._make_theme()
        dress(application, self.theme)
        self.engine = EngineWorker(self, None if handover is None else handover.client)
        self.telemetry = TelemetryWorker(MachineSampler, parent=self)
        self.tasks = Tasks(self)
        self.store = StoreWorker(self)
        self.conversations = ConversationList(self)
        self.folders_shown = ConversationFolders(self.conversations, self)
        self.keeping = Keeping(self.store, self.conversations, self)
        self.late_writes = LateWrites(self.keeping, self.conversations, self)
        self.own_settings = OwnSettings(self.preferences, self.keeping, self.late_writes, self)
        self.chat = Chat(self.engine, self.conversations, self.own_settings, self.keeping, self)
        self.erasure = Erasure(self.conversations, self.chat, self.keeping, self)
        refusal = Notice("policy_passphrase") if self.policy.policy.passphrase_required else None
        self.keys = keys or KeyKeeper(folders.data, Ring(), refusal=refusal)
        self.protection = Protection(folders.data, self.keys, self.store, self.chat, self.keeping, self)
        self.pair_choice = PairChoice(self.engine, self.preferences, self.tasks, self)
        self.context_count = ContextCount(self.engine, self.chat, self.conversations, self.own_settings, self)
        self.speculation = SpeculationState(self)
        self.history = HardwareHistory(self)
        self.starter = starter_model_path(folders.data)
        self._make_widgets()
        self._connect_engine()
        self.chatting = Chatting(self)
        self.loading = Loading(self)
        self._connect_program()
        self.kept = Kept(self)
        self.filed = Filed(self)
        self.branches = Branches(self)
        self.privacy = Privacy(self)
        self.planning = Planning(self)
        self.graphics = Graphics(self)
        self.own = Own(self)
        self.composing = Composing(self)
        self.context = Context(self)
        self.language_choice = LanguageChoice(self)
        self.look = Look(self)
        self._is_stopped = False
        self._is_complete = False

    @property
    def is_complete(self) -> bool:
        """Whether everything has been made, and what there is to load was asked for."""
        return self._is_complete

    def start(self, target: str | None, draft: str | None) -> None:
        """Show the window, then load what was asked for, used last, or comes with the program."""
        self.crash_log.install()
        self.engine.start()
        self.telemetry.start()
        self.window.show()
        if self._handover is not None and self._handover.key is not None:
            self.protection.adopt(self._handover.key)
        self.kept.start()
        self.filed.start()
        self.preferences.announce()
        if self.policy.problem is not None:
            self.show_notice(self.policy.problem)
        QTimer.singleShot(_FIRST_FRAME_MILLISECONDS, self, lambda: self._go_on(target, draft))

    def _go_on(self, target: str | None, draft: str | None) -> None:
        """Make what nobody sees at first, a piece at a time so that the window answers between them, and then load."""
        if self._is_stopped:
            return
        if self.make_next():
            QTimer.singleShot(0, self, lambda: self._go_on(target, draft))
            return
        self._is_complete = True
        self.models.start()
        self.serving.start(None if self._handover is None else self._handover.door)
        if self._handover is None:
            self.loading.begin(target, draft)
        else:
            self._handover.give_pair(self)
            self._handover = None  # it holds all that was there before

    def leave(self) -> None:
        """Close the window without a question: somebody ends the session."""
        self.kept.ask_no_more()
        self.window.close()

    def stop(self) -> Notice | None:
        """Save everything, end every thread and the engine.

        Returns:
            What could not be saved, or None.
        """
        self.own.stop()
        self._is_stopped = True
        self.look.stop()
        self.stop_late()
        self.preferences.save()
        self.planning.stop()  # what is asked of llama.cpp must not hold the tasks behind it
        if self.has("lab"):
            self.lab.stop()
        self.tasks.stop()
        self.composing.stop()
        self.telemetry.stop()
        self.engine.stop()
        self.graphics.stop()
        self.privacy.stop()
        self.filed.stop()
        self.branches.stop()
        lost = self.kept.stop()
        self.crash_log.remove()
        self.translation.end()
        return lost

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Say something above the composer, with a way to the page of the guide that explains it."""
        self.notices.show_sentence(written(notice), topic_of(notice.code))

    def _make_theme(self) -> Theme:
        appearance = self.preferences.settings.appearance
        contrast = ContrastChoice(appearance.contrast.value)
        return Theme(ThemeChoice(appearance.theme.value), self, contrast=contrast)

    def _make_widgets(self) -> None:
        theme = self.theme
        self.sidebar = Sidebar(theme, self.conversations, self.folders_shown)
        self.header = Header(theme)
        self.load_menu = LoadMenu(self.header.more_menu)
        self.load_card = LoadCard(theme)
        starter = None if self.starter is None else str(self.starter)
        self.empty_state = EmptyState(theme, starter)
        self.empty_state.set_first(not self.preferences.settings.window.welcomed)
        self.stack = ConversationStack(theme)
        self.composer = Composer(theme)
        self.notices = NoticeBar(theme)
        self.undo_bar = UndoBar(theme)
        self.message_undo_bar = UndoBar(theme)
        self.pair_offer = PairOffer(theme)
        self.proof_panel = ProofPanel(theme, self.speculation, self.history)
        self.window = MainWindow(
            theme,
            sidebar=self.sidebar,
            header=self.header,
            load_card=self.load_card,
            empty_state=self.empty_state,
            conversation=self.stack,
            composer=Foot(self.undo_bar, self.message_undo_bar, self.notices, self.pair_offer, composer=self.composer),
            proof_panel=self.proof_panel,
        )
        layout = self.preferences.settings.window.layout.encode()
        self.window.restore_state(bytes(QByteArray.fromBase64(layout).data()))
        self.stack.set_keep_marks(self.preferences.settings.marks.keep)
        self.header.show_theme_choice(self.theme.choice)
        self.proof_panel.set_keep_marks(self.preferences.settings.marks.keep)

    def _connect_engine(self) -> None:
        arrived = self.engine.events_arrived
        arrived.connect(self.pair_choice.on_events)
        arrived.connect(self.speculation.on_events)
        arrived.connect(self.chat.on_events)
        arrived.connect(self.load_card.on_events)
        self.telemetry.sampled.connect(self.history.on_sample)
        self.telemetry.sampled.connect(self.header.on_sample)

    def _connect_program(self) -> None:
        self.proof_panel.keep_marks_changed.connect(self.preferences.set_keep_marks)
        self.header.theme_chosen.connect(self._on_theme_chosen)
        self.preferences.notice_raised.connect(self.show_notice)
        self.keeping.notice_raised.connect(self.show_notice)
        self.protection.notice_raised.connect(self.show_notice)
        self.crash_log.bug_caught.connect(self.show_notice)
        self.window.close_requested.connect(self._on_close_requested)

    def _on_theme_chosen(self, choice: ThemeChoice) -> None:
        self.theme.choose(choice)
        self.preferences.set_theme(choice.value)

    def _on_close_requested(self) -> None:
        self.preferences.set_window("", base64.b64encode(self.window.saved_state()).decode("ascii"))
