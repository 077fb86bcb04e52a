"""The person at gnome-keyring's prompt: types a password, says no, or has gone for coffee.

Speaks the protocol between gnome-keyring and the desktop's prompter, whose name on the bus it takes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageFlag,
    MessageType,
    message_bus,
    new_method_call,
    new_method_return,
)
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

if TYPE_CHECKING:
    from types import TracebackType

    from tests.support.secret_service import PrivateBus

_NAME = "org.gnome.keyring.SystemPrompter"
_CALLBACK = "org.gnome.keyring.internal.Prompter.Callback"
_WAIT_SECONDS = 30.0
# RFC 3526, section 2: the group of 1536 bits.
_PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"
    "302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"
    "49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D"
    "670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF",
    16,
)
_PRIME_BYTES = 192


class Prompter:
    """Answers every prompt on a bus while the context lasts.

    Args:
        bus: The bus.
        password: What is typed; None says no.
        answers: Whether anything is answered at all.
    """

    def __init__(self, bus: PrivateBus, password: str | None, answers: bool = True) -> None:
        self._bus = bus
        self._password = password
        self._answers = answers
        self._connection: DBusConnection | None = None
        self._thread = threading.Thread(target=self._serve, name="prompter", daemon=True)
        self.asked = threading.Event()
        """Set when a prompt was to be shown."""

    def __enter__(self) -> Self:
        self._connection = open_dbus_connection(bus=self._bus.address)
        Proxy(message_bus, self._connection, timeout=_WAIT_SECONDS).RequestName(_NAME)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._connection is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
            self._thread.join(_WAIT_SECONDS)
            self._connection.close()

    def _serve(self) -> None:
        connection = self._connection
        if connection is None:
            return
        with suppress(OSError):  # the line is closed from outside
            while True:
                message = connection.receive()
                fields = message.header.fields
                if message.header.message_type is not MessageType.method_call:
                    continue
                self._answer(connection, message, fields[HeaderFields.sender], fields[HeaderFields.member])

    def _answer(self, connection: DBusConnection, message: Message, sender: str, member: str) -> None:
        connection.send(new_method_return(message))
        path = message.body[0]
        if member == "BeginPrompting":
            self._call(connection, sender, path, "PromptReady", "sa{sv}s", ("", {}, ""))
        elif member == "PerformPrompt":
            self.asked.set()
            if self._answers:
                reply, exchange = ("no", "") if self._password is None else ("yes", self._typed(message.body[3]))
                self._call(connection, sender, path, "PromptReady", "sa{sv}s", (reply, {}, exchange))
        elif member == "StopPrompting":
            self._call(connection, sender, path, "PromptDone", "", ())

    def _call(
        self, connection: DBusConnection, sender: str, path: str, member: str, signature: str, body: tuple[Any, ...]
    ) -> None:
        call = new_method_call(DBusAddress(path, sender, _CALLBACK), member, signature, body)
        call.header.flags = MessageFlag.no_reply_expected
        connection.send(call)

    def _typed(self, exchange: str) -> str:
        """The password, encrypted for whoever sent its half of a Diffie-Hellman exchange."""
        fields = dict(line.split("=", 1) for line in exchange.splitlines() if "=" in line)
        theirs = int.from_bytes(base64.b64decode(fields["public"]), "big")
        private = int.from_bytes(os.urandom(_PRIME_BYTES - 1), "big")
        public = pow(2, private, _PRIME).to_bytes(_PRIME_BYTES, "big")
        shared = pow(theirs, private, _PRIME).to_bytes(_PRIME_BYTES, "big")
        extracted = hmac.digest(bytes(hashlib.sha256().digest_size), shared, "sha256")
        key = hmac.digest(extracted, b"\x01", "sha256")[:16]
        initial = os.urandom(16)
        plain = (self._password or "").encode()
        padding = 16 - len(plain) % 16
        encryptor = Cipher(algorithms.AES(key), modes.CBC(initial)).encryptor()
        secret = encryptor.update(plain + bytes([padding]) * padding) + encryptor.finalize()
        parts = {"public": public, "secret": secret, "iv": initial}
        lines = [f"{name}={base64.b64encode(value).decode()}" for name, value in parts.items()]
        return "\n".join(["[sx-aes-1]", *lines, ""])
