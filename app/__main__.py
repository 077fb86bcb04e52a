"""Where the program starts: with a command it stays in the terminal, alone it opens the window."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import language
from app.cli.arguments import parse
from app.cli.language import said
from app.cli.parser import BAD_INPUT
from app.cli.terminal import prepare_streams, say
from app.errors import EnvironmentFault, UserError
from app.models.naming import shown_path
from app.privacy.command_line import hide_from_command_line
from app.privacy.hardening import close_to_others, harden
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from argparse import Namespace

FAILED, INTERRUPTED = 1, 130


def main(arguments: list[str] | None = None) -> int:
    """Run Galley.

    Returns:
        0 on success, 2 on bad input, 1 on failure, 130 when the user interrupted.
    """
    multiprocessing.freeze_support()
    prepare_streams()
    if arguments is None:  # otherwise this process is somebody else's
        harden()
    try:
        return _speaking(sys.argv[1:] if arguments is None else arguments)
    except UserError as error:
        say(said(error.notice))
        return FAILED if isinstance(error, EnvironmentFault) else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return FAILED  # the reader of the output left; there is nothing more to say to it


def _speaking(arguments: list[str]) -> int:
    """Run Galley in the user's language."""
    language.choose(arguments)
    return _run(parse(arguments))


def _run(options: Namespace) -> int:
    if "settings_dir" in options:
        os.environ["GALLEY_HOME"] = str(usable_folder(Path(options.settings_dir)))
    for notice in close_to_others(find_folders()):
        say(said(notice))
    if options.command == "generate":
        hide_from_command_line(options.prompt, options.system or "", *options.stop)
        from app.cli.generate import generate

        return generate(options)
    if options.command == "compare":
        hide_from_command_line(options.prompt, options.system or "", *options.stop)
        from app.cli.compare import compare

        return compare(options)
    if options.command == "bench":
        from app.cli.bench import bench

        return bench(options)
    if options.command == "models":
        from app.cli.models import models

        return models(options)
    if options.command == "plan":
        from app.cli.plan import plan

        return plan(options)
    if options.command == "import-command":
        from app.cli.interop import import_command

        return import_command(options)
    if options.command == "export-command":
        hide_from_command_line(*vars(options).get("stop", ()), vars(options).get("system") or "")
        from app.cli.interop import export_command

        return export_command(options)
    if options.command == "serve":
        hide_from_command_line(options.api_key or "")
        from app.cli.serve import serve

        return serve(options)
    if options.command == "selftest":
        from app.cli.selftest import selftest

        return selftest(options, _find_display)
    from app.runtime.display import library_fault, require_display

    require_display(os.environ)
    try:
        from app.composition import run_window
    except ImportError as error:
        fault = library_fault(error)
        if fault is None:
            raise
        raise fault from error
    return run_window(options.target, options.draft)


def _find_display() -> None:
    """Raise where no window could be opened, without opening one."""
    from app.runtime.display import require_display

    require_display(os.environ)


def usable_folder(folder: Path) -> Path:
    """Make a folder if it is not there, and make sure that files can be written in it.

    Raises:
        UserError: `settings_folder_unusable`.
    """
    path = Path(os.path.abspath(folder.expanduser()))
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except (OSError, RuntimeError) as error:  # RuntimeError: no such user's home
        cause = getattr(error, "strerror", None) or str(error)
        raise UserError("settings_folder_unusable", folder=shown_path(folder), cause=cause) from error
    return path


if __name__ == "__main__":
    sys.exit(main())
