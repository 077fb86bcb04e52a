"""The engine client with real engine processes: queueing, cancelling, exchanging models, dying."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.engine.commands import ForgetText, Load, Reply
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    PrefillProgressed,
    ReplyFailed,
    ReplyStarted,
    RoundDecoded,
    TokensProposed,
)
from app.engine.types import FinishReason, Message, ModelSpec, ReplyRequest, SpeculationMode
from tests.support.engine_talk import LOAD_ENDS, SECONDS, EngineTalk, request, settings
from tests.support.tiny_models import TinyModel
from tests.support.tiny_vocabulary import TinyVocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.engine.events import EngineEvent

LONG_PROMPT = "The quick brown fox jumps over the lazy dog and runs away. " * 20


@pytest.fixture
def talk() -> Iterator[EngineTalk]:
    with EngineTalk() as talk:
        yield talk


@pytest.fixture(scope="session")
def tiny_duplicates(tiny_folder: Path) -> Path:
    """A file that ends llama.cpp with an assertion while it is loaded: two tokens have the same text."""
    vocabulary = TinyVocabulary()
    return _with_duplicates(vocabulary, tiny_folder / "duplicates.gguf")


def _with_duplicates(vocabulary: TinyVocabulary, path: Path) -> Path:
    TinyModel(name="Tiny duplicates", vocabulary=vocabulary).write(path)
    data = path.read_bytes()
    first, second = (vocabulary.tokens[index].encode() for index in (97, 98))
    assert len(first) == len(second)
    old = len(second).to_bytes(8, "little") + second
    assert data.count(old) >= 1
    path.write_bytes(data.replace(old, len(first).to_bytes(8, "little") + first, 1))
    return path


def roles(events: list[EngineEvent]) -> set[str]:
    return {event.role for event in events if isinstance(event, LoadProgressed)}


def engine_family(pid: int) -> list[psutil.Process]:
    """The engine and its helpers."""
    engine = psutil.Process(pid)
    return [engine, *engine.children(recursive=True)]


def assert_gone(processes: list[psutil.Process]) -> None:
    _gone, alive = psutil.wait_procs(processes, timeout=SECONDS)
    assert alive == []


# Loading.


def test_a_pair_is_loaded_and_told_about(talk: EngineTalk, tiny_target: Path, tiny_draft: Path) -> None:
    events = talk.load(settings(tiny_target, tiny_draft))
    last = events[-1]
    assert isinstance(last, PairLoaded)
    assert last.pair.target.name == "Tiny target"
    assert last.pair.draft is not None
    assert last.pair.draft.name == "Tiny draft"
    assert last.pair.draft_notice is None
    assert last.pair.target.weights_bytes > 0
    assert last.pair.target.kv_bytes > 0
    assert roles(events) == {"target", "draft"}
    for role in ("target", "draft"):
        fractions = [event.fraction for event in events if isinstance(event, LoadProgressed) and event.role == role]
        assert fractions == sorted(fractions)
        assert fractions[-1] == 1.0


def test_choosing_a_draft_leaves_the_target_and_its_cache_alone(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path, tiny_stranger: Path
) -> None:
    talk.pair(settings(tiny_target))
    alone = talk.reply(request(1))
    for draft, expected in ((tiny_draft, "Tiny draft"), (tiny_stranger, "Tiny stranger"), (None, None)):
        events = talk.load(settings(tiny_target, draft))
        assert "target" not in roles(events)
        assert isinstance(events[-1], PairLoaded)
        info = events[-1].pair.draft
        assert (None if info is None else info.name) == expected
        answer = talk.reply(request(2))
        assert answer.text == alone.text
        started = answer.events[0]
        assert isinstance(started, ReplyStarted)
        assert started.reused_tokens == started.prompt_tokens - 1


def test_a_draft_that_fails_to_load_leaves_a_working_chat_and_says_why(
    talk: EngineTalk, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    alone = (talk.pair(settings(tiny_target)), talk.reply(request(1)))[1]
    talk.pair(settings(tiny_target, tiny_draft))
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(tiny_draft.read_bytes()[:40_000])
    events = talk.load(settings(tiny_target, broken))
    assert "target" not in roles(events)
    last = events[-1]
    assert isinstance(last, PairLoaded)
    assert last.pair.draft is None
    assert last.pair.draft_notice is not None
    assert last.pair.draft_notice.code == "model_not_loaded"
    answer = talk.reply(request(2))
    assert answer.text == alone.text
    assert answer.finished.summary.status.mode is SpeculationMode.OFF
    assert answer.finished.summary.status.reason == last.pair.draft_notice


def test_a_draft_whose_state_cannot_go_back_is_left_out_with_the_reason(
    talk: EngineTalk, tiny_target: Path, tiny_recurrent: Path
) -> None:
    pair = talk.pair(settings(tiny_target, tiny_recurrent))
    assert pair.draft_notice is not None
    assert pair.draft_notice.code == "draft_cannot_rewind"
    assert talk.reply(request(1)).tokens


@pytest.mark.parametrize("content", [b"", b"<!DOCTYPE html><html></html>", b"GGUF\x03\0\0\0"])
def test_a_load_that_fails_leaves_the_old_pair_usable(
    talk: EngineTalk, tmp_path: Path, tiny_target: Path, tiny_draft: Path, content: bytes
) -> None:
    pair = talk.pair(settings(tiny_target, tiny_draft))
    before = talk.reply(request(1))
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(content)
    failed = talk.load(settings(bad))[-1]
    assert isinstance(failed, LoadFailed)
    assert failed.notice.code == "model_not_loaded"
    assert failed.still_loaded is not None
    assert failed.still_loaded.target == pair.target
    begin = len(talk.events)
    after = talk.reply(request(2))
    assert after.text == before.text
    assert after.finished.summary.status.mode is SpeculationMode.DRAFT
    loads = (LoadProgressed, PairLoaded)
    assert not [event for event in talk.events[begin:] if isinstance(event, loads)], "nobody asked for a load"


def test_a_missing_file_a_folder_and_a_pipe_fail_alike(talk: EngineTalk, tmp_path: Path, tiny_target: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "missing.gguf", tmp_path):
        failed = talk.load(settings(path))[-1]
        assert isinstance(failed, LoadFailed)
        assert failed.still_loaded is None
    assert talk.pair(settings(tiny_target)).target.name == "Tiny target"


def test_a_context_that_no_machine_can_hold_is_refused(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    for tokens in (10**12, 4_000_000 * 4):
        failed = talk.load(settings(tiny_target, context_tokens=tokens))[-1]
        assert isinstance(failed, LoadFailed)
        assert failed.notice.code in ("context_too_large", "context_no_memory", "context_not_made")
        assert failed.still_loaded is not None
    assert talk.reply(request(1)).tokens


def test_a_reply_without_a_model_says_so(talk: EngineTalk) -> None:
    end = talk.reply(request(1)).end
    assert isinstance(end, ReplyFailed)
    assert end.notice.code == "no_model_loaded"


def test_only_one_template_helper_stays_beside_the_engine(
    talk: EngineTalk, tiny_target: Path, tiny_ending: Path
) -> None:
    talk.pair(settings(tiny_target))
    assert talk.client.pid is not None
    before = len(engine_family(talk.client.pid))
    for path in (tiny_ending, tiny_target, tiny_ending):
        talk.pair(settings(path))
    assert len(engine_family(talk.client.pid)) == before


# Replies.


def test_two_replies_at_once_are_queued_and_both_right(talk: EngineTalk, tiny_target: Path, tiny_draft: Path) -> None:
    talk.pair(settings(tiny_target, tiny_draft))
    expected = [talk.reply(request(number, prompt)).text for number, prompt in enumerate(("one", "and two"))]
    begin = len(talk.events)
    talk.client.submit(Reply(request(10, "one")))
    talk.client.submit(Reply(request(11, "and two")))
    assert talk.client.busy
    first, second = talk.answer(10, begin=begin), talk.answer(11, begin=begin)
    assert [first.text, second.text] == expected
    order = [event.request_id for event in talk.events[begin:] if isinstance(event, RoundDecoded)]
    assert order == sorted(order)
    assert not talk.client.busy


def test_a_queued_reply_can_be_taken_back(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    talk.client.submit(Reply(request(1, max_tokens=None)))
    talk.client.submit(Reply(request(2)))
    talk.client.submit(Reply(request(3)))
    assert talk.client.withdraw(2)
    assert not talk.client.withdraw(2)
    assert not talk.client.withdraw(1), "it runs already"
    talk.client.cancel(1)
    assert talk.answer(3).tokens
    assert not [event for event in talk.events if getattr(event, "request_id", None) == 2]


def test_cancelling_a_named_reply_leaves_the_others(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    expected = talk.reply(request(1)).text
    begin = len(talk.events)
    for number in (2, 3, 4):
        talk.client.submit(Reply(request(number)))
    talk.client.cancel(3)
    talk.client.cancel(99)
    assert talk.answer(3, begin=begin).finished.summary.finish_reason is FinishReason.CANCELLED
    assert talk.answer(2, begin=begin).text == expected
    assert talk.answer(4, begin=begin).text == expected


def test_what_was_said_is_forgotten_behind_the_replies_that_were_asked_for(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path
) -> None:
    talk.pair(settings(tiny_target, tiny_draft))
    first = talk.reply(request(1, "Tell me more of it."))
    assert talk.reply(request(2, "Tell me more of it.")).finished.summary.reused_tokens > 0
    begin = len(talk.events)
    talk.client.submit(Reply(request(3, "Tell me more of it.")))
    talk.client.submit(ForgetText())
    talk.client.submit(Reply(request(4, "Tell me more of it.")))
    third, fourth = talk.answer(3, begin=begin), talk.answer(4, begin=begin)
    assert third.finished.summary.reused_tokens > 0
    assert fourth.finished.summary.reused_tokens == 0
    assert first.text == third.text == fourth.text


def test_forgetting_needs_no_engine(talk: EngineTalk) -> None:
    talk.client.submit(ForgetText())
    assert talk.client.pid is None
    assert not talk.client.busy


def test_a_megabyte_of_prompt_passes_the_pipe(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    end = talk.reply(request(1, "word " * 200_000)).end
    assert isinstance(end, ReplyFailed)
    assert end.notice.code == "prompt_too_long"
    assert end.notice.values["capacity"] == 2048
    assert int(str(end.notice.values["tokens"])) > 200_000
    chat = ReplyRequest(2, (Message("user", "word " * 200_000),))
    assert isinstance(talk.reply(chat).end, ReplyFailed)
    assert talk.reply(request(3)).tokens


def test_what_is_said_stands_in_no_log(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    talk.reply(request(1, "my secret word is rhubarb"))
    talk.reply(ReplyRequest(2, (Message("user", "my secret word is rhubarb"),), max_tokens=5))
    assert b"rhubarb" not in Path(f"/proc/{talk.client.pid}/fd/2").read_bytes()


# Cancelling.


@pytest.mark.real_models
def test_stopping_in_any_phase_keeps_the_text_and_the_next_reply_is_right(smollm2: Path) -> None:
    loaded = settings(smollm2, smollm2, threads=2, context_tokens=1024)
    long = f"A. {LONG_PROMPT}"
    asked = {ReplyStarted: long, PrefillProgressed: long, TokensProposed: "Once upon a time", RoundDecoded: "There was"}
    stopped: list[tuple[str, str]] = []
    with EngineTalk() as talk:
        talk.pair(loaded)
        for number, (phase, prompt) in enumerate(asked.items()):
            begin = len(talk.events)
            talk.client.submit(Reply(request(number, prompt, 200)))
            talk.until(lambda event, phase=phase: isinstance(event, phase), begin=begin)  # type: ignore[misc]
            talk.client.cancel()
            answer = talk.answer(number, begin=begin)
            assert answer.finished.summary.finish_reason is FinishReason.CANCELLED
            assert answer.text or phase is not RoundDecoded
            stopped.append((prompt, answer.text))
        after = {prompt: talk.reply(request(100, prompt, 10)).text for prompt in asked.values()}
    with EngineTalk() as fresh:
        fresh.pair(loaded)
        assert {prompt: fresh.reply(request(100, prompt, 10)).text for prompt in after} == after
    for prompt, text in stopped:
        assert text.startswith(after[prompt]) or after[prompt].startswith(text)


def test_a_stop_that_races_with_the_end_stops_nothing_else(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path
) -> None:
    talk.pair(settings(tiny_target, tiny_draft))
    whole = talk.reply(request(1, max_tokens=10))
    expected = whole.text
    for number in range(2, 60, 2):
        begin = len(talk.events)
        talk.client.submit(Reply(request(number, max_tokens=10)))
        place = begin + number // 2 % (len(whole.events) - 1)
        talk.until(lambda _event, place=place: len(talk.events) > place, begin=begin)  # type: ignore[misc]
        talk.client.cancel()
        talk.client.submit(Reply(request(number + 1, max_tokens=10)))
        stopped = talk.answer(number, begin=begin)
        assert stopped.finished.summary.finish_reason in (FinishReason.CANCELLED, FinishReason.LENGTH)
        assert expected.startswith(stopped.text)
        assert talk.answer(number + 1, begin=begin).text == expected


@pytest.mark.real_models
def test_stopping_a_load_brings_the_old_pair_back(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path, qwen_large: Path
) -> None:
    pair = talk.pair(settings(tiny_target, tiny_draft))
    expected = talk.reply(request(1)).text
    for use_mmap in (True, False):
        begin = len(talk.events)
        talk.client.submit(Load(settings(qwen_large, use_mmap=use_mmap)))
        talk.until(lambda event: isinstance(event, LoadProgressed), begin=begin)
        talk.client.cancel()
        stopped = talk.until(lambda event: isinstance(event, (LoadCancelled, PairLoaded)), begin=begin)[-1]
        assert isinstance(stopped, LoadCancelled)
        assert stopped.still_loaded is not None
        assert stopped.still_loaded.target == pair.target
        answer = talk.reply(request(2))
        assert answer.text == expected
        assert answer.finished.summary.status.mode is SpeculationMode.DRAFT


@pytest.mark.real_models
def test_a_reply_that_waits_for_the_old_pair_can_be_stopped_too(
    talk: EngineTalk, tiny_target: Path, qwen_large: Path
) -> None:
    talk.pair(settings(tiny_target))
    expected = talk.reply(request(1)).text
    begin = len(talk.events)
    talk.client.submit(Load(settings(qwen_large, use_mmap=False)))
    talk.client.cancel()
    talk.client.submit(Reply(request(2)))
    talk.client.submit(Reply(request(3)))
    talk.until(lambda event: isinstance(event, LoadCancelled), begin=begin)
    talk.client.cancel(2)
    assert talk.answer(3, begin=begin).text == expected
    assert talk.answer(2, begin=begin).finished.summary.finish_reason is FinishReason.CANCELLED


@pytest.mark.real_models
def test_stopping_the_load_of_a_draft_keeps_the_target(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path, qwen_large: Path
) -> None:
    talk.pair(settings(tiny_target, tiny_draft))
    expected = talk.reply(request(1)).text
    begin = len(talk.events)
    talk.client.submit(Load(settings(tiny_target, qwen_large)))
    talk.until(lambda event: isinstance(event, LoadProgressed), begin=begin)
    talk.client.cancel()
    events = talk.until(lambda event: isinstance(event, (LoadCancelled, PairLoaded)), begin=begin)
    assert isinstance(events[-1], LoadCancelled)
    assert roles(events) == {"draft"}
    answer = talk.reply(request(2))
    assert answer.text == expected
    assert answer.finished.summary.status.mode is SpeculationMode.DRAFT


def test_stopping_a_load_before_its_engine_is_even_there(talk: EngineTalk, tiny_target: Path) -> None:
    talk.client.submit(Load(settings(tiny_target)))
    talk.client.cancel()
    end = talk.until(lambda event: isinstance(event, LOAD_ENDS), begin=0)[-1]
    assert isinstance(end, (LoadCancelled, PairLoaded))
    assert talk.pair(settings(tiny_target)).target.name == "Tiny target"
    assert talk.reply(request(1)).tokens
    assert not [event for event in talk.events if isinstance(event, EngineDied)]


@pytest.mark.real_models
def test_stopping_a_load_leaves_the_reply_before_it_alone(
    talk: EngineTalk, tiny_target: Path, qwen_large: Path
) -> None:
    talk.pair(settings(tiny_target))
    expected = talk.reply(request(1)).text
    begin = len(talk.events)
    talk.client.submit(Reply(request(2)))
    talk.client.submit(Load(settings(qwen_large)))
    talk.client.cancel_load()
    talk.client.cancel_load()
    assert talk.answer(2, begin=begin).text == expected
    ends = [event for event in talk.events[begin:] if isinstance(event, LOAD_ENDS)]
    assert [type(event) for event in ends] == [LoadCancelled]
    assert ends[0].still_loaded is not None  # type: ignore[union-attr]


# Dying.


def test_a_killed_engine_is_told_with_its_reply_and_the_next_one_brings_the_pair_back(
    talk: EngineTalk, tiny_target: Path, tiny_draft: Path
) -> None:
    talk.pair(settings(tiny_target, tiny_draft))
    expected = talk.reply(request(1)).text
    pid = talk.client.pid
    assert pid is not None
    family = engine_family(pid)
    begin = len(talk.events)
    talk.client.submit(Reply(request(2, max_tokens=None)))
    talk.until(lambda event: isinstance(event, RoundDecoded), begin=begin)
    os.kill(pid, signal.SIGKILL)
    died = talk.until(lambda event: isinstance(event, EngineDied), begin=begin)[-1]
    assert isinstance(died, EngineDied)
    assert died.request_id == 2
    assert died.notice.code == "engine_killed"
    assert died.notice.values["signal"] == "SIGKILL"
    assert talk.client.pid is None
    assert not talk.client.busy
    assert_gone(family)
    begin = len(talk.events)
    answer = talk.reply(request(3))
    assert answer.text == expected
    assert answer.finished.summary.status.mode is SpeculationMode.DRAFT
    assert any(isinstance(event, PairLoaded) for event in talk.events[begin:])


def test_a_reply_that_waits_for_the_pair_can_be_stopped(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    expected = talk.reply(request(1)).text
    assert talk.client.pid is not None
    os.kill(talk.client.pid, signal.SIGKILL)
    talk.until(lambda event: isinstance(event, EngineDied))
    begin = len(talk.events)
    talk.client.submit(Reply(request(2)))
    talk.client.cancel()
    assert talk.answer(2, begin=begin).finished.summary.finish_reason is FinishReason.CANCELLED
    assert talk.reply(request(3)).text == expected


def test_an_engine_that_dies_idle_is_noticed(talk: EngineTalk, tiny_target: Path) -> None:
    talk.pair(settings(tiny_target))
    assert talk.client.pid is not None
    os.kill(talk.client.pid, signal.SIGKILL)
    died = talk.until(lambda event: isinstance(event, EngineDied))[-1]
    assert isinstance(died, EngineDied)
    assert died.request_id is None
    assert talk.reply(request(1)).tokens


def test_an_assertion_in_llama_cpp_is_quoted_and_the_old_pair_comes_back(
    talk: EngineTalk, tiny_target: Path, tiny_duplicates: Path
) -> None:
    talk.pair(settings(tiny_target))
    expected = talk.reply(request(1)).text
    events = talk.load(settings(tiny_duplicates))
    died, failed = events[-2:]
    assert isinstance(died, EngineDied)
    assert died.notice.code == "engine_crashed_saying"
    assert died.notice.values["signal"] == "SIGABRT"
    assert "GGML_ASSERT" in str(died.notice.values["line"])
    assert "/" not in str(died.notice.values["line"]).partition(":")[0], "where it was built concerns nobody"
    assert died.log_tail
    assert isinstance(failed, LoadFailed)
    assert failed.still_loaded is not None
    assert failed.still_loaded.target.name == "Tiny target"
    assert talk.reply(request(2)).text == expected


def test_an_engine_that_dies_of_every_load_is_not_started_over_and_over(
    talk: EngineTalk, tiny_duplicates: Path
) -> None:
    for _attempt in range(2):
        events = talk.load(settings(tiny_duplicates))
        assert [type(event) for event in events[-2:]] == [EngineDied, LoadFailed]
        assert talk.client.pid is None
        assert not talk.client.busy
    end = talk.reply(request(1)).end
    assert isinstance(end, ReplyFailed)
    assert end.notice.code == "no_model_loaded"


def test_a_pair_that_kills_the_engine_when_it_comes_back_is_given_up(
    talk: EngineTalk, tmp_path: Path, tiny_target: Path, tiny_duplicates: Path
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(tiny_target.read_bytes())
    talk.pair(settings(path, use_mmap=False))
    path.write_bytes(tiny_duplicates.read_bytes())
    assert talk.client.pid is not None
    os.kill(talk.client.pid, signal.SIGKILL)
    talk.until(lambda event: isinstance(event, EngineDied))
    begin = len(talk.events)
    end = talk.reply(request(1)).end
    assert isinstance(end, ReplyFailed)
    assert end.notice.code == "no_model_loaded"
    kinds = [type(event) for event in talk.events[begin:] if not isinstance(event, LoadProgressed)]
    assert kinds == [EngineDied, LoadFailed, ReplyFailed]


@pytest.mark.real_models
def test_an_engine_killed_while_it_loads(talk: EngineTalk, tiny_target: Path, qwen_large: Path) -> None:
    talk.pair(settings(tiny_target))
    begin = len(talk.events)
    talk.client.submit(Load(settings(qwen_large, use_mmap=False)))
    talk.client.submit(Reply(request(1)))
    talk.until(lambda event: isinstance(event, LoadProgressed), begin=begin)
    assert talk.client.pid is not None
    os.kill(talk.client.pid, signal.SIGKILL)
    assert talk.answer(1, begin=begin).tokens, "the reply behind it is answered by the pair there was"
    deaths = [event for event in talk.events if isinstance(event, EngineDied)]
    assert len(deaths) == 1


def test_engines_that_come_and_go_leave_no_open_files(talk: EngineTalk, tiny_target: Path) -> None:
    opened = []
    for number in range(4):
        talk.pair(settings(tiny_target))
        assert talk.reply(request(number)).tokens
        opened.append(psutil.Process().num_fds())
        assert talk.client.pid is not None
        os.kill(talk.client.pid, signal.SIGKILL)
        talk.until(lambda event: isinstance(event, EngineDied))
    assert opened[1:] == opened[:1] * 3


# Ending.


def test_closing_while_busy_returns_soon_and_leaves_nothing(tiny_target: Path) -> None:
    with EngineTalk() as talk:
        talk.pair(settings(tiny_target))
        assert talk.client.pid is not None
        family = engine_family(talk.client.pid)
        begin = len(talk.events)
        talk.client.submit(Reply(request(1, max_tokens=None)))  # nobody reads what it sends, so that it has to wait
        talk.until(lambda event: isinstance(event, RoundDecoded), begin=begin)
    assert_gone(family)
    talk.client.close()
    talk.client.wake()
    assert talk.client.pid is None


@pytest.mark.real_models
def test_closing_while_loading_leaves_nothing(qwen_large: Path) -> None:
    with EngineTalk() as talk:
        talk.client.submit(Load(settings(qwen_large, use_mmap=False)))
        talk.until(lambda event: isinstance(event, LoadProgressed))
        assert talk.client.pid is not None
        family = engine_family(talk.client.pid)
    assert_gone(family)


def test_the_engine_outlives_the_thread_that_started_it(talk: EngineTalk, tiny_target: Path) -> None:
    thread = threading.Thread(target=talk.client.submit, args=(Load(settings(tiny_target)),))
    thread.start()
    thread.join()
    talk.until(lambda event: isinstance(event, PairLoaded), begin=0)
    assert talk.reply(request(1)).tokens
    assert not [event for event in talk.events if isinstance(event, EngineDied)]


PARENT = """
import os, sys
from pathlib import Path
from tests.support.engine_talk import EngineTalk, request, settings
from app.engine.commands import Reply
if __name__ == "__main__":
    talk = EngineTalk()
    talk.pair(settings(Path(sys.argv[1])))
    talk.client.submit(Reply(request(1, max_tokens=None)))
    print(talk.client.pid, "llama_cpp" in sys.modules, flush=True)
    if sys.argv[2] == "exit":
        sys.exit()
    if sys.argv[2] == "vanish":
        os._exit(0)
    sys.stdin.read()
