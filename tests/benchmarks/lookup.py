"""What lookup drafting costs a token, and how often it is right after how long a match.

Run by hand: `python -m tests.benchmarks.lookup [--vocabulary MODEL.gguf] [--corpus FOLDER]`; prints tables. Without a
vocabulary, text is split roughly as byte-pair tokenizers do.
"""

from __future__ import annotations

import argparse
import collections
import random
import re
import sys
import time
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

from app.engine.drafters.lookup import Lookup
from app.engine.drafters.shared_text import SharedText
from app.engine.drafters.suffix_automaton import SuffixAutomaton
from tests.support.toy_models import ToyChain

if TYPE_CHECKING:
    from collections.abc import Callable

    Tokenize = Callable[[str], list[int]]

DRAFT_MAX = 7
ROW_MILLISECONDS = {
    "F16, two cores": (226, 235, 227, 256, 289, 322, 333, 343),
    "Q4_K_M, two cores": (72, 126, 166, 195, 238, 280, 408, 537),
    "1.5 % a row": tuple(10 + 0.15 * row for row in range(DRAFT_MAX + 1)),
}
"""Target passes for 1 to 8 rows; rows that were not measured lie between those that were."""

Case = tuple[list[int], list[int]]
"""What was said before, and the reply."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vocabulary", type=Path, help="a GGUF model whose tokenizer is used")
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parents[2], help="a folder of .py and .md files")
    arguments = parser.parse_args()
    tokenize = rough_pieces() if arguments.vocabulary is None else tokenizer_of(arguments.vocabulary)
    cases = read_cases(arguments.corpus, tokenize)
    text = [token for before, reply in cases["rewritten"] for token in before + reply[:100]]
    show_costs(text)
    show_drafter(text[:20_000])
    for kind, of_kind in cases.items():
        show_rightness(kind, of_kind)
        show_gains(of_kind)


def show_costs(text: list[int]) -> None:
    """Microseconds and bytes a token on texts of several kinds."""
    print_line("\ntext", "tokens", "µs", "µs in bulk", "bytes", "states")
    for name, tokens in {"corpus": text, **streams(65_536)}.items():
        automaton = SuffixAutomaton()
        began = time.perf_counter()
        for token in tokens:
            automaton.append(token)
            if automaton.match_length:
                automaton.continuation(DRAFT_MAX)
        single = time.perf_counter() - began
        began = time.perf_counter()
        SuffixAutomaton(tokens)
        bulk = time.perf_counter() - began
        tracemalloc.start()
        automaton = SuffixAutomaton(tokens)
        num_bytes, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        figures = (1e6 * single, 1e6 * bulk, num_bytes, automaton.num_states)
        print_line(name, str(len(tokens)), *(f"{figure / len(tokens):.2f}" for figure in figures))
    print_line("\nrewind", "kept", "dropped", "ms")
    for length, dropped in ((4096, 20), (4096, 300), (32_768, 20), (32_768, 300), (32_768, 16_384)):
        automaton = SuffixAutomaton((text * (1 + length // len(text)))[:length])
        began = time.perf_counter()
        automaton.rewind(length - dropped)
        print_line("", str(length - dropped), str(dropped), f"{1e3 * (time.perf_counter() - began):.2f}")


def show_drafter(text: list[int]) -> None:
    """Microseconds a round of one token: taking it in, asking, making drafts."""
    shared = SharedText()
    for start in range(0, len(text), 500):
        shared.remember(text[start : start + 500])
    print_line("\ndrafter", "µs a round")
    for name, earlier in (("alone", None), ("with earlier replies", shared)):
        drafter = Lookup(2**31 - 1, lambda token: token == 0, shared=earlier)
        history, chain = text[:100], ToyChain()
        drafter.prefill(history)
        began = time.perf_counter()
        for token in text[100:]:
            history.append(token)
            drafter.propose(history, DRAFT_MAX, chain)
        print_line(name, f"{1e6 * (time.perf_counter() - began) / len(text):.2f}")


def show_rightness(kind: str, cases: list[Case]) -> None:
    """For each match length: how often the next token is right, and how many of seven are until the first is not."""
    num_asked: collections.Counter[int] = collections.Counter()
    num_first: collections.Counter[int] = collections.Counter()
    num_right: collections.Counter[int] = collections.Counter()
    for before, reply in cases:
        automaton = SuffixAutomaton(before)
        for index, token in enumerate(reply):
            if automaton.match_length:
                length = min(automaton.match_length, 12)
                right = shared_length(automaton.continuation(DRAFT_MAX), reply[index : index + DRAFT_MAX])
                num_asked[length] += 1
                num_first[length] += right > 0
                num_right[length] += right
            automaton.append(token)
    print_line(f"\n{kind}: match", "times", "next right", "right of 7")
    for length in sorted(num_asked):
        asked = num_asked[length]
        print_line(str(length), str(asked), f"{num_first[length] / asked:.2f}", f"{num_right[length] / asked:.2f}")


def show_gains(cases: list[Case]) -> None:
    """Tokens a pass and speed against none, seven drafts checked whenever the match is long enough."""
    print_line("minimum", "tokens a pass", *ROW_MILLISECONDS)
    for min_match in (1, 2, 3, 4, 6, 8):
        num_tokens = 0
        passes: collections.Counter[int] = collections.Counter()
        for before, reply in cases:
            automaton, index = SuffixAutomaton(before), 0
            while index < len(reply):
                drafts = automaton.continuation(DRAFT_MAX) if automaton.match_length >= min_match else []
                upto = index + shared_length(drafts, reply[index : index + DRAFT_MAX]) + 1
                automaton.extend(reply[index:upto])
                passes[len(drafts)] += 1
                index = upto
            num_tokens += len(reply)
        gains = (
            num_tokens * costs[0] / sum(costs[drafted] * times for drafted, times in passes.items())
            for costs in ROW_MILLISECONDS.values()
        )
        print_line(str(min_match), f"{num_tokens / passes.total():.2f}", *(f"{gain:.2f}" for gain in gains))


def shared_length(drafts: list[int], said: list[int]) -> int:
    """How many drafts are right."""
    pairs = enumerate(zip(drafts, said, strict=False))
    return next((index for index, (draft, token) in pairs if draft != token), min(len(drafts), len(said)))


def streams(length: int) -> dict[str, list[int]]:
    """Texts that make lookups cheap or dear."""
    dice = random.Random(1)
    fibonacci, following = [0], [0, 1]
    while len(following) < length:
        fibonacci, following = following, following + fibonacci
    runs: list[int] = []
    while len(runs) < length:
        runs += [0] * dice.randint(1, 300) + [1]
    period = dice.choices(range(4), k=50)
    copies = dice.choices(range(3), k=10)
    while len(copies) < length:
        start = dice.randrange(len(copies))
        copies += [*copies[start : start + dice.randint(1, 200)], dice.randrange(3)]
    return {
        "one token": [7] * length,
        "two in turn": [7, 8] * (length // 2),
        "fibonacci": following[:length],
        "random, 2 ids": dice.choices(range(2), k=length),
        "random, 50 000 ids": dice.choices(range(50_000), k=length),
        "runs up to 300": runs[:length],
        "period with errors": [
            period[index % 50] if dice.random() > 0.02 else dice.randrange(4) for index in range(length)
        ],
        "copies of copies": copies[:length],
    }


def read_cases(corpus: Path, tokenize: Tokenize) -> dict[str, list[Case]]:
    """Prose and code written from nothing, and modules written again with their commonest names changed."""
    code = [path.read_text("utf-8") for path in sorted((corpus / "app").rglob("*.py"))][:60]
    prose = [path.read_text("utf-8") for path in sorted(corpus.rglob("*.md")) if ".venv" not in path.parts]
    return {
        "prose": [([], tokenize(text)) for text in prose],
        "code": [([], tokenize(text)) for text in code],
        "rewritten": [
            (tokenize(f"Use better names in this module.\n\n{text}"), tokenize(rename(text))) for text in code
        ],
    }


def rename(module: str) -> str:
    """A module with its five commonest longer lower-case names changed."""
    names = collections.Counter(re.findall(r"\b[a-z]{4,}_[a-z_]+\b", module)).most_common(5)
    for name, _ in names:
        module = re.sub(rf"\b{name}\b", f"{name.rpartition('_')[2]}_of_{name.partition('_')[0]}", module)
    return module


def rough_pieces() -> Tokenize:
    """Words with the space before them in pieces of six letters, marks, runs of white space."""
    ids: dict[str, int] = {}

    def tokenize(text: str) -> list[int]:
        pieces = re.findall(r" ?[^\W_]{1,6}|\s+|.", text)
        return [ids.setdefault(piece, len(ids) + 1) for piece in pieces]

    return tokenize


def tokenizer_of(model: Path) -> Tokenize:
    """The tokenizer of a model, its weights left on disk."""
    import llama_cpp

    llama = llama_cpp.Llama(str(model), vocab_only=True, verbose=False)

    def tokenize(text: str) -> list[int]:
        ids: list[int] = llama.tokenize(text.encode(), add_bos=False, special=False)
        return ids

    return tokenize


def print_line(*fields: str) -> None:
    """One line of a table."""
    first, *others = fields
    sys.stdout.write(f"{first:<24}" + "".join(f"{field:>20}" for field in others) + "\n")


if __name__ == "__main__":
    main()
