"""Suites: the prompts that a run in the lab is measured on, those that come with Galley and the user's own.

A suite is read as a whole or not at all; what is wrong with one is said with its line.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import defaultdict
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.models.naming import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.errors import Value

CATEGORIES = (
    "code",
    "editing",
    "json",
    "summarising",
    "extraction",
    "questions",
    "chat",
    "creative",
    "translation",
)
"""The kinds of text of the built-in suites, in the order in which they are shown; each has one file in resources."""
ALL, QUICK = "all", "quick"
OWN = "own"
"""The kind of prompts that do not say theirs."""
MAX_PROMPTS = 2000
MAX_PROMPT_CHARACTERS = 1_000_000
MAX_FILE_BYTES = 64 << 20
_ENDINGS = (".txt", ".md")
_CHATS = "chats"


@dataclass(frozen=True, slots=True)
class SuitePrompt:
    """One message to measure a reply to.

    Attributes:
        prompt_id: Unique within the suite.
        category: Kind of text, such as `code`.
        language: Such as `en` or `nl`; empty where nobody said.
        system: A system prompt to go before it; empty for none.
    """

    prompt_id: str
    category: str
    language: str
    text: str
    system: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """Prompts with a name.

    Attributes:
        source: Where it can be read again: a built-in name, or an absolute path; empty where it cannot.
        private: The prompts are from conversations: nothing but figures of them may be written anywhere.
    """

    name: str
    prompts: tuple[SuitePrompt, ...]
    source: str = ""
    private: bool = False

    @property
    def digest(self) -> str:
        """SHA-256 over everything in it, by which a run knows its suite again."""
        parts = [[each.prompt_id, each.category, each.language, each.text, each.system] for each in self.prompts]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The pairs of category and language in it, in the order in which they come."""
        return tuple(dict.fromkeys((each.category, each.language) for each in self.prompts))

    def only(self, languages: Sequence[str] = (), per_kind: int | None = None) -> Suite:
        """A part of it.

        Args:
            languages: Keep these; empty keeps all.
            per_kind: Keep that many prompts of each pair of category and language.

        Raises:
            UserError: `suite_nothing_left`.
        """
        kept: list[SuitePrompt] = []
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for prompt in self.prompts:
            kind = prompt.category, prompt.language
            if (languages and prompt.language not in languages) or (per_kind is not None and counts[kind] >= per_kind):
                continue
            counts[kind] += 1
            kept.append(prompt)
        if not kept:
            raise UserError("suite_nothing_left", name=self.name)
        return replace(self, prompts=tuple(kept))


def built_in_names() -> tuple[str, ...]:
    """What `load_suite` knows without a file."""
    return (ALL, QUICK, *CATEGORIES)


def load_suite(name: str) -> Suite:
    """A suite by its name: `all`, `quick` (one prompt of each kind and language), a category, a file or a folder.

    Raises:
        UserError: There is no such suite, or it cannot be used; says where and why.
    """
    if name in CATEGORIES:
        return Suite(name, tuple(_built_in(name)), name)
    if name in (ALL, QUICK):
        whole = Suite(name, tuple(prompt for category in CATEGORIES for prompt in _built_in(category)), name)
        return whole.only(per_kind=1) if name == QUICK else whole
    path = Path(name).expanduser()
    if path.is_dir():
        return _whole(path, read_folder(path))
    if path.exists() or path.suffix or "/" in name:
        return _whole(path, read_jsonl(path))
    raise UserError("suite_unknown", name=name, known=", ".join(built_in_names()))


def chats_suite(texts: Iterable[str]) -> Suite:
    """A suite of what the user said in conversations, handed over by whoever may read them.

    Raises:
        UserError: `suite_empty`.
    """
    kept = [text for text in texts if text.strip()]
    if not kept:
        raise UserError("suite_empty", path=_CHATS)
    prompts = tuple(SuitePrompt(f"chat-{index}", _CHATS, "", text) for index, text in enumerate(kept, 1))
    return Suite(_CHATS, prompts, private=True)


