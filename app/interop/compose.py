"""Services of a compose file as the commands that they stand for: image, variables, folders, arguments.

Only as much of YAML is read as people write there; whatever else a file holds is passed over.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, field

_KEY = re.compile(r"([ ]*)([\w-]+):(?:[ \t]+(.*))?")
_KEYS = frozenset({"image", "command", "environment", "volumes"})
_BLOCK = re.compile(r"[|>][+-]?")
_MAX_LINES = 5000


@dataclass(slots=True)
class _Value:
    """What stands behind a key: on its line, and indented below it."""

    inline: str
    below: list[str] = field(default_factory=list)

    def items(self) -> list[str]:
        """A list's items, or a mapping's pairs as `KEY=VALUE`."""
        if self.inline.startswith("["):
            return _inline_list(self.inline)
        return [_item(line) for line in self.below if line.strip()]

    def command(self) -> str:
        """As a shell would say it: a list's items are words, a text is what it is."""
        if _BLOCK.fullmatch(self.inline):
            return " ".join(line.strip().removesuffix("\\") for line in self.below)
        if self.inline.startswith("[") or not self.inline:
            return shlex.join(self.items())
        return " ".join([_unquoted(self.inline), *(line.strip() for line in self.below)])


def compose_commands(text: str) -> str:
    """The commands that start a text's services, one a line; empty where there are none."""
    lines = text.expandtabs(2).split("\n")[:_MAX_LINES]
    commands = []
    for place, line in enumerate(lines):
        found = _KEY.fullmatch(line.rstrip())
        if found is not None and found[2] == "image" and found[3]:
            commands.append(_command(_service(lines, place, len(found[1]))))
    return "\n".join(commands)


def _service(lines: list[str], place: int, indent: int) -> dict[str, _Value]:
    """The keys beside an image, each with its value."""
    first = place
    while first > 0 and (not lines[first - 1].strip() or _indent(lines[first - 1]) >= indent):
        first -= 1
    values: dict[str, _Value] = {}
    current: _Value | None = None
    for line in lines[first:]:
        if line.strip() and _indent(line) < indent:
            break
        found = _KEY.fullmatch(line.rstrip())
        if found is not None and len(found[1]) == indent:
            current = _Value(_without_remark(found[3] or ""))
            if found[2] in _KEYS:
                values[found[2]] = current
        elif current is not None and not line.lstrip().startswith("#"):
            current.below.append(line)
    return values


def _command(values: dict[str, _Value]) -> str:
    words = ["docker", "run"]
    for name, option in (("environment", "-e"), ("volumes", "-v")):
        for item in values[name].items() if name in values else ():
            words += [option, item]
    words.append(_unquoted(values["image"].inline))
    arguments = values["command"].command() if "command" in values else ""
    return f"{shlex.join(words)} {arguments}"


def _item(line: str) -> str:
    """`- item`, or `KEY: value` as `KEY=value`."""
    content = _without_remark(line.strip())
    if content.startswith("-") and content[1:2] in ("", " "):
        return _unquoted(content[1:].strip())
    key, _, value = content.partition(":")
    return f"{_unquoted(key)}={_unquoted(value.strip())}"


def _inline_list(text: str) -> list[str]:
    try:
        content = json.loads(text)
    except ValueError:
        content = [_unquoted(part.strip()) for part in text.strip("[] ").split(",")]
    return [str(each) for each in content] if isinstance(content, list) else []


def _without_remark(text: str) -> str:
    return re.sub(r"(?:^|[ \t])#[^\"']*$", "", text).strip()


def _unquoted(text: str) -> str:
    found = re.fullmatch(r"([\"'])(.*)\1", text, re.DOTALL)
    return found[2] if found else text


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
