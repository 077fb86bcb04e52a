"""What stands in the window's place while the conversations cannot be opened: why, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QPushButton, QStackedLayout, QWidget

from widgets.look.theme import serif
from widgets.parts.centred import column, scrolling
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import rule, sentence_label
from widgets.parts.quiet_button import QuietButton
from widgets.privacy.passphrase_form import FormKind, PassphraseForm

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QShowEvent

    from widgets.look.theme import Theme

_WIDTH = 500


class UnlockView(QFrame):
    """A page for each way in which the key can be missing. `show_…` choose the page; signals ask.

    Args:
        theme: For the colours.
    """

    passphrase_entered = Signal(str)
    new_passphrase_chosen = Signal(str)
    retry_requested = Signal()
    stop_waiting_requested = Signal()
    """No longer wait for the keyring."""
    new_store_requested = Signal()
    """Begin with an empty store; the old file is kept aside."""
    without_store_requested = Signal()
    """Go on without keeping anything."""
    quit_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "reading")
        self.choose_form = PassphraseForm(theme, FormKind.CHOOSE, self.tr("Use this passphrase"))
        self.enter_form = PassphraseForm(theme, FormKind.ENTER, self.tr("Unlock"))
        self.reason = sentence_label(role="")
        self.choice_reason = sentence_label(role="")
        self.lost_reason = sentence_label(role="")
        self.in_use_reason = sentence_label(role="")
        self.forgotten_button = QuietButton(theme, self.tr("Forgotten?"))
        self.anew_button = QPushButton(self.tr("Start with an empty store"))
        self.forgotten = self._forgotten()
        self._first: dict[QWidget, QWidget] = {}
        self._pages = QStackedLayout(self)
        self.choice_page = self._choice()
        self.passphrase_page = self._passphrase()
        self.keyring_page = self._keyring()
        self.lost_page = self._lost()
        self.in_use_page = self._in_use()
        self.waiting_page = self._waiting()
        self.choose_form.new_passphrase_chosen.connect(self.new_passphrase_chosen)
        self.enter_form.passphrase_entered.connect(self.passphrase_entered)
        self.forgotten_button.clicked.connect(self._on_forgotten)

    @property
    def page(self) -> QWidget:
        """The page that is shown."""
        return self._pages.currentWidget() or self.choice_page

    def show_choice(self, reason: str) -> None:
        """The first start, and no keyring: ask for a passphrase. `reason` says why there is none."""
        self.choice_reason.setText(reason)
        self._show(self.choice_page, self.choose_form)

    def show_passphrase(self) -> None:
        """A passphrase holds the key: ask for it."""
        self.forgotten.hide()
        self.forgotten_button.show()
        self._show(self.passphrase_page, self.enter_form)

    def show_keyring(self, reason: str) -> None:
        """The keyring holds the key, and is locked or not there."""
        self.reason.setText(reason)
        self._show(self.keyring_page)

    def show_in_use(self, reason: str) -> None:
        """Another Galley has them: nothing is lost, and nothing is to be begun anew."""
        self.in_use_reason.setText(reason)
        self._show(self.in_use_page)

    def show_lost(self, reason: str) -> None:
        """There are conversations that nothing opens, for this reason."""
        self.lost_reason.setText(reason)
        self._show(self.lost_page)

    def show_waiting(self) -> None:
        """The keyring has been asked, and a person may have to answer its prompt."""
        self._show(self.waiting_page)

    def show_error(self, sentence: str) -> None:
        """Say what was wrong with the passphrase, where it is typed."""
        self._form_on(self.page).show_error(sentence)

    def set_busy(self, busy: bool) -> None:
        """Whether a passphrase is being checked."""
        self._form_on(self.page).set_busy(busy)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever comes here can type at once."""
        super().showEvent(event)
        self._focus()

    def _show(self, page: QWidget, form: PassphraseForm | None = None) -> None:
        for each in (self.choose_form, self.enter_form):
            if each is not form or page is not self.page:
                each.clear()
        if form is not None:
            form.set_busy(False)
        self._pages.setCurrentWidget(page)
        self.setAccessibleName(page.accessibleName())
        if self.isVisible():
            self._focus()

    def _focus(self) -> None:
        self._first[self.page].setFocus(Qt.FocusReason.OtherFocusReason)

    def _form_on(self, page: QWidget) -> PassphraseForm:
        return self.choose_form if page is self.choice_page else self.enter_form

    # The pages.

    def _choice(self) -> QWidget:
        text = self.tr(
            "Galley keeps what you write encrypted. Choose a passphrase, and Galley asks for it whenever it starts."
            " Several words in a row are easy to remember and hard to guess."
        )
        warning = self.tr("Nobody can recover a forgotten passphrase, or read what was kept without it.")
        again = self._way_out(
            self.tr("Try the keyring again"), self.tr("Look for the system keyring once more"), self.retry_requested
        )
        return self._page(
            self.tr("Protect your conversations"),
            self.choice_reason,
            _sentence(text),
            self.choose_form,
            sentence_label(warning),
            self._ways_out(again, self._without()),
            first=self.choose_form,
        )

    def _passphrase(self) -> QWidget:
        return self._page(
            self.tr("Your conversations are locked"),
            _sentence(self.tr("Enter the passphrase that protects them.")),
            self.enter_form,
            self._ways_out(self.forgotten_button, self._without()),
            self.forgotten,
            first=self.enter_form,
        )

    def _keyring(self) -> QWidget:
        text = self.tr("Their key is kept in the system keyring. They are safe, and open again as soon as it does.")
        again = self._button(self.tr("Try again"), self.retry_requested, role="primary")
        return self._page(
            self.tr("Your conversations are locked"),
            self.reason,
            _sentence(text),
            FlowRow(again, self._button(self.tr("Quit"), self.quit_requested)),
            self._ways_out(self._without(), self._anew()),
            first=again,
        )

    def _lost(self) -> QWidget:
        text = self.tr(
            "Nothing has been deleted. If you start with an empty store, the old file is kept beside it under another"
            " name, for the day on which it can be opened after all."
        )
        again = self._button(self.tr("Try again"), self.retry_requested, role="primary")
        buttons = FlowRow(
            again,
            self._button(self.tr("Start with an empty store"), self.new_store_requested),
            self._button(self.tr("Quit"), self.quit_requested),
        )
        return self._page(
            self.tr("Your conversations cannot be opened"),
            self.lost_reason,
            _sentence(text),
            buttons,
            self._ways_out(self._without()),
            first=again,
        )

    def _in_use(self) -> QWidget:
        again = self._button(self.tr("Try again"), self.retry_requested, role="primary")
        return self._page(
            self.tr("Galley is open already"),
            self.in_use_reason,
            _sentence(self.tr("Go on there, or close it and try again.")),
            FlowRow(again, self._button(self.tr("Quit"), self.quit_requested)),
            self._ways_out(self._without()),
            first=again,
        )

    def _waiting(self) -> QWidget:
        text = self.tr("It may be asking for its password, in a window of its own.")
        stop = self._button(self.tr("Stop waiting"), self.stop_waiting_requested)
        return self._page(self.tr("Asking the system keyring…"), _sentence(text), FlowRow(stop), first=stop)

    def _forgotten(self) -> QWidget:
        text = self.tr(
            "A forgotten passphrase cannot be recovered. You can start with an empty store; the old file is kept"
            " beside it under another name, in case it comes back to you."
        )
        self.anew_button.clicked.connect(lambda: self.new_store_requested.emit())
        return column(sentence_label(text), FlowRow(self.anew_button), spacing=10)

    # Their parts.

    def _page(self, title: str, *parts: QWidget | QLayout, first: QWidget) -> QWidget:
        heading = QLabel(title)
        heading.setFont(serif(26, QFont.Weight.DemiBold))
        heading.setWordWrap(True)
        page = scrolling(column(heading, *parts, spacing=14), _WIDTH)
        page.setAccessibleName(title)
        self._first[page] = first
        self._pages.addWidget(page)
        return page

    def _ways_out(self, *buttons: QuietButton) -> QWidget:
        return column(rule(), FlowRow(*buttons, spacing=20), spacing=10)

    def _button(self, text: str, signal: SignalInstance, role: str = "") -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", role)
        button.clicked.connect(lambda: signal.emit())
        return button

    def _without(self) -> QuietButton:
        hint = self.tr("Chat now. What is said is in memory only, and gone when Galley closes.")
        return self._way_out(self.tr("Go on without keeping anything"), hint, self.without_store_requested)

    def _anew(self) -> QuietButton:
        hint = self.tr("The old file is kept beside the new one under another name.")
        return self._way_out(self.tr("Start with an empty store"), hint, self.new_store_requested)

    def _way_out(self, text: str, hint: str, signal: SignalInstance) -> QuietButton:
        button = QuietButton(self._theme, text)
        button.setToolTip(hint)
        button.setAccessibleDescription(hint)
        button.clicked.connect(lambda: signal.emit())
        return button

    def _on_forgotten(self) -> None:
        self.forgotten_button.hide()
        self.forgotten.show()
        self.anew_button.setFocus(Qt.FocusReason.OtherFocusReason)


def _sentence(text: str) -> QLabel:
    return sentence_label(text, role="")
