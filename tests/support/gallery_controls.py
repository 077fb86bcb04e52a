"""Renders what belongs to one conversation into PNG files: settings, presets, system prompt, the offer of a pair.

Run it as `python -m tests.support.gallery_controls FOLDER` with QT_QPA_PLATFORM=offscreen, and look.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.engine.types import SamplingSettings, SpeculationSettings
from app.viewmodels.built_in_presets import built_in_presets
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.presets import PresetEntry, Undoable
from app.viewmodels.speculation import SpeculationState
from tests.support import scripted_engine as scripted
from widgets.composer.composer import Composer
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.notice_bar import Foot
from widgets.proof.panel import ProofPanel
from widgets.proof.preset_name_row import NameTask
from widgets.window.pair_offer import PairOffer

PROMPT = (
    "You are a careful editor of a Dutch newspaper. Answer in plain words, and never longer than five sentences.\n"
    "Where you are not sure, say so."
)


class SomePresets(QObject):
    """What the line of presets reads, without a store."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.current = "Precise"
        self.undoable: tuple[Undoable, str] | None = None
        self.is_kept = True

    @property
    def entries(self) -> tuple[PresetEntry, ...]:
        own = (("Dutch, precise & long-winded for the weekend edition", "temperature 0.2 · system prompt · pair"),)
        built_in = tuple(PresetEntry(each.name, True, each.summary) for each in built_in_presets())
        return (*built_in, *(PresetEntry(name, False, summary) for name, summary in own))


def render(application: QApplication, choice: ThemeChoice, folder: Path) -> None:
    """Take the pictures of a theme."""
    theme = Theme(choice)
    dress(application, theme)
    state = SpeculationState()
    panel = ProofPanel(theme, state, HardwareHistory())
    state.on_events(scripted.loaded_and_replied())
    presets = SomePresets()
    bar = panel.controls.presets
    bar.set_presets(presets)  # type: ignore[arg-type]
    bar.set_pair("Qwen2.5-Coder 1.5B Instruct F16 + Qwen2.5-Coder 0.5B Instruct Q4_K_M")
    panel.set_sampling(SamplingSettings(temperature=0.2, top_p=0.9))
    panel.set_speculation(SpeculationSettings())

    def shoot(name: str, width: int, height: int) -> None:
        panel.resize(width, height)
        panel.show()
        _settle()
        panel._bar.setValue(panel._bar.maximum())
        _settle()
        panel.grab().save(str(folder / f"{name}-{width}-{choice.value}.png"))

    for width in (300, 460):
        shoot("folded", width, 900)
    panel.sampling_fold.heading.click()
    panel.show_scope(True, {"temperature": 0.7, "top_p": 0.95})
    panel.system_prompt.show_prompt(PROMPT)
    for width in (300, 460):
        shoot("own", width, 760)
    panel.system_prompt.fold.heading.click()
    presets.undoable = Undoable.DELETED, "Dutch, precise & long-winded for the weekend edition"
    bar.show_presets()
    for width in (300, 460):
        shoot("prompt", width, 860)
    presets.undoable = None
    presets.is_kept = False
    bar.name_row.ask(NameTask.SAVE)
    bar.name_row.show_taken(True)
    bar.show_presets()
    for width in (300, 460):
        shoot("naming", width, 860)
    bar.name_row.close_row()
    bar.menu.aboutToShow.emit()
    bar.menu.ensurePolished()
    bar.menu.resize(bar.menu.sizeHint())
    bar.menu.grab().save(str(folder / f"menu-{choice.value}.png"))
    panel.close()
    _offer(theme, folder)


def _offer(theme: Theme, folder: Path) -> None:
    offer, composer = PairOffer(theme), Composer(theme)
    composer.set_caption("Preset: Dutch, precise · system prompt · temperature 0.2")
    composer.set_context(1264, 4096)
    composer.set_ready(True)
    offer.offer("Qwen2.5-Coder 1.5B Instruct F16", "Qwen2.5-Coder 0.5B Instruct Q4_K_M")
    host = QWidget()
    host.setProperty("role", "reading")
    host.setStyleSheet(f"QWidget[role=reading] {{ background: {theme.palette.background}; }}")
    layout = QVBoxLayout(host)
    layout.addWidget(Foot(offer, composer=composer))
    host.show()
    for width in (440, 860):
        host.resize(width, 170)
        _settle()
        host.grab().save(str(folder / f"offer-{width}-{theme.choice.value}.png"))
    host.close()


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(120, loop.quit)
    loop.exec()


def main() -> None:
    """Render both themes."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        render(application, choice, folder)


if __name__ == "__main__":
    main()
