"""The devices that llama.cpp can compute on: by name, with the memory they have and what of it is free."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING, Any

import llama_cpp

from app.engine.inspection_values import BackendFacts, DeviceFacts
from app.engine.llama.library import ggml, load_backends, modules
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

_KINDS = ("cpu", "gpu", "igpu", "accelerator")
_FEATURE = re.compile(r"(\w+) = 1\b")


def all_devices() -> tuple[DeviceFacts, ...]:
    """Every device of every backend, in llama.cpp's order. Asking a GPU takes it up: some tenths of a second."""
    return tuple(_facts(pointer) for pointer in _pointers())


def backend_facts(*, with_modules: bool = False) -> BackendFacts:
    """What this build of llama.cpp is and finds.

    Args:
        with_modules: Also ask its modules, which leaves them all loaded: only in a process that ends then.
    """
    load_backends()
    info = llama_cpp.llama_print_system_info().decode("utf-8", "replace")
    return BackendFacts(
        version=str(llama_cpp.__version__),
        devices=all_devices(),
        features=tuple(dict.fromkeys(_FEATURE.findall(info))),
        offloads=bool(llama_cpp.llama_supports_gpu_offload()),
        modules=modules() if with_modules else (),
    )


def device_list(names: Sequence[str]) -> Any:  # noqa: ANN401 - an array of ctypes' making
    """The devices of these names as llama.cpp takes them, None for no names.

    Raises:
        UserError: `device_unknown`.
    """
    if not names:
        return None
    known = {_text(_base().ggml_backend_dev_name(pointer)): pointer for pointer in _pointers()}
    for name in names:
        if name not in known:
            raise UserError("device_unknown", name=name, known=", ".join(known))
    return (ctypes.c_void_p * (len(names) + 1))(*(known[name] for name in names), None)


def _facts(pointer: int) -> DeviceFacts:
    base = _base()
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    base.ggml_backend_dev_memory(pointer, ctypes.byref(free), ctypes.byref(total))
    kind = int(base.ggml_backend_dev_type(pointer))
    return DeviceFacts(
        name=_text(base.ggml_backend_dev_name(pointer)),
        description=_text(base.ggml_backend_dev_description(pointer)),
        kind=_KINDS[kind] if 0 <= kind < len(_KINDS) else "other",
        free_bytes=free.value,
        total_bytes=total.value,
    )


def _pointers() -> list[int]:
    load_backends()
    library = ggml()
    library.ggml_backend_dev_count.restype = ctypes.c_size_t
    library.ggml_backend_dev_get.restype = ctypes.c_void_p
    library.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
    return [library.ggml_backend_dev_get(index) for index in range(library.ggml_backend_dev_count())]


def _base() -> Any:  # noqa: ANN401 - a ctypes library
    """The functions that describe a device; they are found through the library that depends on theirs."""
    library = ggml()
    for name in ("ggml_backend_dev_name", "ggml_backend_dev_description"):
        function = getattr(library, name)
        function.restype, function.argtypes = ctypes.c_char_p, [ctypes.c_void_p]
    library.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    library.ggml_backend_dev_type.restype = ctypes.c_int
    library.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    library.ggml_backend_dev_memory.restype = None
    return library


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "replace")
