"""Where other programs are served: loopback unless an address is given in numbers, pages by their plain origins."""

from __future__ import annotations

import pytest

from app.errors import UserError
from app.settings.schema import Settings, parse_settings
from app.settings.server_schema import origin_of


def test_it_is_off_and_reached_from_this_machine_only() -> None:
    server = Settings().server
    assert not server.enabled
    assert (server.address, server.port, server.allowed_origins) == ("127.0.0.1", 8080, ())
    assert server.is_loopback


@pytest.mark.parametrize(
    ("address", "stays"), [("127.0.0.1", True), ("::1", True), ("192.168.1.4", False), ("0.0.0.0", False)]
)
def test_an_address_says_who_reaches_it(address: str, stays: bool) -> None:
    assert Settings().changed("server", address=address).server.is_loopback is stays


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("address", "localhost"), ("address", "notebook.example"), ("address", ""), ("address", "127.0.0.1:8080"),
        ("port", 80), ("port", 70_000), ("port", "any"), ("enabled", "perhaps"),
        ("allowed_origins", ["*"]), ("allowed_origins", ["https://a.example/path"]), ("allowed_origins", ["null"]),
        ("allowed_origins", ["https://a.example\n"]),
    ],
)  # fmt: skip
def test_a_file_that_says_otherwise_opens_nothing(field: str, value: object) -> None:
    settings, notices = parse_settings({"server": {field: value, "of_tomorrow": 1}})
    assert getattr(settings.server, field) == getattr(Settings().server, field)
    assert [notice.values["key"] for notice in notices] == [f"server.{field}"]


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("https://notes.example", "https://notes.example"),
        ("  HTTPS://Notes.Example/ ", "https://notes.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://localhost:80", "http://localhost"),
        ("https://notes.example:443/", "https://notes.example"),
        ("http://[::1]:5173", "http://[::1]:5173"),
    ],
)
def test_an_origin_is_what_a_browser_sends(typed: str, origin: str) -> None:
    assert origin_of(typed) == origin
    assert Settings().changed("server", allowed_origins=(origin,)).server.allowed_origins == (origin,)


@pytest.mark.parametrize(
    "typed",
    ["", "*", "notes.example", "https://", "https://*.example", "ftp://a.example", "https://a.example/b", "null",
     "https://a b.example", "https://user@a.example", "https://a.example?x", "https://" + 300 * "a"],
)  # fmt: skip
def test_what_is_no_origin_is_not_taken(typed: str) -> None:
    with pytest.raises(UserError, match="origin_not_one"):
        origin_of(typed)
