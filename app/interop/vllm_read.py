"""Reads the arguments of vLLM's server: the old flags for speculation, and the one JSON that took their place."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.interop.collector import Collector
from app.interop.options import walk
from app.interop.paths import is_model_file
from app.interop.reading import read_path, read_whole
from app.interop.values import ForeignSettings, Program
from app.interop.vllm_options import DRAFT_METHODS, GENERATION, LOOKUP_METHODS, OPTIONS
from app.settings.engine_schema import MAX_CONTEXT_TOKENS

if TYPE_CHECKING:
    from app.interop.command_line import CommandLine
    from app.interop.options import Said
    from app.interop.paths import Paths

_UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_DRAFT_CONFIG = "--speculative-config."
_KV_TYPES = {"float16": "f16", "half": "f16", "bfloat16": "bf16", "float32": "f32", "float": "f32"}
_CONFIG_REASONS = {
    "prompt_lookup_max": "interop_lookup_own",
    "prompt_lookup_min": "interop_lookup_own",
    "draft_tensor_parallel_size": "interop_placement",
    "max_model_len": "interop_context_shared",
    "quantization": "interop_file_decides",
    "revision": "interop_file_decides",
    "disable_by_batch_size": "interop_one_at_a_time",
    "acceptance_method": "interop_checking",
    "rejection_sample_method": "interop_checking",
    "draft_sample_method": "interop_checking",
    "posterior_threshold": "interop_checking",
    "posterior_alpha": "interop_checking",
}


def read_vllm(command: CommandLine, paths: Paths) -> ForeignSettings:
    """What a command line says."""
    return _Reader(paths).read(command)


class _Reader:
    """Follows one command line."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._collector = Collector(Program.VLLM)
        self._speculation: dict[str, tuple[str, str]] = {}
        """What is said about speculation, by the JSON's names: the option that said it, and the value."""

    def read(self, command: CommandLine) -> ForeignSettings:
        """Option by option; the model may also stand by itself, and is meant to come first."""
        for said in walk(command.words, OPTIONS):
            self._take(said)
        self._settle_speculation()
        for name in command.others:
            self._collector.ignore(name, "", "interop_other_command")
        return self._collector.finish()

    def _take(self, said: Said) -> None:
        collector, option = self._collector, said.option
        if option is None:
            if said.written.startswith(("-", "–", "—")):
                collector.ignore(said.written, said.value, "interop_unknown")
            elif collector.is_named("target"):
                collector.ignore(said.written, "", "interop_loose_word")
            elif said.open:
                collector.ignore(said.written, "", "interop_shell_value", value=said.open)
            else:
                self._take_model("MODEL", said.written, "target")
        elif not said.complete:
            collector.ignore(said.written, "", "interop_value_missing")
        elif option.reason:
            collector.ignore(said.written, said.value, option.reason)
        elif said.open:
            collector.ignore(said.written, said.value, "interop_shell_value", value=said.open)
        else:
            self._take_known(said, option.name)

    def _take_known(self, said: Said, name: str) -> None:
        collector, written, value = self._collector, said.written, said.value
        if name.startswith(_DRAFT_CONFIG):
            self._speculation[name.removeprefix(_DRAFT_CONFIG).replace("-", "_")] = (written, value)
            return
        match name:
            case "--model":
                self._take_model(written, value, "target")
            case "--max-model-len":
                self._take_context(written, value)
            case "--seed":
                collector.take(written, value, "seed")
            case "--max-tokens":
                collector.take(written, value, "max_tokens")
            case "--device":
                collector.ignore(written, value, "interop_placement")
            case "--kv-cache-dtype":
                self._take_kv_type(written, value)
            case "--speculative-model":
                self._speculation["model"] = (written, value)
            case "--num-speculative-tokens":
                self._speculation["num_speculative_tokens"] = (written, value)
            case "--ngram-prompt-lookup-max" | "--ngram-prompt-lookup-min":
                self._speculation[name.removeprefix("--ngram-").replace("-", "_")] = (written, value)
            case "--speculative-config":
                for key, content in self._object(written, value).items():
                    self._speculation[key] = (f"{written} {key}", _text(content))
            case _:
                self._take_generation(written, value)

    def _take_model(self, option: str, value: str, role: str) -> None:
        if is_model_file(value):
            path = self._paths.resolve(value)
            self._collector.take(option, value, role, lambda _: read_path(path))
        else:
            self._collector.hint(role, value)
            self._collector.ignore(
                option, value, "interop_not_gguf" if value.startswith(("/", ".", "~")) else "interop_download"
            )

    def _take_context(self, option: str, value: str) -> None:
        if value.strip().lower() in ("auto", "-1"):
            self._collector.take(option, value, "context_tokens", lambda _: 0)
        else:
            self._collector.take(option, value, "context_tokens", _length)

    def _take_kv_type(self, option: str, value: str) -> None:
        word = value.strip().lower()
        if word == "auto":
            self._collector.ignore(option, value, "interop_as_here")
        elif word in _KV_TYPES:
            for setting in ("kv_type_k", "kv_type_v"):
                self._collector.take(option, value, setting, lambda _: _KV_TYPES[word])
        else:
            self._collector.ignore(option, value, "interop_kv_type")

    def _take_generation(self, option: str, value: str) -> None:
        for key, content in self._object(option, value).items():
            name = f"{option} {key}"
            if key in GENERATION:
                self._collector.take(name, _text(content), GENERATION[key])
            else:
                self._collector.ignore(name, _text(content), "interop_unknown")

    def _object(self, option: str, value: str) -> dict[str, Any]:
        """The JSON object that an option gives; quotes that were escaped once too often are forgiven."""
        for text in (value, value.replace('\\"', '"')):
            try:
                content = json.loads(text)
            except (ValueError, RecursionError):
                continue
            if isinstance(content, dict):
                return content
        self._collector.ignore(option, value, "interop_not_json")
        return {}

    def _settle_speculation(self) -> None:
        said = dict(self._speculation)
        method_option, method = said.pop("method", ("", ""))
        model_option, model = said.pop("model", ("", ""))
        tokens_option, tokens = said.pop("num_speculative_tokens", ("", ""))
        for key, (option, value) in said.items():
            reason = "interop_lookup_own" if key.startswith("suffix_") else "interop_drafting"
            self._collector.ignore(option, value, _CONFIG_REASONS.get(key, reason))
        kind = method.strip().lower() or ("ngram" if model.strip().lower() in LOOKUP_METHODS else "")
        option = method_option or model_option
        if kind in LOOKUP_METHODS:
            self._collector.take(option, method or model, "mode", lambda _: "lookup")
        elif kind in DRAFT_METHODS or (not kind and model):
            self._collector.take(option, method or model, "mode", lambda _: "draft")
            if model:
                self._take_model(model_option, model, "draft")
        elif kind:
            self._collector.ignore(method_option.split()[0], f"{method} {model}".strip(), "interop_head")
            return
        if tokens_option:
            self._collector.take(tokens_option, tokens, "draft_max")


def _length(text: str) -> int:
    """Tokens, also as `32k` (thousands) or `32K` (times 1024).

    Raises:
        UserError: `interop_not_whole` or `interop_out_of_range`.
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)([kmgKMG]?)\s*", text)
    if found is None:
        raise UserError("interop_not_whole", value=text)
    return read_whole(f"{float(found[1]) * _UNITS[found[2]]:.0f}", 1, MAX_CONTEXT_TOKENS)


def _text(content: object) -> str:
    """A JSON value as it is written."""
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
