"""Writes down what a package holds: a list for machines (CycloneDX) and the licences for people.

python packaging/contents.py TREE LLAMA   (in the build's environment; TREE is the program's folder, complete)
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = {
    "altgraph", "packaging", "pathspec", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "scikit-build-core",
    "setuptools", "wheel",
}  # fmt: skip
"""Of the build, not of the package."""
COMMON = Path("/usr/share/common-licenses")
QT = ("pyside6-essentials", "shiboken6")
_LICENCE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Component:
    """A part by somebody else."""

    kind: str
    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[tuple[str, Path], ...] = ()
    """Licence files: the name to keep each under, and where it is."""
    digest: str = ""
    """SHA-256, where it is one file."""


def distributions() -> list[Component]:
    """Python's packages of this environment, but for the tools of the build."""
    found = []
    for each in importlib.metadata.distributions():
        name = re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower()
        if name in TOOLS:
            continue
        texts = tuple(
            (str(file).split(".dist-info/")[-1].removeprefix("licenses/").replace("/", "_"), Path(str(file.locate())))
            for file in each.files or ()
            if ".dist-info/" in str(file) and _LICENCE.search(str(file).split(".dist-info/")[-1])
        )
        purl = f"pkg:pypi/{name}@{each.version}"
        found.append(Component("library", name, each.version, licence_of(each), purl, texts))
    return sorted(found, key=lambda each: each.name)


def licence_of(distribution: importlib.metadata.Distribution) -> str:
    """What a distribution says its licence is."""
    data = distribution.metadata
    for expression in data.get_all("License-Expression") or ():
        return str(expression)
    classifiers = [line for line in data.get_all("Classifier") or () if line.startswith("License ::")]
    ends = [end for line in classifiers if (end := line.rsplit(" :: ", 1)[-1]) != "OSI Approved"]
    lines = "\n".join(data.get_all("License") or ()).splitlines()
    return " OR ".join(ends) or next(iter(lines), "see its licence file")


def system_libraries(tree: Path) -> list[Component]:
    """Libraries of the system that was built on, which the package brings along."""
    packages: dict[str, str] = {}
    for file in sorted((tree / "lib").iterdir()):
        if ".so" not in file.name or file.is_symlink() or file.name.startswith("libpython"):
            continue
        candidates = [Path("/usr/lib/x86_64-linux-gnu", file.name), Path("/lib/x86_64-linux-gnu", file.name)]
        for candidate in candidates:
            if candidate.exists():
                packages.setdefault(owner_of(candidate), file.name)
    packages.pop("", None)
    found = []
    for package in sorted(packages):
        name = package.partition(":")[0]
        version = output("dpkg-query", "--show", "--showformat=${Version}", package)
        source = output("dpkg-query", "--show", "--showformat=${source:Package}", package)
        text = Path("/usr/share/doc", name, "copyright")
        texts = (("copyright", text),) if text.exists() else ()
        found.append(Component("library", name, version, source, f"pkg:deb/debian/{name}@{version}?arch=amd64", texts))
    return found


def owner_of(file: Path) -> str:
    """The Debian package that a file belongs to; empty for none."""
    for path in dict.fromkeys((str(file), os.path.realpath(file), os.path.realpath(file).removeprefix("/usr"))):
        line = output("dpkg-query", "--search", path)
        if line:
            return line.splitlines()[0].rpartition(": ")[0].split(",")[0]
    return ""


