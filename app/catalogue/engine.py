"""Texts of the notices that `app.engine` raises."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "logits_not_finite": QT_TRANSLATE_NOOP(
        "catalogue", "The model computed no usable numbers. Its file may be damaged, or a GPU driver failed."
    ),
    "tokenize_failed": QT_TRANSLATE_NOOP("catalogue", "The text could not be split into tokens."),
    "model_not_loaded": QT_TRANSLATE_NOOP("catalogue", "{path} could not be loaded: {cause}."),
    "model_cannot_chat": QT_TRANSLATE_NOOP(
        "catalogue",
        "{path} is not a model that writes text (an encoder or a diffusion model). Choose a chat model.",
    ),
    "context_not_made": QT_TRANSLATE_NOOP(
        "catalogue",
        "There was no memory for a context of {tokens} tokens ({cause}). Choose a smaller context.",
    ),
    "context_no_memory": QT_TRANSLATE_NOOP(
        "catalogue",
        "A context of {tokens} tokens needs {wanted} GB, and {free} GB of memory are free. Choose a smaller context.",
    ),
    "context_too_large": QT_TRANSLATE_NOOP(
        "catalogue",
        "A context of {tokens} tokens is more than Galley handles ({largest}). Choose a smaller one.",
    ),
    "quantised_values_need_flash": QT_TRANSLATE_NOOP(
        "catalogue", "Values of the type {type} in the cache need flash attention. Turn it on, or use f16 values."
    ),
    "context_full": QT_TRANSLATE_NOOP("catalogue", "The context of {capacity} tokens is full."),
    "decode_failed": QT_TRANSLATE_NOOP(
        "catalogue", "llama.cpp could not compute the next tokens (status {status}). Send the message again."
    ),
    "draft_context_full": QT_TRANSLATE_NOOP(
        "catalogue",
        "The draft model's context of {capacity} tokens is full: it proposes nothing more here.",
    ),
    "prompt_empty": QT_TRANSLATE_NOOP("catalogue", "The prompt is empty. Write something first."),
    "prompt_too_long": QT_TRANSLATE_NOOP(
        "catalogue",
        "The prompt has {tokens} tokens and the context holds {capacity}. "
        "Shorten it, start a new conversation, or load the model with a larger context.",
    ),
    "paused_no_gain": QT_TRANSLATE_NOOP(
        "catalogue",
        "Proposing gains nothing in this text: a round would save {saves:.1f} passes of the target "
        "and cost the time of {costs:.1f}.",
    ),
    "paused_no_gain_yet": QT_TRANSLATE_NOOP("catalogue", "Proposing gains nothing in this text just now."),
    "paused_credit": QT_TRANSLATE_NOOP(
        "catalogue", "Proposals have cost time that they have not won back yet, so there are none for a while."
    ),
    "draft_too_dear": QT_TRANSLATE_NOOP(
        "catalogue", "On this machine proposals cost more than they save, even if every one of them were right."
    ),
    "catch_up_too_dear": QT_TRANSLATE_NOOP(
        "catalogue", "The draft model would have to read more than the rest of this reply would win back."
    ),
    "target_keeps_state": QT_TRANSLATE_NOOP(
        "catalogue", "This model keeps a state that cannot go back, so nothing can be proposed for it."
    ),
    "no_draft_model": QT_TRANSLATE_NOOP("catalogue", "No draft model is chosen."),
    "draft_min_above_max": QT_TRANSLATE_NOOP(
        "catalogue",
        "The shortest proposal is set to {least} tokens, and at most {most} are drafted, so none is long enough.",
    ),
    "draft_max_zero": QT_TRANSLATE_NOOP("catalogue", "The most tokens to draft is set to 0."),
    "target_cannot_rewind": QT_TRANSLATE_NOOP(
        "catalogue", "{path} keeps a state that cannot go back, so drafts cannot be taken back either."
    ),
    "draft_cannot_rewind": QT_TRANSLATE_NOOP(
        "catalogue", "{path} keeps a state that cannot go back, so it cannot serve as a draft model."
    ),
    "target_first": QT_TRANSLATE_NOOP("catalogue", "Choose a target model first, then a draft for it."),
    "no_model_loaded": QT_TRANSLATE_NOOP("catalogue", "No model is loaded. Choose a target model first."),
    "engine_killed": QT_TRANSLATE_NOOP(
        "catalogue",
        "The engine was killed from outside ({signal}); most often because memory ran out. "
        "What was written is kept, and the next message starts a new engine.",
    ),
    "engine_crashed_saying": QT_TRANSLATE_NOOP(
        "catalogue",
        "The engine stopped with {signal}: {line}. What was written is kept, and the next message starts a new one.",
    ),
    "engine_crashed": QT_TRANSLATE_NOOP(
        "catalogue",
        "The engine stopped with {signal}. What was written is kept, and the next message starts a new engine.",
    ),
    "engine_ended": QT_TRANSLATE_NOOP(
        "catalogue",
        "The engine ended by itself (code {code}). What was written is kept, and the next message starts a new one.",
    ),
    "template_missing": QT_TRANSLATE_NOOP(
        "catalogue",
        "This file has no chat template, so the conversation is written in ChatML. "
        "A model that was not trained on it may answer oddly.",
    ),
    "template_failed": QT_TRANSLATE_NOOP(
        "catalogue", "The chat template in the model's file could not be used: {cause}"
    ),
    "template_too_slow": QT_TRANSLATE_NOOP(
        "catalogue",
        "The chat template in the model's file was stopped after {seconds} s. The file may be damaged or hostile.",
    ),
    "template_too_large": QT_TRANSLATE_NOOP(
        "catalogue",
        "The chat template in the model's file wants too much memory. The file may be damaged or hostile.",
    ),
    "template_crashed": QT_TRANSLATE_NOOP(
        "catalogue",
        "The process that writes out the chat template died. Send the message again; if that does not help, "
        "the model's file may be damaged.",
    ),
}
