"""Every menu and every dialog that is a window of its own, opened by what opens it in the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QMenu, QToolTip, QWidget

from app.errors import Notice
from app.viewmodels.notices import written
from tests.support.inspection import NARROW, WIDE
from tests.support.states_talk import bubbles
from widgets.lab.dialogs import ask_to_open_report
from widgets.privacy.exchange_dialogs import show_progress
from widgets.settings.folders import FoldersControl
from widgets.window.unsaved_question import ask_about_unsaved

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.inspection import Inspection
    from tests.support.program import Program

MENUS = (
    "menu of the window",
    "menu of all pages",
    "menu of targets",
    "menu of drafts",
    "menu of a message",
    "menu of a reply",
    "menu of a link in a reply",
    "menu of a plot",
    "menu of a place on the privacy page",
    "menu of a model",
    "menu of own folders",
)
DIALOGS = (
    "open a model",
    "attach files",
    "export",
    "import",
    "save the privacy report",
    "progress of an export",
    "save a comparison",
    "save a picture of a comparison",
    "own prompts, a file",
    "own prompts, a folder",
    "own settings of the lab",
    "save a run",
    "open a report",
    "save a table",
    "folder with models, from the models page",
    "folder with models, from the settings",
    "settings of another program",
    "open a page",
    "write to an address",
    "not all is saved",
    "link is not opened",
    "choices of a setting",
)
STATES = (*MENUS, *DIALOGS)


def visit(program: Program, inspection: Inspection, folder: Path) -> None:
    """Open all of them; a pair is loaded, models are listed, and something has been said."""
    program.galley.window.resize(*WIDE)
    _menus_of_the_window(program, inspection)
    _menus_of_messages(program, inspection)
    _menus_of_pages(program, inspection)
    program.galley.window.show_page(None)
    program.galley.window.resize(*NARROW)
    _file_dialogs(program, inspection, folder)
    _questions(program, inspection, folder)


def _menus_of_the_window(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, header = galley.window, galley.header
    inspection.look_at_menu("menu of the window", header.more_menu, window)
    inspection.look_at_menu("menu of all pages", galley.sidebar.page_menu, window)
    for state, picker in (("menu of targets", header.target_picker), ("menu of drafts", header.draft_picker)):
        picker.open_menu()
        inspection.look(state, picker.menu_popup)
        picker.menu_popup.close()
    plot = galley.proof_panel.plots.memory
    inspection.look_at_menu("menu of a plot", plot.menu, window)


def _menus_of_messages(program: Program, inspection: Inspection) -> None:
    window = program.galley.window
    _look_at_context_menu(inspection, "menu of a message", bubbles(program)[-1], window)
    card = program.card()
    _look_at_context_menu(inspection, "menu of a reply", card, window)
    surface = next(each for each in card.read_view.surfaces() if "page" in each.toPlainText())
    place = surface.cursorRect(surface.document().find("page")).center() - QPoint(4, 0)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, surface.viewport().mapTo(card, place), surface.viewport().mapToGlobal(place))
    QApplication.sendEvent(card, event)
    _look_at_open(inspection, "menu of a link in a reply", card)


def _look_at_context_menu(inspection: Inspection, state: str, widget: QWidget, window: QWidget) -> None:
    place = widget.rect().center()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, window.mapToGlobal(QPoint(0, 0))))
    _look_at_open(inspection, state, widget)


def _look_at_open(inspection: Inspection, state: str, widget: QWidget) -> None:
    menu = next(each for each in widget.findChildren(QMenu) if each.isVisible())
    inspection.look(state, menu)
    menu.close()


def _menus_of_pages(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window = galley.window
    with program.qtbot.waitSignal(galley.privacy.facts.looked, timeout=60_000):
        galley.privacy.show()
    button = next(row.more_button for row in galley.privacy.page.rows if not row.more_button.isHidden())
    inspection.look_at_menu("menu of a place on the privacy page", button.menu(), window)
    galley.models.show()
    inspection.look_at_menu("menu of a model", galley.models.page.details.more_button.menu(), window)
    galley.models.page.show_folders(["/home/someone/models", "/mnt/a disk with a rather long name/models/gguf"])
    inspection.look_at_menu("menu of own folders", galley.models.page.folder_button.menu(), window)


def _file_dialogs(program: Program, inspection: Inspection, folder: Path) -> None:
    galley = program.galley
    compare, lab, settings = galley.comparing, galley.lab.benching, galley.settings.page
    opened: tuple[tuple[str, Callable[[], object]], ...] = (
        ("open a model", galley.header.choose_target_file),
        ("attach files", galley.composer.attach_requested.emit),
        ("export", galley.privacy.page.export_requested.emit),
        ("import", galley.privacy.page.import_requested.emit),
        ("save the privacy report", galley.privacy.page.report_save_requested.emit),
        ("save a comparison", lambda: compare.compared._ask_where(b"", picture=False)),
        ("save a picture of a comparison", lambda: compare.compared._ask_where(b"", picture=True)),
        ("own prompts, a file", lambda: lab.page.setup.suite_file_requested.emit(False)),
        ("own prompts, a folder", lambda: lab.page.setup.suite_file_requested.emit(True)),
        ("own settings of the lab", lab.page.setup.grid_file_requested.emit),
        ("save a run", lambda: lab.page.runs.save_requested.emit(None, "csv")),
        ("save a table", galley.machine.page.save_button.click),
        ("folder with models, from the models page", galley.models.page.folder_requested.emit),
        (
            "folder with models, from the settings",
            lambda: settings.folder_asked.emit(settings.findChild(FoldersControl)),
        ),
        ("settings of another program", galley.foreign.page.reader.file_requested.emit),
    )
    for state, act in opened:
        act()
        inspection.look_at_dialog(state, _opened(program))


def _questions(program: Program, inspection: Inspection, folder: Path) -> None:
    galley = program.galley
    window = galley.window
    galley.stack.link_activated.emit("https://example.org/a/page/about/herons?with=figures")
    inspection.look_at_dialog("open a page", _opened(program))
    galley.stack.link_activated.emit("mailto:heron@example.org")
    inspection.look_at_dialog("write to an address", _opened(program))
    inspection.look_at_dialog("open a report", ask_to_open_report(window, folder / "report.html"))
    cause = written(Notice("store_full", {"path": str(folder)}))
    inspection.look_at_dialog("not all is saved", ask_about_unsaved(window, cause, lambda: None, lambda: None))
    galley.stack.link_activated.emit("javascript:alert(1)")
    tip = next(each for each in QApplication.topLevelWidgets() if each.isVisible() and each.inherits("QTipLabel"))
    inspection.look("link is not opened", tip)
    QToolTip.hideText()
    galley.settings.show()
    galley.settings.page.show_group("appearance")
    box = galley.settings.page.findChild(QComboBox)
    assert isinstance(box, QComboBox)
    box.showPopup()
    inspection.look("choices of a setting", box.view().window())
    box.hidePopup()
    window.show_page(None)
    progress = show_progress(window, lambda: None)
    progress.setMaximum(2)
    progress.setValue(1)
    progress.show()
    inspection.look_at_dialog("progress of an export", progress)
    progress.deleteLater()


def _opened(program: Program) -> QDialog:
    """The dialog that has been opened last."""
    return next(each for each in program.galley.window.findChildren(QDialog) if each.isVisible())
