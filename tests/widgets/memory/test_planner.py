"""The planner's page as a person uses it: it follows every step, names what is missing, and offers a way out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import gguf
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from app.cli.planning import Planner
from app.engine.types import KvType, LoadSettings, ModelSpec
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.runtime.tasks import Tasks
from app.viewmodels.memory_plan import MemoryPlanning
from tests.support.shaped_models import ShapedModel
from widgets.look.theme import Theme, ThemeChoice
from widgets.memory.context_slider import ContextSlider
from widgets.memory.placement_panel import PlacementPanel, shares_of
from widgets.memory.plan_bar import Kind, PlanBar, Segment
from widgets.memory.planner import MemoryPlanner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

MIB = 1 << 20
ONE = (DeviceMemory("CUDA0", "a card", 600 * MIB, 4096 * MIB),)
TWO = (*ONE, DeviceMemory("CUDA1", "another", 600 * MIB, 4096 * MIB))


class PlannerOf(Planner):
    """A planner on a machine with these devices."""

    def __init__(self, devices: tuple[DeviceMemory, ...] = ()) -> None:
        super().__init__()
        self._given = Machine(DeviceMemory(RAM, "", 1200 * MIB, 8192 * MIB), devices)

    def machine(self) -> Machine:
        return self._given


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(ThemeChoice.LIGHT)


@pytest.fixture(scope="session")
def large(tiny_folder: Path) -> Path:
    return ShapedModel(num_layers=12, num_padding=20000, feed_forward=1024).write(tiny_folder / "page-target.gguf")


@pytest.fixture(scope="session")
def squeezed(tiny_folder: Path) -> Path:
    model = ShapedModel(num_layers=12, feed_forward=1024, weight_type=gguf.GGMLQuantizationType.Q2_K)
    return model.write(tiny_folder / "page-squeezed.gguf")


class Opened:
    """The page, with a plan on it."""

    def __init__(self, qtbot: QtBot, theme: Theme, planner: Planner) -> None:
        self.planner, self.tasks = planner, Tasks()
        self.planning = MemoryPlanning(planner, self.tasks)
        self.page = MemoryPlanner(theme, self.planning)
        self.page.resize(900, 820)
        qtbot.addWidget(self.page)
        self._qtbot = qtbot

    def begin(self, target: Path, draft: Path | None = None, tokens: int = 4096) -> None:
        spec = None if draft is None else ModelSpec(str(draft))
        self.planning.begin(LoadSettings(ModelSpec(str(target)), spec, context_tokens=tokens))
        self._qtbot.waitUntil(lambda: self.planning.plan is not None, timeout=10_000)

    def close(self) -> None:
        self.planning._timer.stop()
        self.planner.stop()
        self.tasks.stop()


@pytest.fixture
def opened(qtbot: QtBot, theme: Theme, request: pytest.FixtureRequest) -> Iterator[Opened]:
    devices = getattr(request, "param", ())
    made = Opened(qtbot, theme, PlannerOf(devices))
    yield made
    made.close()


def test_every_step_of_the_slider_is_followed(opened: Opened, large: Path) -> None:
    opened.begin(large)
    assert opened.page.verdict.text() == "A context of 4096 tokens fits"
    before = opened.page.table.text_at(1, 2)
    QTest.keyClick(opened.page.slider, Qt.Key.Key_End)
    assert opened.page.tokens.value() == 32_768
    assert opened.page.verdict.text() == "A context of 32768 tokens fits"
    assert opened.page.table.text_at(1, 2) != before
    assert opened.page.load_button.isEnabled()


def test_what_does_not_fit_is_striped_and_comes_with_buttons(opened: Opened, large: Path) -> None:
    opened.begin(large, tokens=200_000)
    assert "does not fit" in opened.page.verdict.text()
    assert "missing" in opened.page.details.text()
    assert opened.page.bars.memories[RAM].bar.segments[0].kind is Kind.OTHER
    texts = [button.text() for button in opened.page.change_buttons]
    assert texts[0].startswith("Context of ")
    opened.page.change_buttons[0].click()
    assert "fits" in opened.page.verdict.text()
    assert opened.page.change_buttons == []


@pytest.mark.parametrize(
    "opened", [(DeviceMemory("CUDA0", "a card", 2500 * MIB, 4096 * MIB, 1200 * MIB),)], indirect=True
)
def test_what_others_hold_is_told_apart_from_what_the_driver_keeps(opened: Opened, large: Path) -> None:
    opened.begin(large)
    card = opened.page.bars.memories["CUDA0"]
    assert card.figures.text().endswith("others hold 1.17 GB")
    assert [(each.name, each.num_bytes // MIB) for each in card.bar.segments[:2]] == [
        ("other programs", 1200),
        ("the driver's own", 396),
    ]
    ram = opened.page.bars.memories[RAM]
    assert ram.figures.text().endswith("others hold 6.83 GB")
    assert card.bar.accessibleName().endswith("others hold 1.17 GB")


def test_the_longest_context_is_one_click_away(opened: Opened, large: Path) -> None:
    opened.begin(large)
    assert opened.page.largest_button.text() == "The longest that fits: 32768"
    opened.page.largest_button.click()
    assert opened.page.tokens.value() == 32_768
    assert not opened.page.largest_button.isEnabled()


def test_a_squeezed_target_beside_a_draft_is_warned_of(opened: Opened, squeezed: Path, large: Path) -> None:
    opened.begin(squeezed, large)
    assert not opened.page.warning.isHidden()
    assert "seldom worth it" in opened.page.warning.text()
    opened.begin(squeezed)
    assert opened.page.warning.isHidden()


@pytest.mark.real_models
def test_repacked_copies_are_explained(qtbot: QtBot, theme: Theme, qwen_large: Path, large: Path) -> None:
    opened = Opened(qtbot, theme, Planner())
    opened.begin(qwen_large)
    plan = opened.planning.plan
    assert plan is not None
    assert opened.page.copies.isHidden() is (plan.target_need.copies_bytes < 64 * MIB)
    opened.begin(large)
    assert opened.page.copies.isHidden()  # F16 is used as it is
    opened.close()


def test_number_formats_change_the_cache(opened: Opened, large: Path) -> None:
    opened.begin(large)
    before = opened.planning.plan
    field = opened.page.placement.kv_type
    field.setCurrentIndex(field.findData("q4_0"))
    field.activated.emit(field.currentIndex())
    after = opened.planning.plan
    assert before is not None
    assert after is not None
    assert after.target_need.kv_bytes == pytest.approx(before.target_need.kv_bytes * 0.5625 / 2, rel=0.01)


@pytest.mark.parametrize("opened", [ONE], indirect=True)
def test_layers_on_a_card_can_be_left_open_or_named(opened: Opened, large: Path) -> None:
    opened.begin(large)
    placement = opened.page.placement
    assert placement.layers.text() == "auto"
    assert not placement.layers.isHidden()
    assert placement.device_row.isHidden()  # there is nothing to choose between
    plan = opened.planning.plan
    assert plan is not None
    assert plan.num_layers_on_devices > 0
    placement.layers.setValue(0)
    plan = opened.planning.plan
    assert plan is not None
    assert plan.num_layers_on_devices == 0
    assert list(opened.page.bars.memories) == ["CUDA0", RAM]


@pytest.mark.parametrize("opened", [TWO], indirect=True)
def test_devices_can_be_left_out_and_given_shares(opened: Opened, large: Path) -> None:
    opened.begin(large)
    placement = opened.page.placement
    placement.split.setText("")
    QTest.keyClicks(placement.split, "3, 1")
    assert opened.planning.wish is not None
    assert opened.planning.wish.split == (3.0, 1.0)
    placement.device_boxes["CUDA0"].click()
    assert opened.planning.wish.devices == ("CUDA1",)
    plan = opened.planning.plan
    assert plan is not None
    assert plan.target_need.part("CUDA0").total_bytes == 0


def test_without_a_card_nothing_about_cards_is_asked(opened: Opened, large: Path) -> None:
    opened.begin(large, large)
    placement = opened.page.placement
    for field in (placement.layers, placement.draft_layers, placement.device_row, placement.split):
        assert field.isHidden()
    assert not placement.draft_kv_type.isHidden()


def test_a_step_is_shown_within_a_frame_or_two(opened: Opened, large: Path) -> None:
    opened.begin(large, large)
    seen: list[int] = []
    opened.planning.changed.connect(lambda: seen.append(opened.page.tokens.value()))
    opened.page.tokens.setValue(8192)
    assert seen[-1] == 8192  # in the same call: nothing has to be waited for


@pytest.mark.parametrize(
    ("text", "shares"),
    [("3, 1", (3.0, 1.0)), ("2:1", (2.0, 1.0)), ("", ()), ("0,0", ()), ("a,1", ()), ("-1,2", ()), ("1 1 2", (1, 1, 2))],
)
def test_shares_are_read_as_people_write_them(text: str, shares: tuple[float, ...]) -> None:
    assert shares_of(text) == shares


def test_types_that_differ_are_shown_as_they_are(qtbot: QtBot) -> None:
    panel = PlacementPanel()
    qtbot.addWidget(panel)
    mixed = LoadSettings(ModelSpec("m"), kv_type_k=KvType.Q8_0, kv_type_v=KvType.F16)
    panel.show_settings(mixed, 3, 0)
    assert panel.kv_type.currentText() == "q8_0 / f16"
    panel.show_settings(LoadSettings(ModelSpec("m")), 3, 0)
    assert panel.kv_type.currentText() == "f16"
    assert panel.kv_type.count() == len(KvType)


def tells(text: str) -> bool:
    return QToolTip.text() == text


def test_the_part_below_the_pointer_is_named(qtbot: QtBot, theme: Theme) -> None:
    bar = PlanBar(theme)
    qtbot.addWidget(bar)
    bar.resize(401, 20)
    bar.show_segments(
        [Segment(Kind.OTHER, "Other programs", 100 * MIB), Segment(Kind.TARGET_CACHE, "cache", 50 * MIB)], 200 * MIB
    )
    bar.show()
    for x, text in ((50, "Other programs: 100 MB"), (250, "cache: 50 MB"), (390, "")):
        QApplication.sendEvent(bar, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(x, 10), bar.mapToGlobal(QPoint(x, 10))))
        qtbot.waitUntil(partial(tells, text), timeout=5000)
    assert bar.excess_bytes == 0
    bar.show_segments([Segment(Kind.TARGET_WEIGHTS, "weights", 300 * MIB)], 200 * MIB)
    assert bar.excess_bytes == 100 * MIB


def test_the_slider_goes_where_it_is_clicked_and_by_keys(qtbot: QtBot, theme: Theme) -> None:
    slider = ContextSlider(theme)
    qtbot.addWidget(slider)
    slider.resize(400, 28)
    slider.show_tokens(4096, 131_072, 8192)
    slider.show()
    chosen: list[int] = []
    slider.tokens_chosen.connect(chosen.append)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPointF(392, 14).toPoint())
    assert chosen == [131_072]
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert chosen[-1] == 512
    QTest.keyClick(slider, Qt.Key.Key_PageUp)
    assert 512 < chosen[-1] < 4096
    assert all(tokens % 256 == 0 for tokens in chosen)


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_is_painted_in_both_themes(
    qtbot: QtBot, opened: Opened, theme: Theme, choice: ThemeChoice, large: Path
) -> None:
    theme.choose(choice)
    opened.begin(large, large, tokens=200_000)
    opened.page.show()
    bar = opened.page.bars.memories[RAM].bar
    qtbot.waitUntil(lambda: bar.height() >= bar.sizeHint().height(), timeout=5000)
    picture = bar.grab().toImage()
    colours = {picture.pixelColor(x, picture.height() // 2).name() for x in range(picture.width())}
    assert len(colours) > 4
