"""What the lab calls things: kinds of text, grids of settings, times that are left."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from app.lab.grid import DRAFTERS, LENGTHS, P_MIN, QUICK, TEMPERATURE
from app.lab.suites import ALL
from app.lab.suites import QUICK as QUICK_SUITE
from app.viewmodels.lab_choice import CHATS

_MINUTE, _HOUR = 60, 3600


def suite_name(name: str) -> str:
    """A suite or a kind of text in words; a name of somebody's own stays."""
    translate = QCoreApplication.translate
    names = {
        ALL: translate("Lab", "All kinds of text"),
        QUICK_SUITE: translate("Lab", "One prompt of each kind"),
        CHATS: translate("Lab", "Last 20 prompts of my chats"),
        "code": translate("Lab", "Code"),
        "editing": translate("Lab", "Editing code"),
        "json": translate("Lab", "JSON"),
        "summarising": translate("Lab", "Summarising"),
        "extraction": translate("Lab", "Extraction"),
        "questions": translate("Lab", "Questions about a text"),
        "chat": translate("Lab", "Chat"),
        "creative": translate("Lab", "Creative writing"),
        "translation": translate("Lab", "Translation"),
        "own": translate("Lab", "Own prompts"),
    }
    return names.get(name, name)


def grid_name(name: str) -> str:
    """A built-in grid in words."""
    translate = QCoreApplication.translate
    return {
        QUICK: translate("Lab", "Automatic, against off"),
        LENGTHS: translate("Lab", "Draft lengths 1 to 8"),
        P_MIN: translate("Lab", "Least confidence of a draft"),
        TEMPERATURE: translate("Lab", "Temperatures 0 to 1.3"),
        DRAFTERS: translate("Lab", "Draft model, lookup, automatic"),
    }[name]


def language_name(code: str) -> str:
    """A language by its name."""
    translate = QCoreApplication.translate
    return {"en": translate("Lab", "English"), "nl": translate("Lab", "Dutch"), "": "–"}.get(code, code)


def duration(seconds: float) -> str:
    """About how long, in the unit that matters."""
    translate = QCoreApplication.translate
    if seconds >= _HOUR:
        hours, minutes = divmod(round(seconds / _MINUTE), 60)
        return translate("Lab", "{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if seconds >= 2 * _MINUTE:
        return translate("Lab", "{minutes} min").format(minutes=round(seconds / _MINUTE))
    return translate("Lab", "{seconds} s").format(seconds=max(1, round(seconds)))


def day_and_time(created: str) -> str:
    """When a run began, as the user writes it."""
    moment = QDateTime.fromString(created, Qt.DateFormat.ISODate)
    return QLocale().toString(moment.toLocalTime(), QLocale.FormatType.ShortFormat) if moment.isValid() else created
