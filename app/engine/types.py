"""The values that everybody who speaks with the engine uses: settings, requests, tokens, rounds.

All are frozen and cross the pipe between the processes by pickle. Rates are derived in `metrics`, never here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from app.engine.compact import Compact

if TYPE_CHECKING:
    from app.engine.draft_length.values import Decision
    from app.errors import Notice


class SpeculationMode(StrEnum):
    """Who proposes tokens."""

    AUTO = "auto"
    DRAFT = "draft"
    LOOKUP = "lookup"
    OFF = "off"


class Verification(StrEnum):
    """How a proposal is checked above temperature 0 (at 0 all three are the comparison of argmaxes)."""

    COUPLED = "coupled"
    REJECTION = "rejection"
    MATCH = "match"


class Proposer(StrEnum):
    """The drafter that a token came from."""

    DRAFT = "draft"
    LOOKUP = "lookup"


class Mark(StrEnum):
    """What became of a token. Emitted tokens are accepted, corrected, bonus or plain."""

    GHOST = "ghost"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DISCARDED = "discarded"
    CORRECTED = "corrected"
    BONUS = "bonus"
    PLAIN = "plain"


class FinishReason(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    CONTEXT = "context"
    CANCELLED = "cancelled"


class KvType(StrEnum):
    """Data types of the KV cache, named as llama.cpp names them."""

    F32 = "f32"
    F16 = "f16"
    BF16 = "bf16"
    Q8_0 = "q8_0"
    Q5_1 = "q5_1"
    Q5_0 = "q5_0"
    Q4_1 = "q4_1"
    Q4_0 = "q4_0"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: role is `system`, `user` or `assistant`."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class SamplingSettings:
    """The sampler chain in llama.cpp's terms and order; temperature 0 is greedy."""

    temperature: float = 0.7
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    penalty_last_n: int = 64
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    dry_penalty_last_n: int = -1
    logit_bias: tuple[tuple[int, float], ...] = ()
    seed: int | None = None
    """None lets the engine draw one; the reply says which."""


@dataclass(frozen=True, slots=True)
class SpeculationSettings:
    """How tokens are proposed and checked."""

    mode: SpeculationMode = SpeculationMode.AUTO
    draft_max: int = 16
    """Most tokens proposed a round."""
    draft_min: int = 0
    """Proposals shorter than this are thrown away unverified."""
    draft_p_min: float = 0.0
    """Stop proposing when the draft's most likely token is less likely than this."""
    fixed_draft_length: bool = False
    """Propose `draft_max` tokens every round, whether it pays or not."""
    shared_lookup: bool = True
    """Whether lookup may propose what was said in other conversations."""
    verification: Verification = Verification.COUPLED

    @property
    def is_fixed(self) -> bool:
        """Whether the user decides the draft length, by any of its settings, instead of the controller."""
        return self.fixed_draft_length or self.draft_min > 0 or self.draft_p_min > 0.0


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model file and where its layers go. `gpu_layers` None is automatic, -1 all."""

    path: str
    gpu_layers: int | None = None
    name: str = ""
    """What to call it; empty takes the name in the file."""


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """What is fixed while a pair is loaded."""

    target: ModelSpec
    draft: ModelSpec | None = None
    draft_refusal: Notice | None = None
    """Why a draft that was asked for is not among these settings: found out before loading."""
    context_tokens: int = 4096
    """Cells of both caches; 0 takes the target's trained context."""
    kv_type_k: KvType = KvType.F16
    kv_type_v: KvType = KvType.F16
    draft_kv_type_k: KvType = KvType.F16
    draft_kv_type_v: KvType = KvType.F16
    flash_attention: bool | None = None
    """None leaves the choice to llama.cpp."""
    threads: int | None = None
    """None takes the physical cores."""
    reproducible: bool = False
    """Same seed, same text, with speculation on and off, on every model tried; a little slower."""
    use_mmap: bool = True
    use_mlock: bool = False
    """Keep the weights in memory: the system may not put them aside."""
    devices: tuple[str, ...] = ()
    """Where layers may go, as llama.cpp names the devices; empty is everywhere."""
    split: tuple[float, ...] = ()
    """Shares of the devices, in their order; empty shares by free memory."""
    costs_path: str = ""
    """File in which measured costs are kept between runs; empty keeps none."""
    max_draft_tokens: int = 16
    """Ceiling of `SpeculationSettings.draft_max` while loaded: it sizes the compute buffers."""


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """One reply to generate. Either `messages` go through the chat template or `raw_prompt` is sent as it is."""

    request_id: int
    messages: tuple[Message, ...] = ()
    raw_prompt: str | None = None
    sampling: SamplingSettings = field(default_factory=SamplingSettings)
    speculation: SpeculationSettings = field(default_factory=SpeculationSettings)
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    grammar: str = ""
    """GBNF that the whole reply keeps to, what is begun included; empty leaves it free."""
    json_schema: str = ""
    """A JSON schema, as JSON, that the reply fits instead; `{"type": "object"}` is any object, `{}` any JSON."""
    begun: str = ""
    """What the reply says already, to go on with; no part of it is told again."""
    leave_out_oldest: bool = False
    """Leave out the oldest turns where all of them are more than the context holds, instead of refusing."""
    left_out: int = 0
    """Turns that the conversation's last reply left out: the same ones again as long as that is enough, so that the
    caches still hold."""
    private: bool = False
    """Lookup proposes from this prompt and reply alone, and nothing else is ever proposed from them: for programs that
    ask through the API, none of whom may see another one's words, or the user's."""


