"""The program through its window, where a conversation has settings, a system prompt or a pair of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.types import SpeculationMode
from app.settings.paths import find_folders
from app.store.store import Store
from app.viewmodels.protection import Guard
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from app.engine.types import ReplyRequest
    from app.store.values import ConversationRow
    from tests.support.program import Program
    from widgets.proof.sampling_panel import SamplingPanel

pytestmark = quiet_platform


def rows(home: Path) -> dict[str, ConversationRow]:
    """What is on disk of each conversation, by title."""
    with Store.open(find_folders(home).data, KEY) as store:
        return {row.title: row for row in store.conversations()}


def caption(program: Program) -> str:
    return program.galley.composer._caption_text


def unfold(program: Program) -> SamplingPanel:
    """Open the settings and return their panel."""
    heading = program.galley.proof_panel.sampling_fold.heading
    if not heading.isChecked():
        heading.click()
    return program.galley.proof_panel.sampling_panel


def only_here(program: Program, here: bool = True) -> None:
    """Click the switch that says for whom settings are."""
    unfold(program)
    value = "one" if here else "all"
    program.galley.proof_panel.controls.scope_switch.button(value).click()


def requests_of(program: Program, monkeypatch: pytest.MonkeyPatch) -> list[ReplyRequest]:
    """What the engine is asked for from now on; it is asked all the same."""
    asked: list[ReplyRequest] = []
    ask = program.galley.engine.reply

    def note(request: ReplyRequest) -> None:
        asked.append(request)
        ask(request)

    monkeypatch.setattr(program.galley.engine, "reply", note)
    return asked


# Settings.


def test_settings_of_one_conversation_leave_the_others_alone_and_outlive_a_restart(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        program.ask("First.")
        first = galley.conversations.active
        asked = requests_of(program, monkeypatch)
        only_here(program)
        unfold(program).temperature.setValue(0.2)
        galley.proof_panel.mode_switch.button("off").click()
        assert caption(program).startswith("own settings · temperature 0.2")
        assert galley.proof_panel.scope_note.isVisible()
        program.ask("Again.")
        assert (asked[-1].sampling.temperature, asked[-1].sampling.seed) == (0.2, 11)
        assert asked[-1].speculation.mode == "off"
        assert galley.preferences.sampling.temperature == 1.0
        galley.conversations.begin()
        assert caption(program).startswith("temperature 1.0")
        assert galley.proof_panel.mode_switch.value == "draft"
        assert not galley.proof_panel.scope_note.isVisible()
        program.ask("Second.")
        assert asked[-1].sampling.temperature == 1.0
        assert asked[-1].speculation.mode == "draft"
    assert rows(home)["Second."].settings.keys() == {"target", "draft"}
    kept = {name: value for name, value in rows(home)["First."].settings.items() if name not in ("target", "draft")}
    assert kept == {"temperature": 0.2, "mode": "off"}
    with running(qtbot, home) as program:
        galley = program.galley
        galley.conversations.activate(first)
        program.until(lambda: not galley.chat.is_reading)
        assert caption(program).startswith("own settings · temperature 0.2")
        assert unfold(program).temperature.value() == 0.2
        assert galley.proof_panel.mode_switch.value == "off"
        program.loaded(tiny_ending)
        program.until(lambda: program.badge.startswith("Off"))


def test_settings_for_all_conversations_hold_where_a_conversation_has_none_of_its_own(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        galley, panel = program.galley, unfold(program)
        program.loaded(tiny_ending)
        program.ask("First.")
        first = galley.conversations.active
        only_here(program)
        panel.top_k.setValue(5)
        galley.conversations.begin()
        panel.temperature.setValue(0.4)
        galley.conversations.activate(first)
        assert (panel.temperature.value(), panel.top_k.value()) == (0.4, 5), "it follows in all that is not its own"
        assert "The program has 40." in panel.top_k.toolTip()
        assert panel.reset_button.text() == "Use the program's settings"
        panel.reset_button.click()
        assert panel.top_k.value() == 40
        assert not galley.proof_panel.controls.scope_switch.is_scoped
        assert caption(program).startswith("temperature 0.4")
    assert "top_k" not in rows(home)["First."].settings


def test_the_switch_gives_back_what_it_took(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        panel = unfold(program)
        only_here(program)
        panel.temperature.setValue(0.3)
        only_here(program, False)
        assert panel.temperature.value() == 0.7
        only_here(program)
        assert panel.temperature.value() == 0.3
        assert program.galley.preferences.sampling.temperature == 0.7


def test_junk_among_imported_settings_is_ignored_field_by_field(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Store.open(find_folders(home).data, KEY) as store:
        row = talk(store, "Imported", "Hello")
        store.change_conversation(
            row.id,
            settings={
                "temperature": "hot", "top_k": 7, "top_p": 3, "min_p": None, "mode": "magic", "draft_max": 4,
                "verification": "match", "target": 7, "seed": -1, "logit_bias": [[5, 1.5]], "of_tomorrow": [1],
            },
        )  # fmt: skip
    with running(qtbot, home) as program:
        settings = program.galley.own_settings.reply_settings(row.id)
        assert (settings.sampling.temperature, settings.sampling.top_k, settings.sampling.top_p) == (0.7, 7, 0.95)
        assert settings.sampling.logit_bias == ((5, 1.5),)
        assert (settings.speculation.mode, settings.speculation.draft_max) == (SpeculationMode.AUTO, 4)
        assert unfold(program).verification.currentText() == "match"
        unfold(program).top_k.setValue(8)
    kept = rows(home)["Imported"].settings
    assert kept == {
        "top_k": 8, "draft_max": 4, "verification": "match", "logit_bias": [[5, 1.5]], "of_tomorrow": [1]
    }  # fmt: skip


def test_the_seed_of_a_conversation_draws_its_words(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)

    def said(program: Program, seed: str) -> tuple[str, int | None]:
        program.galley.conversations.begin()
        only_here(program)
        panel = unfold(program)
        panel.seed.setText(seed)
        panel.seed.editingFinished.emit()
        reply = program.ask("Hello")
        assert reply.summary is not None
        return reply.text, reply.summary.sampling.seed

    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        first, again, other = (said(program, seed) for seed in ("77", "77", "78"))
        assert (first[1], other[1]) == (77, 78)
        assert first == again
        assert first[0] != other[0]


# The system prompt.


def write_prompt(program: Program, text: str) -> None:
    """Open the line of the system prompt and type."""
    prompt = program.galley.proof_panel.system_prompt
    if not prompt.fold.heading.isChecked():
        prompt.fold.heading.click()
    QTest.keyClicks(prompt.field, text)


def test_a_system_prompt_is_said_before_everything_else_and_is_there_again(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        asked = requests_of(program, monkeypatch)
        prompt = program.galley.proof_panel.system_prompt
        assert prompt.fold.heading.text() == "System prompt — none"
        write_prompt(program, "Answer in one word.")
        assert "system prompt" in caption(program)
        with_prompt = program.ask("Hello")
        assert [message.role for message in asked[-1].messages] == ["system", "user"]
        assert asked[-1].messages[0].content == "Answer in one word."
        program.galley.conversations.begin()
        assert prompt.text == ""
        assert prompt.fold.heading.text() == "System prompt — none"
        without = program.ask("Hello")
        assert [message.role for message in asked[-1].messages] == ["user"]
        assert with_prompt.prefill is not None
        assert without.prefill is not None
        assert with_prompt.prefill.total > without.prefill.total, "the model has read it"
    assert rows(home)["Hello"] is not None
    assert {row.system_prompt for row in rows_of_all(home)} == {"Answer in one word.", ""}
    with running(qtbot, home) as program:
        keyed = {row.system_prompt: row.id for row in rows_listed(program)}
        program.galley.conversations.activate(keyed["Answer in one word."])
        assert program.galley.proof_panel.system_prompt.text == "Answer in one word."


def rows_of_all(home: Path) -> tuple[ConversationRow, ...]:
    with Store.open(find_folders(home).data, KEY) as store:
        return store.conversations()


def rows_listed(program: Program) -> tuple[ConversationRow, ...]:
    """What the running program has on disk."""
    found: list[tuple[ConversationRow, ...]] = []
    program.galley.store.read(lambda store: found.append(store.conversations()), lambda _none: None, print)
    program.until(lambda: bool(found))
    return found[0]


def test_a_model_without_a_system_role_reads_the_prompt_with_the_first_message(
    qtbot: QtBot, tmp_path: Path, tiny_refuses_system: Path
) -> None:
    write_settings(tmp_path / "home", {**SHORT, "load": {"context_tokens": 256}})
    with running(qtbot, tmp_path / "home", tiny_refuses_system) as program:
        program.loaded(tiny_refuses_system)
        plain = program.ask("Hello")
        program.galley.conversations.begin()
        write_prompt(program, "Answer in one word.")
        prompted = program.ask("Hello")
        assert plain.prefill is not None
        assert prompted.prefill is not None
        assert prompted.prefill.total > plain.prefill.total


def test_a_prompt_without_any_message_is_there_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        write_prompt(program, "Be brief.")
    with running(qtbot, home) as program:
        assert program.galley.proof_panel.system_prompt.text == "Be brief."


# The pair.


def test_the_pair_of_the_last_reply_is_offered_and_loaded_on_one_click(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_target: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("First.")
        assert program.galley.pair_offer.isHidden()
    with running(qtbot, home, tiny_target) as program:
        galley, offer = program.galley, program.galley.pair_offer
        program.loaded(tiny_target)
        program.until(offer.isVisible)
        assert offer.label.text() == "Last written with ending + draft."
        assert program.loaded().target.path == str(tiny_target), "nothing is loaded unasked"
        galley.conversations.begin()
        assert offer.isHidden()
        galley.conversations.activate(galley.conversations.entries[-1].key)
        program.until(offer.isVisible)
        offer.use_button.click()
        assert offer.isHidden()
        pair = program.loaded(tiny_ending)
        assert pair.draft is not None
        assert pair.draft.path == str(tiny_draft)
        assert offer.isHidden()


def test_a_pair_whose_files_are_gone_or_that_is_not_wanted_is_not_offered(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_target: Path
) -> None:
    home, gone = tmp_path / "home", tmp_path / "gone.gguf"
    with Store.open(find_folders(home).data, KEY) as store:
        there = talk(store, "There", "Hello")
        store.change_conversation(there.id, settings={"target": str(tiny_ending), "draft": None})
        lost = talk(store, "Lost", "Hello")
        store.change_conversation(lost.id, settings={"target": str(tiny_ending), "draft": str(gone)})
    with running(qtbot, home, tiny_target) as program:
        galley, offer = program.galley, program.galley.pair_offer
        program.loaded(tiny_target)
        assert galley.conversations.active == lost.id
        galley.conversations.activate(there.id)
        program.until(offer.isVisible)
        assert offer.label.text() == "Last written with ending, without a draft."
        offer.close_button.click()
        assert offer.isHidden()
        galley.conversations.activate(lost.id)
        galley.conversations.activate(there.id)
        looked: list[bool] = []
        galley.tasks.run(lambda: True, looked.append, print)  # behind the looks at the files
        program.until(lambda: bool(looked))
        assert offer.isHidden()


# Locking.


def test_locking_forgets_settings_and_prompts_until_the_store_is_open_again(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Store.open(find_folders(home).data, KEY) as store:
        row = talk(store, "Secret", "Hello")
        store.change_conversation(row.id, system_prompt="Know nothing.", settings={"temperature": 0.1})
    with running(qtbot, home, keys=FixedKeys()) as program:
        galley = program.galley
        write_prompt(program, " Say it.")
        QTest.keyClick(galley.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.own_settings._own == {}
        assert galley.late_writes._held == {}
        assert galley.proof_panel.system_prompt.text == ""
        assert "temperature 0.7" in caption(program)
        galley.protection.unlock()
        program.until(lambda: galley.protection.guard is Guard.OPEN and galley.keeping.is_filled)
        assert galley.proof_panel.system_prompt.text == "Know nothing. Say it."
        assert caption(program) == "own settings · system prompt · temperature 0.1"


# Taking out and bringing in.


def test_what_belongs_to_a_conversation_is_exported_with_it_and_in_force_elsewhere(
    qtbot: QtBot, tmp_path: Path
) -> None:
    one, file = tmp_path / "one", tmp_path / "all.json"
    with Store.open(find_folders(one).data, KEY) as store:
        row = talk(store, "Herons", "Hello")
        store.change_conversation(row.id, settings={"temperature": 0.1, "target": "/t", "draft": None})
    with running(qtbot, one) as program:
        galley = program.galley
        write_prompt(program, "Know herons.")
        QTest.keyClicks(galley.composer.field, "And now")
        galley.own.presets.save("Heron")
        with qtbot.waitSignal(galley.privacy.exchange.exported, timeout=60_000):
            galley.privacy.exchange.export([], str(file), "json")
    with running(qtbot, tmp_path / "two") as program:
        galley = program.galley
        with qtbot.waitSignal(galley.privacy.exchange.imported, timeout=60_000):
            galley.privacy.exchange.import_from(str(file))
        program.until(lambda: "Heron" in [each.name for each in galley.own.presets.entries])
        program.until(lambda: row.id in galley.conversations)
        galley.conversations.activate(row.id)
        assert caption(program) == "Preset: Heron · system prompt · temperature 0.1"
        assert galley.proof_panel.system_prompt.text == "Know herons."
        assert galley.composer.text == "And now"
        assert galley.own_settings.own(row.id).pair == ("/t", None)


def test_the_words_beside_the_message_lead_to_the_settings_in_a_narrow_window_too(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        panel = galley.proof_panel
        galley.window.resize(640, 700)
        program.until(lambda: galley.window.proof_pane.is_collapsed)
        QTest.mouseClick(galley.composer.caption, Qt.MouseButton.LeftButton)
        assert galley.window.proof_pane.is_overlay_open
        assert panel.system_prompt.field.isVisible()
        assert panel.sampling_panel.temperature.isVisible()
        assert galley.window.focusWidget() is panel.system_prompt.field
