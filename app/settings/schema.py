"""Everything that Galley remembers between two starts, but for conversations.

One frozen value: whoever changes a setting makes a new one and hands it to the store.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field, ValidationError

from app.catalogue.mark import QT_TRANSLATE_NOOP
from app.errors import Notice
from app.settings.engine_schema import (
    LoadDefaults,
    PlacementDefaults,
    SamplingDefaults,
    Section,
    SpeculationDefaults,
)
from app.settings.server_schema import ServerSettings

MAX_RECENT = 8
MAX_MODEL_FOLDERS = 64
MAX_HIDDEN_MODELS = 1024
MAX_BLOB = 64 << 10
MAX_IDLE_MINUTES = 24 * 60


class ThemeName(StrEnum):
    """What the window looks like."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ContrastName(StrEnum):
    """How strongly text and lines stand out."""

    SYSTEM = "system"
    NORMAL = "normal"
    HIGH = "high"


class MotionName(StrEnum):
    """Whether anything moves by itself."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


class WindowSettings(Section):
    """Where the window was, in Qt's own words as Base64; empty until it was closed once."""

    geometry: str = Field(default="", max_length=MAX_BLOB, description="Size and place of the window.")
    layout: str = Field(default="", max_length=MAX_BLOB, description="Sizes of its panels.")
    conversation: str = Field(default="", max_length=64, description="The conversation that was open; a random id.")
    welcomed: bool = Field(default=False, description="Whether the picture for newcomers has been seen.")


class AppearanceSettings(Section):
    """How it looks and which language it speaks."""

    theme: ThemeName = Field(
        default=ThemeName.SYSTEM,
        title=QT_TRANSLATE_NOOP("settings", "Light or dark"),
        description=QT_TRANSLATE_NOOP("settings", "Paper, ink, or whatever the system has at the moment."),
    )
    language: str = Field(
        default="",
        pattern=r"^([a-z]{2,3}(_[A-Z]{2})?)?$",
        title=QT_TRANSLATE_NOOP("settings", "Language"),
        description=QT_TRANSLATE_NOOP("settings", "The language of the window, or the system's."),
        json_schema_extra={"kind": "language"},
    )
    contrast: ContrastName = Field(
        default=ContrastName.SYSTEM,
        title=QT_TRANSLATE_NOOP("settings", "Contrast"),
        description=QT_TRANSLATE_NOOP("settings", "High is black on white or white on black, with strong lines."),
    )
    motion: MotionName = Field(
        default=MotionName.SYSTEM,
        title=QT_TRANSLATE_NOOP("settings", "Motion"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Reduced lets nothing fade or blink: struck words go at once, the text cursor stands still."
        ),
    )
    check_spelling: bool = Field(
        default=True,
        title=QT_TRANSLATE_NOOP("settings", "Check spelling"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Marks words of a message that the system's dictionaries do not know; nothing is sent anywhere."
        ),
    )


class ModelSettings(Section):
    """The pair that was used last, and those before it, latest first."""

    target: str | None = Field(default=None, description="The last target's file.")
    draft: str | None = Field(default=None, description="The last draft's file; none if there was none.")
    recent_targets: tuple[str, ...] = Field(default=(), max_length=MAX_RECENT, description="Latest first.")
    recent_drafts: tuple[str, ...] = Field(default=(), max_length=MAX_RECENT, description="Latest first.")
    folders: tuple[str, ...] = Field(
        default=(),
        max_length=MAX_MODEL_FOLDERS,
        title=QT_TRANSLATE_NOOP("settings", "Folders with models"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Looked through with all that is in them, beside the places where other programs keep models."
        ),
        json_schema_extra={"kind": "folders"},
    )
    hidden: tuple[str, ...] = Field(
        default=(), max_length=MAX_HIDDEN_MODELS, description="Files that the list of models leaves out."
    )


