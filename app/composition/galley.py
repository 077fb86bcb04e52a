"""The program: its parts, its window, and how they are connected. What keeps conversations is connected in `kept`."""

from __future__ import annotations

import base64
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QTimer

from app.composition.branches import Branches
from app.composition.composing import Composing
from app.composition.context import Context
from app.composition.filing import Filed
from app.composition.kept import Kept
from app.composition.language_choice import LanguageChoice
from app.composition.look import Look
from app.composition.own_settings import Own
from app.composition.planning import Planning
from app.composition.privacy import Privacy
from app.engine.events import LoadFailed, PairLoaded, RoundDecoded, TokensProposed
from app.engine.race_events import RaceStepped
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
from app.viewmodels.reply import Speedup
from app.viewmodels.speculation import SpeculationState
from widgets.composer import Composer
from widgets.conversation_stack import ConversationStack
from widgets.empty_state import EmptyState
from widgets.header import Header
from widgets.link_question import ask_to_open
from widgets.load_card import LoadCard
from widgets.load_menu import LoadMenu
from widgets.main_window import MainWindow
from widgets.notice_bar import Foot, NoticeBar
from widgets.pair_offer import PairOffer
from widgets.proof_panel import ProofPanel
from widgets.sidebar import Sidebar
from widgets.style_sheet import dress
from widgets.theme import ContrastChoice, Theme, ThemeChoice
from widgets.undo_bar import UndoBar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from app.composition.about import About
    from app.composition.comparing import Comparing
    from app.composition.foreign import ForeignWired
    from app.composition.handover import Handover
    from app.composition.helping import Helping
    from app.composition.lab import Lab
    from app.composition.machine import Machine
    from app.composition.models import Models
    from app.composition.serving import Serving
    from app.composition.settings_page import SettingsWired
    from app.engine.events import EngineEvent
    from app.settings.paths import Folders
    from app.viewmodels.key_source import Keys


_FIRST_FRAME_MILLISECONDS = 60
"""For the window to come on screen."""
_LATER = ("machine", "models", "comparing", "serving", "foreign", "lab", "helping", "settings", "about")


