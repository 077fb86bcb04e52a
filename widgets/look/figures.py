"""How figures are written everywhere in the window: few digits, the user's separators, a dash for unknown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

NONE = "–"
_GIGABYTE = 1 << 30


def decimal(value: float | None, digits: int = 1) -> str:
    """Return a number with a fixed count of decimals."""
    return NONE if value is None else QLocale().toString(float(value), "f", digits)


def rate(value: float | None) -> str:
    """Return a rate with three significant digits or so: 9.8, 42.1, 318."""
    return decimal(value, 0 if value is not None and value >= 100 else 1)


def percent(share: float | None, digits: int = 0) -> str:
    """Return a share of 0 to 1 in percents, whole ones or with decimals."""
    return NONE if share is None else percents(decimal(share * 100, digits))


def percents(number: str) -> str:
    """Return a number that is written already with its sign, which not every language sets apart."""
    return QCoreApplication.translate("Numbers", "{number} %").format(number=number)


def gigabytes(num_bytes: int) -> str:
    """Return bytes in gigabytes of 2^30, without the unit."""
    return decimal(num_bytes / _GIGABYTE)


def short_time(seconds: float | None) -> str:
    """Return a time as milliseconds below one second, as seconds from there on."""
    if seconds is None:
        return NONE
    if seconds < 1:
        return QCoreApplication.translate("Figures", "{number} ms").format(number=decimal(seconds * 1000, 0))
    return QCoreApplication.translate("Figures", "{number} s").format(number=decimal(seconds))
