"""`key.json` on disk: the old one or the new one at every moment, readable to its owner only."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.files import make_private_folder, sync_folder
from app.store.keys.key_file import from_bytes, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.keys.key_file import KeyFile

FILE_NAME = "key.json"
_MOST_BYTES = 64 << 10
_TEMPORARY = (".key-", ".tmp")


class KeyFolder:
    """The key file of one folder.

    Args:
        folder: The user's data folder; made, for its owner only, when there is something to write.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The file, whether or not it is there."""
        return self._folder / FILE_NAME

    def read(self) -> KeyFile | None:
        """Read the file; None where there is none.

        Raises:
            UserError: `key_file_damaged`, `key_file_newer`, `key_file_unreadable`.
        """
        try:
            return self._read(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UserError("key_file_unreadable", path=str(self.path), cause=_cause(error)) from None

    def write(self, file: KeyFile, verify: Callable[[KeyFile], None] | None = None) -> None:
        """Put a file in the place of the one that is there, or leave that one as it is.

        Args:
            file: What it shall say.
            verify: Takes what was read back from the disk before it takes the place; raises if it is no good.

        Raises:
            UserError: `key_file_not_written`, or what `verify` raises.
        """
        try:
            make_private_folder(self._folder)
            self._write(file, verify)
        except OSError as error:
            raise UserError("key_file_not_written", path=str(self.path), cause=_cause(error)) from None

    def set_aside(self, suffix: str) -> Path | None:
        """Keep the file under another name, for the day on which the old store can be opened after all.

        Args:
            suffix: Told apart from others kept before, and the same as the store's own.

        Raises:
            UserError: `key_file_not_written`.
        """
        kept = self.path.with_name(f"{FILE_NAME}{suffix}")
        try:
            self.path.rename(kept)
            sync_folder(self._folder)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UserError("key_file_not_written", path=str(self.path), cause=_cause(error)) from None
        return kept

    def remove(self) -> None:
        """Overwrite the file, then remove it; what a killed program left beside it goes too.

        Raises:
            UserError: `key_file_not_written`.
        """
        try:
            self._sweep(self._final().parent)
            for path in {self._final(), self.path}:
                _erase(path)
            if self._folder.is_dir():
                sync_folder(self._folder)
        except OSError as error:
            raise UserError("key_file_not_written", path=str(self.path), cause=_cause(error)) from None

    def _final(self) -> Path:
        """Where the file really lies: some keep it on a stick and a link to it here."""
        return Path(os.path.realpath(self.path))

    def _read(self, path: Path) -> KeyFile:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise UserError("key_file_damaged", path=str(self.path))
        return from_bytes(content, str(self.path))

    def _write(self, file: KeyFile, verify: Callable[[KeyFile], None] | None) -> None:
        final = self._final()
        self._sweep(final.parent)
        descriptor, name = tempfile.mkstemp(_TEMPORARY[1], _TEMPORARY[0], final.parent)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(to_bytes(file))
                opened.flush()
                os.fsync(opened.fileno())
            back = self._read(temporary)
            if back != file:
                raise UserError("key_file_damaged", path=str(self.path))
            if verify is not None:
                verify(back)
            temporary.replace(final)
        except (OSError, UserError):
            _erase(temporary)
            raise
        sync_folder(final.parent)

    def _sweep(self, folder: Path) -> None:
        for left_over in folder.glob(f"{_TEMPORARY[0]}*{_TEMPORARY[1]}"):
            _erase(left_over)


def _erase(path: Path) -> None:
    """Overwrite, then unlink. On media that write elsewhere the overwriting is vain, and docs/security.md says so."""
    with contextlib.suppress(OSError):  # a disk so full that nothing can be overwritten lets go of files all the same
        if path.is_file():
            with path.open("r+b") as file:
                file.write(bytes(os.fstat(file.fileno()).st_size))
                file.flush()
                os.fsync(file.fileno())
    path.unlink(missing_ok=True)


def _cause(error: OSError) -> str:
    return error.strerror or type(error).__name__
