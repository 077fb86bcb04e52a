"""Texts of `app.interop`: what came of other programs' settings, and what theirs cannot say."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

_FAILURES = {
    "interop_empty": QT_TRANSLATE_NOOP("catalogue", "There is nothing to read in it."),
    "interop_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "That is more than {most} KiB, and no command line or Modelfile is that long."
    ),
    "interop_binary": QT_TRANSLATE_NOOP(
        "catalogue", "That is no text. Give a command line or a Modelfile, not the model itself."
    ),
    "interop_unrecognised": QT_TRANSLATE_NOOP(
        "catalogue", "That is no command line of llama.cpp or vLLM and no Modelfile of Ollama’s."
    ),
    "interop_no_file": QT_TRANSLATE_NOOP("catalogue", "“{path}” cannot be read: {cause}."),
    "interop_nothing_to_write": QT_TRANSLATE_NOOP(
        "catalogue", "There is no model to write settings for. Name one with --target, or open one in the window first."
    ),
    "interop_unwritable_path": QT_TRANSLATE_NOOP(
        "catalogue", "A Modelfile cannot hold the name “{path}”. Rename the file, or its folder."
    ),
}

_VALUES = {
    "interop_not_whole": QT_TRANSLATE_NOOP("catalogue", "“{value}” is not a whole number."),
    "interop_not_number": QT_TRANSLATE_NOOP("catalogue", "“{value}” is not a number."),
    "interop_out_of_range": QT_TRANSLATE_NOOP("catalogue", "{value} is not between {least} and {most}."),
    "interop_not_switch": QT_TRANSLATE_NOOP("catalogue", "“{value}” is neither on nor off."),
    "interop_not_one_of": QT_TRANSLATE_NOOP("catalogue", "“{value}” is none of: {allowed}."),
    "interop_not_bias": QT_TRANSLATE_NOOP(
        "catalogue", "“{value}” does not look like a token and a bias, as 15043-1.5."
    ),
    "interop_not_json": QT_TRANSLATE_NOOP("catalogue", "It is not a JSON object. Were its quotes lost in a shell?"),
    "interop_no_path": QT_TRANSLATE_NOOP("catalogue", "It names no file."),
    "interop_text_too_long": QT_TRANSLATE_NOOP("catalogue", "The text has more than {most} characters."),
    "interop_stop_empty": QT_TRANSLATE_NOOP("catalogue", "An empty text would end every reply before it begins."),
    "interop_too_many": QT_TRANSLATE_NOOP("catalogue", "There are {most} of them already."),
    "interop_value_missing": QT_TRANSLATE_NOOP("catalogue", "Its value is missing."),
    "interop_quote_open": QT_TRANSLATE_NOOP("catalogue", "Its quotation mark is never closed."),
    "interop_shell_value": QT_TRANSLATE_NOOP(
        "catalogue", "Only the shell that runs it knows what {value} is. Put the value in its place."
    ),
    "interop_file_unread": QT_TRANSLATE_NOOP("catalogue", "The file “{path}” cannot be read here."),
    "interop_overridden": QT_TRANSLATE_NOOP(
        "catalogue", "{option} comes later and says otherwise; the last one holds."
    ),
    "interop_least_above_most": QT_TRANSLATE_NOOP(
        "catalogue", "At least {least} and at most {most} tokens a round: nothing would ever be drafted."
    ),
    "interop_only_command": QT_TRANSLATE_NOOP(
        "catalogue", "The window has no such setting; “galley generate” has one."
    ),
    "interop_file_absent": QT_TRANSLATE_NOOP(
        "catalogue", "There is no such file on this machine, and no model of that name."
    ),
    "interop_without_target": QT_TRANSLATE_NOOP("catalogue", "It is meant for the target, which is not here."),
    "interop_beyond_window": QT_TRANSLATE_NOOP(
        "catalogue", "The window’s settings do not go that far; what was set there stays."
    ),
}

_REASONS = {
    "interop_unknown": QT_TRANSLATE_NOOP("catalogue", "Galley does not know this option."),
    "interop_loose_word": QT_TRANSLATE_NOOP("catalogue", "It belongs to no option."),
    "interop_other_command": QT_TRANSLATE_NOOP("catalogue", "Another command in the same text; only one was read."),
    "interop_followed": QT_TRANSLATE_NOOP("catalogue", "It was followed in reading the texts to stop at."),
    "interop_as_here": QT_TRANSLATE_NOOP("catalogue", "Galley does this anyway."),
    "interop_not_here": QT_TRANSLATE_NOOP("catalogue", "Galley has nothing like it."),
    "interop_context_shared": QT_TRANSLATE_NOOP("catalogue", "Target and draft have the same context here."),
    "interop_threads_shared": QT_TRANSLATE_NOOP("catalogue", "One number of threads holds for everything here."),
    "interop_one_at_a_time": QT_TRANSLATE_NOOP(
        "catalogue", "Galley writes one reply at a time, which has the whole context to itself."
    ),
    "interop_batches": QT_TRANSLATE_NOOP("catalogue", "Galley chooses the size of its batches itself."),
    "interop_prompt": QT_TRANSLATE_NOOP("catalogue", "What is said to the model is no setting; type it in the chat."),
    "interop_template": QT_TRANSLATE_NOOP("catalogue", "Galley uses the chat template in the model’s file."),
    "interop_no_sampler": QT_TRANSLATE_NOOP("catalogue", "Galley has no such sampler."),
    "interop_no_samplers_known": QT_TRANSLATE_NOOP("catalogue", "It names no sampler that is known."),
    "interop_samplers_unknown": QT_TRANSLATE_NOOP("catalogue", "Galley has no such samplers: {names}."),
    "interop_sampler_order": QT_TRANSLATE_NOOP(
        "catalogue",
        "Galley’s samplers have a fixed order: penalties, DRY, top-k, top-p, min-p, temperature. "
        "Those not named are off, but for those with an option of their own.",
    ),
    "interop_no_grammar": QT_TRANSLATE_NOOP("catalogue", "Galley’s chat does not hold replies to a grammar."),
    "interop_lookup_own": QT_TRANSLATE_NOOP(
        "catalogue", "Galley’s lookup finds the longest match there is and needs no lengths."
    ),
    "interop_drafting": QT_TRANSLATE_NOOP(
        "catalogue", "Galley drafts in its own way; see its settings for speculation."
    ),
    "interop_checking": QT_TRANSLATE_NOOP(
        "catalogue", "How drafts are checked is a setting of Galley’s own, and never changes what the target would say."
    ),
    "interop_head": QT_TRANSLATE_NOOP(
        "catalogue", "Galley does not draft with trained heads (MTP, EAGLE, Medusa and the like)."
    ),
    "interop_unknown_drafter": QT_TRANSLATE_NOOP("catalogue", "Galley does not know this way of drafting."),
    "interop_placement": QT_TRANSLATE_NOOP("catalogue", "Galley places layers by number and device only."),
    "interop_processor": QT_TRANSLATE_NOOP("catalogue", "Galley leaves the choice of processor cores to the system."),
    "interop_rope": QT_TRANSLATE_NOOP("catalogue", "Galley takes this from the model’s file."),
    "interop_file_decides": QT_TRANSLATE_NOOP("catalogue", "The GGUF file decides this."),
    "interop_kv_type": QT_TRANSLATE_NOOP(
        "catalogue", "Galley’s cache has other number formats. The nearest is q8_0; choose it in the settings."
    ),
    "interop_adapter": QT_TRANSLATE_NOOP("catalogue", "Galley uses no adapters; merge it into the model’s file."),
    "interop_text_only": QT_TRANSLATE_NOOP("catalogue", "Galley reads and writes text only."),
    "interop_server": QT_TRANSLATE_NOOP("catalogue", "It concerns that program’s server, not the model."),
    "interop_secret": QT_TRANSLATE_NOOP("catalogue", "Keys are not taken over, and this one is not shown."),
    "interop_logging": QT_TRANSLATE_NOOP("catalogue", "It concerns that program’s messages."),
    "interop_vllm_memory": QT_TRANSLATE_NOOP("catalogue", "Galley plans memory from the context and the layers."),
    "interop_download": QT_TRANSLATE_NOOP(
        "catalogue", "It names a download, and Galley downloads nothing. Get the GGUF file and open it."
    ),
    "interop_not_gguf": QT_TRANSLATE_NOOP("catalogue", "It is no GGUF file, and Galley opens no others."),
    "interop_ollama_absent": QT_TRANSLATE_NOOP(
        "catalogue", "Ollama’s folder on this machine has no “{name}”. Fetch it with Ollama, or name a GGUF file."
    ),
}

_NOTES = {
    "interop_nothing_taken": QT_TRANSLATE_NOOP("catalogue", "Nothing in it is a setting of Galley’s."),
    "interop_not_taken": QT_TRANSLATE_NOOP("catalogue", "Not taken:"),
    "interop_not_expressed": QT_TRANSLATE_NOOP("catalogue", "{program} has no option for: {settings}"),
    "interop_kept_in_comment": QT_TRANSLATE_NOOP(
        "catalogue", "{program} has no word for what stands in the first line, where Galley finds it again: {settings}"
    ),
    "interop_system_by_request": QT_TRANSLATE_NOOP(
        "catalogue", "llama.cpp’s server takes the system prompt from each request, so it is not in the command."
    ),
    "interop_old_layers": QT_TRANSLATE_NOOP(
        "catalogue",
        "Builds of llama.cpp from before 2026 do not find out how many layers fit on the GPU. "
        "Give --gpu-layers for that.",
    ),
    "interop_old_lookup": QT_TRANSLATE_NOOP("catalogue", "Older servers of llama.cpp have no lookup drafting."),
    "interop_draft_left_out": QT_TRANSLATE_NOOP(
        "catalogue", "The draft model is left out, because with these settings it would not be used."
    ),
    "interop_ollama_create": QT_TRANSLATE_NOOP("catalogue", "Make a model of it with: ollama create NAME -f Modelfile"),
    "interop_ollama_quotes": QT_TRANSLATE_NOOP(
        "catalogue",
        "A Modelfile cannot hold the text of {option}: quotation marks at the end of one of its lines would end it. "
        "Ollama will not know that text; write it without them. The first line keeps it for Galley.",
    ),
    "interop_ollama_draft": QT_TRANSLATE_NOOP(
        "catalogue", "DRAFT is known to current versions of Ollama only; older ones refuse the file because of it."
    ),
    "interop_vllm_gguf": QT_TRANSLATE_NOOP(
        "catalogue",
        "vLLM reads GGUF files through a plugin that is installed beside it, from one file a model, and wants "
        "--tokenizer with the name of the model that the file was made from.",
    ),
}

TEXTS: dict[str, str] = {**_FAILURES, **_VALUES, **_REASONS, **_NOTES}
