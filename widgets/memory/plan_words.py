"""What the memory planner calls things: memories, sizes, and the changes that would make a pair fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.models.memory.fitting import ChangeKind
from app.models.memory.machine import RAM
from widgets.look import figures

if TYPE_CHECKING:
    from app.models.memory.fitting import Change
    from app.models.memory.machine import DeviceMemory

translate = QCoreApplication.translate

_GIB, _MIB = 1 << 30, 1 << 20
_EXACT = 0.05


def size_text(num_bytes: int) -> str:
    """Bytes as the window has them everywhere: gigabytes of 2^30, megabytes of 2^20 below a tenth of one."""
    if num_bytes >= _GIB // 10:
        return translate("MemoryPlanner", "{number} GB").format(number=figures.decimal(num_bytes / _GIB, 2))
    digits = 0 if num_bytes >= 10 * _MIB or not num_bytes else 1
    return translate("MemoryPlanner", "{number} MB").format(number=figures.decimal(num_bytes / _MIB, digits))


def deviation_text(predicted: int, taken: int) -> str:
    """How far off a prediction was, as a share of what was taken."""
    if not taken:
        return figures.NONE if predicted else figures.percents("±0")
    share = (predicted - taken) / taken * 100
    if abs(share) < _EXACT:
        return figures.percents("±0")
    return figures.percents(f"{'+' if share > 0 else '−'}{figures.decimal(abs(share))}")


def tokens_text(tokens: int) -> str:
    """A number of tokens with the user's separators."""
    return QLocale().toString(tokens)


def memory_name(memory: DeviceMemory) -> str:
    """What a memory is called."""
    if memory.name == RAM:
        return translate("MemoryPlanner", "Memory of the machine")
    return f"{memory.description} ({memory.name})" if memory.description else memory.name


def change_text(change: Change) -> str:
    """What a button says that makes a change."""
    tokens, layers = tokens_text(change.plan.context_tokens), change.plan.num_layers_on_devices
    texts = {
        ChangeKind.CONTEXT: translate("MemoryPlanner", "Context of {tokens} tokens").format(tokens=tokens),
        ChangeKind.CACHE_TYPE: translate("MemoryPlanner", "Caches in q8_0"),
        ChangeKind.LAYERS: translate("MemoryPlanner", "{layers} layers on the card").format(layers=layers),
        ChangeKind.DRAFT_LAYERS: translate("MemoryPlanner", "The draft on the processor"),
        ChangeKind.DRAFT: translate("MemoryPlanner", "Without the draft model"),
        ChangeKind.EVERYTHING: translate("MemoryPlanner", "No draft, q8_0, {tokens} tokens").format(tokens=tokens),
    }
    return texts[change.kind]


def change_explanation(change: Change) -> str:
    """What a change costs."""
    texts = {
        ChangeKind.CONTEXT: translate("MemoryPlanner", "Conversations have to be shorter; nothing else changes."),
        ChangeKind.CACHE_TYPE: translate(
            "MemoryPlanner", "About half the cache, hardly any loss; it needs flash attention."
        ),
        ChangeKind.LAYERS: translate("MemoryPlanner", "The rest is computed by the processor, which is slower."),
        ChangeKind.DRAFT_LAYERS: translate("MemoryPlanner", "Drafting is slower there; the target stays as it is."),
        ChangeKind.DRAFT: translate(
            "MemoryPlanner", "Lookup still proposes and needs no memory. A smaller draft model may fit, too."
        ),
        ChangeKind.EVERYTHING: translate("MemoryPlanner", "No single change is enough."),
    }
    return texts[change.kind]
