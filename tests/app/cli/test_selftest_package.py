"""What `galley selftest` says of the package: which module was taken, why others were not, and what is laid down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.cli import selftest_package
from app.engine.inspection import inspect
from app.engine.inspection_values import Inspection, ModuleFacts
from app.settings.policy import read_policy

if TYPE_CHECKING:
    from pathlib import Path

BEST = ModuleFacts("cpu-haswell", 23, is_loaded=True)
OLD = ModuleFacts("cpu-sse42", 3, is_loaded=False)
NEW = ModuleFacts("cpu-zen4", 0, is_loaded=False)


def test_the_chosen_module_and_those_that_cannot_run_here() -> None:
    finding = selftest_package.modules([BEST, OLD, NEW])
    assert finding.ok
    assert "cpu-haswell fits this processor best, of 3" in finding.detail
    assert "cannot run cpu-zen4" in finding.detail


def test_a_processor_for_all_of_them() -> None:
    assert "it could run each of them" in selftest_package.modules([BEST, OLD]).detail


def test_a_processor_for_none_of_them_fails() -> None:
    finding = selftest_package.modules([NEW])
    assert not finding.ok
    assert finding.needed
    assert "cpu-zen4" in finding.detail


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (ModuleFacts("vulkan", 1, is_loaded=True), "vulkan is loaded."),
        (
            ModuleFacts("vulkan", 0, is_loaded=False, problem="libvulkan.so.1: missing"),
            "left out: libvulkan.so.1: missing",
        ),
        (ModuleFacts("vulkan", 1, is_loaded=False), "no device or driver"),
    ],
)
def test_a_graphics_module_is_loaded_or_left_out_for_a_reason(module: ModuleFacts, words: str) -> None:
    assert words in selftest_package.modules([BEST, module]).detail


def test_a_build_for_this_machine_has_no_modules_and_others_say_how_well_each_fits() -> None:
    facts = inspect(Inspection(modules=True)).backend.modules
    processors = [each for each in facts if each.is_processor]
    assert facts == () or [each.is_loaded for each in processors].count(True) == 1
    if processors:  # LLAMA_CPP_LIB_PATH names what packaging/build_llama.sh made
        assert processors[0].is_loaded
        assert processors[0].score == max(each.score for each in processors)
        assert all(each.score >= 0 for each in processors)


def test_inspections_do_not_load_modules_unless_asked() -> None:
    assert inspect(Inspection()).backend.modules == ()


def test_a_policy_is_named_with_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "policy.toml"
    monkeypatch.setattr(selftest_package, "read_policy", lambda: read_policy(path))
    assert selftest_package.policy().detail == "No administrator has laid anything down."
    path.write_text("api = false\n")
    assert selftest_package.policy().detail == f"{path} lays down: api = false."
    path.write_text("api = maybe\n")
    finding = selftest_package.policy()
    assert not finding.ok
    assert not finding.needed
    assert str(path) in finding.detail
