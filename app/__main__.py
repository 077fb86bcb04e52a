"""Where the program starts: with a command it stays in the terminal, alone it opens the window."""

from __future__ import annotations

import multiprocessing
import os
import sys

from app.catalogue import sentence
from app.cli.arguments import BAD_INPUT, parse
from app.errors import UserError


def main(arguments: list[str] | None = None) -> int:
    """Run Galley.

    Returns:
        0 on success, 2 on bad input, 1 on failure, 130 when the user interrupted.
    """
    multiprocessing.freeze_support()
    options = parse(sys.argv[1:] if arguments is None else arguments)
    if "settings_dir" in options:
        os.environ["GALLEY_HOME"] = options.settings_dir
    try:
        if options.command == "generate":
            from app.cli.generate import generate

            return generate(options)
        from app.composition import run_window

        return run_window(options.target, options.draft)
    except UserError as error:
        sys.stderr.write(f"galley: {sentence(error.notice)}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader left; nothing more to say to it
        return 1


if __name__ == "__main__":
    sys.exit(main())
