"""The window before anything can be said: the key is missing or asked for, nothing is loaded, a model comes or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.engine.events import EngineDied, LoadFailed, LoadProgressed
from app.errors import Notice
from app.models.gguf import read_header
from app.models.memory.fitting import Change, ChangeKind
from app.models.memory.kv_cache import CacheTypes
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.models.memory.need import Common, Loading
from app.models.memory.plan import make_plan
from app.models.memory.shape import read_shape
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard
from tests.support import scripted_engine as scripted
from tests.support.inspection import NARROW, WIDE
from tests.support.shaped_models import ShapedModel

if TYPE_CHECKING:
    from tests.support.inspection import Inspection
    from tests.support.program import Program

PASSPHRASE = "proof of the pudding"
STATES = (
    "first passphrase",
    "first passphrase is too short",
    "first passphrase is another one the second time",
    "nothing is loaded, and there are no models",
    "models, no model anywhere",
    "first-run picture put away",
    "load begins",
    "load half way",
    "load failed",
    "load failed, a smaller one is offered",
    "load left the draft out",
    "engine stopped while idle",
    "engine stopped, its last lines",
    "model over the window",
    "files over the window",
    "both over the window",
    "notice",
    "notice with a why",
    "three notices",
    "locking",
    "passphrase asked for",
    "passphrase is wrong",
    "passphrase is being checked",
    "passphrase forgotten",
    "locked with the keyring",
    "keyring locked",
    "keyring missing",
    "keyring is being asked",
    "conversations nothing opens",
    "conversations open elsewhere",
    "nothing is kept",
)


def visit(program: Program, inspection: Inspection) -> None:
    """Go through all of them, from a first start without a keyring to a window that keeps nothing."""
    _first_passphrase(program, inspection)
    _nothing_loaded(program, inspection)
    _load(program, inspection)
    _dragged(program, inspection)
    _notices(program, inspection)
    _locked(program, inspection)
    _other_covers(program, inspection)


def _first_passphrase(program: Program, inspection: Inspection) -> None:
    window, view = program.galley.window, program.galley.kept.cover.unlock_view
    inspection.look("first passphrase", window, NARROW)
    first, second = view.choose_form.fields
    QTest.keyClicks(first, "abc")
    QTest.keyClicks(second, "abc")
    QTest.keyClick(second, Qt.Key.Key_Return)
    inspection.look("first passphrase is too short", window)
    first.clear()
    QTest.keyClicks(first, PASSPHRASE)
    QTest.keyClick(second, Qt.Key.Key_Return)
    inspection.look("first passphrase is another one the second time", window)
    second.clear()
    QTest.keyClicks(second, PASSPHRASE)
    QTest.keyClick(second, Qt.Key.Key_Return)
    program.until(lambda: window.page is None)
    program.until(lambda: program.galley.keeping.is_filled and not program.galley.chat.is_reading)


def _nothing_loaded(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    program.until(lambda: not galley.models.library.is_scanning)
    inspection.look("nothing is loaded, and there are no models", galley.window, NARROW)
    inspection.look("nothing is loaded, and there are no models", galley.window, WIDE)
    galley.models.show()
    inspection.look("models, no model anywhere", galley.window, NARROW)
    galley.window.show_page(None)
    galley.empty_state.intro.skip_button.click()
    inspection.look("first-run picture put away", galley.window, NARROW)


def _load(program: Program, inspection: Inspection) -> None:
    galley, tell = program.galley, program.galley.engine.events_arrived.emit
    pair = scripted.pair()
    assert pair.draft is not None
    galley.load_card.begin(pair.target.path, pair.draft.path)
    inspection.look("load begins", galley.window)
    tell([LoadProgressed("target", 1.0), LoadProgressed("draft", 0.43)])
    inspection.look("load half way", galley.window)
    values = {"path": "/models/broken.gguf", "cause": "tensor 'blk.0.attn_q.weight' not found"}
    tell([LoadFailed(Notice("model_not_loaded", values), scripted.pair())])
    inspection.look("load failed", galley.window)
    tell([LoadFailed(Notice("model_not_loaded", values), None)])
    galley.planning.recovery.offered.emit(_smaller(program))
    inspection.look("load failed, a smaller one is offered", galley.window)
    galley.planning.recovery.offered_for_draft.emit(_smaller(program), Notice("draft_no_room"))
    inspection.look("load left the draft out", galley.window)
    log = tuple(f"ggml_assert: line {number} of the log" for number in range(12))
    tell([EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), log, None)])
    inspection.look("engine stopped while idle", galley.window)
    galley.load_card.log_fold.heading.click()
    inspection.look("engine stopped, its last lines", galley.window)
    galley.load_card.close_button.click()


def _smaller(program: Program) -> Change:
    """A way to load something that takes less."""
    path = ShapedModel(num_layers=2).write(program.home / "shape.gguf")
    target = Loading(read_shape([read_header(path)]), 0, CacheTypes("f16", "f16"))
    machine = Machine(DeviceMemory(RAM, "", 1 << 30, 8 << 30))
    return Change(ChangeKind.EVERYTHING, make_plan(target, None, Common(32_768), machine))


def _dragged(program: Program, inspection: Inspection) -> None:
    window = program.galley.window
    for state, names in (
        ("model over the window", ["a.gguf"]),
        ("files over the window", ["a.txt", "b.txt"]),
        ("both over the window", ["a.gguf", "b.txt"]),
    ):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(f"/somewhere/{name}") for name in names])
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(window, QDragEnterEvent(QPoint(5, 5), copy, data, left, none))
        inspection.look(state, window)
        QApplication.sendEvent(window, QDragLeaveEvent())


def _notices(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    galley.preferences.notice_raised.emit(Notice("policy_export"))
    inspection.look("notice", galley.window)
    galley.notices.clear()
    galley.preferences.notice_raised.emit(Notice("model_is_projector", {"file": "mmproj.gguf"}))
    inspection.look("notice with a why", galley.window)
    for path in ("/models/one.gguf", "/models/a folder with a long name/and another one below it/two.gguf"):
        galley.preferences.notice_raised.emit(Notice("model_is_web_page", {"file": path}))
    inspection.look("three notices", galley.window)
    galley.notices.clear()


def _locked(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, view = galley.window, galley.kept.cover.unlock_view
    galley.protection.lock()
    inspection.look("locking", window)
    program.until(lambda: galley.protection.guard is Guard.ASKING)
    inspection.look("passphrase asked for", window)
    field = view.enter_form.fields[0]
    QTest.keyClicks(field, "proof of nothing")
    view.set_busy(True)
    inspection.look("passphrase is being checked", window)
    view.set_busy(False)
    QTest.keyClick(field, Qt.Key.Key_Return)
    program.until(lambda: not galley.protection.busy)
    inspection.look("passphrase is wrong", window)
    view.forgotten_button.click()
    inspection.look("passphrase forgotten", window)


def _other_covers(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, cover = galley.window, galley.kept.cover
    window.show_page(cover.locked_view, locked=True)
    inspection.look("locked with the keyring", window)
    window.show_page(cover.unlock_view, locked=True)
    view = cover.unlock_view
    view.show_keyring(written(Notice("keyring_locked")))
    inspection.look("keyring locked", window)
    view.show_keyring(written(Notice("keyring_missing")))
    inspection.look("keyring missing", window)
    view.show_waiting()
    inspection.look("keyring is being asked", window)
    view.show_lost(written(Notice("store_wrong_key", {"path": "/home/someone/.local/share/galley/conversations.db"})))
    inspection.look("conversations nothing opens", window)
    view.show_in_use(written(Notice("store_in_use", {"path": "/home/someone/.local/share/galley"})))
    inspection.look("conversations open elsewhere", window)
    view.without_store_requested.emit()
    program.until(lambda: galley.protection.guard is Guard.UNKEPT)
    inspection.look("nothing is kept", window, WIDE)
