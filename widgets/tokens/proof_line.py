"""One line of a proof with its marks, as a reply shows them: what pictures that explain are put together from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.types import EmittedToken, Mark, ProposedToken
from widgets.markdown.prose_view import LINE_HEIGHT
from widgets.tokens import marks as token_marks
from widgets.tokens.paragraph import MARK_ROOM, SpanKind
from widgets.tokens.writer import TokenWriter

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from widgets.look.theme import Theme
    from widgets.tokens.paragraph import TokenParagraph

_RIGHT_MARGIN = 3.0


@dataclass(frozen=True, slots=True)
class ProofWords:
    """What stands on a line, in this order; `corrected` replaces `struck` where it is there."""

    said: str = ""
    """What stood there before, without a mark."""
    accepted: tuple[str, ...] = ()
    struck: str = ""
    corrected: str = ""
    looked_up: tuple[str, ...] = ()
    """Accepted, too, but proposed by lookup."""
    bonus: str = ""
    ghosts: tuple[str, ...] = ()
    """Proposed and not checked."""

    @property
    def num_steps(self) -> int:
        """How many there are that can come one after the other."""
        return len(self._steps)

    def first(self, num_steps: int) -> ProofWords:
        """The line when only so many of its marks are there."""
        there = self._steps[: max(0, num_steps)]
        return ProofWords(
            self.said,
            self.accepted[: there.count("accepted")],
            self.struck if "word" in there else "",
            self.corrected if "word" in there else "",
            self.looked_up[: there.count("looked_up")],
            self.bonus if "bonus" in there else "",
            self.ghosts[: there.count("ghost")],
        )

    @property
    def _steps(self) -> tuple[str, ...]:
        """What comes one after the other, by what it is."""
        return (
            *("accepted" for _ in self.accepted),
            *(["word"] if self.struck or self.corrected else []),
            *("looked_up" for _ in self.looked_up),
            *(["bonus"] if self.bonus else []),
            *("ghost" for _ in self.ghosts),
        )


class ProofLine(QWidget):
    """As tall as its whole text needs, however much of it is shown yet.

    Args:
        theme: Whose colours it takes.
        words: All of the line.
        spoken: What a screen reader says of it.
    """

    def __init__(self, theme: Theme, words: ProofWords, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = words
        self._num_steps = words.num_steps
        self._paragraph = _written(words)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(spoken)
        theme.changed.connect(self._on_theme_changed)

    @property
    def words(self) -> ProofWords:
        """All of the line."""
        return self._words

    @property
    def shown(self) -> ProofWords:
        """What is shown of it now."""
        return self._words.first(self._num_steps)

    def show_steps(self, num_steps: int) -> None:
        """Show only the first marks."""
        num_steps = min(max(0, num_steps), self._words.num_steps)
        if num_steps != self._num_steps:
            self._num_steps = num_steps
            self._paragraph = _written(self.shown)
            self._lay_out()

    def hasHeightForWidth(self) -> bool:
        """Text is as high as its width makes it."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the whole line."""
        whole = _written(self._words)
        whole.lay_out(max(40.0, width - _RIGHT_MARGIN), self._theme.palette)
        return int(max(LINE_HEIGHT, whole.height) + MARK_ROOM + 1)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(400, self.heightForWidth(max(self.width(), 400)))

    def minimumSizeHint(self) -> QSize:
        """It wraps."""
        return QSize(120, int(LINE_HEIGHT) + MARK_ROOM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint text and marks."""
        palette, paragraph = self._theme.palette, self._paragraph
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        token_marks.draw_boxes(painter, paragraph.pieces, 0, palette)
        paragraph.draw_text(painter, palette)
        token_marks.draw_marks(painter, paragraph.pieces, 0, palette)
        font = paragraph.struck_font()
        painter.setFont(font)
        for piece in paragraph.pieces:
            if piece.span.kind is SpanKind.STRUCK:
                token_marks.draw_struck(painter, piece, 0, palette, QFontMetricsF(font), 1.0)
        painter.end()

    def _lay_out(self) -> None:
        self._paragraph.lay_out(max(40.0, self.width() - _RIGHT_MARGIN), self._theme.palette)
        self.update()

    def _on_theme_changed(self) -> None:
        self._lay_out()


def _written(words: ProofWords) -> TokenParagraph:
    writer, index = TokenWriter(), count()

    def write(word: str, mark: Mark, struck: ProposedToken | None = None, *, dotted: bool = False) -> None:
        place = next(index)
        writer.write_token(place, EmittedToken(place, f" {word}", mark, 1.0), struck, dotted=dotted)

    writer.write(-1, Mark.PLAIN, words.said, kind=SpanKind.SAID)
    for word in words.accepted:
        write(word, Mark.ACCEPTED)
    struck = ProposedToken(0, f" {words.struck}") if words.struck else None
    if words.corrected:
        write(words.corrected, Mark.CORRECTED, struck)
    elif struck is not None:
        writer.write_struck(next(index), struck, " ")
    for word in words.looked_up:
        write(word, Mark.ACCEPTED, dotted=True)
    if words.bonus:
        write(words.bonus, Mark.BONUS)
    writer.write_ghosts("".join(f" {word}" for word in words.ghosts))
    return writer.last
