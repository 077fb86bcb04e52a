"""Reads a command line of llama.cpp's programs: old and new names alike, and the variables that stand for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.interop.collector import Collector
from app.interop.llama_cpp_options import OPTIONS, SETTING_OF, VARIABLES
from app.interop.options import Arity, Option, Said, lookup, walk
from app.interop.reading import read_flash, read_path, read_switch
from app.interop.sampler_order import take_samplers
from app.interop.values import ForeignSettings, Program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.interop.command_line import CommandLine
    from app.interop.paths import Paths

_LOAD_MODES = {"none": (False, False), "mmap": (True, False), "mlock": (False, True), "mmap+mlock": (True, True)}
_HEADS = ("draft-mtp", "draft-eagle3", "draft-dflash", "draft-dspark", "mtp", "eagle3", "dflash")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "'": "'", '"': '"', "\\": "\\"}
_PARTS = {"draft": ("--spec-draft-hf",), "target": ("--docker-repo", "--hf-repo", "--hf-file")}
"""The options whose values name a model together."""
_HANDLES = ("LLAMA_", "HF_TOKEN")


def read_llama_cpp(command: CommandLine, paths: Paths) -> ForeignSettings:
    """What a command line says."""
    return _Reader(paths).read(command)


class _Reader:
    """Follows one command line."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._collector = Collector(Program.LLAMA_CPP)
        self._escapes = True
        self._samplers: Said | None = None
        self._drafters: list[str] | None = None
        self._lengths: list[Said] = []
        self._repository: dict[str, str] = {}
        self._draft_option = ""
        """That which named the draft model."""

    def read(self, command: CommandLine) -> ForeignSettings:
        """Variables first: llama.cpp lets the options overrule them."""
        said = [*self._variables(command), *walk(command.words, OPTIONS)]
        self._escapes = not any(each.option is not None and each.option.name == "--no-escape" for each in said)
        for each in said:
            self._take(each)
        if (order := self._samplers) is not None and order.option is not None:
            letters = order.option.name == "--sampler-seq"
            take_samplers(self._collector, order.written, order.value, letters=letters)
        self._name_downloads()
        self._settle_drafting()
        if command.name == "llama-lookup" and not self._collector.is_named("mode"):
            self._collector.take(command.name, "", "mode", lambda _: "lookup")
        for name in command.others:
            self._collector.ignore(name, "", "interop_other_command")
        return self._collector.finish()

    def _variables(self, command: CommandLine) -> Iterator[Said]:
        for name, value in command.environment.items():
            if not name.startswith(_HANDLES):
                continue
            spelled = name.removeprefix("LLAMA_ARG_")
            guess = f"--{spelled.lower().replace('_', '-')}"
            option = lookup(VARIABLES.get(name, guess), OPTIONS)
            if option is not None and option.arity is Arity.NONE and value.lower() in ("0", "off", "false", ""):
                continue  # a switch that is not on
            yield Said(name, option, value)

    def _take(self, said: Said) -> None:
        collector, option = self._collector, said.option
        if option is None:
            code = "interop_unknown" if said.written.startswith(("-", "–", "—", "LLAMA_")) else "interop_loose_word"
            collector.ignore(said.written, said.value, code)
        elif not said.complete:
            collector.ignore(said.written, "", "interop_value_missing")
        elif option.reason:
            collector.ignore(said.written, said.value, option.reason)
        elif said.open:
            collector.ignore(said.written, said.value, "interop_shell_value", value=said.open)
            role = SETTING_OF.get(option.name, "")
            if role in ("target", "draft"):
                collector.hint(role, said.value)
        elif option.name in SETTING_OF:
            self._take_setting(said, SETTING_OF[option.name])
        else:
            self._take_special(said, option)

    def _take_setting(self, said: Said, setting: str) -> None:
        value = said.value
        if setting in ("target", "draft"):
            self._collector.take(said.written, value, setting, lambda text: read_path(self._paths.resolve(text)))
            if setting == "draft":
                self._draft_option = said.written
        elif setting == "devices" and value.strip().lower() == "none":
            self._collector.take(said.written, value, "gpu_layers", lambda _: 0)
        elif setting == "flash_attention":
            self._collector.take(said.written, value, setting, lambda text: read_flash(text or "on"))
        else:
            self._collector.take(said.written, value, setting)

    def _take_special(self, said: Said, option: Option) -> None:
        collector, written, value = self._collector, said.written, said.value
        match option.name:
            case "--mmap" | "--no-mmap" | "--mlock":
                meant = read_switch(value) if value else True
                setting = "use_mlock" if option.name == "--mlock" else "use_mmap"
                collector.take(written, value, setting, lambda _: meant is not (option.name == "--no-mmap"))
            case "--load-mode":
                self._take_load_mode(said)
            case "--logit-bias":
                for part in value.split(","):
                    collector.take_bias(written, part)
            case "--samplers" | "--sampler-seq":
                self._samplers = said  # once everything else is known: it may switch that off
            case "--reverse-prompt":
                collector.take_stop(written, unescaped(value) if self._escapes else value)
            case "--system-prompt-file":
                collector.take(written, value, "system_prompt", self._paths.read_text)
            case "--spec-type":
                self._drafters = [*(self._drafters or ()), *(part.strip() for part in value.split(",") if part.strip())]
                self._lengths.append(said)
            case "--spec-default":
                self._drafters = [*(self._drafters or ()), "ngram-mod"]
                self._lengths.append(said)
            case "--spec-ngram-mod-n-min":
                collector.take(written, value, "draft_min")
            case "--spec-ngram-mod-n-max" | "--spec-ngram-simple-size-m":
                self._lengths.append(said)
            case "--spec-ngram-map-k-size-m" | "--spec-ngram-map-k4v-size-m":
                self._lengths.append(said)
            case "--hf-repo" | "--hf-file" | "--model-url" | "--docker-repo" | "--spec-draft-hf":
                self._repository[option.name] = value
                role = "draft" if option.name == "--spec-draft-hf" else "target"
                self._draft_option = written if role == "draft" else self._draft_option
                collector.hint(role, "/".join(self._repository[key] for key in _PARTS[role] if key in self._repository))
                collector.ignore(written, value, "interop_download")
            case _:  # --escape, which is what llama.cpp does anyway, or --no-escape
                collector.ignore(written, value, "interop_followed")

    def _take_load_mode(self, said: Said) -> None:
        word = said.value.strip().lower()
        if word not in _LOAD_MODES:
            code = "interop_as_here" if word == "auto" else "interop_placement"
            self._collector.ignore(said.written, said.value, code)
            return
        mapped, locked = _LOAD_MODES[word]
        self._collector.take(said.written, said.value, "use_mmap", lambda _: mapped)
        if locked or self._collector.is_named("use_mlock"):
            self._collector.take(said.written, said.value, "use_mlock", lambda _: locked)

    def _name_downloads(self) -> None:
        """With a repository beside it, `--model` names the file in which the download is kept."""
        if "--hf-repo" in self._repository and self._collector.content("target") is not None:
            self._collector.hint("target", self._repository["--hf-repo"])

    def _settle_drafting(self) -> None:
        """Who proposes, from the list of drafters, or from there being a draft model."""
        collector = self._collector
        has_draft = collector.is_named("draft") or "--spec-draft-hf" in self._repository
        kinds = [
            said for said in self._lengths if said.option is not None and said.option.name.startswith("--spec-type")
        ]
        kinds = kinds or [
            said for said in self._lengths if said.option is not None and said.option.name == "--spec-default"
        ]
        if self._drafters is None:
            if has_draft:
                collector.take(self._draft_option, "", "mode", lambda _: "draft")
        else:
            self._take_drafters(kinds[-1].written, self._drafters)
        for said in self._lengths:
            name = "" if said.option is None else said.option.name
            if name in ("--spec-type", "--spec-default"):
                continue
            if collector.is_named("draft_max"):
                collector.ignore(said.written, said.value, "interop_lookup_own")
            else:
                collector.take(said.written, said.value, "draft_max")

    def _take_drafters(self, written: str, names: list[str]) -> None:
        collector, text = self._collector, ",".join(names)
        drafts = any(name in ("draft", "draft-simple") for name in names)
        looks_up = any(name.startswith("ngram") for name in names)
        heads = [name for name in names if name in _HEADS or name.startswith(("draft-mtp", "draft-eagle"))]
        known = {"none", "draft", "draft-simple", *heads, *(name for name in names if name.startswith("ngram"))}
        if heads:
            collector.ignore(written, ",".join(heads), "interop_head")
        unknown = [name for name in names if name not in known]
        if unknown:
            collector.ignore(written, ",".join(unknown), "interop_unknown_drafter")
        if drafts or looks_up:
            collector.take(
                written, text, "mode", lambda _: "auto" if drafts and looks_up else "draft" if drafts else "lookup"
            )
        elif "none" in names:
            collector.take(written, text, "mode", lambda _: "off")
        elif heads and collector.is_named("draft"):
            collector.forget("draft", "interop_head")


def unescaped(text: str) -> str:
    r"""The text with `\n` and its like as the characters they stand for."""
    parts: list[str] = []
    place = 0
    while place < len(text):
        pair = text[place : place + 2]
        if len(pair) == 2 and pair[0] == "\\" and pair[1] in _ESCAPES:
            parts.append(_ESCAPES[pair[1]])
            place += 2
        else:
            parts.append(text[place])
            place += 1
    return "".join(parts)
