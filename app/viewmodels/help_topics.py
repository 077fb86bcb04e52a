"""Where in the guide a reason is explained: every code that badge and notices show, and the section that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.badge import BadgeKind

if TYPE_CHECKING:
    from app.viewmodels.badge import Badge

_SECTIONS: dict[str, tuple[str, ...]] = {
    "off#paused-no-gain": ("paused_no_gain", "paused_no_gain_yet"),
    "off#paused-credit": ("paused_credit",),
    "off#draft-too-dear": ("draft_too_dear",),
    "off#catch-up": ("catch_up_too_dear",),
    "off#no-draft": ("no_draft_model",),
    "off#own-limits": ("draft_min_above_max", "draft_max_zero"),
    "off#cannot-rewind": ("target_keeps_state", "target_cannot_rewind", "draft_cannot_rewind"),
    "off#draft-full": ("draft_context_full",),
    "off#draft-does-not-fit": (
        "draft_vocabulary_type",
        "draft_pre_tokenizer",
        "draft_vocabulary_size",
        "draft_token_differs",
        "draft_special_token",
        "draft_setting_differs",
        "plan_draft_unfit",
    ),
    "off#no-chat-model": (
        "model_cannot_chat",
        "model_is_projector",
        "model_is_embedding",
        "model_is_adapter",
        "model_is_trained_head",
        "model_is_other",
    ),
    "off#file-cannot-be-used": (
        "model_missing",
        "model_is_folder",
        "model_is_no_file",
        "model_not_allowed",
        "model_unreadable",
        "model_empty",
        "model_is_web_page",
        "model_is_pointer",
        "model_is_older_format",
        "model_not_gguf",
        "model_unsupported_version",
        "model_big_endian",
        "model_cut_short",
        "model_cut_in_description",
        "model_damaged",
        "model_damaged_value",
        "model_repeated_token",
        "model_reading_stopped",
    ),
    "off#parts-missing": (
        "model_not_first_part",
        "model_part_missing",
        "model_lacks_part",
        "model_lacks_parts",
        "model_part_renamed",
    ),
    "off#load-refused": ("model_not_loaded", "target_first", "no_model_loaded"),
    "off#engine-stopped": (
        "engine_killed",
        "engine_crashed_saying",
        "engine_crashed",
        "engine_ended",
        "engine_ended_saying",
        "decode_failed",
        "logits_not_finite",
        "tokenize_failed",
        "inspection_failed",
        "inspection_too_slow",
    ),
    "off#template": (
        "template_missing",
        "template_failed",
        "template_too_slow",
        "template_too_large",
        "template_crashed",
    ),
    "memory#too-little": ("not_enough_memory", "not_enough_memory_for_draft", "pair_memory_short", "pair_plan_short"),
    "memory#context": ("context_not_made", "context_no_memory", "context_too_large", "quantised_values_need_flash"),
    "memory#context-full": ("context_full", "prompt_too_long", "prompt_empty"),
    "memory#loaded-smaller": (
        "draft_no_room",
        "recovered_context",
        "recovered_cache_type",
        "recovered_layers",
        "recovered_draft_layers",
        "recovered_draft",
        "recovered_everything",
    ),
    "memory#squeezed": ("plan_squeezed",),
    "memory#planner": ("race_no_memory", "pair_test_no_memory"),
    "offline#administrators": (
        "policy_damaged",
        "policy_export",
        "policy_api",
        "policy_passphrase",
        "policy_folders",
        "policy_model",
    ),
    "api#trouble": ("server_port_taken", "server_not_listening", "server_address_unknown"),
}
_TOPICS = {code: topic for topic, codes in _SECTIONS.items() for code in codes}
_KINDS = {
    BadgeKind.OFF: "off#switched-off",
    BadgeKind.NO_DRAFT: "off#no-draft",
    BadgeKind.SLOWER: "speed#slower",
    BadgeKind.STOPPED: "off#engine-stopped",
    BadgeKind.PAUSED: "off#paused-no-gain",
}


def topic_of(code: str) -> str:
    """The section that explains a code of the catalogue; empty where there is nothing more to say."""
    return _TOPICS.get(code, "")


def topic_of_badge(badge: Badge) -> str:
    """The section that explains why speculation is off, paused or slower; empty while all is well."""
    usual = _KINDS.get(badge.kind, "")
    return usual if badge.kind is BadgeKind.SLOWER else topic_of(badge.code) or usual


def topics() -> frozenset[str]:
    """Every section that a reason leads to."""
    return frozenset((*_SECTIONS, *_KINDS.values()))
