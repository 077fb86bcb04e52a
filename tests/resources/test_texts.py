"""What a person reads goes through translation: looked for in the sources, so that nothing is forgotten in a corner."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app/cli", "app/composition", "app/runtime", "app/viewmodels", "widgets")
"""Where texts for people are made. What other layers say are codes of the catalogue."""
MARKS = {"tr", "translate", "QT_TRANSLATE_NOOP"}
THROUGH = {
    *{"app/cli/language.py", "app/cli/parser.py", "app/cli/selftest.py"},
    *{"app/viewmodels/about.py", "app/viewmodels/exchange.py", "app/viewmodels/notices.py"},
    "app/viewmodels/settings_words.py",
}
"""Modules that translate texts which others have marked."""
FOR_PROGRAMS = {
    *{"getLogger", "debug", "info", "warning", "exception", "setProperty", "setObjectName", "property", "invokeMethod"},
    *{"Notice", "UserError", "EnvironmentFault", "TypeVar", "cast", "execute", "QKeySequence"},
}
"""Calls whose texts nobody reads: names, codes, logs."""
READ_BY_PEOPLE = re.compile(r"[^\W\d_]{2,} +[^\W\d_]{2,}|^[A-Z][a-z]{2,}")
"""Two words, or one that begins with a capital."""
NAMES = re.compile(
    r"Galley|Galley [a-z ]+|Python|Ollama|LM Studio|Hugging Face|Jan|Secret Service|SecretService|Keychain|Windows"
    r"|Credential Locker|Fusion|English|Language|Small|Medium|Large"
)
"""Names of programs and makers, of quantisations as their makers write them, and of the style."""
KEYS = re.compile(r"(?:(?:Ctrl|Alt|Shift)[+ ])+.*|Enter|Esc|Del|Space|Left|Right|Home|End|Tab|F\d+")
"""Keys, as Qt reads them; they are shown through `QKeySequence`."""
CODE = re.compile(r"<|;|\n|\\|\(\?P|\{\{|\[(?:s|1/s|0-1)\]$")
"""Markup, style sheets, regular expressions, programs to copy, and the heads of tables for programs."""
KNOWN = {
    "widgets/foreign/reader.py": "a command line of another program, as an example",
    "widgets/look/theme.py": "names of typefaces",
    "app/viewmodels/about.py": "a line of /proc/cpuinfo",
    "app/viewmodels/about_parts.py": "fields of what packages say of themselves",
    "app/cli/selftest.py": "names of parts, which JSON has too and `NAMES` marks",
    "app/cli/selftest_package.py": "the same",
    "app/cli/selftest_reply.py": "the prompt of the test",
    "app/viewmodels/message_tree.py": "what is said of a bug",
    "app/viewmodels/pair_test.py": "the name of a suite that is never shown",
    "app/viewmodels/recovery.py": "words of llama.cpp that are looked for",
}
"""Modules whose loose texts were looked at, and what they are."""


class Text(NamedTuple):
    """A text in the sources."""

    module: str
    line: int
    text: str


@cache
def modules() -> dict[str, ast.Module]:
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def name_of(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@cache
def translations() -> tuple[tuple[str, ast.Call, tuple[ast.AST, ...]], ...]:
    """Every call that marks or translates a text: its module, and everything around it from the outside in."""
    found: list[tuple[str, ast.Call, tuple[ast.AST, ...]]] = []

    def look(module: str, node: ast.AST, inside: tuple[ast.AST, ...]) -> None:
        if isinstance(node, ast.Call) and name_of(node) in MARKS:
            found.append((module, node, inside))
        for child in ast.iter_child_nodes(node):
            look(module, child, (*inside, node))

    for module, tree in modules().items():
        look(module, tree, ())
    return tuple(found)


def loose_texts(module: str, tree: ast.AST, inside: tuple[ast.AST, ...] = ()) -> list[Text]:
    """Texts that look as if people read them, and that no translation sees."""
    found: list[Text] = []
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and not isinstance(tree, ast.Expr):
                around = (*inside, tree)
                hidden = any(isinstance(each, ast.Call) and name_of(each) in MARKS | FOR_PROGRAMS for each in around)
                if not hidden and not any(is_for_us(each) for each in around) and is_read(child.value):
                    found.append(Text(module, child.lineno, child.value))
            elif isinstance(child, ast.AST) and not isinstance(child, ast.Constant):
                found += loose_texts(module, child, (*inside, tree))
    return found


def is_for_us(node: ast.AST) -> bool:
    """Whether what stands in it is a type, a key, or the message of a bug."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "message"
    return isinstance(node, ast.Raise | ast.Assert | ast.Subscript)


