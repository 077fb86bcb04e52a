"""What an address in a reply is: one that a browser may be given, or one that stays words, and why."""

from __future__ import annotations

import re
from enum import StrEnum

from PySide6.QtCore import QUrl

SCHEMES = ("http", "https", "mailto")
_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]+):")
_DRIVE = re.compile(r"\s*[A-Za-z]:[\\/]")
_UNSEEN = re.compile("[\u0000-\u0020\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_SHOWN_HOST = re.compile(
    r"^\W*(?:[a-z][a-z0-9+.-]*://(?:[^/@\s]*@)?)?(?:www\.)?((?:[\w-]+\.)+[^\W\d_][\w-]*)\.?(?::\d+)?(?:[/?#)\]}>.,;:!]|$)",
    re.IGNORECASE,
)
_FILE_ENDING = re.compile(
    r"\.(?:cc?|cpp|cs|css|csv|go|hp?p?|html?|java|jsx?|json|kt|lua|md|pdf|php|pl|py|rb|rs|sh|sql|toml|tsx?|txt|xml|ya?ml)$"
)
"""Words that end like this are a file's name, although some of these are top-level domains too."""


class Refusal(StrEnum):
    """Why an address is not opened."""

    SCRIPT = "script"
    DATA = "data"
    FILE = "file"
    NETWORK_PATH = "network_path"
    SCHEME = "scheme"
    INCOMPLETE = "incomplete"


def refusal_of(link: str) -> Refusal | None:
    """Return why this address is not opened; None for one that may be, once the user has said so."""
    bare = _UNSEEN.sub("", link).lower()
    if bare.startswith(("\\\\", "//", "file://///", "smb:", "\\??\\")):
        return Refusal.NETWORK_PATH
    if _DRIVE.match(link) or bare.startswith(("/", "\\", "./", "../", "~/", "file:")):
        return Refusal.FILE
    if bare.startswith(("javascript:", "vbscript:", "livescript:")):
        return Refusal.SCRIPT
    if bare.startswith("data:"):
        return Refusal.DATA
    found = _SCHEME.match(bare)
    if found is None:
        return Refusal.INCOMPLETE
    if found[1] not in SCHEMES:
        return Refusal.SCHEME
    url = QUrl(link, QUrl.ParsingMode.StrictMode)
    complete = url.isValid() and (url.scheme() == "mailto" or bool(url.host()))
    return None if complete else Refusal.INCOMPLETE


def host_of(link: str) -> str:
    """Return the host that an address leads to, in the letters that are sent; empty if it leads to none."""
    url = QUrl(link)
    if url.scheme().lower() == "mailto":
        return url.path().rpartition("@")[2].lower()
    return url.host(QUrl.ComponentFormattingOption.FullyEncoded).lower().removeprefix("www.")


def misled_host(words: str, link: str) -> str:
    """Return where a link leads, if its words are an address that is somewhere else; else an empty text."""
    found = _SHOWN_HOST.match(_UNSEEN.sub("", words))
    if found is None or ("://" not in words and _FILE_ENDING.search(found[1].lower())):
        return ""
    shown = QUrl(f"http://{found[1]}").host(QUrl.ComponentFormattingOption.FullyEncoded).lower()
    host = host_of(link)
    return "" if shown == host else host or link
