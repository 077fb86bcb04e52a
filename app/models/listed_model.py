"""A model as the library lists it: one or several files, what they say, and what keeps them from being used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.models.kinds import ModelKind, refusal
from app.models.naming import shown_name

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice
    from app.models.description import ModelDescription
    from app.models.places import ModelPlace


@dataclass(frozen=True, slots=True)
class ListedModel:
    """One line of the library."""

    path: Path
    """The first file, which is the one to open."""
    place: ModelPlace
    key: str
    """Equal for equal content, wherever it lies."""
    name: str
    """Family and size, as far as the file says; else what it is called. Lists of thousands are sorted by it."""
    description: ModelDescription | None
    """Of the first file; None where it cannot be read."""
    file_bytes: int
    """Of all its files."""
    num_parameters: int = 0
    weights_bytes: int = 0
    num_files: int = 1
    problem: Notice | None = None
    """Why it cannot be used at all, whatever it is."""
    label: str = ""
    """The name by which another program knows it."""
    modified_ns: int = 0
    other_paths: tuple[Path, ...] = ()
    """Further ways to the same files."""

    @property
    def file_name(self) -> str:
        """What the first file is called; the name that another program gives it, where that says more."""
        return self.label or shown_name(self.path)

    @property
    def kind(self) -> ModelKind | None:
        """What it is; None for a file that cannot be read."""
        return None if self.description is None else self.description.kind

    @property
    def quantisation(self) -> str:
        """As llama.cpp names it; empty where it is not known."""
        return "" if self.description is None else self.description.quantisation

    @property
    def context_length(self) -> int:
        """Tokens it was trained for; 0 where that is not known."""
        return 0 if self.description is None else self.description.context_length

    @property
    def refusal(self) -> Notice | None:
        """Why it can be neither target nor draft; None for a chat model that is all there."""
        if self.problem is not None or self.description is None:
            return self.problem
        return refusal(self.description.kind, self.file_name, self.description.architecture)

    @property
    def chats(self) -> bool:
        """Whether it can be a target."""
        return self.refusal is None
