"""Texts of the notices that `app.store.keys` causes."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    # the system's keyring
    "keyring_missing": QT_TRANSLATE_NOOP(
        "catalogue", "No system keyring is running here that could keep the key to your conversations."
    ),
    "keyring_refused": QT_TRANSLATE_NOOP(
        "catalogue",
        "The keyring “{name}” is set for Python programs here, and Galley does not know it as one that keeps "
        "secrets encrypted, so it is not used.",
    ),
    "keyring_unprotected": QT_TRANSLATE_NOOP(
        "catalogue", "The system keyring has no password, so whatever it keeps lies readable on disk. It is not used."
    ),
    "keyring_forgets": QT_TRANSLATE_NOOP(
        "catalogue", "The system keyring does not keep what it is given beyond this session. It is not used."
    ),
    "keyring_locked": QT_TRANSLATE_NOOP("catalogue", "The system keyring is locked."),
    "keyring_not_open": QT_TRANSLATE_NOOP(
        "catalogue", "The system keyring shows nothing of what it keeps. Open it, then try again."
    ),
    "keyring_silent": QT_TRANSLATE_NOOP(
        "catalogue", "The system keyring has not answered for {seconds} s. It may be waiting at a prompt of its own."
    ),
    "keyring_given_up": QT_TRANSLATE_NOOP("catalogue", "Galley no longer waits for the system keyring."),
    "keyring_failed": QT_TRANSLATE_NOOP("catalogue", "The system keyring reports an error: {cause}"),
    # a passphrase
    "passphrase_wrong": QT_TRANSLATE_NOOP("catalogue", "That is not the passphrase."),
    "passphrase_too_short": QT_TRANSLATE_NOOP("catalogue", "The passphrase needs at least {least} characters."),
    "passphrase_too_long": QT_TRANSLATE_NOOP("catalogue", "The passphrase may have at most {most} characters."),
    "passphrase_too_simple": QT_TRANSLATE_NOOP(
        "catalogue", "The passphrase needs at least {least} different characters."
    ),
    "passphrase_no_memory": QT_TRANSLATE_NOOP(
        "catalogue", "Checking the passphrase takes {megabytes} MB of memory, and they are not free. Close something."
    ),
    # the key file
    "key_file_damaged": QT_TRANSLATE_NOOP(
        "catalogue", "The file “{path}”, which says how your conversations are opened, is damaged."
    ),
    "key_file_newer": QT_TRANSLATE_NOOP(
        "catalogue", "The file “{path}” was written by a newer Galley. Install that one, then open it again."
    ),
    "key_file_unreadable": QT_TRANSLATE_NOOP("catalogue", "The file “{path}” cannot be read: {cause}."),
    "key_file_not_written": QT_TRANSLATE_NOOP("catalogue", "The file “{path}” cannot be written: {cause}."),
    # the key itself
    "key_file_missing": QT_TRANSLATE_NOOP(
        "catalogue",
        "There are encrypted conversations here, but the file “key.json”, which says how they are opened, is gone.",
    ),
    "key_entry_gone": QT_TRANSLATE_NOOP(
        "catalogue", "The key to your conversations is no longer in the system keyring."
    ),
    "key_entry_foreign": QT_TRANSLATE_NOOP(
        "catalogue", "What the system keyring keeps for Galley is not the key to these conversations."
    ),
    "key_already_made": QT_TRANSLATE_NOOP("catalogue", "There is a key already. Galley makes no second one over it."),
    "key_held_elsewhere": QT_TRANSLATE_NOOP(
        "catalogue", "The key is kept in another way than was asked for. Start Galley again."
    ),
    "key_copy_left": QT_TRANSLATE_NOOP(
        "catalogue",
        "The passphrase holds the key now, but the copy in the system keyring could not be removed yet. "
        "Galley tries again when it is next unlocked.",
    ),
}