def output(*command: str) -> str:
    """What a command prints; empty where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def others(tree: Path, llama: Path) -> list[Component]:
    """What is neither of Python's packages nor of the system's."""
    base = Path(sys.base_prefix)
    python = platform.python_version()
    texts = [
        path
        for path in (
            base / "LICENSE", base / "lib" / "python3.11" / "LICENSE.txt", Path("/usr/share/doc/python3.11/copyright"),
        )
        if path.exists()
    ]  # fmt: skip
    model = tree / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    notices = ROOT / "packaging" / "notices"
    version = importlib.metadata.version("llama_cpp_python")
    return [
        Component(
            "framework", "cpython", python, "PSF-2.0", f"pkg:generic/cpython@{python}",
            tuple(("LICENSE", path) for path in texts[:1]),
        ),
        Component(
            "library", "llama.cpp", f"in llama-cpp-python {version}", "MIT", "pkg:github/ggml-org/llama.cpp",
            (("LICENSE", llama / "LICENSE.llama.cpp"), ("README.txt", notices / "llama.cpp.txt")),
        ),
        Component(
            "library", "pyinstaller-bootloader", importlib.metadata.version("pyinstaller"),
            "GPL-2.0-or-later WITH Bootloader-exception", "pkg:pypi/pyinstaller",
            tuple(
                ("COPYING.txt", Path(str(file.locate())))
                for file in importlib.metadata.files("pyinstaller") or () if file.name == "COPYING.txt"
            ),
        ),
        Component(
            "machine-learning-model", "SmolLM2-135M-Instruct.Q4_1.gguf", "Q4_1", "Apache-2.0",
            "pkg:huggingface/HuggingFaceTB/SmolLM2-135M-Instruct",
            (("README.txt", notices / "SmolLM2.txt"), ("Apache-2.0.txt", COMMON / "Apache-2.0")), sha256(model),
        ),
    ]  # fmt: skip


def sha256(file: Path) -> str:
    """A file's digest; empty where there is no such file."""
    if not file.exists():
        return ""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def bill(components: list[Component], version: str, when: datetime) -> dict[str, object]:
    """The CycloneDX document."""
    listed = []
    for each in components:
        entry: dict[str, object] = {
            "type": each.kind, "bom-ref": each.purl, "name": each.name, "version": each.version, "purl": each.purl,
            "licenses": [{"license": {"name": each.licence}}],
        }  # fmt: skip
        if each.digest:
            entry["hashes"] = [{"alg": "SHA-256", "content": each.digest}]
        listed.append(entry)
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([version, when.isoformat(), listed]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "timestamp": when.isoformat().replace("+00:00", "Z"),
            "component": {
                "type": "application", "bom-ref": f"galley@{version}", "name": "galley", "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": listed,
    }  # fmt: skip


def write_licences(components: list[Component], folder: Path) -> list[str]:
    """Copy every licence, and return the parts that have no text of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", folder / "Galley.txt")
    bare, lines = [], ["Galley: Apache-2.0 (Galley.txt)"]
    for each in components:
        texts = each.texts
        if each.name in QT:
            texts = (
                ("Qt.txt", ROOT / "packaging" / "notices" / "Qt.txt"),
                ("LGPL-3.txt", COMMON / "LGPL-3"), ("GPL-3.txt", COMMON / "GPL-3"),
            )  # fmt: skip
        if not texts:
            bare.append(each.name)
        place = folder / re.sub(r"[^\w.-]", "_", each.name)
        for name, source in texts:
            place.mkdir(exist_ok=True)
            shutil.copyfile(source, place / name)
        lines.append(f"{each.name} {each.version}: {each.licence} ({place.name if texts else 'as said here'})")
    (folder / "LICENCES.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return bare


def main() -> int:
    """Write `sbom.cdx.json` and `licences/` into the tree."""
    tree, llama = Path(sys.argv[1]), Path(sys.argv[2])
    when = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    version = (tree / "VERSION").read_text("utf-8").strip()
    components = [*distributions(), *others(tree, llama), *system_libraries(tree)]
    text = json.dumps(bill(components, version, when), indent=1, ensure_ascii=False)
    (tree / "sbom.cdx.json").write_text(text + "\n", encoding="utf-8")
    bare = write_licences(components, tree / "licences")
    sys.stderr.write(f"{len(components)} parts; without a licence file of their own: {', '.join(bare) or 'none'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
