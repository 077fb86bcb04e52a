"""The models of the window: folders of one's own, what is hidden, what is still arriving, what a pair gained."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from app.engine.events import PairLoaded, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.types import Proposer
from app.hardware.samples import MachineSample
from app.models.places import own_places
from app.runtime.library_worker import LibraryWorker
from app.settings.store import SettingsStore
from app.viewmodels import model_library
from app.viewmodels.model_library import ModelLibrary
from app.viewmodels.pair_gains import PairGains
from app.viewmodels.pair_list import PairList
from app.viewmodels.preferences import Preferences
from tests.support import scripted_engine as scripted
from tests.support.model_files import model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

MILLISECONDS = 30_000


class Desk:
    """A library with its surroundings; the folder `models` is looked into."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self._qtbot = qtbot
        self.folder = folder
        self.worker = LibraryWorker(folder / "models.json")
        self.preferences = Preferences(SettingsStore(folder / "settings"))
        self.library = ModelLibrary(self.worker, self.preferences, lambda: own_places([folder / "models"]))
        self.pairs = PairList("test", self.worker, self.library)
        self.worker.start()

    def look(self) -> list[str]:
        """Look again; returns the names of the files that are listed."""
        with self._qtbot.waitSignal(self.worker.listed, timeout=MILLISECONDS):
            self.library.look()
        return self.names

    @property
    def names(self) -> list[str]:
        return [each.path.stem for each in self.library.models]

    def compared(self, name: str) -> list[str]:
        """What is beside a model."""
        self.pairs.set_target(self.library.model_at(str(self.folder / "models" / f"{name}.gguf")))
        self._qtbot.waitUntil(lambda: not self.pairs.is_comparing, timeout=MILLISECONDS)
        return [option.model.path.stem for option in self.pairs.options]


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.library.stop()
    made.worker.stop()
    made.preferences.save()


def test_a_folder_of_ones_own_is_looked_into_and_no_more_when_it_is_taken_back(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    model(tmp_path / "models" / "a.gguf")
    model(tmp_path / "disk" / "b.gguf")
    assert desk.look() == ["a"]
    with qtbot.waitSignal(desk.worker.listed, timeout=MILLISECONDS):
        desk.library.add_folder(str(tmp_path / "disk"))
    assert desk.names == ["b", "a"]
    assert desk.preferences.settings.models.folders == (str(tmp_path / "disk"),)
    with qtbot.waitSignal(desk.worker.listed, timeout=MILLISECONDS):
        desk.library.remove_folder(str(tmp_path / "disk"))
    assert desk.names == ["a"]


def test_a_model_that_was_opened_from_anywhere_is_listed_too(desk: Desk, tmp_path: Path) -> None:
    desk.preferences.set_pair(str(model(tmp_path / "elsewhere" / "t.gguf")), None)
    assert desk.look() == ["t"]


def test_what_is_taken_from_the_list_stays_away_and_comes_back_at_wish(desk: Desk, tmp_path: Path) -> None:
    path = model(tmp_path / "models" / "a.gguf")
    model(tmp_path / "models" / "b.gguf")
    desk.look()
    desk.library.hide(str(path))
    assert (desk.names, desk.library.num_hidden) == (["b"], 1)
    assert desk.look() == ["b"]
    assert path.exists()
    desk.preferences.save()
    assert Preferences(SettingsStore(tmp_path / "settings")).settings.models.hidden == (str(path),)
    desk.library.show_hidden()
    assert (desk.names, desk.library.num_hidden) == (["a", "b"], 0)


def test_a_file_that_is_still_arriving_is_looked_at_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_library, "ARRIVING_MILLISECONDS", 30)
    desk = Desk(qtbot, tmp_path)
    try:
        path = model(tmp_path / "models" / "a.gguf", rows=1000)
        whole = path.read_bytes()
        path.write_bytes(whole[:-5])
        desk.look()
        assert not desk.library.models[0].chats
        path.write_bytes(whole)
        qtbot.waitUntil(lambda: desk.library.models[0].chats, timeout=MILLISECONDS)
        assert not desk.library._arriving.isActive(), "it is whole, and nobody has to look any more"
    finally:
        desk.library.stop()
        desk.worker.stop()
        desk.preferences.save()


def test_the_pairs_follow_target_and_folder(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    for name, rows in (("large", 4000), ("small", 400)):
        model(tmp_path / "models" / f"{name}.gguf", rows=rows)
    desk.look()
    assert desk.compared("large") == ["small"]
    assert desk.compared("small") == ["large"]
    model(tmp_path / "models" / "tiny.gguf", rows=40)
    with qtbot.waitSignal(desk.pairs.changed, timeout=MILLISECONDS):
        desk.look()
    assert desk.compared("small") == ["tiny", "large"]
    (tmp_path / "models" / "small.gguf").unlink()
    desk.look()
    assert desk.pairs.target is None
    assert desk.pairs.options == ()


def test_beside_what_cannot_chat_nothing_stands(desk: Desk, tmp_path: Path) -> None:
    model(tmp_path / "models" / "a.gguf")
    model(tmp_path / "models" / "p.gguf", general__architecture="clip")
    desk.look()
    assert desk.compared("p") == []


def test_the_best_pair_depends_on_the_memory_there_is(
    desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_library, "gpu_may_be_there", lambda: False)
    for name, rows in (("large", 4000), ("small", 400), ("tiny", 40)):
        model(tmp_path / "models" / f"{name}.gguf", rows=rows)
    with qtbot.waitSignal(desk.library.best_changed, timeout=MILLISECONDS):
        desk.look()
    assert desk.library.best is not None
    assert desk.library.best.target.path.stem == "large"
    with qtbot.waitSignal(desk.library.best_changed, timeout=MILLISECONDS):
        desk.library.on_sample(MachineSample(0.0, 0, 20_000, None, (), None))
    assert desk.library.best.target.path.stem == "small"


# What pairs gained.


def _measured(num_rounds: int, proposer: Proposer = Proposer.DRAFT, *, draft: bool = True) -> list[float]:
    """What is told of a reply of plain rounds of a tenth of a second and of proposals of four tokens in two tenths."""
    gains = PairGains()
    told: list[float] = []
    gains.measured.connect(lambda _target, _draft, gain: told.append(round(gain, 2)))
    gains.on_events([PairLoaded(scripted.pair(draft=draft)), ReplyStarted(1, 10, 0, scripted.status())])
    for index in range(num_rounds):
        proposal = dataclasses.replace(scripted.decoded_round(2 * index + 1, 3, 3, 0.2), proposer=proposer)
        rounds = [scripted.decoded_round(2 * index, 0, 0, 0.1), proposal]
        gains.on_events([RoundDecoded(1, each) for each in rounds])
    gains.on_events([ReplyFinished(1, scripted.summary())])
    return told


def test_what_a_reply_gained_by_its_draft_is_told() -> None:
    assert _measured(12) == [1.67]


def test_short_replies_and_those_that_lookup_helped_say_nothing_of_the_draft() -> None:
    assert _measured(3) == []
    assert _measured(12, Proposer.LOOKUP) == []
    assert _measured(12, draft=False) == []
