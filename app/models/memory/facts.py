"""Numbers of a model's description, with llama.cpp's own answers for what the file leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.header import GgufHeader


class Facts:
    """Values under the architecture's own prefix.

    Args:
        header: Of the model's first file.
    """

    def __init__(self, header: GgufHeader) -> None:
        self.architecture = header.architecture
        self.num_nextn_layers = header.num_nextn_layers
        self._values = header.values

    def number(self, key: str, default: int = 0) -> int:
        """A single number."""
        value = self._values.get(f"{self.architecture}.{key}")
        return int(value) if isinstance(value, int | float) else default

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of numbers; empty where the file has none."""
        value = self._values.get(f"{self.architecture}.{key}")
        return tuple(int(each) for each in value) if isinstance(value, tuple) else ()

    def per_layer(self, key: str, num_layers: int, default: int = 0) -> tuple[int, ...]:
        """One number for every layer, said once for all or layer by layer."""
        listed = self.numbers(key)
        if listed:
            return (*listed, *(default for _ in range(num_layers)))[:num_layers]
        return (self.number(key, default),) * num_layers

    @property
    def width(self) -> int:
        """Of the vectors between the layers."""
        return self.number("embedding_length")

    @property
    def is_latent(self) -> bool:
        """Whether keys and values share a latent vector (MLA)."""
        return self.number("attention.key_length_mla") > 0 and self.number("attention.value_length_mla") > 0

    def num_heads(self, layer: int) -> int:
        """Heads of queries."""
        return self._of_layer("attention.head_count", layer, 0)

    def num_kv_heads(self, layer: int) -> int:
        """Heads of keys and values: as many as of queries where nothing is said."""
        return self._of_layer("attention.head_count_kv", layer, self.num_heads(layer))

    def key_length(self, windowed: bool) -> int:
        """Numbers of one head's key."""
        return self._length("attention.key_length", windowed)

    def value_length(self, windowed: bool) -> int:
        """Numbers of one head's value."""
        return self._length("attention.value_length", windowed)

    def _length(self, key: str, windowed: bool) -> int:
        heads = self.num_heads(0)
        length = self.number(key, self.width // heads if heads else 0)
        return self.number(f"{key}_swa", length) if windowed else length

    def _of_layer(self, key: str, layer: int, default: int) -> int:
        listed = self.numbers(key)
        if not listed:
            return self.number(key, default)
        return listed[layer] if layer < len(listed) else default
