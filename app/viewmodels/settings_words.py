"""What settings are called on their page: groups of them, their values, their defaults. Titles stand in the schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QLocale

from app.settings.described import Kind
from app.viewmodels.languages import languages, name_of_system

if TYPE_CHECKING:
    from app.settings.described import Described

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class SettingsGroup:
    """Sections of the schema that stand under one heading."""

    key: str
    sections: tuple[str, ...]
    title: str
    sentence: str


def settings_groups() -> tuple[SettingsGroup, ...]:
    """Every group, from top to bottom, in the user's language."""
    own = translate("SettingsGroups", "A conversation with settings of its own keeps them.")
    return (
        SettingsGroup(
            "appearance",
            ("appearance", "marks"),
            translate("SettingsGroups", "Appearance"),
            translate("SettingsGroups", "How the window looks, and which language it speaks."),
        ),
        SettingsGroup(
            "conversations",
            ("context",),
            translate("SettingsGroups", "Conversations"),
            translate("SettingsGroups", "What happens when they become long."),
        ),
        SettingsGroup(
            "privacy",
            ("privacy",),
            translate("SettingsGroups", "Privacy"),
            translate("SettingsGroups", "Where everything lies, and who holds the key, stands on a page of its own."),
        ),
        SettingsGroup(
            "sampling",
            ("sampling",),
            translate("SettingsGroups", "Sampling"),
            translate("SettingsGroups", "How the target chooses its words.") + " " + own,
        ),
        SettingsGroup(
            "speculation",
            ("speculation",),
            translate("SettingsGroups", "Speculation"),
            translate("SettingsGroups", "Who proposes words, and how they are checked.") + " " + own,
        ),
        SettingsGroup(
            "models",
            ("models",),
            translate("SettingsGroups", "Models"),
            translate("SettingsGroups", "Where Galley looks for them."),
        ),
        SettingsGroup(
            "load",
            ("load",),
            translate("SettingsGroups", "Loading"),
            translate("SettingsGroups", "Fixed while a pair is loaded: a change takes effect at the next load."),
        ),
        SettingsGroup(
            "placement",
            ("placement",),
            translate("SettingsGroups", "Memory and devices"),
            translate("SettingsGroups", "Where the layers go, at the next load. The memory planner shows what fits."),
        ),
        SettingsGroup(
            "server",
            ("server",),
            translate("SettingsGroups", "Other programs"),
            translate("SettingsGroups", "Address and key stand on the page for other programs."),
        ),
    )


def title_of(described: Described) -> str:
    """What a setting is called."""
    return translate("settings", described.title)


def sentence_of(described: Described) -> str:
    """What a setting does."""
    return translate("settings", described.sentence)


def unit_of(described: Described) -> str:
    """What its number counts; empty where it counts nothing."""
    return translate("settings", described.unit) if described.unit else ""


def open_word_of(described: Described) -> str:
    """What holds where it is left open or empty."""
    return translate("settings", described.open_word) if described.open_word else ""


def choices_of(described: Described) -> tuple[tuple[Any, str], ...]:
    """The values that one can choose among, each with its name; none where a value is typed."""
    if described.kind is Kind.LANGUAGE:
        return ("", name_of_system()), *((each.code, each.name) for each in languages())
    if described.kind is Kind.OPEN_SWITCH:
        return (None, open_word_of(described)), (True, _on()), (False, _off())
    return tuple((value, _name_of(described, value)) for value in described.choices)


def value_in_words(described: Described, value: Any) -> str:  # noqa: ANN401 - each setting has its own type
    """A value as a person would say it, such as for a default."""
    if described.kind is Kind.SWITCH:
        return _on() if value else _off()
    named: dict[Any, str] = dict(choices_of(described))
    if named:
        return named.get(value, str(value))
    if value is None or value in ((), ""):
        return open_word_of(described) or translate("SettingsGroups", "none")
    written = value_as_text(described, value)
    unit = unit_of(described)
    return f"{written} {unit}" if unit else written


def value_as_text(described: Described, value: Any) -> str:  # noqa: ANN401 - each setting has its own type
    """A value as it stands in a field; empty where it is left open."""
    if value is None:
        return ""
    if described.kind in (Kind.WHOLE, Kind.NUMBER):
        return _number(float(value) if described.kind is Kind.NUMBER else int(value))
    if described.kind is Kind.NUMBERS:
        return "; ".join(_number(each) for each in value)
    if described.kind is Kind.BIASES:
        return "; ".join(f"{_number(token)}: {_number(bias)}" for token, bias in value)
    if described.kind in (Kind.TEXTS, Kind.FOLDERS):
        return ", ".join(value)
    return str(value)


def field_locale() -> QLocale:
    """How numbers are written in fields: as the language does, without parting thousands."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale


def _number(value: float) -> str:
    if isinstance(value, int):
        return field_locale().toString(value)
    return field_locale().toString(value, "f", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value)


def _on() -> str:
    return translate("SettingsGroups", "On")


def _off() -> str:
    return translate("SettingsGroups", "Off")


def _name_of(described: Described, value: str) -> str:
    """What a choice is called; formats of numbers are called the same everywhere."""
    names = {
        ("theme", "system"): translate("SettingsChoices", "Like the system"),
        ("theme", "light"): translate("SettingsChoices", "Light"),
        ("theme", "dark"): translate("SettingsChoices", "Dark"),
        ("contrast", "system"): translate("SettingsChoices", "Like the system"),
        ("contrast", "normal"): translate("SettingsChoices", "Normal"),
        ("contrast", "high"): translate("SettingsChoices", "High"),
        ("motion", "system"): translate("SettingsChoices", "Like the system"),
        ("motion", "full"): translate("SettingsChoices", "Full"),
        ("motion", "reduced"): translate("SettingsChoices", "Reduced"),
        ("policy", "refuse"): translate("SettingsChoices", "Refuse the message"),
        ("policy", "leave_out"): translate("SettingsChoices", "Leave out the oldest turns"),
        ("mode", "auto"): translate("SettingsChoices", "Auto: whatever pays"),
        ("mode", "draft"): translate("SettingsChoices", "The draft model"),
        ("mode", "lookup"): translate("SettingsChoices", "Lookup in the text"),
        ("mode", "off"): translate("SettingsChoices", "Off"),
        ("verification", "coupled"): translate("SettingsChoices", "Coupled: keeps the seed's text"),
        ("verification", "rejection"): translate("SettingsChoices", "Rejection: keeps the distribution"),
        ("verification", "match"): translate("SettingsChoices", "Match: the draft's best guess"),
    }
    return names.get((described.name, value), value)
