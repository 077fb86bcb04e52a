"""The settings that a run compares: named values, those that come with Galley, and what stands against using them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.engine.types import KvType, SamplingSettings, SpeculationMode, SpeculationSettings
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

QUICK, LENGTHS, P_MIN, TEMPERATURE, DRAFTERS = "quick", "lengths", "p-min", "temperature", "drafters"
BUILT_IN = (QUICK, LENGTHS, P_MIN, TEMPERATURE, DRAFTERS)
OFF = "off"
MAX_SETTINGS = 200
_LENGTHS = range(1, 9)
_P_MINS = (0.0, 0.2, 0.4, 0.6, 0.8)
_TEMPERATURES = (0.0, 0.3, 0.6, 0.85, 1.0, 1.3)
_P_MIN_LENGTH = 8
"""Long enough for the least confidence, and not the length, to end a proposal."""


def unshared(**fields: object) -> SpeculationSettings:
    """Speculation settings that never look into other conversations: there the same reply would be found."""
    return replace(SpeculationSettings(shared_lookup=False), **fields)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Setting:
    """One column of a run: how replies are written.

    Attributes:
        name: Unique in the grid.
        draft: Path of a draft model of its own; empty takes the run's.
        kv_type: Of both models' caches; None takes the run's.
    """

    name: str
    speculation: SpeculationSettings = field(default_factory=unshared)
    sampling: SamplingSettings = field(default_factory=lambda: SamplingSettings(temperature=0.0))
    draft: str = ""
    kv_type: KvType | None = None

    @property
    def is_off(self) -> bool:
        """Whether nothing is proposed."""
        return self.speculation.mode is SpeculationMode.OFF

    @property
    def needs_draft(self) -> bool:
        """Whether it is nothing without a draft model."""
        return self.speculation.mode is SpeculationMode.DRAFT

    @property
    def may_draft(self) -> bool:
        """Whether a draft model would be used."""
        return self.speculation.mode in (SpeculationMode.DRAFT, SpeculationMode.AUTO)


@dataclass(frozen=True, slots=True)
class Grid:
    """Settings that are compared. Runs without speculation are added by the plan, beside each."""

    name: str
    settings: tuple[Setting, ...]

    def with_drafts(self, drafts: Sequence[str], names: Sequence[str]) -> Grid:
        """Every setting that may use a draft model once for each of several; others stay as they are.

        Args:
            drafts: Paths, the run's own draft first; fewer than two change nothing.
            names: What to call them, in the same order.
        """
        if len(drafts) < 2:
            return self
        grown: list[Setting] = []
        for setting in self.settings:
            if not setting.may_draft or setting.draft:
                grown.append(setting)
                continue
            grown += [
                replace(setting, name=f"{setting.name}, {name}", draft="" if index == 0 else draft)
                for index, (draft, name) in enumerate(zip(drafts, names, strict=True))
            ]
        return replace(self, settings=tuple(grown))


def built_in_grid(name: str, sampling: SamplingSettings, *, has_draft: bool) -> Grid:
    """A grid that comes with Galley.

    Args:
        name: One of `BUILT_IN`.
        sampling: Of all its settings; the `temperature` grid changes the temperature.
        has_draft: Whether there is a draft model.

    Raises:
        UserError: `bench_grid_unknown`, `bench_needs_draft`.
    """
    if name not in BUILT_IN:
        raise UserError("bench_grid_unknown", name=name, known=", ".join(BUILT_IN))
    auto = Setting("auto", unshared(), sampling)
    if name == QUICK:
        return Grid(name, (auto,))
    if name == TEMPERATURE:
        return Grid(
            name,
            tuple(
                Setting(f"auto, temperature {value:g}", unshared(), replace(sampling, temperature=value))
                for value in _TEMPERATURES
            ),
        )
    if name == DRAFTERS:
        lookup = Setting("lookup", unshared(mode=SpeculationMode.LOOKUP), sampling)
        draft = Setting("draft", unshared(mode=SpeculationMode.DRAFT), sampling)
        return Grid(name, (lookup, draft, auto) if has_draft else (lookup, auto))
    if not has_draft:
        raise UserError("bench_needs_draft", setting=name)
    if name == LENGTHS:
        return Grid(name, (*(_fixed(f"n={n}", sampling, n) for n in _LENGTHS), auto))
    return Grid(name, (*(_fixed(f"p-min {p:g}", sampling, _P_MIN_LENGTH, p) for p in _P_MINS), auto))


def _fixed(name: str, sampling: SamplingSettings, length: int, p_min: float = 0.0) -> Setting:
    """A draft length that nobody decides about."""
    speculation = unshared(mode=SpeculationMode.DRAFT, draft_max=length, draft_p_min=p_min, fixed_draft_length=True)
    return Setting(name, speculation, sampling)
