"""Shows the texts that want something fetched, in a process of its own, and prints what that made it open.

`hostile_render BAIT`: BAIT is a file that the texts point at. Sockets are counted by whoever starts it.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.viewmodels.transcript import Transcript, UserTurn
from tests.support.hostile_texts import BAIT, FETCHING, in_tokens
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.view import MarkdownView
from widgets.transcript.user_bubble import UserBubble
from widgets.transcript.view import TranscriptView

_STARTED = ("socket.", "urllib.", "subprocess.", "os.system", "os.exec", "os.posix_spawn")


class Accesses:
    """Files opened, sockets made, programs started while it watches; what Python reads of its modules is none."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        sys.addaudithook(self._on_event)

    def _on_event(self, event: str, arguments: tuple[object, ...]) -> None:
        started = event.startswith(_STARTED)
        if started or (event == "open" and not str(arguments[0]).endswith((".py", ".pyc"))):
            self.seen.append(f"{event} {arguments[0]!r}")


def show(text: str, theme: Theme) -> None:
    """Show a text in every way that there is: as a message, as a whole reply, as one that grows."""
    transcript = Transcript()
    transcript.add_user(text)
    transcript.begin_reply(1)
    reply = ScriptedReply(1)
    view = TranscriptView(transcript, theme)
    view.resize(900, 700)
    view.show()
    QTest.qWaitForWindowExposed(view)
    for event in (*reply.start(), *reply.text(text), *reply.finish()):
        transcript.on_events([event])
    view.grab()
    whole, growing = MarkdownView(theme), MarkdownView(theme)
    whole.set_markdown(text)
    for grown in in_tokens(text):
        growing.grow(grown)
    growing.finish(text)
    for widget in (whole, growing, UserBubble(theme, UserTurn(text))):
        widget.resize(700, 500)
        widget.grab()
        widget.deleteLater()
    for surface in whole.surfaces():
        surface.selectAll()
        surface.toHtml()
        surface.createMimeDataFromSelection()
    view.deleteLater()
    QTest.qWait(1)


def main(bait: str) -> None:
    """Show them all."""
    application = QApplication([])
    theme = Theme(ThemeChoice.LIGHT)
    show("**warm** `up` [a](https://b.org)\n\n```python\nx = 1\n```\n", theme)
    accesses = Accesses()
    for text in FETCHING.values():
        show(text.replace(BAIT, bait), theme)
    print(json.dumps(accesses.seen))  # noqa: T201
    application.quit()


if __name__ == "__main__":
    main(sys.argv[1])
