"""Texts of `app.server` and of `galley serve`; what the API answers is for programs: see `app.server.errors`."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "server_port_taken": QT_TRANSLATE_NOOP(
        "catalogue", "Port {port} of {address} is taken by another program. Choose another port, or end that program."
    ),
    "server_not_listening": QT_TRANSLATE_NOOP("catalogue", "Nothing can listen on {address}, port {port}: {cause}."),
    "server_address_unknown": QT_TRANSLATE_NOOP(
        "catalogue", "{address} is no address of this machine. Write it in figures, such as 127.0.0.1."
    ),
    "server_open_to_others": QT_TRANSLATE_NOOP(
        "catalogue",
        "--host {address} lets other machines in, with the key and every prompt readable on the way. "
        "If that is meant, add --allow-network",
    ),
    "server_key_unusable": QT_TRANSLATE_NOOP(
        "catalogue", "The key for the API needs at least {least} letters, figures or signs, and no spaces"
    ),
    "server_host_unusable": QT_TRANSLATE_NOOP(
        "catalogue",
        "--allow-host takes a machine's name without http:// and port, such as studio.example, and “{name}” is none",
    ),
    "server_listening": QT_TRANSLATE_NOOP("catalogue", "{model} answers at {address}/v1. Ctrl+C ends it."),
    "server_reached_at": QT_TRANSLATE_NOOP("catalogue", "Other machines reach it at {addresses}"),
    "server_key_made": QT_TRANSLATE_NOOP("catalogue", "Key, shown this once: {key}"),
}
