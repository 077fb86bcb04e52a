"""How the privacy page is connected: what it shows, what it asks for, and the pages that it leads to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.errors import Notice, UserError
from app.privacy.key_state import KeyHolder
from app.settings.policy import read_policy
from app.store.keys.backends import choose_backend
from app.store.keys.ring import Ring
from app.viewmodels.exchange import Exchange
from app.viewmodels.notices import written
from app.viewmodels.privacy_facts import PrivacyFacts
from app.viewmodels.protection import Guard
from widgets.parts.shortcut_sheet import Command
from widgets.privacy.exchange_dialogs import (
    ask_what_to_import,
    ask_where_to_export,
    ask_where_to_save,
    file_name_of,
    show_progress,
)
from widgets.privacy.page import PrivacyPage
from widgets.privacy.passphrase_form import FormKind
from widgets.privacy.passphrase_page import PassphrasePage
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QProgressDialog

    from app.composition.galley import Galley
    from app.privacy.report import ReportFacts
    from app.viewmodels.exchange import ExportReport, ImportReport


_KEYRINGS = {
    "SecretService": "Secret Service",
    "kwallet": "KWallet",
    "macOS": "Keychain",
    "Windows": "Credential Locker",
}


class Privacy(QObject):
    """Belongs to the program."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.facts = PrivacyFacts(galley.folders, galley.runtime_files, galley.protection, _keyring_name, self)
        self.exchange = Exchange(galley.store, galley.keeping, self)
        self.page = PrivacyPage(galley.theme)
        self.change_page = PassphrasePage(galley.theme, FormKind.CHANGE)
        self.choose_page = PassphrasePage(galley.theme, FormKind.CHOOSE)
        for page in (self.page, self.change_page, self.choose_page):
            galley.window.add_page(page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_PRIVACY), PageGroup.OTHERS, 10)
        self._progress: QProgressDialog | None = None
        self._connect_page()
        self._connect_facts()
        self._connect_key()
        self._connect_exchange()

    def stop(self) -> None:
        """End what runs beside the window."""
        self.exchange.stop()
        self.facts.stop()

    def show(self) -> None:
        """Bring the page to the front."""
        galley, privacy = self._galley, self._galley.preferences.settings.privacy
        self.page.set_idle_minutes(privacy.idle_lock_minutes)
        self.page.set_titles_shown(privacy.title_in_window_bar)
        self._show_number()
        self.page.show_report_note("")
        galley.window.show_page(self.page)
        self.facts.look()

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.privacy_requested.connect(self.show)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.lock_requested.connect(galley.protection.lock)
        page.forget_requested.connect(galley.protection.forget_everything)
        page.idle_minutes_chosen.connect(self._on_idle_minutes_chosen)
        page.titles_shown_changed.connect(lambda shown: galley.preferences.set_privacy(title_in_window_bar=shown))
        page.reveal_requested.connect(_reveal)

    def _connect_facts(self) -> None:
        self.page.refresh_requested.connect(self.facts.look)
        self.page.report_save_requested.connect(self._on_report_save_requested)
        self.page.report_copy_requested.connect(self._on_report_copy_requested)
        self.facts.looked.connect(self._on_looked)
        self.facts.report_saved.connect(lambda path: self._note(self.tr("Saved as {path}").format(path=path)))
        self.facts.report_failed.connect(lambda notice: self._note(written(notice)))

    def _connect_key(self) -> None:
        galley, protection = self._galley, self._galley.protection
        self.page.passphrase_change_requested.connect(lambda: self._open(self.change_page))
        self.page.move_requested.connect(self._on_move_requested)
        self.change_page.change_requested.connect(protection.change_passphrase)
        self.choose_page.chosen.connect(protection.move_to_passphrase)
        for page in (self.change_page, self.choose_page):
            page.cancel_requested.connect(lambda: galley.window.show_page(self.page))
        protection.key_moved.connect(self._on_key_moved)
        protection.move_failed.connect(self._on_move_failed)
        protection.changed.connect(self._on_protection_changed)

    def _connect_exchange(self) -> None:
        exchange, window = self.exchange, self._galley.window
        self.page.export_requested.connect(lambda: self._ask_where("", []))
        self._galley.sidebar.export_requested.connect(self._on_export_requested)
        self.page.import_requested.connect(lambda: ask_what_to_import(window, exchange.import_from))
        exchange.running_changed.connect(self._on_running_changed)
        exchange.progressed.connect(self._on_progressed)
        exchange.starting.connect(self._galley.erasure.finish)
        exchange.starting.connect(lambda: self.page.exchange_section.show_note(""))
        exchange.exported.connect(self._on_exported)
        exchange.failed.connect(lambda notice: self._tell(written(notice)))
        exchange.imported.connect(self._on_imported)
        self._galley.protection.closing.connect(exchange.cancel)
        self._galley.protection.closed.connect(lambda: self.page.exchange_section.show_note(""))

    # The key.

    def _open(self, page: PassphrasePage) -> None:
        page.form.clear()
        self._galley.window.show_page(page)

    def _on_move_requested(self, holder: KeyHolder) -> None:
        if holder is KeyHolder.PASSPHRASE:
            self._open(self.choose_page)
        else:
            self._galley.protection.move_to_keyring()

    def _on_key_moved(self) -> None:
        if self._galley.window.page in (self.change_page, self.choose_page):
            self._galley.window.show_page(self.page)
        self._note("")

    def _on_move_failed(self, notice: Notice) -> None:
        page = self._galley.window.page
        if page in (self.change_page, self.choose_page):
            page.form.show_error(written(notice))
        else:
            self._galley.notices.show_sentence(written(notice))
            self._galley.window.show_page(None)

    def _on_protection_changed(self) -> None:
        if self._galley.window.page is self.page and self._galley.protection.guard is Guard.OPEN:
            self.facts.look()

    # What is seen.

    def _on_looked(self, facts: ReportFacts) -> None:
        self.page.set_keeps(self._galley.protection.guard is not Guard.UNKEPT)
        self.page.set_places(facts.places)
        self.page.set_sockets(facts.sockets)
        self.page.set_processes(facts.processes)
        self.page.set_key(facts.key)

    def _on_idle_minutes_chosen(self, minutes: int) -> None:
        self._galley.preferences.set_privacy(idle_lock_minutes=minutes)
        self.page.set_idle_minutes(minutes)

    def _on_report_save_requested(self) -> None:
        ask_where_to_save(self._galley.window, self.tr("Galley privacy report"), self.facts.save_report)

    def _on_report_copy_requested(self) -> None:
        QGuiApplication.clipboard().setText(self.facts.report)
        self._note(self.tr("Copied."))

    def _note(self, sentence: str) -> None:
        self.page.show_report_note(sentence)

    # Taking out and bringing in.

    def _on_export_requested(self, key: str) -> None:
        self._ask_where(self._galley.conversations.entry(key).title, [key])

    def _ask_where(self, title: str, keys: list[str]) -> None:
        if self._galley.policy.policy.export_forbidden:
            self._tell(written(Notice("policy_export")))
            return
        name = file_name_of(title)
        ask_where_to_export(self._galley.window, name, lambda path, kind: self.exchange.export(keys, path, kind))

    def _on_running_changed(self, running: bool) -> None:
        if running:
            self._progress = show_progress(self._galley.window, self.exchange.cancel)
        elif self._progress is not None:
            self._progress.reset()
            self._progress.deleteLater()
            self._progress = None

    def _on_progressed(self, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress.setMaximum(total)
            self._progress.setValue(done)

    def _on_exported(self, report: ExportReport) -> None:
        num_unreadable = len(report.unreadable)
        sentences = [counted("export_done", report.number, path=report.path)]
        if num_unreadable:
            title = report.unreadable[0][0] or self.tr("Untitled")
            sentences.append(counted("export_unreadable", num_unreadable, title=title))
        lists = self._listed("export_list_unreadable", report.unreadable) if num_unreadable > 1 else []
        self._tell(" ".join(sentences), lists)

    def _on_imported(self, report: ImportReport) -> None:
        sentences = [counted("import_new", report.num_new)]
        for code, number in (
            ("import_there", report.num_skipped),
            ("import_refused", len(report.refused)),
            ("import_partial", len(report.partial)),
        ):
            if number:
                sentences.append(counted(code, number))
        lists = self._listed("import_list_refused", report.refused)
        lists += self._listed("import_list_partial", report.partial)
        self._tell(" ".join(sentences), lists)
        self._galley.keeping.filled.connect(self._show_number, Qt.ConnectionType.SingleShotConnection)

    def _show_number(self) -> None:
        self.page.set_num_conversations(sum(bool(each.num_messages) for each in self._galley.conversations.entries))

    def _listed(self, code: str, problems: Sequence[tuple[str, Notice]]) -> list[str]:
        """A heading, and each of them with its reason; nothing where there is none."""
        untitled = self.tr("Untitled")
        lines = [f"{title or untitled}: {written(notice)}" for title, notice in problems]
        return [written(Notice(code)), *lines] if lines else []

    def _tell(self, sentence: str, lines: Sequence[str] = ()) -> None:
        """Say it where the user is: on the page, or above the message box."""
        galley = self._galley
        if not galley.protection.is_settled:
            return  # it may name conversations, and they are locked now
        if galley.window.page is None:
            galley.notices.show_sentence("\n".join((sentence, *lines)))
        else:
            self.page.exchange_section.show_note(sentence, lines)


def counted(code: str, number: int, **values: str) -> str:
    """A sentence about some number of things, in the singular where it is one."""
    if number == 0:
        code = f"{code}_none"
    elif number == 1:
        code = f"{code}_one"
    return written(Notice(code, {"number": number, **values}))


def _reveal(path: str) -> None:
    """Show the folder of a file."""
    place = Path(path)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(place if place.is_dir() else place.parent)))


def _keyring_name() -> str:
    """What the system's keyring is called; empty where none can be used, or may be."""
    if read_policy().policy.passphrase_required or Ring().problem() is not None:
        return ""
    try:
        name, _backend = choose_backend(os.environ)
    except UserError:
        return ""
    module = name.split(".")[-2]
    return _KEYRINGS.get(module, module)
