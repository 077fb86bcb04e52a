"""Other programs in the window: real keyring, real server on a real socket, real engine, programs that ask."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.errors import Notice
from app.hardware.addresses import own_addresses
from app.settings.paths import find_folders
from app.settings.policy import FoundPolicy, Policy
from app.store.keys.access_key import AccessKey
from app.store.keys.ring import Ring
from app.viewmodels.programs_state import Standing
from app.viewmodels.protection import Guard
from app.viewmodels.reply import Phase
from tests.app.store.keys.conftest import live_in
from tests.support import secret_service as support
from tests.support.asking import AGENT, Asking, ask, free_port
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from tests.test_composition_languages import changing
from widgets.parts.reply_words import state_line
from widgets.parts.shortcut_sheet import Command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.composition.serving import Serving
    from tests.support.program import Program

pytestmark = quiet_platform
MANY = 100_000


@pytest.fixture(scope="module")
def _module_service() -> Iterator[support.SecretService]:
    support.require()
    with support.SecretService() as service:
        yield service


@pytest.fixture
def service(_module_service: support.SecretService, monkeypatch: pytest.MonkeyPatch) -> support.SecretService:
    """A keyring without a key of Galley's."""
    live_in(_module_service, monkeypatch)
    _module_service.unlock()
    _module_service.forget_entries()
    return _module_service


@pytest.fixture
def no_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session without any keyring."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'no-bus'}")
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)


@pytest.fixture
def port() -> int:
    return free_port()


def settings_with(port: int, base: dict[str, Any] = SHORT, **server: object) -> dict[str, Any]:
    return {**base, "server": {"port": port, **server}}


def open_page(program: Program) -> Serving:
    galley = program.galley
    galley.window.action(Command.SHOW_PROGRAMS).trigger()
    assert galley.window.page is galley.serving.page
    return galley.serving


def turn_on(program: Program) -> str:
    """Turn it on by the page's button; returns the key that was shown."""
    serving = open_page(program)
    serving.page.status.switch.click()
    program.until(lambda: serving.programs.state.standing is Standing.ON)
    program.until(lambda: serving.page.key.fresh.isVisible())
    return serving.page.key.fresh.text


def over(program: Program, *requests: Asking) -> None:
    program.until(lambda: all(each.is_over for each in requests))


def under_way(program: Program, num_tokens: int = 20) -> None:
    """Wait until somebody is being served."""

    def is_written() -> bool:
        row = program.galley.serving.served.under_way
        return row is not None and len(row.reply.tokens) >= num_tokens

    program.until(is_written)


# The switch and the key.


def test_a_program_that_has_the_key_is_answered_and_the_window_has_none_of_it(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        serving = open_page(program)
        assert serving.page.status.headline.text() == "Off"
        over(program, asked := Asking(port, ""))
        assert (asked.status, asked.text) == (0, "ConnectionRefusedError"), "off until turned on"
        key = turn_on(program)
        over(program, stranger := ask(port, "galley-wrong"), asked := ask(port, key))
        assert stranger.status == 401
        assert asked.status == 200
        assert asked.said
        assert asked.answer["model"] == "Tiny ending"
        galley = program.galley
        assert not galley.chat.transcript.rows
        assert not galley.speculation.tally.num_rounds
        assert galley.speculation.tokens_per_second is None
        program.until(lambda: "1 answered" in serving.page.list.totals.text())
        assert "1 refused" in serving.page.list.totals.text()
        serving.page.status.switch.click()
        assert serving.programs.state.standing is Standing.OFF
        over(program, asked := Asking(port, key))
        assert asked.text == "ConnectionRefusedError"
    assert (tmp_path / "home").is_dir()
    assert key not in (find_folders(home).settings / "settings.json").read_text()


def test_the_key_is_shown_once_kept_in_the_keyring_and_opens_again_after_a_restart(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    account = AccessKey(find_folders(home).data, Ring()).account
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        key = turn_on(program)
        serving = program.galley.serving
        serving.page.key.fresh.copy_button.click()
        assert QGuiApplication.clipboard().text() == key
        assert service.entry(account) == key.encode()
        serving.page.close_button.click()
        assert program.galley.window.page is None
        open_page(program)
        assert not serving.page.key.fresh.isVisible()
        assert serving.page.key.fresh.text == ""
    over_port(port)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        serving = program.galley.serving
        program.until(lambda: serving.programs.state.standing is Standing.ON)
        over(program, asked := ask(port, key))
        assert asked.status == 200
        open_page(program)
        assert not serving.page.key.fresh.isVisible()


def over_port(port: int) -> None:
    """Nobody listens there: the program is closed."""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port)).close()


