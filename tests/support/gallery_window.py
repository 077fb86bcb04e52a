"""Renders the whole window with scripted data, light and dark, at several sizes, into PNG files.

Run it as `python -m tests.support.gallery_window FOLDER` with QT_QPA_PLATFORM=offscreen, and look.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.engine.events import EngineDied, LoadFailed, LoadProgressed, PairLoaded
from app.errors import Notice
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.folders import ConversationFolders
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.speculation import SpeculationState
from app.viewmodels.transcript import Transcript
from tests.support import scripted_engine as scripted
from tests.support.gallery_conversation import conversation
from widgets.composer.composer import Composer
from widgets.first_run.empty_state import EmptyState
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.proof.panel import ProofPanel
from widgets.transcript.view import TranscriptView
from widgets.window.header import Header
from widgets.window.load_card import LoadCard
from widgets.window.main_window import MainWindow
from widgets.window.sidebar import Sidebar

TITLES = (
    "Lighthouse poem",
    "Letter to the municipality about the bicycle parking in our street",
    "Regex for Dutch postcodes",
    "Quarterly notes, summary",
    "TTL cache class",
    "Leg uit hoe caching werkt, met een klein voorbeeld in Python.",
)


@dataclass(slots=True)
class Stage:
    """A window and the view models behind it."""

    theme: Theme
    window: MainWindow
    header: Header
    load_card: LoadCard
    empty_state: EmptyState
    sidebar: Sidebar
    composer: Composer
    proof_panel: ProofPanel
    speculation: SpeculationState
    history: HardwareHistory
    conversations: ConversationList


def build(theme: Theme, starter_path: str | None = None, transcript: Transcript | None = None) -> Stage:
    """Return a window with nothing loaded."""
    conversations, speculation, history = ConversationList(), SpeculationState(), HardwareHistory()
    sidebar, header = Sidebar(theme, conversations, ConversationFolders(conversations)), Header(theme)
    load_card, empty_state = LoadCard(theme), EmptyState(theme, starter_path)
    panel = ProofPanel(theme, speculation, history)
    column = TranscriptView(transcript or Transcript(), theme)
    composer = Composer(theme)
    window = MainWindow(
        theme,
        sidebar=sidebar,
        header=header,
        load_card=load_card,
        empty_state=empty_state,
        conversation=column,
        composer=composer,
        proof_panel=panel,
    )
    return Stage(
        theme, window, header, load_card, empty_state, sidebar, composer, panel, speculation, history, conversations
    )


def fill(stage: Stage) -> None:
    """Load a pair, run a reply, sample the machine, name the conversations."""
    for number, title in enumerate(TITLES):
        stage.conversations.note_messages(stage.conversations.begin(), 2 + number, title)
    stage.speculation.on_events(scripted.loaded_and_replied())
    stage.header.set_pair(stage.speculation.pair)
    for number in range(200):
        sample = scripted.sample(number * 2.0, *((0.0, 0.9) if number < 60 else (4.4, 5.1)))
        stage.history.on_sample(sample)
        stage.header.on_sample(sample)
    stage.window.show_conversation(True)


class Gallery:
    """Takes the pictures."""

    def __init__(self, folder: Path) -> None:
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        self._application = application
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def render(self, choice: ThemeChoice) -> None:
        """Take every picture in a theme."""
        theme = Theme(choice)
        dress(self._application, theme)
        self._conversation(build(theme, transcript=conversation()))
        self._beginning(build(theme, starter_path="/models/SmolLM2-135M-Instruct.Q4_1.gguf"))

    def _conversation(self, stage: Stage) -> None:
        fill(stage)
        stage.composer.set_caption("temperature 0.7")
        stage.composer.set_context(1264, 4096)
        stage.composer.set_ready(True)
        for width, height in ((1440, 900), (1280, 720), (900, 600), (640, 480)):
            self._shoot(stage, f"chat-{width}x{height}", width, height)
        stage.window.resize(900, 600)
        stage.proof_panel.sampling_fold.heading.click()
        stage.window.proof_pane.toggle_overlay()
        self._shoot(stage, "overlay", 900, 600)
        stage.window.shortcut_sheet.toggle()
        self._shoot(stage, "shortcuts", 1100, 720)
        stage.window.close()

    def _beginning(self, stage: Stage) -> None:
        stage.header.on_sample(scripted.sample(0.0, None, 1.2))
        self._shoot(stage, "first-start", 1280, 820)
        progress = LoadProgressed("target", 0.43)
        stage.load_card.begin("/models/Qwen2.5-Coder-1.5B-Instruct-F16.gguf")
        stage.load_card.on_events([progress])
        stage.speculation.on_events([progress])
        self._shoot(stage, "loading", 900, 600)
        loaded = PairLoaded(scripted.pair())
        stage.load_card.on_events([loaded])
        stage.speculation.on_events([loaded])
        stage.header.set_pair(loaded.pair)
        stage.header.on_sample(scripted.sample(1.0, 4.4, 5.1))
        stage.empty_state.set_pair(loaded.pair)
        self._shoot(stage, "ready", 1280, 820)
        self._draft_menu(stage)
        self._troubles(stage)
        stage.window.close()

    def _draft_menu(self, stage: Stage) -> None:
        drafts = [scripted.model("Qwen2.5 Coder 0.5B Instruct", quant="Q4_K_M").path]
        drafts += ["/models/small/gemma-3-270m-Q4_K_M.gguf", "/models/small/Qwen2.5-0.5B-Instruct-Q8_0.gguf"]
        stage.header.set_recent([], drafts)
        stage.header.set_draft_reasons({drafts[1]: "Its vocabulary differs from the target's at token 139."})
        stage.header.open_draft_menu()
        menu = stage.header.draft_picker.menu_popup
        self._settle()
        menu.grab().save(str(self._folder / f"draft-menu-{stage.theme.choice}.png"))
        menu.close()

    def _troubles(self, stage: Stage) -> None:
        notice = Notice("model_not_loaded", {"path": "broken.gguf", "cause": "the file ends too early"})
        stage.load_card.on_events([LoadFailed(notice, scripted.pair())])
        self._shoot(stage, "load-failed", 1280, 820)
        log = tuple(f"ggml_assert: line {number} of the log" for number in range(12))
        died = EngineDied(notice, log, None)
        stage.load_card.on_events([died])
        stage.load_card.log_fold.heading.click()
        stage.speculation.on_events([died])
        self._shoot(stage, "engine-died", 1280, 820)

    def _settle(self) -> None:
        """Let layouts and paced redraws come to rest."""
        loop = QEventLoop()
        QTimer.singleShot(250, loop.quit)
        loop.exec()

    def _shoot(self, stage: Stage, name: str, width: int, height: int) -> None:
        stage.window.resize(width, height)
        stage.window.show()
        self._settle()
        stage.window.grab().save(str(self._folder / f"{name}-{stage.theme.choice}.png"))


if __name__ == "__main__":
    gallery = Gallery(Path(sys.argv[1]))
    for each in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        gallery.render(each)
