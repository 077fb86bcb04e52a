"""Texts of comparisons: what a race cannot do, what its verdict says, why two texts part."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "race_no_memory": QT_TRANSLATE_NOOP(
        "catalogue",
        "There is not enough memory beside the loaded models: {wanted:.1f} GB of {memory} are needed and {free:.1f} GB "
        "are free. Load the models with a smaller context, or let the two sides run one after the other.",
    ),
    "verdict_faster_same": QT_TRANSLATE_NOOP(
        "catalogue", "In {runs} runs “{winner}” wrote the very same text {factor:.2f} times as fast as “{loser}”."
    ),
    "verdict_faster_other": QT_TRANSLATE_NOOP(
        "catalogue", "In {runs} runs “{winner}” wrote {factor:.2f} times as fast as “{loser}”, but not the same text."
    ),
    "verdict_once_same": QT_TRANSLATE_NOOP(
        "catalogue", "In this one run “{winner}” wrote the very same text {factor:.2f} times as fast as “{loser}”."
    ),
    "verdict_once_other": QT_TRANSLATE_NOOP(
        "catalogue", "In this one run “{winner}” wrote {factor:.2f} times as fast as “{loser}”, but not the same text."
    ),
    "verdict_even_same": QT_TRANSLATE_NOOP("catalogue", "In this one run both wrote the very same text equally fast."),
    "verdict_even_other": QT_TRANSLATE_NOOP(
        "catalogue", "In this one run both wrote equally fast, but not the same text."
    ),
    "verdict_undecided_same": QT_TRANSLATE_NOOP(
        "catalogue",
        "Both wrote the very same text, and {runs} runs show no difference in speed that could not be chance.",
    ),
    "verdict_undecided_other": QT_TRANSLATE_NOOP(
        "catalogue",
        "The two texts are not the same, and {runs} runs show no difference in speed that could not be chance.",
    ),
    "verdict_nothing_said": QT_TRANSLATE_NOOP(
        "catalogue", "One of the two said nothing, so there is no speed to compare."
    ),
    "divergence_sampling": QT_TRANSLATE_NOOP(
        "catalogue", "The two sides choose their words by different sampling settings, so different texts are expected."
    ),
    "divergence_rejection": QT_TRANSLATE_NOOP(
        "catalogue",
        "Checking by rejection keeps how likely each text is, but draws other random numbers, so different texts are "
        "expected. Checking by “coupled” keeps the very text.",
    ),
    "divergence_cache_types": QT_TRANSLATE_NOOP(
        "catalogue",
        "The two sides keep the conversation in caches of different precision, so their figures differ a little. Here "
        "the target’s two likeliest tokens were {gap:.2f} apart.",
    ),
    "divergence_near_tie": QT_TRANSLATE_NOOP(
        "catalogue",
        "The target’s two likeliest tokens were only {gap:.2f} apart there, a near tie: llama.cpp computes a token "
        "alone a little differently than several at once, which tipped the balance. Loading with “reproducible” rules "
        "that out.",
    ),
    "divergence_near_tie_drawn": QT_TRANSLATE_NOOP(
        "catalogue",
        "The draw between two tokens was decided by {margin:.2f} only there, a near tie (the two likeliest were "
        "{gap:.2f} apart): llama.cpp computes a token alone a little differently than several at once, which tipped "
        "the balance. Loading with “reproducible” rules that out.",
    ),
    "divergence_unexplained": QT_TRANSLATE_NOOP(
        "catalogue",
        "The choice was decided by {margin:.2f} there, which is more than rounding has ever been seen to tip. This "
        "should not happen: please report it, with both models’ names.",
    ),
    "compare_needs_speculation": QT_TRANSLATE_NOOP(
        "catalogue", "compare sets speculation against none, so --speculation off leaves nothing to compare"
    ),
    "comparing": QT_TRANSLATE_NOOP(
        "catalogue", "run {run} of {runs}: {first} tokens without, {second} with speculation"
    ),
    "interrupted_comparing": QT_TRANSLATE_NOOP("catalogue", "Stopped before any run had ended on both sides."),
    "compare_tokens": QT_TRANSLATE_NOOP("catalogue", "tokens"),
    "compare_rate": QT_TRANSLATE_NOOP("catalogue", "tokens/s"),
    "compare_first_token": QT_TRANSLATE_NOOP("catalogue", "first token, s"),
    "compare_total": QT_TRANSLATE_NOOP("catalogue", "in all, s"),
    "compare_memory": QT_TRANSLATE_NOOP("catalogue", "memory, MiB"),
    "compare_gpu_energy": QT_TRANSLATE_NOOP("catalogue", "energy GPU, J"),
    "compare_cpu_energy": QT_TRANSLATE_NOOP("catalogue", "energy CPU, J"),
    "compare_speedup": QT_TRANSLATE_NOOP("catalogue", "speed-up"),
    "compare_total_speedup": QT_TRANSLATE_NOOP("catalogue", "speed-up in all"),
    "compare_continues": QT_TRANSLATE_NOOP("catalogue", "  {side}, from token {position}: {text}"),
    "compare_off": QT_TRANSLATE_NOOP("catalogue", "speculation off"),
    "compare_on": QT_TRANSLATE_NOOP("catalogue", "speculation on"),
    "compare_head_off": QT_TRANSLATE_NOOP("catalogue", "off"),
    "compare_head_on": QT_TRANSLATE_NOOP("catalogue", "on"),
    "compare_no_prompt": QT_TRANSLATE_NOOP("catalogue", "Type a prompt first: there is nothing to reply to yet."),
    "compare_loading": QT_TRANSLATE_NOOP("catalogue", "The model is still being loaded. Start when it is ready."),
    "compare_busy": QT_TRANSLATE_NOOP(
        "catalogue", "A reply is being written, and both would slow each other down. Start when it is done, or stop it."
    ),
    "pair_test_busy": QT_TRANSLATE_NOOP(
        "catalogue",
        "A reply is being written, and both would slow each other down. Test the pair when it is done, or stop it.",
    ),
    "pair_test_loading": QT_TRANSLATE_NOOP(
        "catalogue", "A model is still being loaded. Test the pair when it is ready."
    ),
    "pair_test_disturbed": QT_TRANSLATE_NOOP(
        "catalogue",
        "Something else was begun meanwhile, which would have spoiled the figures. Test it again after that.",
    ),
    "lab_test_is_on": QT_TRANSLATE_NOOP(
        "catalogue", "Another pair is being tested, and both would slow each other down. Start when that is done."
    ),
    "lab_no_prompts": QT_TRANSLATE_NOOP("catalogue", "There is no prompt in your chats yet."),
    "pair_test_lab": QT_TRANSLATE_NOOP(
        "catalogue", "The lab is measuring, and both would slow each other down. Test the pair when it is done."
    ),
    "pair_test_no_memory": QT_TRANSLATE_NOOP(
        "catalogue",
        "There is not enough memory to load this pair beside what is loaded. Load a smaller model first, or measure "
        "the pair with “galley bench” while Galley is closed.",
    ),
    "pair_test_no_draft": QT_TRANSLATE_NOOP(
        "catalogue", "The target could not be loaded with this draft, so there was nothing to compare."
    ),
    "pair_test_too_slow": QT_TRANSLATE_NOOP(
        "catalogue",
        "In the time of the test not one prompt could be answered both with the draft and without it. “galley bench” "
        "takes all the time it needs.",
    ),
    "compare_not_written": QT_TRANSLATE_NOOP("catalogue", "“{path}” cannot be written: {cause}."),
}
