"""The hardware sampler: what it costs, and what it sees while a process takes, uses and frees GPU memory.

What it costs is measured anywhere: `python -m tests.benchmarks.hardware --cost --output cost.json`. The rest needs an
NVIDIA GPU: `python -m tests.benchmarks.hardware --output hardware.json`. The process that uses the GPU speaks to
CUDA's driver library alone, so nothing needs to be installed beside the driver.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from app.hardware.sampler import MachineSampler
from app.runtime.telemetry_worker import Attention, TelemetryWorker
from tests.support.nvml import build_driver, driver_here

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.hardware.samples import MachineSample

HELD_BYTES = 8 << 30
_STEP_SECONDS = 0.25
_REPEATS = 5
_WATCHED_SECONDS = 8.0
_CARDS = "".join(
    f"name.{place} GPU {place}\nuuid.{place} GPU-{place}\nused.{place} 1000000000\nreserved.{place} 500000000\n"
    f"total.{place} 48000000000\nutilization.{place} 80\npower.{place} 200000\npower_limit.{place} 300000\n"
    f"temperature.{place} 60\nenergy.{place} 1000\nreasons.{place} 4\ncompute.{place} 1 500000000\n"
    for place in range(2)
)


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


@contextlib.contextmanager
def two_cards() -> Iterator[None]:
    """The stand-in driver with two cards. It reads its script anew at every call, which a driver does not."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script"
        script.write_text(f"count 2\n{_CARDS}")
        with driver_here(build_driver(Path(folder)), script):
            yield


def worker_shares(application: QCoreApplication) -> dict[str, float]:
    """Processor time of this process while the window's own worker samples, as a share of one processor."""
    worker = TelemetryWorker(MachineSampler)
    worker.watch(os.getppid())
    worker.start()
    shares = {}
    for attention in (Attention.CLOSE, Attention.PLOTS, Attention.GLANCE, Attention.NONE):
        worker.set_attention(attention)
        loop = QEventLoop(application)
        began = time.process_time()
        QTimer.singleShot(int(1000 * _WATCHED_SECONDS), loop.quit)
        loop.exec()
        shares[attention.value] = (time.process_time() - began) / _WATCHED_SECONDS
    worker.stop()
    return shares


def costs() -> dict[str, Any]:
    """Every repeat of every measurement, without a card and with two of the stand-in's."""
    application = QCoreApplication([])
    results: dict[str, Any] = {"machine": f"{platform.machine()}, {os.cpu_count()} processors", "repeats": _REPEATS}
    for name, cards in (("as this machine is", contextlib.nullcontext()), ("two cards, stand-in driver", two_cards())):
        with cards:
            sampler = MachineSampler()
            sampler.sample(os.getppid())
            single = [sampling_cost(sampler, os.getppid()) for _ in range(_REPEATS)]
            sampler.close()
            shares = [worker_shares(application) for _ in range(_REPEATS)]
        results[name] = {"one look": single, "share of one processor": shares}
        worst = {rate: max(each[rate] for each in shares) for rate in shares[0]}
        median = statistics.median(each["processor_ms"] for each in single)
        sys.stdout.write(f"{name}: a look {median:.3f} ms of processor time; worst share of one processor by rate:\n")
        sys.stdout.write("".join(f"  {rate:8} {100 * share:.3f} %\n" for rate, share in worst.items()))
    return results


def main() -> None:
    """Watch and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--use-gpu", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--cost", action="store_true", help="what looking costs, on any machine")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    if arguments.cost:
        report = costs()
        if arguments.output is not None:
            arguments.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
        return
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
    report = {
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
