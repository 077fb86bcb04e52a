"""Texts of the notices that `app.store` causes."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "store_in_use": QT_TRANSLATE_NOOP("catalogue", "Another Galley has the conversations in “{path}” open."),
    "store_wrong_key": QT_TRANSLATE_NOOP(
        "catalogue", "The key does not open the conversations in “{path}”. Nothing was changed."
    ),
    "store_foreign": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{path}” is no file of Galley’s conversations. Move it elsewhere, or put the right one in its place; "
        "nothing was changed.",
    ),
    "store_too_new": QT_TRANSLATE_NOOP(
        "catalogue",
        "The conversations in “{path}” were written by a newer Galley. Install that one to open them; nothing was "
        "changed.",
    ),
    "store_full": QT_TRANSLATE_NOOP(
        "catalogue", "There is no room left in “{path}” to save conversations. Free some space; Galley tries again."
    ),
    "store_read_only": QT_TRANSLATE_NOOP(
        "catalogue", "Galley may not write into “{path}”, so conversations cannot be saved there."
    ),
    "store_unwritable": QT_TRANSLATE_NOOP("catalogue", "Conversations cannot be saved in “{path}” ({cause})."),
    "store_damaged": QT_TRANSLATE_NOOP(
        "catalogue",
        "A part of the conversations in “{path}” is damaged and cannot be read. The others are not affected; Galley "
        "saves what can be read of it at the next start.",
    ),
    "store_mended": QT_TRANSLATE_NOOP(
        "catalogue",
        "The file of conversations was damaged. Everything that could be read was saved; the damaged file is kept as "
        "“{path}”.",
    ),
    "store_mended_empty": QT_TRANSLATE_NOOP(
        "catalogue",
        "The file of conversations was damaged, and no conversation in it could be read. An empty one has been begun; "
        "the damaged file is kept as “{path}”.",
    ),
    "store_log_damaged": QT_TRANSLATE_NOOP(
        "catalogue",
        "The latest changes to the conversations were damaged on disk and are missing; their log is kept as “{path}”.",
    ),
    "conversation_damaged": QT_TRANSLATE_NOOP(
        "catalogue", "Messages of “{title}” could not be read and are missing: {num}."
    ),
    "conversation_damaged_untitled": QT_TRANSLATE_NOOP(
        "catalogue", "Messages of a conversation without a title could not be read and are missing: {num}."
    ),
    "conversation_without_its_title": QT_TRANSLATE_NOOP(
        "catalogue", "The title of a conversation could not be read; messages of it that were saved: {num}."
    ),
    "reply_has_gaps": QT_TRANSLATE_NOOP(
        "catalogue", "A reply that was being written has lost parts to the damage; its text may have gaps."
    ),
    "store_vanished": QT_TRANSLATE_NOOP(
        "catalogue", "There were conversations in “{path}”, but the file is gone. A new one has been begun."
    ),
    "store_migrated": QT_TRANSLATE_NOOP(
        "catalogue", "The conversations were brought to this version’s form; copies from before are kept beside them."
    ),
    "store_erase_unfinished": QT_TRANSLATE_NOOP(
        "catalogue",
        "It is removed, but its traces in “{path}” could not be overwritten yet. Galley does so at the next start.",
    ),
    "reply_interrupted": QT_TRANSLATE_NOOP(
        "catalogue", "Galley ended while a reply was being written. It is kept as far as it came."
    ),
    "replies_interrupted": QT_TRANSLATE_NOOP(
        "catalogue", "Galley ended while {num} replies were being written. They are kept as far as they came."
    ),
}
