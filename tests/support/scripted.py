"""Writes event sequences of the real types from a compact script, for tests that need no engine.

A round is a string of proposals and outcomes: `+word` accepted, `-word` rejected, `~word` discarded,
`=word` corrected, `*word` bonus, and a bare word is plain. `_` stands for a space, `\\n` for a line break, `\\u` for
`_`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.engine.events import (
    EngineEvent,
    PrefillProgressed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    TokensProposed,
)
from app.engine.types import (
    Candidate,
    EmittedToken,
    FinishReason,
    Mark,
    ProposedToken,
    Proposer,
    ReplySummary,
    ReplyTiming,
    Round,
    SamplingSettings,
    SpeculationMode,
    SpeculationStatus,
)

STATUS = SpeculationStatus(SpeculationMode.AUTO, SpeculationMode.DRAFT)
_MARKS = {"+": Mark.ACCEPTED, "=": Mark.CORRECTED, "*": Mark.BONUS}


@dataclass(slots=True)
class ScriptedReply:
    """Builds the events of one reply, in order."""

    request_id: int = 1
    proposer: Proposer = Proposer.DRAFT
    seconds: float = 0.25
    num_rounds: int = 0
    num_emitted: int = 0
    events: list[EngineEvent] = field(default_factory=list)

    def start(self, prompt_tokens: int = 20, reused_tokens: int = 0) -> list[EngineEvent]:
        """Begin: the prompt is counted and read."""
        return self._keep(
            ReplyStarted(self.request_id, prompt_tokens, reused_tokens, STATUS),
            PrefillProgressed(self.request_id, prompt_tokens, prompt_tokens, 0.1),
        )

    def propose(self, *texts: str) -> list[EngineEvent]:
        """Show ghosts."""
        proposed = tuple(_proposed(_spaced(text), self.proposer) for text in texts)
        return self._keep(TokensProposed(self.request_id, self.proposer, proposed))

    def round(self, script: str) -> list[EngineEvent]:
        """Decode one round."""
        proposed: list[ProposedToken] = []
        emitted: list[EmittedToken] = []
        for word in script.split(" "):
            sign, text = (word[0], word[1:]) if word[0] in "+-~=*" else ("", word)
            text = _spaced(text)
            if sign in ("+", "-", "~"):
                proposed.append(_proposed(text, self.proposer))
            if sign in ("+", "=", "*", ""):
                emitted.append(_emitted(text, _MARKS.get(sign, Mark.PLAIN)))
        num_accepted = sum(token.mark is Mark.ACCEPTED for token in emitted)
        decoded = Round(
            index=self.num_rounds,
            proposer=self.proposer if proposed else None,
            proposed=tuple(proposed),
            num_accepted=num_accepted,
            emitted=tuple(emitted),
            draft_seconds=self.seconds / 4,
            verify_seconds=self.seconds / 2,
            seconds=self.seconds,
        )
        self.num_rounds += 1
        self.num_emitted += len(emitted)
        return self._keep(RoundDecoded(self.request_id, decoded))

    def text(self, text: str) -> list[EngineEvent]:
        """Write a text as plain tokens of about four characters, a round each."""
        events: list[EngineEvent] = []
        for start in range(0, len(text), 4):
            token = _emitted(text[start : start + 4], Mark.PLAIN)
            decoded = Round(self.num_rounds, None, (), 0, (token,), 0.0, 0.02, 0.02)
            self.num_rounds += 1
            self.num_emitted += 1
            events += self._keep(RoundDecoded(self.request_id, decoded))
        return events

    def finish(self, reason: FinishReason = FinishReason.STOP, tail: str = "") -> list[EngineEvent]:
        """End the reply."""
        seconds = self.num_rounds * self.seconds
        timing = ReplyTiming(0.1, 0.0, seconds, 0.3, 0.1 + seconds, 0.9 * seconds)
        summary = ReplySummary(reason, tail, 20, 0, SamplingSettings(seed=7), STATUS, timing)
        return self._keep(ReplyFinished(self.request_id, summary))

    def _keep(self, *events: EngineEvent) -> list[EngineEvent]:
        self.events += events
        return list(events)


def _spaced(text: str) -> str:
    return text.replace("_", " ").replace("\\n", "\n").replace("\\u", "_")


def _proposed(text: str, proposer: Proposer) -> ProposedToken:
    if proposer is Proposer.LOOKUP:
        return ProposedToken(_token_id(text), text)
    runners_up = (Candidate(_token_id(text), text, 0.58), Candidate(5, " other", 0.22))
    return ProposedToken(_token_id(text), text, 0.58, runners_up)


def _emitted(text: str, mark: Mark) -> EmittedToken:
    candidates = (Candidate(_token_id(text), text, 0.61), Candidate(5, " other", 0.24), Candidate(6, " third", 0.09))
    return EmittedToken(_token_id(text), text, mark, 0.61, candidates)


def _token_id(text: str) -> int:
    return sum(text.encode()) + 100
