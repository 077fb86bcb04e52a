"""A Secret Service of the test's own: gnome-keyring on a D-Bus session that nobody else is on.

Home, data and sockets lie in a folder of their own, and only the two processes started here are ended.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest
import secretstorage
from jeepney import MatchRule, message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from secretstorage.util import DBusAddressWrapper, add_match_rules, format_secret, open_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

PROGRAMS = ("dbus-daemon", "gnome-keyring-daemon")
PASSWORD = "the login password"
BUS_NAME = "org.freedesktop.secrets"
_WAIT_SECONDS = 30.0
_SERVICE_PATH = "/org/freedesktop/secrets"
_INTERNAL = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def require() -> None:
    """Skip the calling test where the programs are missing; fail it where `CI` is set."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        reason = f"missing: {', '.join(missing)} (packages dbus-daemon, gnome-keyring)"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


class PrivateBus:
    """A D-Bus session without any service on it, as a context manager."""

    def __init__(self) -> None:
        self._folder = Path()
        self._bus: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="galley-bus-"))  # pytest's own paths are too long for a socket
        for name in ("home", "run", "data", "config", "cache"):
            (self._folder / name).mkdir(mode=0o700)
        configuration = self._folder / "bus.conf"
        configuration.write_text(_CONFIGURATION.format(folder=self._folder), "utf-8")
        command = ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address=1"]
        self._bus = subprocess.Popen(
            command, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self._folder
        )
        stdout = self._bus.stdout
        if stdout is None or not select.select([stdout], [], [], _WAIT_SECONDS)[0] or not stdout.readline():
            self._end()
            raise RuntimeError("dbus-daemon did not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end()

    @property
    def address(self) -> str:
        """The bus's address."""
        return f"unix:path={self._folder}/bus"

    @property
    def keyrings(self) -> Path:
        """Where gnome-keyring has its files."""
        return self._folder / "data" / "keyrings"

    def variables(self) -> dict[str, str]:
        """What a program must be told to live in this session."""
        return {
            "DBUS_SESSION_BUS_ADDRESS": self.address,
            "XDG_RUNTIME_DIR": str(self._folder / "run"),
            "XDG_DATA_HOME": str(self._folder / "data"),
            "XDG_CONFIG_HOME": str(self._folder / "config"),
            "XDG_CACHE_HOME": str(self._folder / "cache"),
        }

    def environment(self) -> dict[str, str]:
        """The whole environment for a program in this session."""
        return {"PATH": os.environ["PATH"], "HOME": str(self._folder / "home"), **self.variables()}

    @contextmanager
    def connected(self) -> Iterator[DBusConnection]:
        """A connection to the bus."""
        with closing(open_dbus_connection(bus=self.address)) as connection:
            add_match_rules(connection)
            yield connection

    def wait_for_name(self, name: str) -> None:
        """Wait until somebody has a name on the bus."""
        with self.connected() as connection:
            bus = Proxy(message_bus, connection, timeout=_WAIT_SECONDS)
            rule = MatchRule(type="signal", interface=message_bus.interface, member="NameOwnerChanged")
            rule.add_arg_condition(0, name)
            bus.AddMatch(rule)
            with connection.filter(rule) as changes:
                if not bus.NameHasOwner(name)[0]:
                    connection.recv_until_filtered(changes, timeout=_WAIT_SECONDS)

    def _end(self) -> None:
        if self._bus is not None:
            _end_process(self._bus)
            self._bus = None
        shutil.rmtree(self._folder, ignore_errors=True)


class SecretService(PrivateBus):
    """gnome-keyring on a private bus.

    Args:
        password: Opens the login keyring, which is made with it; None leaves the service without any keyring.
    """

    def __init__(self, password: str | None = PASSWORD) -> None:
        super().__init__()
        self._password = password
        self._daemon: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self.start()
        except BaseException:
            self._end()
            raise
        return self

    def start(self) -> None:
        """Start the daemon, as a login does."""
        command = ["gnome-keyring-daemon", "--foreground", "--components=secrets"]
        if self._password is not None:
            command.append("--unlock")
        self._daemon = subprocess.Popen(
            command,
            env=self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
        )
        if self._daemon.stdin is not None:
            self._daemon.stdin.write((self._password or "").encode())
            self._daemon.stdin.close()
        self.wait_for_name(BUS_NAME)

    def stop(self) -> None:
        """End the daemon, as a logout does; the bus stays."""
        if self._daemon is not None:
            _end_process(self._daemon)
            self._daemon = None

    def lock(self) -> None:
        """Lock the login keyring."""
        with self.connected() as connection:
            secretstorage.Collection(connection).lock()

    def unlock(self, password: str = PASSWORD) -> None:
        """Unlock the login keyring without a prompt."""
        with self.connected() as connection:
            path = secretstorage.get_collection_by_alias(connection, "default").collection_path
            session = open_session(connection)
            secret = format_secret(session, password.encode(), "text/plain")
            internal = DBusAddressWrapper(_SERVICE_PATH, _INTERNAL, connection)
            internal.call("UnlockWithMasterPassword", "o(oayays)", path, secret)

    def make_default(self, label: str, password: str) -> str:
        """Make another keyring and let it be the default one; returns its path."""
        with self.connected() as connection:
            session = open_session(connection)
            secret = format_secret(session, password.encode(), "text/plain")
            properties = {"org.freedesktop.Secret.Collection.Label": ("s", label)}
            internal = DBusAddressWrapper(_SERVICE_PATH, _INTERNAL, connection)
            (path,) = internal.call("CreateWithMasterPassword", "a{sv}(oayays)", properties, secret)
            service = DBusAddressWrapper(_SERVICE_PATH, "org.freedesktop.Secret.Service", connection)
            service.call("SetAlias", "so", "default", path)
            return str(path)

    def entries(self) -> dict[str, bytes]:
        """Every secret that Galley has in an unlocked keyring, by its account."""
        with self.connected() as connection:
            items = list(secretstorage.search_items(connection, {"service": "galley"}))
            return {item.get_attributes()["username"]: item.get_secret() for item in items}

    def entry(self, account: str) -> bytes | None:
        """What Galley has under one account in an unlocked keyring."""
        with self.connected() as connection:
            attributes = {"service": "galley", "username": account}
            return next((item.get_secret() for item in secretstorage.search_items(connection, attributes)), None)

    def forget_entries(self) -> None:
        """Remove what Galley has in the keyring, as a user might in a password manager."""
        with self.connected() as connection:
            for item in list(secretstorage.search_items(connection, {"service": "galley"})):
                item.delete()

    def _end(self) -> None:
        self.stop()
        super()._end()


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_WAIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
