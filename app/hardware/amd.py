"""AMD GPUs through the files that their Linux driver shows, without any library.

Files: https://docs.kernel.org/gpu/amdgpu/driver-misc.html and https://docs.kernel.org/gpu/amdgpu/thermal.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.hardware.rapl import SYSFS
from app.hardware.samples import DeviceSample, Maker

if TYPE_CHECKING:
    from pathlib import Path

UNNAMED = "AMD GPU"
_VENDOR = "0x1002"
_RESCAN_EVERY = 60
"""Looks between two searches for cards."""


class AmdDevices:
    """Every AMD GPU of the machine. What its driver does not show is left out; a card that vanishes is not listed.

    Args:
        sysfs: Where the system shows its devices.
    """

    def __init__(self, sysfs: Path = SYSFS) -> None:
        self._folder = sysfs / "class/drm"
        self._devices: list[Path] = []
        self._looks_left = 0

    def read(self) -> tuple[DeviceSample, ...]:
        """Look at every device once."""
        if self._looks_left <= 0:
            self._devices = self._find()
            self._looks_left = _RESCAN_EVERY
        self._looks_left -= 1
        samples = (_sample(device) for device in self._devices)
        return tuple(sample for sample in samples if sample is not None)

    def _find(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        devices = sorted(card / "device" for card in self._folder.glob("card*") if card.name[4:].isdigit())
        return [device for device in devices if _text(device / "vendor") == _VENDOR]


def _sample(device: Path) -> DeviceSample | None:
    used, total = _number(device / "mem_info_vram_used"), _number(device / "mem_info_vram_total")
    if used is None or total is None:
        return None
    busy, memory_busy = _number(device / "gpu_busy_percent"), _number(device / "mem_busy_percent")
    sensors = next(iter(sorted(device.glob("hwmon/hwmon*"))), device)
    power = _first(sensors / "power1_average", sensors / "power1_input")
    return DeviceSample(
        name=_text(device / "product_name") or UNNAMED,
        key=device.parent.name,
        maker=Maker.AMD,
        used_bytes=used,
        total_bytes=total,
        engine_bytes=None,
        utilization=None if busy is None else min(busy / 100, 1.0),
        memory_utilization=None if memory_busy is None else min(memory_busy / 100, 1.0),
        power_watts=None if power is None else power / 1e6,
        power_limit_watts=_scaled(sensors / "power1_cap", 1e6),
        temperature_celsius=_scaled(sensors / "temp1_input", 1e3),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text.isdecimal() else None


def _first(*paths: Path) -> int | None:
    return next((value for value in map(_number, paths) if value is not None), None)


def _scaled(path: Path, divisor: float) -> float | None:
    value = _number(path)
    return None if value is None else value / divisor
