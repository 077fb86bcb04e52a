"""What a file's name in somebody's settings means on this machine: home folders, containers, relative names."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_FILE_BYTES = 1 << 18
_ABSOLUTE = re.compile(r"[/\\~]|[A-Za-z]:[\\/]")


@dataclass(frozen=True, slots=True)
class Paths:
    """How names of files are read.

    Args:
        home: The user's home folder; empty leaves `~` as it is.
        folder: What relative names are relative to; empty leaves them relative.
        mounts: Folders of this machine, and what a container calls them.
    """

    home: str = ""
    folder: str = ""
    mounts: tuple[tuple[str, str], ...] = ()

    def resolve(self, name: str) -> str:
        """The file on this machine; a name that says nothing about one is left as it is."""
        name = name.strip().removeprefix("file://") if name.strip().startswith("file:///") else name.strip()
        for host, inside in self.mounts:
            base = inside.rstrip("/")
            if name == base or name.startswith(f"{base}/"):
                name = host.rstrip("/") + name[len(base) :]
                break
        if self.home and (name == "~" or name.startswith(("~/", "~\\"))):
            return self.home + name[1:]
        if self.folder and not _ABSOLUTE.match(name):
            folder = self.home + self.folder[1:] if self.home and self.folder.startswith("~") else self.folder
            return os.path.normpath(os.path.join(folder, name))
        return name

    def read_text(self, name: str) -> str:
        """The text in a file that is named.

        Raises:
            UserError: `interop_file_unread`.
        """
        try:
            with Path(self.resolve(name)).open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
            text = data.decode()
        except (OSError, ValueError) as error:
            raise UserError("interop_file_unread", path=name) from error
        if len(data) > MAX_FILE_BYTES or "\0" in text:
            raise UserError("interop_file_unread", path=name)
        return text


def home_of(variables: Mapping[str, str]) -> str:
    """The home folder that an environment names; empty where it names none."""
    return variables.get("HOME") or variables.get("USERPROFILE") or ""


def is_model_file(name: str) -> bool:
    """Whether a name means a GGUF file, or one of Ollama's blobs, rather than something to download."""
    last = re.split(r"[/\\]", name.strip())[-1].lower()
    return last.endswith(".gguf") or re.fullmatch(r"sha256[-:][0-9a-f]{12,64}", last) is not None
