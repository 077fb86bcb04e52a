"""What somebody has who neither sees the window nor holds a mouse: its tree over AT-SPI, and the keys.

The program is started as it is, on a display and an accessibility bus of its own, and nothing but keys is sent to it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.driven import Window
from tests.support import atspi, xvfb
from tests.support.secret_service import PrivateBus
from tests.support.secret_service import require as require_bus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.atspi import Assistive, Node

pytestmark = pytest.mark.timeout(600)

READING_ORDER = (
    ("text", "Search everything that was said"),
    ("push button", "New conversation"),
    ("list", "Conversations"),
    ("push button", "Target: Tiny target"),
    ("push button", "Draft: draft"),
    ("push button", "Memory: open the planner"),
    ("text", "Message"),
    ("push button", "Attach files"),
    ("push button", "Send"),
    ("panel", "Tokens per second"),
    ("panel", "Acceptance, recent"),
    ("check box", "Keep marks"),
    ("check box", "Speculation: Auto"),
    ("check box", "Speculation: Off"),
)
"""Written by hand, by the eye: from the left to the right, from above to below."""
_WAIT_SECONDS = 20.0


class Reader:
    """The window, and what a screen reader has of it."""

    def __init__(self, window: Window, assistive: Assistive) -> None:
        self.window = window
        self._assistive = assistive

    def tree(self) -> Node:
        """The whole tree as it is now."""
        return self._assistive.program()

    def wait_for(self, found: Callable[[Node], bool]) -> Node:
        """The tree as soon as it is so."""
        deadline = time.monotonic() + _WAIT_SECONDS
        while True:
            tree = self.tree()
            if found(tree):
                return tree
            if time.monotonic() > deadline:
                raise AssertionError(f"it never came; the tree is\n{tree.outline()}")


@pytest.fixture
def reader(galley_home: Path, tiny_target: Path, tiny_draft: Path) -> Iterator[Reader]:
    """The program with a tiny pair, loaded."""
    xvfb.require()
    require_bus()
    atspi.require()
    with ExitStack() as stack:
        display = stack.enter_context(xvfb.PrivateDisplay(1280, 860))
        bus = stack.enter_context(PrivateBus())
        assistive = stack.enter_context(atspi.accessibility_bus(bus))
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.program", str(tiny_target), str(tiny_draft), "light"],
            env={
                **display.environment(),
                **bus.variables(),
                "GALLEY_HOME": str(galley_home),
                "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            window = Window(display, process)
            window.wait_for("loaded")
            window.focus()
            yield Reader(window, assistive)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def nameless(tree: Node) -> list[str]:
    """What the keyboard reaches and nobody has named. A text of its own is its own name."""
    return [node.role for node in tree.walk() if node.showing and node.focusable and not node.name + _text_of(node)]


def _text_of(node: Node) -> str:
    return node.role if node.role == "label" else ""


def test_the_window_is_read_from_left_to_right_and_everything_has_a_name(reader: Reader) -> None:
    tree = reader.wait_for(lambda tree: tree.find("push button", "Draft: draft") is not None)
    nodes = [(node.role, node.name) for node in tree.walk() if node.showing]
    places = []
    for role, name in READING_ORDER:
        found = [place for place, node in enumerate(nodes) if node[0] == role and node[1].startswith(name)]
        assert found, f"{role} “{name}” is not there:\n{tree.outline()}"
        places.append(found[0])
    assert places == sorted(places), tree.outline()
    assert nameless(tree) == []


def test_a_whole_chat_by_keyboard_alone_and_its_reply_is_read_as_text_with_one_summary(reader: Reader) -> None:
    window = reader.window
    window.type("Write something")
    window.press("Return")
    window.wait_for("live")
    window.press("Escape")
    ended = window.wait_for("ended")
    assert ended["phase"] == "stopped"
    num_tokens = sum(ended["emitted"].values())
    summary = f"{num_tokens} tokens"
    tree = reader.wait_for(lambda tree: any(summary in node.name.splitlines()[-1:][0] for node in _named(tree)))
    replies = [node for node in _named(tree) if ended["text"].split()[0] in node.name and summary in node.name]
    assert len(replies) == 1, tree.outline()
    assert replies[0].name.splitlines()[-1].startswith(summary)
    assert nameless(tree) == []
    # No node for every token: a reply is a handful of things to read.
    assert Counter(node.role for node in tree.walk() if node.showing)["label"] < 60

    window.press("ctrl+n")
    window.type("A new one")
    window.press("Return")
    window.wait_for("live")
    window.press("Escape")
    assert window.wait_for("ended")["phase"] == "stopped"
    tree = reader.wait_for(lambda tree: sum(node.role == "list item" for node in tree.walk()) >= 3)
    assert tree.find("list item", "Write something") is not None
    window.press("ctrl+k")
    reader.wait_for(lambda tree: (node := tree.find("text", "Search")) is not None and node.focused)
    assert window.close() == 0


def _named(tree: Node) -> list[Node]:
    return [node for node in tree.walk() if node.showing and node.name.strip()]
