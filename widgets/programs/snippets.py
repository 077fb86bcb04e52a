"""How another program asks, to be copied and run as it stands: from a shell, and with the openai client of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from widgets.markdown.blocks import CodeBlock
from widgets.markdown.code_block import CodeCard
from widgets.parts.page_parts import Section, sentence_label
from widgets.parts.segmented_control import SegmentedControl
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from widgets.look.theme import Theme

KEY_VARIABLE = "GALLEY_API_KEY"
SHELL, PYTHON = "shell", "python"
_CONTROL_WIDTH = 240


def shell_snippet(base_url: str) -> str:
    """Return a request by curl; it reads the key from the environment."""
    return (
        f"curl -N {base_url}/chat/completions \\\n"
        f'  -H "Authorization: Bearer ${KEY_VARIABLE}" \\\n'
        '  -H "Content-Type: application/json" \\\n'
        '  -d \'{"stream": true,\n'
        '       "messages": [{"role": "user", "content": "Say hello."}]}\''
    )


def python_snippet(base_url: str) -> str:
    """Return the same with the openai client."""
    return (
        "import os\n"
        "\n"
        "from openai import OpenAI\n"
        "\n"
        "galley = OpenAI(\n"
        f'    base_url="{base_url}",\n'
        f'    api_key=os.environ["{KEY_VARIABLE}"],\n'
        ")\n"
        "reply = galley.chat.completions.create(\n"
        '    model="galley",\n'
        '    messages=[{"role": "user", "content": "Say hello."}],\n'
        "    stream=True,\n"
        ")\n"
        "for part in reply:\n"
        '    print(part.choices[0].delta.content or "", end="", flush=True)'
    )


class ProgramsSnippets(Section):
    """Two snippets, one at a time, always with the address that holds."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("Try it"))
        self._theme = theme
        self._base_url = ""
        self.kind = SegmentedControl(
            self.tr("Try it"),
            (
                (SHELL, "curl", self.tr("From a shell")),
                (PYTHON, "Python", self.tr("With the openai client")),
            ),
        )
        self.kind.setFixedWidth(_CONTROL_WIDTH)
        self.kind.set_value(SHELL)
        words = self.tr("The key is read from the variable {variable}, so that it stands in no file and no history.")
        self.add(sentence_label(words.format(variable=KEY_VARIABLE)), self.kind)
        self.card: CodeCard | None = None
        self.kind.chosen.connect(lambda _value: self._rebuild())

    @property
    def snippet(self) -> str:
        """What is shown."""
        make = shell_snippet if self.kind.value == SHELL else python_snippet
        return make(self._base_url)

    def show_url(self, base_url: str) -> None:
        """Write them for this address."""
        if base_url != self._base_url:
            self._base_url = base_url
            self._rebuild()

    def _rebuild(self) -> None:
        old = self.card
        language = "shell" if self.kind.value == SHELL else "python"
        self.card = CodeCard(self._theme, CodeBlock(language, self.snippet))
        if old is None:
            self.add(self.card)
        else:
            self.body.replaceWidget(old, self.card)
            old.hide()
            old.deleteLater()
        parts = [each for each in self.card.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        chain_behind(self.kind.button(PYTHON), parts)
