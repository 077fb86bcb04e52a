"""Finds the command that starts llama.cpp, Ollama or vLLM in a text, past what stands around it.

A script or a terminal's copy may hold several commands; the one with the most options is meant.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.interop.shell_style import ShellStyle, style_of, tidied
from app.interop.shell_words import Lexer, Word
from app.interop.values import Program

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_LLAMA_CPP = re.compile(
    r"(?:llama-(?:cli|server|completion|speculative(?:-simple)?|lookup|lookahead|simple(?:-chat)?|run|bench|parallel|"
    r"perplexity|batched|mtmd-cli|save-load-state|passkey)|llama|main|server|llamafile)",
    re.IGNORECASE,
)
AMBIGUOUS_NAMES = frozenset({"main", "server", "llama"})
"""Names of llama.cpp's programs that others have, too: believed where options follow."""
_LLAMA_IMAGE = re.compile(r"(?:[\w.-]+/)*llama[.-]cpp[\w.-]*(?::[\w.-]+)?")
_VLLM_IMAGE = re.compile(r"(?:[\w.-]+/)+vllm[\w.-]*(?::[\w.-]+)?")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_PS_ASSIGNMENT = re.compile(r"\$(?:env:)?([A-Za-z_]\w*)", re.IGNORECASE)
_DOCKER = frozenset({"docker", "podman", "nerdctl"})
_VLLM_ONLY = re.compile(
    r"--(?:speculative[-_]config|speculative[-_]model|max[-_]model[-_]len|num[-_]speculative|gpu[-_]memory)"
)
_SERVING = frozenset({"serve", "chat", "complete", "run-batch", "bench"})
_MODES = frozenset({"serve", "cli", "server", "chat", "run"})


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The command that was found."""

    program: Program
    words: tuple[Word, ...]
    """Behind the program's name."""
    name: str = ""
    """The program's own; empty where only options were given."""
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    """Where it is started, where the text says so."""
    mounts: tuple[tuple[str, str], ...] = ()
    """Folders of this machine, and what a container calls them."""
    others: tuple[str, ...] = ()
    """Names of further programs of this kind that the text starts."""


def find_command(text: str, variables: Mapping[str, str]) -> CommandLine | None:
    """The command line in a text; None where there is none.

    Args:
        text: Anything.
        variables: The environment in which `$VARIABLES` are filled in.
    """
    text = tidied(text)
    return _Finder(style_of(text), variables).find(text)


