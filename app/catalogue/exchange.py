"""Texts of the notices that `app.store.exchange` raises, and the words that it adds to an export."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    # a file that cannot be imported at all
    "import_missing": QT_TRANSLATE_NOOP("catalogue", "There is no file “{path}”."),
    "import_is_folder": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a folder; choose an exported file in it."),
    "import_is_no_file": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a device or a pipe, not a file."),
    "import_not_allowed": QT_TRANSLATE_NOOP(
        "catalogue", "You are not allowed to read “{file}”; change the file's permissions."
    ),
    "import_unreadable": QT_TRANSLATE_NOOP("catalogue", "“{file}” cannot be read: {cause}."),
    "import_empty": QT_TRANSLATE_NOOP("catalogue", "“{file}” is empty; export it again."),
    "import_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” holds more than the {most_mib} MiB of conversations that Galley imports at once."
    ),
    "import_password": QT_TRANSLATE_NOOP("catalogue", "“{file}” is protected by a password; unpack it first."),
    "import_damaged_archive": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a damaged ZIP file; export it again."),
    "import_cut_short": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is cut short before its first conversation ends; export it again."
    ),
    "import_damaged": QT_TRANSLATE_NOOP("catalogue", "“{file}” is damaged: it is not valid JSON. Export it again."),
    "import_unknown_format": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” holds no conversations that Galley can import. It takes what Galley, ChatGPT (the ZIP file of its "
        "data export, or conversations.json), Open WebUI and LM Studio export.",
    ),
    "import_newer": QT_TRANSLATE_NOOP(
        "catalogue",
        "This file is version {version} of Galley's format, and this Galley knows version {known}: "
        "import it with a newer Galley.",
    ),
    "import_cancelled": QT_TRANSLATE_NOOP("catalogue", "The import was stopped; nothing was imported."),
    "import_stopped": QT_TRANSLATE_NOOP("catalogue", "The import was stopped; what had come in by then stays."),
    # what came of it
    "import_new_one": QT_TRANSLATE_NOOP("catalogue", "One conversation was brought in."),
    "import_new": QT_TRANSLATE_NOOP("catalogue", "{number} conversations were brought in."),
    "import_new_none": QT_TRANSLATE_NOOP("catalogue", "No conversation was brought in."),
    "import_there_one": QT_TRANSLATE_NOOP("catalogue", "One was there already."),
    "import_there": QT_TRANSLATE_NOOP("catalogue", "{number} were there already."),
    "import_refused_one": QT_TRANSLATE_NOOP("catalogue", "One part of the file could not be brought in."),
    "import_refused": QT_TRANSLATE_NOOP("catalogue", "{number} parts of the file could not be brought in."),
    "import_partial_one": QT_TRANSLATE_NOOP("catalogue", "One came in, but not with everything in it."),
    "import_partial": QT_TRANSLATE_NOOP("catalogue", "{number} came in, but not with everything in them."),
    "import_list_refused": QT_TRANSLATE_NOOP("catalogue", "Not brought in:"),
    "import_list_partial": QT_TRANSLATE_NOOP("catalogue", "Brought in, but not with everything:"),
    # a conversation, or a part of the file, that does not come in
    "import_no_conversation": QT_TRANSLATE_NOOP("catalogue", "This is no conversation that Galley knows the form of."),
    "import_no_messages": QT_TRANSLATE_NOOP("catalogue", "Nobody says anything in this conversation."),
    "import_damaged_value": QT_TRANSLATE_NOOP(
        "catalogue", "This conversation is damaged: what it says under “{place}” cannot be."
    ),
    "import_damaged_json": QT_TRANSLATE_NOOP("catalogue", "This conversation is damaged: it is not valid JSON."),
    "import_not_utf8": QT_TRANSLATE_NOOP("catalogue", "This conversation is damaged: its text is not valid UTF-8."),
    "import_repeated_name": QT_TRANSLATE_NOOP("catalogue", "“{name}” is there twice, with one name for two things."),
    "import_repeated_id": QT_TRANSLATE_NOOP("catalogue", "Two messages of this conversation have the id “{id}”."),
    "import_orphan": QT_TRANSLATE_NOOP("catalogue", "The message “{id}” answers one that is not in this conversation."),
    "import_circle": QT_TRANSLATE_NOOP("catalogue", "The messages of this conversation answer each other in a circle."),
    "import_too_deep": QT_TRANSLATE_NOOP(
        "catalogue", "This conversation is nested more than {most} levels deep, which no program writes."
    ),
    "import_item_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "This conversation takes more than the {most_mib} MiB that Galley reads of one."
    ),
    "import_item_too_many_values": QT_TRANSLATE_NOOP(
        "catalogue", "This conversation consists of more than the {most} values that Galley reads of one."
    ),
    "import_rest_cut_short": QT_TRANSLATE_NOOP(
        "catalogue", "The file is cut short: what comes after these conversations is lost. Export it again."
    ),
    "import_goes_on": QT_TRANSLATE_NOOP(
        "catalogue", "Behind these conversations the file goes on with something that was not read."
    ),
    "import_too_many": QT_TRANSLATE_NOOP(
        "catalogue", "The file holds more than the {most} conversations that Galley imports at once; the rest is left."
    ),
    "import_strays": QT_TRANSLATE_NOOP(
        "catalogue", "Places between the conversations that hold something else: {count}."
    ),
    "import_entry_damaged": QT_TRANSLATE_NOOP("catalogue", "This file inside the ZIP file is damaged."),
    "import_left_out_image": QT_TRANSLATE_NOOP("catalogue", "Pictures left out: {count}."),
    "import_left_out_sound": QT_TRANSLATE_NOOP("catalogue", "Sound recordings left out: {count}."),
    "import_left_out_video": QT_TRANSLATE_NOOP("catalogue", "Videos left out: {count}."),
    "import_left_out_file": QT_TRANSLATE_NOOP("catalogue", "Files left out: {count}."),
    "import_left_out_tool": QT_TRANSLATE_NOOP("catalogue", "Calls of tools left out: {count}."),
    # exports
    "export_done_one": QT_TRANSLATE_NOOP("catalogue", "One conversation was written to “{path}”."),
    "export_done": QT_TRANSLATE_NOOP("catalogue", "{number} conversations were written to “{path}”."),
    "export_unreadable_one": QT_TRANSLATE_NOOP("catalogue", "One is damaged and is not in the file: “{title}”."),
    "export_unreadable": QT_TRANSLATE_NOOP("catalogue", "{number} are damaged and are not in the file."),
    "export_list_unreadable": QT_TRANSLATE_NOOP("catalogue", "Not in the file:"),
    "export_nothing": QT_TRANSLATE_NOOP("catalogue", "There is no conversation to export yet; no file was written."),
    "export_cancelled": QT_TRANSLATE_NOOP("catalogue", "The export was stopped; nothing was written."),
    "export_not_written": QT_TRANSLATE_NOOP("catalogue", "“{path}” cannot be written: {cause}."),
    "export_is_folder": QT_TRANSLATE_NOOP("catalogue", "“{path}” is a folder; choose a name for a file."),
    "export_untitled": QT_TRANSLATE_NOOP("catalogue", "Conversation"),
    "export_user": QT_TRANSLATE_NOOP("catalogue", "User"),
    "export_assistant": QT_TRANSLATE_NOOP("catalogue", "Assistant"),
    "export_system_prompt": QT_TRANSLATE_NOOP("catalogue", "System prompt"),
    "export_stopped": QT_TRANSLATE_NOOP("catalogue", "stopped"),
    "export_interrupted": QT_TRANSLATE_NOOP("catalogue", "interrupted"),
    "export_failed": QT_TRANSLATE_NOOP("catalogue", "failed"),
}
