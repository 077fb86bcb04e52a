"""Uses every compiled part of the package once, in one process: for an emulator of an old processor.

    qemu-x86_64 -cpu Nehalem PYTHON packaging/old_cpu.py TREE

PYTHON is that of build.sh's environment and TREE the program's folder. Started by test_old_cpu; an emulator does not
follow into processes that are started from the emulated one, which is why this is not simply the packaged program.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

MOST_TOKENS = 4


def main() -> int:
    """Print the modules that llama.cpp took, then what each part did."""
    tree = Path(sys.argv[1])
    os.environ |= {
        "LLAMA_CPP_LIB_PATH": str(tree / "lib" / "llama_cpp" / "lib"),
        "QT_QPA_PLATFORM": "offscreen",
        "OMP_NUM_THREADS": "1",
    }
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    _numbers()
    _window()
    _store()
    _reply()
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"ok   {text}\n")
    sys.stdout.flush()


def _numbers() -> None:
    import numpy as np
    from pydantic import BaseModel

    square = np.arange(4096, dtype=np.float32).reshape(64, 64)
    assert (square @ square).shape == (64, 64)

    class Point(BaseModel):
        x: int

    assert Point.model_validate_json('{"x": 1}').x == 1
    _say("numpy and pydantic")


def _window() -> None:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication, QLabel

    application = QApplication([])
    label = QLabel("Galley")
    assert label.grab().toImage().convertToFormat(QImage.Format.Format_RGB32).width() > 0
    del label, application
    _say("Qt")


def _store() -> None:
    from argon2.low_level import Type, hash_secret_raw

    from app.store.database import KEY_BYTES, SALT_BYTES, connect

    key = hash_secret_raw(b"passphrase", b"0123456789abcdef", 1, 1024, 1, KEY_BYTES, Type.ID)
    with tempfile.TemporaryDirectory() as folder:
        connection = connect(Path(folder) / "probe.db", key, bytes(SALT_BYTES))
        connection.execute("CREATE TABLE probe (words TEXT)")
        connection.close()
    _say("SQLCipher and argon2")


def _reply() -> None:
    from app.engine.cancel import CancelFlag
    from app.engine.events import ReplyFinished, RoundDecoded
    from app.engine.llama.backend import start
    from app.engine.llama.library import modules
    from app.engine.llama.pair import Pair
    from app.engine.pacing import Pacing
    from app.engine.session import Session
    from app.engine.types import LoadSettings, ModelSpec, ReplyRequest
    from app.models.tiny_file import write_tiny_model

    start()
    with tempfile.TemporaryDirectory() as folder:
        model = write_tiny_model(Path(folder) / "tiny.gguf")
        cancel = CancelFlag()
        pair = Pair.load(LoadSettings(ModelSpec(str(model)), context_tokens=256, threads=1), cancel, lambda *_: None)
        session = Session(pair, cancel.is_set, Pacing(pair, None, reproducible=False))
        events = list(session.reply(ReplyRequest(1, raw_prompt="Count: one two", max_tokens=MOST_TOKENS)))
        num_tokens = sum(len(event.round.emitted) for event in events if isinstance(event, RoundDecoded))
        assert num_tokens == MOST_TOKENS, events
        assert any(isinstance(event, ReplyFinished) for event in events)
        session.close()
        pair.close()
    _say(f"llama.cpp wrote {num_tokens} tokens")
    facts = modules()
    taken = [each.name for each in facts if each.is_loaded and each.is_processor]
    unfit = [each.name for each in facts if each.is_processor and each.score <= 0]
    _say(f"modules: {', '.join(taken)}; not for this processor: {', '.join(unfit)}")


if __name__ == "__main__":
    sys.exit(main())