def read_jsonl(path: Path) -> list[SuitePrompt]:
    """Prompts of a file with one JSON object a line: `text` is needed; `id`, `category`, `language`, `system` may be.

    Raises:
        UserError: With the line.
    """
    prompts: list[SuitePrompt] = []
    for number, line in enumerate(_text_of(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            raise _bad_line("suite_line_not_json", path, number) from None
        if not isinstance(entry, dict):
            raise _bad_line("suite_line_not_json", path, number)
        for key in ("text", "prompt", "id", "category", "language", "system"):
            if not isinstance(entry.get(key, ""), str):
                raise _bad_line("suite_line_value", path, number, key=key)
        text = entry.get("text") or entry.get("prompt") or ""
        if not text.strip():
            raise _bad_line("suite_line_no_text", path, number)
        prompts.append(
            SuitePrompt(
                _label(entry.get("id", "")) or f"line-{number}",
                _label(entry.get("category", "")) or OWN,
                _label(entry.get("language", "")),
                text,
                entry.get("system", ""),
            )
        )
        if len(text) > MAX_PROMPT_CHARACTERS:
            raise _bad_line("suite_line_too_long", path, number, most=MAX_PROMPT_CHARACTERS)
    return prompts


def read_folder(folder: Path) -> list[SuitePrompt]:
    """Prompts of a folder, one a file of text (`.txt`, `.md`).

    A folder in it names the category; `name.nl.txt` is in Dutch.

    Raises:
        UserError: A file cannot be read or is too long.
    """
    prompts: list[SuitePrompt] = []
    try:
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _ENDINGS and path.is_file())
    except OSError as error:
        raise _unreadable(folder, error) from error
    for path in files[: MAX_PROMPTS + 1]:
        text = _text_of(path)
        if len(text) > MAX_PROMPT_CHARACTERS:
            raise UserError("suite_file_too_long", path=shown_path(path), most=MAX_PROMPT_CHARACTERS)
        if not text.strip():
            continue
        within = path.relative_to(folder)
        stem, _, language = within.stem.rpartition(".")
        if not stem or not (2 <= len(language) <= 3 and language.isalpha() and language.islower()):
            language = ""
        category = _label(within.parts[0]) if len(within.parts) > 1 else OWN
        prompts.append(SuitePrompt(_label(within.as_posix()), category or OWN, language, text.strip()))
    return prompts


def _whole(path: Path, prompts: list[SuitePrompt]) -> Suite:
    """A suite of one's own, once it is known to be usable."""
    shown = shown_path(path)
    if not prompts:
        raise UserError("suite_empty", path=shown)
    if len(prompts) > MAX_PROMPTS:
        raise UserError("suite_too_many", path=shown, most=MAX_PROMPTS)
    seen: set[str] = set()
    for prompt in prompts:
        if prompt.prompt_id in seen:
            raise UserError("suite_id_twice", path=shown, prompt_id=prompt.prompt_id)
        seen.add(prompt.prompt_id)
    return Suite(shown_path(Path(path.stem)), tuple(prompts), str(path.resolve()))


def _built_in(category: str) -> Iterator[SuitePrompt]:
    """The prompts of a file that comes with Galley."""
    text = resources.files("resources").joinpath("suites", f"{category}.toml").read_text("utf-8")
    for entry in tomllib.loads(text)["prompt"]:
        yield SuitePrompt(entry["id"], category, entry["language"], entry["text"], entry.get("system", ""))


def _text_of(path: Path) -> str:
    """A file's text.

    Raises:
        UserError: It cannot be read, is too large, or is no text in UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > MAX_FILE_BYTES:
        raise UserError("suite_file_too_large", path=shown_path(path), most=MAX_FILE_BYTES >> 20)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UserError("suite_not_text", path=shown_path(path)) from error


def _label(text: str) -> str:
    """A name in one line, as it goes into tables."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:120]).split())


def _unreadable(path: Path, error: OSError) -> UserError:
    return UserError("suite_unreadable", path=shown_path(path), cause=error.strerror or str(error))


def _bad_line(code: str, path: Path, number: int, **values: Value) -> UserError:
    return UserError(code, path=shown_path(path), line=number, **values)
