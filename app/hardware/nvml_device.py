"""One NVIDIA GPU: every figure asked for by itself, since cards, drivers and permissions each leave out some."""

from __future__ import annotations

from dataclasses import dataclass

import psutil
import pynvml

from app.hardware.holders import read_holders
from app.hardware.nvml_calls import Handle, figure, raise_if_gone, text
from app.hardware.samples import DeviceSample, Slowdown

UNNAMED = "NVIDIA GPU"

_POWER = pynvml.nvmlClocksEventReasonSwPowerCap | pynvml.nvmlClocksEventReasonHwPowerBrakeSlowdown
_HEAT = pynvml.nvmlClocksEventReasonSwThermalSlowdown | pynvml.nvmlClocksEventReasonHwThermalSlowdown
_REASONS = {
    Slowdown.POWER: _POWER,
    Slowdown.HEAT: _HEAT,
    Slowdown.HARDWARE: pynvml.nvmlClocksEventReasonHwSlowdown,
}


@dataclass(frozen=True, slots=True)
class Device:
    """A device as the driver handed it out."""

    handle: Handle
    name: str
    key: str
    """What it is known by after the driver was started again."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes used by programs, reserved by the driver (None where that is not told apart), and all there are."""

    used: int
    reserved: int | None
    total: int


def open_device(index: int) -> Device:
    """The device at this place.

    Raises:
        pynvml.NVMLError: If the driver refuses it.
        DriverGoneError: If the driver is gone.
    """
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    name = text(lambda: pynvml.nvmlDeviceGetName(handle)) or UNNAMED
    key = text(lambda: pynvml.nvmlDeviceGetUUID(handle)) or f"{index} {name}"
    return Device(handle, name, key)


def read_device(device: Device, engine_pid: int | None) -> DeviceSample:
    """Look at the device once.

    Raises:
        pynvml.NVMLError: If it does not even tell its memory.
        DriverGoneError: If the driver is gone.
    """
    handle = device.handle
    memory = _memory(handle)
    load, memory_load = _loads(handle)
    holdings = read_holders(handle)
    told_exactly = memory.used if memory.reserved is not None else None
    return DeviceSample(
        name=device.name,
        key=device.key,
        used_bytes=memory.used,
        reserved_bytes=memory.reserved,
        total_bytes=memory.total,
        engine_bytes=None if engine_pid is None else holdings.of(engine_pid, told_exactly),
        utilization=load,
        memory_utilization=memory_load,
        power_watts=_thousandth(figure(lambda: pynvml.nvmlDeviceGetPowerUsage(handle))),
        power_limit_watts=_thousandth(figure(lambda: pynvml.nvmlDeviceGetEnforcedPowerLimit(handle))),
        temperature_celsius=figure(lambda: pynvml.nvmlDeviceGetTemperature(handle, pynvml.NVML_TEMPERATURE_GPU)),
        energy_joules=_thousandth(figure(lambda: pynvml.nvmlDeviceGetTotalEnergyConsumption(handle))),
        slowdowns=_slowdowns(handle),
        holders=holdings.holders,
        holders_absent=holdings.absent,
    )


def _memory(handle: Handle) -> Memory:
    """What the newer function tells; the older one counts what the driver reserves as used.

    A GPU without memory of its own lives in the computer's.
    """
    try:
        told = pynvml.nvmlDeviceGetMemoryInfo(handle, version=pynvml.nvmlMemory_v2)
    except (
        pynvml.NVMLError_FunctionNotFound,
        pynvml.NVMLError_NotSupported,
        pynvml.NVMLError_ArgumentVersionMismatch,
        pynvml.NVMLError_InvalidArgument,
    ):
        return _older_memory(handle)
    return Memory(int(told.used), int(told.reserved), int(told.total))


def _older_memory(handle: Handle) -> Memory:
    try:
        told = pynvml.nvmlDeviceGetMemoryInfo(handle)
    except pynvml.NVMLError_NotSupported:
        ram = psutil.virtual_memory()
        return Memory(int(ram.total - ram.available), None, int(ram.total))
    return Memory(int(told.used), None, int(told.total))


def _loads(handle: Handle) -> tuple[float | None, float | None]:
    """Busy share of the processors and of the memory."""
    try:
        told = pynvml.nvmlDeviceGetUtilizationRates(handle)
    except pynvml.NVMLError as error:
        raise_if_gone(error)
        return None, None
    return min(told.gpu / 100.0, 1.0), min(told.memory / 100.0, 1.0)


def _slowdowns(handle: Handle) -> tuple[Slowdown, ...]:
    """Why it runs below its full clock; nothing where it does not, or where it does not say."""
    told = figure(lambda: pynvml.nvmlDeviceGetCurrentClocksEventReasons(handle))
    if told is None:
        told = figure(lambda: pynvml.nvmlDeviceGetCurrentClocksThrottleReasons(handle))
    reasons = int(told or 0)
    return tuple(reason for reason, bits in _REASONS.items() if reasons & bits)


def _thousandth(value: float | None) -> float | None:
    return None if value is None else value / 1000.0
