"""Which backends of `keyring` may hold the key, and which of them this machine has.

`keyring` would take a plaintext file if a variable or a configuration file says so. Galley asks it for the backends
of a short list by name instead; a configuration that names another one means that there is no keyring for Galley.
"""

from __future__ import annotations

import configparser
import contextlib
import functools
import importlib
import sys
from typing import TYPE_CHECKING

from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from keyring.backend import KeyringBackend

SECRET_SERVICE = "keyring.backends.SecretService.Keyring"
_KWALLET = "keyring.backends.kwallet.DBusKeyring"
_MACOS = "keyring.backends.macOS.Keyring"
_WINDOWS = "keyring.backends.Windows.WinVaultKeyring"
SECURE_BACKENDS = (SECRET_SERVICE, _KWALLET, _MACOS, _WINDOWS)
"""Backends that keep secrets encrypted under the user's login, and nowhere but on this machine."""

VARIABLE = "PYTHON_KEYRING_BACKEND"
_CONFIGURATION = "keyringrc.cfg"


def configured_backend(environment: Mapping[str, str]) -> str | None:
    """Return the backend that the user's configuration of `keyring` names, or None. Nothing of it is imported."""
    if environment.get(VARIABLE):
        return environment[VARIABLE].strip()
    from keyring.util import platform_

    parser = configparser.RawConfigParser()
    with contextlib.suppress(configparser.Error, UnicodeDecodeError, OSError):
        parser.read(platform_.config_root() / _CONFIGURATION, encoding="utf-8")
        return parser.get("backend", "default-keyring").strip() or None
    return None


def choose_backend(environment: Mapping[str, str]) -> tuple[str, KeyringBackend]:
    """Return the best secure backend that works here, and its name.

    Raises:
        UserError: `keyring_refused` if the configuration names one that is not on the list; `keyring_missing`.
    """
    wanted = configured_backend(environment)
    if wanted is not None and wanted not in SECURE_BACKENDS:
        raise UserError("keyring_refused", name=wanted)
    names = _candidates() if wanted is None else (wanted,)
    ranked = [(name, kind) for name in names if (kind := _class_of(name)).viable]
    if not ranked:
        raise UserError("keyring_missing")
    name, kind = ranked[0] if len(ranked) == 1 else max(ranked, key=lambda each: float(each[1].priority))
    return name, _deaf(kind)()


def foreign_errors(backend: KeyringBackend) -> tuple[type[Exception], ...]:
    """Return the errors of other libraries that a backend lets through: they exist only where the backend works."""
    found: list[type[Exception]] = []
    for kind in type(backend).__mro__:
        module = sys.modules.get(kind.__module__)
        for library, name in (("dbus", "DBusException"), ("pywintypes", "error")):
            error = getattr(getattr(module, library, None), name, None)
            if isinstance(error, type) and issubclass(error, Exception):
                found.append(error)
    return tuple(found)


def _candidates() -> tuple[str, ...]:
    if sys.platform == "darwin":
        return (_MACOS,)
    if sys.platform == "win32":
        return (_WINDOWS,)
    return (SECRET_SERVICE, _KWALLET)


def _class_of(name: str) -> type[KeyringBackend]:
    module, _, kind = name.rpartition(".")
    found: type[KeyringBackend] = getattr(importlib.import_module(module), kind)
    return found


@functools.cache
def _deaf(kind: type[KeyringBackend]) -> type[KeyringBackend]:
    """The same backend, which no `KEYRING_PROPERTY_…` variable can point to another collection or a shorter life."""
    made: type[KeyringBackend] = type(kind.__name__, (kind,), {"set_properties_from_env": lambda _self: None})
    return made
