"""Texts of the notices that `app.cli` and the start of the program raise."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "number_too_small": QT_TRANSLATE_NOOP("catalogue", "{value} is too small, the least is {least}"),
    "number_out_of_range": QT_TRANSLATE_NOOP("catalogue", "{value} is not between {least} and {most}"),
    "loading": QT_TRANSLATE_NOOP("catalogue", "loading the {role} model: {percent} %"),
    "reading_prompt": QT_TRANSLATE_NOOP("catalogue", "reading the prompt: {done} of {total} tokens"),
    "prompt_unreadable": QT_TRANSLATE_NOOP(
        "catalogue", "The prompt is not valid text in this terminal's encoding. Set the terminal to UTF-8."
    ),
    "context_of_draft": QT_TRANSLATE_NOOP("catalogue", "The draft model cannot be used: {reason}"),
    "no_display": QT_TRANSLATE_NOOP(
        "catalogue",
        "There is no display to open a window on. Start Galley in a desktop session, "
        "or use “galley generate” in a terminal.",
    ),
    "display_unreachable": QT_TRANSLATE_NOOP(
        "catalogue",
        "The display {display} does not answer. Start Galley in a desktop session, "
        "or use “galley generate” in a terminal.",
    ),
    "display_library_missing": QT_TRANSLATE_NOOP(
        "catalogue", "Qt needs the library {library} to open a window. Install it with: sudo apt install {package}"
    ),
}
