"""`galley selftest`: what the program found on this machine, and whether each part works."""

from __future__ import annotations

import json
import secrets
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalogue.mark import QT_TRANSLATE_NOOP
from app.catalogue.system import own_words
from app.cli import selftest_package
from app.cli.finding import Finding
from app.cli.language import said, translate
from app.cli.selftest_reply import same_with_speculation
from app.cli.terminal import write_json, write_text
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection
from app.errors import Notice, UserError
from app.hardware.sampler import MachineSampler
from app.models.preflight import gpu_may_be_there
from app.models.starter import find_starter, is_starter_model
from app.models.tiny_file import write_tiny_model
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

    from app.engine.inspection_values import BackendFacts

OK, FAILED = 0, 1
_GIB = 1 << 30
NAMES = (
    QT_TRANSLATE_NOOP("Selftest", "program"),
    QT_TRANSLATE_NOOP("Selftest", "policy"),
    QT_TRANSLATE_NOOP("Selftest", "processor module"),
    QT_TRANSLATE_NOOP("Selftest", "settings folder"),
    QT_TRANSLATE_NOOP("Selftest", "store"),
    QT_TRANSLATE_NOOP("Selftest", "keyring"),
    QT_TRANSLATE_NOOP("Selftest", "display"),
    QT_TRANSLATE_NOOP("Selftest", "devices"),
    QT_TRANSLATE_NOOP("Selftest", "graphics driver"),
    QT_TRANSLATE_NOOP("Selftest", "reply"),
    QT_TRANSLATE_NOOP("Selftest", "starter model"),
)
"""The parts whose names are words, as JSON names them."""


def selftest(arguments: Namespace, find_display: Callable[[], None]) -> int:
    """Run the command and return the exit status: 1 where a needed part does not work.

    Args:
        arguments: The parsed options.
        find_display: Raises `UserError` where no window can be opened.
    """
    findings = []
    for finding in findings_of(find_display):
        findings.append(finding)
        if not arguments.json:
            name = translate("Selftest", finding.name)
            write_text(f"{_mark(finding)}  {name}: {finding.written(said)}\n")
    good = all(finding.ok for finding in findings if finding.needed)
    if arguments.json:
        listed = [{"name": each.name, "ok": each.ok, "detail": each.detail, "needed": each.needed} for each in findings]
        write_json(json.dumps({"ok": good, "parts": listed}, ensure_ascii=False))
    else:
        write_text(said(Notice("selftest_good" if good else "selftest_bad")) + "\n")
    return OK if good else FAILED


def findings_of(find_display: Callable[[], None]) -> Iterator[Finding]:
    """Look at one part after the other, each when it is asked for.

    Args:
        find_display: Raises `UserError` where no window can be opened.
    """
    yield selftest_package.program()
    yield Finding("python", sys.version_info >= (3, 11), sys.version.split()[0])
    yield selftest_package.policy()
    yield _folder()
    yield _store()
    yield _keyring()
    yield _display(find_display)
    yield from _backend()
    yield _gpu_driver()
    yield _reply("reply", None)
    yield _starter()


def _mark(finding: Finding) -> str:
    """One of three words, which stand below each other."""
    words = translate("Selftest", "ok"), translate("Selftest", "FAIL"), translate("Selftest", "note")
    word = words[0] if finding.ok else words[1 if finding.needed else 2]
    return word.ljust(max(len(each) for each in words))


def _folder() -> Finding:
    """Whether settings can be written where they belong; what is made for that is taken away again."""
    folder = find_folders().settings
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        values = {"folder": str(folder), "cause": error.strerror or str(error)}
        return Finding("settings folder", False, Notice("settings_folder_unusable", values))
    return Finding("settings folder", True, str(folder))


