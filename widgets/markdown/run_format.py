"""The face of a run of text: bold, code, math, a link, a word of Galley's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from widgets.look.theme import mono, sans
from widgets.markdown.maths_source import opening_of

if TYPE_CHECKING:
    from PySide6.QtGui import QTextCursor

    from widgets.look.palette import Palette
    from widgets.markdown.blocks import Run
    from widgets.markdown.text_surface import TextSurface

_MONO_STEP = 2.5
_SMALLEST = 12.0


def run_format(run: Run, face: QTextCharFormat, palette: Palette) -> QTextCharFormat:
    """Return the face of a run, from the face of the text around it."""
    form = QTextCharFormat(face)
    if run.bold:
        form.setFontWeight(QFont.Weight.Bold)
    form.setFontItalic(run.italic)
    form.setFontStrikeOut(run.struck)
    if run.code or run.math:
        bold = QFont.Weight.Bold if run.bold else QFont.Weight.Normal
        form.setFont(mono(max(_SMALLEST, face.font().pixelSize() - _MONO_STEP), bold))
        if not run.quiet:
            form.setBackground(QColor(palette.panel))
        form.setFontItalic(run.italic)
        form.setFontStrikeOut(run.struck)
    if run.label:
        form.setFont(sans(12, QFont.Weight.DemiBold))
        form.setBackground(QColor(palette.selection))
        form.setForeground(QColor(palette.muted))
    if run.quiet:
        form.setForeground(QColor(palette.muted))
    if run.link:
        form.setForeground(QColor(palette.corrected))
        form.setFontUnderline(True)
    return form


def write_run(surface: TextSurface, cursor: QTextCursor, run: Run, face: QTextCharFormat, palette: Palette) -> None:
    """Write a run; the marks around math are muted, a label has room at its sides."""
    form = run_format(run, face, palette)
    if run.link:
        form.setAnchor(True)
        form.setAnchorHref(surface.reference(run.link))
    if run.math:
        length = len(opening_of(run.text))
        mark = QTextCharFormat(form)
        mark.setForeground(QColor(palette.muted))
        surface.write(cursor, run.text[:length], mark)
        surface.write(cursor, run.text[length:-length], form)
        surface.write(cursor, run.text[-length:], mark)
    elif run.label:
        surface.write(cursor, f"\u00a0{run.text}\u00a0", form, run.says)
    else:
        surface.write(cursor, run.text, form, run.says)
