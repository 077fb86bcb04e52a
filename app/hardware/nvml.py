"""NVIDIA GPUs through the driver's own library, told as samples and one notice about what is missing.

A driver may be absent, half updated, or die with its card: news for the user, never an exception.
All calls must come from one thread, because they can block while a driver recovers.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import psutil
import pynvml

from app.errors import Notice
from app.hardware.samples import DeviceSample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

logger = logging.getLogger(__name__)

Handle: TypeAlias = Any
"""The binding has no types: an opaque pointer."""
DriverError: TypeAlias = Any
"""An `NVMLError`; its `value` is the driver's return code."""

RETRY_SECONDS = 15.0
"""How long to leave a driver alone that did not answer, or a card that fell away."""

UNNAMED = "NVIDIA GPU"

_INIT_CODES = {
    pynvml.NVML_ERROR_LIBRARY_NOT_FOUND: "gpu_no_driver",
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED: "gpu_driver_not_loaded",
    pynvml.NVML_ERROR_NO_PERMISSION: "gpu_no_permission",
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH: "gpu_driver_updated",
}

_DRIVER_GONE = {
    pynvml.NVML_ERROR_UNINITIALIZED,
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED,
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH,
}


class _DriverGoneError(Exception):
    """The library no longer answers for any device."""


@dataclass(slots=True)
class _Device:
    """A device as the driver handed it out."""

    index: int
    handle: Handle
    name: str
    key: str
    """What it is known by after the driver was started again."""


class NvmlDevices:
    """Every NVIDIA GPU of the machine.

    Args:
        retry_seconds: The least time between two attempts to start the driver's library.
    """

    def __init__(self, retry_seconds: float = RETRY_SECONDS) -> None:
        self._retry_seconds = retry_seconds
        self._devices: list[_Device] = []
        self._known: dict[str, str] = {}
        self._running = False
        self._was_running = False
        self._retry_at = float("-inf")
        self._absent: Notice | None = None

    def read(self, engine_pid: int | None) -> tuple[tuple[DeviceSample, ...], Notice | None]:
        """Look at every device once.

        Returns:
            The devices that answered, and why one or all of them did not.
        """
        if time.monotonic() >= self._retry_at and (not self._running or self._absent is not None):
            self._start()
        if not self._running:
            return (), self._absent
        try:
            return self._read_all(engine_pid)
        except _DriverGoneError:
            self._stop()
            self._absent = Notice("gpu_driver_gone")
            self._retry_at = time.monotonic() + self._retry_seconds
            return (), self._absent

    def close(self) -> None:
        """Let go of the driver; a later reading starts it again."""
        self._stop()
        self._retry_at = float("-inf")

    def _start(self) -> None:
        self._stop()
        self._retry_at = time.monotonic() + self._retry_seconds
        try:
            pynvml.nvmlInit()
        except pynvml.NVMLError as error:
            self._absent = self._cannot_start(error)
            return
        self._running = True
        self._was_running = True
        self._absent = None

    def _stop(self) -> None:
        self._devices = []
        if not self._running:
            return
        self._running = False
        try:
            pynvml.nvmlShutdown()
        except pynvml.NVMLError as error:
            logger.debug("The NVIDIA driver did not shut down: %s", error)

    def _cannot_start(self, error: DriverError) -> Notice:
        if self._was_running and error.value != pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH:
            return Notice("gpu_driver_gone")
        code = _INIT_CODES.get(error.value)
        return Notice(code) if code is not None else Notice("gpu_driver_failed", {"cause": str(error)})

    def _read_all(self, engine_pid: int | None) -> tuple[tuple[DeviceSample, ...], Notice | None]:
        unnamed = self._find_devices()
        present = {device.key for device in self._devices}
        missing = [Notice("gpu_lost", {"name": name}) for key, name in self._known.items() if key not in present]
        missing = missing or unnamed
        samples = []
        for device in self._devices:
            try:
                samples.append(_read_device(device, engine_pid))
            except pynvml.NVMLError as error:
                _raise_if_gone(error)
                missing.append(_silence(device.name, error))
        if not self._known and not missing:
            missing.append(Notice("gpu_none"))
        if missing and self._absent is None:
            self._retry_at = time.monotonic() + self._retry_seconds
        self._absent = missing[0] if missing else None
        return tuple(samples), self._absent

    def _find_devices(self) -> list[Notice]:
        """Ask the driver for its devices when their number is not the one we hold; say which it refused."""
        try:
            count = pynvml.nvmlDeviceGetCount()
        except pynvml.NVMLError as error:
            raise _DriverGoneError from error
        if count == len(self._devices):
            return []
        refused = []
        self._devices = []
        for index in range(count):
            try:
                device = _device(index)
            except pynvml.NVMLError as error:
                _raise_if_gone(error)
                refused.append(_silence(f"{UNNAMED} {index}", error))
            else:
                self._devices.append(device)
                self._known[device.key] = device.name
        return refused


def _silence(name: str, error: DriverError) -> Notice:
    """Why a device does not answer."""
    if error.value == pynvml.NVML_ERROR_NO_PERMISSION:
        return Notice("gpu_no_permission_for", {"name": name})
    if error.value in (pynvml.NVML_ERROR_GPU_IS_LOST, pynvml.NVML_ERROR_RESET_REQUIRED):
        return Notice("gpu_lost", {"name": name})
    return Notice("gpu_silent", {"name": name, "cause": str(error)})


def _raise_if_gone(error: DriverError) -> None:
    if error.value in _DRIVER_GONE:
        raise _DriverGoneError from error


def _device(index: int) -> _Device:
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    name = _text(lambda: pynvml.nvmlDeviceGetName(handle)) or UNNAMED
    key = _text(lambda: pynvml.nvmlDeviceGetUUID(handle)) or f"{index} {name}"
    return _Device(index, handle, name, key)


def _text(read: Callable[[], str]) -> str | None:
    try:
        return read().strip()
    except UnicodeDecodeError:
        return None
    except pynvml.NVMLError as error:
        _raise_if_gone(error)
        return None


def _read_device(device: _Device, engine_pid: int | None) -> DeviceSample:
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
        _raise_if_gone(error)
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
            _raise_if_gone(error)
            return None
    return None
