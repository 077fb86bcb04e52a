"""Settings in the words of Galley's own command line, for sentences about what another program cannot be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS = {
    "mode": "speculation",
    "context_tokens": "context",
    "kv_type_k": "cache-type-k",
    "kv_type_v": "cache-type-v",
    "draft_kv_type_k": "draft-cache-type-k",
    "draft_kv_type_v": "draft-cache-type-v",
    "system_prompt": "system",
}


def not_expressed(program: str, settings: Mapping[str, Any], *, kept: bool) -> tuple[Notice, ...]:
    """The notice about settings that have no word there; none where there are none.

    Args:
        program: What the program is called.
        settings: By name.
        kept: Whether they stand in a comment that Galley reads.
    """
    if not settings:
        return ()
    shown = ", ".join(_shown(name, value) for name, value in settings.items())
    return (
        Notice("interop_kept_in_comment" if kept else "interop_not_expressed", {"program": program, "settings": shown}),
    )


def _shown(name: str, value: object) -> str:
    option = f"--{_WORDS.get(name, name.replace('_', '-'))}"
    if name in ("system_prompt", "stop", "logit_bias"):
        return option
    if isinstance(value, bool):
        return option if value else f"{option} off"
    if isinstance(value, list):
        return f"{option} {','.join(str(each) for each in value)}"
    return f"{option} auto" if value is None else f"{option} {value}"
