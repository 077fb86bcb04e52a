"""The folder of llama.cpp's libraries, and the modules in it.

A build for many machines brings one for each kind of processor and make of graphics card; those that fit are loaded.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
from pathlib import Path
from typing import Any

import llama_cpp
import psutil
from llama_cpp._ctypes_extensions import load_shared_library

from app.engine.graphics import graphics_are_off
from app.engine.inspection_values import ModuleFacts

_NO_DRIVERS = {
    "VK_DRIVER_FILES": "/nonexistent",
    "VK_ICD_FILENAMES": "/nonexistent",
    "CUDA_VISIBLE_DEVICES": "-1",
    "HIP_VISIBLE_DEVICES": "-1",
}
"""Read by the libraries that would load graphics drivers; the second by older loaders of Vulkan's."""
_MODULE = re.compile(r"(?:lib)?ggml-(?P<name>.+)\.(?:so|dll|dylib)")
_NOT_MODULES = ("base",)
_PROCESSOR = "cpu"


def library_folder() -> Path:
    """Where llama.cpp's libraries lie: in the package, or where `LLAMA_CPP_LIB_PATH` says."""
    named = os.environ.get("LLAMA_CPP_LIB_PATH")
    return Path(os.path.abspath(os.path.dirname(llama_cpp.__file__)), "lib") if named is None else Path(named)


@functools.cache
def ggml() -> Any:  # noqa: ANN401 - a ctypes library
    """The library of ggml: the one that llama.cpp's uses, not a second copy of it, which would know of no device."""
    return load_shared_library("ggml", library_folder())


@functools.cache
def load_backends() -> None:
    """Load the modules that fit this machine, once in a process; a build that has everything built in has none."""
    if graphics_are_off():
        os.environ.update(_NO_DRIVERS)
    library = ggml()
    library.ggml_backend_reg_count.restype = ctypes.c_size_t
    if library.ggml_backend_reg_count() == 0:
        library.ggml_backend_load_all_from_path.argtypes = [ctypes.c_char_p]
        library.ggml_backend_load_all_from_path.restype = None
        library.ggml_backend_load_all_from_path(os.fsencode(library_folder()))


def modules() -> tuple[ModuleFacts, ...]:
    """Every module of this build, the best of the processor's first; none where everything is built in.

    Loads each of them to ask how well it fits: for a process that ends soon.
    """
    files = sorted(library_folder().glob("*ggml-*"))
    names = {file: found["name"] for file in files if (found := _MODULE.fullmatch(file.name)) is not None}
    wanted = {file: name for file, name in names.items() if name not in (*_NOT_MODULES, _PROCESSOR)}
    if not any(name.startswith(f"{_PROCESSOR}-") for name in wanted.values()):
        return ()
    loaded = _loaded_files()
    facts = [_facts(file, name, is_loaded=os.path.realpath(file) in loaded) for file, name in wanted.items()]
    return tuple(sorted(facts, key=lambda each: (not each.is_processor, -each.score, each.name)))


def _facts(file: Path, name: str, *, is_loaded: bool) -> ModuleFacts:
    try:
        library = ctypes.CDLL(str(file))
    except OSError as error:
        return ModuleFacts(name, 0, is_loaded=False, problem=str(error))
    score = getattr(library, "ggml_backend_score", None)
    return ModuleFacts(name, 1 if score is None else int(score()), is_loaded=is_loaded)


def _loaded_files() -> set[str]:
    """The libraries that are in this process now."""
    try:
        return {each.path for each in psutil.Process().memory_maps()}
    except (psutil.Error, AttributeError):  # not every system tells
        return set()
