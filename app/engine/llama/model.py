"""A model file in memory. Loading reports progress, can be stopped, and takes its reason to fail from the log."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

import llama_cpp

from app.engine.contexts import Cancelled
from app.engine.llama import backend
from app.engine.llama.devices import device_list
from app.engine.llama.vocabulary import Vocabulary
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.cancel import CancelFlag
    from app.engine.types import ModelSpec

_ALL_LAYERS = 1_000_000
_LOAD_MODE_NONE, _LOAD_MODE_MMAP, _LOAD_MODE_MLOCK, _LOAD_MODE_MMAP_MLOCK = 0, 1, 2, 3


class Model:
    """A loaded model. Close it after every context over it.

    Args:
        spec: The file and its placement.
        use_mmap: Map the file instead of reading it.
        use_mlock: Forbid the system to put the weights aside.
        devices: Where layers may go, by name; empty is everywhere.
        split: Shares of the devices.
        is_empty: Only look at the file: nothing is read into memory, and nothing can be computed.
        repack: Let the CPU backend keep a faster copy of the weights, whose rows are not equal for all row counts.
        cancel: Stops the load.
        on_progress: Called with fractions from 0 to 1.

    Raises:
        Cancelled: The flag was set.
        UserError: `model_not_loaded` with llama.cpp's reason.
    """

    def __init__(
        self,
        spec: ModelSpec,
        *,
        use_mmap: bool,
        repack: bool,
        use_mlock: bool = False,
        devices: Sequence[str] = (),
        split: Sequence[float] = (),
        is_empty: bool = False,
        cancel: CancelFlag,
        on_progress: Callable[[float], None],
    ) -> None:
        log = backend.start()
        log.clear()
        self.path = spec.path
        self._given_name = spec.name
        parameters = llama_cpp.llama_model_default_params()
        parameters.n_gpu_layers = _ALL_LAYERS if spec.gpu_layers is None or spec.gpu_layers < 0 else spec.gpu_layers
        parameters.load_mode = _load_mode(use_mmap=use_mmap and not is_empty, use_mlock=use_mlock and not is_empty)
        parameters.no_alloc = is_empty
        chosen = device_list(devices)
        if chosen is not None:
            parameters.devices = ctypes.cast(chosen, ctypes.c_void_p)
        if split:
            shares = (ctypes.c_float * llama_cpp.llama_max_devices())(*split[: llama_cpp.llama_max_devices()])
            parameters.tensor_split = shares
        parameters.use_extra_bufts = repack

        @llama_cpp.llama_progress_callback  # type: ignore[untyped-decorator]
        def progress(fraction: float, _user_data: int | None) -> bool:
            on_progress(fraction)
            return not cancel.is_set()

        parameters.progress_callback = progress
        self.pointer: Any = llama_cpp.llama_model_load_from_file(os.fsencode(spec.path), parameters)
        if not self.pointer:
            if cancel.is_set():
                raise Cancelled
            raise UserError("model_not_loaded", path=spec.path, cause=load_failure(log.errors()))
        self.buffers = log.buffers()
        self.vocabulary = Vocabulary(self.pointer)

    def metadata(self, key: str) -> str | None:
        """A value of the file's metadata as text, or None."""
        buffer = ctypes.create_string_buffer(256)
        length = llama_cpp.llama_model_meta_val_str(self.pointer, key.encode(), buffer, len(buffer))
        if length < 0:
            return None
        if length >= len(buffer):
            buffer = ctypes.create_string_buffer(length + 1)
            llama_cpp.llama_model_meta_val_str(self.pointer, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    @property
    def name(self) -> str:
        """What to call it."""
        return self._given_name or self.metadata("general.name") or self.description

    @property
    def description(self) -> str:
        """Architecture, size and quantisation in llama.cpp's words."""
        buffer = ctypes.create_string_buffer(256)
        llama_cpp.llama_model_desc(self.pointer, buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    @property
    def chat_template(self) -> str | None:
        """The template in the file, or None."""
        template = llama_cpp.llama_model_chat_template(self.pointer, None)
        return template.decode("utf-8", "replace") if template else None

    @property
    def num_parameters(self) -> int:
        """Number of weights."""
        return int(llama_cpp.llama_model_n_params(self.pointer))

    @property
    def weights_bytes(self) -> int:
        """Bytes of all tensors."""
        return int(llama_cpp.llama_model_size(self.pointer))

    @property
    def trained_context_tokens(self) -> int:
        """The context the model was trained with."""
        return int(llama_cpp.llama_model_n_ctx_train(self.pointer))

    @property
    def window(self) -> int:
        """Tokens of the sliding window; 0 without one."""
        return int(llama_cpp.llama_model_n_swa(self.pointer))

    @property
    def is_recurrent(self) -> bool:
        """Whether any of its state cannot be rewound token by token."""
        return bool(llama_cpp.llama_model_is_recurrent(self.pointer) or llama_cpp.llama_model_is_hybrid(self.pointer))

    @property
    def generates(self) -> bool:
        """Whether it can write text: encoders and diffusion models cannot."""
        return bool(
            llama_cpp.llama_model_has_decoder(self.pointer)
            and not llama_cpp.llama_model_has_encoder(self.pointer)
            and not llama_cpp.llama_model_is_diffusion(self.pointer)
        )

    def close(self) -> None:
        """Free it; safe to call twice."""
        if self.pointer:
            llama_cpp.llama_model_free(self.pointer)
            self.pointer = None


def _load_mode(*, use_mmap: bool, use_mlock: bool) -> int:
    if use_mmap:
        return _LOAD_MODE_MMAP_MLOCK if use_mlock else _LOAD_MODE_MMAP
    return _LOAD_MODE_MLOCK if use_mlock else _LOAD_MODE_NONE


def load_failure(errors: list[str]) -> str:
    """The line of llama.cpp's log that says most: the first error, without the function's name."""
    if not errors:
        return "llama.cpp gave no reason"
    line = errors[0]
    head, separator, rest = line.partition(": ")
    return rest.strip() if separator and " " not in head else line.strip()