def _store() -> Finding:
    """Whether the encrypted store works, on a file and with a key of its own: the user's is not touched."""
    try:
        from app.store.database import KEY_BYTES, SALT_BYTES, connect
    except (ImportError, OSError) as error:
        return Finding("store", False, str(error))
    with tempfile.TemporaryDirectory(prefix="galley-selftest-") as folder:
        path = Path(folder) / "probe.db"
        try:
            with closing(connect(path, secrets.token_bytes(KEY_BYTES), secrets.token_bytes(SALT_BYTES))) as connection:
                connection.execute("CREATE VIRTUAL TABLE probe USING fts5(words)")
                version = str(connection.execute("PRAGMA cipher_version").fetchone()[0])
        except (OSError, sqlite3.Error) as error:
            return Finding("store", False, str(error))
        is_hidden = not path.read_bytes().startswith(b"SQLite format 3")
    return Finding("store", is_hidden, f"SQLCipher {version}")


def _keyring() -> Finding:
    """Whether a keyring answers; no key is looked for. Without one, conversations need a passphrase."""
    from app.store.keys.ring import Ring

    problem = Ring().problem()
    if problem is None:
        return Finding("keyring", True, Notice("selftest_keyring"), needed=False)
    return Finding("keyring", False, problem, needed=False)


def _display(find_display: Callable[[], None]) -> Finding:
    try:
        find_display()
    except UserError as error:
        return Finding("display", False, error.notice, needed=False)
    return Finding("display", True, Notice("selftest_display"), needed=False)


def _backend() -> Iterator[Finding]:
    try:
        backend = inspect(Inspection(modules=True)).backend
    except UserError as error:
        died = error.notice.code == "inspection_failed"
        hints = (Notice("selftest_graphics_hint"),) if died and gpu_may_be_there() else ()
        yield Finding("llama.cpp", False, (error.notice, *hints))
        return
    yield Finding("llama.cpp", True, f"llama-cpp-python {backend.version}; {' '.join(backend.features)}")
    if backend.modules:
        yield selftest_package.modules(backend.modules)
    yield _devices(backend)


def _devices(backend: BackendFacts) -> Finding:
    found = tuple(
        Notice("selftest_cpu", {"name": device.name, "description": device.description})
        if device.kind == "cpu"
        else Notice(
            "selftest_device",
            {
                "name": device.name,
                "description": device.description,
                "free": device.free_bytes / _GIB,
                "total": device.total_bytes / _GIB,
            },
        )
        for device in backend.devices
    )
    return Finding("devices", bool(found), found or Notice("selftest_no_devices"))


def _gpu_driver() -> Finding:
    sampler = MachineSampler()
    try:
        sample = sampler.sample(None)
    finally:
        sampler.close()
    if sample.devices:
        return Finding("graphics driver", True, "; ".join(device.name for device in sample.devices), needed=False)
    absent = sample.absent or Notice("gpu_none")
    return Finding("graphics driver", False, absent, needed=False)


def _reply(name: str, model: Path | None) -> Finding:
    """Whether the engine writes the same with and without speculation: with its own tiny model, or with a real one."""
    with tempfile.TemporaryDirectory(prefix="galley-selftest-") as folder:
        try:
            path = model or write_tiny_model(Path(folder) / "tiny.gguf")
            outcome = same_with_speculation(path, with_draft=model is None)
        except UserError as error:
            return Finding(name, False, error.notice)
        except OSError as error:
            cause = error.strerror or str(error)
            return Finding(name, False, own_words(cause) or cause)
    values = {"tokens": outcome.num_tokens, "accepted": outcome.num_accepted, "seconds": outcome.seconds}
    code = "selftest_reply_same" if outcome.same else "selftest_reply_differs"
    return Finding(name, outcome.same, Notice(code, values))


def _starter() -> Finding:
    """Whether the starter model is there, whole, and answers."""
    path = find_starter(find_folders().data)
    try:
        whole = is_starter_model(path)
    except OSError:
        return Finding("starter model", False, Notice("selftest_no_starter", {"path": str(path)}), needed=False)
    if not whole:
        return Finding("starter model", False, Notice("selftest_starter_damaged", {"path": str(path)}))
    return _reply("starter model", path)
