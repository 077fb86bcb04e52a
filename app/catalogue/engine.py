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
    "grammar_and_schema": QT_TRANSLATE_NOOP(
        "catalogue", "A reply can keep to a grammar or to a JSON schema, not to both. Leave one of them out."
    ),
    "grammar_syntax": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar cannot be read in line {line}, at “{near}”. It has to be GBNF, as llama.cpp reads it."
    ),
    "grammar_syntax_end": QT_TRANSLATE_NOOP("catalogue", "The grammar breaks off in line {line}."),
    "grammar_no_root": QT_TRANSLATE_NOOP("catalogue", "The grammar has no rule named “root”, with which it begins."),
    "grammar_rule_missing": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar names a rule “{name}” and does not say what it is."
    ),
    "grammar_left_recursion": QT_TRANSLATE_NOOP(
        "catalogue",
        "The rule “{name}” of the grammar begins with itself, so it never comes to a character. "
        "Let a character come first.",
    ),
    "grammar_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar or schema is too large once its repetitions are written out. Ask for fewer of them."
    ),
    "grammar_too_deep": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar or schema is nested more than {most} deep. Give inner parts names of their own."
    ),
    "grammar_too_ambiguous": QT_TRANSLATE_NOOP(
        "catalogue",
        "The grammar or schema can be read in too many ways at once, so it cannot be followed. Make it more definite.",
    ),
    "grammar_says_nothing": QT_TRANSLATE_NOOP("catalogue", "The grammar or schema allows no reply at all."),
    "grammar_not_begun_so": QT_TRANSLATE_NOOP(
        "catalogue", "What the reply says already does not keep to the grammar or schema, so it cannot go on in it."
    ),
    "grammar_stuck": QT_TRANSLATE_NOOP(
        "catalogue", "The reply cannot go on: the model has no token for what the grammar or schema asks for next."
    ),
    "schema_not_json": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema is not valid JSON (line {line}, column {column})."
    ),
    "schema_keyword": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema asks for “{keyword}” at {where}, which a reply cannot be kept to. Leave it out."
    ),
    "schema_bound": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema's “{keyword}” at {where} has to be a whole number for replies to be kept to it."
    ),
    "schema_value": QT_TRANSLATE_NOOP("catalogue", "The JSON schema is wrong at {where}: “{keyword}” cannot be that."),
    "schema_reference": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema refers to “{reference}”, which is not in it. Only its own parts can be used."
    ),
    "schema_impossible": QT_TRANSLATE_NOOP("catalogue", "No value can fit the JSON schema at {where}."),
    "schema_pattern": QT_TRANSLATE_NOOP(
        "catalogue", "Replies cannot be kept to the pattern “{pattern}” of the JSON schema. Use a simpler one."
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
