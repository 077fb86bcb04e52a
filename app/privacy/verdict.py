"""What in all of it should worry somebody, so that nobody has to read a list to find the one line that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import Notice
from app.privacy.sockets import SocketFamily

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.privacy.places import Place
    from app.privacy.processes import RunningProcess
    from app.privacy.sockets import SocketReport


def concerns(
    places: Sequence[Place], sockets: SocketReport, processes: Sequence[RunningProcess] = ()
) -> tuple[Notice, ...]:
    """One notice for each thing that is not as it should be; none when all is."""
    found = []
    for place in places:
        exposed = [file for file in place.files if not file.is_private]
        found += [Notice("concern_open_to_others", {"path": str(file.path)}) for file in exposed]
        if place.problem and place.path is not None:
            found.append(Notice("concern_not_looked_at", {"path": str(place.path), "cause": place.problem}))
    outward = [each for each in sockets.of(SocketFamily.INTERNET) if not each.stays_on_machine]
    found += [Notice("concern_network", {"here": each.here, "there": each.there or "–"}) for each in outward]
    found += sockets.notices
    if any(process.core_dumps for process in processes):
        found.append(Notice("concern_core_dumps"))
    return tuple(found)
