"""What one conversation has of its own, as a value: settings that differ, a system prompt, the pair of its last reply.

A preset is the same thing under a name.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.engine.types import SpeculationMode, Verification
from app.settings.own_schema import SAMPLING_NAMES, SPECULATION_NAMES, own_pair, own_values, unknown_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.types import SamplingSettings, SpeculationSettings

Pair = tuple[str, str | None]
"""Files of target and draft."""


@dataclass(frozen=True, slots=True)
class OwnValues:
    """`settings` holds values of sampling and speculation by name, as JSON has them; what is not named is not own."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    system_prompt: str = ""
    pair: Pair | None = None
    unknown: Mapping[str, object] = field(default_factory=dict)
    """What another version of the program wrote."""

    @classmethod
    def read(cls, data: Mapping[str, object], system_prompt: str = "") -> OwnValues:
        """Make them of what the store or a file holds; what cannot be is left out, field by field."""
        return cls(own_values(data), system_prompt, own_pair(data), unknown_values(data))

    def as_json(self) -> dict[str, object]:
        """What the store keeps of them beside the system prompt, which has a place of its own there."""
        data: dict[str, object] = {**self.unknown, **self.settings}
        if self.pair is not None:
            data["target"], data["draft"] = self.pair
        return data

    def sampling(self, program: SamplingSettings) -> SamplingSettings:
        """The program's settings with the own ones in their place."""
        return replace(program, **{name: self.settings[name] for name in SAMPLING_NAMES & self.settings.keys()})

    def speculation(self, program: SpeculationSettings) -> SpeculationSettings:
        """The program's settings with the own ones in their place."""
        values = {name: self.settings[name] for name in SPECULATION_NAMES & self.settings.keys()}
        if "mode" in values:
            values["mode"] = SpeculationMode(values["mode"])
        if "verification" in values:
            values["verification"] = Verification(values["verification"])
        return replace(program, **values)


def plain_sampling(settings: SamplingSettings) -> dict[str, Any]:
    """Settings by name, as JSON has them."""
    return asdict(settings)


def plain_speculation(settings: SpeculationSettings) -> dict[str, Any]:
    """Settings by name, as JSON has them."""
    values = asdict(settings)
    return {**values, "mode": settings.mode.value, "verification": settings.verification.value}


def differing(values: Mapping[str, Any], program: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that are not the program's anyway."""
    return {name: value for name, value in values.items() if value != program[name]}
