"""Which shell a pasted command was written for, and what people copy along with it: prompts, fences, unit files."""

from __future__ import annotations

import re
from enum import StrEnum

_DRIVE = re.compile(r"(?:^|[\s\"'=&])[A-Za-z]:\\")
_HERE = re.compile(r"(?:^|\s)\.\\\w|(?:^|\s)\w+\\\w[\w\\.-]*\.(?:exe|gguf)\b", re.MULTILINE)
_POWERSHELL = re.compile(r"`[ \t]*\r?$|\$env:\w|^\s*PS [^\n>]*>|^\s*&\s+[\"'.]", re.MULTILINE | re.IGNORECASE)
_CMD = re.compile(
    r"\^[ \t]*\r?$|^\s*@?set\s+\"?\w+=|^\s*@echo|%\w+%|^\s*[A-Za-z]:\\[^\n>]*>", re.MULTILINE | re.IGNORECASE
)
_PROMPTS = (
    re.compile(r"^[ \t]*PS [^>\n]*>[ \t]*", re.MULTILINE),
    re.compile(r"^[ \t]*[A-Za-z]:\\[^>\n]*>[ \t]*", re.MULTILINE),
    re.compile(r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?[\w.-]+@[\w.-]+[:\s][^\s$#\n]*[ \t]*[$#%][ \t]+", re.MULTILINE),
    re.compile(r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?[$%❯➜>][ \t]+", re.MULTILINE),
)
_GOES_ON = re.compile(r"^[ \t]*>>?[ \t]+", re.MULTILINE)
"""The prompt of a line that goes on with the one before."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_UNIT = re.compile(r"^\s*ExecStart=", re.MULTILINE)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"'})


class ShellStyle(StrEnum):
    """How words are quoted and lines continued."""

    SH = "sh"
    POWERSHELL = "powershell"
    CMD = "cmd"


def style_of(text: str) -> ShellStyle:
    """The shell that a text looks like; the Unix shells where nothing speaks against it."""
    if _POWERSHELL.search(text):
        return ShellStyle.POWERSHELL
    if _CMD.search(text) or _DRIVE.search(text) or _HERE.search(text):
        return ShellStyle.CMD
    return ShellStyle.SH


def tidied(text: str) -> str:
    """The text without what a page or a terminal put around it: prompts, fences, typographic quotes."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if '"' not in text and "'" not in text:
        text = text.translate(_QUOTES)
    text = _FENCE.sub("", text).lstrip("\n")
    for prompt in _PROMPTS:
        if prompt.match(text):  # a line further down that looks like it may stand in a quoted text
            text = _GOES_ON.sub("", prompt.sub("", text))
    return _from_unit(text) if _UNIT.search(text) else text


def _from_unit(text: str) -> str:
    """A unit of systemd as a shell would say it."""
    kept: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        key, _, value = line.strip().partition("=")
        if goes_on:
            kept.append(line)
        elif key == "Environment":
            kept.append(f"export {_unquoted(value)}")
        elif key == "WorkingDirectory":
            kept.append(f"cd {value}")
        elif key == "ExecStart":
            kept.append(value.lstrip("-@+!:"))
        else:
            continue
        goes_on = line.rstrip().endswith("\\")
    return "\n".join(kept)


def _unquoted(value: str) -> str:
    """`"A=b c"` is how units quote a variable; a shell wants `A="b c"`."""
    found = re.fullmatch(r"\s*([\"'])(\w+)=(.*)\1\s*", value)
    return f"{found[2]}={found[1]}{found[3]}{found[1]}" if found else value
