"""The report for a security officer, written from real files, sockets and processes."""

from __future__ import annotations

import os
import re
import socket
import stat
import tomllib
from pathlib import Path

import pytest

from app import __version__
from app.catalogue import TEXTS, sentence
from app.errors import EnvironmentFault, Notice
from app.privacy.encryption import encryption_facts
from app.privacy.key_state import KeyHolder, KeyState
from app.privacy.places import PlaceKind, Protection, find_places
from app.privacy.processes import ProcessRole, RunningProcess
from app.privacy.report import LIBRARIES, LIMITS, ReportFacts, library_versions, report_text, save_report
from app.privacy.sockets import SocketReport, open_sockets
from app.settings.paths import find_folders
from app.store.keys.wrapping import Cost

ROOT = Path(__file__).parents[3]
PASSPHRASE = KeyState(KeyHolder.PASSPHRASE)


def facts(home: Path, *, key: KeyState = PASSPHRASE, sockets: SocketReport | None = None) -> ReportFacts:
    return ReportFacts(
        places=find_places(find_folders(home / "galley")),
        encryption=encryption_facts(key.holder, Cost()),
        key=key,
        sockets=SocketReport(()) if sockets is None else sockets,
        processes=[
            RunningProcess(1, ProcessRole.PROGRAM, core_dumps=False),
            RunningProcess(2, ProcessRole.ENGINE, core_dumps=True),
        ],
    )


def test_everything_an_officer_asks_stands_in_it(tmp_path: Path) -> None:
    database = find_folders(tmp_path / "galley").data / "conversations.db"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"x" * 4096)
    database.chmod(0o600)
    text = report_text(facts(tmp_path), sentence, tmp_path)
    assert f"Galley {__version__}" in text
    assert "| Conversations | `~/galley/data/conversations.db` | encrypted | 4096 | 0600 |" in text
    assert text.count("no such file now") == 11
    for line in ("AES-256-CBC", "HMAC-SHA512", "4096 bytes", "256 random bits", "argon2id, m=64 MiB", "SQLCipher 4"):
        assert line in text
    assert "locked up by a passphrase" in text
    assert "No process of Galley has a socket that could reach another machine" in text
    assert "- window: off" in text
    assert "- engine: ON" in text
    for limit in LIMITS:
        assert sentence(Notice(f"limit_{limit}")) in text
    assert re.search(r"^- sqlcipher3 \d", text, re.MULTILINE)
    assert "{" not in text


def test_it_names_no_person_and_no_machine(tmp_path: Path) -> None:
    text = report_text(facts(tmp_path), sentence, tmp_path)
    assert str(tmp_path) not in text
    assert socket.gethostname() not in text


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX's")
def test_a_file_that_others_can_read_is_called_that(tmp_path: Path) -> None:
    settings = find_folders(tmp_path / "galley").settings / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{}")
    settings.chmod(0o644)
    assert "0644: others can read this" in report_text(facts(tmp_path), sentence, tmp_path)


def test_open_sockets_and_what_could_not_be_seen_are_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        seen = open_sockets()
        port = server.getsockname()[1]
    blind = SocketReport(seen.sockets, (Notice("sockets_not_seen", {"pid": 5, "cause": "Permission denied"}),))
    text = report_text(facts(tmp_path, sockets=blind), sentence, tmp_path)
    assert f"Network, window: 127.0.0.1:{port}, connected to –" in text
    assert "process 5: its permissions do not allow it" in text
    unseen = report_text(facts(tmp_path, sockets=SocketReport((), blind.notices)), sentence, tmp_path)
    assert "Network: none" not in unseen, "what was not looked at is not known to be absent"


@pytest.mark.parametrize("holder", list(KeyHolder))
def test_whoever_holds_the_key_is_named(tmp_path: Path, holder: KeyHolder) -> None:
    state = KeyState(holder, keyring="Secret Service", is_locked=True)
    text = report_text(facts(tmp_path, key=state), sentence, tmp_path)
    assert ("Secret Service" in text) is (holder is KeyHolder.KEYRING)
    assert ("Locked when" in text) is (holder is not KeyHolder.NOBODY)
    assert ("argon2id" in text) is (holder is KeyHolder.PASSPHRASE)


def test_the_translation_is_asked_for_every_line(tmp_path: Path) -> None:
    text = report_text(facts(tmp_path), lambda notice: f"«{notice.code}»", tmp_path)
    assert "# «report_title»" in text
    assert "«place_conversations»" in text
    assert "Galley" not in text


def test_every_value_has_its_words() -> None:
    for kind in PlaceKind:
        assert f"place_{kind}" in TEXTS
    for protection in Protection:
        assert f"protection_{protection}" in TEXTS
    for role in ProcessRole:
        assert f"process_{role}" in TEXTS


def test_the_file_is_its_owners_alone_whatever_was_there(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.write_text("old and longer than the new one")
    path.chmod(0o644)
    save_report("new\n", path)
    assert path.read_text() == "new\n"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        save_report("text", tmp_path / "missing" / "report.md")
    assert "no such file" in sentence(caught.value.notice)


def test_the_libraries_are_those_that_are_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {re.split("[<>=; ]", requirement)[0] for requirement in project["dependencies"]}
    assert declared <= set(LIBRARIES)
    assert [name for name, _version in library_versions()] == list(LIBRARIES), "all are installed here"
