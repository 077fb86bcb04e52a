"""Commands in the terminal need no key: they look at neither the keyring nor the store."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from app.settings.paths import find_folders

if TYPE_CHECKING:
    from pathlib import Path


def test_generate_opens_neither_store_nor_keyring(galley_home: Path, tiny_ending: Path) -> None:
    script = (
        "import sys; from app.__main__ import main\n"
        "code = main(sys.argv[1:])\n"
        "touched = {'keyring', 'secretstorage', 'sqlcipher3', 'app.store.store', 'app.store.keys.keeper'}\n"
        "print(code, sorted(touched & set(sys.modules)))"
    )
    arguments = ["generate", "--target", str(tiny_ending), "--prompt", "Hello", "--max-tokens", "4"]
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "0 []"
    assert not find_folders(galley_home).data.exists()