class Galley(QObject):
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
        self._template_notice: Notice | None = None
        self._make_widgets()
        self._connect_engine()
        self._connect_models()
        self._connect_chat()
        self._connect_settings()
        self._connect_program()
        self.kept = Kept(self)
        self.filed = Filed(self)
        self.branches = Branches(self)
        self.privacy = Privacy(self)
        self.planning = Planning(self)
        self.own = Own(self)
        self.composing = Composing(self)
        self.context = Context(self)
        self.language_choice = LanguageChoice(self)
        self.look = Look(self)
        self._is_stopped = False
        self._is_complete = False

    @cached_property
    def machine(self) -> Machine:
        """The machine's page and plots. This and the three below are made when the window is there already."""
        from app.composition.machine import Machine

        return Machine(self)

    @cached_property
    def models(self) -> Models:
        """The models on this machine."""
        from app.composition.models import Models

        return Models(self)

    @cached_property
    def comparing(self) -> Comparing:
        """Two settings side by side."""
        from app.composition.comparing import Comparing

        return Comparing(self)

    @cached_property
    def lab(self) -> Lab:
        """Measuring over suites."""
        from app.composition.lab import Lab

        return Lab(self)

    @cached_property
    def helping(self) -> Helping:
        """The guide, and what asks for it."""
        from app.composition.helping import Helping

        return Helping(self)

    @cached_property
    def serving(self) -> Serving:
        """Other programs that use the loaded pair."""
        from app.composition.serving import Serving

        return Serving(self, Notice("policy_api") if self.policy.policy.api_forbidden else None)

    @cached_property
    def foreign(self) -> ForeignWired:
        """Settings from and for other programs."""
        from app.composition.foreign import ForeignWired

        return ForeignWired(self)

    @cached_property
    def settings(self) -> SettingsWired:
        """All settings on one page."""
        from app.composition.settings_page import SettingsWired

        return SettingsWired(self)

    @cached_property
    def about(self) -> About:
        """Which Galley this is, and what is inside."""
        from app.composition.about import About

        return About(self)

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
            self._on_notice(self.policy.problem)
        QTimer.singleShot(_FIRST_FRAME_MILLISECONDS, self, lambda: self._go_on(target, draft))

    def _go_on(self, target: str | None, draft: str | None) -> None:
        """Make what nobody sees at first, a piece at a time so that the window answers between them, and then load."""
        if self._is_stopped:
            return
        name = next((each for each in _LATER if each not in self.__dict__), "")
        if name:
            getattr(self, name)
            QTimer.singleShot(0, self, lambda: self._go_on(target, draft))
            return
        self._is_complete = True
        self.models.start()
        self.serving.start(None if self._handover is None else self._handover.door)
        if self._handover is not None:
            self._handover.give_pair(self)
            self._handover = None  # it holds all that was there before
            return
        models = self.preferences.settings.models
        if target is None and draft is None:
            draft = models.draft
        target = target or self._first_target()
        if target is not None:
            self.pair_choice.choose_pair(target, draft)
        elif draft is not None:
            self.pair_choice.choose_draft(draft)

    def _first_target(self) -> str | None:
        """What is loaded at the start where nothing else is asked for: what was used last, or came along."""
        return self.preferences.settings.models.target or (None if self.starter is None else str(self.starter))

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
        if "about" in self.__dict__:
            self.about.stop()
        if "serving" in self.__dict__:
            self.serving.stop()
        if "comparing" in self.__dict__:
            self.comparing.stop()
        if "lab" in self.__dict__:
            self.lab.cancel()
        if "models" in self.__dict__:
            self.models.stop()
        self.preferences.save()
        self.planning.stop()  # what is asked of llama.cpp must not hold the tasks behind it
        if "lab" in self.__dict__:
            self.lab.stop()
        self.tasks.stop()
        self.composing.stop()
        self.telemetry.stop()
        self.engine.stop()
        self.privacy.stop()
        self.filed.stop()
        self.branches.stop()
        lost = self.kept.stop()
        self.crash_log.remove()
        self.translation.end()
        return lost

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
        self._on_conversation_opened(self.conversations.active)
        self._show_pair()
        self.empty_state.set_comes(self._first_target() is not None)
        self._show_settings()

    def _connect_engine(self) -> None:
        arrived = self.engine.events_arrived
        arrived.connect(self.pair_choice.on_events)
        arrived.connect(self.speculation.on_events)
        arrived.connect(self.chat.on_events)
        arrived.connect(self.load_card.on_events)
        arrived.connect(self._on_events)
        self.telemetry.sampled.connect(self.history.on_sample)
        self.telemetry.sampled.connect(self.header.on_sample)

    def _connect_models(self) -> None:
        choice = self.pair_choice
        self.header.target_chosen.connect(choice.choose_target)
        self.header.draft_chosen.connect(choice.choose_draft)
        self.header.draft_removed.connect(lambda: choice.choose_draft(None))
        self.window.open_target_requested.connect(self.header.choose_target_file)
        self.window.choose_draft_requested.connect(self.header.open_draft_menu)
        self.window.model_dropped.connect(choice.take_file)
        self.empty_state.open_requested.connect(self.header.choose_target_file)
        self.empty_state.starter_chosen.connect(choice.choose_target)
        self.load_card.choose_file_requested.connect(self.header.choose_target_file)
        self.load_card.cancel_requested.connect(self.engine.cancel_load)
        choice.load_requested.connect(self._on_load_requested)
        choice.failed.connect(lambda notice: self.load_card.on_events([LoadFailed(notice, choice.pair)]))
        choice.failed.connect(lambda _notice: self.empty_state.set_pair(choice.pair))
        choice.pair_changed.connect(self._show_pair)

    def _connect_chat(self) -> None:
        chat = self.chat
        self.composer.send_requested.connect(self._on_send)
        self.composer.stop_requested.connect(self._on_stop)
        self.window.stop_requested.connect(self._on_stop)
        self.window.new_conversation_requested.connect(self._on_new_conversation)
        self.window.marks_requested.connect(self.stack.toggle_marks)
        self.window.keep_marks_requested.connect(self.proof_panel.keep_marks.toggle)
        self.window.step_through_requested.connect(self.stack.step_through)
        self.window.figures_requested.connect(self.stack.show_figures)
        self.sidebar.new_requested.connect(self._on_new_conversation)
        self.sidebar.conversation_chosen.connect(self.conversations.activate)
        self.stack.regenerate_requested.connect(self._on_regenerate)
        self.stack.quote_requested.connect(self.composer.append_text)
        self.stack.link_activated.connect(lambda link: ask_to_open(self.window, link))
        chat.conversation_opened.connect(self._on_conversation_opened)
        chat.busy_changed.connect(self._show_busy)
        chat.reply_ended.connect(self._on_reply_ended)
        chat.message_refused.connect(self._on_message_refused)

    def _connect_settings(self) -> None:
        preferences = self.preferences
        self.proof_panel.keep_marks_changed.connect(self.stack.set_keep_marks)
        self.proof_panel.keep_marks_changed.connect(preferences.set_keep_marks)
        self.header.theme_chosen.connect(self._on_theme_chosen)
        self.load_menu.context_chosen.connect(lambda tokens: self._on_load_setting(context_tokens=tokens))
        self.load_menu.reproducible_chosen.connect(lambda on: self._on_load_setting(reproducible=on))

    def _connect_program(self) -> None:
        self.preferences.notice_raised.connect(self._on_notice)
        self.keeping.notice_raised.connect(self._on_notice)
        self.protection.notice_raised.connect(self._on_notice)
        self.protection.changed.connect(self._show_busy)
        self.crash_log.bug_caught.connect(self._on_notice)
        self.window.close_requested.connect(self._on_close_requested)

    def _on_events(self, events: list[EngineEvent]) -> None:
        for event in events:
            if not isinstance(event, RoundDecoded | TokensProposed | RaceStepped):
                self.telemetry.watch(self.engine.engine_pid)  # asking costs a call of the system each time
            if isinstance(event, PairLoaded):
                self._show_template_notice(event.pair.template_notice)
        self._show_busy()

    def _show_template_notice(self, notice: Notice | None) -> None:
        if self._template_notice is not None:
            self.notices.withdraw(written(self._template_notice))
        self._template_notice = notice
        if notice is not None:
            self._on_notice(notice)

    def _on_new_conversation(self) -> None:
        """Begin one where it can be written at once; what was being looked for stays behind."""
        self.sidebar.clear_search()
        self.conversations.begin()
        self.composer.setFocus()

    def _on_load_requested(self) -> None:
        settings = self.pair_choice.wanted
        if settings is not None:
            self.load_card.begin(*settings)
        if not self.chat.busy:
            self.speculation.on_load_requested()
        self._show_busy()

    def _show_pair(self) -> None:
        pair, models = self.pair_choice.pair, self.preferences.settings.models
        self.header.set_pair(pair)
        self.header.set_recent(models.recent_targets, models.recent_drafts)
        reasons = self.pair_choice.draft_reasons
        self.header.set_draft_reasons({path: written(reason) for path, reason in reasons.items()})
        self.empty_state.set_pair(pair)
        self._show_busy()

    def _show_settings(self) -> None:
        self.header.show_theme_choice(self.theme.choice)
        self.proof_panel.set_keep_marks(self.preferences.settings.marks.keep)
        load = self.preferences.settings.load
        self.load_menu.show_choice(load.context_tokens, load.reproducible)

    def _show_busy(self) -> None:
        busy = self.chat.busy or self.pair_choice.loading
        self.composer.set_busy(busy)
        is_open = self.protection.is_settled and not self.chat.is_reading
        if not is_open:
            reason = QCoreApplication.translate("Galley", "Opening your conversations.")
        elif self.pair_choice.loading:
            reason = QCoreApplication.translate("Galley", "Loading the model. You can write already.")
        else:
            reason = QCoreApplication.translate("Galley", "Choose a target model to begin.")
        self.composer.set_ready(is_open and self.pair_choice.pair is not None, reason)
        self.telemetry.set_active(busy or ("serving" in self.__dict__ and self.serving.is_busy))

    def _on_conversation_opened(self, key: str) -> None:
        transcript = self.chat.transcript_of(key)
        if self.chat.is_reading:
            self.stack.show_blank()
        else:
            self.stack.show_conversation(key, transcript)
        self.window.show_conversation(self.chat.is_reading or bool(transcript.rows))
        self.speculation.on_conversation_opened()
        self._show_busy()

    def _on_send(self, text: str) -> None:
        self.composing.send(text)

    def _on_regenerate(self, request_id: int) -> None:
        if self.pair_choice.pair is not None:  # the reply there is would be given away for none
            self.chat.regenerate(request_id)

    def _on_stop(self) -> None:
        if self.pair_choice.loading:
            self.engine.cancel()  # a load that brings the pair back for a reply goes on; the reply ends
        self.chat.stop()

    def _on_reply_ended(self, request_id: int) -> None:
        speedup = self.speculation.estimated_speedup
        if speedup is not None:
            self.chat.set_speedup(request_id, Speedup(speedup, estimated=True))

    def _on_load_setting(self, **values: int | bool) -> None:
        self.preferences.set_load(**values)
        self._show_settings()
        self.pair_choice.reload()

    def _on_message_refused(self, text: str) -> None:
        self.composing.take_back(text)

    def _on_theme_chosen(self, choice: ThemeChoice) -> None:
        self.theme.choose(choice)
        self.preferences.set_theme(choice.value)

    def _on_notice(self, notice: Notice) -> None:
        self.notices.show_sentence(written(notice), topic_of(notice.code))

    def _on_close_requested(self) -> None:
        self.preferences.set_window("", base64.b64encode(self.window.saved_state()).decode("ascii"))
