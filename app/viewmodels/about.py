"""Which Galley this is and what it runs on, in lines for the window and for whoever helps; and the self-test."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication

from app import __version__
from app.cli.selftest import findings_of
from app.packaged import build_facts, is_packaged
from app.runtime.tasks import Tasks
from app.viewmodels.notices import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.cli.finding import Finding
    from app.errors import Notice

translate = QCoreApplication.translate
_GIB = 1 << 30

Facts = tuple[tuple[str, str], ...]
"""Lines of a name and what there is."""


def version_line() -> str:
    """Version, and when it was built or that it runs from source."""
    built = build_facts().get("built", "")
    if not is_packaged():
        return translate("About", "Version {version}, run from source").format(version=__version__)
    if not built:
        return translate("About", "Version {version}").format(version=__version__)
    text = translate("About", "Version {version}, built on {date}")
    return text.format(version=__version__, date=_day(built))


def system_facts() -> Facts:
    """What Galley runs on. It names no person, no folder and no machine."""
    memory = QLocale().toString(psutil.virtual_memory().total / _GIB, "f", 1)
    percents = translate("Numbers", "{number} %")
    screens = [percents.format(number=round(100 * screen.devicePixelRatio())) for screen in QGuiApplication.screens()]
    return (
        (translate("About", "Galley"), version_line()),
        (translate("About", "System"), f"{platform.system()} {platform.release()}, {platform.machine()}"),
        (translate("About", "Processor"), _processor()),
        (translate("About", "Memory"), f"{memory} GiB"),
        (translate("About", "Python"), platform.python_version()),
        (translate("About", "Qt"), f"{qVersion()}, PySide {_version('PySide6-Essentials')}"),
        (translate("About", "llama-cpp-python"), _version("llama-cpp-python")),
        (translate("About", "Window system"), QGuiApplication.platformName()),
        (translate("About", "Scale of the screens"), ", ".join(screens)),
        (translate("About", "Language"), QLocale().name()),
    )


def report_of(facts: Facts, findings: Sequence[Finding]) -> str:
    """Everything as plain text: facts, then what became of the self-test."""
    lines = [f"{name}: {value}" for name, value in facts]
    if findings:
        lines += ["", translate("About", "Self-test")]
        lines += [f"{verdict_of(each)}  {name_of(each)}: {each.written(written)}" for each in findings]
    return "\n".join(lines) + "\n"


def name_of(finding: Finding) -> str:
    """What a part is called."""
    return translate("Selftest", finding.name)


def verdict_of(finding: Finding) -> str:
    """Whether a part works, in a word."""
    if finding.ok:
        return translate("About", "works")
    return translate("About", "fails") if finding.needed else translate("About", "is not there")


class SelfTest(QObject):
    """Looks at one part after the other in a thread of its own; what it finds comes one by one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self)
        self._parts: Iterator[Finding] | None = None
        self.findings: tuple[Finding, ...] = ()

    @property
    def is_running(self) -> bool:
        """Whether parts are still to be looked at."""
        return self._parts is not None

    @property
    def is_good(self) -> bool:
        """Whether everything that is needed works, as far as it was looked at."""
        return all(each.ok for each in self.findings if each.needed)

    def start(self) -> None:
        """Begin from the start, unless it runs."""
        if self._parts is not None:
            return
        self.findings = ()
        self._parts = findings_of(_there_is_a_display)
        self._go_on(self._parts)
        self.changed.emit()

    def stop(self) -> None:
        """Look at no further part; waits for the one that is being looked at."""
        self._parts = None
        self._tasks.stop()

    def _go_on(self, parts: Iterator[Finding]) -> None:
        self._tasks.run(lambda: next(parts, None), self._on_found, self._on_failed)

    def _on_found(self, finding: Finding | None) -> None:
        if self._parts is None:
            return
        if finding is None:
            self._parts = None
        else:
            self.findings = (*self.findings, finding)
            self._go_on(self._parts)
        self.changed.emit()

    def _on_failed(self, _notice: Notice) -> None:
        """Parts tell what is wrong with them; this is for what nobody foresaw."""
        self._parts = None
        self.changed.emit()


def _there_is_a_display() -> None:
    """The window is the proof."""


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "?"


def _processor() -> str:
    """Model and number of its cores; where the system does not name the model, what kind it is."""
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
            name = next(named, name)
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return translate("About", "{name}, {number} cores").format(name=name, number=QLocale().toString(cores))


def _day(built: str) -> str:
    """The day of the build, as the language writes days."""
    day = QDate.fromString(built[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, QLocale.FormatType.LongFormat) if day.isValid() else built
