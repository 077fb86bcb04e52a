"""The settings file survives crashes, full disks and editors, and its loss never stops the program."""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.settings.schema import Settings
from app.settings.store import SettingsStore

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANGED = Settings().changed("sampling", top_k=7).with_pair("/models/t.gguf", None)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions as Unix has them")


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "home" / "settings")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_first_start_has_the_defaults_and_nothing_to_say(store: SettingsStore) -> None:
    loaded = store.load()
    assert (loaded.settings, loaded.notices) == (Settings(), ())
    assert not store.path.parent.exists()


def test_what_was_saved_is_loaded(store: SettingsStore) -> None:
    assert store.save(CHANGED) is None
    assert store.load().settings == CHANGED
    assert [each.name for each in store.path.parent.iterdir()] == ["settings.json"]


def test_only_the_user_can_read_it(store: SettingsStore) -> None:
    store.save(CHANGED)
    assert (_mode(store.path), _mode(store.path.parent)) == (0o600, 0o700)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a": "' + b"x" * (5 << 20) + b'"}']
)
def test_a_damaged_file_is_kept_aside_and_said(store: SettingsStore, content: bytes) -> None:
    store.save(CHANGED)
    store.path.write_bytes(content)
    loaded = store.load()
    kept = store.path.with_name("settings.json.damaged")
    assert loaded.settings == Settings()
    assert str(kept) in sentence(loaded.notices[0])
    assert kept.read_bytes() == content
    assert store.save(CHANGED) is None
    assert store.load().notices == ()


def test_a_bad_value_does_not_cost_the_others(store: SettingsStore) -> None:
    store.save(CHANGED)
    data = json.loads(store.path.read_text())
    data["sampling"]["top_p"] = "high"
    store.path.write_text(json.dumps(data))
    loaded = store.load()
    assert loaded.settings == CHANGED
    assert [notice.code for notice in loaded.notices] == ["settings_value_refused"]


def test_a_link_to_the_file_stays_a_link(store: SettingsStore, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "galley.json"
    real.parent.mkdir()
    store.path.parent.mkdir(parents=True)
    store.path.symlink_to(real)
    assert store.save(CHANGED) is None
    assert store.path.is_symlink()
    assert store.load().settings == CHANGED
    assert real.is_file()


def test_a_path_that_is_no_text_survives(store: SettingsStore) -> None:
    path = os.fsdecode(b"/models/\xff.gguf")
    store.save(Settings().with_pair(path, None))
    assert store.load().settings.models.target == path


def test_what_a_killed_program_left_is_cleared_away(store: SettingsStore) -> None:
    store.save(CHANGED)
    left_over = store.path.with_name(".settings-abc.tmp")
    left_over.write_text("{")
    os.utime(left_over, (0, 0))
    store.save(CHANGED)
    assert not left_over.exists()


@pytest.fixture
def _not_root() -> Iterator[None]:
    """Root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_a_folder_that_cannot_be_written_is_said_with_its_path(
    store: SettingsStore, request: pytest.FixtureRequest
) -> None:
    store.save(CHANGED)
    store.path.parent.chmod(0o500)
    request.getfixturevalue("_not_root")
    notice = store.save(Settings())
    assert notice is not None
    assert notice.code == "settings_not_saved"
    assert str(store.path) in sentence(notice)
    assert "its permissions do not allow it" in sentence(notice)


def test_a_file_that_cannot_be_read_nor_moved_is_said(store: SettingsStore, request: pytest.FixtureRequest) -> None:
    store.save(CHANGED)
    store.path.parent.chmod(0o500)
    store.path.chmod(0)
    request.getfixturevalue("_not_root")
    loaded = store.load()
    assert loaded.settings == Settings()
    assert [notice.code for notice in loaded.notices] == ["settings_unreadable"]


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.touch()
    notice = SettingsStore(blocker / "settings").save(CHANGED)
    assert notice is not None
    assert notice.code == "settings_not_saved"


def test_a_full_disk_leaves_the_old_settings(store: SettingsStore) -> None:
    store.save(CHANGED)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        notice = store.save(Settings())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert notice is not None
    assert store.load().settings == CHANGED
    assert [each.name for each in store.path.parent.iterdir()] == ["settings.json"]


_WRITER = """
import sys
from pathlib import Path
from app.settings.schema import Settings
from app.settings.store import SettingsStore
store = SettingsStore(Path(sys.argv[1]))
while True:
    for top_k in (1, 2):
        store.save(Settings().changed("sampling", top_k=top_k))
        print(flush=True)
"""


def test_a_kill_in_the_middle_of_writing_leaves_whole_settings(store: SettingsStore) -> None:
    for saves in (1, 2, 5, 9):
        command = [sys.executable, "-c", _WRITER, str(store.path.parent)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]) as process:
            assert process.stdout is not None
            for _ in range(saves):
                process.stdout.readline()
            process.kill()
        loaded = store.load()
        assert loaded.notices == ()
        assert loaded.settings.sampling.top_k in (1, 2)
