"""NVIDIA GPUs through the driver's own library, told as samples and one notice about what is missing.

A driver may be absent, half updated, or die with its card: news for the user, never an exception.
All calls must come from one thread, because they can block while a driver recovers.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pynvml

from app.errors import Notice
from app.hardware.backoff import Backoff
from app.hardware.nvml_calls import DriverError, DriverGoneError, raise_if_gone
from app.hardware.nvml_device import UNNAMED, Device, open_device, read_device

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample

logger = logging.getLogger(__name__)

_INIT_CODES = {
    pynvml.NVML_ERROR_LIBRARY_NOT_FOUND: "gpu_no_driver",
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED: "gpu_driver_not_loaded",
    pynvml.NVML_ERROR_NO_PERMISSION: "gpu_no_permission",
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH: "gpu_driver_updated",
}


class NvmlDevices:
    """Every NVIDIA GPU of the machine.

    Args:
        backoff: When to start the driver's library again that did not answer, or that has lost a card.
    """

    def __init__(self, backoff: Backoff | None = None) -> None:
        self._backoff = backoff or Backoff()
        self._devices: list[Device] = []
        self._known: dict[str, str] = {}
        self._running = False
        self._was_running = False
        self._absent: Notice | None = None

    def read(self, engine_pid: int | None) -> tuple[tuple[DeviceSample, ...], Notice | None]:
        """Look at every device once.

        Returns:
            The devices that answered, and why one or all of them did not.
        """
        if (not self._running or self._absent is not None) and self._backoff.is_due:
            self._start()
        if not self._running:
            return (), self._absent
        try:
            return self._read_all(engine_pid)
        except DriverGoneError:
            self._stop()
            self._absent = Notice("gpu_driver_gone")
            self._backoff.failed()
            return (), self._absent

    def close(self) -> None:
        """Let go of the driver; a later reading starts it again."""
        self._stop()
        self._backoff.reset()

    def _start(self) -> None:
        self._stop()
        try:
            pynvml.nvmlInit()
        except pynvml.NVMLError as error:
            self._backoff.failed()
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
                samples.append(read_device(device, engine_pid))
            except pynvml.NVMLError as error:
                raise_if_gone(error)
                missing.append(_silence(device.name, error))
        if not self._known and not missing:
            missing.append(Notice("gpu_none"))
        if not missing:
            self._backoff.succeeded()
        elif self._backoff.is_due:
            self._backoff.failed()
        self._absent = missing[0] if missing else None
        return tuple(samples), self._absent

    def _find_devices(self) -> list[Notice]:
        """Ask the driver for its devices when their number is not the one we hold; say which it refused."""
        try:
            count = pynvml.nvmlDeviceGetCount()
        except pynvml.NVMLError as error:
            raise DriverGoneError from error
        if count == len(self._devices):
            return []
        refused = []
        self._devices = []
        for index in range(count):
            try:
                device = open_device(index)
            except pynvml.NVMLError as error:
                raise_if_gone(error)
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
