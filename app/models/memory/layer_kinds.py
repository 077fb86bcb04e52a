"""Which layers of which models have a cache, a window or a state: what their files leave to llama.cpp to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.memory.facts import Facts

_PATTERNS: dict[str, tuple[int, bool]] = {
    "afmoe": (4, False),
    "cohere2": (4, False),
    "cohere2moe": (4, True),
    "exaone-moe": (4, False),
    "exaone4": (4, False),
    "gemma2": (2, False),
    "gemma3": (6, False),
    "gemma3n": (5, False),
    "gemma4": (6, False),
    "gpt-oss": (2, False),
    "llama4": (4, False),
    "mellum": (4, False),
    "olmo2": (4, False),
    "plamo3": (8, False),
    "smallthinker": (4, True),
    "step35": (4, False),
}
"""Of so many layers one sees everything: the last of them, or the first."""
_DEFAULT_WINDOWS = {"exaone-moe": 128, "exaone4": 4096, "gemma2": 4096, "llama4": 8192, "smallthinker": 4096}
_RECURRENT = frozenset({"arwkv7", "mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7"})
_BY_INTERVAL = frozenset({"minimax-01", "qwen35", "qwen35moe", "qwen3next", "qwen4exp"})
_BY_HEADS = frozenset(
    {"bailingmoe3", "glm5-next", "granitehybrid", "jamba", "kimi-k3", "kimi-linear", "lfm2", "lfm2moe", "plamo2"}
)
_NEMOTRON = frozenset({"nemotron_h", "nemotron_h_moe"})
_BOTH = frozenset({"falcon-h1"})
_GEMMA3N_CACHED = 20
_DEFAULT_INTERVAL = 4
_KDA_KERNEL = 4


def window_of(facts: Facts) -> int:
    """Tokens of the sliding window; 0 where the model has none, whatever its file says."""
    if facts.architecture not in _PATTERNS:
        return 0
    return facts.number("attention.sliding_window", _DEFAULT_WINDOWS.get(facts.architecture, 0))


def windowed_layers(facts: Facts, num_layers: int) -> tuple[bool, ...]:
    """Which layers see a window only."""
    if not window_of(facts):
        return (False,) * num_layers
    listed = facts.numbers("attention.sliding_window_pattern")
    if listed:
        return tuple(index < len(listed) and bool(listed[index]) for index in range(num_layers))
    default, dense_first = _PATTERNS[facts.architecture]
    every = facts.number("attention.sliding_window_pattern", default)
    trunk = num_layers - facts.num_nextn_layers
    if every == 0:
        return tuple(index < trunk for index in range(num_layers))
    full = 0 if dense_first else every - 1
    return tuple(index < trunk and index % every != full for index in range(num_layers))


def state_layers(facts: Facts, num_layers: int) -> tuple[bool, ...]:
    """Which layers keep a recurrent state."""
    architecture, trunk = facts.architecture, num_layers - facts.num_nextn_layers
    if architecture in _RECURRENT or architecture in _BOTH:
        return (True,) * num_layers
    if architecture in _BY_INTERVAL:
        every = facts.number("full_attention_interval", _DEFAULT_INTERVAL)
        return tuple(index < trunk and (index + 1) % every != 0 for index in range(num_layers))
    if architecture in _BY_HEADS:
        return tuple(facts.num_kv_heads(index) == 0 for index in range(num_layers))
    if architecture in _NEMOTRON:
        inner = facts.per_layer("feed_forward_length", num_layers)
        return tuple(facts.num_kv_heads(index) == 0 and not inner[index] for index in range(num_layers))
    return (False,) * num_layers


def cached_layers(facts: Facts, num_layers: int) -> tuple[bool, ...]:
    """Which layers have a cache of their own: not those that read an earlier layer's."""
    architecture, trunk = facts.architecture, num_layers - facts.num_nextn_layers
    if architecture in _RECURRENT:
        return (False,) * num_layers
    last = trunk
    if architecture == "gemma3n":
        last = min(trunk, _GEMMA3N_CACHED)
    elif architecture == "gemma4":
        last = trunk - facts.number("attention.shared_kv_layers")
    states = state_layers(facts, num_layers)
    keeps_both = architecture in _BOTH
    return tuple(index < last and (keeps_both or not states[index]) for index in range(num_layers))


def state_values(facts: Facts) -> int:
    """Numbers of one layer's recurrent state, all of them of four bytes."""
    width, heads = facts.width, facts.num_heads(0)
    kernel = facts.number("ssm.conv_kernel")
    if head := facts.number("wkv.head_size"):
        return width * (facts.number("token_shift_count", 2) + head)
    if shortconv := facts.number("shortconv.l_cache"):
        return width * (shortconv - 1)
    if head := facts.number("kda.head_dim"):
        return 3 * ((kernel or _KDA_KERNEL) - 1) * heads * head + head * head * heads
    inner, state = facts.number("ssm.inner_size"), facts.number("ssm.state_size")
    convolution = max(0, kernel - 1) * (inner + 2 * facts.number("ssm.group_count") * state)
    return convolution + state * inner
