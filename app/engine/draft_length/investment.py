"""Whether the draft's prefill is worth it: paid once, it pays back over the rest of a reply or never.

The account of `ledger` could never cover it, so it has a rule and limits of its own.
"""

from __future__ import annotations

PAYBACK = 2.0
"""The saving expected has to be so many times what is spent."""
_SHARE_UNPROVEN = 0.10
_SHARE_PROVEN = 0.25
"""Most of the reply's expected time that may be spent on it, before and after the pair has shown what it can do."""
PROVEN_DRAFTS = 48.0
HORIZON = 128.0
"""A backlog in mid-reply has to pay back within so many tokens."""


def may_invest(
    cost_seconds: float,
    token_seconds: float,
    speculating_token_seconds: float,
    tokens_expected: float,
    evidence: float,
) -> bool:
    """Decide on the draft's prefill.

    Args:
        cost_seconds: What it takes.
        token_seconds: What a token takes without it (T(0), or the best other drafter's).
        speculating_token_seconds: What a token is expected to take with it.
        tokens_expected: How many tokens the reply is likely to go on for.
        evidence: Drafts of this pair that were checked, see `Acceptance.evidence`.
    """
    share = _SHARE_PROVEN if evidence >= PROVEN_DRAFTS else _SHARE_UNPROVEN
    if cost_seconds > share * tokens_expected * token_seconds:
        return False
    return pays_back(cost_seconds, token_seconds, speculating_token_seconds, tokens_expected)


def pays_back(
    cost_seconds: float, token_seconds: float, speculating_token_seconds: float, tokens_expected: float
) -> bool:
    """Whether so many tokens save enough."""
    return tokens_expected * (token_seconds - speculating_token_seconds) >= PAYBACK * cost_seconds
