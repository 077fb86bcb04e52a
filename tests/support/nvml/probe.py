"""The process whose loader finds the stand-in driver: samples step by step and prints what it got."""

from __future__ import annotations

import dataclasses
import json
import shutil
import sys
from pathlib import Path

from app.catalogue import sentence
from app.hardware.backoff import Backoff
from app.hardware.nvml import NvmlDevices
from app.hardware.sampler import MachineSampler


def main() -> None:
    """Read the orders from standard input."""
    orders = json.load(sys.stdin)
    script = Path(orders["script"])
    sampler = MachineSampler(NvmlDevices(Backoff(orders["retry_seconds"], orders["retry_seconds"])))
    readings = []
    for step in orders["steps"]:
        script.write_text(step["script"])
        if step["install"]:
            shutil.copy(step["install"], orders["library"])
        sample = sampler.sample(orders["engine_pid"])
        readings.append(
            {
                "devices": [dataclasses.asdict(device) for device in sample.devices],
                "absent": sample.absent and sample.absent.code,
                "sentence": sample.absent and sentence(sample.absent),
                "ram_used_bytes": sample.ram_used_bytes,
                "ram_total_bytes": sample.ram_total_bytes,
                "engine_bytes": sample.engine_bytes,
                "holders_sentences": [
                    device.holders_absent and sentence(device.holders_absent) for device in sample.devices
                ],
            }
        )
    sampler.close()
    json.dump(readings, sys.stdout)


if __name__ == "__main__":
    main()
