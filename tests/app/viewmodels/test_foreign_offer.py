"""What a text from another program would change here, before anything is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.interop.recognise import read_foreign
from app.viewmodels.foreign_offer import Part, make_offer

if TYPE_CHECKING:
    from pathlib import Path

    from app.viewmodels.foreign_offer import Offer


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    target, draft = tmp_path / "big.gguf", tmp_path / "small.gguf"
    for path in (target, draft):
        path.write_bytes(b"GGUF")
    return target, draft


def offer_of(text: str, known: dict[str, str] | None = None) -> Offer:
    return make_offer(read_foreign(text, variables={}), known or {})


def shown(offer: Offer, part: Part) -> dict[str, tuple[str, str]]:
    return {line.title: (line.value, line.option) for line in offer.lines_of(part)}


def reasons(offer: Offer) -> dict[str, str]:
    return {f"{each.option} {each.value}".strip(): each.reason.code for each in offer.refused}


def test_settings_are_sorted_by_where_they_belong(files: tuple[Path, Path]) -> None:
    target, draft = files
    offer = offer_of(f"llama-server -m {target} -md {draft} -c 8192 -fa on --temp 0.2 -ctk q8_0 --port 9 -n 64")
    assert offer.parts == (Part.PAIR, Part.LOADING, Part.CONVERSATION)
    assert (offer.target, offer.draft) == (str(target), str(draft))
    assert shown(offer, Part.PAIR) == {"Target model": (str(target), "-m"), "Draft model": (str(draft), "-md")}
    loading = shown(offer, Part.LOADING)
    assert loading["Context"] == ("8192 tokens", "-c")
    assert loading["Flash attention"] == ("On", "-fa")
    assert loading["Keys, target"] == ("q8_0", "-ctk")
    conversation = shown(offer, Part.CONVERSATION)
    assert conversation["Temperature"] == ("0.2", "--temp")
    assert conversation["Speculation"] == ("The draft model", "-md")
    assert reasons(offer) == {"--port 9": "interop_server", "-n 64": "interop_only_command"}


def test_a_model_that_lies_elsewhere_is_found_by_its_files_name(files: tuple[Path, Path]) -> None:
    target, _draft = files
    for path in ("/mnt/models/big.gguf", "D:\\models\\big.gguf"):
        offer = offer_of(f'llama-server -m "{path}" --temp 0', {"big.gguf": str(target)})
        assert offer.target == str(target)
        assert shown(offer, Part.PAIR)["Target model"][0] == str(target)


def test_a_model_that_is_not_here_is_said_and_its_draft_stays_away(files: tuple[Path, Path]) -> None:
    offer = offer_of(f"llama-server -m /nowhere/big.gguf -md {files[1]} --temp 0.3")
    assert offer.parts == (Part.CONVERSATION,)
    assert (offer.target, offer.draft) == (None, None)
    told = reasons(offer)
    assert told["-m /nowhere/big.gguf"] == "interop_file_absent"
    assert told[f"-md {files[1]}"] == "interop_without_target"


def test_what_the_window_cannot_be_set_to_is_told_with_its_reason() -> None:
    offer = offer_of("llama-server -m /nowhere/x.gguf --temp 9 --draft-max 64")
    assert {"--temp 9", "--draft-max 64"} <= reasons(offer).keys()
    assert {reasons(offer)[each] for each in ("--temp 9", "--draft-max 64")} == {"interop_beyond_window"}


def test_a_system_prompt_is_shown_short_and_taken_whole() -> None:
    prompt = "Answer in Dutch.\n" * 40
    offer = offer_of(f'FROM /nowhere/x.gguf\nSYSTEM """{prompt}"""\nPARAMETER temperature 0.1\n')
    assert offer.system_prompt.strip() == prompt.strip()
    value, _option = shown(offer, Part.CONVERSATION)["System prompt"]
    assert value.startswith("Answer in Dutch. Answer")
    assert len(value) <= 160
    assert "\n" not in value