def test_a_new_key_takes_the_old_ones_place_at_once_and_only_when_that_was_meant(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        old = turn_on(program)
        section = program.galley.serving.page.key
        section.make_button.click()
        assert section.question.isVisible()
        QTest.keyClick(section.question.no_button, Qt.Key.Key_Escape)
        assert section.question.isHidden()
        assert program.galley.window.page is not None, "Escape took back the question only"
        assert section.fresh.text == old
        section.make_button.click()
        section.question.yes_button.click()
        program.until(lambda: section.fresh.text not in ("", old))
        new = section.fresh.text
        over(program, refused := Asking(port, old), taken := Asking(port, new))
        assert (refused.status, taken.status) == (401, 200)
        assert service.entry(program.galley.serving.door._place.account) == new.encode()  # type: ignore[attr-defined]


def test_without_a_keyring_that_is_said_and_a_key_for_the_session_lets_in(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, no_keyring: None, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        serving = open_page(program)
        serving.page.status.switch.click()
        program.until(lambda: serving.programs.state.standing is Standing.NO_KEY)
        assert "No system keyring is running here" in serving.page.status.detail.text()
        assert serving.badge.text() == "Not serving"
        serving.page.key.passing_button.click()
        assert serving.programs.state.standing is Standing.ON
        key = serving.page.key.fresh.text
        over(program, asked := ask(port, key))
        assert asked.status == 200
        assert "ends when Galley is closed" in serving.page.key.words.text()


def test_a_locked_keyring_is_asked_for_nothing_at_the_start(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, enabled=True))
    AccessKey(find_folders(home).data, Ring()).keep("galley-of-yesterday")
    service.lock()
    with running(qtbot, home) as program:
        serving = program.galley.serving
        program.until(lambda: serving.programs.state.standing is Standing.NO_KEY)
        open_page(program)
        assert serving.page.status.detail.text() == "The system keyring is locked."
        service.unlock()
        serving.page.status.retry_button.click()
        program.until(lambda: serving.programs.state.standing is Standing.ON)
        over(program, asked := Asking(port, "galley-of-yesterday"))
        assert asked.status == 200


def test_a_key_of_an_earlier_day_is_seen_before_anything_is_turned_on(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    AccessKey(find_folders(home).data, Ring()).keep("galley-of-yesterday")
    with running(qtbot, home) as program:
        serving = open_page(program)
        program.until(lambda: "The system keyring keeps it" in serving.page.key.words.text())
        assert serving.page.key.make_button.text() == "Make a new key…"
        serving.page.status.switch.click()
        assert serving.programs.state.standing is Standing.ON
        assert not serving.page.key.fresh.isVisible(), "only a key that has just been made is shown"
        over(program, asked := Asking(port, "galley-of-yesterday"))
        assert asked.status == 200


def test_what_is_set_in_the_window_holds_where_a_request_says_nothing(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, LONG))
    target, draft = endless_pair(tmp_path)
    with running(qtbot, home, target, draft) as program:
        program.loaded(target)
        key = turn_on(program)
        over(program, with_draft := ask(port, key, max_tokens=40))
        assert with_draft.answer["timings"]["draft_n"] > 0
        program.galley.preferences.put("speculation", mode="off")
        over(program, alone := ask(port, key, max_tokens=40))
        assert not alone.answer["timings"].get("draft_n")
        assert alone.said == with_draft.said, "and the seed of the settings was used both times"


# Who is being served.


def test_who_is_served_is_seen_with_live_marks_and_can_be_stopped(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, LONG))
    target, draft = endless_pair(tmp_path)
    with running(qtbot, home, target, draft) as program:
        program.loaded(target)
        key = turn_on(program)
        serving = program.galley.serving
        first = ask(port, key, "A secret of the notebook.", max_tokens=MANY, stream=True)
        under_way(program)
        second = ask(port, key, max_tokens=MANY)
        program.until(lambda: len(serving.page.list.rows) == 2)
        lines = list(serving.page.list.rows.values())
        assert lines[0].client.text().startswith(AGENT)
        program.until(lambda: "tokens/s" in lines[0].figures.text)
        assert "accepted" in lines[0].figures.text
        assert lines[0].strip.isVisible()
        assert lines[1].figures.text.startswith("Waiting, next in turn")
        assert not lines[1].strip.isVisible()
        assert serving.badge.text() == "Serving 1 · 1 waiting"
        assert "secret" not in serving.page.list.accessibleDescription()
        assert all(row.reply.text == "" for row in serving.served.rows)
        galley = program.galley
        galley.models.page.details.drafts.test_requested.emit(str(target), str(draft))
        assert galley.lab.test.failure == Notice("pair_test_busy"), "measured beside it, a pair would look slow"
        lines[0].stop_button.click()
        over(program, first)
        assert first.status == 200
        under_way(program)
        program.until(lambda: serving.page.list.rows[next(iter(serving.page.list.rows))] is lines[1])
        third = ask(port, key, max_tokens=MANY)
        program.until(lambda: serving.page.list.stop_all_button.isVisible())
        serving.page.list.stop_all_button.click()
        over(program, second, third)
        program.until(lambda: serving.badge.text() == "Serving")
        program.until(serving.page.list.empty.isVisible)
        over(program, asked := ask(port, key, max_tokens=4))
        assert asked.status == 200, "who comes afterwards is served"


