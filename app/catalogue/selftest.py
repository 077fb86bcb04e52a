"""Texts of `galley selftest`."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "selftest_good": QT_TRANSLATE_NOOP("catalogue", "Everything that Galley needs works here."),
    "selftest_bad": QT_TRANSLATE_NOOP("catalogue", "Something that Galley needs does not work here: see FAIL above."),
    "selftest_keyring": QT_TRANSLATE_NOOP("catalogue", "The system's keyring answers."),
    "selftest_display": QT_TRANSLATE_NOOP("catalogue", "A window can be opened."),
    "selftest_no_devices": QT_TRANSLATE_NOOP("catalogue", "llama.cpp finds no device, not even the processor."),
    "selftest_reply_same": QT_TRANSLATE_NOOP(
        "catalogue",
        "{tokens} tokens, the same with and without speculation, {accepted} drafts accepted ({seconds:.1f} s)",
    ),
    "selftest_reply_differs": QT_TRANSLATE_NOOP(
        "catalogue", "{tokens} tokens with speculation, and they are not what the model writes without."
    ),
    "selftest_no_starter": QT_TRANSLATE_NOOP("catalogue", "not there ({path})"),
    "selftest_starter_damaged": QT_TRANSLATE_NOOP("catalogue", "damaged ({path}); install Galley again"),
}
