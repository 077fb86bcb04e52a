"""Texts of the notices about the machine: what cannot be read of it, and what can be done about that."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "gpu_no_driver": QT_TRANSLATE_NOOP("catalogue", "There is no NVIDIA driver on this machine."),
    "gpu_none": QT_TRANSLATE_NOOP("catalogue", "The NVIDIA driver finds no GPU."),
    "gpu_driver_not_loaded": QT_TRANSLATE_NOOP("catalogue", "The NVIDIA driver is installed but does not run."),
    "gpu_no_permission": QT_TRANSLATE_NOOP(
        "catalogue",
        "You are not allowed to use the NVIDIA driver. The administrator can give you access to /dev/nvidiactl and "
        "/dev/nvidia0, often through the group “video” or “render”.",
    ),
    "gpu_driver_updated": QT_TRANSLATE_NOOP(
        "catalogue", "The NVIDIA driver was updated while it ran; restart the machine to read the GPU again."
    ),
    "gpu_driver_failed": QT_TRANSLATE_NOOP("catalogue", "The NVIDIA driver does not start: {cause}."),
    "gpu_driver_gone": QT_TRANSLATE_NOOP(
        "catalogue", "The NVIDIA driver has stopped answering. Galley tries again by itself."
    ),
    "gpu_lost": QT_TRANSLATE_NOOP("catalogue", "{name} is no longer there."),
    "gpu_no_permission_for": QT_TRANSLATE_NOOP(
        "catalogue",
        "You are not allowed to read {name}. The administrator can give you access to its /dev/nvidia file.",
    ),
    "gpu_silent": QT_TRANSLATE_NOOP("catalogue", "{name} does not answer: {cause}."),
    "gpu_holders_not_permitted": QT_TRANSLATE_NOOP(
        "catalogue", "You are not allowed to see which programs hold its memory; the administrator can."
    ),
    "gpu_holders_unknown": QT_TRANSLATE_NOOP("catalogue", "Its driver does not tell which programs hold its memory."),
    "energy_no_counter": QT_TRANSLATE_NOOP("catalogue", "This system offers no energy counter of the processor."),
    "energy_no_permission": QT_TRANSLATE_NOOP(
        "catalogue",
        "The processor's energy counter is for the administrator only, because its readings can betray what other "
        "programs compute. On a machine that is yours alone, “sudo chmod a+r {path}” opens it until the next start.",
    ),
    "record_not_written": QT_TRANSLATE_NOOP("catalogue", "“{path}” cannot be written: {cause}."),
}