def test_a_message_that_waits_says_for_whom_and_is_answered_next(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, LONG))
    target, draft = endless_pair(tmp_path)
    with running(qtbot, home, target, draft) as program:
        program.loaded(target)
        key = turn_on(program)
        first = ask(port, key, max_tokens=MANY)
        under_way(program)
        program.galley.serving.page.close_button.click()
        reply = program.send("And I?")
        program.until(lambda: state_line(reply).startswith(f"Waiting for a request from {AGENT}"))
        assert program.card(reply).state.text() == state_line(reply)
        serving = program.galley.serving
        later = ask(port, key, max_tokens=MANY)
        program.until(lambda: len(serving.served.rows) == 2)
        serving.programs.stop_request(serving.served.rows[0].request_id)
        program.writing(reply)
        assert state_line(reply) == ""
        program.until(lambda: len(serving.served.rows) == 1)
        assert serving.served.under_way is None, "the window's message comes before the later request"
        assert not reply.phase.is_over
        open_page(program)
        program.until(lambda: len(serving.page.list.rows) == 1)
        line = next(iter(serving.page.list.rows.values()))
        program.until(lambda: line.figures.text.startswith("Next: the window's own reply comes first"))
        program.galley.chat.stop()
        program.over(reply)
        assert reply.phase is Phase.STOPPED
        serving.programs.stop_all()
        over(program, first, later)


def test_a_race_that_waits_says_for_whom_and_begins_afterwards(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, LONG))
    target, draft = endless_pair(tmp_path)
    with running(qtbot, home, target, draft) as program:
        program.loaded(target)
        key = turn_on(program)
        asked = ask(port, key, max_tokens=MANY)
        under_way(program)
        comparing = program.galley.comparing
        comparing.show()
        page = comparing.page
        page.setup.prompt.setPlainText("Which is faster?")
        page.setup.max_tokens.setValue(20)
        page.start_button.click()
        assert comparing.compare.is_running
        assert f"when the request from {AGENT} has been answered" in page.status.text()
        program.galley.serving.programs.stop_all()
        over(program, asked)
        program.until(lambda: not comparing.compare.is_running)
        assert AGENT not in page.status.text()
        assert page.verdict_card.isVisible()
        page.start_button.click()
        assert page.status.text() == "Making both sides ready…"
        program.until(lambda: not comparing.compare.is_running)


def test_models_that_are_chosen_meanwhile_wait_and_that_is_said(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, LONG))
    target, draft = endless_pair(tmp_path)
    with running(qtbot, home, target, draft) as program:
        program.loaded(target)
        key = turn_on(program)
        galley = program.galley
        asked = ask(port, key, max_tokens=MANY)
        under_way(program)
        galley.serving.page.close_button.click()
        galley.pair_choice.choose_pair(str(tiny_ending), None)
        program.until(galley.notices.isVisible)
        assert f"when the request from {AGENT} has been answered" in galley.notices.label.text()
        galley.serving.programs.stop_all()
        program.loaded(tiny_ending)
        over(program, asked)
        program.until(lambda: not galley.notices.isVisible())  # who is served is told ten times a second
        over(program, asked := ask(port, key))
        assert asked.answer["model"] == "Tiny ending"


def test_without_a_model_programs_are_turned_away(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home) as program:
        key = turn_on(program)
        assert "no model is loaded" in program.galley.serving.page.status.headline.text()
        over(program, asked := ask(port, key))
        assert asked.status == 503


# Where it listens.


