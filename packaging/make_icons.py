"""Draws the program's icon in the sizes that desktops ask for; needs the Qt of the build's environment.

python packaging/make_icons.py FOLDER
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

SIZES = (16, 32, 48, 64, 128, 256)


def main() -> int:
    """Write galley.svg and galley-SIZE.png into the folder."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).resolve().parent.parent / "resources" / "icons" / "galley.svg"
    shutil.copyfile(source, folder / "galley.svg")
    application = QGuiApplication([])
    drawing = QSvgRenderer(str(source))
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        drawing.render(painter, QRectF(0, 0, size, size))
        painter.end()
        image.save(str(folder / f"galley-{size}.png"))
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
