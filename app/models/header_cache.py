"""What was read of model files before, so that a folder of thousands lists at once the second time.

A file is known again by its size, its time and its first bytes, never by its name; the cache holds no names of files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.errors import Notice, UserError
from app.models.description import ModelDescription
from app.models.naming import shown_name, shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from app.models.finding import FoundFile

MAX_FILES = 10_000
HEAD_BYTES = 8 << 20
"""Where descriptions of models end, large vocabularies included."""
_CHUNK_BYTES = 1 << 20
_MAX_STATES = 4
"""Places in which one file is remembered to lie: a copy here and there is looked at once."""
_PASSING = frozenset({"model_missing", "model_not_allowed", "model_unreadable", "model_reading_stopped"})
"""What may be different the next time."""
_NAMES = frozenset({"file", "path"})

State = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Described:
    """A file that was read: its description, or why there is none."""

    key: str
    """Of the file's content: equal for a copy of the same time."""
    description: ModelDescription | None
    problem: Notice | None


class HeaderCache:
    """Descriptions by content, found again without opening a file that has not changed.

    Args:
        kept: What `to_json` gave in an earlier run; anything else is left out.
    """

    def __init__(self, kept: object = None) -> None:
        self._known: dict[str, Described] = {}
        self._states: dict[str, list[State]] = {}
        self._keys: dict[State, str] = {}
        self.changed = False
        """Whether there is something to be kept."""
        for fields in kept if isinstance(kept, list) else ():
            self._restore(fields)

    def __len__(self) -> int:
        return len(self._known)

    def describe(self, found: FoundFile, read: Callable[[Path], ModelDescription]) -> Described:
        """What is known of a file, else what reading it yields.

        Args:
            found: The file as it is now.
            read: Reads a file; raises `UserError` for one that cannot be used.
        """
        key = self._keys.get(_state(found)) or self._learn(found)
        known = self._known.get(key)
        if known is None:
            known = _read(found.path, key, read)
            if known.problem is None or known.problem.code not in _PASSING:
                self._put(known, _state(found))
        else:
            self._known[key] = self._known.pop(key)  # the latest used last
        return _with_names(known, found.path)

    def to_json(self) -> list[dict[str, Any]]:
        """Plain values, the latest used last."""
        return [_plain(known, self._states.get(known.key, [])) for known in self._known.values()]

    def _learn(self, found: FoundFile) -> str:
        """Know a file by its content, which may lie somewhere else than it did."""
        key = content_key(found)
        if key in self._known:
            self._note(key, _state(found))
        return key

    def _put(self, known: Described, state: State) -> None:
        self._known[known.key] = Described(known.key, known.description, _without_names(known.problem))
        self._note(known.key, state)
        while len(self._known) > MAX_FILES:
            oldest = next(iter(self._known))
            del self._known[oldest]
            for each in self._states.pop(oldest, []):
                self._keys.pop(each, None)

    def _note(self, key: str, state: State) -> None:
        self.changed = True
        states = self._states.setdefault(key, [])
        states.append(state)
        self._keys[state] = key
        while len(states) > _MAX_STATES:
            self._keys.pop(states.pop(0), None)

    def _restore(self, fields: object) -> None:
        if not isinstance(fields, dict) or not isinstance(fields.get("key"), str):
            return
        key, states = fields["key"], fields.get("states")
        description = ModelDescription.from_json(fields.get("description"))
        problem = _notice(fields.get("problem"))
        if (description is None) == (problem is None) or len(self._known) >= MAX_FILES:
            return
        self._known[key] = Described(key, description, problem)
        for state in states if isinstance(states, list) else ():
            if isinstance(state, list) and len(state) == 5 and all(type(number) is int for number in state):
                self._keys[tuple(state)] = key
                self._states.setdefault(key, []).append(tuple(state))


def content_key(found: FoundFile) -> str:
    """A file's size, time and description in one word. One that cannot be read has no other like it."""
    digest = hashlib.sha256(f"{found.size_bytes} {found.modified_ns} ".encode())
    try:
        with found.path.open("rb") as file:
            for _ in range(HEAD_BYTES // _CHUNK_BYTES):
                digest.update(file.read(_CHUNK_BYTES))
    except OSError as error:
        digest.update(f"{found.identity} {error.errno}".encode())
    return digest.hexdigest()[:40]


def _read(path: Path, key: str, read: Callable[[Path], ModelDescription]) -> Described:
    try:
        return Described(key, read(path), None)
    except UserError as error:
        return Described(key, None, error.notice)


def _state(found: FoundFile) -> State:
    return (found.device, found.inode, found.size_bytes, found.modified_ns, found.changed_ns)


def _without_names(problem: Notice | None) -> Notice | None:
    if problem is None:
        return None
    return Notice(problem.code, {name: "" if name in _NAMES else value for name, value in problem.values.items()})


def _with_names(known: Described, path: Path) -> Described:
    """Put the name of the file as it is called now into what is said about it."""
    if known.problem is None:
        return known
    names = {"file": shown_name(path), "path": shown_path(path)}
    values = {name: names.get(name, value) for name, value in known.problem.values.items()}
    return Described(known.key, known.description, Notice(known.problem.code, values))


def _plain(known: Described, states: list[State]) -> dict[str, Any]:
    fields: dict[str, Any] = {"key": known.key, "states": states}
    if known.description is not None:
        fields["description"] = known.description.to_json()
    if known.problem is not None:
        fields["problem"] = {"code": known.problem.code, "values": dict(known.problem.values)}
    return fields


def _notice(kept: object) -> Notice | None:
    """A notice as it was kept, if the catalogue can still write it out."""
    if not isinstance(kept, dict):
        return None
    code, values = kept.get("code"), kept.get("values")
    if not isinstance(code, str) or code not in _PROBLEMS:
        return None
    if not isinstance(values, dict) or values.keys() != _PROBLEMS[code]:
        return None
    if not all(isinstance(value, str | int | float) for value in values.values()):
        return None
    return Notice(code, values)


_PROBLEMS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            "model_empty",
            "model_is_web_page",
            "model_is_pointer",
            "model_is_older_format",
            "model_not_gguf",
            "model_big_endian",
        ),
        frozenset({"file"}),
    ),
    "model_unsupported_version": frozenset({"file", "version"}),
    "model_cut_short": frozenset({"file", "file_bytes", "expected_bytes"}),
    "model_cut_in_description": frozenset({"file", "file_bytes"}),
    "model_damaged": frozenset({"file", "position"}),
    "model_damaged_value": frozenset({"file", "key"}),
}
"""What is kept of files that cannot be used, and the values that its sentence mentions."""
