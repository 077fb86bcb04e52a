"""How the lab's page is connected: runs begun, paused, stopped, gone on with; their reports; what is forgotten.

To take the whole away, remove the line of the lab that makes it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.cli.bench_options import sampling_settings
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection
from app.engine.types import ModelSpec
from app.errors import Notice, UserError
from app.lab.findings import LANGUAGES, findings
from app.lab.machine import Digests
from app.lab.record import Record, read_header
from app.lab.report_files import write_report
from app.lab.report_words import Words
from app.lab.run_header import make_header
from app.lab.suites import chats_suite
from app.runtime.lab_worker import LabWorker
from app.settings.paths import costs_file, lab_folder
from app.viewmodels.compare_choice import refusal_of
from app.viewmodels.lab import LabState
from app.viewmodels.lab_choice import CHATS, header_words, options_of, options_of_run, plan_of
from app.viewmodels.lab_prompts import latest_prompts, prompts_of
from app.viewmodels.lab_runs import fresh_folder, list_runs, save_copy
from app.viewmodels.languages import spoken
from app.viewmodels.notices import spelled, translated, written
from widgets.lab.dialogs import ask_for_grid, ask_for_suite, ask_to_open_report, ask_where_to_save_run
from widgets.lab.page import LabPage
from widgets.parts.shortcut_sheet import Command
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.engine.types import LoadSettings
    from app.lab.bench_plan import BenchPlan
    from app.lab.suites import Suite
    from app.viewmodels.lab_runs import LabRun

    Place = Callable[[LoadSettings], LoadSettings]

_CONTEXT_TOKENS = 4096


class Benching(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
        placing: Makes what settles where layers go beside what is loaded now.
        other_is_on: Whether something else measures, such as a short test.
        parent: Owns this.
    """

    def __init__(
        self, galley: Galley, placing: Callable[[], Place], other_is_on: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._galley = galley
        self._placing = placing
        self._other_is_on = other_is_on
        self._folder = lab_folder(galley.folders)
        self._worker = LabWorker(self)
        self._record: Record | None = None
        """Of the run that is on, or was last."""
        self._runs: tuple[LabRun, ...] = ()
        self._gave_way = False
        self._is_private = False
        self._digests = Digests(lambda _name, _fraction: None, lambda: self._worker.is_cancelled)
        self.state = LabState(self._worker, self)
        self.page = LabPage(galley.theme)
        galley.window.add_page(self.page)
        lab = galley.window.action(Command.SHOW_LAB)
        galley.sidebar.add_page(lab, PageGroup.MEASURE, 20, quick=self.tr("Lab"))
        self._connect()

    @property
    def is_running(self) -> bool:
        """Whether a run is on."""
        return self.state.is_running

    def cancel(self) -> None:
        """End the run that is on; `stop` waits for it."""
        self._worker.cancel()

    def stop(self) -> None:
        """End the run and its engine; what is measured is kept."""
        self._worker.stop()

    @Slot()
    def show(self) -> None:
        """Bring the page to the front."""
        self._show_state()
        self._look()
        self._galley.window.show_page(self.page)

    def _connect(self) -> None:
        galley, page, state = self._galley, self.page, self.state
        galley.window.lab_requested.connect(self.show)
        galley.chat.busy_changed.connect(self._on_busy_changed)
        galley.serving.busy_changed.connect(self._on_busy_changed)
        galley.pair_choice.pair_changed.connect(self._show_state)
        galley.protection.closing.connect(self._on_closing)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.start_requested.connect(self._on_start_requested)
        page.pause_requested.connect(state.pause)
        page.go_on_requested.connect(state.go_on)
        page.stop_requested.connect(state.cancel)
        setup = page.setup
        setup.suite_file_requested.connect(
            lambda is_folder: ask_for_suite(galley.window, setup.take_suite, folder=is_folder)
        )
        setup.grid_file_requested.connect(lambda: ask_for_grid(galley.window, setup.take_grid))
        page.runs.resume_requested.connect(self._on_resume_requested)
        page.runs.report_requested.connect(self._on_report_requested)
        page.runs.save_requested.connect(self._on_save_requested)
        state.changed.connect(self._show_state)
        state.measured.connect(self._show_found)
        state.ended.connect(self._on_ended)

    # What is shown.

    @Slot()
    def _show_state(self) -> None:
        self.page.show_state(self.state, self._loaded())

    def _loaded(self) -> str:
        """What would be measured."""
        pair = self._galley.pair_choice.pair
        if pair is None:
            return self.tr("Load a pair first: the lab measures what is loaded.")
        if pair.draft is None:
            return self.tr("{target}, without a draft model").format(target=pair.target.name)
        return self.tr("{target} with {draft}").format(target=pair.target.name, draft=pair.draft.name)

    def _show_found(self) -> None:
        summary = self.state.summary
        self.page.show_found(summary is not None)
        self.page.table.show_summary(summary)
        found = [] if summary is None else findings(summary, _language)
        self.page.show_findings([written(notice) for notice in found])

    def _look(self) -> None:
        """List what is kept."""
        self._galley.tasks.run(lambda: list_runs(self._folder), self._on_listed, self._on_refused)

    def _on_listed(self, runs: tuple[LabRun, ...]) -> None:
        self._runs = runs
        self.page.show_runs(runs, is_busy=self.state.is_running)

    # A run.

    def _refusal(self) -> Notice | None:
        choice = self._galley.pair_choice
        if self._other_is_on():
            return Notice("lab_test_is_on")
        busy = self._is_writing or self._galley.comparing.compare.is_running
        return refusal_of(has_pair=choice.pair is not None, is_loading=choice.loading, is_busy=busy)

    def _on_start_requested(self) -> None:
        if self.state.is_running:
            return
        refusal, pair, choice = self._refusal(), self._galley.pair_choice.pair, self.page.setup.choice
        if refusal is not None or pair is None:
            self._on_refused(refusal or Notice("bench_nothing_to_measure"))
            return
        draft = None if pair.draft is None else ModelSpec(pair.draft.path)
        load = self._galley.preferences.load_settings(ModelSpec(pair.target.path), draft, None)
        load = replace(load, context_tokens=min(load.context_tokens or _CONTEXT_TOKENS, _CONTEXT_TOKENS))
        options = options_of(choice, load)
        if choice.suite != CHATS:
            self._begin(options, None)
        elif self._galley.keeping.keeps:
            self._galley.store.read(latest_prompts, lambda texts: self._begin_with(options, texts), self._on_refused)
        else:
            self._begin_with(options, prompts_of(self._galley.chat.transcript.messages()))

    def _begin_with(self, options: Namespace, texts: object) -> None:
        """Begin with what was asked in conversations."""
        try:
            suite = chats_suite(texts if isinstance(texts, tuple) else ())
        except UserError:
            self._on_refused(Notice("lab_no_prompts"))
            return
        self._begin(options, suite)

    def _begin(self, options: Namespace, suite: Suite | None) -> None:
        place, costs = self._placing(), str(costs_file(self._galley.folders))
        is_private = suite is not None
        folder = fresh_folder(self._folder, options.suite)

        def begin_record(plan: BenchPlan) -> Record:
            command, arguments = header_words(options, private=is_private)
            return self._keep(Record.create(folder, self._header(plan, options, command, arguments)))

        self._is_private, self._gave_way = is_private, False
        self.state.start(lambda: plan_of(options, costs, place, suite), begin_record)
        self.page.show_runs(self._runs, is_busy=True)

    def _on_resume_requested(self, run: LabRun) -> None:
        refusal = Notice("lab_test_is_on") if self._other_is_on() else None
        if self._is_writing or self._galley.comparing.compare.is_running:
            refusal = Notice("compare_busy")
        if refusal is not None:
            self._on_refused(refusal)
            return
        place, costs, folder = self._placing(), str(costs_file(self._galley.folders)), run.folder

        def prepare() -> BenchPlan:
            begun = read_header(folder)
            return plan_of(options_of_run(begun, folder), costs, place, None, begun)

        def begin_record(plan: BenchPlan) -> Record:
            options = options_of_run(read_header(folder), folder)
            command, arguments = header_words(options, private=False)
            return self._keep(Record.resume(folder, self._header(plan, options, command, arguments)))

        self._is_private, self._gave_way = False, False
        self.state.start(prepare, begin_record)
        self.page.show_runs(self._runs, is_busy=True)
        self.page.stop_button.setFocus()

    def _header(self, plan: BenchPlan, options: Namespace, command: str, arguments: list[str]) -> dict[str, object]:
        """Describe a run; called in the lab's thread, where files are read whole."""
        return make_header(
            plan,
            sampling_settings(options),
            inspect(Inspection()).backend,
            self._digests,
            command=command,
            arguments=arguments,
        )

    def _keep(self, record: Record) -> Record:
        self._record = record
        return record

    @property
    def _is_writing(self) -> bool:
        """Whether a reply is written or waits, the window's or another program's."""
        return self._galley.chat.busy or self._galley.serving.is_busy

    @Slot(bool)
    def _on_busy_changed(self, _busy: bool) -> None:
        """A reply goes first: both at once would slow each other down and spoil the figures."""
        busy = self._is_writing
        if busy and self.state.is_running and not self.state.is_paused:
            self._gave_way = True
            self.state.pause()
        elif not busy and self._gave_way:
            self._gave_way = False
            self.state.go_on()

    @Slot()
    def _on_ended(self) -> None:
        record, plan, measurements = self._record, self.state.plan, self.state.measurements
        self._record = None
        if record is None or plan is None or not measurements:
            self._look()
            return
        language = self._galley.preferences.settings.appearance.language
        words = Words(translated, spoken(language), spelled)
        self._galley.tasks.run(
            lambda: write_report(record.folder, record.header, plan, measurements, words),
            lambda _path: self._look(),
            self._on_refused,
        )

    # What is kept.

    def _on_report_requested(self, run: LabRun) -> None:
        ask_to_open_report(self._galley.window, run.folder / "report.html")

    def _on_save_requested(self, run: LabRun, kind: str) -> None:
        ask_where_to_save_run(self._galley.window, kind, lambda path: self._save(run, kind, Path(path)))

    def _save(self, run: LabRun, kind: str, path: Path) -> None:
        note = self.page.show_note
        self._galley.tasks.run(
            lambda: save_copy(run, kind, path),
            lambda _none: note(self.tr("Saved as {path}").format(path=path)),
            lambda notice: note(written(notice)),
        )

    def _on_refused(self, notice: Notice) -> None:
        self.state.refuse(notice)

    @Slot()
    def _on_closing(self) -> None:
        """What is locked away may not stay in memory: prompts from conversations end with their run."""
        if self._is_private:
            self._worker.stop()
            self.state.clear()
            self._record = None
            self._is_private = False


def _language(code: str) -> str:
    return written(Notice(LANGUAGES[code])) if code in LANGUAGES else code
