"""Texts of the memory planner, and of what goes wrong while llama.cpp is asked."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "inspection_failed": QT_TRANSLATE_NOOP(
        "catalogue", "llama.cpp could not be asked about this machine and these files: {cause}."
    ),
    "inspection_too_slow": QT_TRANSLATE_NOOP(
        "catalogue", "llama.cpp did not answer within {seconds} seconds; a graphics driver may hang."
    ),
    "device_unknown": QT_TRANSLATE_NOOP(
        "catalogue", "There is no device {name} on this machine; llama.cpp finds: {known}."
    ),
    "plan_not_checked": QT_TRANSLATE_NOOP("catalogue", "The figures are estimates from the files alone."),
    "plan_memory": QT_TRANSLATE_NOOP("catalogue", "{name}: {needed} needed, {free} of {total} free"),
    "plan_fits": QT_TRANSLATE_NOOP("catalogue", "A context of {tokens} tokens fits."),
    "plan_does_not_fit": QT_TRANSLATE_NOOP("catalogue", "A context of {tokens} tokens does not fit."),
    "plan_largest": QT_TRANSLATE_NOOP("catalogue", "The largest context that fits: {tokens} tokens."),
    "plan_all_trained": QT_TRANSLATE_NOOP(
        "catalogue", "All {tokens} tokens that the target was trained for would fit."
    ),
    "plan_draft_unfit": QT_TRANSLATE_NOOP("catalogue", "The draft cannot draft for this target. {reason}"),
    "plan_change_context": QT_TRANSLATE_NOOP("catalogue", "It would fit with a context of {tokens} tokens."),
    "plan_change_cache_type": QT_TRANSLATE_NOOP("catalogue", "It would fit with both caches in q8_0."),
    "plan_change_layers": QT_TRANSLATE_NOOP(
        "catalogue", "It would fit with {layers} of the target's layers on the GPU; that is slower."
    ),
    "plan_change_draft_layers": QT_TRANSLATE_NOOP(
        "catalogue", "It would fit with the draft model computed by the processor."
    ),
    "plan_change_draft": QT_TRANSLATE_NOOP(
        "catalogue", "It would fit without the draft model; a smaller one may fit, too."
    ),
    "plan_change_everything": QT_TRANSLATE_NOOP(
        "catalogue", "It would fit without the draft model, with the cache in q8_0 and a context of {tokens} tokens."
    ),
    "recovered_context": QT_TRANSLATE_NOOP(
        "catalogue", "Memory ran out, so the models were loaded with a context of {tokens} tokens."
    ),
    "recovered_cache_type": QT_TRANSLATE_NOOP(
        "catalogue", "Memory ran out, so the models were loaded with their caches in q8_0."
    ),
    "recovered_layers": QT_TRANSLATE_NOOP(
        "catalogue", "Memory ran out, so only {layers} of the target's layers are on the GPU; that is slower."
    ),
    "recovered_draft_layers": QT_TRANSLATE_NOOP(
        "catalogue", "Memory ran out, so the draft model is computed by the processor; that is slower."
    ),
    "recovered_draft": QT_TRANSLATE_NOOP(
        "catalogue", "Memory ran out, so the target was loaded without the draft model."
    ),
    "recovered_everything": QT_TRANSLATE_NOOP(
        "catalogue",
        "Memory ran out, so the target was loaded without the draft model, with its cache in q8_0 and a context of "
        "{tokens} tokens.",
    ),
    "draft_no_room": QT_TRANSLATE_NOOP("catalogue", "There was no memory for the draft model beside the target."),
    "plan_squeezed": QT_TRANSLATE_NOOP(
        "catalogue",
        "The target has only {bits:.1f} bits a weight. Squeezing it that far to make room for a draft model is seldom "
        "worth it: with more bits and no draft it writes better.",
    ),
}
