"""What an administrator lays down for every user of a machine: a file that only they can write, read at each start.

Settings are wishes; this is not. A file that cannot be understood is taken at its strictest, and that is said.
"""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_FILE_BYTES = 64 << 10
_FILE = "policy.toml"
_KEYS = ("api", "export", "encryption", "model_folders")


@dataclass(frozen=True, slots=True)
class Policy:
    """What is forbidden, and what is laid down. Without a file nothing is."""

    api_forbidden: bool = False
    """No other program may be answered, over whatever address."""
    export_forbidden: bool = False
    """Conversations may not be written out in the clear."""
    passphrase_required: bool = False
    """The key may not be given to the system's keyring. That conversations are encrypted needs no rule."""
    model_folders: tuple[Path, ...] | None = None
    """The only folders, besides the package's own, from which models are loaded; None leaves it to the user."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is laid down."""
        return self == Policy()

    def allows_model(self, path: Path, shipped: Sequence[Path] = ()) -> bool:
        """Whether a model may be loaded; links are followed first.

        Args:
            path: Its file.
            shipped: The package's own folders of models.
        """
        if self.model_folders is None:
            return True
        real = Path(os.path.realpath(path))
        return any(real.is_relative_to(os.path.realpath(folder)) for folder in (*self.model_folders, *shipped))

    def rules(self) -> tuple[str, ...]:
        """What is laid down, in the file's own words."""
        words = []
        if self.api_forbidden:
            words.append("api = false")
        if self.export_forbidden:
            words.append("export = false")
        if self.passphrase_required:
            words.append('encryption = "passphrase"')
        if self.model_folders is not None:
            words.append(f"model_folders = [{', '.join(str(folder) for folder in self.model_folders)}]")
        return tuple(words)


STRICTEST = Policy(api_forbidden=True, export_forbidden=True, passphrase_required=True, model_folders=())


@dataclass(frozen=True, slots=True)
class FoundPolicy:
    """The policy in force, where it comes from, and what was wrong with it."""

    policy: Policy = Policy()
    path: Path | None = None
    """The file; None where there is none."""
    problem: Notice | None = None
    """Why the file could not be understood; the policy is the strictest then."""


def policy_file() -> Path:
    """Where the administrator's file belongs."""
    if sys.platform == "win32":
        return Path(os.environ.get("PROGRAMDATA", r"C:\ProgramData")) / "Galley" / _FILE
    return Path("/etc/galley") / _FILE


def read_policy(path: Path | None = None) -> FoundPolicy:
    """Read the policy. Never fails: without a file it is empty, with a bad one it is the strictest.

    Args:
        path: The file; None takes the administrator's.
    """
    file = path or policy_file()
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return FoundPolicy()
    except OSError as error:
        return _strictest(file, error.strerror or str(error))
    if len(content) > MAX_FILE_BYTES:
        return _strictest(file, f"> {MAX_FILE_BYTES} bytes")
    try:
        return FoundPolicy(_parsed(tomllib.loads(content.decode("utf-8"))), file)
    except ValueError as error:  # bytes that are not UTF-8, text that is not TOML, values that mean nothing here
        return _strictest(file, " ".join(str(error).split()))


def _strictest(file: Path, cause: str) -> FoundPolicy:
    return FoundPolicy(STRICTEST, file, Notice("policy_damaged", {"path": str(file), "cause": cause}))


def _parsed(data: Mapping[str, object]) -> Policy:
    """The policy behind a file's values.

    Raises:
        ValueError: A key is not known, or its value is not one of those it can have.
    """
    for key in data:
        if key not in _KEYS:
            raise ValueError(f"“{key}” is none of {', '.join(_KEYS)}")
    encryption = data.get("encryption", "required")
    if encryption not in ("required", "passphrase"):
        raise ValueError('“encryption” is neither "required" nor "passphrase"')
    return Policy(
        api_forbidden=not _switch(data, "api"),
        export_forbidden=not _switch(data, "export"),
        passphrase_required=encryption == "passphrase",
        model_folders=_folders(data.get("model_folders")),
    )


def _switch(data: Mapping[str, object], key: str) -> bool:
    value = data.get(key, True)
    if not isinstance(value, bool):
        raise ValueError(f"“{key}” is neither true nor false")
    return value


def _folders(value: object) -> tuple[Path, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise ValueError("“model_folders” is no list")
    folders = []
    for each in value:
        if not isinstance(each, str) or not os.path.isabs(each):
            raise ValueError("“model_folders” holds something that is no absolute path")
        folders.append(Path(each))
    return tuple(folders)
