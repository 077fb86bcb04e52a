"""Texts of the notices that `app.cli` and the starts of the program and of its engine process raise."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "number_too_small": QT_TRANSLATE_NOOP("catalogue", "{value} is too small, the least is {least}"),
    "number_out_of_range": QT_TRANSLATE_NOOP("catalogue", "{value} is not between {least} and {most}"),
    "not_a_whole_number": QT_TRANSLATE_NOOP("catalogue", "{text} is not a whole number"),
    "not_a_number": QT_TRANSLATE_NOOP("catalogue", "{text} is not a number"),
    "not_a_bias": QT_TRANSLATE_NOOP("catalogue", "{text} does not look like ID=BIAS, such as 15043=-1.5"),
    "not_one_of": QT_TRANSLATE_NOOP("catalogue", "{value} is none of: {allowed}"),
    "folder_empty": QT_TRANSLATE_NOOP("catalogue", "the folder has no name"),
    "stop_empty": QT_TRANSLATE_NOOP("catalogue", "the text to stop at is empty"),
    "input_not_text": QT_TRANSLATE_NOOP("catalogue", "What came on standard input is not text in UTF-8."),
    "input_failed": QT_TRANSLATE_NOOP("catalogue", "Standard input cannot be read: {cause}."),
    "option_needs": QT_TRANSLATE_NOOP("catalogue", "{option} needs {needed}"),
    "constraint_not_read": QT_TRANSLATE_NOOP("catalogue", "{path} cannot be read: {cause}."),
    "constraint_not_text": QT_TRANSLATE_NOOP("catalogue", "{path} is not text in UTF-8."),
    "constraint_empty": QT_TRANSLATE_NOOP("catalogue", "{path} is empty: it should hold a grammar or a JSON schema."),
    "option_without_effect": QT_TRANSLATE_NOOP("catalogue", "{option} has no effect here; leave it out"),
    "options_exclude": QT_TRANSLATE_NOOP("catalogue", "{one} and {other} exclude each other"),
    "draft_min_above_max": QT_TRANSLATE_NOOP(
        "catalogue", "--draft-min {least} is more than --draft-max {most}, so nothing would ever be drafted"
    ),
    "token_unknown": QT_TRANSLATE_NOOP(
        "catalogue", "--logit-bias names token {token}, and the target's tokens end at {largest}."
    ),
    "settings_folder_unusable": QT_TRANSLATE_NOOP(
        "catalogue", "The folder “{folder}” cannot be written to ({cause}). Choose another one for --settings-dir."
    ),
    "output_failed": QT_TRANSLATE_NOOP("catalogue", "The text cannot be written out: {cause}."),
    "no_models_found": QT_TRANSLATE_NOOP(
        "catalogue", "No model files were found. Put a GGUF file into a folder and name it with --folder."
    ),
    "interrupted_loading": QT_TRANSLATE_NOOP("catalogue", "Stopped while loading."),
    "loading": QT_TRANSLATE_NOOP("catalogue", "loading the {role} model: {percent} %"),
    "reading_prompt": QT_TRANSLATE_NOOP("catalogue", "reading the prompt: {done} of {total} tokens"),
    "prompt_unreadable": QT_TRANSLATE_NOOP(
        "catalogue", "The prompt is not valid text in this terminal's encoding. Set the terminal to UTF-8."
    ),
    "context_of_draft": QT_TRANSLATE_NOOP("catalogue", "The draft model cannot be used: {reason}"),
    "engine_not_started": QT_TRANSLATE_NOOP(
        "catalogue", "The system could not start the engine's process: {cause}. Close other programs and try again."
    ),
    "engine_ended_saying": QT_TRANSLATE_NOOP(
        "catalogue",
        "The engine ended by itself (code {code}): {line}. "
        "What was written is kept, and the next message starts a new one.",
    ),
    "backend_not_loaded": QT_TRANSLATE_NOOP(
        "catalogue", "llama.cpp's library does not load: {cause}. Install Galley again, or the library it names."
    ),
    "bug_caught": QT_TRANSLATE_NOOP(
        "catalogue", "Something went wrong inside Galley; your text is kept. What is known stands in {path}."
    ),
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
    "display_platform_unknown": QT_TRANSLATE_NOOP(
        "catalogue",
        "QT_QPA_PLATFORM is set to “{name}”, which Qt does not know here. Unset it, or set it to one of: {known}",
    ),
    "display_library_missing": QT_TRANSLATE_NOOP(
        "catalogue", "Qt needs the library {library} to open a window. Install it with: sudo apt install {package}"
    ),
}
