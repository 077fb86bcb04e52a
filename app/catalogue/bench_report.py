"""Texts of the lab's report: headings, what stands under them, and the names of columns."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

_FRAME = {
    "bench_page_title": QT_TRANSLATE_NOOP("catalogue", "Galley: what speculation gains here"),
    "bench_page_kicker": QT_TRANSLATE_NOOP("catalogue", "Speculative decoding, measured"),
    "bench_page_subtitle": QT_TRANSLATE_NOOP("catalogue", "Suite “{suite}” on {machine}, {date}"),
    "bench_page_partial": QT_TRANSLATE_NOOP(
        "catalogue", "This run is not complete: {measured} of {total} replies are measured. All figures are of those."
    ),
    "bench_page_difference": QT_TRANSLATE_NOOP("catalogue", "{value} ({low} to {high})"),
    "bench_page_footer": QT_TRANSLATE_NOOP(
        "catalogue",
        "Measured and written by Galley {version}. This page is one file; it loads nothing and sends nothing.",
    ),
    "bench_page_tile_speedup": QT_TRANSLATE_NOOP("catalogue", "as fast as without"),
    "bench_page_tile_rate": QT_TRANSLATE_NOOP("catalogue", "tokens a second, median"),
    "bench_page_tile_acceptance": QT_TRANSLATE_NOOP("catalogue", "of proposed tokens accepted"),
    "bench_page_tile_tau": QT_TRANSLATE_NOOP("catalogue", "tokens per target pass (τ)"),
    "bench_page_tile_even": QT_TRANSLATE_NOOP("catalogue", "accepted at break-even"),
}

_SECTIONS = {
    "bench_page_settings": QT_TRANSLATE_NOOP("catalogue", "Speed-up by setting"),
    "bench_page_settings_caption": QT_TRANSLATE_NOOP(
        "catalogue",
        "Decoding speed against the same prompts without speculation (dashed line). Dots are geometric means over the "
        "prompts, bars hold the mean with 95 % confidence.",
    ),
    "bench_page_kinds": QT_TRANSLATE_NOOP("catalogue", "Best setting by kind of text and language"),
    "bench_page_kinds_caption": QT_TRANSLATE_NOOP(
        "catalogue",
        "The fastest setting for each; “off” where nothing is faster. What is just as good by the measure of the "
        "intervals stands beside it.",
    ),
    "bench_page_even": QT_TRANSLATE_NOOP("catalogue", "Acceptance against break-even"),
    "bench_page_even_caption": QT_TRANSLATE_NOOP(
        "catalogue",
        "Speculation pays where more of the proposed tokens are accepted than at break-even, which was measured: what "
        "a round took more than a token without speculation, per proposed token.",
    ),
    "bench_page_positions": QT_TRANSLATE_NOOP("catalogue", "Acceptance by position"),
    "bench_page_positions_caption": QT_TRANSLATE_NOOP(
        "catalogue", "How often the first, second, third … proposed token of a round was accepted, where there was one."
    ),
    "bench_page_position": QT_TRANSLATE_NOOP("catalogue", "position in the proposal"),
    "bench_page_temperature": QT_TRANSLATE_NOOP("catalogue", "Where temperature ends the gain"),
    "bench_page_temperature_caption": QT_TRANSLATE_NOOP(
        "catalogue", "Speed-up by temperature, each against no speculation at the same temperature and seed."
    ),
    "bench_page_temperature_axis": QT_TRANSLATE_NOOP("catalogue", "temperature"),
    "bench_page_languages": QT_TRANSLATE_NOOP("catalogue", "Language against language"),
    "bench_page_languages_caption": QT_TRANSLATE_NOOP(
        "catalogue",
        "Differences with 95 % intervals, kind of text by kind of text. One that includes 0 may be chance.",
    ),
    "bench_page_costs": QT_TRANSLATE_NOOP("catalogue", "Where the time goes"),
    "bench_page_costs_caption": QT_TRANSLATE_NOOP("catalogue", "Shares of decoding, in per cent."),
    "bench_page_table": QT_TRANSLATE_NOOP("catalogue", "All settings"),
    "bench_page_table_caption": QT_TRANSLATE_NOOP(
        "catalogue",
        "Speeds are medians over the prompts, speed-ups geometric means with 95 % intervals. Total is from the request "
        "to the last token, both prefills counted. Every single reply stands in rows.csv and report.json.",
    ),
    "bench_page_repeat": QT_TRANSLATE_NOOP("catalogue", "How it was measured, and how to repeat it"),
    "bench_page_repeat_caption": QT_TRANSLATE_NOOP("catalogue", "Files are known by their SHA-256."),
    "bench_page_method": QT_TRANSLATE_NOOP(
        "catalogue",
        "Each prompt is answered under every setting in turn, in an order that rotates, and without speculation beside "
        "them. Before each reply the caches are emptied. A reply ends after {tokens} tokens at the latest "
        "(repeats: {repeat}, seeds from {seed} on); repeats come down to their median. After each load a short reply "
        "goes unmeasured. Servers are asked one reply at a time, with the same prompts, temperature and seed.",
    ),
    "bench_page_compared": QT_TRANSLATE_NOOP("catalogue", "Settings as they were compared"),
    "bench_page_compared_caption": QT_TRANSLATE_NOOP("catalogue", "Saved as a file, this is what --settings takes."),
}

_COLUMNS = {
    "bench_page_setting": QT_TRANSLATE_NOOP("catalogue", "Setting"),
    "bench_page_prompts": QT_TRANSLATE_NOOP("catalogue", "Prompts"),
    "bench_page_rate": QT_TRANSLATE_NOOP("catalogue", "Tokens/s"),
    "bench_page_speedup": QT_TRANSLATE_NOOP("catalogue", "Speed-up"),
    "bench_page_total_speedup": QT_TRANSLATE_NOOP("catalogue", "In total"),
    "bench_page_acceptance": QT_TRANSLATE_NOOP("catalogue", "Accepted"),
    "bench_page_tau": QT_TRANSLATE_NOOP("catalogue", "τ"),
    "bench_page_break_even": QT_TRANSLATE_NOOP("catalogue", "Break-even"),
    "bench_page_first_token": QT_TRANSLATE_NOOP("catalogue", "First token"),
    "bench_page_category": QT_TRANSLATE_NOOP("catalogue", "Kind"),
    "bench_page_language": QT_TRANSLATE_NOOP("catalogue", "Language"),
    "bench_page_best": QT_TRANSLATE_NOOP("catalogue", "Best setting"),
    "bench_page_as_good": QT_TRANSLATE_NOOP("catalogue", "Just as good"),
    "bench_page_accepted": QT_TRANSLATE_NOOP("catalogue", "accepted"),
    "bench_page_even_mark": QT_TRANSLATE_NOOP("catalogue", "break-even"),
    "percents": QT_TRANSLATE_NOOP("catalogue", "{number} %"),
    "bench_page_band": QT_TRANSLATE_NOOP("catalogue", "shaded: the rule of thumb, 35 to 40 %"),
    "bench_page_against": QT_TRANSLATE_NOOP("catalogue", "{language} against {reference}"),
    "bench_page_gap_acceptance": QT_TRANSLATE_NOOP("catalogue", "Acceptance, points"),
    "bench_page_gap_speed": QT_TRANSLATE_NOOP("catalogue", "Speed-up, difference"),
    "bench_page_draft_share": QT_TRANSLATE_NOOP("catalogue", "proposing"),
    "bench_page_verify_share": QT_TRANSLATE_NOOP("catalogue", "the target's passes"),
    "bench_page_own_share": QT_TRANSLATE_NOOP("catalogue", "outside the models"),
}

TEXTS: dict[str, str] = {**_FRAME, **_SECTIONS, **_COLUMNS}
