"""The energy that the processors have used, from the counters that Linux offers for Intel's and AMD's (RAPL).

The counters are small and begin anew every few minutes to hours, and most systems let only the administrator read them.
Format: https://docs.kernel.org/power/powercap/powercap.html
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.errors import Notice
from app.hardware.backoff import Backoff

SYSFS = Path("/sys")
_FOLDER = "class/powercap"
_MICROJOULES = 1e6


@dataclass(slots=True)
class _Zone:
    """A counter, and what it has shown last; `range` is one more than the highest it can show."""

    path: Path
    range: int
    last: int


class Rapl:
    """Adds up processors (packages) and, where it is counted apart, memory.

    Args:
        sysfs: Where the system shows its devices.
        backoff: When to look again for counters that could not be read.
    """

    def __init__(self, sysfs: Path = SYSFS, backoff: Backoff | None = None) -> None:
        self._folder = sysfs / _FOLDER
        self._backoff = backoff or Backoff(first_seconds=30.0, most_seconds=300.0)
        self._zones: list[_Zone] = []
        self._microjoules = 0
        self._absent: Notice | None = Notice("energy_no_counter")

    def read(self) -> tuple[float | None, Notice | None]:
        """Look at the counters.

        Returns:
            Joules since the first reading, which only ever grow; None with the reason where there are none.
        """
        if not self._zones and self._backoff.is_due:
            self._open()
        if not self._zones:
            return None, self._absent
        try:
            for zone in self._zones:
                self._microjoules += _advance(zone)
        except (OSError, ValueError):
            self._zones = []  # a driver that was unloaded: what passes until it is back is not known
            self._absent = Notice("energy_no_counter")
            self._backoff.failed()
            return None, self._absent
        return self._microjoules / _MICROJOULES, None

    def _open(self) -> None:
        try:
            folders = _counted(self._folder)
            self._zones = [_open_zone(folder) for folder in folders]
        except PermissionError:
            self._zones = []
            self._absent = Notice("energy_no_permission", {"path": f"{self._folder}/intel-rapl:*/energy_uj"})
        except (OSError, ValueError):
            self._zones = []
            self._absent = Notice("energy_no_counter")
        if self._zones:
            self._backoff.succeeded()
        else:
            self._backoff.failed()


def _counted(folder: Path) -> list[Path]:
    """The zones to add up: packages and memory. Others are parts of these, or count everything a second time."""
    if not folder.is_dir():
        return []
    counted = []
    for zone in sorted(folder.glob("intel-rapl:*")):
        name = (zone / "name").read_text("ascii").strip()
        if name.startswith("package") or name == "dram":
            counted.append(zone)
    return counted


def _open_zone(folder: Path) -> _Zone:
    highest = int((folder / "max_energy_range_uj").read_text("ascii"))
    path = folder / "energy_uj"
    return _Zone(path, highest + 1, int(path.read_text("ascii")))


def _advance(zone: _Zone) -> int:
    """Microjoules since the last look; a counter that shows less has begun anew once."""
    value = int(zone.path.read_text("ascii"))
    passed = (value - zone.last) % zone.range
    zone.last = value
    return passed
