"""The system's spell-checker: enchant, which speaks for hunspell and others, by way of its C interface.

Nothing of it is shipped. Where the library or a dictionary is missing, there is no checking in that language.
(https://rrthomas.github.io/enchant/src/enchant.html)
"""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES = ("libenchant-2.so.2", "libenchant-2.2.dylib", "/opt/homebrew/lib/libenchant-2.2.dylib", "libenchant-2.dll")
_NOWHERE = f"{os.devnull}/none"
"""A folder that cannot be made."""


def keep_no_word_lists() -> None:
    """Keep enchant from making files: without this it makes empty lists of personal words for every language.

    Called before threads are started, because it changes the environment.
    """
    os.environ["ENCHANT_CONFIG_DIR"] = _NOWHERE


class Dictionary:
    """One language. Not for use by several threads at a time."""

    def __init__(self, library: Any, broker: Any, handle: int, language: str) -> None:  # noqa: ANN401 - ctypes
        self._library = library
        self._broker = broker
        self._handle = handle
        self.language = language

    def knows(self, word: str) -> bool:
        """Whether it is spelled right; what cannot be asked counts as right."""
        encoded = word.encode("utf-8", "replace")
        return int(self._library.enchant_dict_check(self._handle, encoded, len(encoded))) <= 0

    def suggest(self, word: str) -> tuple[str, ...]:
        """What may have been meant, the likeliest first."""
        encoded, number = word.encode("utf-8", "replace"), ctypes.c_size_t()
        found = self._library.enchant_dict_suggest(self._handle, encoded, len(encoded), ctypes.byref(number))
        if not found:
            return ()
        words = tuple(found[place].decode("utf-8", "replace") for place in range(number.value))
        self._library.enchant_dict_free_string_list(self._handle, found)
        return words

    def accept(self, word: str) -> None:
        """Take a word as right until the program ends; it is written nowhere."""
        encoded = word.encode("utf-8", "replace")
        self._library.enchant_dict_add_to_session(self._handle, encoded, len(encoded))


def is_installed(names: Sequence[str] = _NAMES) -> bool:
    """Whether the system has the library; a dictionary may be missing all the same."""
    return _load(names) is not None


def open_dictionaries(languages: Sequence[str], names: Sequence[str] = _NAMES) -> tuple[Dictionary, ...]:
    """Open the dictionaries that the system has of these languages, which takes up to a tenth of a second each.

    Args:
        languages: Such as `nl_NL`, in order of preference; of each language one is taken, whatever the country.
        names: Of the library, to be tried in this order.
    """
    library = _load(names)
    if library is None:
        return ()
    broker = library.enchant_broker_init()
    opened: list[Dictionary] = []
    for language in languages:
        if any(each.language.split("_")[0] == language.split("_")[0] for each in opened):
            continue
        handle = library.enchant_broker_request_dict(broker, language.encode("ascii", "replace"))
        if handle:
            opened.append(Dictionary(library, broker, handle, language))
    return tuple(opened)


def _load(names: Sequence[str]) -> Any | None:  # noqa: ANN401 - ctypes
    for name in names:
        try:
            library = ctypes.CDLL(name)
        except OSError:  # not on this machine
            continue
        return _declared(library)
    return None


def _declared(library: Any) -> Any:  # noqa: ANN401 - ctypes
    pointer, text, size, count = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t, ctypes.POINTER(ctypes.c_size_t)
    words = ctypes.POINTER(ctypes.c_char_p)
    for name, result, arguments in (
        ("enchant_broker_init", pointer, ()),
        ("enchant_broker_request_dict", pointer, (pointer, text)),
        ("enchant_dict_check", ctypes.c_int, (pointer, text, size)),
        ("enchant_dict_suggest", words, (pointer, text, size, count)),
        ("enchant_dict_free_string_list", None, (pointer, words)),
        ("enchant_dict_add_to_session", None, (pointer, text, size)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
