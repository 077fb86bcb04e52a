"""What was recorded, as a table for other programs: comma separated, plain numbers, a unit in every heading.

Like all that other programs read it is in English, with a point before decimals whatever the user's language.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.hardware.samples import DeviceSample, HostSample, MachineSample, ProcessSample

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with their units, and rows of as many cells; None is an empty cell. `name` is what to call its file."""

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def as_csv(self) -> str:
        """The table as it is saved (RFC 4180, but lines end as Unix ends them)."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(tuple("" if cell is None else cell for cell in row) for row in self.rows)
        return text.getvalue()


def save_table(table: Table, path: Path) -> None:
    """Write a table; a file that was there is replaced by a whole one or stays.

    Raises:
        EnvironmentFault: `record_not_written`.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        fresh.write_text(table.as_csv(), "utf-8", newline="")
        fresh.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise EnvironmentFault("record_not_written", path=str(path), cause=error.strerror or str(error)) from error


_HOST: tuple[tuple[str, Callable[[HostSample], Cell]], ...] = (
    ("processors load [0-1]", lambda host: _short(host.cpu_share)),
    ("RAM available [B]", lambda host: host.ram_available_bytes),
    ("swap used [B]", lambda host: host.swap_used_bytes),
    ("swap total [B]", lambda host: host.swap_total_bytes),
    ("processors energy counter [J]", lambda host: _short(host.energy_joules)),
)
_PROCESS: tuple[tuple[str, Callable[[ProcessSample], Cell]], ...] = (
    ("resident [B]", lambda process: process.resident_bytes),
    ("proportional [B]", lambda process: process.proportional_bytes),
    ("share of all processors [0-1]", lambda process: _short(process.cpu_share)),
)
_DEVICE: tuple[tuple[str, Callable[[DeviceSample], Cell]], ...] = (
    ("memory used [B]", lambda device: device.used_bytes),
    ("memory reserved [B]", lambda device: device.reserved_bytes),
    ("memory total [B]", lambda device: device.total_bytes),
    ("memory of the engine [B]", lambda device: device.engine_bytes),
    ("load [0-1]", lambda device: _short(device.utilization)),
    ("memory load [0-1]", lambda device: _short(device.memory_utilization)),
    ("power [W]", lambda device: _short(device.power_watts)),
    ("power limit [W]", lambda device: _short(device.power_limit_watts)),
    ("temperature [degC]", lambda device: _short(device.temperature_celsius)),
    ("energy counter [J]", lambda device: _short(device.energy_joules)),
)


def machine_table(samples: Sequence[MachineSample]) -> Table:
    """Return everything that was sampled, a row for each look; a device that was not there leaves its cells empty."""
    names = {device.key: device.name for sample in samples for device in sample.devices}
    header = ["time [UTC]", "elapsed [s]", "RAM used [B]", "RAM total [B]"]
    header += [name for name, _ in _HOST]
    header += [f"{whose} {name}" for whose in ("engine", "window") for name, _ in _PROCESS]
    header += [f"GPU {place} ({names[key]}) {name}" for place, key in enumerate(names) for name, _ in _DEVICE]
    begin = samples[0].seconds if samples else 0.0
    return Table("Galley machine", tuple(header), tuple(_row(sample, begin, tuple(names)) for sample in samples))


def _row(sample: MachineSample, begin: float, keys: Sequence[str]) -> tuple[Cell, ...]:
    row: list[Cell] = [_moment(sample.unix_seconds), round(sample.seconds - begin, 3)]
    row += [sample.ram_used_bytes, sample.ram_total_bytes]
    host = sample.host
    row += [None if host is None else read(host) for _, read in _HOST]
    for process in (None, None) if host is None else (host.engine, host.window):
        row += [None if process is None else read(process) for _, read in _PROCESS]
    devices = {device.key: device for device in sample.devices}
    for key in keys:
        row += [read(devices[key]) if key in devices else None for _, read in _DEVICE]
    return tuple(row)


def _moment(unix_seconds: float) -> str:
    return datetime.fromtimestamp(unix_seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _short(value: float | None) -> float | None:
    """A measured value without digits that mean nothing."""
    return None if value is None else round(value, 4)
