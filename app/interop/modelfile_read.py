"""Reads an Ollama Modelfile; a model that Ollama keeps itself is found by its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.interop.collector import Collector
from app.interop.llama_cpp_read import unescaped
from app.interop.modelfile import instructions
from app.interop.ollama_blobs import find_blob
from app.interop.paths import is_model_file
from app.interop.reading import read_path
from app.interop.values import ForeignSettings, Program

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.interop.modelfile import Instruction
    from app.interop.paths import Paths

_PARAMETERS = {
    "temperature": "temperature",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "seed": "seed",
    "num_ctx": "context_tokens",
    "num_predict": "max_tokens",
    "num_gpu": "gpu_layers",
    "num_thread": "threads",
    "repeat_penalty": "repeat_penalty",
    "repeat_last_n": "penalty_last_n",
    "presence_penalty": "presence_penalty",
    "frequency_penalty": "frequency_penalty",
    "use_mmap": "use_mmap",
    "use_mlock": "use_mlock",
    "num_draft": "draft_max",
    "draft_num_predict": "draft_max",
    "draft_num_gpu": "draft_gpu_layers",
}
_REASONS = dict.fromkeys(("num_batch", "num_keep"), "interop_batches")
_REASONS |= dict.fromkeys(("mirostat", "mirostat_eta", "mirostat_tau", "tfs_z", "typical_p"), "interop_no_sampler")
_REASONS |= dict.fromkeys(("main_gpu", "low_vram", "numa"), "interop_placement")
_REASONS |= dict.fromkeys(("f16_kv", "num_gqa", "penalize_newline", "logits_all", "vocab_only"), "interop_not_here")
_REASONS |= dict.fromkeys(("rope_frequency_base", "rope_frequency_scale", "embedding_only"), "interop_rope")
_INSTRUCTIONS = {
    "TEMPLATE": "interop_template",
    "RENDERER": "interop_template",
    "PARSER": "interop_template",
    "ADAPTER": "interop_adapter",
    "LICENSE": "interop_not_here",
    "MESSAGE": "interop_prompt",
    "REQUIRES": "interop_not_here",
}
_NAME = re.compile(r"(?:[\w.-]+(?::\d+)?/){0,3}[\w.-]+(?::[\w.-]+)?")
_COMMENTED = re.compile(r"^#[ \t]*FROM[ \t]+(\S+)[ \t]*$", re.MULTILINE)


def read_modelfile(text: str, paths: Paths, stores: Iterable[Path] = ()) -> ForeignSettings:
    """What a Modelfile says.

    Args:
        text: The file's.
        paths: Relative names are relative to the file's folder.
        stores: Ollama's folders of models.
    """
    return _Reader(text, paths, tuple(stores)).read()


class _Reader:
    """Follows one file."""

    def __init__(self, text: str, paths: Paths, stores: tuple[Path, ...]) -> None:
        self._text = text
        self._paths = paths
        self._stores = stores
        self._collector = Collector(Program.OLLAMA)
        self._draft_option = ""

    def read(self) -> ForeignSettings:
        """Instruction by instruction."""
        for each in instructions(self._text):
            self._take(each)
        if self._draft_option and (self._collector.is_named("draft")):
            self._collector.take(self._draft_option, "", "mode", lambda _: "draft")
        return self._collector.finish()

    def _take(self, each: Instruction) -> None:
        collector, keyword, value = self._collector, each.keyword, each.value
        if not keyword:
            collector.ignore(each.written, value, "interop_unknown")
        elif not each.closed:
            collector.ignore(each.written, value, "interop_quote_open")
        elif keyword == "FROM":
            self._take_model(each.written, value, "target")
        elif keyword == "DRAFT":
            self._take_model(each.written, value, "draft")
        elif keyword == "SYSTEM":
            collector.take(each.written, value.strip("\n"), "system_prompt")
        elif keyword == "PARAMETER":
            self._take_parameter(each)
        else:
            collector.ignore(each.written, f"{each.name} {value}".strip(), _INSTRUCTIONS[keyword])

    def _take_parameter(self, each: Instruction) -> None:
        collector, name, value = self._collector, each.name, each.value
        option = f"{each.written} {name}"
        if name == "stop":
            collector.take_stop(option, unescaped(value) if each.quoted else value)
        elif name == "draft_model":
            self._take_model(option, value, "draft")
        elif name == "use_mmap" and value.strip().lower() in ("", "null"):
            collector.ignore(option, value, "interop_as_here")
        elif name == "num_thread" and value.strip() == "0":
            collector.take(option, value, "threads", lambda _: None)
        elif name in _PARAMETERS:
            collector.take(option, value, _PARAMETERS[name])
        else:
            collector.ignore(option, value, _REASONS.get(name, "interop_unknown"))

    def _take_model(self, option: str, value: str, role: str) -> None:
        collector = self._collector
        if role == "draft":
            self._draft_option = option
        if is_model_file(value) and not _is_registry(value):
            path = self._paths.resolve(value)
            collector.take(option, value, role, lambda _: read_path(self._known(path) if role == "target" else path))
            return
        if not _NAME.fullmatch(value) or value.startswith((".", "/", "~")):
            code = "interop_no_path" if not value.strip() else "interop_not_gguf"
            collector.hint(role, value)
            collector.ignore(option, value, code)
            return
        found = find_blob(value, self._stores)
        collector.hint(role, value)
        if found is None:
            collector.ignore(option, value, "interop_ollama_absent", name=value)
        else:
            collector.take(option, value, role, lambda _: str(found))

    def _known(self, path: str) -> str:
        """A blob of another machine, named in the comment that Ollama writes above it, is looked up here."""
        commented = _COMMENTED.search(self._text)
        if commented is None or "sha256" not in path:
            return path
        self._collector.hint("target", commented[1])
        here = find_blob(commented[1], self._stores)
        return path if here is None or _exists(path) else str(here)


def _is_registry(value: str) -> bool:
    """`hf.co/owner/name:Q4_K_M` and its like are names, whatever they end with."""
    return re.match(r"(?:https?://)?(?:hf\.co|huggingface\.co|registry\.|ollama\.com)", value) is not None


def _exists(path: str) -> bool:
    try:
        with open(path, "rb"):
            return True
    except (OSError, ValueError):
        return False
