"""Texts of the lab's runs: what is wrong with a suite, a grid, a server or a run's folder, and what a run found."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

_SUITES = {
    "suite_unknown": QT_TRANSLATE_NOOP(
        "catalogue", "There is no suite “{name}”: it is neither a file or folder nor one of {known}."
    ),
    "suite_unreadable": QT_TRANSLATE_NOOP("catalogue", "The suite “{path}” cannot be read: {cause}."),
    "suite_not_text": QT_TRANSLATE_NOOP("catalogue", "“{path}” is not text in UTF-8."),
    "suite_file_too_large": QT_TRANSLATE_NOOP("catalogue", "“{path}” is larger than {most} MB, too large for a suite."),
    "suite_file_too_long": QT_TRANSLATE_NOOP(
        "catalogue", "“{path}” is longer than the {most} letters a prompt may have."
    ),
    "suite_line_not_json": QT_TRANSLATE_NOOP(
        "catalogue", "Line {line} of the suite “{path}” is not a JSON object. One is expected on every line."
    ),
    "suite_line_value": QT_TRANSLATE_NOOP("catalogue", "Line {line} of the suite “{path}”: “{key}” is not a text."),
    "suite_line_no_text": QT_TRANSLATE_NOOP(
        "catalogue", "Line {line} of the suite “{path}” has no prompt: “text” is missing or empty."
    ),
    "suite_line_too_long": QT_TRANSLATE_NOOP(
        "catalogue", "Line {line} of the suite “{path}” is longer than the {most} letters a prompt may have."
    ),
    "suite_empty": QT_TRANSLATE_NOOP("catalogue", "There is no prompt in the suite “{path}”."),
    "suite_too_many": QT_TRANSLATE_NOOP("catalogue", "The suite “{path}” has more than {most} prompts."),
    "suite_id_twice": QT_TRANSLATE_NOOP("catalogue", "The suite “{path}” has two prompts with the id “{prompt_id}”."),
    "suite_nothing_left": QT_TRANSLATE_NOOP(
        "catalogue", "The suite “{name}” has no prompt in the languages asked for."
    ),
}

_GRIDS = {
    "bench_grid_unknown": QT_TRANSLATE_NOOP(
        "catalogue", "There are no settings “{name}”: it is neither a file nor one of {known}."
    ),
    "bench_needs_draft": QT_TRANSLATE_NOOP(
        "catalogue", "The settings “{setting}” need a draft model. Name one with --draft."
    ),
    "grid_unreadable": QT_TRANSLATE_NOOP("catalogue", "The settings file “{path}” cannot be read: {cause}."),
    "grid_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "“{path}” is larger than {most} MB, too large for a settings file."
    ),
    "grid_not_parsed": QT_TRANSLATE_NOOP("catalogue", "The settings file “{path}” is neither TOML nor JSON: {cause}."),
    "grid_no_settings": QT_TRANSLATE_NOOP(
        "catalogue", "The settings file “{path}” has no settings: a list “settings” is expected in it."
    ),
    "grid_not_a_table": QT_TRANSLATE_NOOP("catalogue", "Setting {index} in “{path}” is no table of keys and values."),
    "grid_setting_bad": QT_TRANSLATE_NOOP("catalogue", "Setting {index} in “{path}”: {problem}"),
    "grid_too_many": QT_TRANSLATE_NOOP("catalogue", "The settings file “{path}” comes to more than {most} settings."),
    "grid_name_twice": QT_TRANSLATE_NOOP("catalogue", "Two settings in “{path}” are called “{name}”."),
    "grid_key_unknown": QT_TRANSLATE_NOOP("catalogue", "“{key}” is none of {known}."),
    "grid_value_bad": QT_TRANSLATE_NOOP("catalogue", "“{key}” cannot be {value}."),
    "grid_value_out_of_range": QT_TRANSLATE_NOOP(
        "catalogue", "“{key}” is {value}, which is not between {least} and {most}."
    ),
    "grid_value_not_one_of": QT_TRANSLATE_NOOP("catalogue", "“{key}” is {value}, which is none of {allowed}."),
    "grid_min_above_max": QT_TRANSLATE_NOOP(
        "catalogue", "“draft_min” {least} is more than “draft_max” {most}, so nothing would ever be drafted."
    ),
}

_RUNS = {
    "bench_nothing_to_measure": QT_TRANSLATE_NOOP(
        "catalogue", "There is nothing to measure: name a model with --target, or a server with --endpoint."
    ),
    "bench_needs_suite": QT_TRANSLATE_NOOP("catalogue", "Name a suite with --suite: {known}, a file or a folder."),
    "bench_resume_alone": QT_TRANSLATE_NOOP(
        "catalogue", "--resume goes on with a run as it was begun, and takes no other options than --json."
    ),
    "bench_endpoint_name_twice": QT_TRANSLATE_NOOP("catalogue", "Two of what is compared are called “{name}”."),
    "bench_folder_taken": QT_TRANSLATE_NOOP(
        "catalogue", "The folder “{path}” holds a run already. Go on with it by --resume, or choose another folder."
    ),
    "bench_folder_in_use": QT_TRANSLATE_NOOP("catalogue", "Another Galley is at the run in “{path}” just now."),
    "bench_folder_no_run": QT_TRANSLATE_NOOP("catalogue", "The folder “{path}” holds no run that could be read."),
    "bench_folder_failed": QT_TRANSLATE_NOOP("catalogue", "The run's folder “{path}” cannot be used: {cause}."),
    "bench_file_unreadable": QT_TRANSLATE_NOOP("catalogue", "The file “{path}” cannot be read: {cause}."),
    "bench_changed": QT_TRANSLATE_NOOP(
        "catalogue",
        "The run in “{path}” cannot go on, because something is not as it was when it began ({what}). Begin a new one.",
    ),
    "bench_hashing": QT_TRANSLATE_NOOP("catalogue", "reading {file}: {percent} %"),
    "bench_progress": QT_TRANSLATE_NOOP("catalogue", "{done} of {total}, {setting}, {prompt}"),
    "bench_progress_left": QT_TRANSLATE_NOOP("catalogue", "{done} of {total}, {left} left: {setting}, {prompt}"),
    "bench_stopped": QT_TRANSLATE_NOOP(
        "catalogue", "Stopped after {done} of {total} replies. Go on with: galley bench --resume {path}"
    ),
    "bench_kept": QT_TRANSLATE_NOOP(
        "catalogue", "{done} of {total} replies are measured. Go on with: galley bench --resume {path}"
    ),
    "bench_all_failed": QT_TRANSLATE_NOOP("catalogue", "No reply could be measured. The first one: {error}"),
    "bench_report": QT_TRANSLATE_NOOP("catalogue", "Report: {path}"),
}

_ENDPOINTS = {
    "endpoint_not_an_address": QT_TRANSLATE_NOOP(
        "catalogue", "“{url}” is no address of a server. It looks like http://127.0.0.1:8080."
    ),
    "endpoint_not_here": QT_TRANSLATE_NOOP(
        "catalogue", "“{url}” is not on this machine. Only localhost is asked, so that no prompt leaves it."
    ),
    "endpoint_not_there": QT_TRANSLATE_NOOP("catalogue", "No server listens at {url}. Start it first."),
    "endpoint_unreachable": QT_TRANSLATE_NOOP("catalogue", "The server at {url} cannot be reached: {cause}."),
    "endpoint_silent": QT_TRANSLATE_NOOP(
        "catalogue", "The server at {url} was silent for {seconds} seconds. Wait longer with --endpoint-timeout."
    ),
    "endpoint_broke_off": QT_TRANSLATE_NOOP("catalogue", "The server at {url} broke off in the middle of its answer."),
    "endpoint_nonsense": QT_TRANSLATE_NOOP(
        "catalogue", "The server at {url} does not speak the OpenAI protocol. It said: {answer}"
    ),
    "endpoint_failed": QT_TRANSLATE_NOOP("catalogue", "The server at {url} failed: {answer}"),
    "endpoint_refused": QT_TRANSLATE_NOOP("catalogue", "The server at {url} refused (status {status}): {answer}"),
    "endpoint_says_nothing": QT_TRANSLATE_NOOP("catalogue", "The server at {url} answered without a single token."),
    "endpoint_never_ends": QT_TRANSLATE_NOOP(
        "catalogue", "The server at {url} goes on beyond the tokens that were asked for."
    ),
    "endpoint_all_at_once": QT_TRANSLATE_NOOP(
        "catalogue", "The server at {url} sent the whole reply at once, so that its speed cannot be measured."
    ),
    "endpoint_not_streamed": QT_TRANSLATE_NOOP(
        "catalogue", "The server at {url} does not stream and tells no timings, so that nothing can be measured."
    ),
}

_FOUND = {
    "language_en": QT_TRANSLATE_NOOP("catalogue", "English"),
    "language_nl": QT_TRANSLATE_NOOP("catalogue", "Dutch"),
    "bench_found_best": QT_TRANSLATE_NOOP(
        "catalogue",
        "Over the whole suite “{setting}” is fastest: {speedup:.2f} times as fast as without speculation "
        "({low:.2f} to {high:.2f}).",
    ),
    "bench_found_best_once": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{setting}” is fastest: {speedup:.2f} times as fast as without speculation, on a single prompt.",
    ),
    "bench_found_best_uncertain": QT_TRANSLATE_NOOP(
        "catalogue",
        "Over the whole suite “{setting}” is fastest, {speedup:.2f} times as fast as without speculation, but that "
        "may be chance ({low:.2f} to {high:.2f}).",
    ),
    "bench_found_no_gain": QT_TRANSLATE_NOOP(
        "catalogue",
        "Over the whole suite nothing is faster than no speculation, on this machine and with these models.",
    ),
    "bench_found_even": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{setting}” breaks even here when {percent:.0f} % of the proposed tokens are accepted; {accepted:.0f} % were. "
        "The rule of thumb says {rule_low:.0f} to {rule_high:.0f} %.",
    ),
    "bench_found_never_even": QT_TRANSLATE_NOOP(
        "catalogue",
        "“{setting}” would not break even here if every proposed token were accepted. The rule of thumb says "
        "{rule_low:.0f} to {rule_high:.0f} %.",
    ),
    "bench_found_kinds": QT_TRANSLATE_NOOP(
        "catalogue",
        "Most is gained on {most} ({most_speedup:.2f} times), least on {least} ({least_speedup:.2f} times).",
    ),
    "bench_found_language_less": QT_TRANSLATE_NOOP(
        "catalogue",
        "{language} is accepted {points:.0f} points less than {reference} with “{setting}” "
        "({low:+.0f} to {high:+.0f}).",
    ),
    "bench_found_language_more": QT_TRANSLATE_NOOP(
        "catalogue",
        "{language} is accepted {points:.0f} points more than {reference} with “{setting}” "
        "({low:+.0f} to {high:+.0f}).",
    ),
    "bench_found_language_same": QT_TRANSLATE_NOOP(
        "catalogue",
        "Between {language} and {reference} there is no certain difference in acceptance with “{setting}” "
        "({low:+.0f} to {high:+.0f} points).",
    ),
    "bench_found_temperature": QT_TRANSLATE_NOOP(
        "catalogue", "The gain of “{setting}” ends at a temperature of about {temperature:.2f}."
    ),
    "bench_found_any_temperature": QT_TRANSLATE_NOOP(
        "catalogue", "“{setting}” still gains at temperature {temperature:.2f}, the highest that was measured."
    ),
    "bench_found_no_temperature": QT_TRANSLATE_NOOP(
        "catalogue", "“{setting}” gains at none of the temperatures that were measured."
    ),
    "bench_found_texts": QT_TRANSLATE_NOOP(
        "catalogue", "{same} of {compared} replies are letter for letter what is written without speculation."
    ),
    "bench_found_failed_one": QT_TRANSLATE_NOOP("catalogue", "One reply failed and is left out; the table says why."),
    "bench_found_failed": QT_TRANSLATE_NOOP("catalogue", "{num} replies failed and are left out; the table says why."),
}

TEXTS: dict[str, str] = {**_SUITES, **_GRIDS, **_RUNS, **_ENDPOINTS, **_FOUND}
