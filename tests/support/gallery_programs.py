"""Renders the page for other programs in its states into PNG files, for looking at.

Run it as `python -m tests.support.gallery_programs FOLDER` with QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.engine.events import ReplyStarted, RoundDecoded
from app.engine.types import (
    EmittedToken,
    Mark,
    ProposedToken,
    Proposer,
    Round,
    SpeculationMode,
    SpeculationStatus,
)
from app.errors import Notice
from app.server.served import FIRST_REQUEST_ID, Phase, Served, Serving, Totals
from app.viewmodels.programs_state import ProgramsState, Standing
from app.viewmodels.served_list import ServedList
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.programs.page import ProgramsPage

STATES = {
    "off": ProgramsState(),
    "on": ProgramsState(
        standing=Standing.ON,
        has_pair=True,
        has_key=True,
        is_key_kept=True,
        fresh_key="galley-4lI3o2mJrAoGmTqSxyZk1c5nV0uWbR7d",
        origins=("https://notes.example", "http://localhost:3000"),
        num_served=1,
        num_waiting=2,
    ),
    "no-key": ProgramsState(
        standing=Standing.NO_KEY, reason=Notice("access_keyring_missing"), has_pair=True, can_keep=False
    ),
    "taken": ProgramsState(
        standing=Standing.FAILED,
        reason=Notice("server_port_taken", {"address": "127.0.0.1", "port": 8080}),
        has_key=True,
        is_key_kept=True,
    ),
    "others": ProgramsState(
        standing=Standing.ON, has_pair=True, has_key=True, is_local=False, address="192.168.178.24", can_keep=False
    ),
}


def served_now() -> ServedList:
    """Three programs, of which one is being served."""
    served = ServedList()
    serve_some(served)
    return served


def serve_some(served: ServedList) -> None:
    """Have three programs in a list, of which one is being served."""
    now = time.monotonic()
    names = (("openai-python/3.2 :51234", 21), ("curl/8.5.0 :51240", 5), ("Zed/1.4 :51250", 2))
    replies = tuple(
        Served(FIRST_REQUEST_ID + n, name, "chat", "Qwen", now - age, Phase.WAITING if n else Phase.WRITING, n)
        for n, (name, age) in enumerate(names)
    )
    served.take(Serving(replies, Totals(requests=12, stopped=3, refused=1, tokens=5123)))
    served.on_marked([_started(), *_rounds()])


def _started() -> ReplyStarted:
    return ReplyStarted(FIRST_REQUEST_ID, 40, 0, SpeculationStatus(SpeculationMode.AUTO, SpeculationMode.AUTO))


def _rounds() -> list[RoundDecoded]:
    draw, rounds = random.Random(3), []
    for index in range(60):
        num_drafted = draw.choice([0, 3, 4])
        num_accepted = draw.randint(0, num_drafted)
        last = Mark.PLAIN if not num_drafted else Mark.BONUS if num_accepted == num_drafted else Mark.CORRECTED
        emitted = tuple(EmittedToken(0, "", mark, 0.0) for mark in (*[Mark.ACCEPTED] * num_accepted, last))
        proposed = (ProposedToken(0, ""),) * num_drafted
        proposer = Proposer.DRAFT if num_drafted else None
        rounds.append(
            RoundDecoded(FIRST_REQUEST_ID, Round(index, proposer, proposed, num_accepted, emitted, 0.01, 0.04, 0.06))
        )
    return rounds


def render(theme: Theme, folder: Path) -> None:
    """Take all pictures of a theme."""
    for name, state in STATES.items():
        page = ProgramsPage(theme, served_now() if name == "on" else ServedList(), (1024, 65535))
        page.address.set_networks([("192.168.178.24", "wlp3s0")])
        page.show_state(state)
        page.resize(640 if name == "others" else 900, 1480)
        page.show()
        if name == "off":
            page.address.reach.button("others").click()
        if name == "others":
            page.key.make_button.click()
            page.snippets.kind.button("python").click()
        _settle()
        page.grab().save(str(folder / f"{name}-{theme.choice}.png"))
        page.close()


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(300, loop.quit)
    loop.exec()


def main() -> None:
    """Render both themes."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme = Theme(choice)
        dress(application, theme)
        render(theme, folder)


if __name__ == "__main__":
    main()
