"""The pictures of the guide: parts of the real window in each language of the guide, and those that are drawn.

Run by hand: `python -m tests.end_to_end.guide_pictures`, or with the languages that are wanted, such as `nl`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.runtime.translation import Translation
from app.viewmodels.languages import locale_of
from tests.end_to_end import picture_story
from tests.end_to_end.pictures import Photographer, run, start
from widgets.help.chapter import DRAWN
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.composition import Galley

SHIPPED = Path(__file__).parents[2] / "resources" / "guide" / "images"
WIDTH = 700
"""No picture in the guide is wider than its column."""
DRAWN_WIDTH = 640
PANEL_HEIGHT = 508
REPLY_HEIGHT = 352
MARGIN = 14
"""Of paper around a part."""
THEMES = ("light", "dark")
SYSTEM = {"en": "en_US.UTF-8", "nl": "nl_NL.UTF-8"}


def place_of(galley: Galley, *widgets: QWidget) -> QRect:
    """Where some widgets are in the window, with a margin."""
    place = QRect()
    for widget in widgets:
        place = place.united(QRect(widget.mapTo(galley.window, QPoint()), widget.size()))
    return place.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).intersected(galley.window.rect())


def panel_place(galley: Galley) -> QRect:
    """The badge, the figures and the first plots."""
    panel = galley.proof_panel
    place = QRect(panel.mapTo(galley.window, QPoint()), panel.size())
    place.setHeight(min(place.height(), PANEL_HEIGHT))
    return place


def reply_place(galley: Galley) -> QRect:
    """As much of the last reply as is in sight, from below."""
    seen = galley.stack.mapTo(galley.window, QPoint())
    place = place_of(galley, picture_story.last_reply(galley)).intersected(QRect(seen, galley.stack.size()))
    place.setTop(max(place.top(), place.bottom() - REPLY_HEIGHT))
    return place


def stepper_place(galley: Galley) -> QRect:
    """The round stepper, and what stands below it in its card."""
    card = picture_story.last_reply(galley)
    place, stepper = place_of(galley, card), card.proof.stepper
    assert stepper is not None
    place.setTop(place_of(galley, stepper).top())
    return place


def plan_place(galley: Galley) -> QRect:
    """From the title to the slider."""
    page = galley.planning.page
    return place_of(galley, page.title, page.close_button, page.context_section)


PLACES: dict[str, Callable[[Galley], QRect]] = {
    "window": lambda galley: galley.window.rect(),
    "panel": panel_place,
    "marks": reply_place,
    "stepper": stepper_place,
    "compare": lambda galley: place_of(galley, galley.comparing.page.verdict_card),
    "planner": plan_place,
}
"""What of the window stands in the guide, by the name of the picture."""


def save(image: QImage, folder: Path, name: str, theme: str) -> None:
    """Ship a picture, no wider than the column, and as small as it can be without a loss."""
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    image.convertToFormat(QImage.Format.Format_RGB888).save(str(folder / f"{name}-{theme}.png"), quality=0)


def take(folder: Path, theme: str) -> int:
    """Take those of the window, in the language that the folder is named after."""

    def begin(galley: Galley, target: Path, draft: Path) -> Photographer:
        def part(name: str) -> None:
            save(galley.window.grab(PLACES[name](galley)).toImage(), folder, name, theme)

        return Photographer(galley, picture_story.told_for_the_guide(galley, target, draft, folder.name), part)

    return run(theme, begin)


def draw(application: QApplication, language: str) -> None:
    """Take those that are drawn, as they stand at their end."""
    Translation(application).speak(language, locale_of(language))
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme = Theme(choice)
        dress(application, theme)
        theme.set_still(True)
        for name, make in DRAWN.items():
            picture = make(theme)
            picture.setFixedWidth(DRAWN_WIDTH)
            picture.show()
            picture.setFixedHeight(picture.heightForWidth(DRAWN_WIDTH))
            save(picture.grab().toImage(), SHIPPED / language, name, choice.value)
            picture.close()


def main(wanted: Sequence[str]) -> int:
    """Make all of them."""
    for language in wanted:
        start("tests.end_to_end.guide_pictures", SHIPPED / language, SYSTEM[language])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication(sys.argv[:1])
    for language in wanted:
        draw(application, language)
    return 0


if __name__ == "__main__":
    if sys.argv[-1] in THEMES:
        sys.exit(take(Path(sys.argv[1]), sys.argv[2]))
    sys.exit(main(sys.argv[1:] or list(SYSTEM)))
