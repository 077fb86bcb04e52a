"""What the pages show and ask besides their first look: details, questions, results, undo, what was found and not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.finding import Finding
from app.engine.types import SpeculationMode, SpeculationSettings
from app.errors import Notice
from app.lab.averages import Mean
from app.models.suggestions import PairOption
from app.server.served import Serving, Totals
from app.viewmodels.pair_advice import PairAdvice, Use
from app.viewmodels.pair_test import PairUnderTest, Stage
from tests.support.gallery_programs import STATES as PROGRAMS
from tests.support.gallery_programs import serve_some
from tests.support.inspection import NARROW
from tests.support.machine_samples import recorded

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.inspection import Inspection
    from tests.support.program import Program

TALL = (900, 2_600)
"""All of a page that scrolls, as narrow as it has to be."""
HIGH = (1_280, 1_500)
_NUM_SAMPLES = 60
FINDINGS = (
    Finding("python", True, "3.11.7"),
    Finding("graphics driver", False, Notice("gpu_no_driver"), needed=False),
    Finding("keyring", True, Notice("selftest_keyring"), needed=False),
    Finding("devices", False, Notice("selftest_no_devices")),
)
"""What a self-test may find; a real one takes seconds."""
STATES = (
    "models and no pair",
    "best pair of this machine",
    "models, a target and its drafts",
    "models, a draft that fits",
    "models, a draft that does not fit",
    "models, about a file",
    "models, its metadata",
    "models, a file that cannot be used",
    "models, nothing is called so",
    "pair is tested",
    "pair was tested",
    "pair could not be tested",
    "memory is planned",
    "memory does not suffice",
    "privacy",
    "privacy, everything is to be forgotten",
    "privacy, another passphrase",
    "privacy, a passphrase instead of the keyring",
    "programs, off",
    "programs, on",
    "programs, no key",
    "programs, taken",
    "programs, others",
    "programs, another key is made",
    "programs, others are let in",
    "programs, seen from the conversation",
    "settings, a group",
    "settings, a value cannot be",
    "settings, changed and had back",
    "settings, found",
    "settings, not found",
    "machine with two cards",
    "machine beside the conversation",
    "foreign, not understood",
    "foreign, read",
    "foreign, taken",
    "help, a chapter",
    "help, the marks",
    "help, found",
    "help, not found",
    "about, being tested",
    "about, tested",
    "about, every part",
    "shortcuts",
    "compare without a prompt",
    "compare runs",
    "compare ended",
    "lab runs",
    "lab paused",
    "lab ended",
)


def visit(program: Program, inspection: Inspection, shelf: Path) -> None:
    """Go through all of them; a pair is loaded, and models lie in `shelf`."""
    _best_pair(program, inspection)
    _models(program, inspection, shelf)
    _pair_test(program, inspection)
    _memory(program, inspection)
    _privacy(program, inspection)
    _settings(program, inspection)
    _machine(program, inspection)
    _foreign(program, inspection)
    _help(program, inspection)
    _about(program, inspection)
    _compare(program, inspection)
    _lab(program, inspection)
    _programs(program, inspection)
    program.galley.window.show_page(None)
    program.galley.window.resize(*NARROW)


def _best_pair(program: Program, inspection: Inspection) -> None:
    """What somebody sees who has models and has loaded none."""
    galley, empty = program.galley, program.galley.empty_state
    library = galley.models.library
    program.until(lambda: library.is_listed and not library.is_scanning)
    found = {each.path.name: each for each in library.models}
    galley.conversations.begin()
    empty.set_pair(None)
    inspection.look("models and no pair", galley.window, NARROW)
    empty.set_found(3, PairOption(found["ending.gguf"], found["draft.gguf"], 1.8))
    empty.suggestion.show_memory(14 << 30, 20 << 30, 8_192)
    inspection.look("best pair of this machine", galley.window)
    empty.set_found(3, None)
    empty.set_pair(galley.pair_choice.pair)


def _models(program: Program, inspection: Inspection, shelf: Path) -> None:
    galley = program.galley
    window, models = galley.window, galley.models
    page = models.page
    models.show()
    window.resize(*NARROW)
    program.until(lambda: models.library.is_listed and not models.library.is_scanning)
    _choose(program, shelf / "ending.gguf")
    inspection.look("models, a target and its drafts", window)
    for state, name in (
        ("models, a draft that fits", "draft.gguf"),
        ("models, a draft that does not fit", "other.gguf"),
    ):
        program.until(lambda name=name: page.details.drafts.list.select(str(shelf / name)))  # type: ignore[misc]
        inspection.look(state, window)
    page.details.sections.button("about").click()
    inspection.look("models, about a file", window, TALL)
    page.details.sections.button("metadata").click()
    program.until(lambda: bool(page.details.metadata.toPlainText()))
    inspection.look("models, its metadata", window, NARROW)
    page.details.sections.button("drafts").click()
    _choose(program, shelf / "page.gguf")
    inspection.look("models, a file that cannot be used", window)
    page.shelf.search.setText("toad")
    inspection.look("models, nothing is called so", window)
    page.shelf.search.clear()


def _choose(program: Program, path: Path) -> None:
    models = program.galley.models
    program.until(lambda: models.page.shelf.select(str(path)))
    program.until(lambda: models.page.details.model is not None and models.page.details.model.path == path)
    program.until(lambda: not models.chosen.is_comparing)


def _pair_test(program: Program, inspection: Inspection) -> None:
    galley, test = program.galley, program.galley.lab.test
    window = galley.window
    _choose(program, next(each.path for each in galley.models.library.models if each.path.name == "ending.gguf"))
    pair = PairUnderTest("/models/target.gguf", "/models/draft.gguf", "Tiny target", "Tiny draft")
    test.refuse(pair, Notice("pair_test_busy"))
    inspection.look("pair could not be tested", window)
    test.failure, test.stage = None, Stage.MEASURING
    test.changed.emit()
    inspection.look("pair is tested", window)
    speculation = SpeculationSettings(mode=SpeculationMode.AUTO)
    test.stage = Stage.OVER
    test.advice = PairAdvice(Use.DRAFT, speculation, Mean(1.4, 1.2, 1.6, 6), (("code", 1.4),), 0.7, 0.4, 1.4, 6)
    test.changed.emit()
    inspection.look("pair was tested", window)
    test.dismiss()


def _memory(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, planning = galley.window, galley.planning
    planning.show()
    program.until(lambda: planning.planning.plan is not None and planning.planning.plan.is_checked)
    inspection.look("memory is planned", window, TALL)
    planning.page.tokens.setValue(planning.page.tokens.maximum())
    tokens = planning.page.tokens.value()
    program.until(lambda: planning.planning.plan is not None and planning.planning.plan.context_tokens == tokens)
    inspection.look("memory does not suffice", window, NARROW)


def _privacy(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.privacy.page
    window = galley.window
    with program.qtbot.waitSignal(galley.privacy.facts.looked, timeout=60_000):
        galley.privacy.show()
    page.copy_button.click()
    inspection.look("privacy", window, TALL)
    page.forget_section.forget_button.click()
    inspection.look("privacy, everything is to be forgotten", window)
    page.forget_section.keep_button.click()
    window.resize(*NARROW)
    page.passphrase_change_requested.emit()
    inspection.look("privacy, another passphrase", window)
    galley.privacy.change_page.cancel_requested.emit()
    page.key_section.to_passphrase_button.click()
    inspection.look("privacy, a passphrase instead of the keyring", window)


def _programs(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.serving.page
    window = galley.window
    galley.serving.show()
    serve_some(galley.serving.served)
    page.address.set_networks([("192.168.178.24", "wlp3s0")])
    for name, state in PROGRAMS.items():
        page.show_state(state)
        inspection.look(f"programs, {name.replace('-', ' ')}", window, TALL)
    page.show_state(PROGRAMS["on"])
    page.key.make_button.click()
    inspection.look("programs, another key is made", window, TALL)
    page.address.reach.button("others").click()
    inspection.look("programs, others are let in", window)
    window.show_page(None)
    galley.serving.badge.show_state(PROGRAMS["on"])
    inspection.look("programs, seen from the conversation", window, NARROW)
    galley.serving.badge.show_state(PROGRAMS["off"])
    galley.serving.served.take(Serving((), Totals()))


def _settings(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.settings.page
    window = galley.window
    galley.settings.show()
    for section in page.sections:
        page.show_group(section.group.key)
        inspection.look("settings, a group", window, TALL)
    section = next(each for each in page.sections if each.group.key == "sampling")
    page.show_group(section.group.key)
    section.rows[0].control.text_entered.emit("hot")
    inspection.look("settings, a value cannot be", window, NARROW)
    for row in section.rows[:2]:
        row.control.text_entered.emit("2")
    section.reset_button.click()
    inspection.look("settings, changed and had back", window)
    page.search_field.setText("draft")
    inspection.look("settings, found", window)
    page.search_field.setText("toad")
    inspection.look("settings, not found", window)
    page.search_field.clear()


def _machine(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    for sample in list(recorded(devices=2))[-_NUM_SAMPLES:]:
        galley.history.on_sample(sample)
    galley.machine.show()
    program.until(lambda: bool(galley.machine.page.device_sections))
    inspection.look("machine with two cards", galley.window, TALL)
    galley.window.show_page(None)
    galley.proof_panel.plots.fold.heading.click()
    inspection.look("machine beside the conversation", galley.window, HIGH)
    galley.proof_panel.plots.fold.heading.click()


def _foreign(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.foreign.page
    window = galley.window
    window.foreign_requested.emit()
    foreign = galley.foreign.foreign
    foreign.read("what is this", "")
    inspection.look("foreign, not understood", window, NARROW)
    text = "llama-server -m somewhere.gguf -c 1024 --temp 0.3 --draft-max 5 --port 99 --mlock"
    page.reader.put(text)
    foreign.read(text, "")
    inspection.look("foreign, read", window)
    page.result.apply_button.click()
    inspection.look("foreign, taken", window)
    page.result.undo_requested.emit()


def _help(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.helping.page
    window = galley.window
    window.resize(*NARROW)
    galley.helping.show()
    page.show_topic("off#paused-no-gain")
    inspection.look("help, a chapter", window)
    page.show_topic("marks")
    inspection.look("help, the marks", window, TALL)
    window.resize(*NARROW)
    page.contents.search.setText("draft")
    inspection.look("help, found", window)
    page.contents.search.setText("toad")
    inspection.look("help, not found", window)
    page.contents.search.clear()
    window.show_page(None)
    window.shortcut_sheet.toggle()
    inspection.look("shortcuts", window.shortcut_sheet)
    window.shortcut_sheet.toggle()


def _about(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.about.page
    window = galley.window
    galley.about.show()
    page.show_test(FINDINGS[:2], is_running=True, is_good=False)
    inspection.look("about, being tested", window, TALL)
    page.show_test(FINDINGS, is_running=False, is_good=False)
    inspection.look("about, tested", window)
    page.parts_fold.heading.click()
    inspection.look("about, every part", window, TALL)


def _compare(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.comparing.page
    window, compare = galley.window, program.galley.comparing.compare
    galley.comparing.show()
    window.resize(*NARROW)
    page.start_button.click()
    inspection.look("compare without a prompt", window)
    page.setup.prompt.setPlainText("Tell me of the heron")
    page.setup.seed.setText("11")
    page.setup.max_tokens.setValue(40)
    page.setup.repeats.setValue(2)
    page.start_button.click()
    program.until(lambda: any(track.num_tokens for track in compare.tracks) or not compare.is_running)
    inspection.look("compare runs", window)
    program.until(lambda: not compare.is_running)
    inspection.look("compare ended", window, TALL)


def _lab(program: Program, inspection: Inspection) -> None:
    galley, page = program.galley, program.galley.lab.benching.page
    window, state = galley.window, program.galley.lab.benching.state
    galley.lab.benching.show()
    window.resize(*NARROW)
    page.setup.suite.setCurrentIndex(page.setup.suite.findData("code"))
    page.setup.language.setCurrentIndex(page.setup.language.findData("en"))
    page.setup.max_tokens.setValue(16)
    page.start_button.click()
    inspection.look("lab runs", window)
    program.until(lambda: bool(state.measurements))
    page.pause_button.click()
    inspection.look("lab paused", window)
    page.pause_button.click()
    program.until(lambda: not state.is_running)
    program.until(lambda: bool(page.runs.rows))
    inspection.look("lab ended", window, TALL)
