"""Every kind of death: at any moment, with any part of the log lost, what was acknowledged is there.

A state machine does what a user does, against a model; between the operations the power is cut: the files are copied
as they lie, the log is cut at a random place, its end torn, or the writing back of the log stopped half way.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.store.files import StorePaths
from app.store.store import Store
from app.store.values import MessageState, Preset, Role
from tests.support.store_contents import KEY, some_round, texts_of
from tests.support.store_pages import PAGE_BYTES, log_end, log_run

CRASH_POINTS = 500
"""At least so many, in one run of these tests."""
MEMORY = Path("/dev/shm")
texts = st.sampled_from(["", "question", "größer 漢字 😀", "answer " * 40, "long " * 3000])


@dataclass(frozen=True)
class Node:
    """A message of the model."""

    parent: str | None
    text: str
    state: MessageState


@dataclass(frozen=True)
class Talk:
    """A conversation of the model."""

    title: str = ""
    leaf: str | None = None
    nodes: dict[str, Node] = field(default_factory=dict)

    def below(self, top: str) -> set[str]:
        found = {top}
        for id_, node in self.nodes.items():
            if node.parent in found:
                found.add(id_)
        return found


Model = dict[str, Talk]


def picture(store: Store) -> Model:
    """What a store holds, as a model."""
    model: Model = {}
    for row in store.conversations():
        nodes = {m.id: Node(m.parent_id, m.text, m.state) for m in store.conversation(row.id).messages}
        assert row.num_messages == len(nodes)
        model[row.id] = Talk(row.title, row.active_leaf, nodes)
    return model


def after_death(model: Model) -> Model:
    """What the next start shows: replies that were being written are interrupted."""
    return {
        id_: replace(
            talk,
            nodes={
                each: replace(node, state=MessageState.INTERRUPTED) if node.state is MessageState.WRITING else node
                for each, node in talk.nodes.items()
            },
        )
        for id_, talk in model.items()
    }


@dataclass(frozen=True)
class Moment:
    """What was acknowledged, and how far the log had come."""

    model: Model
    presets: dict[str, int]
    run: bytes
    end: int


class Deaths(RuleBasedStateMachine):
    """A store, its model, and the history of both."""

    num_crashes = 0
    conversations: Bundle[str] = Bundle("conversations")
    messages: Bundle[tuple[str, str]] = Bundle("messages")

    @initialize()
    def begin(self) -> None:
        self.base = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        self.folders = 0
        self.paths = StorePaths(self.base / "store")
        self.store = Store.open(self.paths.folder, KEY)
        self.model: Model = {}
        self.presets: dict[str, int] = {}
        self.history: list[Moment] = []
        self.remember()

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.base)

    def remember(self) -> None:
        """An operation has returned: from now on this has to be there."""
        self.history.append(
            Moment(dict(self.model), dict(self.presets), log_run(self.paths.log), log_end(self.paths.log))
        )

    def put(self, id_: str, **changes: object) -> None:
        self.model[id_] = replace(self.model[id_], **changes)  # type: ignore[arg-type]

    def node(self, conversation: str, id_: str, node: Node) -> None:
        self.put(conversation, nodes={**self.model[conversation].nodes, id_: node})

    @rule(target=conversations, title=texts)
    def add_conversation(self, title: str) -> str:
        row = self.store.add_conversation(title=title)
        self.model[row.id] = Talk(title)
        self.remember()
        return row.id

    @rule(target=messages, conversation=conversations, text=texts, data=st.data())
    def add_message(self, conversation: str, text: str, data: st.DataObject) -> tuple[str, str]:
        return self._add(conversation, text, MessageState.COMPLETE, data)

    @rule(target=messages, conversation=conversations, data=st.data())
    def begin_reply(self, conversation: str, data: st.DataObject) -> tuple[str, str]:
        return self._add(conversation, "", MessageState.WRITING, data)

    def _add(self, conversation: str, text: str, state: MessageState, data: st.DataObject) -> tuple[str, str]:
        if conversation not in self.model:
            return multiple()  # type: ignore[return-value]
        parent = data.draw(st.sampled_from([None, *self.model[conversation].nodes]))
        role = Role.ASSISTANT if state is MessageState.WRITING else Role.USER
        message = self.store.add_message(conversation, parent, role, text, state)
        self.node(conversation, message.id, Node(parent, text, state))
        self.put(conversation, leaf=message.id)
        self.remember()
        return conversation, message.id

    @rule(message=messages, text=texts, end=st.booleans())
    def continue_reply(self, message: tuple[str, str], text: str, end: bool) -> None:
        conversation, id_ = message
        node = self.model[conversation].nodes.get(id_) if conversation in self.model else None
        if node is None or node.state is not MessageState.WRITING:
            return
        if end:
            self.store.finish_message(id_, MessageState.STOPPED, {"seed": 1}, text)
            self.node(conversation, id_, Node(node.parent, node.text + text, MessageState.STOPPED))
        else:
            self.store.append_reply(id_, text, [some_round()])
            self.node(conversation, id_, Node(node.parent, node.text + text, node.state))
        self.remember()

    @rule(conversation=conversations, title=texts)
    def rename(self, conversation: str, title: str) -> None:
        if conversation in self.model:
            self.store.change_conversation(conversation, title=title, title_is_own=True)
            self.put(conversation, title=title)
            self.remember()

    @rule(name=st.sampled_from("ab"), value=st.integers(0, 9))
    def save_preset(self, name: str, value: int) -> None:
        self.store.save_preset(Preset(name, {"value": value}))
        self.presets[name] = value
        self.remember()

    @rule(conversation=conversations)
    def erase_conversation(self, conversation: str) -> None:
        if self.model.pop(conversation, None) is not None:
            self.store.erase_conversation(conversation)
            self.remember()

    @rule(message=messages)
    def erase_message(self, message: tuple[str, str]) -> None:
        conversation, id_ = message
        talk = self.model.get(conversation)
        if talk is None or id_ not in talk.nodes:
            return
        gone = talk.below(id_)
        self.store.erase_message(id_)
        left = {each: node for each, node in talk.nodes.items() if each not in gone}
        self.put(conversation, nodes=left, leaf=talk.leaf if talk.leaf in left else self._next_leaf(left, talk, id_))
        self.remember()

    def _next_leaf(self, left: dict[str, Node], talk: Talk, erased: str) -> str | None:
        parent = talk.nodes[erased].parent
        if parent is None:
            return list(left)[-1] if left else None
        below = replace(talk, nodes=left).below(parent)
        return [each for each in left if each in below][-1]

    @rule()
    def write_back(self) -> None:
        self.store.checkpoint()
        self.remember()

    # Deaths.

    @rule(seed=st.integers(0, 2**32), cuts=st.integers(1, 4))
    def power_cut(self, seed: int, cuts: int) -> None:
        """Any number of bytes of the log never reached the disk, and what stands at its end may be torn."""
        draw = random.Random(seed)
        size = self.paths.log.stat().st_size if self.paths.log.exists() else 0
        last_frames = [moment.end for moment in self.history[-3:]]
        for _ in range(cuts):
            cut = draw.choice([size, draw.randrange(size + 1), min(size, draw.choice(last_frames))])
            copy = self._copied()
            if copy.log.exists():
                with copy.log.open("r+b") as file:
                    file.truncate(cut)
                    if draw.random() < 0.5:
                        file.seek(cut)
                        file.write(draw.randbytes(draw.choice([1, 500, 5000])))
            self._check(copy, cut)

    @rule(seed=st.integers(0, 2**32))
    @precondition(lambda self: self.paths.log.exists() and self.paths.log.stat().st_size > 0)
    def power_cut_while_the_log_is_written_back(self, seed: int) -> None:
        """Some pages have reached the file, one of them in part; the log is whole."""
        draw = random.Random(seed)
        end = self.history[-1].end
        copy = self._copied()
        self.store.checkpoint()
        new, old = self.paths.database.read_bytes(), copy.database.read_bytes()
        old += bytes(max(0, len(new) - len(old)))
        pages = [old[at : at + PAGE_BYTES] for at in range(0, len(old), PAGE_BYTES)]
        for number in range(len(new) // PAGE_BYTES):
            torn = draw.choice([0, 0, PAGE_BYTES, PAGE_BYTES, 512 * draw.randrange(8)])
            pages[number] = new[number * PAGE_BYTES :][:torn] + pages[number][torn:]
        copy.database.write_bytes(b"".join(pages))
        self.remember()
        self._check(copy, end, model=self.history[-1])

    @rule()
    def die_and_go_on(self) -> None:
        """The process is gone, the files are as they are; the next start goes on with them."""
        copy = self._copied()
        self.store.close()
        self.paths = copy
        self.store = Store.open(copy.folder, KEY)
        writing = {
            id_ for talk in self.model.values() for id_, n in talk.nodes.items() if n.state is MessageState.WRITING
        }
        assert set(self.store.opening.interrupted) == writing
        self.model = after_death(self.model)
        self.history = []
        self.remember()
        self._compare(self.store, self.history[-1])
        type(self).num_crashes += 1

    def _copied(self) -> StorePaths:
        self.folders += 1
        copy = StorePaths(self.base / str(self.folders))
        copy.folder.mkdir()
        for path in (self.paths.database, self.paths.log, self.paths.identity):
            if path.exists():
                shutil.copy(path, copy.folder)
        return copy

    def _check(self, copy: StorePaths, cut: int, model: Moment | None = None) -> None:
        """What was acknowledged before the cut is there; beyond it, at most what came next."""
        run = self.history[-1].run
        floor = max((at for at, moment in enumerate(self.history) if moment.run != run or moment.end <= cut), default=0)
        expected = [model] if model is not None else self.history[floor : floor + 2]
        with Store.open(copy.folder, KEY) as store:
            assert {notice.code for notice in store.opening.notices} <= {"reply_interrupted", "replies_interrupted"}
            found = picture(store)
            presets = {preset.name: preset.settings["value"] for preset in store.presets()}
            assert (found, presets) in [(after_death(moment.model), moment.presets) for moment in expected]
        shutil.rmtree(copy.folder)
        type(self).num_crashes += 1

    def _compare(self, store: Store, moment: Moment) -> None:
        assert picture(store) == after_death(moment.model)
        assert {preset.name: preset.settings["value"] for preset in store.presets()} == moment.presets


def test_nothing_acknowledged_is_lost_at_any_crash_point() -> None:
    Deaths.num_crashes = 0
    few_and_long = settings(
        max_examples=150, stateful_step_count=40, suppress_health_check=list(HealthCheck), deadline=None, database=None
    )
    run_state_machine_as_test(Deaths, settings=few_and_long)
    assert Deaths.num_crashes >= CRASH_POINTS


def test_sigkill_in_mid_write_keeps_everything_acknowledged(tmp_path: Path) -> None:
    draw = random.Random(11)
    acknowledged: dict[str, str] = {}
    for _ in range(6):
        questions, replies, ended = _written_until_killed(tmp_path, draw.randrange(5, 130))
        acknowledged |= replies
        with Store.open(tmp_path, KEY) as store:
            conversations = {row.id: store.conversation(row.id) for row in store.conversations()}
            assert questions <= set(conversations)
            messages = {m.id: m for conversation in conversations.values() for m in conversation.messages}
            for id_, text in acknowledged.items():
                assert messages[id_].text.startswith(text)
                assert messages[id_].state is not MessageState.WRITING
            for id_ in ended:
                assert messages[id_].state is MessageState.COMPLETE
            assert set(store.opening.interrupted) <= set(messages)
            assert {notice.code for notice in store.opening.notices} <= {"reply_interrupted"}


def _written_until_killed(folder: Path, num_lines: int) -> tuple[set[str], dict[str, str], set[str]]:
    """Let a process write and kill it after so many acknowledgements: its conversations, replies, and those ended."""
    questions: set[str] = set()
    replies: dict[str, str] = {}
    ended: set[str] = set()
    command = [sys.executable, "-m", "tests.support.store_child", "write", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{KEY.hex()}\n")
        child.stdin.flush()
        current = ""
        for _ in range(num_lines):
            what, _, rest = child.stdout.readline().strip().partition(" ")
            if what == "question":
                questions.add(rest)
            elif what == "reply":
                current = rest
                replies[current] = ""
            elif what == "batch":
                replies[current] += f"{rest} " * 20
            elif what == "end":
                replies[current] += "end"
                ended.add(current)
        child.kill()
    return questions, replies, ended


def test_a_damaged_conversation_after_a_kill_hides_no_other(tmp_path: Path) -> None:
    """Case 8: killed in mid-write, and one conversation is damaged besides."""
    _written_until_killed(tmp_path, 200)
    with Store.open(tmp_path, KEY) as store:
        before = {row.id: texts_of(store.conversation(row.id)) for row in store.conversations()}
    content = bytearray((tmp_path / "conversations.db").read_bytes())
    for at in range(len(content) - 3 * PAGE_BYTES, len(content) - 2 * PAGE_BYTES):
        content[at] ^= 0xFF
    (tmp_path / "conversations.db").write_bytes(content)
    with Store.open(tmp_path, KEY) as store:
        after = {row.id: texts_of(store.conversation(row.id)) for row in store.conversations()}
        assert set(after) == set(before)
        assert sum(after[id_] != before[id_] for id_ in before) <= 2
        assert store.opening.notices[0].code == "store_mended"


def test_a_full_disk_refuses_changes_whole_and_takes_them_again_once_there_is_room(tmp_path: Path) -> None:
    lines = _lines_of_child("fill", tmp_path)
    assert lines[0] == lines[1]
    assert lines[0] in ("refused store_full", "refused store_unwritable")
    written = int(lines[2].removeprefix("written "))
    with Store.open(tmp_path, KEY) as store:
        messages = store.conversation(store.conversations()[0].id).messages
        assert len(messages) == written
        assert [m.text[: len(f"{at} ")] for at, m in enumerate(messages[:-1])] == [
            f"{at} " for at in range(written - 1)
        ]
        assert messages[-1].text == "after"
        assert store.opening.notices == ()


def test_a_full_disk_is_called_so(tmp_path: Path) -> None:
    from app.errors import UserError

    with Store.open(tmp_path, KEY) as store:
        row = store.add_conversation(title="Full")
        connection = store._session._connected()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
        written = 0
        code = ""
        while not code:
            try:
                store.add_message(row.id, None, Role.USER, f"{written} " * 2000, MessageState.COMPLETE)
                written += 1
            except UserError as error:
                code = error.notice.code
        connection.execute("PRAGMA max_page_count = 1073741823")
        store.add_message(row.id, None, Role.USER, "after", MessageState.COMPLETE)
        assert code == "store_full"
        assert len(store.conversation(row.id).messages) == written + 1


def test_a_folder_that_may_not_be_written_to_is_called_so(tmp_path: Path) -> None:
    assert _lines_of_child("rights", tmp_path) == ["refused store_read_only", "opened ['question']"]


def _lines_of_child(what: str, folder: Path) -> list[str]:
    command = [sys.executable, "-m", "tests.support.store_child", what, str(folder)]
    done = subprocess.run(command, input=f"{KEY.hex()}\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