class _Finder:
    """Goes through the commands and remembers what they set."""

    def __init__(self, style: ShellStyle, variables: Mapping[str, str]) -> None:
        self._style = style
        self._outer = {name.upper(): value for name, value in variables.items()} if self._folds else dict(variables)
        self._own: dict[str, str] = {}
        self._exported: dict[str, str] = {}
        self._folder = ""

    @property
    def _folds(self) -> bool:
        """Whether names of variables have no case."""
        return self._style is not ShellStyle.SH

    def find(self, text: str) -> CommandLine | None:
        found: list[CommandLine] = []
        loose: list[CommandLine] = []
        for words in Lexer(text, self._style, self._look_up).commands():
            rest = self._without_assignments(words)
            if not rest or self._changed_folder(rest):
                continue
            command = self._recognise(rest, words[: len(words) - len(rest)])
            if command is not None:
                (found if command.name else loose).append(command)
        if not found:
            return loose[0] if loose else None
        best = max(found, key=lambda command: sum(word.text.startswith("-") for word in command.words))
        return replace(best, others=tuple(each.name for each in found if each is not best))

    def _look_up(self, name: str) -> str | None:
        name = name.upper() if self._folds else name
        return self._own.get(name, self._outer.get(name))

    def _set(self, name: str, value: str, *, exported: bool) -> None:
        self._own[name.upper() if self._folds else name] = value
        if exported:
            self._exported[name.upper()] = value

    def _without_assignments(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The command behind its assignments; a command of nothing else sets variables for the next ones."""
        first = words[0].text.lower().lstrip("@")
        if first in ("export", "declare", "set", "setx") and len(words) > 1:
            parts = [word.text for word in words[1:] if not word.text.startswith("-")]
            joined = [" ".join(parts)] if first == "set" else parts
            for part in joined:
                if (found := _ASSIGNMENT.fullmatch(part)) is not None:
                    self._set(found[1], found[2], exported=True)
            return ()
        variable = _PS_ASSIGNMENT.fullmatch(words[0].text) if self._style is ShellStyle.POWERSHELL else None
        if variable is not None and len(words) > 2 and words[1].text == "=":
            self._set(variable[1], words[2].text, exported=words[0].text.lower().startswith("$env:"))
            return ()
        count = 0
        while count < len(words) and _ASSIGNMENT.fullmatch(words[count].text):
            count += 1
        if count == len(words):
            for word in words:
                self._assign(word.text, exported=word.text.partition("=")[0] in self._exported)
        return words[count:]

    def _assign(self, text: str, *, exported: bool) -> None:
        name, _, value = text.partition("=")
        self._set(name, value, exported=exported)

    def _changed_folder(self, words: Sequence[Word]) -> bool:
        if words[0].text.lower() not in ("cd", "pushd", "set-location") or len(words) < 2:
            return False
        self._folder = posixpath.join(self._folder, words[-1].text) if self._style is ShellStyle.SH else words[-1].text
        return True

    def _recognise(self, words: Sequence[Word], assigned: Sequence[Word]) -> CommandLine | None:
        environment = {**self._exported, **_assignments(word.text for word in assigned)}
        if words[0].text.startswith("-"):
            lone = " ".join(word.text for word in words)
            program = Program.VLLM if _VLLM_ONLY.search(lone) else Program.LLAMA_CPP
            return CommandLine(program, tuple(words), environment=environment, folder=self._folder)
        if _base(words[0].text) in _DOCKER or any(_base(word.text) in _DOCKER for word in words[:3]):
            return _in_container(words, environment)
        for place, word in enumerate(words):
            behind = words[place + 1 :]
            named = _program(word.text, behind, first=place == 0)
            if named is None:
                continue
            around = _assignments(each.text for each in words[:place])
            while named is Program.LLAMA_CPP and behind and behind[0].text in _MODES:
                behind = behind[1:]
            if named is Program.VLLM and behind and behind[0].text in _SERVING:
                behind = behind[1:]
            return CommandLine(named, tuple(behind), _base(word.text), {**environment, **around}, folder=self._folder)
        return None


def _program(word: str, behind: Sequence[Word], *, first: bool) -> Program | None:
    """The program that a word names."""
    base = _base(word)
    if base == "ollama" and behind and behind[0].text in ("serve", "run"):
        return Program.OLLAMA
    if base.startswith("vllm.entrypoints") or (base == "vllm" and behind and behind[0].text in _SERVING):
        return Program.VLLM
    if word.endswith("api_server.py"):
        return Program.VLLM
    if _LLAMA_CPP.fullmatch(base):
        starts = first or "/" in word or "\\" in word or base not in AMBIGUOUS_NAMES
        if base in AMBIGUOUS_NAMES:
            return Program.LLAMA_CPP if starts and any(each.text.startswith("-") for each in behind) else None
        return Program.LLAMA_CPP if first or behind else None
    return None


def _base(word: str) -> str:
    """A program's name without folder and ending."""
    return re.split(r"[/\\]", word)[-1].lower().removesuffix(".exe")


def _assignments(texts: Iterable[str]) -> dict[str, str]:
    """The variables among some words, by name in capitals."""
    found = (_ASSIGNMENT.fullmatch(text) for text in texts)
    return {match[1].upper(): match[2] for match in found if match is not None}


def _in_container(words: Sequence[Word], environment: Mapping[str, str]) -> CommandLine | None:
    """A container's command: variables and folders are its own, and the image tells the program."""
    inside: dict[str, str] = dict(environment)
    mounts: list[tuple[str, str]] = []
    place = 0
    while place < len(words):
        word = words[place].text
        option, has_value, value = word.partition("=")
        if option in ("-e", "--env", "-v", "--volume", "--mount"):
            if not has_value:
                place += 1
                value = words[place].text if place < len(words) else ""
            if option in ("-e", "--env"):
                inside.update(_assignments([value]))
            else:
                mounts += _mount(value)
        else:
            program = Program.VLLM if _VLLM_IMAGE.fullmatch(word) else None
            if program is None and _LLAMA_IMAGE.fullmatch(word):
                program = Program.LLAMA_CPP
            if program is not None and place > 1:
                return _container(program, word, words[place + 1 :], inside, tuple(mounts))
        place += 1
    return None


def _container(
    program: Program,
    image: str,
    behind: Sequence[Word],
    environment: Mapping[str, str],
    mounts: tuple[tuple[str, str], ...],
) -> CommandLine:
    while behind and (behind[0].text in _MODES | _SERVING or _LLAMA_CPP.fullmatch(_base(behind[0].text))):
        behind = behind[1:]
    return CommandLine(program, tuple(behind), _base(image), environment, mounts=mounts)


def _mount(value: str) -> list[tuple[str, str]]:
    """Host's and container's folder of `HOST:CONTAINER[:ro]` or `type=bind,source=…,target=…`."""
    if "," in value and "=" in value:
        parts = dict(part.partition("=")[::2] for part in value.split(","))
        host = parts.get("source", parts.get("src", ""))
        inside = parts.get("target", parts.get("dst", parts.get("destination", "")))
        return [(host, inside)] if host and inside else []
    found = re.fullmatch(r"((?:[A-Za-z]:)?[^:]+):(/[^:]*)(?::[\w,]+)?", value)
    if found is None or not re.match(r"[/~.$]|[A-Za-z]:[\\/]", found[1]):
        return []  # a volume's name is no folder
    return [(found[1], found[2])]
