"""The pictures of the guide: parts of those in docs/images, and the one that is drawn, light and dark.

Run by hand after `tests.end_to_end.pictures`: `python -m tests.end_to_end.guide_pictures`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from widgets.help_chapter import DRAWN
from widgets.style_sheet import dress
from widgets.theme import Theme, ThemeChoice

ROOT = Path(__file__).parents[2]
TAKEN = ROOT / "docs" / "images"
SHIPPED = ROOT / "resources" / "guide" / "images"
WIDTH = 700
"""No picture in the guide is wider than its column."""
DRAWN_WIDTH = 640


@dataclass(frozen=True, slots=True)
class Part:
    """What of a window of 1440 × 900 stands in the guide."""

    name: str
    taken: str
    place: QRect


PARTS = (
    Part("window", "window", QRect(0, 0, 1440, 900)),
    Part("panel", "window", QRect(1110, 4, 330, 508)),
    Part("marks", "marks", QRect(312, 400, 740, 352)),
    Part("stepper", "stepper", QRect(312, 336, 740, 424)),
    Part("compare", "compare", QRect(90, 232, 690, 348)),
    Part("planner", "planner", QRect(368, 14, 706, 478)),
)


def cut(part: Part, theme: str) -> QImage:
    """The part of a picture, no wider than the column."""
    image = QImage(str(TAKEN / f"{part.taken}-{theme}.png")).copy(part.place)
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    return image


def draw(application: QApplication, choice: ThemeChoice, name: str) -> QImage:
    """A picture that is drawn, as it stands at its end."""
    theme = Theme(choice)
    dress(application, theme)
    theme.set_still(True)
    picture = DRAWN[name](theme)
    picture.setFixedWidth(DRAWN_WIDTH)
    picture.show()
    picture.setFixedHeight(picture.heightForWidth(DRAWN_WIDTH))
    image = picture.grab().toImage()
    picture.close()
    return image


def main() -> int:
    """Make all of them."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(sys.argv[:1])
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        for part in PARTS:
            cut(part, choice.value).save(str(SHIPPED / f"{part.name}-{choice.value}.png"))
        for name in DRAWN:
            draw(application, choice, name).save(str(SHIPPED / f"{name}-{choice.value}.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
