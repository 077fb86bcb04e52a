"""How the driver's answers are taken: a figure it refuses is left out alone, a driver that is gone is told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pynvml

if TYPE_CHECKING:
    from collections.abc import Callable

Handle: TypeAlias = Any
"""The binding has no types: an opaque pointer."""
DriverError: TypeAlias = Any
"""An `NVMLError`; its `value` is the driver's return code."""

_DRIVER_GONE = {
    pynvml.NVML_ERROR_UNINITIALIZED,
    pynvml.NVML_ERROR_DRIVER_NOT_LOADED,
    pynvml.NVML_ERROR_LIB_RM_VERSION_MISMATCH,
}


class DriverGoneError(Exception):
    """The library no longer answers for any device."""


def raise_if_gone(error: DriverError) -> None:
    """Tell a driver that is gone from a device that is.

    Raises:
        DriverGoneError: If it is the driver.
    """
    if error.value in _DRIVER_GONE:
        raise DriverGoneError from error


def figure(read: Callable[[], float]) -> float | None:
    """A figure that this device, driver or user may not have.

    Raises:
        DriverGoneError: If the driver is gone.
    """
    try:
        return float(read())
    except pynvml.NVMLError as error:
        raise_if_gone(error)
        return None


def text(read: Callable[[], str]) -> str | None:
    """The same for a text; None also for one that is none.

    Raises:
        DriverGoneError: If the driver is gone.
    """
    try:
        return read().strip()
    except UnicodeDecodeError:
        return None
    except pynvml.NVMLError as error:
        raise_if_gone(error)
        return None
