"""Writes a pair and its settings as a line that starts llama.cpp's server, with the option names of its age.

Every setting whose default differs between the two programs is written out, so that both do the same.
"""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Any

from app.errors import Notice, UserError
from app.interop.command_line import CommandLine
from app.interop.llama_cpp_read import read_llama_cpp
from app.interop.own_note import missing
from app.interop.paths import Paths
from app.interop.settings import defaults, without_effect
from app.interop.shell_words import Word
from app.interop.values import Exported, LlamaCppVersion, Program
from app.interop.words import not_expressed

if TYPE_CHECKING:
    from app.interop.values import ForeignSettings

_NEW = LlamaCppVersion.NEW
_ALL_LAYERS = "999"
"""For builds that know no `all`."""
_LARGEST_SEED = 2**32 - 2
_SMALLEST = 1e-37
"""Of the numbers that fit into 32 bits: llama.cpp refuses smaller ones."""
_LOAD_MODES = {(False, False): "none", (False, True): "mlock", (True, True): "mmap+mlock"}
_QUANTISED = ("q8_0", "q5_1", "q5_0", "q4_1", "q4_0")


def write_llama_cpp(settings: ForeignSettings, version: LlamaCppVersion = LlamaCppVersion.NEW) -> Exported:
    """A command for the Unix shells, which runs as it stands, and what it cannot say.

    Raises:
        UserError: `interop_nothing_to_write` where no target is named.
    """
    writer = _Writer(settings, version)
    groups = writer.groups()
    command = " \\\n  ".join(" ".join(shlex.quote(word) for word in group) for group in groups)
    words = [Word(word, quoted=True) for group in groups[1:] for word in group]
    read = read_llama_cpp(CommandLine(Program.LLAMA_CPP, tuple(words), environment=writer.environment), Paths())
    lacking = {name: value for name, value in missing(settings, read).items() if name not in writer.meant}
    notes = [*not_expressed("llama.cpp", lacking, kept=False), *writer.notes]
    prefix = "".join(f"{name}={value} " for name, value in writer.environment.items())
    return Exported(f"{prefix}{command}\n", tuple(notes))


