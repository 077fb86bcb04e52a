"""How a pair is loaded, compactly: number formats of the caches, layers, devices, threads, mapping.

Everything has a default that works; what a machine does not have is not asked.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QSpinBox, QWidget

from app.engine.types import KvType, LoadSettings
from widgets.parts.flow_row import FlowRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.memory.machine import DeviceMemory, Machine

FIELD_WIDTH = 128
_MOST_THREADS = 1024
_AUTO = -1
_SHARES = ",;: "
_COMMA_WITHIN = re.compile(r"(?<=\d),(?=\d)")
"""Where numbers have commas in them."""


class PlacementPanel(QWidget):
    """Shows load settings and tells which they become; what it does not show is kept as it is."""

    changed = Signal(object)
    """`LoadSettings`, by the user."""
    recovers_changed = Signal(bool)
    """Whether the next smaller plan may be loaded when memory runs out."""

    def __init__(self) -> None:
        super().__init__()
        self._settings: LoadSettings | None = None
        self._devices: tuple[DeviceMemory, ...] = ()
        self.kv_type = _types(self.tr("KV cache, target"))
        self.draft_kv_type = _types(self.tr("KV cache, draft"))
        self.flash = QComboBox()
        for name, value in ((self.tr("auto"), None), (self.tr("on"), True), (self.tr("off"), False)):
            self.flash.addItem(name, value)
        self.layers = self._layers_field(self.tr("Target's layers on the card"))
        self.draft_layers = self._layers_field(self.tr("Draft's layers on the card"))
        self.threads = QSpinBox()
        self.threads.setRange(0, _MOST_THREADS)
        self.threads.setSpecialValueText(self.tr("auto"))
        self.threads.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.threads.lineEdit().setTextMargins(0, 0, 4, 0)
        self.split = QLineEdit()
        self.split.setPlaceholderText(self.tr("by free memory"))
        self.maps = QCheckBox(self.tr("Map the file instead of reading it"))
        self.locks = QCheckBox(self.tr("Hold the weights in memory"))
        self.recovers = QCheckBox(self.tr("When memory runs out, load the next smaller plan without asking"))
        self.device_row = QWidget()
        self._device_flow = FlowRow()
        self.device_row.setLayout(self._device_flow)
        self.device_boxes: dict[str, QCheckBox] = {}
        self._rows: dict[QWidget, tuple[QWidget, ...]] = {}
        self._lay_out()
        self._connect()

    def show_settings(self, settings: LoadSettings, num_layers: int, num_draft_layers: int) -> None:
        """Show settings without telling anyone.

        Args:
            settings: The settings.
            num_layers: Of the target, the output counting as one.
            num_draft_layers: Of the draft; 0 where there is none.
        """
        self._settings = settings
        self._show_type(self.kv_type, settings.kv_type_k, settings.kv_type_v)
        self._show_type(self.draft_kv_type, settings.draft_kv_type_k, settings.draft_kv_type_v)
        with QSignalBlocker(self.flash):
            self.flash.setCurrentIndex(self.flash.findData(settings.flash_attention))
        draft_layers = None if settings.draft is None else settings.draft.gpu_layers
        for field, most, value in (
            (self.layers, num_layers, settings.target.gpu_layers),
            (self.draft_layers, num_draft_layers, draft_layers),
        ):
            with QSignalBlocker(field):
                field.setRange(_AUTO, max(most, 0))
                field.setValue(_AUTO if value is None else (most if value < 0 else value))
        with QSignalBlocker(self.threads):
            self.threads.setValue(settings.threads or 0)
        for box, on in ((self.maps, settings.use_mmap), (self.locks, settings.use_mlock)):
            box.setChecked(on)
        if not self.split.hasFocus():
            self.split.setText(shares_text(settings.split))
        for name, box in self.device_boxes.items():
            box.setChecked(not settings.devices or name in settings.devices)
        self._show_row(self.draft_kv_type, settings.draft is not None)
        self._show_row(self.draft_layers, settings.draft is not None and bool(self._devices))

    def show_machine(self, machine: Machine) -> None:
        """Ask for what this machine has."""
        if machine.devices == self._devices and self.device_boxes.keys() == {each.name for each in machine.devices}:
            return
        self._devices = machine.devices
        for box in self.device_boxes.values():
            self._device_flow.removeWidget(box)
            box.deleteLater()
        self.device_boxes = {device.name: self._device_box(device) for device in machine.devices}
        self._show_row(self.layers, bool(machine.devices))
        self._show_row(self.draft_layers, bool(machine.devices))
        self._show_row(self.device_row, len(machine.devices) > 1)
        self._show_row(self.split, len(machine.devices) > 1)

    def set_recovers(self, recovers: bool) -> None:
        """Show whether it loads smaller by itself."""
        self.recovers.setChecked(recovers)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        paired: tuple[tuple[QWidget, QWidget], ...] = (
            (self.kv_type, self.draft_kv_type),
            (self.layers, self.draft_layers),
            (self.flash, self.threads),
        )
        names = self._names()
        for row, fields in enumerate(paired):
            for side, field in enumerate(fields):
                self._add(grid, row, 2 * side, names[field], field)
        self._add(grid, 3, 0, names[self.device_row], self.device_row, span=3)
        self._add(grid, 4, 0, names[self.split], self.split)
        for row, box in enumerate((self.maps, self.locks, self.recovers), 5):
            box.setAccessibleName(box.text())
            grid.addWidget(box, row, 0, 1, 4)
        for field in (self.layers, self.draft_layers, self.device_row, self.split):
            self._show_row(field, False)
        self._explain()

    def _names(self) -> dict[QWidget, str]:
        return {
            self.kv_type: self.tr("KV cache, target"),
            self.draft_kv_type: self.tr("KV cache, draft"),
            self.layers: self.tr("Target's layers on the card"),
            self.draft_layers: self.tr("Draft's layers on the card"),
            self.flash: self.tr("Flash attention"),
            self.threads: self.tr("Threads"),
            self.device_row: self.tr("Devices"),
            self.split: self.tr("Shares of the devices"),
        }

    def _explain(self) -> None:
        type_text = self.tr("q8_0 halves the cache with hardly any loss; q4_0 quarters it and can be noticed.")
        layer_text = self.tr("auto puts as many there as fit, the draft first. The output counts as a layer.")
        for combo in (self.kv_type, self.draft_kv_type):
            combo.setToolTip(type_text)
        for number in (self.layers, self.draft_layers):
            number.setToolTip(layer_text)
        self.flash.setToolTip(
            self.tr("Needs much less memory with a long context, and caches smaller than f16 need it.")
        )
        self.threads.setToolTip(self.tr("auto is one for every physical core."))
        self.split.setToolTip(self.tr("Numbers such as 3, 1: the first device gets three quarters of the layers."))
        self.maps.setToolTip(
            self.tr("Weights are used straight from the file, and the system may drop them and read again.")
        )
        self.locks.setToolTip(self.tr("The system may not put weights aside; it must permit to lock so much memory."))
        self.recovers.setToolTip(self.tr("What was changed is said. Without this you are asked."))

    def _add(self, grid: QGridLayout, row: int, column: int, name: str, field: QWidget, span: int = 1) -> None:
        label = QLabel(name)
        label.setProperty("role", "muted")
        field.setAccessibleName(name)
        if span == 1:
            field.setFixedWidth(FIELD_WIDTH)
            label.setBuddy(field)
        grid.addWidget(label, row, column)
        grid.addWidget(field, row, column + 1, 1, span)
        self._rows[field] = (label, field)

    def _show_row(self, field: QWidget, shown: bool) -> None:
        for widget in self._rows[field]:
            widget.setVisible(shown)

    def _layers_field(self, name: str) -> QSpinBox:
        field = QSpinBox()
        field.setRange(_AUTO, 0)
        field.setSpecialValueText(self.tr("auto"))
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.lineEdit().setTextMargins(0, 0, 4, 0)
        field.setAccessibleName(name)
        return field

    def _device_box(self, device: DeviceMemory) -> QCheckBox:
        box = QCheckBox(device.name)
        box.setToolTip(device.description)
        box.setAccessibleName(f"{device.name} {device.description}")
        box.setChecked(True)
        box.clicked.connect(lambda _on: self._on_devices_clicked())
        self._device_flow.addWidget(box)
        return box

    def _connect(self) -> None:
        self.kv_type.activated.connect(lambda _index: self._on_type(self.kv_type, "kv_type_k", "kv_type_v"))
        self.draft_kv_type.activated.connect(
            lambda _index: self._on_type(self.draft_kv_type, "draft_kv_type_k", "draft_kv_type_v")
        )
        self.flash.activated.connect(lambda _index: self._tell(flash_attention=self.flash.currentData()))
        self.layers.valueChanged.connect(self._on_layers)
        self.draft_layers.valueChanged.connect(self._on_draft_layers)
        self.threads.valueChanged.connect(lambda number: self._tell(threads=number or None))
        self.split.textEdited.connect(lambda text: self._tell(split=shares_of(text)))
        self.maps.clicked.connect(lambda on: self._tell(use_mmap=on))
        self.locks.clicked.connect(lambda on: self._tell(use_mlock=on))
        self.recovers.clicked.connect(self.recovers_changed)

    def _on_type(self, field: QComboBox, keys: str, values: str) -> None:
        kind = field.currentData()
        if kind is not None:
            self._tell(**{keys: KvType(kind), values: KvType(kind)})

    def _on_layers(self, number: int) -> None:
        if self._settings is not None:
            layers = None if number == _AUTO else number
            self._tell(target=replace(self._settings.target, gpu_layers=layers))

    def _on_draft_layers(self, number: int) -> None:
        if self._settings is not None and self._settings.draft is not None:
            layers = None if number == _AUTO else number
            self._tell(draft=replace(self._settings.draft, gpu_layers=layers))

    def _on_devices_clicked(self) -> None:
        names = tuple(name for name, box in self.device_boxes.items() if box.isChecked())
        self._tell(devices=() if len(names) in (0, len(self.device_boxes)) else names)

    def _tell(self, **values: object) -> None:
        if self._settings is not None:
            self._settings = replace(self._settings, **values)  # type: ignore[arg-type]
            self.changed.emit(self._settings)

    def _show_type(self, field: QComboBox, keys: KvType, values: KvType) -> None:
        """Show one type for both, or the two that the settings file has."""
        with QSignalBlocker(field):
            while field.count() > len(KvType):
                field.removeItem(field.count() - 1)
            if keys is values:
                field.setCurrentIndex(field.findData(keys.value))
            else:
                field.addItem(f"{keys.value} / {values.value}", None)
                field.setCurrentIndex(field.count() - 1)


def shares_text(shares: Sequence[float]) -> str:
    """Numbers as a list that `shares_of` reads: with commas between them, unless those stand within numbers here."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    between = "; " if locale.decimalPoint() == "," else ", "
    return between.join(locale.toString(share) for share in shares)


def shares_of(text: str) -> tuple[float, ...]:
    """Numbers of a list such as `3, 1`; empty where it is none, or where nobody would get anything."""
    if QLocale().decimalPoint() == ",":
        text = _COMMA_WITHIN.sub(".", text)
    for separator in _SHARES[1:]:
        text = text.replace(separator, ",")
    try:
        shares = tuple(float(each) for each in text.split(",") if each)
    except ValueError:
        return ()
    good: Sequence[float] = [share for share in shares if 0 <= share <= 1e6]
    return shares if len(good) == len(shares) and any(shares) else ()


def _types(name: str) -> QComboBox:
    field = QComboBox()
    field.setAccessibleName(name)
    for kind in KvType:
        field.addItem(kind.value, kind.value)
    return field
