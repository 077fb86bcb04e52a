"""Texts of the notices that `app.models` and `app.hardware` cause."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    # a file that cannot be used at all
    "model_missing": QT_TRANSLATE_NOOP("catalogue", "There is no file “{path}”."),
    "model_is_folder": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a folder; choose a GGUF file in it."),
    "model_is_no_file": QT_TRANSLATE_NOOP("catalogue", "“{file}” is a device or a pipe, not a file."),
    "model_not_allowed": QT_TRANSLATE_NOOP(
        "catalogue", "You are not allowed to read “{file}”; change the file's permissions."
    ),
    "model_unreadable": QT_TRANSLATE_NOOP("catalogue", "“{file}” cannot be read: {cause}."),
    "model_empty": QT_TRANSLATE_NOOP("catalogue", "“{file}” is empty; download it again."),
    "model_is_web_page": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” looks like a web page, not a model; download the file itself instead of the page about it.",
    ),
    "model_is_pointer": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” only points to a model kept elsewhere (Git LFS); fetch the file itself."
    ),
    "model_is_older_format": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is in a format from before GGUF; look for a GGUF version of this model."
    ),
    "model_not_gguf": QT_TRANSLATE_NOOP("catalogue", "“{file}” is not a GGUF file."),
    "model_unsupported_version": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is GGUF version {version}; Galley reads versions 2 and 3."
    ),
    "model_big_endian": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” was made for big-endian computers; look for the usual version of this model."
    ),
    "model_cut_short": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” is cut short: it has {file_bytes} bytes and should have {expected_bytes}; download it again.",
    ),
    "model_cut_in_description": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” is cut short: its {file_bytes} bytes end within the description of the model; download it again.",
    ),
    "model_damaged": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” is damaged: its description makes no sense at byte {position}; download it again.",
    ),
    "model_damaged_value": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is damaged: what it says under “{key}” cannot be; download it again."
    ),
    "model_repeated_token": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is damaged: tokens {first_id} and {second_id} of its vocabulary are the same."
    ),
    "model_not_first_part": QT_TRANSLATE_NOOP("catalogue", "“{file}” is part {part} of {parts}; open the first part."),
    "model_part_missing": QT_TRANSLATE_NOOP(
        "catalogue", "The model has {parts} parts, and “{file}” is not beside the first one."
    ),
    "model_lacks_part": QT_TRANSLATE_NOOP(
        "catalogue", "The model of “{file}” has {parts} parts, and part {missing} is not beside it."
    ),
    "model_lacks_parts": QT_TRANSLATE_NOOP(
        "catalogue", "The model of “{file}” has {parts} parts, and these are not beside it: {missing}."
    ),
    "model_part_renamed": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” is part {part} of {parts}, and its name does not say so; give the parts their own names back.",
    ),
    "model_reading_stopped": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” could not be looked at: reading it took too long, or more memory than it may."
    ),
    # a file that is something else than a chat model
    "model_is_projector": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is not a chat model but a projector, which adds images or sound to one."
    ),
    "model_is_embedding": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is not a chat model but an embedding model, which compares texts."
    ),
    "model_is_adapter": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is not a chat model but an adapter (LoRA), which changes one."
    ),
    "model_is_trained_head": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” is not a chat model but a trained head ({head}), which works only inside the model "
        "that it was trained for; Galley cannot use it yet.",
    ),
    "model_is_other": QT_TRANSLATE_NOOP(
        "catalogue", "“{file}” is not a chat model: it holds nothing that writes text word by word."
    ),
    # a pair that does not fit
    "draft_vocabulary_type": QT_TRANSLATE_NOOP(
        "catalogue", "The vocabulary type differs: the target has {target}, the draft has {draft}."
    ),
    "draft_pre_tokenizer": QT_TRANSLATE_NOOP(
        "catalogue", "The tokenizer differs: the target has {target}, the draft has {draft}."
    ),
    "draft_vocabulary_size": QT_TRANSLATE_NOOP(
        "catalogue",
        "The vocabulary size differs: {target} tokens in the target, {draft} in the draft, "
        "and at most {allowed} apart would do.",
    ),
    "draft_token_differs": QT_TRANSLATE_NOOP(
        "catalogue", "Token {token_id} differs: it is “{target}” in the target and “{draft}” in the draft."
    ),
    "draft_special_token": QT_TRANSLATE_NOOP(
        "catalogue",
        "The special token {name} differs: it is {target} in the target and {draft} in the draft.",
    ),
    "draft_setting_differs": QT_TRANSLATE_NOOP(
        "catalogue", "The setting {name} differs: it is {target} in the target and {draft} in the draft."
    ),
    # the library
    "place_unreadable": QT_TRANSLATE_NOOP("catalogue", "The folder {folder} cannot be looked into: {cause}."),
    "place_hidden": QT_TRANSLATE_NOOP("catalogue", "Hidden folders within {folder} are left out: {number}."),
    "place_slow": QT_TRANSLATE_NOOP(
        "catalogue", "{folder} was looked through for {seconds:.0f} seconds and then left; models in it may be missing."
    ),
    "place_large": QT_TRANSLATE_NOOP(
        "catalogue", "{folder} holds more files than can be looked through; models in it may be missing."
    ),
    "library_folder_missing": QT_TRANSLATE_NOOP("catalogue", "There is no folder {folder}."),
    "library_folder_is_file": QT_TRANSLATE_NOOP("catalogue", "{folder} is a file; name the folder that it is in."),
    # memory
    "pair_memory_short": QT_TRANSLATE_NOOP(
        "catalogue",
        "Memory is short by {short_gb:.2f} GB: the weights of both models need {needed_gb:.1f} GB, "
        "and this machine has {total_gb:.1f} GB, graphics memory included.",
    ),
    "pair_plan_short": QT_TRANSLATE_NOOP(
        "catalogue",
        "Memory is short by {short_gb:.2f} GB: with a context of {tokens} tokens both need {needed_gb:.2f} GB, "
        "more than is free now.",
    ),
    "not_enough_memory": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{file}” needs {needed_gb:.1f} GB for its weights alone, and this machine has {total_gb:.1f} GB of RAM "
        "and no GPU; choose a smaller model or a stronger quantisation.",
    ),
    "not_enough_memory_for_draft": QT_TRANSLATE_NOOP(
        "catalogue",
        "Target and draft need {needed_gb:.1f} GB for their weights alone, and this machine has "
        "{total_gb:.1f} GB of RAM and no GPU.",
    ),
}