"""


@pytest.mark.parametrize("way", ["exit", "vanish", "kill"])
def test_the_engine_dies_with_its_parent(tmp_path: Path, tiny_target: Path, way: str) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    script = tmp_path / "parent.py"
    script.write_text(PARENT, "utf-8")
    root = Path(__file__).parents[3]
    parent = subprocess.Popen(
        [sys.executable, str(script), str(tiny_target), way],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join([str(root), *sys.path])},
    )
    with parent:
        assert parent.stdout is not None
        pid, imported = parent.stdout.readline().split()
        assert imported == "False", "llama.cpp belongs into the engine's process"
        family = engine_family(int(pid)) if way == "kill" else []
        if way == "kill":
            parent.kill()
    if not family and psutil.pid_exists(int(pid)):
        family = [psutil.Process(int(pid))]
    assert_gone(family)
    assert list(temporary.iterdir()) == []


def test_importing_the_client_does_not_import_llama_cpp() -> None:
    code = "import sys, app.engine.client; print('llama_cpp' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_an_engine_without_a_gpu_takes_layers_for_one(talk: EngineTalk, tiny_target: Path) -> None:
    for layers in (None, -1, 0, 99):
        loaded = replace(settings(tiny_target), target=ModelSpec(str(tiny_target), layers))
        assert talk.pair(loaded).target.name == "Tiny target"
