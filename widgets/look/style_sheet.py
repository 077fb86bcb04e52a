"""The look of every standard control, from a palette: rounded, calm, one line around what can be clicked.

Widgets say what they are with the dynamic property `role`; colours and distances stand only here.
"""

from __future__ import annotations

from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPalette

from widgets.look.theme import sans

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from widgets.look.palette import Palette
    from widgets.look.theme import Theme

_TEMPLATE = Template("""
QMainWindow, QDialog { background: $background; }
QToolTip { background: $card; color: $ink; border: 1px solid $line; padding: 5px 8px; font-size: 12px; }
QFrame[role="panel"] { background: $panel; border: none; }
QFrame[role="reading"], QWidget[role="reading"] { background: $background; border: none; }
QFrame[role="card"] { background: $card; border: 1px solid $line; border-radius: 8px; }
QFrame[role="floating"] { background: $card; border: 1px solid $line; border-radius: 12px; }
QFrame[role="rule"] { background: $line; border: none; }
QScrollArea, QScrollArea > QWidget > QWidget[role="bare"] { background: transparent; border: none; }

QLabel { background: transparent; color: $ink; }
QLabel[role="muted"] { color: $muted; font-size: 12px; }
QLabel[role="small"] { color: $muted; font-size: 11px; }
QLabel[role="section"] { color: $muted; font-size: 11px; letter-spacing: 0.6px; }
QLabel[role="headline"] { font-size: 19px; font-weight: 600; }
QLabel[role="title"] { font-size: 15px; font-weight: 600; }
QLabel[role="figure"] { font-size: 16px; font-weight: 600; }
QLabel[role="setting"] { font-size: 13px; font-weight: 600; }
QMessageBox QLabel#qt_msgbox_label { font-size: 15px; font-weight: 600; }
QLabel[role="strong"] { font-size: 12px; font-weight: 600; }

QPushButton, QToolButton { background: $card; color: $ink; border: 1px solid $line; border-radius: 8px;
    padding: 6px 14px; font-size: 13px; font-weight: 600; }
QPushButton:hover, QToolButton:hover { border-color: $faint; }
QPushButton:pressed, QToolButton:pressed { background: $selection; }
QPushButton:focus, QToolButton:focus { border-color: $corrected; }
QPushButton:disabled, QToolButton:disabled { color: $faint; background: $panel; }
QPushButton[role="primary"] { background: $button; color: $button_text; border-color: $button;
    padding: 6px 16px; }
QPushButton[role="primary"]:hover { background: $button_hover; border-color: $button_hover; }
QPushButton[role="primary"]:focus { border-color: $corrected; }
QPushButton[role="primary"]:disabled { background: $selection; color: $muted; border-color: $selection; }
QPushButton[role="quiet"], QToolButton[role="quiet"] { background: transparent; border: 1px solid transparent;
    color: $muted; font-weight: 400; font-size: 12px; padding: 3px 6px; border-radius: 6px; }
QPushButton[role="fold"] { background: transparent; border: 1px solid transparent; color: $muted;
    font-weight: 400; font-size: 12px; padding: 2px 6px 2px 0; margin-left: -5px; border-radius: 6px;
    text-align: left; }
QPushButton[role="fold"]:hover { color: $ink; }
QPushButton[role="fold"]:focus { border-color: $corrected; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover { background: $selection; color: $ink; }
QPushButton[role="quiet"]:focus, QToolButton[role="quiet"]:focus { border-color: $corrected; }
QFrame[role="segments"] { background: $card; border: 1px solid $line; border-radius: 8px; }
QPushButton[role="segment"] { background: transparent; border: none; border-left: 1px solid $line; border-radius: 0;
    font-size: 12px; font-weight: 400; padding: 6px 4px; }
QPushButton[role="segment"][edge="left"] { border-left: none; border-top-left-radius: 7px;
    border-bottom-left-radius: 7px; }
QPushButton[role="segment"][edge="right"] { border-top-right-radius: 7px; border-bottom-right-radius: 7px; }
QPushButton[role="segment"]:hover { background: $panel; }
QPushButton[role="segment"]:checked { background: $button; color: $button_text; font-weight: 600; }
QPushButton[role="segment"]:focus { text-decoration: underline; }
QPushButton[role="choice"] { font-size: 12px; padding: 3px 10px; border-radius: 7px; }
QPushButton[role="foot"] { font-size: 12px; font-weight: 400; padding: 3px 5px; }
QPushButton[role="chip"] { font-weight: 400; text-align: left; padding: 10px 14px; border-radius: 10px; }
QPushButton[role="chip"]:hover { background: $panel; }
QFileDialog QToolButton { padding: 4px; }
QToolButton::menu-indicator, QPushButton::menu-indicator { image: none; width: 0; }

QLineEdit, QAbstractSpinBox, QComboBox { background: $card; color: $ink; border: 1px solid $line;
    border-radius: 6px; padding: 3px 8px; font-size: 12px; min-height: 18px;
    selection-background-color: $corrected_box; selection-color: $ink; placeholder-text-color: $muted; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: $faint; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border-color: $corrected; }
QLineEdit[wrong="true"], QLineEdit[wrong="true"]:focus { border: 2px solid $rejected; padding: 2px 7px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $faint; background: $panel; }
QAbstractSpinBox { padding: 1px 0; min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0 6px; min-height: 0;
    background: transparent; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url("$icons/chevron-$name.svg"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $card; color: $ink; border: 1px solid $line; padding: 4px;
    selection-background-color: $selection; selection-color: $ink; outline: none; }
QCheckBox { color: $ink; font-size: 12px; spacing: 8px; background: transparent; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $faint; border-radius: 4px;
    background: $card; }
QCheckBox::indicator:hover { border-color: $ink; }
QCheckBox::indicator:focus { border-color: $corrected; }
QCheckBox::indicator:checked { background: $button; border-color: $button;
    image: url("$icons/check-$name.svg"); }

QMenu { background: $card; color: $ink; border: 1px solid $line; padding: 5px; font-size: 13px; }
QMenu::item { padding: 6px 26px 6px 24px; border-radius: 5px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 5px 6px; }
QMenu::indicator { width: 12px; height: 12px; left: 7px; border-radius: 6px; border: 1px solid transparent; }
QMenu::indicator:checked { background: $corrected; border: 3px solid $card; }

QListView { background: transparent; border: none; outline: none; }
QListView[role="ringed"], QScrollArea[role="ringed"] { border: 1px solid transparent; }
QListView[role="ringed"] { border-radius: 8px; }
QListView[role="ringed"]:focus, QScrollArea[role="ringed"]:focus { border-color: $corrected; }
QFileDialog QListView, QFileDialog QTreeView { background: $card; border: 1px solid $line; border-radius: 6px; }
QFileDialog QListView:focus, QFileDialog QTreeView:focus { border-color: $corrected; }
QListWidget[role="groups"] { font-size: 13px; padding: 2px; border: 1px solid transparent; border-radius: 8px; }
QListWidget[role="groups"]:focus { border-color: $corrected; }
QListWidget[role="groups"]::item { color: $ink; padding: 0 10px; margin: 1px 0; border-radius: 6px; }
QListWidget[role="groups"]::item:hover { background: $panel; }
QListWidget[role="groups"]::item:selected { background: $selection; color: $ink; }
QListWidget[role="groups"]::item:disabled { color: $faint; }
QProgressBar { background: $selection; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $corrected; border-radius: 3px; }
QPlainTextEdit, QTextEdit { placeholder-text-color: $muted; }
QPlainTextEdit[role="log"] { background: $panel; color: $ink; border: 1px solid $line; border-radius: 8px;
    padding: 6px; selection-background-color: $corrected_box; selection-color: $ink; }
QPlainTextEdit[role="log"]:focus { border-color: $corrected; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 2px 2px 2px 1px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 1px 2px 2px 2px; }
QScrollBar::handle { background: $line; border-radius: 3px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $faint; }
""")


