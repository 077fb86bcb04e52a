"""The prompts that come with the program: beginnings of messages that everybody writes again and again."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class BuiltInPrompt:
    """A name and a text in the user's language; what it is about goes behind the text."""

    name: str
    text: str


def built_in_prompts() -> tuple[BuiltInPrompt, ...]:
    """All of them, in the order of a menu."""
    return (
        BuiltInPrompt(
            translate("Prompts", "Summarise"),
            translate(
                "Prompts",
                "Summarise the following text: first its main point in one sentence, then the points that carry it. "
                "Keep names, dates and figures as they are, and add nothing.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Explain"),
            translate(
                "Prompts",
                "Explain the following step by step to somebody who is new to it. Say what each term means where it "
                "first comes up, and give one small example.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Improve wording"),
            translate(
                "Prompts",
                "Improve the wording of the following text. Keep its meaning, its tone and its language; correct "
                "mistakes and shorten what is long-winded. Then list what you changed.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Translate into English"),
            translate(
                "Prompts",
                "Translate the following text into English. Keep its tone and its layout, and leave names and code as "
                "they are.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Translate into Dutch"),
            translate(
                "Prompts",
                "Translate the following text into Dutch. Keep its tone and its layout, and leave names and code as "
                "they are.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Find bugs"),
            translate(
                "Prompts",
                "Look for bugs in the following code. For each, name the line, say what goes wrong with which input, "
                "and show the correction. Say so where you are not sure.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Write tests"),
            translate(
                "Prompts",
                "Write tests for the following code, in its language and its usual test framework. Cover the ordinary "
                "case, the edges and wrong input, one behaviour each.\n\n",
            ),
        ),
        BuiltInPrompt(
            translate("Prompts", "Draft a reply"),
            translate(
                "Prompts",
                "Draft a friendly and short reply to the following message. Answer every question in it, and mark with "
                "[…] what only I can know.\n\n",
            ),
        ),
    )
