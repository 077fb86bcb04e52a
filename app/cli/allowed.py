"""What an administrator's policy leaves of the models on a machine, for the window and for every command.

The policy is read anew each time: it is short, and a change holds at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.models.naming import shown_name
from app.models.places import ModelPlace, PlaceOwner, without_repeats
from app.packaged import shipped_folders
from app.settings.policy import read_policy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.settings.policy import Policy


def require_allowed(*paths: str | Path | None, policy: Policy | None = None) -> None:
    """Refuse models from folders that the policy does not name.

    Args:
        paths: Their files; None is none.
        policy: What holds; None reads it.

    Raises:
        UserError: `policy_model`.
    """
    policy = read_policy().policy if policy is None else policy
    for path in paths:
        if path is not None and not policy.allows_model(Path(path), shipped_folders()):
            raise UserError("policy_model", file=shown_name(Path(path)))


def allowed_places(places: Iterable[ModelPlace], policy: Policy | None = None) -> tuple[ModelPlace, ...]:
    """The folders and files to look through: those given, or where the policy names folders, those.

    Args:
        places: Folders or files that would be looked at without a policy.
        policy: What holds; None reads it.
    """
    policy = read_policy().policy if policy is None else policy
    if policy.model_folders is None:
        return tuple(places)
    laid_down = [ModelPlace(PlaceOwner.GALLEY, folder) for folder in shipped_folders()]
    laid_down += [ModelPlace(PlaceOwner.USER, folder) for folder in policy.model_folders]
    return without_repeats(laid_down)


def allowed_files(files: Iterable[ModelPlace], policy: Policy | None = None) -> tuple[ModelPlace, ...]:
    """Of single files, those that may be loaded. Arguments as those of `allowed_places`."""
    policy = read_policy().policy if policy is None else policy
    return tuple(each for each in files if policy.allows_model(each.path, shipped_folders()))
