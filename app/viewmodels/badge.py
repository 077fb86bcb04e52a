"""What the badge says: whether speculation runs, what it buys, and why not, in words that are always true.

A factor is named only against a cost that was measured without speculation; without one there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.engine.draft_length.reason import pause_notice
from app.engine.types import Proposer, SpeculationMode
from app.viewmodels.notices import written

if TYPE_CHECKING:
    from app.engine.draft_length.values import Decision
    from app.engine.types import PairInfo, SpeculationSettings, SpeculationStatus
    from app.errors import Notice

translate = QCoreApplication.translate

EVEN_BELOW = 1.05
"""From 0.95 up to here one decimal would read 1.0: then the badge says "about as fast"."""


ROUNDS_UNTIL_PAUSED = 4
"""So many rounds are a pause; fewer are the controller at work."""


class BadgeKind(StrEnum):
    """What the badge is about; each has a colour, and its headline says the same in words."""

    NO_MODEL = "no_model"
    STOPPED = "stopped"
    LOADING = "loading"
    NO_DRAFT = "no_draft"
    READY = "ready"
    ON = "on"
    FASTER = "faster"
    SLOWER = "slower"
    PAUSED = "paused"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Badge:
    """A headline, what qualifies it, and one line below."""

    kind: BadgeKind
    headline: str
    detail: str
    qualifier: str = ""
    code: str = ""
    """Of the catalogue: the reason that it gives, where it gives one."""

    @property
    def text(self) -> str:
        """The headline with its qualifier."""
        return f"{self.headline} ({self.qualifier})" if self.qualifier else self.headline


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything the badge depends on."""

    pair: PairInfo | None
    settings: SpeculationSettings
    status: SpeculationStatus | None
    """Of the current or last reply; None before the first."""
    loading: tuple[str, float] | None
    """Role and fraction of a load that is under way."""
    died: Notice | None
    reading: tuple[int, int] | None
    """Prompt tokens read and in all, while the prompt is being read."""
    replying: bool
    num_proposals: int
    block_efficiency: float | None
    estimated_speedup: float | None
    proposer: Proposer | None
    decision: Decision | None = None
    """The controller's last one in this reply."""
    num_rounds_paused: int = 0
    """Rounds since it has paused speculation."""


def badge_of(standing: Standing) -> Badge:
    """Put a standing into words."""
    if standing.loading is not None:
        return _loading(*standing.loading)
    if standing.pair is None:
        if standing.died is not None:
            died = standing.died
            return Badge(BadgeKind.STOPPED, translate("Badge", "Engine stopped"), written(died), code=died.code)
        return Badge(
            BadgeKind.NO_MODEL,
            translate("Badge", "No model"),
            translate("Badge", "Open a GGUF file to begin."),
        )
    if standing.status is None or (not standing.replying and _differs(standing)):
        return _before_reply(standing)
    if standing.status.mode is SpeculationMode.OFF:
        return _off(standing.status)
    return _on(standing)


def _differs(standing: Standing) -> bool:
    """Whether the user has since asked for something else than the last reply ran with."""
    return standing.status is not None and standing.status.requested is not standing.settings.mode


def _loading(role: str, fraction: float) -> Badge:
    percent = QLocale().toString(int(fraction * 100))
    template = (
        translate("Badge", "Draft model, {percent} %.")
        if role == "draft"
        else translate("Badge", "Target, {percent} %.")
    )
    return Badge(BadgeKind.LOADING, translate("Badge", "Loading"), template.format(percent=percent))


