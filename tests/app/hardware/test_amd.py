"""AMD GPUs from files like those that their driver shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.hardware.amd import AmdDevices
from app.hardware.sampler import MachineSampler
from app.hardware.samples import Maker

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1 << 30


def card(sysfs: Path, number: int = 0, vendor: str = "0x1002") -> Path:
    device = sysfs / f"class/drm/card{number}/device"
    sensors = device / "hwmon/hwmon4"
    sensors.mkdir(parents=True)
    files = {
        device / "vendor": vendor,
        device / "mem_info_vram_used": 3 * GIB,
        device / "mem_info_vram_total": 16 * GIB,
        device / "gpu_busy_percent": 91,
        device / "mem_busy_percent": 40,
        device / "product_name": "Radeon RX 7800 XT",
        sensors / "power1_average": 212_000_000,
        sensors / "power1_cap": 263_000_000,
        sensors / "temp1_input": 64_000,
    }
    for path, value in files.items():
        path.write_text(f"{value}\n")
    (sysfs / f"class/drm/card{number}-DP-1").mkdir()
    return device


def test_every_figure_is_told_in_its_unit(tmp_path: Path) -> None:
    card(tmp_path)
    (sample,) = AmdDevices(tmp_path).read()
    assert (sample.name, sample.maker) == ("Radeon RX 7800 XT", Maker.AMD)
    assert (sample.used_bytes, sample.total_bytes) == (3 * GIB, 16 * GIB)
    assert (sample.utilization, sample.memory_utilization) == (0.91, 0.4)
    assert (sample.power_watts, sample.power_limit_watts, sample.temperature_celsius) == (212.0, 263.0, 64.0)
    assert sample.engine_bytes is None


@pytest.mark.parametrize(
    ("gone", "field"),
    [
        ("gpu_busy_percent", "utilization"),
        ("hwmon/hwmon4/temp1_input", "temperature_celsius"),
        ("hwmon/hwmon4/power1_average", "power_watts"),
    ],
)
def test_a_file_that_is_missing_leaves_out_one_figure(tmp_path: Path, gone: str, field: str) -> None:
    (card(tmp_path) / gone).unlink()
    (sample,) = AmdDevices(tmp_path).read()
    assert getattr(sample, field) is None
    assert sample.used_bytes == 3 * GIB


def test_a_card_that_vanishes_is_left_out(tmp_path: Path) -> None:
    device = card(tmp_path)
    devices = AmdDevices(tmp_path)
    assert len(devices.read()) == 1
    (device / "mem_info_vram_used").unlink()
    assert devices.read() == ()


def test_cards_of_others_are_not_ours(tmp_path: Path) -> None:
    card(tmp_path, 0, "0x8086")
    card(tmp_path, 1)
    assert [sample.key for sample in AmdDevices(tmp_path).read()] == ["card1"]


def test_with_an_amd_card_a_missing_nvidia_driver_is_no_news(tmp_path: Path) -> None:
    card(tmp_path)
    sampler = MachineSampler(sysfs=tmp_path)
    sample = sampler.sample(None)
    sampler.close()
    assert [device.maker for device in sample.devices if device.maker is Maker.AMD] == [Maker.AMD]
    assert sample.absent is None or sample.absent.code not in ("gpu_no_driver", "gpu_none")
