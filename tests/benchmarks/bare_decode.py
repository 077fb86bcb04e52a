"""What a target pass costs in llama.cpp itself: the plainest loop over its functions, nothing of Galley's.

Run as a script: `python -m tests.benchmarks.bare_decode MODEL ROWS DEPTH REPEAT [THREADS]`; prints seconds as JSON.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time

from app.engine import library_environment


def main(model_path: str, rows: int, depth: int, repeat: int, threads: int | None = None) -> list[float]:
    """Decode `rows` tokens behind `depth` others, again and again, and return the seconds of each pass."""
    library_environment.prepare(os.environ)
    import llama_cpp
    import psutil

    quiet = llama_cpp.llama_log_callback(lambda _level, _text, _data: None)  # llama.cpp keeps no reference
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(model_path.encode(), llama_cpp.llama_model_default_params())
    parameters = llama_cpp.llama_context_default_params()
    parameters.n_ctx = 2048
    parameters.n_threads = parameters.n_threads_batch = threads or psutil.cpu_count(logical=False) or 1
    parameters.n_outputs_max = 17
    context = llama_cpp.llama_init_from_model(model, parameters)
    memory = llama_cpp.llama_get_memory(context)
    batch = llama_cpp.llama_batch_init(512, 0, 1)

    def decode(count: int, start: int, wanted: bool) -> float:
        batch.n_tokens = count
        for index in range(count):
            batch.token[index] = 100 + index
            batch.pos[index] = start + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = 0
            batch.logits[index] = wanted
        began = time.perf_counter()
        if llama_cpp.llama_decode(context, batch) != 0:
            raise RuntimeError("llama_decode failed")
        llama_cpp.llama_synchronize(context)
        return time.perf_counter() - began

    decode(depth, 0, False)
    seconds = []
    for _ in range(repeat + 2):
        seconds.append(decode(rows, depth, True))
        llama_cpp.llama_memory_seq_rm(memory, 0, depth, -1)
    return seconds[2:]


if __name__ == "__main__":
    json.dump(main(sys.argv[1], *map(int, sys.argv[2:6])), sys.stdout)
