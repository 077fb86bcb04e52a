"""What llama.cpp can be asked without loading a model, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.engine.types import KvType

if TYPE_CHECKING:
    from app.engine.types import DeviceBuffers, ModelSpec
    from app.errors import Notice


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """A device of llama.cpp's. `kind` is `cpu`, `gpu`, `igpu` or `accelerator`."""

    name: str
    description: str
    kind: str
    free_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """A part of llama.cpp that is loaded where it fits: for a kind of processor, or a make of graphics card."""

    name: str
    """As in the file's name: `cpu-haswell`, `vulkan`."""
    score: int
    """How well it fits this machine by its own account; 0 where it cannot run here."""
    is_loaded: bool
    problem: str = ""
    """What the system said where it could not even be opened."""

    @property
    def is_processor(self) -> bool:
        """Whether it is for a kind of processor."""
        return self.name.startswith("cpu-")


@dataclass(frozen=True, slots=True)
class BackendFacts:
    """A build of llama.cpp on this machine."""

    version: str
    """Of the package that brings it."""
    devices: tuple[DeviceFacts, ...]
    features: tuple[str, ...]
    """Of the processor, as far as the build uses them."""
    offloads: bool
    """Whether the build can put layers on a GPU."""
    modules: tuple[ModuleFacts, ...] = ()
    """What the build brings for different machines; empty where it was built for one."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One way of loading a model, to be tried without its weights."""

    model: ModelSpec
    context_tokens: int
    num_rows: int
    kv_type_k: KvType = KvType.F16
    kv_type_v: KvType = KvType.F16
    flash_attention: bool | None = None
    repacks: bool = True
    devices: tuple[str, ...] = ()
    split: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What llama.cpp would allocate. Weights are not among it, and caches only in total."""

    kv_bytes: int
    buffers: tuple[DeviceBuffers, ...]
    """With true compute sizes by memory."""
    problem: Notice | None = None
    """Why it could not be tried; then there are no figures."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is asked for."""

    trials: tuple[Trial, ...] = ()
    modules: bool = False
    """Whether the build's modules are asked, too."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found; `results` answer the trials in their order."""

    backend: BackendFacts
    results: tuple[TrialResult, ...] = field(default_factory=tuple)
