"""What a figure depends on besides the settings: this machine, this program, these very files."""

from __future__ import annotations

import hashlib
import platform
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app import __version__
from app.errors import EnvironmentFault
from app.hardware.host import physical_cores
from app.models.gguf import read_header
from app.models.naming import display_name, shown_name, shown_path
from app.models.shards import read_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.inspection_values import BackendFacts
    from app.engine.types import LoadSettings, ModelSpec

_CPU_INFO = Path("/proc/cpuinfo")
_CHUNK_BYTES = 8 << 20

Json = dict[str, object]


class HashingStopped(Exception):
    """Whoever asked did not want to wait any longer."""


def machine_facts(backend: BackendFacts | None) -> Json:
    """The machine and the program, without anything that tells whose it is.

    Args:
        backend: llama.cpp's own view of it; None where it was not asked.
    """
    facts: Json = {
        "galley": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "processor": processor_name(),
        "cores": physical_cores(),
        "ram_bytes": int(psutil.virtual_memory().total),
    }
    if backend is not None:
        facts["llama_cpp_python"] = backend.version
        facts["processor_features"] = list(backend.features)
        facts["devices"] = [
            {"name": each.name, "description": each.description, "kind": each.kind, "total_bytes": each.total_bytes}
            for each in backend.devices
            if each.kind != "cpu"
        ]
    return facts


def processor_name() -> str:
    """What the processor calls itself."""
    try:
        lines = _CPU_INFO.read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Hardware", "cpu model"):
            return " ".join(value.split())
    return platform.processor()


def load_facts(load: LoadSettings, digest: Callable[[Path], str]) -> Json:
    """A pair and how it is loaded.

    Args:
        load: With layers settled.
        digest: SHA-256 of a file.

    Raises:
        UserError: A file cannot be read.
    """
    return {
        "target": _model_facts(load.target, digest),
        "draft": None if load.draft is None else _model_facts(load.draft, digest),
        "context_tokens": load.context_tokens,
        "kv_type_k": load.kv_type_k.value,
        "kv_type_v": load.kv_type_v.value,
        "draft_kv_type_k": load.draft_kv_type_k.value,
        "draft_kv_type_v": load.draft_kv_type_v.value,
        "flash_attention": load.flash_attention,
        "threads": load.threads or physical_cores(),
        "reproducible": load.reproducible,
        "max_draft_tokens": load.max_draft_tokens,
    }


def _model_facts(spec: ModelSpec, digest: Callable[[Path], str]) -> Json:
    first = read_header(Path(spec.path))
    parts = read_parts(first)
    return {
        "name": display_name(first),
        "architecture": first.architecture,
        "quantisation": first.quantisation,
        "parameters": sum(part.num_parameters for part in parts),
        "gpu_layers": "auto" if spec.gpu_layers is None else spec.gpu_layers,
        "files": [
            {"name": shown_name(part.path), "bytes": part.file_bytes, "sha256": digest(part.path)} for part in parts
        ],
    }


class Digests:
    """SHA-256 of files, each read once.

    Args:
        on_progress: Told the name of the file and the fraction that is read.
        stopped: Asked between two stretches; True raises `HashingStopped`.
    """

    def __init__(self, on_progress: Callable[[str, float], None], stopped: Callable[[], bool]) -> None:
        self._on_progress = on_progress
        self._stopped = stopped
        self._known: dict[Path, str] = {}

    def __call__(self, path: Path) -> str:
        """The digest of a file.

        Raises:
            EnvironmentFault: `bench_file_unreadable`.
            HashingStopped: `stopped` said so.
        """
        if path not in self._known:
            self._known[path] = self._read(path)
        return self._known[path]

    def _read(self, path: Path) -> str:
        hashed, done = hashlib.sha256(), 0
        try:
            size = max(1, path.stat().st_size)
            with path.open("rb") as file:
                while data := file.read(_CHUNK_BYTES):
                    hashed.update(data)
                    done += len(data)
                    self._on_progress(shown_name(path), min(1.0, done / size))
                    if self._stopped():
                        raise HashingStopped
        except OSError as error:
            cause = error.strerror or str(error)
            raise EnvironmentFault("bench_file_unreadable", path=shown_path(path), cause=cause) from error
        return hashed.hexdigest()
