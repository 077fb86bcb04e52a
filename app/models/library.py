"""The models on this machine: found, read where they are new, put together, listed.

Reading is left to whoever asks, since in the window another process does it; nothing here loads a model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.models.cache_file import read_cache, write_cache
from app.models.description import describe
from app.models.finding import find_files, find_singles
from app.models.gguf import read_header
from app.models.header_cache import HeaderCache
from app.models.memory_record import MemoryRecords
from app.models.pair_cache import PairCache
from app.models.places import ModelPlace, PlaceOwner
from app.models.shard_groups import KnownFile, group_files, siblings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.models.description import ModelDescription
    from app.models.finding import FoundFile, PlaceReport
    from app.models.listed_model import ListedModel

NOT_THERE = frozenset({"model_missing", "model_not_allowed", "model_unreadable", "model_is_folder", "model_is_no_file"})
"""What is wrong with a path rather than with a model."""
_VERSION = 1
"""Of the cache; to be raised whenever descriptions are read differently."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What there is. `reports` tells of each place, also of those that are not there."""

    models: tuple[ListedModel, ...]
    reports: tuple[PlaceReport, ...]

    @property
    def notes(self) -> tuple[Notice, ...]:
        """What was left out, and why."""
        return tuple(note for report in self.reports for note in report.notes)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every folder that was looked into: where a change may concern the library."""
        return tuple(folder for report in self.reports for folder in report.folders)


class Library:
    """Finds and lists; remembers what it read in a file between runs.

    Args:
        cache_path: Where it remembers; None remembers nothing.
    """

    def __init__(self, cache_path: Path | None = None) -> None:
        self._cache_path = cache_path
        kept = {} if cache_path is None else read_cache(cache_path)
        if kept.get("version") != _VERSION:
            kept = {}
        self._headers = HeaderCache(kept.get("files"))
        self.pairs = PairCache(kept.get("pairs"), kept.get("measured"))
        self.loads = MemoryRecords(kept.get("loads"))

    def scan(
        self,
        places: Sequence[ModelPlace],
        singles: Sequence[ModelPlace] = (),
        read: Callable[[Path], ModelDescription] = describe,
        stopping: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Listing:
        """List every model in some places.

        Args:
            places: Folders; those that are not there are passed over.
            singles: Files known by name, which may lie anywhere.
            read: Reads a file that is not known yet.
            stopping: Asked between files; what is known until then is listed.
            on_progress: Told how many files are known, and how many there are.
        """
        found: list[FoundFile] = []
        reports = []
        for place in places:
            files, report = find_files(place, stopping)
            found += files
            reports.append(report)
        found += find_singles(singles)
        known = []
        for number, file in enumerate(found):
            if stopping():
                break
            known.append(KnownFile(file, self._headers.describe(file, read)))
            on_progress(number + 1, len(found))
        return Listing(tuple(group_files(known)), tuple(reports))

    def save(self) -> None:
        """Keep what is new for the next run."""
        parts = (self._headers, self.pairs, self.loads)
        if self._cache_path is None or not any(part.changed for part in parts):
            return
        content = {
            "version": _VERSION,
            "files": self._headers.to_json(),
            **self.pairs.to_json(),
            "loads": self.loads.to_json(),
        }
        if write_cache(self._cache_path, content):
            self._headers.changed = self.pairs.changed = self.loads.changed = False


def look_at(path: Path) -> ListedModel:
    """One model, by the path of one of its files.

    Raises:
        UserError: If there is no such file, or it may not be read. What else is wrong with it is in the model.
    """
    place = ModelPlace(PlaceOwner.USER, path)
    found = find_singles([place, *(ModelPlace(PlaceOwner.USER, part) for part in siblings(path))])
    headers = HeaderCache()
    known = [KnownFile(file, headers.describe(file, describe)) for file in found]
    first = next((file.described.problem for file in known if file.found.path == path), None)
    if not any(file.found.path == path for file in known) or (first is not None and first.code in NOT_THERE):
        read_header(path)  # says what is wrong
    models = group_files(known)
    return next((model for model in models if path in (model.path, *model.other_paths)), models[0])


def require_folder(path: Path) -> Path:
    """A folder that was asked for by name.

    Raises:
        UserError: `library_folder_missing` or `library_folder_is_file`.
    """
    try:
        if path.is_dir():
            return path
        exists = path.exists()
    except (OSError, ValueError):
        exists = False
    raise UserError("library_folder_is_file" if exists else "library_folder_missing", folder=str(path))
