"""What speculation has saved and what it may still lose: the promise never to be slower than without, as an account.

Nothing is spent on hope that the account does not cover, so the promise holds whatever the text turns out to be.
"""

from __future__ import annotations

from dataclasses import dataclass

ALLOWANCE = 0.02
"""δ: the share of the time without speculation that may be lost."""
_STALL = 3.0
"""A round of more than this many times its expected time was held up by something else on the machine."""
_STALL_CREDIT = 2.0
_STALL_REFILL = 1.0 / 16.0


@dataclass(slots=True)
class Ledger:
    """The account G, in seconds.

    **Guarantee.** Let `off_seconds` be what the tokens so far would have taken without speculation (every token at
    the T(0) that was believed when it came, plain rounds at what they took) and `seconds` what they took. As long as
    nobody speculates unless `may_spend` agrees to the round's whole extra cost,

        seconds ≤ (1 + δ)·off_seconds + credit + invested_seconds + stalled_seconds + overruns

    over any stretch of replies since the pair was loaded, `credit` granted once, and within one reply also with
    what was carried into it (at most `bound`, and the `most` of `new_reply`) in place of `credit`. `overruns`
    is by how much single rounds took longer than predicted just when the account was at its end: nil where
    predictions hold.

    `invested_seconds` is the draft's prefill, which pays back over a whole reply or never and is decided and limited
    apart (see `investment`). `stalled_seconds` is what rounds took above their expected time where they took more
    than three times as long: a plain round would have been held up as well. No more than two such rounds at once
    and one in sixteen is forgiven; a machine that stalls in speculative rounds more often than that pays in full.

    Attributes:
        balance: G with the allowance and the credit in it: what may be lost from here on.
        bound: Most that is carried from reply to reply, and (negative) most that is owed.
    """

    allowance: float = ALLOWANCE
    balance: float = 0.0
    bound: float = 0.0
    credit: float = 0.0
    seconds: float = 0.0
    off_seconds: float = 0.0
    invested_seconds: float = 0.0
    stalled_seconds: float = 0.0
    _stalls: float = _STALL_CREDIT
    _set_aside: float = 0.0
    _most: float | None = None

    def grant(self, credit: float, bound: float) -> None:
        """Raise the starting credit to `credit` seconds and the bound to `bound`; never lowers either."""
        if credit > self.credit:
            self.balance += credit - self.credit
            self.credit = credit
            self._set_some_aside()
        self.bound = max(self.bound, bound)

    def may_spend(self, extra_seconds: float) -> bool:
        """Whether a round may cost so much more than a plain one even if nothing of it is accepted."""
        return extra_seconds <= self.balance

    def record_plain(self, seconds: float, expected_seconds: float) -> None:
        """A round without any speculation: it took what it would have taken."""
        self.seconds += seconds
        self.off_seconds += seconds
        self.balance += self.allowance * min(seconds, _STALL * expected_seconds)

    def record(self, tokens: int, token_seconds: float, seconds: float, expected_seconds: float) -> None:
        """A round that speculated, or whose drafter was at least asked.

        Args:
            tokens: Plain rounds it stands for: tokens emitted, an end token included.
            token_seconds: T(0), what each of them would have taken.
            seconds: What the round took, without the draft's prefill.
            expected_seconds: What a round of this shape is expected to take.
        """
        off = tokens * token_seconds
        self._stalls = min(_STALL_CREDIT, self._stalls + _STALL_REFILL)
        charged = seconds
        if seconds > _STALL * expected_seconds > 0.0 and self._stalls >= 1.0:
            self._stalls -= 1.0
            self.stalled_seconds += seconds - expected_seconds
            charged = expected_seconds
        self.seconds += seconds
        self.off_seconds += off
        self.balance += (1.0 + self.allowance) * off - charged

    def invest(self, seconds: float) -> None:
        """The draft's prefill."""
        self.seconds += seconds
        self.invested_seconds += seconds

    def new_reply(self, most: float | None = None) -> None:
        """Carry the balance over, within the bound.

        Args:
            most: What this reply may lose beyond the allowance, in seconds: what is likely to be a short reply shall
                not pay for what the account could afford. The rest is set aside for the next.
        """
        self.balance = min(self.bound, max(-self.bound, self.balance + self._set_aside))
        self._set_aside = 0.0
        self._most = most
        self._set_some_aside()

    def _set_some_aside(self) -> None:
        if self._most is not None and self.balance > self._most:
            self._set_aside += self.balance - self._most
            self.balance = self._most