class MarkSettings(Section):
    """How the marks are shown."""

    keep: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Keep marks"),
        description=QT_TRANSLATE_NOOP("settings", "Struck words stay in sight instead of fading after a second."),
    )


class FullPolicy(StrEnum):
    """What happens when a conversation is more than the context holds."""

    REFUSE = "refuse"
    LEAVE_OUT = "leave_out"


class ContextSettings(Section):
    """How long conversations are dealt with."""

    policy: FullPolicy = Field(
        default=FullPolicy.REFUSE,
        title=QT_TRANSLATE_NOOP("settings", "When a conversation no longer fits"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Refuse the message, with the figures, or leave out the oldest turns and say so."
        ),
    )


class PrivacySettings(Section):
    """Who sees what is said here."""

    idle_lock_minutes: int = Field(
        default=0,
        ge=0,
        le=MAX_IDLE_MINUTES,
        title=QT_TRANSLATE_NOOP("settings", "Lock when idle"),
        description=QT_TRANSLATE_NOOP("settings", "Minutes without a key or the pointer; 0 never locks."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "minutes")},
    )
    title_in_window_bar: bool = Field(
        default=True,
        title=QT_TRANSLATE_NOOP("settings", "Conversation in the window's title"),
        description=QT_TRANSLATE_NOOP("settings", "Task bars and other programs can read the title of a window."),
    )


class Settings(Section):
    """All settings."""

    window: WindowSettings = WindowSettings()
    appearance: AppearanceSettings = AppearanceSettings()
    models: ModelSettings = ModelSettings()
    load: LoadDefaults = LoadDefaults()
    placement: PlacementDefaults = PlacementDefaults()
    sampling: SamplingDefaults = SamplingDefaults()
    speculation: SpeculationDefaults = SpeculationDefaults()
    marks: MarkSettings = MarkSettings()
    context: ContextSettings = ContextSettings()
    privacy: PrivacySettings = PrivacySettings()
    server: ServerSettings = ServerSettings()

    def with_pair(self, target: str, draft: str | None) -> Settings:
        """The settings after a pair was chosen."""
        models = self.models
        changes: dict[str, Any] = {
            "target": target,
            "draft": draft,
            "recent_targets": _latest_first(target, models.recent_targets),
        }
        if draft is not None:
            changes["recent_drafts"] = _latest_first(draft, models.recent_drafts)
        return self.model_copy(update={"models": models.model_copy(update=changes)})

    def changed(self, section: str, **values: Any) -> Settings:  # noqa: ANN401 - each field has its own type
        """The settings with some values of a section replaced.

        Raises:
            pydantic.ValidationError: If a value is out of its bounds.
        """
        old = getattr(self, section)
        new = type(old).model_validate({**old.model_dump(), **values})
        return self.model_copy(update={section: new})


def parse_settings(data: dict[str, Any]) -> tuple[Settings, tuple[Notice, ...]]:
    """Make settings from what a file holds; each value that cannot be falls back to its default.

    Returns:
        The settings, and a notice for every value that was not taken.
    """
    data = {key: dict(value) if isinstance(value, dict) else value for key, value in data.items()}
    refused: list[str] = []
    while True:
        try:
            settings = Settings.model_validate(data)
        except ValidationError as error:
            for place in {tuple(str(step) for step in problem["loc"][:2]) for problem in error.errors()}:
                refused.append(".".join(place))
                _forget(data, place)
        else:
            return settings, tuple(Notice("settings_value_refused", {"key": key}) for key in sorted(refused))


def _forget(data: dict[str, Any], place: tuple[str, ...]) -> None:
    section = data[place[0]]
    if len(place) == 1 or not isinstance(section, dict):
        del data[place[0]]
    else:
        del section[place[1]]


def _latest_first(latest: str, earlier: tuple[str, ...]) -> tuple[str, ...]:
    return (latest, *(path for path in earlier if path != latest))[:MAX_RECENT]
