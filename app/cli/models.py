"""`galley models`: what is on this machine, and whether two models go together, without loading either."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.cli.allowed import allowed_files, allowed_places
from app.cli.language import said, spelled, translate
from app.cli.terminal import ProgressLine, say, write_json, write_text
from app.errors import Notice, UserError
from app.hardware.sampler import MachineSampler
from app.models.fitting import Room, check_pair
from app.models.library import NOT_THERE, Library, require_folder
from app.models.naming import shown_path
from app.models.places import ModelPlace, PlaceOwner, own_places, usual_places, without_repeats
from app.models.preflight import gpu_may_be_there
from app.settings.paths import find_folders, library_file
from app.settings.store import SettingsStore

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from app.models.library import Listing
    from app.models.listed_model import ListedModel

OK = 0
Json = dict[str, object]
_GIGABYTE = 1e9


def models(options: Namespace) -> int:
    """Run the command and return the exit status: 0 whether or not a pair fits.

    Raises:
        UserError: A folder or a file is not there.
    """
    return _list(options) if options.models_command == "list" else _check(options)


def machine_room() -> Room:
    """The memory of this machine; none is named where a graphics card may have some that cannot be seen."""
    sampler = MachineSampler()
    try:
        sample = sampler.sample(None)
    finally:
        sampler.close()
    if not sample.devices and gpu_may_be_there():
        return Room()
    return Room(sample.ram_total_bytes + sum(device.total_bytes for device in sample.devices))


def _list(options: Namespace) -> int:
    folders = find_folders()
    singles: tuple[ModelPlace, ...] = ()
    named = own_places(require_folder(Path(folder).expanduser()) for folder in options.folder)
    if options.only:
        places = named
    else:
        settings = SettingsStore(folders.settings).load().settings.models
        places = without_repeats((*named, *own_places(settings.folders), *usual_places(folders.data)))
        opened = dict.fromkeys((*settings.recent_targets, *settings.recent_drafts))
        singles = allowed_files(ModelPlace(PlaceOwner.USER, Path(path)) for path in opened)
    places = allowed_places(places)
    progress = ProgressLine()
    library = Library(library_file(folders))
    listing = library.scan(places, singles, on_progress=lambda done, total: progress.show(f"{done} / {total}"))
    progress.clear()
    library.save()
    if options.json:
        write_json(json.dumps(_listing(listing), ensure_ascii=False))
    else:
        write_text(_table(listing.models))
    for note in listing.notes:
        say(said(note))
    return OK


def _check(options: Namespace) -> int:
    check = check_pair(Path(options.target), Path(options.draft), machine_room())
    missing = next((reason for reason in check.reasons if reason.code in NOT_THERE), None)
    if missing is not None:
        raise UserError(missing.code, **missing.values)
    if options.json:
        reasons = [_reason(reason) for reason in check.reasons]
        write_json(json.dumps({"compatible": check.compatible, "reasons": reasons}, ensure_ascii=False))
    elif check.compatible:
        write_text(translate("Command line", "The draft fits the target.") + "\n")
    else:
        verdict = translate("Command line", "The draft does not fit the target:")
        write_text("".join(f"{line}\n" for line in (verdict, *map(said, check.reasons))))
    return OK


def _listing(listing: Listing) -> Json:
    return {
        "models": [_model(model) for model in listing.models],
        "places": [
            {
                "owner": report.place.owner.value,
                "path": shown_path(report.place.path),
                "exists": report.exists,
                "files": report.num_files,
                "notes": [_reason(note) for note in report.notes],
            }
            for report in listing.reports
        ],
    }


def _model(model: ListedModel) -> Json:
    description, refusal = model.description, model.refusal
    return {
        "name": model.name,
        "file": model.file_name,
        "path": shown_path(model.path),
        "place": model.place.owner.value,
        "kind": None if model.kind is None else model.kind.value,
        "head": (description.head or None) if description is not None else None,
        "architecture": None if description is None else description.architecture,
        "quantisation": model.quantisation or None,
        "parameters": model.num_parameters or None,
        "size_bytes": model.file_bytes,
        "weights_bytes": model.weights_bytes,
        "context": model.context_length or None,
        "template": description is not None and description.has_template,
        "licence": (description.licence or None) if description is not None else None,
        "files": model.num_files,
        "usable": refusal is None,
        "reason": None if refusal is None else _reason(refusal),
    }


def _reason(notice: Notice) -> Json:
    return {"code": notice.code, "message": sentence(notice)}


def _table(models: Sequence[ListedModel]) -> str:
    """A line for each model, chat models first, and below those that cannot be used why."""
    if not models:
        return said(Notice("no_models_found")) + "\n"
    ordered = sorted(models, key=lambda model: (not model.chats, model.name.casefold()))
    rows = [_row(model) for model in ordered]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for model, row in zip(ordered, rows, strict=True):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(f"{'  '.join(cells)}  {shown_path(model.path)}\n")
        if model.refusal is not None:
            lines.append(f"    {said(model.refusal)}\n")
    return "".join(lines)


def _row(model: ListedModel) -> tuple[str, str, str]:
    return model.name, model.quantisation, f"{spelled(f'{model.file_bytes / _GIGABYTE:.2f}')} GB"