class _Writer:
    """Makes groups of words, one for each line."""

    def __init__(self, settings: ForeignSettings, version: LlamaCppVersion) -> None:
        if settings.target is None:
            raise UserError("interop_nothing_to_write")
        self._settings = settings
        self._is_new = version is _NEW
        self._values = {**defaults(), **settings.values()}
        self.environment: dict[str, str] = {}
        self.notes: list[Notice] = []
        self.meant = {"target", "draft", "system_prompt"}
        """Settings that are said in other words than they are read back by, or by a note of their own."""
        self.meant |= without_effect({**self._values, "draft": settings.draft})

    def groups(self) -> list[list[str]]:
        """The program, then an option and its value each."""
        target = os.path.abspath(self._settings.target or "")
        found = [["llama-server"], ["-m", target], ["-c", self._number("context_tokens")], ["-np", "1"]]
        found += self._placement() + self._speculation() + self._sampling()
        found += [["-r", _escaped(stop)] for stop in self._settings.stop]
        if self._values["max_tokens"] is not None:
            found.append(["-n", self._number("max_tokens")])
        if self._settings.system_prompt:
            self.notes.append(Notice("interop_system_by_request"))
        return found

    def _placement(self) -> list[list[str]]:
        values = self._values
        found: list[list[str]] = []
        layers = values["gpu_layers"]
        if layers is not None:
            found.append(["-ngl", self._layers(layers)])
        elif not self._is_new:
            self.notes.append(Notice("interop_old_layers"))
        if values["devices"]:
            found.append(["-dev", ",".join(values["devices"])])
        if values["split"]:
            found.append(["-ts", ",".join(f"{share:g}" for share in values["split"])])
        for setting, option in (("kv_type_k", "-ctk"), ("kv_type_v", "-ctv")):
            if values[setting] != "f16":
                found.append([option, values[setting]])
        found += self._flash_attention()
        if values["threads"] is not None:
            found.append(["-t", self._number("threads")])
        mapped, locked = values["use_mmap"], values["use_mlock"]
        if self._is_new and (mapped, locked) in _LOAD_MODES:
            found.append(["--load-mode", _LOAD_MODES[mapped, locked]])
        elif not self._is_new:
            found += [["--no-mmap"]] * (not mapped) + [["--mlock"]] * locked
        return found

    def _flash_attention(self) -> list[list[str]]:
        """Old builds want a bare switch or a value, depending on their month; all of them read the variable."""
        wanted = self._values["flash_attention"]
        if self._is_new:
            return [] if wanted is None else [["-fa", "on" if wanted else "off"]]
        if wanted is None and self._values["kv_type_v"] in _QUANTISED:
            self.meant.add("flash_attention")
            wanted = True  # a quantised cache of values needs it, and old builds do not choose it themselves
        if wanted is not None:
            self.environment["LLAMA_ARG_FLASH_ATTN"] = "1" if wanted else "0"
        return []

    def _speculation(self) -> list[list[str]]:
        values, mode, draft = self._values, self._values["mode"], self._settings.draft
        drafts = draft is not None and mode in ("auto", "draft")
        looks_up = mode in ("auto", "lookup")
        found: list[list[str]] = []
        if drafts:
            found.append(["-md", os.path.abspath(draft or "")])
        elif draft is not None:
            self.notes.append(Notice("interop_draft_left_out"))
        if self._is_new:
            kinds = ["draft-simple"] * drafts + ["ngram-simple"] * looks_up
            found.append(["--spec-type", ",".join(kinds) or "none"])
        elif looks_up and not drafts:
            self.notes.append(Notice("interop_old_lookup"))
            self.meant |= {"mode", "draft_max", "draft_min"}
        elif not drafts:
            self.meant.add("mode")  # without a draft model there is no speculation
        if drafts:
            found += self._draft_options()
        if looks_up and self._is_new and values["draft_max"] >= 1:
            found.append(["--spec-ngram-simple-size-m", self._number("draft_max")])
        return found

    def _draft_options(self) -> list[list[str]]:
        values, new = self._values, self._is_new
        found: list[list[str]] = []
        if values["draft_gpu_layers"] is not None:
            found.append(["-ngld", self._layers(values["draft_gpu_layers"])])
        if not new:
            found.append(["-cd", self._number("context_tokens")])
        for setting, option in (("draft_kv_type_k", "-ctkd"), ("draft_kv_type_v", "-ctvd")):
            if values[setting] != "f16":
                found.append([option, values[setting]])
        found.append(["--spec-draft-n-max" if new else "--draft-max", self._number("draft_max")])
        found.append(["--spec-draft-n-min" if new else "--draft-min", self._number("draft_min")])
        found.append(["--spec-draft-p-min" if new else "--draft-p-min", self._number("draft_p_min")])
        return found

    def _sampling(self) -> list[list[str]]:
        values = self._values
        found = [["--temp", self._number("temperature")], ["--top-k", self._number("top_k")]]
        found += [["--top-p", self._number("top_p")], ["--min-p", self._number("min_p")]]
        if values["seed"] is not None and values["seed"] <= _LARGEST_SEED:
            found.append(["-s", self._number("seed")])
        penalties = [name for name in ("repeat_penalty", "presence_penalty", "frequency_penalty") if self._is_set(name)]
        found += [[f"--{name.replace('_', '-')}", self._number(name)] for name in penalties]
        if penalties and self._is_set("penalty_last_n"):
            found.append(["--repeat-last-n", self._back("penalty_last_n")])
        if self._is_set("dry_multiplier"):
            found += [["--dry-multiplier", self._number("dry_multiplier")], ["--dry-base", self._number("dry_base")]]
            found.append(["--dry-allowed-length", self._number("dry_allowed_length")])
            found.append(["--dry-penalty-last-n", self._back("dry_penalty_last_n")])
        for token, bias in values["logit_bias"]:
            found.append(["-l", f"{token}{_real(bias) if bias < 0 else f'+{_real(bias)}'}"])
        return found

    def _is_set(self, name: str) -> bool:
        return bool(self._values[name] != defaults()[name])

    def _back(self, name: str) -> str:
        """How far penalties look back; new builds know no -1 for the whole context."""
        if self._values[name] == -1 and self._is_new and self._values["context_tokens"]:
            self.meant.add(name)
            return self._number("context_tokens")
        return self._number(name)

    def _layers(self, layers: int) -> str:
        if layers == -1:
            self.meant |= set() if self._is_new else {"gpu_layers", "draft_gpu_layers"}
            return "all" if self._is_new else _ALL_LAYERS
        return str(layers)

    def _number(self, name: str) -> str:
        return _real(self._values[name])


def _real(value: Any) -> str:  # noqa: ANN401 - numbers of both kinds
    if isinstance(value, int):
        return f"{value}"
    return "0" if abs(value) < _SMALLEST else f"{value:.10g}"


def _escaped(text: str) -> str:
    r"""llama.cpp reads `\n` and its like in stop texts."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
