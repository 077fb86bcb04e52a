"""What holds for every test: no screen, no file of the user's, nothing left running afterwards."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from app.models import places
from tests.support import models, xvfb
from tests.support.tiny_models import MOSTLY_AGREES, REFUSES_SYSTEM, TinyArchitecture, TinyModel
from tests.support.tiny_vocabulary import OTHER_WORDS, TinyVocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when llama.cpp is loaded: spinning threads starve the others
# A busy machine is no failure, and a failure in CI must come again.
settings.register_profile("galley", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("galley")

_JOIN_SECONDS = 2.0
_WHOLE_EVERY = 40
"""Tests between two collections of everything, which take a second each."""
_num_tests = [0]


@pytest.fixture(autouse=True, scope="session")
def _in_english() -> None:
    """Whoever runs the tests may speak another language; what they look for is English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(variable, None)
    os.environ["LANG"] = "C.UTF-8"


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Qt's application, with the plurals of English that the program itself brings along."""
    from PySide6.QtCore import QTranslator

    from app.catalogue.language import SOURCE, path_of

    translator = QTranslator(qapp)
    assert translator.load(str(path_of(SOURCE)))
    assert qapp.installTranslator(translator)
    return qapp


@pytest.fixture(autouse=True)
def galley_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stands in for everything Galley writes outside of what it is told to."""
    home = tmp_path / "galley-home"
    monkeypatch.setenv("GALLEY_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def _no_models_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have models; the list of them in a test's window is empty all the same."""
    for variable in ("HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "LLAMA_CACHE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "home" / ".ollama" / "models"))
    monkeypatch.setattr(places, "user_home", lambda: tmp_path / "home")


@pytest.fixture(autouse=True)
def _garbage_goes_in_this_thread() -> Iterator[None]:
    """What an earlier test left in cycles may hold widgets. Python collects in whatever thread it is, and PySide then
    tears them down in the middle of anything: a thread that waits for the interpreter and holds a lock of Qt's never
    gets on. So nothing is collected during a test, and what there is, after it.
    """
    gc.disable()
    yield
    _num_tests[0] += 1
    gc.collect(2 if _num_tests[0] % _WHOLE_EVERY == 0 else 1)


@pytest.fixture(autouse=True)
def _nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread, a child process or a running timer behind."""
    threads = set(threading.enumerate())
    children = {child.pid for child in multiprocessing.active_children()}
    qt_before = {id(each) for each in _running_qt()} if "qapp" in request.fixturenames else set()
    yield
    left: list[str] = []
    for thread in set(threading.enumerate()) - threads:
        if not thread.daemon:
            thread.join(_JOIN_SECONDS)
            if thread.is_alive():
                left.append(f"thread {thread.name}")
    left += [
        f"process {child.name} ({child.pid})"
        for child in multiprocessing.active_children()
        if child.pid not in children
    ]
    if "qapp" in request.fixturenames:
        _delete_closed_widgets()
        _clear_clipboard()
        running = [each for each in _running_qt() if id(each) not in qt_before]
        if running:
            del running
            gc.collect()
            left += [_qt_name(each) for each in _running_qt() if id(each) not in qt_before]
    if left:
        pytest.fail(f"left running: {', '.join(left)}", pytrace=False)


def _clear_clipboard() -> None:
    """What lies on the clipboard when the interpreter ends would take it down: Qt is gone by then."""
    from PySide6.QtGui import QGuiApplication

    if isinstance(QGuiApplication.instance(), QGuiApplication):
        QGuiApplication.clipboard().clear()


def _delete_closed_widgets() -> None:
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _running_qt() -> list[object]:
    """The QThreads and QTimers that Python made and that run now."""
    if "PySide6.QtCore" not in sys.modules:
        return []
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QThread, QTimer

    running: list[object] = []
    for each in gc.get_objects():
        kind = type(each)
        if issubclass(kind, QThread):
            if shiboken6.isValid(each) and each.isRunning() and each is not QThread.currentThread():
                running.append(each)
        elif (
            issubclass(kind, QTimer)
            and shiboken6.isValid(each)
            and each.isActive()
            and each.parent() is not QCoreApplication.instance()
        ):
            running.append(each)
    return running


def _qt_name(each: object) -> str:
    from PySide6.QtCore import QObject

    parent = each.parent() if isinstance(each, QObject) else None
    name = each.objectName() if isinstance(each, QObject) else ""
    return f"{type(each).__name__} {name!r} of {type(parent).__name__}"


@pytest.fixture
def private_display() -> Iterator[xvfb.PrivateDisplay]:
    """An X server of this test's own."""
    xvfb.require()
    with xvfb.PrivateDisplay() as display:
        yield display


