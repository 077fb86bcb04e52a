"""A llama.cpp context with one sequence: the cache, decoding into it, rewinding it."""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import llama_cpp
import numpy as np

from app.engine.contexts import Cancelled
from app.engine.llama import backend
from app.engine.llama.model import load_failure
from app.engine.types import KvType
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from app.engine.cancel import CancelFlag
    from app.engine.llama.model import Model

BATCH_TOKENS = 512
"""Tokens handed to llama.cpp at once."""
MICRO_BATCH_TOKENS = 256
"""Tokens in one graph: a cancel waits for at most one of them where no abort callback reaches."""

_GGML_TYPES = {
    KvType.F32: 0,
    KvType.F16: 1,
    KvType.Q4_0: 2,
    KvType.Q4_1: 3,
    KvType.Q5_0: 6,
    KvType.Q5_1: 7,
    KvType.Q8_0: 8,
    KvType.BF16: 30,
}
_UNQUANTISED = (KvType.F32, KvType.F16, KvType.BF16)
_FLASH = {None: -1, False: 0, True: 1}
_ABORTED, _NO_SLOT = 2, 1


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """How a context is made. `max_rows` bounds the rows of one decode and sizes the compute buffers."""

    context_tokens: int
    max_rows: int
    threads: int
    kv_type_k: KvType = KvType.F16
    kv_type_v: KvType = KvType.F16
    flash_attention: bool | None = None


