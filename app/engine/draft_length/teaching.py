"""What a round teaches: its times go to the costs, its outcome to the acceptances.

Functions over values, so that the controller decides and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Proposer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.draft_length.acceptance import Acceptance
    from app.engine.draft_length.costs import CostModel
    from app.engine.draft_length.values import Observation


def expected_seconds(costs: CostModel, observation: Observation) -> float:
    """What a round of this shape should have taken, the draft's prefill not in it."""
    expected = costs.overhead_seconds
    if 1 <= observation.target_rows <= costs.target.max_rows:
        expected += costs.target.seconds(observation.target_rows)
    if observation.catch_up_rows:
        expected += costs.catch_up_seconds(observation.catch_up_rows)
        expected += observation.num_further * costs.further_seconds
    return expected


def teach_costs(costs: CostModel, observation: Observation) -> None:
    """Learn what things take."""
    costs.observe_target(observation.target_rows, observation.target_seconds)
    if observation.catch_up_rows:
        costs.observe_draft(
            observation.catch_up_rows,
            observation.catch_up_seconds,
            observation.num_further,
            observation.further_seconds,
        )
    if observation.proposer is Proposer.LOOKUP:
        costs.observe_lookup(observation.lookup_seconds)
    costs.observe_prefill(observation.prefill_tokens, observation.prefill_seconds)
    costs.observe_overhead(observation.overhead_seconds)


def teach_acceptance(acceptance: Acceptance, observation: Observation) -> None:
    """Learn what was accepted, and that nothing came of a position whose draft was too unsure to be taken."""
    proposer = observation.proposer
    if proposer is None:
        return
    confidences: Sequence[float] = observation.confidences
    if proposer is Proposer.LOOKUP:
        first = observation.match_length or 0
        confidences = [first + position for position in range(observation.num_tested)]
    acceptance.observe(proposer, observation.num_accepted, observation.num_tested, confidences)
    refused = len(observation.confidences) > observation.num_drafts
    if refused and observation.num_accepted == observation.num_drafts:
        acceptance.observe_refused(proposer, observation.num_drafts + 1)
