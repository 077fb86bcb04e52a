"""Has Qt speak a language: Galley's own texts, those of Qt's dialogs, and how numbers and dates are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from app.catalogue.language import SOURCE, path_of

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication


class Translation:
    """One language at a time; what was said before stays as it was said.

    Args:
        application: Qt's application.
    """

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._before = QLocale()
        self._translators: list[QTranslator] = []

    def speak(self, code: str, locale: QLocale) -> None:
        """Say everything in a language from now on.

        Args:
            code: One of `app.catalogue.language.codes()`; a file that does not load leaves English.
            locale: How numbers and dates are written.
        """
        self.end()
        QLocale.setDefault(locale)
        if code != SOURCE:  # Qt's own texts are English
            folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            self._install(f"{folder}/qtbase_{code}.qm")
        self._install(str(path_of(code)))  # the one that is installed last is asked first

    def end(self) -> None:
        """Take the language away again, and write numbers as before."""
        QLocale.setDefault(self._before)
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators.clear()

    def _install(self, path: str) -> None:
        translator = QTranslator(self._application)
        if translator.load(path):
            self._application.installTranslator(translator)
            self._translators.append(translator)