def is_read(text: str) -> bool:
    return bool(READ_BY_PEOPLE.search(text)) and not (
        NAMES.fullmatch(text) or KEYS.fullmatch(text) or CODE.search(text)
    )


def test_every_text_for_people_goes_through_translation() -> None:
    loose = [each for module, tree in modules().items() if module not in KNOWN for each in loose_texts(module, tree)]
    assert not loose, "\n".join(f"{each.module}:{each.line}: {each.text!r}" for each in loose)


def test_what_is_looked_over_is_there() -> None:
    for module in KNOWN:
        assert loose_texts(module, modules()[module]), f"nothing to be looked over in {module}"


def test_the_tools_can_read_every_text_that_is_marked() -> None:
    """They take literals only: an f-string or a variable would never be translated, and nobody would be told."""
    unread = []
    for module, call, _around in translations():
        name, arguments = name_of(call), call.args
        wanted = arguments[:1] if name == "tr" else arguments[:2]
        is_of_drawing = ast.unparse(call.func).split(".")[0] in ("painter", "inner") or (
            name == "translate" and len(arguments) < 2
        )
        if module in THROUGH or is_of_drawing:
            continue
        if not all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in wanted):
            unread.append(f"{module}:{call.lineno}: {ast.unparse(call)}")
    assert not unread, "\n".join(unread)


def test_nothing_is_translated_before_the_language_is_known() -> None:
    """A text in a table that is made when its module is imported would stay in the language of that moment."""
    early = []
    for module, call, around in translations():
        functions = [each for each in around if isinstance(each, ast.FunctionDef | ast.Lambda)]
        if name_of(call) == "QT_TRANSLATE_NOOP":
            continue
        if not functions:
            early.append(f"{module}:{call.lineno}")
        marks = [mark for each in functions if isinstance(each, ast.FunctionDef) for mark in each.decorator_list]
        kept = [ast.unparse(mark) for mark in marks if "cache" in ast.unparse(mark)]
        early += [f"{module}:{call.lineno}: kept by @{mark}" for mark in kept if mark != "cached_property"]
    assert not early, early


def test_a_text_is_asked_for_by_the_class_that_it_stands_in() -> None:
    """`tr` of another object would look under that one's name."""
    strange = [
        f"{module}:{call.lineno}: {ast.unparse(call.func)}"
        for module, call, _around in translations()
        if name_of(call) == "tr" and ast.unparse(call.func) != "self.tr"
    ]
    assert not strange, strange


def test_plurals_stand_in_classes_that_nobody_derives_from() -> None:
    """Qt finds a text under the name of a base class too, but not one with plurals."""
    classes = [each for tree in modules().values() for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    bases = {ast.unparse(base).split(".")[-1] for each in classes for base in each.bases}
    plurals = [
        (module, call, around)
        for module, call, around in translations()
        if len(call.args) > (2 if name_of(call) == "tr" else 3) and module not in THROUGH
    ]
    assert plurals
    for module, call, around in plurals:
        assert name_of(call) == "tr", f"{module}:{call.lineno}: the tools find plurals in tr only"
        owner = [each.name for each in around if isinstance(each, ast.ClassDef)][-1]
        assert owner not in bases, f"{module}:{call.lineno}: {owner}"
