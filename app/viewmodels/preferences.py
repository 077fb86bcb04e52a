"""The settings in use, and the one place that writes them: a little after the last change, and at the end."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.engine.types import (
    KvType,
    LoadSettings,
    ModelSpec,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
    Verification,
)
from app.settings.schema import FullPolicy
from app.viewmodels.reply_settings import ReplySettings

if TYPE_CHECKING:
    from app.errors import Notice
    from app.settings.schema import Settings
    from app.settings.store import SettingsStore

_SAVE_AFTER_MILLISECONDS = 800


class Preferences(QObject):
    """Settings as the engine's own values; every change is saved.

    Args:
        store: Where they are kept.
        costs_path: The file of measured costs, which is told to the engine.
    """

    notice_raised = Signal(object)
    """A `Notice`: something could not be read or saved; the program goes on."""
    changed = Signal(str)
    """Name of a section that has other values now, whoever changed them."""
    sampling_changed = Signal(SamplingSettings)
    speculation_changed = Signal(SpeculationSettings)
    privacy_changed = Signal()

    def __init__(self, store: SettingsStore, costs_path: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._costs_path = costs_path
        loaded = store.load()
        self._settings = loaded.settings
        self._pending: list[Notice] = list(loaded.notices)
        self._complained = False
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_AFTER_MILLISECONDS)
        self._timer.timeout.connect(self.save)

    def adopt(self, settings: Settings) -> None:
        """Take settings that need not be on disk, before anybody listens."""
        self._settings = settings

    @property
    def settings(self) -> Settings:
        """The settings now."""
        return self._settings

    @property
    def sampling(self) -> SamplingSettings:
        """For the next reply."""
        values = self._settings.sampling.values()
        values["logit_bias"] = tuple((token, bias) for token, bias in values["logit_bias"])
        return SamplingSettings(**values)

    @property
    def speculation(self) -> SpeculationSettings:
        """For the next reply."""
        values = self._settings.speculation.values()
        values["mode"] = SpeculationMode(values["mode"])
        values["verification"] = Verification(values["verification"])
        return SpeculationSettings(**values)

    def reply_settings(self, key: str) -> ReplySettings:
        """For the next reply; every conversation has the same."""
        return ReplySettings(self.sampling, self.speculation, leave_out_oldest=self.leaves_out_oldest)

    @property
    def leaves_out_oldest(self) -> bool:
        """Whether the oldest turns are left out where a conversation no longer fits, instead of refusing."""
        return self._settings.context.policy is FullPolicy.LEAVE_OUT

    def load_settings(self, target: ModelSpec, draft: ModelSpec | None, refusal: Notice | None) -> LoadSettings:
        """For loading this pair, placed as the settings say; `refusal` says why a draft was left out."""
        values = self._settings.load.values()
        for name in ("kv_type_k", "kv_type_v", "draft_kv_type_k", "draft_kv_type_v"):
            values[name] = KvType(values[name])
        placement = self._settings.placement
        return LoadSettings(
            target=replace(target, gpu_layers=placement.gpu_layers),
            draft=None if draft is None else replace(draft, gpu_layers=placement.draft_gpu_layers),
            draft_refusal=refusal,
            devices=placement.devices,
            split=placement.split,
            costs_path=self._costs_path,
            **values,
        )

    @Slot()
    def announce(self) -> None:
        """Say what was wrong with the settings at the start, when somebody listens."""
        pending, self._pending = self._pending, []
        for notice in pending:
            self.notice_raised.emit(notice)

    def put(self, section: str, **values: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Take values of a section, and save.

        Raises:
            pydantic.ValidationError: If a value is out of its bounds.
        """
        self._take(self._settings.changed(section, **values))

    @Slot(SamplingSettings)
    def set_sampling(self, sampling: SamplingSettings) -> None:
        """Take and save."""
        self.put("sampling", **asdict(sampling))

    @Slot(SpeculationSettings)
    def set_speculation(self, speculation: SpeculationSettings) -> None:
        """Take and save."""
        values = {**asdict(speculation), "mode": speculation.mode.value, "verification": speculation.verification.value}
        self.put("speculation", **values)

    def set_load(self, **values: int | bool | str | None) -> None:
        """Take settings that are fixed while a pair is loaded, and save."""
        self.put("load", **values)

    def set_placement(self, **values: int | bool | tuple[str, ...] | tuple[float, ...] | None) -> None:
        """Take where layers go, and save."""
        self.put("placement", **values)

    @Slot(bool)
    def set_leaves_out_oldest(self, leaves_out: bool) -> None:
        """Leave out the oldest turns where a conversation no longer fits, or refuse."""
        policy = FullPolicy.LEAVE_OUT if leaves_out else FullPolicy.REFUSE
        self.put("context", policy=policy)

    def set_pair(self, target: str, draft: str | None) -> None:
        """Remember the pair as the last one used."""
        self._take(self._settings.with_pair(target, draft))

    def set_models(self, **values: tuple[str, ...]) -> None:
        """Take folders and hidden files of the list of models, and save."""
        self.put("models", **values)

    def set_window(self, geometry: str, layout: str) -> None:
        """Remember where the window was."""
        self.put("window", geometry=geometry, layout=layout)

    def set_conversation(self, key: str) -> None:
        """Remember which conversation was open."""
        self.put("window", conversation=key)

    def set_privacy(self, **values: int | bool) -> None:
        """Take settings of the privacy page, and save."""
        self.put("privacy", **values)

    @Slot(bool)
    def set_keep_marks(self, keeps: bool) -> None:
        """Remember whether struck words stay in sight."""
        self.put("marks", keep=keeps)

    def set_theme(self, name: str) -> None:
        """Remember light, dark or system."""
        self.put("appearance", theme=name)

    @Slot(str)
    def set_language(self, code: str) -> None:
        """Remember which language to speak; empty is the system's."""
        self.put("appearance", language=code)

    @Slot(bool)
    def set_check_spelling(self, checks: bool) -> None:
        """Remember whether the spelling of messages is checked."""
        self.put("appearance", check_spelling=checks)

    @Slot()
    def save(self) -> None:
        """Write now; a folder that cannot be written is said once."""
        self._timer.stop()
        notice = self._store.save(self._settings)
        if notice is not None and not self._complained:
            self._complained = True
            self.notice_raised.emit(notice)

    def _take(self, settings: Settings) -> None:
        """Take settings, and tell which sections are others now."""
        old, self._settings = self._settings, settings
        sections = [name for name in type(settings).model_fields if getattr(settings, name) != getattr(old, name)]
        if not sections:
            return
        self._timer.start()
        for section in sections:
            if section == "sampling":
                self.sampling_changed.emit(self.sampling)
            elif section == "speculation":
                self.speculation_changed.emit(self.speculation)
            elif section == "privacy":
                self.privacy_changed.emit()
            self.changed.emit(section)
