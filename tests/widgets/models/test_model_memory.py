"""What a model took, beside what was predicted, as it stands on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.models.memory_record import MemoryRecord, MemorySizes
from tests.support.offscreen import quiet_platform
from widgets.models.model_memory import ModelMemory

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

GIB, MIB = 1 << 30, 1 << 20
RECORD = MemoryRecord(
    MemorySizes(GIB, 112 * MIB, 300 * MIB),
    MemorySizes(GIB, 112 * MIB, 288 * MIB),
    4096,
    "f16",
    "f16",
    False,
    1_790_000_000,
)


@pytest.fixture
def memory(qtbot: QtBot) -> ModelMemory:
    made = ModelMemory()
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_load_is_shown_part_by_part_with_what_it_was_measured_at(memory: ModelMemory) -> None:
    memory.show_record(RECORD)
    assert [memory.text_at(1, column) for column in (1, 2, 3)] == ["1.00 GB", "1.00 GB", "±0 %"]
    assert [memory.text_at(3, column) for column in (1, 2, 3)] == ["0.29 GB", "0.28 GB", "+4.2 %"]
    assert memory.text_at(4, 3) == "+0.8 %"
    assert memory.caption.text().startswith("Loaded as target on ")
    assert memory.caption.text().endswith("2026, with a context of 4096 tokens and the KV cache in f16.")
    assert memory.table.isVisible()


def test_a_draft_and_two_number_formats_are_named(memory: ModelMemory) -> None:
    memory.show_record(MemoryRecord(RECORD.predicted, RECORD.allocated, 512, "q8_0", "bf16", True, 1_790_000_000))
    assert memory.caption.text().startswith("Loaded as draft on ")
    assert "in q8_0/bf16" in memory.caption.text()


def test_a_model_that_was_never_loaded_says_so_and_can_be_planned(qtbot: QtBot, memory: ModelMemory) -> None:
    memory.show_record(RECORD)
    memory.show_record(None)
    assert not memory.table.isVisible()
    assert memory.caption.text().startswith("It has not been loaded yet.")
    with qtbot.waitSignal(memory.planner_requested):
        memory.planner_button.click()
