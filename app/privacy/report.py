"""What a security officer asks first, as one Markdown text: files, encryption, key, sockets, limits.

It names no person, no machine and no conversation, so that it can be passed on: the home folder is written `~`.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from app import __version__
from app.errors import EnvironmentFault, Notice
from app.privacy.key_state import KeyHolder
from app.privacy.places import Protection
from app.privacy.sockets import SocketFamily

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.errors import Value
    from app.privacy.key_state import EncryptionFacts, KeyState
    from app.privacy.places import Place
    from app.privacy.processes import RunningProcess
    from app.privacy.sockets import SocketReport

LIMITS = ("root", "session", "memory", "swap", "screen", "exports", "disk")
"""What Galley cannot protect against; docs/security.md says more of each."""
LIBRARIES = (
    "argon2-cffi",
    "cryptography",
    "jinja2",
    "keyring",
    "llama-cpp-python",
    "markdown-it-py",
    "numpy",
    "nvidia-ml-py",
    "platformdirs",
    "psutil",
    "pydantic",
    "pygments",
    "pypdf",
    "pyqtgraph",
    "PySide6-Essentials",
    "SecretStorage",
    "sqlcipher3",
    "starlette",
    "uvicorn",
)
"""Named here and not read from Galley's own label, which a packaged program has not got; a test compares the two."""


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Everything the report says, gathered before."""

    places: Sequence[Place]
    encryption: EncryptionFacts
    key: KeyState
    sockets: SocketReport
    processes: Sequence[RunningProcess]


def report_text(facts: ReportFacts, written: Callable[[Notice], str], home: Path | None = None) -> str:
    """Write the report.

    Args:
        facts: What is true now.
        written: Writes out a notice, in whatever language.
        home: The folder to abbreviate; None takes the user's.
    """
    return _Writer(facts, written, Path.home() if home is None else home).text()


def save_report(text: str, path: Path) -> None:
    """Write the report to a file that only its owner can read.

    Raises:
        EnvironmentFault: `report_not_saved`.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            if os.name == "posix":
                os.fchmod(file.fileno(), 0o600)  # a file that was there keeps its mode otherwise
            file.write(text)
    except OSError as error:
        raise EnvironmentFault("report_not_saved", path=str(path), cause=error.strerror or str(error)) from error


def library_versions() -> tuple[tuple[str, str], ...]:
    """The libraries that Galley is made with, and their versions where they are installed."""
    found = []
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):  # a packaged program may have lost the label
            found.append((name, metadata.version(name)))
    return tuple(found)


class _Writer:
    """Puts the report together, section by section."""

    def __init__(self, facts: ReportFacts, written: Callable[[Notice], str], home: Path) -> None:
        self._facts = facts
        self._written = written
        self._home = home
        self._lines: list[str] = []

    def text(self) -> str:
        """All of it."""
        self._lines = [f"# {self._say('report_title')}", "", self._say("report_about", version=__version__)]
        system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
        self._lines += ["", self._say("report_system", system=system)]
        self._files()
        self._encryption()
        self._key()
        self._sockets()
        self._core_dumps()
        self._section("report_limits_heading")
        self._lines += [f"- {self._say(f'limit_{limit}')}" for limit in LIMITS]
        self._section("report_libraries_heading")
        self._lines += [f"- {name} {version}" for name, version in library_versions()]
        return "\n".join(self._lines) + "\n"

    def _say(self, code: str, **values: Value) -> str:
        return self._written(Notice(code, values))

    def _section(self, code: str) -> None:
        self._lines += ["", f"## {self._say(code)}", ""]

    def _files(self) -> None:
        self._section("report_files_heading")
        self._lines += [f"| {self._say('report_files_columns')} |", "|---|---|---|---|---|"]
        for place in self._facts.places:
            cells = (
                self._say(f"place_{place.kind}"),
                self._path(place.path),
                self._say(f"protection_{place.protection}"),
                f"{place.size_bytes}" if place.exists else "–",
                place.problem or self._modes(place),
            )
            self._lines.append(f"| {' | '.join(cells)} |")

    def _path(self, path: Path | None) -> str:
        if path is None:
            return "–"
        shown = f"~/{path.relative_to(self._home)}" if path.is_relative_to(self._home) else str(path)
        return f"`{os.fsencode(shown).decode('utf-8', 'replace').replace('|', '/')}`"

    def _modes(self, place: Place) -> str:
        if place.protection in (Protection.MEMORY_ONLY, Protection.USERS_OWN):
            return "–"
        if not place.exists:
            return self._say("report_no_file")
        modes = sorted({f"{each.mode:04o}" for each in place.files})
        text = ", ".join(modes)
        return text if place.is_private else self._say("report_open_to_others", modes=text)

    def _encryption(self) -> None:
        facts = self._facts.encryption
        self._section("report_encryption_heading")
        for code, value in (
            ("report_library", facts.library),
            ("report_cipher", facts.cipher),
            ("report_page_mac", facts.page_mac),
            ("report_page_bytes", str(facts.page_bytes) if facts.page_bytes else ""),
            ("report_key", str(facts.key_bits) if facts.key_bits else ""),
            ("report_kdf", facts.passphrase_kdf),
        ):
            if value:
                self._lines.append(f"- {self._say(code, value=value)}")

    def _key(self) -> None:
        key = self._facts.key
        self._section("report_key_heading")
        self._lines.append(f"- {self._say(f'holder_{key.holder}', keyring=key.keyring)}")
        if key.holder is not KeyHolder.NOBODY:
            self._lines.append(f"- {self._say('report_locked' if key.is_locked else 'report_open')}")

    def _sockets(self) -> None:
        report = self._facts.sockets
        self._section("report_sockets_heading")
        internet = report.of(SocketFamily.INTERNET)
        if not internet and report.is_complete:
            self._lines.append(f"- {self._say('sockets_none')}")
        for each in internet:
            role = self._say(f"process_{each.role}")
            self._lines.append(f"- {self._say('socket_open', process=role, here=each.here, there=each.there or '–')}")
        local, unnamed = len(report.of(SocketFamily.LOCAL)), len(report.of(SocketFamily.UNNAMED))
        self._lines.append(f"- {self._say('sockets_local', number=local)}")
        if unnamed:
            self._lines.append(f"- {self._say('sockets_unnamed', number=unnamed)}")
        self._lines += [f"- {self._written(notice)}" for notice in report.notices]

    def _core_dumps(self) -> None:
        self._section("report_dumps_heading")
        for process in self._facts.processes:
            codes = {False: "core_dumps_off", True: "core_dumps_on", None: "core_dumps_unknown"}
            role = self._say(f"process_{process.role}")
            self._lines.append(f"- {self._say(codes[process.core_dumps], process=role)}")
        if sys.platform != "linux":
            self._lines.append(f"- {self._say('report_linux_only')}")
