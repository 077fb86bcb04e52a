"""Keeps the settings in one JSON file that a crash, a full disk or an editor's mistake cannot take with it."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.errors import Notice
from app.settings.schema import Settings, parse_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE_NAME = "settings.json"
MAX_FILE_BYTES = 4 << 20

_LEFT_OVER_SECONDS = 60.0
_TEMPORARY = (".settings-", ".tmp")


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings to start with, and what had to be left out."""

    settings: Settings
    notices: tuple[Notice, ...] = ()


class SettingsStore:
    """The settings file of one folder.

    Args:
        folder: Where it lies; made when there is something to save.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The file, whether or not it is there."""
        return self._folder / FILE_NAME

    def load(self) -> LoadedSettings:
        """Read the settings. Never fails: without a usable file they are the defaults, and that is said."""
        try:
            data = self._read()
        except FileNotFoundError:
            return LoadedSettings(Settings())
        except (OSError, ValueError, RecursionError) as error:
            return LoadedSettings(Settings(), (self._set_aside(error),))
        settings, notices = parse_settings(data)
        return LoadedSettings(settings, notices)

    def save(self, settings: Settings) -> Notice | None:
        """Write the settings, all or nothing.

        Returns:
            Why they could not be saved, or None.
        """
        text = json.dumps(settings.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write(text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            return Notice("settings_not_saved", {"path": str(self.path), "cause": error.strerror or str(error)})
        return None

    def _read(self) -> dict[str, Any]:
        with self.path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            message = "too long"
            raise ValueError(message)
        data = json.loads(content.decode("utf-8", "surrogatepass"))
        if not isinstance(data, dict):
            message = "not an object"
            raise ValueError(message)
        return data

    def _write(self, content: bytes) -> None:
        """Beside the file first, so that it is the old or the new one at every moment."""
        final = Path(os.path.realpath(self.path))
        self._sweep(final.parent)
        descriptor, name = tempfile.mkstemp(_TEMPORARY[1], _TEMPORARY[0], final.parent)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(final)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(final.parent)

    def _sweep(self, folder: Path) -> None:
        """Remove what a killed program left beside the file."""
        for left_over in folder.glob(f"{_TEMPORARY[0]}*{_TEMPORARY[1]}"):
            with contextlib.suppress(FileNotFoundError):  # another Galley was faster
                if time.time() - left_over.stat().st_mtime > _LEFT_OVER_SECONDS:
                    left_over.unlink()

    def _set_aside(self, error: Exception) -> Notice:
        """Keep a file that cannot be understood for the user to look at, out of the way of the next one."""
        kept = self.path.with_name(f"{FILE_NAME}.damaged")
        try:
            self.path.replace(kept)
        except OSError:
            return Notice("settings_unreadable", {"path": str(self.path), "cause": str(error)})
        return Notice("settings_damaged", {"path": str(self.path), "kept": str(kept)})


def _sync_folder(folder: Path) -> None:
    """Make the renaming last; where folders cannot be opened, the system sees to it."""
    with _opened(folder) as descriptor:
        if descriptor is not None:
            os.fsync(descriptor)


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    if os.name != "posix":
        yield None
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