class Context:
    """Implements `app.engine.contexts.ModelContext` over llama.cpp.

    Raises:
        UserError: `context_not_made` when there is no room for the cache.
    """

    def __init__(self, model: Model, settings: ContextSettings, cancel: CancelFlag) -> None:
        if settings.flash_attention is False and settings.kv_type_v not in _UNQUANTISED:
            raise UserError("quantised_values_need_flash", type=settings.kv_type_v.value)
        log = backend.start()
        log.clear()
        parameters = llama_cpp.llama_context_default_params()
        # A context smaller than a batch would shrink the batch, too: it is made larger and used in part.
        parameters.n_ctx = max(settings.context_tokens, BATCH_TOKENS)
        parameters.n_batch = BATCH_TOKENS
        parameters.n_ubatch = MICRO_BATCH_TOKENS
        parameters.n_seq_max = 1
        parameters.n_outputs_max = settings.max_rows
        parameters.n_threads = parameters.n_threads_batch = settings.threads
        parameters.type_k = _GGML_TYPES[settings.kv_type_k]
        parameters.type_v = _GGML_TYPES[settings.kv_type_v]
        parameters.flash_attn_type = _FLASH[settings.flash_attention]
        parameters.abort_callback = backend.abort_by_strlen()
        parameters.abort_callback_data = cancel.address
        parameters.no_perf = True
        self._pointer: Any = llama_cpp.llama_init_from_model(model.pointer, parameters)
        if not self._pointer:
            raise UserError("context_not_made", tokens=settings.context_tokens, cause=load_failure(log.errors()))
        self.kv_bytes, self.compute_bytes = log.allocated_bytes()
        self.buffers = log.buffers()
        self._memory = llama_cpp.llama_get_memory(self._pointer)
        self._batch = llama_cpp.llama_batch_init(BATCH_TOKENS, 0, 1)
        for index in range(BATCH_TOKENS):
            self._batch.n_seq_id[index] = 1
            self._batch.seq_id[index][0] = 0
        self._cancel = cancel
        self._capacity = min(settings.context_tokens, int(llama_cpp.llama_n_ctx(self._pointer)))
        self._num_vocabulary = model.vocabulary.size
        self._max_rows = settings.max_rows
        self._window = model.window
        self._tokens: list[int] = []
        self._rows: list[NDArray[np.float32]] = []
        self._seconds = 0.0

    @property
    def capacity(self) -> int:
        """Cells of the cache."""
        return self._capacity

    @property
    def tokens(self) -> Sequence[int]:
        """Tokens evaluated and held in the cache."""
        return self._tokens

    @property
    def decode_seconds(self) -> float:
        """Time spent inside llama.cpp's decode."""
        return self._seconds

    @property
    def max_rows(self) -> int:
        """Most rows of logits one decode can give."""
        return self._max_rows

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        """Append tokens; logits of the last `num_rows` become readable.

        Raises:
            Cancelled: Stopped; the cache holds what it held before.
            UserError: `context_full` or `decode_failed`; the cache holds what it held before.
        """
        start = len(self._tokens)
        if start + len(tokens) > self._capacity:
            raise UserError("context_full", capacity=self._capacity)
        self._rows = []
        for offset in range(0, len(tokens), BATCH_TOKENS):
            if offset and self._cancel.is_set():  # the abort callback reaches the CPU backend only
                self.rewind(start)
                raise Cancelled
            chunk = tokens[offset : offset + BATCH_TOKENS]
            behind = len(tokens) - offset - len(chunk)
            self._decode_chunk(chunk, max(0, min(len(chunk), num_rows - behind)), start)

    def _decode_chunk(self, chunk: Sequence[int], num_rows: int, start: int) -> None:
        batch, position, first_row = self._batch, len(self._tokens), len(chunk) - num_rows
        batch.n_tokens = len(chunk)
        for index, token in enumerate(chunk):
            batch.token[index] = token
            batch.pos[index] = position + index
            batch.logits[index] = index >= first_row
        began = time.perf_counter()
        status = llama_cpp.llama_decode(self._pointer, batch)
        if num_rows:
            llama_cpp.llama_synchronize(self._pointer)
        self._seconds += time.perf_counter() - began
        if status != 0:
            self.rewind(start)
            if status == _ABORTED or self._cancel.is_set():
                raise Cancelled
            if status == _NO_SLOT:
                raise UserError("context_full", capacity=self._capacity)
            raise UserError("decode_failed", status=status)
        self._tokens.extend(chunk)
        for index in range(first_row, len(chunk)):
            pointer = llama_cpp.llama_get_logits_ith(self._pointer, index)
            address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
            array = (ctypes.c_float * self._num_vocabulary).from_address(address)
            self._rows.append(np.frombuffer(memoryview(array), dtype=np.float32))

    def row(self, index: int) -> NDArray[np.float32]:
        """Logits of row `index` of the last decode, shape (vocabulary,), valid until the next decode."""
        return self._rows[index]

    def rewind(self, length: int) -> int:
        """Forget all but the first `length` tokens, or everything where the cache cannot go back that far.

        A recurrent state refuses; a sliding-window cache may have dropped cells that the kept tokens still attend
        to although it claims success, so its oldest cell is looked at.
        """
        done = bool(llama_cpp.llama_memory_seq_rm(self._memory, 0, length, -1))
        if done and self._window and length:  # also where an aborted batch had overwritten what it started from
            oldest = llama_cpp.llama_memory_seq_pos_min(self._memory, 0)
            done = oldest <= max(0, length - self._window)
        if not done:
            llama_cpp.llama_memory_clear(self._memory, True)
            length = 0
        del self._tokens[length:]
        return length

    def forget(self) -> None:
        """Forget every token, and overwrite what was computed from them."""
        llama_cpp.llama_memory_clear(self._memory, True)
        self._tokens.clear()
        self._rows = []

    def set_threads(self, threads: int) -> None:
        """Use another number of threads from the next decode on."""
        llama_cpp.llama_set_n_threads(self._pointer, threads, threads)

    def close(self) -> None:
        """Free it; safe to call twice."""
        if self._pointer:
            self._rows = []
            llama_cpp.llama_batch_free(self._batch)
            llama_cpp.llama_free(self._pointer)
            self._pointer = None


def probe_rewind(context: Context) -> bool:
    """Whether a context can forget a tail: two tokens in, one out. Leaves it empty."""
    context.decode([0, 0], 0)
    able = context.rewind(1) == 1
    context.rewind(0)
    return able
