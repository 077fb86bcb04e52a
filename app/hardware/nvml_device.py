"""One NVIDIA GPU: every figure asked for by itself, since cards, drivers and permissions each leave out some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import psutil
import pynvml

from app.hardware.samples import DeviceSample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Handle: TypeAlias = Any
"""The binding has no types: an opaque pointer."""
DriverError: TypeAlias = Any
"""An `NVMLError`; its `value` is the driver's return code."""

UNNAMED = "NVIDIA GPU"

_DRIVER_GONE = {
    pynvml.NVML_ERROR_UNINITIALIZED,
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED,
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH,
}


class DriverGoneError(Exception):
    """The library no longer answers for any device."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device as the driver handed it out."""

    handle: Handle
    name: str
    key: str
    """What it is known by after the driver was started again."""


def raise_if_gone(error: DriverError) -> None:
    """Tell a driver that is gone from a device that is.

    Raises:
        DriverGoneError: If it is the driver.
    """
    if error.value in _DRIVER_GONE:
        raise DriverGoneError from error


def open_device(index: int) -> Device:
    """The device at this place.

    Raises:
        pynvml.NVMLError: If the driver refuses it.
        DriverGoneError: If the driver is gone.
    """
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    name = _text(lambda: pynvml.nvmlDeviceGetName(handle)) or UNNAMED
    key = _text(lambda: pynvml.nvmlDeviceGetUUID(handle)) or f"{index} {name}"
    return Device(handle, name, key)


def _text(read: Callable[[], str]) -> str | None:
    try:
        return read().strip()
    except UnicodeDecodeError:
        return None
    except pynvml.NVMLError as error:
        raise_if_gone(error)
        return None


def read_device(device: Device, engine_pid: int | None) -> DeviceSample:
    """Look at the device once.

    Raises:
        pynvml.NVMLError: If it does not even tell its memory.
        DriverGoneError: If the driver is gone.
    """
    used, total = _memory(device.handle)
    utilization = _metric(lambda: pynvml.nvmlDeviceGetUtilizationRates(device.handle).gpu)
    power = _metric(lambda: pynvml.nvmlDeviceGetPowerUsage(device.handle))
    temperature = _metric(lambda: pynvml.nvmlDeviceGetTemperature(device.handle, pynvml.NVML_TEMPERATURE_GPU))
    return DeviceSample(
        name=device.name,
        used_bytes=used,
        total_bytes=total,
        engine_bytes=None if engine_pid is None else _process_bytes(device.handle, engine_pid),
        utilization=None if utilization is None else min(utilization / 100.0, 1.0),
        power_watts=None if power is None else power / 1000.0,
        temperature_celsius=temperature,
    )


def _memory(handle: Handle) -> tuple[int, int]:
    """Bytes used and bytes there are; a GPU without memory of its own lives in the computer's."""
    try:
        memory = pynvml.nvmlDeviceGetMemoryInfo(handle)
    except pynvml.NVMLError_NotSupported:
        ram = psutil.virtual_memory()
        return int(ram.total - ram.available), int(ram.total)
    return int(memory.used), int(memory.total)


def _metric(read: Callable[[], float]) -> float | None:
    """A figure that this device, driver or user may not have."""
    try:
        return float(read())
    except pynvml.NVMLError as error:
        raise_if_gone(error)
        return None


def _process_bytes(handle: Handle, pid: int) -> int | None:
    """What the process holds: CUDA is listed as compute, Vulkan as graphics, some drivers list it as both."""
    found: list[int] = []
    readable = False
    for kinds in (
        ("nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"),
        ("nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2"),
    ):
        processes = _processes(handle, kinds)
        if processes is None:
            continue
        readable = True
        held = [process.usedGpuMemory for process in processes if process.pid == pid]
        if None in held:
            return None
        found.append(sum(held))
    return max(found, default=0) if readable else None


def _processes(handle: Handle, function_names: Iterable[str]) -> list[Any] | None:
    for name in function_names:
        try:
            return list(getattr(pynvml, name)(handle))
        except pynvml.NVMLError_FunctionNotFound:
            continue
        except pynvml.NVMLError as error:
            raise_if_gone(error)
            return None
    return None