def _before_reply(standing: Standing) -> Badge:
    mode, pair = standing.settings.mode, standing.pair
    if mode is SpeculationMode.OFF:
        return Badge(
            BadgeKind.OFF,
            translate("Badge", "Off"),
            translate("Badge", "Switched off. The target writes alone."),
        )
    if mode is SpeculationMode.LOOKUP or pair is None or pair.draft is not None:
        lookup = mode is SpeculationMode.LOOKUP or pair is None
        return Badge(BadgeKind.READY, translate("Badge", "Ready"), _ahead(standing.settings, lookup=lookup))
    reason = translate("Badge", "None is chosen.") if pair.draft_notice is None else written(pair.draft_notice)
    rest = translate("Badge", "The target writes alone.")
    if mode is SpeculationMode.AUTO:
        rest = translate("Badge", "Galley proposes what the text itself repeats.")
    code = "" if pair.draft_notice is None else pair.draft_notice.code
    return Badge(BadgeKind.NO_DRAFT, translate("Badge", "No draft model"), f"{reason} {rest}", code=code)


def _off(status: SpeculationStatus) -> Badge:
    if status.reason is not None:
        return Badge(BadgeKind.OFF, translate("Badge", "Off"), written(status.reason), code=status.reason.code)
    return Badge(BadgeKind.OFF, translate("Badge", "Off"), translate("Badge", "Switched off. The target writes alone."))


def _on(standing: Standing) -> Badge:
    if standing.reading is not None:
        done, total = (QLocale().toString(number) for number in standing.reading)
        reading = translate("Badge", "Reading the prompt, {done} of {total} tokens.").format(done=done, total=total)
        return Badge(BadgeKind.ON, translate("Badge", "On"), reading)
    pause = None if standing.decision is None else pause_notice(standing.decision)
    if pause is not None and standing.num_rounds_paused >= ROUNDS_UNTIL_PAUSED:
        return Badge(BadgeKind.PAUSED, translate("Badge", "Paused"), written(pause), code=pause.code)
    sentences = []
    code = ""
    if standing.num_proposals and standing.block_efficiency is not None:
        figure = QLocale().toString(standing.block_efficiency, "f", 1)
        sentences.append(translate("Badge", "{figure} tokens per check.").format(figure=figure))
    if standing.status is not None and standing.status.reason is not None and _is_news(standing):
        sentences.append(written(standing.status.reason))
        code = standing.status.reason.code
    sentences.append(_ahead(standing.settings, lookup=_looks_up(standing)))
    return replace(_verdict(standing.estimated_speedup, " ".join(sentences)), code=code)


def _looks_up(standing: Standing) -> bool:
    """Whether lookup proposes: it did so last, or nobody else is there."""
    if standing.proposer is Proposer.LOOKUP or standing.pair is None or standing.pair.draft is None:
        return True
    return standing.status is not None and standing.status.mode is SpeculationMode.LOOKUP


def _is_news(standing: Standing) -> bool:
    """Whether the reason is worth a sentence beside figures: a draft model that failed is, one not chosen is not."""
    pair = standing.pair
    return not standing.num_proposals or pair is None or pair.draft is not None or pair.draft_notice is not None


def _verdict(factor: float | None, detail: str) -> Badge:
    if factor is None:
        return Badge(BadgeKind.ON, translate("Badge", "On"), detail)
    estimated = translate("Badge", "estimated")
    if 2 - EVEN_BELOW <= factor < EVEN_BELOW:
        return Badge(BadgeKind.ON, translate("Badge", "On, about as fast as without"), detail, estimated)
    figure = QLocale().toString(factor, "f", 1)
    if factor < 1:
        text = translate("Badge", "Slower right now: about {factor}×")
        return Badge(BadgeKind.SLOWER, text.format(factor=figure), detail, estimated)
    text = translate("Badge", "On, about {factor}× faster")
    return Badge(BadgeKind.FASTER, text.format(factor=figure), detail, estimated)


def _ahead(settings: SpeculationSettings, *, lookup: bool) -> str:
    if not settings.is_fixed:
        if lookup:
            return translate("Badge", "Lookup, as far ahead as pays.")
        return translate("Badge", "Draft model, as far ahead as pays.")
    most = QLocale().toString(settings.draft_max)
    if lookup:
        return translate("Badge", "Lookup, up to {most} ahead.").format(most=most)
    return translate("Badge", "Draft model, up to {most} ahead.").format(most=most)
