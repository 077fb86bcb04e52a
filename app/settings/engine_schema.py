"""The settings that reach the engine, each with its default, bounds and words, declared once.

Fields are named as the engine's own settings are: `values()` is what those are made from.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from app.catalogue.mark import QT_TRANSLATE_NOOP

MAX_DRAFT_TOKENS = 16
MAX_CONTEXT_TOKENS = 1 << 22
MAX_DEVICES = 16


class KvTypeName(StrEnum):
    """Number formats of the KV cache."""

    F32 = "f32"
    F16 = "f16"
    BF16 = "bf16"
    Q8_0 = "q8_0"
    Q5_1 = "q5_1"
    Q5_0 = "q5_0"
    Q4_1 = "q4_1"
    Q4_0 = "q4_0"


class ModeName(StrEnum):
    """Who proposes tokens."""

    AUTO = "auto"
    DRAFT = "draft"
    LOOKUP = "lookup"
    OFF = "off"


class VerificationName(StrEnum):
    """How a proposal is checked above temperature 0."""

    COUPLED = "coupled"
    REJECTION = "rejection"
    MATCH = "match"


class Section(BaseModel):
    """A group of settings. Keys that this version does not know are kept for the one that wrote them."""

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    def values(self) -> dict[str, Any]:
        """The known settings by name; enumerations are plain strings."""
        return {
            name: value.value if isinstance(value := getattr(self, name), StrEnum) else value
            for name in type(self).model_fields
        }


class LoadDefaults(Section):
    """What is fixed while a pair is loaded."""

    context_tokens: int = Field(
        default=4096,
        ge=0,
        le=MAX_CONTEXT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "Context"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Tokens that prompt and reply may have together; 0 takes what the target was trained for."
        ),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    kv_type_k: KvTypeName = Field(
        default=KvTypeName.F16,
        title=QT_TRANSLATE_NOOP("settings", "Keys, target"),
        description=QT_TRANSLATE_NOOP("settings", "Number format of the keys in the target's cache."),
    )
    kv_type_v: KvTypeName = Field(
        default=KvTypeName.F16,
        title=QT_TRANSLATE_NOOP("settings", "Values, target"),
        description=QT_TRANSLATE_NOOP("settings", "Number format of the values in the target's cache."),
    )
    draft_kv_type_k: KvTypeName = Field(
        default=KvTypeName.F16,
        title=QT_TRANSLATE_NOOP("settings", "Keys, draft"),
        description=QT_TRANSLATE_NOOP("settings", "Number format of the keys in the draft's cache."),
    )
    draft_kv_type_v: KvTypeName = Field(
        default=KvTypeName.F16,
        title=QT_TRANSLATE_NOOP("settings", "Values, draft"),
        description=QT_TRANSLATE_NOOP("settings", "Number format of the values in the draft's cache."),
    )
    flash_attention: bool | None = Field(
        default=None,
        title=QT_TRANSLATE_NOOP("settings", "Flash attention"),
        description=QT_TRANSLATE_NOOP("settings", "Left open, llama.cpp chooses."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "llama.cpp chooses")},
    )
    threads: int | None = Field(
        default=None,
        ge=1,
        le=1024,
        title=QT_TRANSLATE_NOOP("settings", "Threads"),
        description=QT_TRANSLATE_NOOP("settings", "Left open, one for every physical core."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "one a core")},
    )
    reproducible: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Reproducible"),
        description=QT_TRANSLATE_NOOP(
            "settings", "The same seed gives the same text with speculation on and off; a little slower."
        ),
    )
    use_mmap: bool = Field(
        default=True,
        title=QT_TRANSLATE_NOOP("settings", "Map the file"),
        description=QT_TRANSLATE_NOOP("settings", "Use weights straight from the file instead of a copy in memory."),
    )
    use_mlock: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Hold in memory"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Forbid the system to put weights aside; needs the permission to lock so much memory."
        ),
    )
    max_draft_tokens: int = Field(
        default=MAX_DRAFT_TOKENS,
        ge=1,
        le=MAX_DRAFT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "Longest proposal possible"),
        description=QT_TRANSLATE_NOOP("settings", "The ceiling while a pair is loaded; less takes less memory."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )


class PlacementDefaults(Section):
    """Which layers go to the GPU; the engine wants it for each model, not for the pair."""

    graphics: bool = Field(
        default=True,
        title=QT_TRANSLATE_NOOP("settings", "Use the graphics card"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Off keeps the engine away from graphics drivers: for one that takes it down."
        ),
    )
    gpu_layers: int | None = Field(
        default=None,
        ge=-1,
        le=10_000,
        title=QT_TRANSLATE_NOOP("settings", "Target's layers on the GPU"),
        description=QT_TRANSLATE_NOOP("settings", "Left open, as many as fit; -1 is all of them."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "as many as fit")},
    )
    draft_gpu_layers: int | None = Field(
        default=None,
        ge=-1,
        le=10_000,
        title=QT_TRANSLATE_NOOP("settings", "Draft's layers on the GPU"),
        description=QT_TRANSLATE_NOOP("settings", "Left open, as many as fit; -1 is all of them."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "as many as fit")},
    )
    devices: tuple[str, ...] = Field(
        default=(),
        max_length=MAX_DEVICES,
        title=QT_TRANSLATE_NOOP("settings", "Devices"),
        description=QT_TRANSLATE_NOOP("settings", "Where layers may go, by llama.cpp's names; empty is everywhere."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "everywhere")},
    )
    split: tuple[Annotated[float, Field(ge=0, le=1_000_000)], ...] = Field(
        default=(),
        max_length=MAX_DEVICES,
        title=QT_TRANSLATE_NOOP("settings", "Shares"),
        description=QT_TRANSLATE_NOOP("settings", "How the devices share the layers; empty is by free memory."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "by free memory")},
    )
    recovers: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Load smaller when memory runs out"),
        description=QT_TRANSLATE_NOOP("settings", "Try again with the next smaller plan, and say what was changed."),
        json_schema_extra={"at_once": True},
    )


class SamplingDefaults(Section):
    """How the target chooses among likely tokens."""

    temperature: float = Field(
        default=0.7,
        ge=0,
        le=5,
        title=QT_TRANSLATE_NOOP("settings", "Temperature"),
        description=QT_TRANSLATE_NOOP("settings", "0 always takes the likeliest token; more is more varied."),
    )
    top_k: int = Field(
        default=40,
        ge=0,
        le=100_000,
        title=QT_TRANSLATE_NOOP("settings", "Top-k"),
        description=QT_TRANSLATE_NOOP("settings", "Choose among so many of the likeliest tokens; 0 among all."),
    )
    top_p: float = Field(
        default=0.95,
        gt=0,
        le=1,
        title=QT_TRANSLATE_NOOP("settings", "Top-p"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Choose among the likeliest tokens that make up this share; 1 is off."
        ),
    )
    min_p: float = Field(
        default=0.05,
        ge=0,
        le=1,
        title=QT_TRANSLATE_NOOP("settings", "Min-p"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Leave out tokens less likely than this share of the likeliest; 0 is off."
        ),
    )
    repeat_penalty: float = Field(
        default=1.0,
        gt=0,
        le=10,
        title=QT_TRANSLATE_NOOP("settings", "Repeat penalty"),
        description=QT_TRANSLATE_NOOP("settings", "Makes recent tokens less likely; 1 is off."),
    )
    frequency_penalty: float = Field(
        default=0.0,
        ge=-5,
        le=5,
        title=QT_TRANSLATE_NOOP("settings", "Frequency penalty"),
        description=QT_TRANSLATE_NOOP("settings", "Counts against a token for each time it was used; 0 is off."),
    )
    presence_penalty: float = Field(
        default=0.0,
        ge=-5,
        le=5,
        title=QT_TRANSLATE_NOOP("settings", "Presence penalty"),
        description=QT_TRANSLATE_NOOP("settings", "Counts against a token that was used at all; 0 is off."),
    )
    penalty_last_n: int = Field(
        default=64,
        ge=-1,
        le=MAX_CONTEXT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "Penalties look back"),
        description=QT_TRANSLATE_NOOP("settings", "So many tokens; -1 is the whole context, 0 is off."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    dry_multiplier: float = Field(
        default=0.0,
        ge=0,
        le=10,
        title=QT_TRANSLATE_NOOP("settings", "DRY"),
        description=QT_TRANSLATE_NOOP("settings", "How strongly repeated phrases are held back; 0 is off."),
    )
    dry_base: float = Field(
        default=1.75,
        ge=1,
        le=10,
        title=QT_TRANSLATE_NOOP("settings", "DRY base"),
        description=QT_TRANSLATE_NOOP("settings", "How much stronger with every further token of the phrase."),
    )
    dry_allowed_length: int = Field(
        default=2,
        ge=0,
        le=1000,
        title=QT_TRANSLATE_NOOP("settings", "DRY allows"),
        description=QT_TRANSLATE_NOOP("settings", "Phrases of so many tokens may repeat freely."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    dry_penalty_last_n: int = Field(
        default=-1,
        ge=-1,
        le=MAX_CONTEXT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "DRY looks back"),
        description=QT_TRANSLATE_NOOP("settings", "So many tokens; -1 is the whole context, 0 is off."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    logit_bias: tuple[tuple[int, float], ...] = Field(
        default=(),
        max_length=1024,
        title=QT_TRANSLATE_NOOP("settings", "Bias"),
        description=QT_TRANSLATE_NOOP("settings", "Token ids and what is added to their logits."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "none")},
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        le=(1 << 32) - 1,
        title=QT_TRANSLATE_NOOP("settings", "Seed"),
        description=QT_TRANSLATE_NOOP("settings", "Left open, each reply draws its own and says which."),
        json_schema_extra={"open": QT_TRANSLATE_NOOP("settings", "random")},
    )


class SpeculationDefaults(Section):
    """How tokens are proposed and checked."""

    mode: ModeName = Field(
        default=ModeName.AUTO,
        title=QT_TRANSLATE_NOOP("settings", "Speculation"),
        description=QT_TRANSLATE_NOOP("settings", "Who proposes tokens: whatever pays, one of the two, or nobody."),
    )
    draft_max: int = Field(
        default=16,
        ge=1,
        le=MAX_DRAFT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "Longest proposal"),
        description=QT_TRANSLATE_NOOP("settings", "Most tokens proposed in a round."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    draft_min: int = Field(
        default=0,
        ge=0,
        le=MAX_DRAFT_TOKENS,
        title=QT_TRANSLATE_NOOP("settings", "Shortest proposal"),
        description=QT_TRANSLATE_NOOP("settings", "Proposals shorter than this are thrown away unverified."),
        json_schema_extra={"unit": QT_TRANSLATE_NOOP("settings", "tokens")},
    )
    draft_p_min: float = Field(
        default=0.0,
        ge=0,
        le=1,
        title=QT_TRANSLATE_NOOP("settings", "Least certainty"),
        description=QT_TRANSLATE_NOOP(
            "settings",
            "0 lets Galley choose the length; above, the draft stops where it is less sure than this.",
        ),
    )
    fixed_draft_length: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Fixed length"),
        description=QT_TRANSLATE_NOOP("settings", "Always propose the longest, even where it makes replies slower."),
    )
    shared_lookup: bool = Field(
        default=True,
        title=QT_TRANSLATE_NOOP("settings", "Look in other conversations"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Lookup may propose words of other conversations of this session; off forgets them."
        ),
    )
    verification: VerificationName = Field(
        default=VerificationName.COUPLED,
        title=QT_TRANSLATE_NOOP("settings", "Verification"),
        description=QT_TRANSLATE_NOOP("settings", "How a proposal is checked above temperature 0."),
    )
