"""Reads a command that starts Ollama: the variables that its server goes by, and the model that is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.interop.collector import Collector
from app.interop.ollama_blobs import find_blob
from app.interop.values import ForeignSettings, Program

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.interop.command_line import CommandLine

_VARIABLES = {
    "OLLAMA_CONTEXT_LENGTH": ("context_tokens",),
    "OLLAMA_FLASH_ATTENTION": ("flash_attention",),
    "OLLAMA_KV_CACHE_TYPE": ("kv_type_k", "kv_type_v"),
}


def read_ollama(command: CommandLine, stores: Iterable[Path] = ()) -> ForeignSettings:
    """What a command line says; `stores` are Ollama's folders of models."""
    collector = Collector(Program.OLLAMA)
    for name, value in command.environment.items():
        for setting in _VARIABLES.get(name, ()):
            collector.take(name, value, setting)
        if name.startswith("OLLAMA_") and name not in _VARIABLES:
            collector.ignore(name, value, "interop_server")
    words = [word.text for word in command.words]
    if words[:1] == ["run"]:
        _take_model(collector, [word for word in words[1:] if not word.startswith("-")], stores)
        for word in words[1:]:
            if word.startswith("-"):
                collector.ignore(word, "", "interop_unknown")
    return collector.finish()


def _take_model(collector: Collector, names: list[str], stores: Iterable[Path]) -> None:
    """The model is the first word; what follows is said to it."""
    if not names:
        return
    name = names[0]
    found = find_blob(name, stores)
    collector.hint("target", name)
    if found is None:
        collector.ignore("run", name, "interop_ollama_absent", name=name)
    else:
        collector.take("run", name, "target", lambda _: str(found))
    for text in names[1:]:
        collector.ignore("run", text, "interop_prompt")