@dataclass(frozen=True, slots=True)
class Candidate(Compact):
    """A token a model considered; probability is softmax at temperature 1 over the candidates read."""

    token_id: int
    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class ProposedToken(Compact):
    """A draft token. `probability` is the draft model's own, None for lookup."""

    token_id: int
    text: str
    probability: float | None = None
    runners_up: tuple[Candidate, ...] = ()
    """The draft's five likeliest, the proposed one among them where it is."""


@dataclass(frozen=True, slots=True)
class EmittedToken(Compact):
    """A token of the reply. The texts of all emitted tokens and the reply's tail, joined, are the reply."""

    token_id: int
    text: str
    """What became visible with this token; empty while a character or a possible stop string is incomplete."""
    mark: Mark
    target_probability: float
    target_candidates: tuple[Candidate, ...] = ()
    """The target's five likeliest at this position."""


@dataclass(frozen=True, slots=True)
class Round(Compact):
    """One proposal and its check: one target pass.

    `emitted[i]` answers `proposed[i]`; an end-of-generation token is counted in `num_accepted` where the draft
    proposed it, but is never emitted.
    """

    index: int
    proposer: Proposer | None
    proposed: tuple[ProposedToken, ...]
    num_accepted: int
    emitted: tuple[EmittedToken, ...]
    draft_seconds: float
    """Inside the drafter."""
    verify_seconds: float
    """Inside the target's decode."""
    seconds: float
    """The whole round."""
    ended: bool = False
    """The reply ended with an accepted draft (an end token, or the end of a stop string): what was proposed behind
    it was never compared. False where the target ended it against the draft: that draft is rejected."""

    @property
    def num_drafted(self) -> int:
        """Draft tokens that entered the target pass."""
        return len(self.proposed)

    @property
    def rejected(self) -> ProposedToken | None:
        """The first mismatch, or None."""
        if self.num_accepted == self.num_drafted or self.ended:
            return None
        return self.proposed[self.num_accepted]

    @property
    def discarded(self) -> tuple[ProposedToken, ...]:
        """Drafts behind the first mismatch or behind the end."""
        return self.proposed[self.num_accepted + (self.rejected is not None) :]


@dataclass(frozen=True, slots=True)
class DeviceBuffers:
    """What a loaded model holds in one memory, as llama.cpp's log says; `RAM` is the machine's own."""

    memory: str
    weights_bytes: int = 0
    """As held: of a mapped file the whole stretch, and copies in another order beside it."""
    kv_bytes: int = 0
    compute_bytes: int = 0


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded model as llama.cpp reports it; bytes are those really allocated."""

    path: str
    name: str
    description: str
    """Architecture, size and quantisation, such as `qwen2 1.5B Q4_K - Medium`."""
    num_parameters: int
    vocabulary_size: int
    context_tokens: int
    trained_context_tokens: int
    weights_bytes: int
    kv_bytes: int
    compute_bytes: int
    buffers: tuple[DeviceBuffers, ...] = ()
    """The same by where it lies."""

    @property
    def total_bytes(self) -> int:
        """Everything this model holds."""
        return self.weights_bytes + self.kv_bytes + self.compute_bytes


@dataclass(frozen=True, slots=True)
class PairInfo:
    """What is loaded. `draft_notice` says why there is no draft although one was asked for."""

    target: ModelInfo
    draft: ModelInfo | None
    draft_notice: Notice | None
    load_seconds: float
    threads: int
    template_notice: Notice | None = None
    """What is to be known about the chat template."""


@dataclass(frozen=True, slots=True)
class SpeculationStatus:
    """What was asked, what runs, and why they differ."""

    requested: SpeculationMode
    mode: SpeculationMode
    reason: Notice | None = None


@dataclass(frozen=True, slots=True)
class ReplyTiming:
    """Clock readings of one reply, in seconds."""

    prefill_seconds: float
    """The target's prefill."""
    draft_prefill_seconds: float
    decode_seconds: float
    """From the first round to the last token, less what the draft's prefill took in between."""
    first_token_seconds: float | None
    """From the request to the first token; None when none came."""
    total_seconds: float
    """From the request to the last token, both prefills in it."""
    model_seconds: float
    """Inside llama.cpp's decode calls while decoding, both models."""


@dataclass(frozen=True, slots=True)
class ReplySummary:
    """What only the end of a reply can say. Counts and rates derive from its rounds."""

    finish_reason: FinishReason
    tail: str
    """Text that was held back and turned out to be complete."""
    prompt_tokens: int
    reused_tokens: int
    """Prompt tokens the target found in its cache."""
    sampling: SamplingSettings
    """As used, with the seed drawn."""
    status: SpeculationStatus
    timing: ReplyTiming
    decision: Decision | None = None
    """The controller's last one; None where it did not decide."""