# Real models.


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """SmolLM2 135M, whose rows are bitwise equal for 1 to 16 rows while the cache is short."""
    return models.model_path(models.SMOLLM2)


@pytest.fixture(scope="session")
def qwen_large() -> Path:
    """Qwen2.5-Coder 1.5B."""
    return models.model_path(models.QWEN_LARGE)


@pytest.fixture(scope="session")
def qwen_small() -> Path:
    """Qwen2.5-Coder 0.5B, the draft model that fits the 1.5B."""
    return models.model_path(models.QWEN_SMALL)


@pytest.fixture(scope="session")
def gemma() -> Path:
    """Gemma 3 270M: another vocabulary, and a sliding window."""
    return models.model_path(models.GEMMA)


# Tiny models.


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this session's tiny models lie."""
    return tmp_path_factory.mktemp("tiny-models")


@pytest.fixture(scope="session")
def tiny_target(tiny_folder: Path) -> Path:
    """The tiny model that the others are variants of: 300 tokens, ChatML, replies that seldom end."""
    return TinyModel(name="Tiny target").write(tiny_folder / "target.gguf")


@pytest.fixture(scope="session")
def tiny_draft(tiny_folder: Path) -> Path:
    """A copy with a little noise: agrees with the target three times in four."""
    return TinyModel(name="Tiny draft", noise=MOSTLY_AGREES).write(tiny_folder / "draft.gguf")


@pytest.fixture(scope="session")
def tiny_stranger(tiny_folder: Path) -> Path:
    """Same vocabulary, unrelated weights: a draft that nearly always disagrees."""
    return TinyModel(name="Tiny stranger", seed=9).write(tiny_folder / "stranger.gguf")


@pytest.fixture(scope="session")
def tiny_ending(tiny_folder: Path) -> Path:
    """The target with likely end tokens: replies are a dozen tokens long."""
    return TinyModel(name="Tiny ending", end_bias=2.0).write(tiny_folder / "ending.gguf")


@pytest.fixture(scope="session")
def tiny_padded(tiny_folder: Path) -> Path:
    """The draft with 40 unused tokens at the end of its vocabulary: still a fitting pair."""
    vocabulary = TinyVocabulary(num_padding=40)
    model = TinyModel(name="Tiny padded", noise=MOSTLY_AGREES, vocabulary=vocabulary)
    return model.write(tiny_folder / "padded.gguf")


@pytest.fixture(scope="session")
def tiny_larger_vocabulary(tiny_folder: Path) -> Path:
    """200 unused tokens more than the target: too many for a pair."""
    vocabulary = TinyVocabulary(num_padding=200)
    return TinyModel(name="Tiny larger vocabulary", vocabulary=vocabulary).write(tiny_folder / "larger.gguf")


@pytest.fixture(scope="session")
def tiny_other_vocabulary(tiny_folder: Path) -> Path:
    """Other words from id 260 on, about as many: no pair with the target."""
    vocabulary = TinyVocabulary(words=OTHER_WORDS)
    return TinyModel(name="Tiny other vocabulary", vocabulary=vocabulary).write(tiny_folder / "other.gguf")


@pytest.fixture(scope="session")
def tiny_no_template(tiny_folder: Path) -> Path:
    """The target without a chat template in the file."""
    return TinyModel(name="Tiny base", chat_template=None).write(tiny_folder / "no-template.gguf")


@pytest.fixture(scope="session")
def tiny_refuses_system(tiny_folder: Path) -> Path:
    """The target with a template that raises on a system turn."""
    model = TinyModel(name="Tiny without system role", chat_template=REFUSES_SYSTEM)
    return model.write(tiny_folder / "refuses-system.gguf")


@pytest.fixture(scope="session")
def tiny_recurrent(tiny_folder: Path) -> Path:
    """A state-space model: its memory cannot be rewound in part."""
    model = TinyModel(name="Tiny recurrent", architecture=TinyArchitecture.MAMBA)
    return model.write(tiny_folder / "recurrent.gguf")


@pytest.fixture(scope="session")
def tiny_sliding(tiny_folder: Path) -> Path:
    """A model one of whose two layers sees a window of 32 tokens only."""
    model = TinyModel(name="Tiny sliding window", architecture=TinyArchitecture.GEMMA3)
    return model.write(tiny_folder / "sliding.gguf")
