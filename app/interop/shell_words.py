"""Takes a shell's text apart into commands of words, for the three kinds of shell that people copy from.

Nothing is run: a variable is filled in where its value is known, and stays as it was written where it is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.interop.shell_style import ShellStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_WORDS = 10_000
MAX_COMPUTED = 300
_SH_VARIABLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))")
_PS_VARIABLE = re.compile(r"\$(?:\{(?:env:)?([A-Za-z_]\w*)\}|(?:env:)?([A-Za-z_]\w*))", re.IGNORECASE)
_CMD_VARIABLE = re.compile(r"%([A-Za-z_]\w*)%")
_BLANKS = " \t\u00a0\u202f\u200b"
"""Also those that pages have in the place of a blank."""
_OPTION_AHEAD = re.compile(r"[ \t\n]{0,200}[-–—‑−]{1,2}[A-Za-z]")
_COMPUTED = re.compile(r"\$\((?:[^()]|\([^()]{0,80}\)){0,200}\)")
_CONTINUED = {
    ShellStyle.SH: re.compile(r"\\[ \t]*\n"),
    ShellStyle.POWERSHELL: re.compile(r"`[ \t]*\n"),
    ShellStyle.CMD: re.compile(r"\^[ \t]*\n"),
}
_REMARK = re.compile(r"(?:rem\b|::)", re.IGNORECASE)
_SEPARATORS = {"&&", "||", ";", "|", "&"}
_REDIRECTION = re.compile(r"\d*(?:>>|>&|>|<)(?:&\d|\d?&-)?|&>>?")
_REDIRECTED = re.compile(r"[ \t]{0,80}[^\s;|&]+")
_ANSI = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}


@dataclass(frozen=True, slots=True)
class Word:
    """One word. `open` names what stands in it that only running the command would tell."""

    text: str
    open: str = ""
    quoted: bool = False
    """Whether any of it was quoted: then it may be empty, and is no operator."""


@dataclass(slots=True)
class _Builder:
    """A word that is being read."""

    parts: list[str] = field(default_factory=list)
    open: str = ""
    quoted: bool = False

    def add(self, text: str) -> None:
        """Go on with it."""
        self.parts.append(text)

    def word(self) -> Word | None:
        """What has been read; None where that is nothing."""
        text = "".join(self.parts)
        return Word(text, self.open, self.quoted) if text or self.quoted else None


class Lexer:
    """Reads commands one after the other, so that one's variables hold in the next.

    Args:
        text: What is read.
        style: How.
        look_up: A variable's value, or None.
    """

    def __init__(self, text: str, style: ShellStyle, look_up: Callable[[str], str | None]) -> None:
        self._text = text
        self._style = style
        self._look_up = look_up
        self._at = 0
        self._words: list[Word] = []
        self._word = _Builder()

    def commands(self) -> Iterator[tuple[Word, ...]]:
        """Each command's words; redirections are left out."""
        while self._at < len(self._text) and len(self._words) < MAX_WORDS:
            if self._step():
                self._end_word()
                if self._words:
                    yield tuple(self._words)
                self._words = []
        self._end_word()
        if self._words:
            yield tuple(self._words)

    def _step(self) -> bool:
        """Read one thing; returns whether a command ended with it."""
        text, at = self._text, self._at
        letter = text[at]
        continued = self._continuation()
        if continued:
            self._end_word()
            self._at += continued
        elif letter == "\n":
            self._at += 1
            return not self._goes_on()
        elif letter in _BLANKS:
            self._end_word()
            self._at += 1
        elif self._is_comment():
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
        elif letter == '"' or (letter == "'" and self._style is not ShellStyle.CMD):
            self._quoted(letter)
        elif (separator := self._separator()) is not None:
            self._at += len(separator)
            return True
        elif not self._word.parts and (found := _REDIRECTION.match(text, at)) is not None:
            self._at = found.end()
            self._skip_redirection_target(found[0])
        else:
            self._plain(letter)
        return False

    def _continuation(self) -> int:
        """Letters of a line's end that the shell passes over; blanks behind the mark are passed over, too."""
        found = _CONTINUED[self._style].match(self._text, self._at)
        if found is None and not self._word.parts:  # Unix habits under Windows
            found = _CONTINUED[ShellStyle.SH].match(self._text, self._at)
        return 0 if found is None else found.end() - self._at

    def _goes_on(self) -> bool:
        """Whether the next line can only belong to this one: people lose the marks, or never had them."""
        begun = bool(self._words or self._word.parts)
        return begun and _OPTION_AHEAD.match(self._text, self._at) is not None

    def _is_comment(self) -> bool:
        if self._word.parts or self._word.quoted:
            return False
        if self._style is ShellStyle.CMD:
            return not self._words and _REMARK.match(self._text, self._at) is not None
        return self._text[self._at] == "#"

    def _separator(self) -> str | None:
        for length in (2, 1):
            found = self._text[self._at : self._at + length]
            if found in _SEPARATORS and not (found == "&" and self._text[self._at + 1 : self._at + 2] == ">"):
                if found == ";" and self._style is ShellStyle.CMD:
                    continue
                return found
        return None

    def _skip_redirection_target(self, operator: str) -> None:
        if re.search(r"&\d|&-", operator):
            return
        found = _REDIRECTED.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _plain(self, letter: str) -> None:
        """A letter outside of quotes."""
        if letter == "\\" and self._style is ShellStyle.SH:
            self._word.add(self._text[self._at + 1 : self._at + 2])
            self._at += 2
        elif letter == "\\" and self._text.startswith('\\"', self._at):
            self._word.add('"')  # the C library's rule for arguments
            self._at += 2
        elif letter in "`^" and letter == {"powershell": "`", "cmd": "^"}.get(self._style):
            self._word.add(self._text[self._at + 1 : self._at + 2])
            self._at += 2
        elif not self._variable(splits=True):
            self._word.add(letter)
            self._at += 1

    def _quoted(self, quote: str) -> None:
        """Everything to the closing quote, or to the end where there is none."""
        self._at += 1
        ansi = quote == "'" and self._word.parts[-1:] == ["$"] and self._style is ShellStyle.SH
        if ansi:
            self._word.parts.pop()
        self._word.quoted = True
        while self._at < len(self._text):
            letter = self._text[self._at]
            pair = self._text[self._at : self._at + 2]
            if letter == quote:
                self._at += 1
                if self._style is ShellStyle.SH or self._text[self._at : self._at + 1] != quote:
                    return
                self._word.add(quote)  # doubled: the quote itself
                self._at += 1
            elif ansi and letter == "\\":
                self._word.add(_ANSI.get(pair[1:], pair))
                self._at += 2
            elif quote == '"' and self._escaped(pair):
                self._word.add("" if pair[1] == "\n" else pair[1])
                self._at += 2
            elif quote == "'" or not self._variable(splits=False):
                self._word.add(letter)
                self._at += 1

    def _escaped(self, pair: str) -> bool:
        if self._style is ShellStyle.POWERSHELL and pair[0] == "`":
            return len(pair) == 2
        if pair == '\\"':  # at the end of a path it closes: "C:\models\"
            return self._style is ShellStyle.SH or self._text[self._at + 2 : self._at + 3].strip() != ""
        return self._style is ShellStyle.SH and pair[0] == "\\" and pair[1:] in ("\\", "$", "`", "\n")

    def _variable(self, *, splits: bool) -> bool:
        """Fill a variable in; returns whether there was one."""
        computed = self._computed()
        if computed:
            self._word.add(computed)
            self._word.open = self._word.open or computed
            self._at += len(computed)
            return True
        pattern = {"sh": _SH_VARIABLE, "powershell": _PS_VARIABLE, "cmd": _CMD_VARIABLE}[self._style]
        found = pattern.match(self._text, self._at)
        if found is None:
            return False
        self._at = found.end()
        names = [group for group in found.groups() if group is not None]
        is_sh = self._style is ShellStyle.SH
        value = self._look_up(found[1] or found[3] if is_sh else names[0])
        if is_sh and found[2] is not None and not value:
            value = found[2]
        if value is None:
            self._word.add(found[0])
            self._word.open = self._word.open or found[0]
        elif splits and is_sh:
            self._split(value)
        else:
            self._word.add(value)
        return True

    def _computed(self) -> str:
        """A command whose output would stand here, as `$(nproc)`."""
        if self._style is ShellStyle.CMD:
            return ""
        if self._style is ShellStyle.SH and self._text[self._at] == "`":
            end = self._text.find("`", self._at + 1, self._at + MAX_COMPUTED)
            return self._text[self._at : end + 1] if end > 0 else ""
        found = _COMPUTED.match(self._text, self._at)
        return "" if found is None else found[0]

    def _split(self, value: str) -> None:
        """An unquoted variable becomes as many words as it holds."""
        pieces = re.split(r"\s+", value)
        self._word.add(pieces[0])
        for piece in pieces[1:]:
            self._end_word()
            self._word.add(piece)

    def _end_word(self) -> None:
        word = self._word.word()
        if word is not None:
            self._words.append(word)
        self._word = _Builder()
