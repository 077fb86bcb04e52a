"""The hardware sampler against a real driver: what it sees while a process takes, uses and frees GPU memory.

Run by hand on a machine with an NVIDIA GPU: `python -m tests.benchmarks.hardware --output hardware.json`. The
process that uses the GPU speaks to CUDA's driver library alone, so nothing needs to be installed beside the driver.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.hardware.sampler import MachineSampler

if TYPE_CHECKING:
    from app.hardware.samples import MachineSample

HELD_BYTES = 8 << 30
_STEP_SECONDS = 0.25


def use_gpu() -> None:
    """Child: say what is done, and wait for a line before each next thing."""
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context, memory = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()

    def require(status: int) -> None:
        if status != 0:
            raise SystemExit(f"CUDA answered {status}")

    def told(state: str) -> None:
        sys.stdout.write(state + "\n")
        sys.stdout.flush()
        sys.stdin.readline()

    require(cuda.cuInit(0))
    require(cuda.cuDeviceGet(ctypes.byref(device), 0))
    require(cuda.cuCtxCreate_v2(ctypes.byref(context), 0, device))
    told("context")
    require(cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(HELD_BYTES)))
    told("allocated")
    until = time.monotonic() + 4.0
    sys.stdout.write("working\n")
    sys.stdout.flush()
    while time.monotonic() < until:
        require(cuda.cuMemsetD32_v2(memory, 1, ctypes.c_size_t(HELD_BYTES // 4)))
        require(cuda.cuCtxSynchronize())
    told("idle")
    require(cuda.cuMemFree_v2(memory))
    told("freed")


def watch(sampler: MachineSampler, pid: int, seconds: float) -> list[MachineSample]:
    """Samples over a while."""
    samples = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        samples.append(sampler.sample(pid))
        time.sleep(_STEP_SECONDS)
    return samples


def sampling_cost(sampler: MachineSampler, pid: int, count: int = 200) -> dict[str, float]:
    """Wall and processor time of one sample, in milliseconds."""
    walls = []
    before = time.process_time()
    for _ in range(count):
        began = time.perf_counter()
        sampler.sample(pid)
        walls.append(1e3 * (time.perf_counter() - began))
    processor = 1e3 * (time.process_time() - before) / count
    return {"wall_ms": statistics.median(walls), "wall_ms_worst": max(walls), "processor_ms": processor}


def main() -> None:
    """Watch and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--use-gpu", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    if arguments.use_gpu:
        use_gpu()
        return
    sampler = MachineSampler()
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.hardware", "--use-gpu"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if child.stdin is None or child.stdout is None:
        raise SystemExit("no pipes")
    phases: dict[str, list[MachineSample]] = {"before": watch(sampler, child.pid, 0.6)}
    for line in child.stdout:
        state = line.strip()
        phases[state] = watch(sampler, child.pid, 3.0 if state == "working" else 1.0)
        if state != "working":
            child.stdin.write("\n")
            child.stdin.flush()
    child.wait()
    phases["ended"] = watch(sampler, child.pid, 1.0)
    report: dict[str, Any] = {
        "phases": {state: [asdict(sample) for sample in samples] for state, samples in phases.items()},
        "cost": sampling_cost(sampler, child.pid),
    }
    sampler.close()
    for state, samples in phases.items():
        last = samples[-1]
        for device in last.devices:
            sys.stdout.write(
                f"{state:10} {device.name}: used {device.used_bytes / 2**30:.2f} GiB, process "
                f"{'–' if device.engine_bytes is None else format(device.engine_bytes / 2**30, '.2f')} GiB, "
                f"load {device.utilization}, {device.power_watts} W, {device.temperature_celsius} °C\n"
            )
        if last.absent is not None:
            sys.stdout.write(f"{state:10} {last.absent.code}\n")
    sys.stdout.write(f"a sample: {report['cost']}\n")
    if arguments.output is not None:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
