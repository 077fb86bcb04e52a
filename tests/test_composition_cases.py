"""Where other programs of this kind failed their users, tried in the real window with real models."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.engine.types import Mark, Proposer
from app.viewmodels.reply import Phase
from tests.app.engine.test_real_models import PARAGRAPH
from tests.support.program import running, write_settings
from widgets.tokens.paragraph import SpanKind

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.viewmodels.reply import ReplyToken
    from tests.support.program import Program
    from widgets.transcript.message_card import ReplyCard

pytestmark = [pytest.mark.real_models, pytest.mark.timeout(600)]


def settings(mode: str, draft_max: int, **sampling: Any) -> dict[str, Any]:  # noqa: ANN401
    """What an earlier run would have left."""
    fixed = {"mode": mode, "fixed_draft_length": True, "draft_max": draft_max, "draft_p_min": 0.0}
    return {"sampling": sampling, "load": {"context_tokens": 1024}, "speculation": fixed}


def marked(card: ReplyCard) -> str:
    """All that the marks say, as it is laid out; the marks stay shown."""
    card.set_marks_shown(True)
    return "".join(paragraph.text for paragraph in card.token_view.paragraphs)


def test_what_repeats_is_marked_as_looked_up_and_the_colours_agree_with_the_counts(
    qtbot: QtBot, tmp_path: Path, qwen_large: Path
) -> None:
    write_settings(tmp_path / "home", settings("lookup", 7, temperature=0.0))
    with running(qtbot, tmp_path / "home", qwen_large) as program:
        program.loaded()
        reply = program.ask(f"Write this paragraph three times, exactly.\n\n{PARAGRAPH}")
        assert reply.text.count(PARAGRAPH) == 3, "the model does what it is asked for"

        card = program.card()
        marked(card)
        shown: dict[int, tuple[Mark, bool]] = {
            span.index: (span.mark, span.dotted)
            for paragraph in card.token_view.paragraphs
            for span in paragraph.spans
            if span.kind is SpanKind.TOKEN
        }
        assert {index: mark for index, (mark, _) in shown.items()} == {
            index: token.emitted.mark
            for index, token in enumerate(reply.tokens)
            if index in shown or token.emitted.text.strip("\n")
        }
        accepted = Counter(mark for mark, _ in shown.values())[Mark.ACCEPTED]
        assert accepted == sum(
            token.emitted.mark is Mark.ACCEPTED and i in shown for i, token in enumerate(reply.tokens)
        )
        assert all(dotted for mark, dotted in shown.values() if mark is Mark.ACCEPTED), "lookup has a mark of its own"

        first_end = reply.text.index(PARAGRAPH) + len(PARAGRAPH)
        later = [token for token in reply.tokens if token.start >= first_end]
        assert sum(token.emitted.mark is Mark.ACCEPTED for token in later) >= 0.75 * len(later)
        assert {token.proposer for token in later} <= {None, Proposer.LOOKUP}
        first = [token for token in reply.tokens if token.start < first_end]
        assert _a_pass(later) > 1.05 * _a_pass(first), "the copies need fewer passes than what is copied"
        assert _a_pass(later) > 4.0


def _a_pass(tokens: list[ReplyToken]) -> float:
    """Tokens for each pass of the target; a clock would measure how busy the machine is."""
    return len(tokens) / len({token.round.index for token in tokens})


def test_a_greeting_is_answered_and_nothing_follows_the_end(qtbot: QtBot, tmp_path: Path, smollm2: Path) -> None:
    write_settings(tmp_path / "home", settings("draft", 16, temperature=0.8, seed=0))
    with running(qtbot, tmp_path / "home", smollm2, smollm2) as program:
        program.loaded()
        for seed in range(10):
            _set_seed(program, seed)
            program.galley.conversations.begin()
            reply = program.ask("Hi")
            card = program.card()
            said = [reply.text, card.read_view.plain_text(), marked(card)]
            card.set_marks_shown(False)
            assert not any("<|" in text or text.rstrip().endswith("assistant") for text in said)
            assert not any("\nassistant" in text or "\nuser" in text for text in said)
        again = program.ask("Thanks")
        assert again.summary is not None
        assert reply.summary is not None
        assert again.summary.reused_tokens >= reply.summary.prompt_tokens, "the second turn reads only what is new"


def _set_seed(program: Program, seed: int) -> None:
    field = program.galley.proof_panel.sampling_panel.seed
    field.setText(str(seed))
    field.editingFinished.emit()


@pytest.mark.parametrize(
    "prompt",
    ["How to write 'three little cats' in chinese? Add an emoji.", "Repeat exactly, ten times: 🐱 🦔 𓃠 🪿"],
)
def test_no_half_character_comes_on_screen_or_into_the_store(
    qtbot: QtBot, tmp_path: Path, qwen_large: Path, qwen_small: Path, prompt: str
) -> None:
    write_settings(tmp_path / "home", settings("draft", 5, temperature=0.0))
    with running(qtbot, tmp_path / "home", qwen_large, qwen_small) as program:
        program.loaded()
        reply = program.send(prompt)
        seen: list[str] = []
        program.galley.chat.transcript.reply_changed.connect(
            lambda _row: seen.append(_on_screen(program.card(reply)) + "".join(ghost.text for ghost in reply.ghosts))
        )
        program.until(lambda: len(reply.tokens) >= 4 or reply.phase.is_over)
        program.press(Qt.Key.Key_Escape)
        program.over(reply)

        assert reply.phase in (Phase.STOPPED, Phase.FINISHED)
        assert len(seen) > 2
        assert not any(
            "�" in text for text in [*seen, reply.text, marked(program.card()), program.card().accessibleName()]
        )
        reply.text.encode()  # no half of a surrogate pair either
        kept: list[str] = []
        program.galley.keeping.messages_read.connect(
            lambda _key, told: kept.extend(message.text for message in told.messages)
        )
        program.galley.keeping.read(program.galley.conversations.active)
        program.until(lambda: len(kept) == 2)
        assert kept[1] == reply.text


def _on_screen(card: ReplyCard) -> str:
    return card.read_view.plain_text() + "".join(paragraph.text for paragraph in card.token_view.paragraphs)
