"""How writing a message is connected: its files, what was sent before, its spelling, and the sending itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Qt, Slot

from app.attachments.wrapping import composed
from app.composition.prompting import Prompting
from app.errors import Notice
from app.runtime.tasks import Tasks
from app.spelling.enchant import is_installed, keep_no_word_lists, open_dictionaries
from app.spelling.speller import Speller
from app.viewmodels.attachment_room import AttachmentRoom
from app.viewmodels.attachments import Attachments
from app.viewmodels.composer_history import ComposerHistory
from app.viewmodels.memory_use import reading_of
from app.viewmodels.notices import written
from app.viewmodels.transcript import AttachedSpan
from widgets.composer.attachment_dialogs import ask_what_to_attach, show_preview
from widgets.window.load_menu import SIZES

if TYPE_CHECKING:
    from app.attachments.values import Attachment
    from app.composition.galley import Galley
    from app.hardware.samples import MachineSample
    from app.spelling.enchant import Dictionary

_REPLY_TOKENS = 512
"""What a longer context leaves for the reply at least."""
_MOST_UNDER_WAY = 8
_USUAL_LANGUAGES = ("en_US", "nl_NL")
"""What is written on many desktops of another language; each line is read in the one that fits it."""


class Composing(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._tasks = Tasks(self)  # a large file may not keep a model waiting
        self._count = galley.context_count
        room = AttachmentRoom(self._count, lambda: galley.preferences.leaves_out_oldest)
        self.attachments = Attachments(self._tasks, room, self)
        self._refusals: list[str] = []
        self._begun_in: str | None = None
        """The folder of the conversation without messages that was open when it was locked; None for another one."""
        self.history = ComposerHistory(galley.chat, galley.conversations, self)
        self.prompting = Prompting(galley)
        self._under_way: dict[str, tuple[str, tuple[Attachment, ...]]] = {}
        """Whole messages with files that were sent last, as what was typed and the files: one may come back."""
        self._let_go = False
        self._sample: MachineSample | None = None
        self._shown = galley.conversations.active
        """The conversation whose files are on screen."""
        self._connect_files()
        self._connect_room()
        self._connect_history()
        self._connect_spelling()
        self._connect_ends()
        self._on_opened(galley.conversations.active)

    def stop(self) -> None:
        """Let go of what is being read."""
        self.attachments.let_go()
        self._tasks.stop()

    # Sending.

    def send(self, typed: str) -> None:
        """Send what is typed with the files, and begin a new message."""
        galley, files = self._galley, self.attachments.take()
        self._withdraw_refusals()
        text, spans = composed(typed, files)
        if files:
            self._under_way[text] = typed, files
            for old in list(self._under_way)[:-_MOST_UNDER_WAY]:
                del self._under_way[old]
        self.history.note_sent(typed)
        galley.composer.clear_text()
        galley.chat.send(text, tuple(AttachedSpan(each.name, each.begin, each.end) for each in spans))
        galley.window.show_conversation(True)

    def take_back(self, text: str) -> None:
        """Put a message that was refused where it can be shortened, unless another one is being written."""
        composer = self._galley.composer
        typed, files = self._under_way.pop(text, (text, ()))
        if composer.text.strip() or not self.attachments.is_empty:
            return
        composer.set_text(typed)
        self.attachments.put_back(files)

    # Files.

    def _connect_files(self) -> None:
        galley, composer, attachments = self._galley, self._galley.composer, self.attachments
        composer.set_attachments(attachments)
        composer.attach_requested.connect(lambda: ask_what_to_attach(galley.window, self.attach))
        composer.field.files_pasted.connect(self.attach)
        composer.field.picture_pasted.connect(self._on_picture_pasted)
        composer.attachment_row.open_requested.connect(self._on_open_requested)
        galley.window.files_dropped.connect(self.attach)
        galley.conversations.active_changed.connect(self._on_opened)
        attachments.refused.connect(self._refuse)

    @Slot(list)
    def attach(self, paths: list[str]) -> None:
        """Attach files to the message that is being written; not while something stands in place of it.

        A model among them is loaded, as it is where it is dropped.
        """
        if self._galley.window.page is not None:
            return
        models = [path for path in paths if path.lower().endswith(".gguf")]
        if models:
            self._galley.pair_choice.take_file(models[0])
        self.attachments.add_files([path for path in paths if path not in models])
        self._galley.composer.setFocus()

    @Slot(str)
    def _on_opened(self, key: str) -> None:
        """Bring the files of another conversation on screen; those of one that is gone come along, as its text does."""
        carry = self._shown not in self._galley.conversations
        if not carry and key != self._shown:
            self._withdraw_refusals()
        self.attachments.open(key, carry=carry)
        self._shown = key

    def _on_picture_pasted(self) -> None:
        self._refuse(Notice("attachment_picture_pasted"))

    def _refuse(self, notice: Notice) -> None:
        """Say what cannot be attached, for as long as it is about the message that is being written."""
        sentence = written(notice)
        self._refusals.append(sentence)
        self._galley.notices.show_sentence(sentence)

    def _withdraw_refusals(self) -> None:
        for sentence in self._refusals:
            self._galley.notices.withdraw(sentence)
        self._refusals.clear()

    def _on_open_requested(self, key: int) -> None:
        item = next((each for each in self.attachments.items if each.key == key), None)
        if item is not None and item.is_read:
            notes = " ".join(map(written, item.notes))
            show_preview(self._galley.window, item.name, notes, self.attachments.text_of(key))

    # Room.

    def _connect_room(self) -> None:
        galley, attachments, row = self._galley, self.attachments, self._galley.composer.attachment_row
        self._count.pieces_counted.connect(attachments.on_counted)
        self._count.changed.connect(attachments.on_room_changed)
        galley.pair_choice.pair_changed.connect(attachments.on_model_changed)
        galley.telemetry.sampled.connect(self._on_sample)
        row.longer_context_requested.connect(galley.load_menu.context_chosen)
        attachments.changed.connect(lambda: row.offer_longer_context(self._longer_context()))

    def _on_sample(self, sample: MachineSample) -> None:
        self._sample = sample

    def _longer_context(self) -> int:
        """The shortest context in which everything fits, 0 where there is none or this machine cannot hold it."""
        pair = self._galley.pair_choice.pair
        excess = sum(item.excess for item in self.attachments.items)
        if pair is None or not excess or self._galley.pair_choice.loading:
            return 0
        now, trained = pair.target.context_tokens, pair.target.trained_context_tokens
        needed = now + excess + _REPLY_TOKENS
        tokens = next((size for size in (*SIZES, trained) if needed <= size <= trained), 0)
        cache = pair.target.kv_bytes + (0 if pair.draft is None else pair.draft.kv_bytes)
        if tokens and self._sample is not None:
            memory = reading_of(self._sample)
            if cache * (tokens / now - 1) > memory.total_bytes - memory.used_bytes:
                return 0
        return tokens

    # What was sent before.

    def _connect_history(self) -> None:
        self._galley.composer.field.set_recall(self.history)

    # Spelling.

    def _connect_spelling(self) -> None:
        keep_no_word_lists()
        galley, spelling = self._galley, self._galley.composer.spelling
        spelling.set_on(galley.preferences.settings.appearance.check_spelling)
        spelling.switched.connect(galley.preferences.set_check_spelling)
        galley.preferences.changed.connect(self._on_settings_changed)
        galley.composer.field.textChanged.connect(
            self._want_speller, Qt.ConnectionType.SingleShotConnection
        )  # dictionaries take memory, so they are opened when somebody writes

    @Slot()
    def _want_speller(self) -> None:
        spelling, appearance = self._galley.composer.spelling, self._galley.preferences.settings.appearance
        if not appearance.check_spelling:
            self._tasks.run(is_installed, lambda there: spelling.offer() if there else None, lambda _notice: None)
            return
        languages = [appearance.language, *QLocale.system().uiLanguages(), *_USUAL_LANGUAGES]
        names = list(dict.fromkeys(each.replace("-", "_") for each in languages if len(each) > 1))

        def on_opened(dictionaries: tuple[Dictionary, ...]) -> None:
            if dictionaries:
                spelling.set_speller(Speller(dictionaries))

        self._tasks.run(lambda: open_dictionaries(names), on_opened, lambda _notice: None)

    @Slot(str)
    def _on_settings_changed(self, section: str) -> None:
        """Follow the switch, wherever it is thrown."""
        spelling, is_on = self._galley.composer.spelling, self._galley.preferences.settings.appearance.check_spelling
        if section != "appearance" or spelling.is_on is is_on:
            return
        spelling.set_on(is_on)
        if is_on and not spelling.has_speller:
            self._want_speller()

    # What is forgotten.

    def _connect_ends(self) -> None:
        galley = self._galley
        galley.erasure.erased.connect(self.history.forget)
        galley.erasure.erased.connect(self.attachments.forget)
        galley.protection.closing.connect(self._on_closing)
        galley.keeping.filled.connect(self._on_filled)

    @Slot()
    def _on_closing(self) -> None:
        """What is locked away may not stay in memory."""
        self._let_go = self.attachments.let_go() or self._let_go
        entry = self._galley.conversations.entry(self._galley.conversations.active)
        self._begun_in = None if entry.num_messages else entry.folder
        self._under_way.clear()
        self.history.clear()
        self.prompting.close()
        self._galley.composer.line.withdraw()

    @Slot()
    def _on_filled(self) -> None:
        """Go on where a new conversation was about to begin, and say what has to be attached again."""
        if self._begun_in is not None:
            self._galley.conversations.begin(self._begun_in)
            self._begun_in = None
        if self._let_go:
            self._let_go = False
            self._refuse(Notice("attachment_let_go"))
