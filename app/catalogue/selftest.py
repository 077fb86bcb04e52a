"""Texts of `galley selftest`."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "selftest_good": QT_TRANSLATE_NOOP("catalogue", "Everything that Galley needs works here."),
    "selftest_bad": QT_TRANSLATE_NOOP("catalogue", "Something that Galley needs does not work here: see FAIL above."),
    "selftest_keyring": QT_TRANSLATE_NOOP("catalogue", "The system's keyring answers."),
    "selftest_display": QT_TRANSLATE_NOOP("catalogue", "A window can be opened."),
    "selftest_device": QT_TRANSLATE_NOOP("catalogue", "{name} ({description}, {free:.1f} of {total:.1f} GiB free)."),
    "selftest_cpu": QT_TRANSLATE_NOOP("catalogue", "{name} ({description})."),
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
    "selftest_from_source": QT_TRANSLATE_NOOP("catalogue", "Galley {version}, run from its source."),
    "selftest_packaged": QT_TRANSLATE_NOOP("catalogue", "Galley {version}, built {built}, installed in {folder}."),
    "selftest_processor": QT_TRANSLATE_NOOP(
        "catalogue", "{name} fits this processor best, of {number}; it cannot run {unfit}."
    ),
    "selftest_processor_all": QT_TRANSLATE_NOOP(
        "catalogue", "{name} fits this processor best, of {number}; it could run each of them."
    ),
    "selftest_no_processor": QT_TRANSLATE_NOOP(
        "catalogue", "None of llama.cpp's modules was loaded ({names}); this processor may be too old."
    ),
    "selftest_module_loaded": QT_TRANSLATE_NOOP("catalogue", "{name} is loaded."),
    "selftest_module_unusable": QT_TRANSLATE_NOOP("catalogue", "{name} is left out: {cause}."),
    "selftest_module_idle": QT_TRANSLATE_NOOP("catalogue", "{name} is left out: no device or driver for it answers."),
    "selftest_graphics_hint": QT_TRANSLATE_NOOP(
        "catalogue", "A graphics driver can be the cause: start Galley with GALLEY_GRAPHICS=off to do without it."
    ),
    "selftest_no_policy": QT_TRANSLATE_NOOP("catalogue", "No administrator has laid anything down."),
    "selftest_policy": QT_TRANSLATE_NOOP("catalogue", "{path} lays down: {rules}."),
}
