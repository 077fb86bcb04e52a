"""Brings the translations up to date: from the sources to resources/translations, and from there to what Qt reads.

    python packaging/translations.py                   extract, compile, and say how many texts are missing
    python packaging/translations.py missing           print those that are missing, as JSON
    python packaging/translations.py merge FILE...     take translations from JSON files, then all of the first
    python packaging/translations.py add de            begin another language

A file for `merge` is a list of {"language", "context", "source", "translation"}, as `missing` prints it; the language
is Dutch where none is named, and the translation of a text with plurals is a list of its forms.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
SOURCE = "en"
"""The language of the sources: its file has the plurals only."""


class Text(NamedTuple):
    """What makes a text the same text."""

    context: str
    source: str
    comment: str


def main() -> int:
    """Do what the command line says; 1 when texts are missing."""
    parser = argparse.ArgumentParser(description="Bring the translations up to date.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("missing", help="print what is not translated yet, as JSON")
    commands.add_parser("merge", help="take translations from JSON files").add_argument("files", nargs="+", type=Path)
    commands.add_parser("add", help="begin another language").add_argument("code")
    options = parser.parse_args()
    if options.command == "missing":
        sys.stdout.write(json.dumps(missing(), ensure_ascii=False, indent=1) + "\n")
        return 0
    if options.command == "add":
        _extract(FOLDER / f"galley_{options.code}.ts")
    extract()
    if options.command == "merge":
        translations = [entry for path in options.files for entry in json.loads(path.read_text("utf-8"))]
        for path in files():
            code = path.stem.removeprefix("galley_")
            merge(path, [each for each in translations if each.get("language", "nl") == code])
        extract()
    compile_all(FOLDER)
    left = missing()
    for text in left:
        sys.stderr.write(f"missing: {text['language']} {text['context']}: {text['source']}\n")
    sys.stderr.write(f"{len(left)} texts are missing.\n")
    return 1 if left else 0


def files() -> list[Path]:
    """The files of all languages."""
    return sorted(FOLDER.glob("galley_*.ts"))


def extract(folder: Path = FOLDER) -> None:
    """Bring every language's file in step with the sources: new texts come in, those that are gone go."""
    for path in files():
        _extract(folder / path.name)


def compile_all(folder: Path) -> None:
    """Write every language's file, as Qt reads it, into a folder."""
    for path in files():
        compile_file(path, folder / f"{path.stem}.qm")


def compile_file(source: Path, path: Path) -> None:
    """Write one language's file as Qt reads it. A program that has the old one open reads on in that."""
    fresh = path.with_name(f".{path.name}.new")
    _run("pyside6-lrelease", "-silent", str(source), "-qm", str(fresh))
    fresh.replace(path)


def missing() -> list[dict[str, object]]:
    """What is not translated in any language, with the places in the sources."""
    with tempfile.TemporaryDirectory() as folder:
        located = Path(folder) / "located.ts"
        _extract(located, locations="absolute", language="nl")
        places = {text: _places(message, located) for text, message in messages(located)}
    found: list[dict[str, object]] = []
    for path in files():
        for text, message in messages(path):
            translation = message.find("translation")
            if translation is None or translation.get("type") == "unfinished":
                found.append(
                    {
                        "language": path.stem.removeprefix("galley_"),
                        "context": text.context,
                        "source": text.source,
                        "comment": text.comment,
                        "plural": message.get("numerus") == "yes",
                        "where": places.get(text, []),
                        "translation": "",
                    }
                )
    return found


def merge(path: Path, entries: list[dict[str, object]]) -> None:
    """Put translations into a file. A text that has moved to another context is known by its words alone."""
    exact = {(entry["context"], entry["source"], entry.get("comment") or ""): entry for entry in entries}
    by_words: dict[object, set[str]] = {}
    for entry in entries:
        by_words.setdefault(entry["source"], set()).add(json.dumps(entry["translation"]))
    tree = ElementTree.parse(path)
    for context in tree.getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            text = Text(name, message.findtext("source", ""), message.findtext("comment", ""))
            entry = exact.get(tuple(text))
            elsewhere = by_words.get(text.source, set())
            element = message.find("translation")
            if element is None:
                continue
            if entry is not None:
                _fill(element, entry["translation"])
            elif element.get("type") == "unfinished" and len(elsewhere) == 1:
                _fill(element, json.loads(next(iter(elsewhere))))
    tree.write(path, encoding="utf-8", xml_declaration=True)


def messages(path: Path) -> list[tuple[Text, ElementTree.Element]]:
    """All texts of a file."""
    root = ElementTree.parse(path).getroot()
    return [
        (Text(context.findtext("name", ""), message.findtext("source", ""), message.findtext("comment", "")), message)
        for context in root.iter("context")
        for message in context.iter("message")
    ]


def _fill(element: ElementTree.Element, translation: object) -> None:
    forms = element.findall("numerusform")
    said = [translation] if isinstance(translation, str) else translation
    if not isinstance(said, list) or not all(isinstance(form, str) and form for form in said):
        return
    if forms:
        for form, words in zip(forms, said if len(said) == len(forms) else said * len(forms), strict=False):
            form.text = words
    else:
        element.text = said[0]
    element.attrib.pop("type", None)


def _places(message: ElementTree.Element, located: Path) -> list[str]:
    places = []
    for location in message.iter("location"):
        file = (located.parent / location.get("filename", "")).resolve()
        places.append(f"{file.relative_to(ROOT)}:{location.get('line')}")
    return places


def _extract(path: Path, locations: str = "none", language: str = "") -> None:
    sources = sorted(str(file) for package in ("app", "widgets") for file in (ROOT / package).rglob("*.py"))
    code = language or path.stem.removeprefix("galley_")
    options = ["-silent", "-no-obsolete", "-locations", locations, "-source-language", SOURCE, "-target-language", code]
    for heuristic in ("sametext", "similartext"):
        options += ["-disable-heuristic", heuristic]
    if code == SOURCE:
        options.append("-pluralonly")
    _run("pyside6-lupdate", *options, *sources, "-ts", str(path))


def _run(tool: str, *arguments: str) -> None:
    """Run one of Qt's tools, which come with PySide6."""
    beside = Path(sys.executable).parent / tool
    program = str(beside) if beside.exists() else shutil.which(tool)
    if program is None:
        raise SystemExit(f"{tool} is missing: install Galley with its development tools")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tool} failed: {done.stderr or done.stdout}")


if __name__ == "__main__":
    sys.exit(main())
