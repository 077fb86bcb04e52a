"""Texts of `app.privacy`: what is where, who could read it, and the report that says so."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

_NOTICES = {
    "bug_printed": QT_TRANSLATE_NOOP(
        "catalogue", "a bug in Galley; what the error says is left out, because it may quote a message"
    ),
    "stays_open_to_others": QT_TRANSLATE_NOOP(
        "catalogue", "Others on this machine may read “{path}”, and that cannot be changed: {cause}."
    ),
    "sockets_not_seen": QT_TRANSLATE_NOOP(
        "catalogue", "The system does not show the sockets of process {pid}: {cause}."
    ),
    "report_not_saved": QT_TRANSLATE_NOOP("catalogue", "The report cannot be written to “{path}”: {cause}."),
}

_CONCERNS = {
    "concern_open_to_others": QT_TRANSLATE_NOOP("catalogue", "Others on this machine can read “{path}”."),
    "concern_not_looked_at": QT_TRANSLATE_NOOP("catalogue", "“{path}” cannot be looked at: {cause}."),
    "concern_network": QT_TRANSLATE_NOOP("catalogue", "A socket is open to the network: {here}, other end {there}."),
    "concern_core_dumps": QT_TRANSLATE_NOOP(
        "catalogue", "If Galley crashed, the system might write its memory to disk (core dumps are on)."
    ),
}

_PLACES = {
    "place_conversations": QT_TRANSLATE_NOOP("catalogue", "Conversations"),
    "place_write_ahead": QT_TRANSLATE_NOOP("catalogue", "Latest changes to them"),
    "place_backups": QT_TRANSLATE_NOOP("catalogue", "Backups"),
    "place_set_aside": QT_TRANSLATE_NOOP("catalogue", "Damaged files, kept"),
    "place_key_file": QT_TRANSLATE_NOOP("catalogue", "Key file"),
    "place_store_notes": QT_TRANSLATE_NOOP("catalogue", "Check value of the key, lock"),
    "place_settings": QT_TRANSLATE_NOOP("catalogue", "Settings"),
    "place_costs": QT_TRANSLATE_NOOP("catalogue", "Measured speeds"),
    "place_library": QT_TRANSLATE_NOOP("catalogue", "What is known of model files"),
    "place_lab": QT_TRANSLATE_NOOP("catalogue", "Runs of the lab"),
    "place_crash_log": QT_TRANSLATE_NOOP("catalogue", "Log of bugs"),
    "place_runtime": QT_TRANSLATE_NOOP("catalogue", "Lock of the open window"),
    "place_engine_log": QT_TRANSLATE_NOOP("catalogue", "Messages of the engine"),
    "place_exports": QT_TRANSLATE_NOOP("catalogue", "Exports"),
    "protection_encrypted": QT_TRANSLATE_NOOP("catalogue", "encrypted"),
    "protection_plain": QT_TRANSLATE_NOOP("catalogue", "not encrypted, holds no conversation"),
    "protection_sealed": QT_TRANSLATE_NOOP("catalogue", "no key in it, or only under the passphrase"),
    "protection_memory_only": QT_TRANSLATE_NOOP("catalogue", "in memory only, never a file"),
    "protection_users_own": QT_TRANSLATE_NOOP("catalogue", "where you saved them, not encrypted"),
}

_KEY = {
    "holder_keyring": QT_TRANSLATE_NOOP("catalogue", "The key lies in the system's keyring ({keyring})."),
    "holder_passphrase": QT_TRANSLATE_NOOP(
        "catalogue", "The key is locked up by a passphrase, which is asked for once a session and kept nowhere."
    ),
    "holder_nobody": QT_TRANSLATE_NOOP("catalogue", "There is no key, because nothing is kept."),
}

_SOCKETS = {
    "sockets_none": QT_TRANSLATE_NOOP(
        "catalogue", "Network: none. No process of Galley has a socket that could reach another machine."
    ),
    "socket_open": QT_TRANSLATE_NOOP("catalogue", "Network, {process}: {here}, connected to {there}"),
    "sockets_local": QT_TRANSLATE_NOOP(
        "catalogue", "{number} local, to the desktop and among Galley's processes, which cannot leave the machine."
    ),
    "sockets_unnamed": QT_TRANSLATE_NOOP(
        "catalogue", "{number} without an address. The system does not say what they are for."
    ),
    "process_program": QT_TRANSLATE_NOOP("catalogue", "window"),
    "process_engine": QT_TRANSLATE_NOOP("catalogue", "engine"),
    "process_templates": QT_TRANSLATE_NOOP("catalogue", "chat templates"),
    "process_document": QT_TRANSLATE_NOOP("catalogue", "reading a PDF"),
    "process_helper": QT_TRANSLATE_NOOP("catalogue", "Python's helper"),
}

_REPORT = {
    "report_title": QT_TRANSLATE_NOOP("catalogue", "Galley: where data is and who can read it"),
    "report_about": QT_TRANSLATE_NOOP(
        "catalogue",
        "Written by Galley {version} about itself, from the running program. It holds no text, title or key.",
    ),
    "report_system": QT_TRANSLATE_NOOP("catalogue", "System: {system}"),
    "report_files_heading": QT_TRANSLATE_NOOP("catalogue", "Files"),
    "report_files_columns": QT_TRANSLATE_NOOP("catalogue", "What | Where | Protection | Bytes | Permissions"),
    "report_no_file": QT_TRANSLATE_NOOP("catalogue", "no such file now"),
    "report_open_to_others": QT_TRANSLATE_NOOP("catalogue", "{modes}: others can read this"),
    "report_encryption_heading": QT_TRANSLATE_NOOP("catalogue", "Encryption of conversations"),
    "report_library": QT_TRANSLATE_NOOP("catalogue", "Library: {value}"),
    "report_cipher": QT_TRANSLATE_NOOP("catalogue", "Cipher: {value}"),
    "report_page_mac": QT_TRANSLATE_NOOP("catalogue", "Authentication of each page: {value}"),
    "report_page_bytes": QT_TRANSLATE_NOOP("catalogue", "Page size: {value} bytes"),
    "report_key": QT_TRANSLATE_NOOP("catalogue", "Key: {value} random bits"),
    "report_kdf": QT_TRANSLATE_NOOP("catalogue", "Passphrase to key: {value}"),
    "report_key_heading": QT_TRANSLATE_NOOP("catalogue", "Holder of the key"),
    "report_locked": QT_TRANSLATE_NOOP("catalogue", "Locked when this was written."),
    "report_open": QT_TRANSLATE_NOOP("catalogue", "Open when this was written."),
    "report_sockets_heading": QT_TRANSLATE_NOOP("catalogue", "Sockets open when this was written"),
    "report_dumps_heading": QT_TRANSLATE_NOOP("catalogue", "Core dumps"),
    "core_dumps_off": QT_TRANSLATE_NOOP("catalogue", "{process}: off"),
    "core_dumps_on": QT_TRANSLATE_NOOP("catalogue", "{process}: ON, a crash may write its memory to disk"),
    "core_dumps_unknown": QT_TRANSLATE_NOOP("catalogue", "{process}: the system does not say"),
    "report_linux_only": QT_TRANSLATE_NOOP("catalogue", "Only Linux tells this completely."),
    "report_limits_heading": QT_TRANSLATE_NOOP("catalogue", "What Galley does not protect against"),
    "report_libraries_heading": QT_TRANSLATE_NOOP("catalogue", "Libraries"),
}

_LIMITS = {
    "limit_root": QT_TRANSLATE_NOOP("catalogue", "The machine's administrator, and anybody who has become that."),
    "limit_session": QT_TRANSLATE_NOOP(
        "catalogue",
        "Programs that run as the same user: they can ask the open keyring for the key, and read memory"
        " where the system lets them.",
    ),
    "limit_memory": QT_TRANSLATE_NOOP(
        "catalogue", "A look into memory while Galley runs: open conversations are plain text there."
    ),
    "limit_swap": QT_TRANSLATE_NOOP(
        "catalogue", "Swap and hibernation: pages of memory may reach the disk unless the swap is encrypted."
    ),
    "limit_screen": QT_TRANSLATE_NOOP(
        "catalogue", "Whatever sees the screen or the clipboard, such as screenshots, X11 programs and clipboard tools."
    ),
    "limit_exports": QT_TRANSLATE_NOOP("catalogue", "What was exported or copied out of Galley."),
    "limit_disk": QT_TRANSLATE_NOOP(
        "catalogue",
        "Old encrypted blocks that a solid-state disk, a snapshot or a backup keeps after something was erased.",
    ),
}

TEXTS: dict[str, str] = {**_NOTICES, **_CONCERNS, **_PLACES, **_KEY, **_SOCKETS, **_REPORT, **_LIMITS}
