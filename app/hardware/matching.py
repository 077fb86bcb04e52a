"""Which device of llama.cpp's is which of the driver's: they count in orders of their own, and share only names.

Where that is not certain, nothing is said: the wrong card's figures would be worse than none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.hardware.samples import DeviceSample

_SAME_SIZE = 0.1
"""The two may count what the driver reserves differently."""


def match_devices(
    devices: Sequence[tuple[str, str, int]], samples: Sequence[DeviceSample]
) -> Mapping[str, DeviceSample]:
    """Samples by the names of llama.cpp's devices.

    Args:
        devices: Name, description and bytes of memory of each, in llama.cpp's order.
        samples: What the driver tells, in its order.

    Returns:
        Those of which it is certain: as many of one description on both sides, then first to first. Of several equal
        cards of which some are hidden from llama.cpp it is not.
    """
    matched: dict[str, DeviceSample] = {}
    for description in {description for _, description, _ in devices}:
        ours = [device for device in devices if device[1] == description]
        theirs = [sample for sample in samples if sample.name.casefold() == description.strip().casefold()]
        if description and len(ours) == len(theirs):
            matched |= {
                name: sample
                for (name, _, total), sample in zip(ours, theirs, strict=True)
                if abs(total - sample.total_bytes) <= _SAME_SIZE * max(total, sample.total_bytes)
            }
    return matched