def application_style_sheet(palette: Palette) -> str:
    """Return the style sheet of the whole application in a palette's colours."""
    colours = {name: getattr(palette, name) for name in palette.__slots__}
    lift = QColor(palette.button)
    hover = lift.lighter(150) if lift.lightness() < 128 else lift.darker(110)
    icons = str(files("resources") / "icons").replace("\\", "/")
    return _TEMPLATE.substitute(colours, button_hover=hover.name(), icons=icons)


def application_palette(palette: Palette) -> QPalette:
    """Return Qt's palette for whatever the style sheet does not reach, such as file dialogs."""
    colours = QPalette()
    roles = QPalette.ColorRole
    pairs = (
        (roles.Window, palette.background),
        (roles.WindowText, palette.ink),
        (roles.Base, palette.card),
        (roles.AlternateBase, palette.panel),
        (roles.Text, palette.ink),
        (roles.Button, palette.card),
        (roles.ButtonText, palette.ink),
        (roles.BrightText, palette.rejected),
        (roles.Highlight, palette.corrected_box),
        (roles.HighlightedText, palette.ink),
        (roles.Link, palette.corrected),
        (roles.PlaceholderText, palette.muted),
        (roles.ToolTipBase, palette.card),
        (roles.ToolTipText, palette.ink),
    )
    for role, colour in pairs:
        colours.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.faint))
    return colours


def dress(application: QApplication, theme: Theme) -> None:
    """Dress the application in a theme and keep it dressed when the theme changes."""

    def on_theme_changed() -> None:
        application.setPalette(application_palette(theme.palette))
        application.setStyleSheet(application_style_sheet(theme.palette))

    application.setStyle("Fusion")
    application.setFont(sans(14))
    on_theme_changed()
    theme.changed.connect(on_theme_changed)


def set_role(widget: QWidget, role: str) -> None:
    """Say what a widget is, and let the style sheet look at it anew."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
