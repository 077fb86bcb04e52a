from __future__ import annotations

import os
import platform
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from app import __version__
from app.cli.finding import Finding
from app.errors import Notice
from app.privacy.report import LIBRARIES
from app.viewmodels.about import SelfTest, report_of, system_facts, version_line
from app.viewmodels.about_parts import _from_bill, parts_inside

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_version_says_that_it_runs_from_source() -> None:
    assert __version__ in version_line()
    assert "source" in version_line()


def test_the_facts_name_the_system_and_no_person() -> None:
    text = report_of(system_facts(), ())
    assert platform.python_version() in text
    assert metadata.version("llama-cpp-python") in text
    assert platform.node() not in text
    assert os.path.expanduser("~") not in text


def test_the_report_has_what_the_self_test_found() -> None:
    findings = [
        Finding("store", True, "SQLCipher 4"),
        Finding("keyring", False, Notice("selftest_display"), needed=False),
        Finding("reply", False, "broken"),
    ]
    lines = report_of((("System", "Linux"),), findings).splitlines()
    assert lines[0] == "System: Linux"
    assert "works  store: SQLCipher 4" in lines
    assert any(line.startswith("is not there  keyring: ") for line in lines)
    assert "fails  reply: broken" in lines


def test_everything_that_galley_needs_is_listed_with_its_licence() -> None:
    parts = {part.name.lower().replace("_", "-"): part for part in parts_inside()}
    missing = [name for name in LIBRARIES if name.lower() not in parts]
    assert missing in ([], ["SecretStorage"])
    assert "LGPL-3.0" in parts["pyside6-essentials"].licence
    assert "pydantic-core" in parts, "what is needed by what is needed"
    assert "pytest" not in parts
    assert [part.name for part in parts_inside() if not part.licence] in ([], ["sqlcipher3"])


def test_the_packages_own_list_is_read(tmp_path: Path) -> None:
    bill = tmp_path / "sbom.cdx.json"
    bill.write_text(
        '{"components": [{"name": "jinja2", "version": "3", "licenses": [{"license": {"name": "BSD"}}]},'
        ' {"name": "x", "version": "1", "licenses": [{"expression": "MIT"}]}, {"name": "bare"}, 7]}'
    )
    parts = _from_bill(bill)
    assert [(part.name, part.version, part.licence) for part in parts] == [
        ("jinja2", "3", "BSD"),
        ("x", "1", "MIT"),
        ("bare", "", ""),
    ]
    bill.write_text("[")
    assert _from_bill(bill) == ()


def test_the_self_test_looks_at_every_part_and_says_so_as_it_goes(qtbot: QtBot) -> None:
    test, seen = SelfTest(), []
    test.changed.connect(lambda: seen.append(len(test.findings)))
    test.start()
    assert test.is_running
    qtbot.waitUntil(lambda: not test.is_running, timeout=120_000)
    test.stop()
    names = [finding.name for finding in test.findings]
    assert {"store", "llama.cpp", "reply"} <= set(names)
    assert test.is_good, report_of((), test.findings)
    assert seen == sorted(seen)
    assert len(seen) > len(names)


def test_the_self_test_ends_where_it_is_stopped(qtbot: QtBot) -> None:
    test = SelfTest()
    test.start()
    qtbot.waitUntil(lambda: len(test.findings) > 0, timeout=60_000)
    test.stop()
    assert not test.is_running
    num_found = len(test.findings)
    qtbot.wait(50)
    assert len(test.findings) == num_found
