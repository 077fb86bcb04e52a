"""llama.cpp's library: started once, its log caught, because the log is where it gives its reasons."""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import re
from collections import deque

import llama_cpp

from app.engine.llama.library import load_backends
from app.engine.types import DeviceBuffers

_LEVEL_DEBUG, _LEVEL_WARNING, _LEVEL_ERROR, _LEVEL_CONTINUED = 1, 3, 4, 5
_BUFFER = re.compile(r": +(?P<buffer>\S+) +(?P<what>model|KV|RS|compute|output) buffer size *= +(?P<mib>[\d.]+) MiB")
_SIZE = re.compile(r"(?P<what>compute buffer size|output buffer size|size) *= +(?P<mib>[\d.]+) MiB")
RAM = "RAM"
"""What the machine's own memory is called among those of devices."""
_CACHES = ("llama_kv_cache: size", "llama_memory_recurrent: size")


class Log:
    """The last lines of llama.cpp's log, with their levels.

    llama-cpp-python's own mapping of levels hides errors, so this replaces its callback.
    """

    def __init__(self, keep: int = 400) -> None:
        self._lines: deque[tuple[int, str]] = deque(maxlen=keep)
        self._callback = llama_cpp.llama_log_callback(self._on_line)
        llama_cpp.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _on_line(self, level: int, text: bytes, _user_data: int | None) -> None:
        if level == _LEVEL_DEBUG:
            return
        line = text.decode("utf-8", "replace")
        if level == _LEVEL_CONTINUED and self._lines:
            last_level, last = self._lines[-1]
            self._lines[-1] = (last_level, last + line.rstrip("\n"))
        elif line.strip():
            if level == _LEVEL_ERROR:
                os.write(2, text)  # what a backend says before it aborts must outlive this process
            self._lines.append((level, line.rstrip("\n")))

    def clear(self) -> None:
        """Forget what was said before the next load."""
        self._lines.clear()

    def errors(self) -> list[str]:
        """Error lines, oldest first; warnings where there is no error."""
        errors = [line for level, line in self._lines if level == _LEVEL_ERROR]
        return errors or [line for level, line in self._lines if level == _LEVEL_WARNING]

    def allocated_bytes(self) -> tuple[int, int]:
        """Sum of (KV cache, compute buffers) that the lines since the last `clear` report, in bytes."""
        cache = compute = 0.0
        for _level, line in self._lines:
            found = _SIZE.search(line)
            if found is None:
                continue
            mib = float(found["mib"])
            if found["what"] in ("compute buffer size", "output buffer size"):
                compute += mib
            elif "buffer size" not in line and line.startswith(_CACHES):
                cache += mib
        return round(cache * 2**20), round(compute * 2**20)

    def buffers(self) -> tuple[DeviceBuffers, ...]:
        """What the lines since the last `clear` report, memory by memory, the machine's own last.

        A device's buffers bear its name; those of the processor and those that a device shares with it are in RAM.
        """
        sizes: dict[str, dict[str, float]] = {}
        for _level, line in self._lines:
            found = _BUFFER.search(line)
            if found is not None:
                of_memory = sizes.setdefault(_memory_of(found["buffer"]), {})
                kind = {"RS": "KV", "output": "compute"}.get(found["what"], found["what"])
                of_memory[kind] = of_memory.get(kind, 0.0) + float(found["mib"]) * 2**20
        return tuple(
            DeviceBuffers(memory, round(size.get("model", 0)), round(size.get("KV", 0)), round(size.get("compute", 0)))
            for memory, size in sorted(sizes.items(), key=lambda item: item[0] == RAM)
        )


def _memory_of(buffer: str) -> str:
    is_host = buffer.startswith(("CPU", "BLAS", "AMX")) or buffer.endswith("_Host")
    return RAM if is_host else buffer.removesuffix("_Mapped").removesuffix("_Private")


@functools.cache
def start() -> Log:
    """Start the library, once in a process, and catch its log."""
    log = Log()
    load_backends()
    llama_cpp.llama_backend_init()
    return log


@functools.cache
def abort_by_strlen() -> object:
    """An abort callback that needs no Python: strlen is 0 for a NUL byte, and anything else aborts."""
    libc = ctypes.CDLL(None)
    return ctypes.cast(libc.strlen, llama_cpp.ggml_abort_callback)


def can_offload() -> bool:
    """Whether this build of llama.cpp can put layers on a GPU."""
    return bool(llama_cpp.llama_supports_gpu_offload())


def device_names() -> str:
    """The devices that llama.cpp computes on, as one line: costs measured on others say nothing."""
    info = llama_cpp.llama_print_system_info()
    return f"{platform.machine()} {info.decode('utf-8', 'replace')}"
