"""What the window can make its own of somebody's settings: within its bounds, which are narrower than a command's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from app.errors import Notice
from app.interop.values import Ignored
from app.settings.engine_schema import LoadDefaults, PlacementDefaults
from app.settings.own_schema import own_values

if TYPE_CHECKING:
    from app.interop.values import ForeignSettings
    from app.settings.engine_schema import Section


def own_settings(settings: ForeignSettings) -> tuple[dict[str, Any], tuple[Ignored, ...]]:
    """Settings for one conversation, by name as `app.settings.own_schema.own_values` has them.

    Returns:
        The values, and what is beyond the window's bounds.
    """
    wanted = {**settings.sampling, **settings.speculation}
    values = own_values(wanted)
    return values, _beyond(settings, wanted.keys() - values.keys())


def load_settings(settings: ForeignSettings) -> tuple[dict[str, Any], dict[str, Any], tuple[Ignored, ...]]:
    """Values for the sections `load` and `placement` of the settings, by name, and what is beyond the bounds."""
    load, placement = _within(LoadDefaults, settings), _within(PlacementDefaults, settings)
    return load, placement, _beyond(settings, settings.load.keys() - load.keys() - placement.keys())


def _within(section: type[Section], settings: ForeignSettings) -> dict[str, Any]:
    values = {}
    for name in section.model_fields.keys() & settings.load.keys():
        try:
            section.model_validate({name: settings.load[name]})
        except ValidationError:
            continue  # told by `_beyond`
        values[name] = settings.load[name]
    return values


def _beyond(settings: ForeignSettings, names: set[str]) -> tuple[Ignored, ...]:
    reason = Notice("interop_beyond_window")
    return tuple(Ignored(each.option, each.value, reason) for each in settings.taken if each.setting in names)