def test_a_taken_port_is_said_and_another_one_helps(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with socket.create_server(("127.0.0.1", port)), running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        serving = open_page(program)
        serving.page.status.switch.click()
        program.until(lambda: serving.programs.state.standing is Standing.FAILED)
        assert str(port) in serving.page.status.detail.text()
        other = free_port()
        serving.page.address.port.setFocus()
        serving.page.address.port.setValue(other)
        QTest.keyClick(serving.page.address.port, Qt.Key.Key_Return)
        program.until(lambda: serving.programs.state.standing is Standing.ON)
        assert serving.page.address.url.text == f"http://127.0.0.1:{other}/v1"
        over(program, asked := ask(other, serving.page.key.fresh.text))
        assert asked.status == 200
    saved = json.loads((find_folders(home).settings / "settings.json").read_text())["server"]
    assert (saved["port"], saved["enabled"]) == (other, True)


def test_other_machines_are_let_in_only_after_a_question(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    addresses = [each for each in own_addresses() if "." in each.address]
    if not addresses:
        pytest.skip("this machine is on no network")
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        key = turn_on(program)
        section = program.galley.serving.page.address
        section.reach.button("others").click()
        assert section.question.isVisible()
        assert program.galley.preferences.settings.server.is_loopback
        section.question.no_button.click()
        assert section.reach.value == "this"
        section.reach.button("others").click()
        section.question.yes_button.click()
        address = addresses[0].address
        assert section.url.text == f"http://{address}:{port}/v1"
        assert "other machines" in program.galley.serving.page.status.headline.text()
        over(program, asked := Asking(port, key, host=address))
        assert asked.status == 200
        over_port(port)
        section.reach.button("this").click()
        over(program, asked := Asking(port, key))
        assert asked.status == 200


def test_a_web_page_is_let_in_by_its_origin(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        turn_on(program)
        pages = program.galley.serving.page.pages
        pages.field.setText("notes.example/path")
        pages.field.setFocus()
        QTest.keyClick(pages.field, Qt.Key.Key_Return)
        assert pages.error.text().startswith("“notes.example/path” is no origin.")
        assert pages.field.text() == "notes.example/path", "nothing typed is lost"
        pages.field.setText("HTTPS://Notes.Example/")
        pages.allow_button.click()
        assert list(pages.rows) == ["https://notes.example"]
        assert program.galley.preferences.settings.server.allowed_origins == ("https://notes.example",)
        assert pages.field.text() == ""
        pages.rows["https://notes.example"].click()
        assert not pages.rows
        assert program.galley.serving.programs.state.standing is Standing.ON


# Beside everything else.


def test_it_goes_on_while_locked_and_ends_with_everything_when_all_is_forgotten(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        key = turn_on(program)
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.serving.page.key.fresh.text == ""
        over(program, asked := ask(port, key))
        assert asked.status == 200
        galley.protection.unlock()
        program.until(lambda: galley.window.page is None)
        galley.privacy.page.forget_requested.emit()
        program.until(lambda: galley.protection.guard is Guard.OPEN)
        assert galley.serving.programs.state.standing is Standing.OFF
        program.until(lambda: not service.entries())
        over_port(port)


def test_a_switch_elsewhere_in_the_window_is_the_same_switch(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home) as program:
        serving = program.galley.serving
        program.galley.preferences.put("server", enabled=True)
        program.until(lambda: serving.programs.state.standing is Standing.ON)
        assert serving.badge.isVisible()
        program.galley.preferences.put("server", enabled=False)
        assert serving.programs.state.standing is Standing.OFF
        assert not serving.badge.isVisible()


def test_in_another_language_it_goes_on_with_the_same_key(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, no_keyring: None, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with changing(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        serving = open_page(program)
        serving.page.status.switch.click()
        program.until(lambda: serving.programs.state.standing is Standing.NO_KEY)
        serving.page.key.passing_button.click()
        key = serving.page.key.fresh.text
        program.speak("nl")
        assert program.galley.serving is not serving
        program.until(lambda: program.galley.serving.programs.state.standing is Standing.ON)
        over(program, asked := ask(port, key))
        assert asked.status == 200, asked.text


def test_where_an_administrator_forbids_it_nothing_listens_and_the_page_says_why(
    qtbot: QtBot, tmp_path: Path, service: support.SecretService, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port, enabled=True))
    found = FoundPolicy(Policy(api_forbidden=True))
    monkeypatch.setattr("app.composition.galley.read_policy", lambda: found)
    with running(qtbot, home) as program:
        serving = open_page(program)
        assert serving.programs.state.standing is Standing.FORBIDDEN
        assert not serving.page.status.switch.isEnabled()
        assert "administrator" in serving.page.status.detail.text()
        over_port(port)


def test_the_snippets_run_as_they_stand(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, service: support.SecretService, port: int
) -> None:
    home = tmp_path / "home"
    write_settings(home, settings_with(port))
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        key = turn_on(program)
        snippets = program.galley.serving.page.snippets
        snippets.kind.button("python").click()
        environment = {**os.environ, "GALLEY_API_KEY": key}
        process = subprocess.Popen(
            [sys.executable, "-c", snippets.snippet],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        program.until(lambda: process.poll() is not None)
        said, complaint = process.communicate()
        assert (process.returncode, bool(said.strip())) == (0, True), complaint
