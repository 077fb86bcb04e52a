"""What the store costs when it is large: opening, searching, appending to a reply, erasing.

Run by hand: `python -m tests.benchmarks.store --messages 50000 --output store.json`; prints a table and the JSON.
Appending waits for the disk, so a bare write and fsync of as many bytes is measured beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round
from app.store.files import StorePaths
from app.store.rounds import pack_rounds
from app.store.store import Store
from app.store.values import ConversationRow, MessageState, Role, StoredConversation, StoredMessage
from tests.benchmarks.engine import cpu_name

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = bytes(range(32))
MESSAGES_PER_CONVERSATION = 40
RARE = "quicksilverberg"
TARGETS = {"opening": 0.5, "search": 0.1, "append": 0.005}
"""Seconds; of the medians."""
QUERIES = {
    "a frequent word": "that",
    "a rare word": RARE,
    "inside of words": "ilverb",
    "two words": f"{RARE[:6]} the",
    "two letters, frequent": "th",
    "two letters, rare": "漢字",
    "one letter": "e",
    "no match": "zzyzzyx",
}

Row = dict[str, Any]


def vocabulary(draw: random.Random) -> list[str]:
    """Words of a made-up language whose lengths and letters are about those of English."""
    letters = "eeeeetttaaaooiiinnnsssrrhhllddcumfpgwybvk"
    words = {"".join(draw.choices(letters, k=draw.choice((2, 3, 4, 4, 5, 5, 6, 7, 8, 10)))) for _ in range(20_000)}
    return ["that", "the", "and", *sorted(words)]


def text(draw: random.Random, words: list[str], weights: list[float]) -> str:
    """Some sentences, 900 characters on average."""
    count = max(3, int(draw.lognormvariate(4.6, 0.9)))
    return " ".join(draw.choices(words, cum_weights=weights, k=min(count, 3000)))


def fill(store: Store, num_messages: int) -> None:
    """Write conversations until there are so many messages."""
    draw = random.Random(4)
    words = vocabulary(draw)
    weights: list[float] = []
    for rank in range(len(words)):
        weights.append((weights[-1] if weights else 0.0) + 1.0 / (rank + 3))
    rounds = pack_rounds([a_round(draw, index) for index in range(40)])
    for number in range(num_messages // MESSAGES_PER_CONVERSATION):
        id_, messages = f"c{number}", []
        for index in range(MESSAGES_PER_CONVERSATION):
            content = text(draw, words, weights)
            if number % 97 == 5 and index == 7:
                content += f" {RARE} 漢字"
            reply = index % 2 == 1
            messages.append(
                StoredMessage(
                    id=f"{id_}m{index}",
                    conversation_id=id_,
                    parent_id=f"{id_}m{index - 1}" if index else None,
                    role=Role.ASSISTANT if reply else Role.USER,
                    text=content,
                    state=MessageState.COMPLETE,
                    created_at=float(number * 100 + index),
                    rounds=rounds if reply else b"",
                )
            )
        row = ConversationRow(id_, text(draw, words, weights)[:48], False, float(number), number * 100.0 + 99, 0)
        store.add_whole_conversation(StoredConversation(row, tuple(messages)))


def a_round(draw: random.Random, index: int) -> Round:
    """A round of four drafts, two of them accepted, as the engine sends it."""

    def candidates() -> tuple[Candidate, ...]:
        return tuple(Candidate(draw.randrange(150_000), f" w{draw.randrange(999)}", draw.random()) for _ in range(5))

    proposed = tuple(ProposedToken(each.token_id, each.text, each.probability, candidates()) for each in candidates())
    emitted = tuple(
        EmittedToken(each.token_id, each.text, mark, draw.random(), candidates())
        for each, mark in zip(proposed, (Mark.ACCEPTED, Mark.ACCEPTED, Mark.CORRECTED), strict=False)
    )
    return Round(index, Proposer.DRAFT, proposed[:4], 2, emitted, 0.004, 0.03, 0.035)


def timed(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def figures(seconds: list[float]) -> Row:
    """Median, 95th percentile and worst."""
    ordered = sorted(seconds)
    return {
        "median_s": statistics.median(ordered),
        "p95_s": ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))],
        "worst_s": ordered[-1],
        "count": len(ordered),
    }


def openings(folder: Path, repeat: int) -> list[float]:
    """Seconds from nothing to the list of conversations."""

    def once() -> None:
        with Store.open(folder, KEY) as store:
            seconds.append(time.perf_counter() - start + timed(store.conversations))

    seconds: list[float] = []
    for _ in range(repeat):
        start = time.perf_counter()
        once()
    return seconds


def appends(store: Store, repeat: int) -> list[float]:
    """Seconds of each batch of a long reply: eight rounds, some twenty tokens, which is a second of a fast model."""
    draw = random.Random(5)
    batch = [a_round(draw, index) for index in range(8)]
    conversation = store.add_conversation()
    reply = store.add_message(conversation.id, None, Role.ASSISTANT, "", MessageState.WRITING)
    seconds = [timed(lambda: store.append_reply(reply.id, "some words of a reply " * 5, batch)) for _ in range(repeat)]
    seconds.append(timed(lambda: store.finish_message(reply.id, MessageState.COMPLETE, {}, "")))
    return seconds


def syncs(folder: Path, repeat: int, num_bytes: int) -> list[float]:
    """Seconds of appending so many bytes to a file and waiting for the disk."""
    block = os.urandom(num_bytes)
    path = folder / "sync.bin"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)

    def write() -> None:
        os.write(descriptor, block)
        os.fsync(descriptor)

    try:
        return [timed(write) for _ in range(repeat)]
    finally:
        os.close(descriptor)
        path.unlink()


def measure(folder: Path, arguments: argparse.Namespace) -> Row:
    """All figures."""
    with Store.open(folder, KEY) as store:
        seconds = timed(lambda: fill(store, arguments.messages))
        sys.stderr.write(f"{arguments.messages} messages written in {seconds:.0f} s\n")
    report: Row = {"file_bytes": StorePaths(folder).database.stat().st_size}
    report["opening"] = figures(openings(folder, arguments.repeat))
    with Store.open(folder, KEY) as store:
        report["search"] = {}
        for name, query in QUERIES.items():
            first = timed(lambda query=query: store.search(query))  # type: ignore[misc]
            again = [timed(lambda query=query: store.search(query)) for _ in range(arguments.repeat)]  # type: ignore[misc]
            report["search"][name] = {"first_s": first, "num_hits": len(store.search(query)), **figures(again)}
        *batches, end = appends(store, arguments.batches)
        report["append"] = figures(batches)
        report["finish_s"] = end
        report["sync_alone"] = figures(syncs(folder, arguments.batches, 4 * 4096))
        report["conversation"] = figures([timed(lambda: store.conversation("c7")) for _ in range(arguments.repeat)])
        report["erase_s"] = timed(lambda: store.erase_conversation("c7"))
    return report


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=50_000)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--batches", type=int, default=500)
    parser.add_argument("--folder", type=Path, help="on the disk to measure; a temporary one by default")
    parser.add_argument("--output", type=Path, help="where the JSON goes too")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = arguments.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        report: Row = {
            "galley": __version__,
            "machine": {"platform": platform.platform(), "cpu": cpu_name(), "cores": os.cpu_count()},
            "date": time.strftime("%Y-%m-%d"),
            "messages": arguments.messages,
            "targets_s": TARGETS,
            **measure(folder, arguments),
        }
    print_table(report)
    content = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    sys.stdout.write(content)
    if arguments.output is not None:
        arguments.output.write_text(content, "utf-8")


def print_table(report: Row) -> None:
    """A line for each figure, in milliseconds, on standard error."""
    rows = {"opening": report["opening"], "append": report["append"], "fsync alone": report["sync_alone"]}
    rows |= {f"search: {name}": row for name, row in report["search"].items()}
    for name, row in rows.items():
        sys.stderr.write(f"{name:32}{row['median_s'] * 1e3:9.2f} ms, 95 %: {row['p95_s'] * 1e3:9.2f} ms\n")


if __name__ == "__main__":
    main()
