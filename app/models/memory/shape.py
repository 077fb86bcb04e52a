"""What a model's size in memory depends on, read from its file's description alone.

The keys are GGUF's; which model keeps what is as llama.cpp loads it (src/llama-hparams.cpp, src/models).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.models.memory.facts import Facts
from app.models.memory.layer_kinds import cached_layers, state_layers, state_values, window_of, windowed_layers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.models.header import GgufHeader

_BLOCK = re.compile(r"blk\.([0-9]{1,5})\.")
_OUTPUT = ("output", "cls", "token_embd_norm")
_EMBEDDING = "token_embd.weight"


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor and where it lies: `start` counts from the beginning of the file number `part`."""

    name: str
    type_name: str
    shape: tuple[int, ...]
    num_bytes: int
    part: int
    start: int


@dataclass(frozen=True, slots=True)
class Weights:
    """Some of a model's tensors: all of one layer, or what stands before or behind the layers."""

    tensors: tuple[Tensor, ...] = ()
    num_bytes: int = field(init=False)
    """As many as in the file; summed once, because a plan is made anew for every step of a slider."""

    def __post_init__(self) -> None:
        """Sum them up."""
        object.__setattr__(self, "num_bytes", sum(tensor.num_bytes for tensor in self.tensors))


@dataclass(frozen=True, slots=True)
class Layer:
    """One block. Counts are of numbers, not of bytes."""

    weights: Weights
    num_keys: int
    """Numbers that a token leaves in the cache of keys; 0 in a layer without a cache of its own."""
    num_values: int
    """The same for values; 0 where keys and values share one vector (MLA)."""
    num_state: int
    """Numbers of a recurrent state, which does not grow with the context."""
    windowed: bool
    """Whether it attends to the last tokens only."""


@dataclass(frozen=True, slots=True)
class ModelShape:
    """A model as far as its memory is concerned."""

    architecture: str
    name: str
    quantisation: str
    layers: tuple[Layer, ...]
    before: Weights
    """What is looked up before the first layer; it stays in the machine's memory."""
    behind: Weights
    """The output."""
    shared: Tensor | None
    """The embedding where it is the output, too: there is a second copy where that lies on a device or is repacked."""
    trained_context: int
    width: int
    inner: int
    """Of the widest feed-forward layer, all experts that answer a token together."""
    num_experts_used: int
    num_queries: int
    """Numbers of a token's queries in the largest layer."""
    vocabulary: int
    window: int
    latent: int
    """Of MLA, 0 without."""
    num_heads: int
    state_width: int
    """Numbers of a token where a recurrent state is carried on."""

    @property
    def weights_bytes(self) -> int:
        """All tensors once."""
        layers = sum(layer.weights.num_bytes for layer in self.layers)
        return layers + self.before.num_bytes + self.behind.num_bytes

    @property
    def num_layers(self) -> int:
        """Blocks, the output not among them."""
        return len(self.layers)

    @property
    def has_windows(self) -> bool:
        """Whether any layer sees a window only."""
        return any(layer.windowed for layer in self.layers)

    @property
    def bits_per_weight(self) -> float:
        """On average over the matrices of the layers."""
        tensors = [tensor for layer in self.layers for tensor in layer.weights.tensors if len(tensor.shape) > 1]
        numbers = sum(_count(tensor) for tensor in tensors)
        return 8 * sum(tensor.num_bytes for tensor in tensors) / numbers if numbers else 0.0


def read_shape(parts: Sequence[GgufHeader], name: str = "") -> ModelShape:
    """The shape of a model from the headers of all its files.

    Args:
        parts: Of the first file and the others.
        name: What to call it.
    """
    first = parts[0]
    facts = Facts(first)
    num_layers = first.block_count or 0
    per_layer: list[list[Tensor]] = [[] for _ in range(num_layers)]
    before: list[Tensor] = []
    behind: list[Tensor] = []
    for tensor in _tensors(parts):
        match = _BLOCK.match(tensor.name)
        if match is None:
            (behind if tensor.name.startswith(_OUTPUT) else before).append(tensor)
        elif int(match[1]) < num_layers - first.num_nextn_layers:  # llama.cpp leaves the others in the file
            per_layer[int(match[1])].append(tensor)
    embedding = next((tensor for tensor in before if tensor.name == _EMBEDDING), None)
    is_shared = embedding is not None and not any(tensor.name == "output.weight" for tensor in behind)
    return ModelShape(
        architecture=first.architecture,
        name=name,
        quantisation=first.quantisation,
        layers=tuple(_layers(facts, per_layer)),
        before=Weights(tuple(before)),
        behind=Weights(tuple(behind)),
        shared=embedding if is_shared else None,
        trained_context=first.context_length or 0,
        width=facts.width,
        inner=_inner(facts, num_layers),
        num_experts_used=max(facts.per_layer("expert_used_count", num_layers), default=0),
        num_queries=max((facts.num_heads(index) * facts.key_length(False) for index in range(num_layers)), default=0),
        vocabulary=first.vocabulary.num_tokens,
        window=window_of(facts),
        latent=facts.number("attention.kv_lora_rank") if facts.is_latent else 0,
        num_heads=max((facts.num_heads(index) for index in range(num_layers)), default=0),
        state_width=max(facts.number("ssm.inner_size"), facts.width if facts.number("shortconv.l_cache") else 0),
    )


def _tensors(parts: Sequence[GgufHeader]) -> Iterator[Tensor]:
    for number, part in enumerate(parts):
        for tensor in part.tensors:
            yield Tensor(tensor.name, tensor.type_name, tensor.shape, tensor.num_bytes or 0, number, tensor.offset)


def _layers(facts: Facts, per_layer: list[list[Tensor]]) -> list[Layer]:
    number = len(per_layer)
    cached, windowed, states = cached_layers(facts, number), windowed_layers(facts, number), state_layers(facts, number)
    state = state_values(facts)
    layers = []
    for index, tensors in enumerate(per_layer):
        heads = facts.num_kv_heads(index) if cached[index] else 0
        layers.append(
            Layer(
                weights=Weights(tuple(tensors)),
                num_keys=heads * facts.key_length(windowed[index]),
                num_values=0 if facts.is_latent else heads * facts.value_length(windowed[index]),
                num_state=state if states[index] else 0,
                windowed=windowed[index],
            )
        )
    return layers


def _inner(facts: Facts, num_layers: int) -> int:
    dense = max(facts.per_layer("feed_forward_length", num_layers), default=0)
    experts = max(facts.per_layer("expert_feed_forward_length", num_layers), default=0)
    used = max(facts.per_layer("expert_used_count", num_layers), default=0)
    if not used:
        return dense
    has_dense_layers = facts.number("leading_dense_block_count") > 0
    return max(experts * used or dense, dense if has_dense_layers else 0)


def _count(tensor: Tensor) -> int:
    number = 1
    for length in tensor.shape:
        number *= length
    return number
