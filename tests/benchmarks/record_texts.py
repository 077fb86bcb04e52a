"""Records what the real target writes and what the real draft would have proposed at each place of it.

Run by hand: `python -m tests.benchmarks.record_texts`; writes the file that the controller's tests read. The target
writes alone; the draft then sees the true text token by token, with the same sampler chain and the same noise.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from app.engine.cancel import CancelFlag
from app.engine.events import RoundDecoded
from app.engine.llama.pair import Pair
from app.engine.session import Session
from app.engine.types import (
    LoadSettings,
    Message,
    ModelSpec,
    ReplyRequest,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
    Verification,
)
from app.engine.verification import rule_for
from tests.app.engine.draft_length.recorded import FILE
from tests.benchmarks.prompts import PROMPTS
from tests.support.models import model_path

if TYPE_CHECKING:
    from tests.benchmarks.prompts import Prompt

TARGETS = {"f16": "qwen-1.5b-f16", "q4": "qwen-1.5b"}
SEED = 7
OFF = SpeculationSettings(mode=SpeculationMode.OFF)


def record(pair: Pair, prompt: Prompt, num_tokens: int) -> dict[str, Any]:
    """One reply and the draft's view of it."""
    draft = pair.draft
    if draft is None:
        raise SystemExit("the draft model was not loaded")
    sampling = SamplingSettings(temperature=prompt.temperature, seed=SEED)
    messages = (Message("user", prompt.text),)
    request = ReplyRequest(1, messages, sampling=sampling, speculation=OFF, max_tokens=num_tokens)
    reply = [
        token.token_id
        for event in Session(pair, lambda: False).reply(request)
        if isinstance(event, RoundDecoded)
        for token in event.round.emitted
    ]
    opening = pair.tokenize(pair.render(messages), raw=False)
    rule = rule_for(prompt.temperature, Verification.COUPLED, SEED)
    chain = pair.make_chain(sampling, opening)
    history = [*opening, *reply]
    draft.rewind(0)
    draft.decode(opening[:-1], 0)
    drafts, confidences = "", []
    for position in range(len(opening), len(history)):
        draft.decode(history[position - 1 : position], 1)
        q = chain.distribution(draft.row(0))
        drafts += str(int(rule.propose(q, position, 0) == history[position]))
        confidences.append(round(float(q.reading.probabilities[0]), 3))
        chain.accept(history[position])
    return {"prompt": opening, "reply": reply, "drafts": drafts, "confidences": confidences}


def main() -> None:
    """Record all prompts with both targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=200)
    arguments = parser.parse_args()
    report: dict[str, dict[str, Any]] = {}
    for name, model in TARGETS.items():
        settings = LoadSettings(
            ModelSpec(str(model_path(model))), ModelSpec(str(model_path("qwen-0.5b"))), context_tokens=2048
        )
        pair = Pair.load(settings, CancelFlag(), lambda _role, _fraction: None)
        report[name] = {}
        for prompt_id, prompt in PROMPTS.items():
            report[name][prompt_id] = text = record(pair, prompt, arguments.tokens)
            sys.stderr.write(f"{name} {prompt_id}: {text['drafts'].count('1')} of {len(text['reply'])}\n")
        pair.close()
    FILE.write_text(json.dumps(report, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
