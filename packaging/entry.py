"""Where the packaged program starts. It is one executable for the window, the commands and every helper process.

Helpers come first and import nothing of the others: multiprocessing's own (the engine, the reader of model files, the
inspection), then those that read what comes from anywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import sys


def main() -> int:
    """Be what the command line says."""
    _forget_loader_path()
    multiprocessing.freeze_support()  # does not return in a process that multiprocessing has started
    from app.packaged import CHILD_OPTION

    if sys.argv[1:2] == [CHILD_OPTION] and len(sys.argv) > 2:
        return _be_child(sys.argv[2], sys.argv[3:])
    from app.__main__ import main as run

    return run()


def _be_child(name: str, arguments: list[str]) -> int:
    sys.argv = [name, *arguments]
    if name == "template_child":
        from app.engine import template_child

        template_child.main()
    elif name == "pdf_child":
        from app.attachments import pdf_child

        pdf_child.main()
    else:
        return 2
    return 0


def _forget_loader_path() -> None:
    """Give programs that are started from here, a file manager or a browser, their own libraries and not ours.

    PyInstaller's starter looks for ours once more in the helpers, which it is told with a variable of its own.
    """
    if sys.platform != "linux":
        return
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


if __name__ == "__main__":
    sys.exit(main())
