from __future__ import annotations

from pathlib import Path

from app.catalogue import sentence
from app.errors import Notice
from app.privacy.places import FileState, Place, PlaceKind, Protection
from app.privacy.processes import ProcessRole, RunningProcess
from app.privacy.sockets import OpenSocket, SocketFamily, SocketReport
from app.privacy.verdict import concerns

NO_SOCKETS = SocketReport(())


def place(mode: int = 0o600, problem: str = "") -> Place:
    path = Path("settings.json")
    return Place(PlaceKind.SETTINGS, Protection.PLAIN, path, (FileState(path, 1, mode),), problem)


def socket(here: str, there: str = "", family: SocketFamily = SocketFamily.INTERNET) -> SocketReport:
    return SocketReport((OpenSocket(ProcessRole.ENGINE, family, here, there),))


def codes(*arguments: object) -> list[str]:
    found = concerns(*arguments)  # type: ignore[arg-type]
    assert all("{" not in sentence(each) for each in found)
    return [each.code for each in found]


def test_nothing_to_worry_about() -> None:
    running = [RunningProcess(1, ProcessRole.PROGRAM, core_dumps=False), RunningProcess(2, ProcessRole.ENGINE, None)]
    assert codes([place()], NO_SOCKETS, running) == []
    assert codes([place()], socket("/run/bus", family=SocketFamily.LOCAL)) == []
    assert codes([place()], socket("127.0.0.1:8080")) == []
    assert codes([place()], socket("[::1]:8080")) == []


def test_each_thing_to_worry_about_is_told() -> None:
    assert codes([place(0o640)], NO_SOCKETS) == ["concern_open_to_others"]
    assert codes([place(problem="Permission denied")], NO_SOCKETS) == ["concern_not_looked_at"]
    assert codes([place()], socket("0.0.0.0:8080")) == ["concern_network"]
    assert codes([place()], socket("10.0.0.2:4000", "93.184.216.34:443")) == ["concern_network"]
    unseen = SocketReport((), (Notice("sockets_not_seen", {"pid": 1, "cause": "x"}),))
    assert codes([place()], unseen) == ["sockets_not_seen"]
    dumping = [RunningProcess(1, ProcessRole.PROGRAM, core_dumps=True)]
    assert codes([place()], NO_SOCKETS, dumping) == ["concern_core_dumps"]
