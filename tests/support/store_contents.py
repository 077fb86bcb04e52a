"""What tests put into stores: small trees of messages, rounds, and the whole of a store as one comparable value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round
from app.store.values import MessageState, Role

if TYPE_CHECKING:
    from app.store.store import Store
    from app.store.values import ConversationRow, Preset, StoredConversation

KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))


def some_round(index: int = 0) -> Round:
    """A round whose probabilities are 32-bit floats already."""
    return Round(
        index=index,
        proposer=Proposer.DRAFT,
        proposed=(
            ProposedToken(5, " the", 0.5, (Candidate(5, " the", 0.5), Candidate(7, " a", 0.25))),
            ProposedToken(6, " cat"),
        ),
        num_accepted=1,
        emitted=(
            EmittedToken(5, " the", Mark.ACCEPTED, 0.75, (Candidate(5, " the", 0.75),)),
            EmittedToken(9, " dog", Mark.CORRECTED, 0.5),
        ),
        draft_seconds=0.001,
        verify_seconds=0.02,
        seconds=0.0215,
    )


def talk(store: Store, title: str, *texts: str) -> ConversationRow:
    """A conversation of alternating turns."""
    row = store.add_conversation(title=title)
    parent: str | None = None
    for index, text in enumerate(texts):
        role = Role.ASSISTANT if index % 2 else Role.USER
        parent = store.add_message(row.id, parent, role, text, MessageState.COMPLETE).id
    return next(each for each in store.conversations() if each.id == row.id)


def texts_of(conversation: StoredConversation) -> list[str]:
    """The texts of all messages."""
    return [message.text for message in conversation.messages]


def contents(store: Store) -> tuple[frozenset[StoredConversation | str], tuple[Preset, ...]]:
    """Everything in a store, comparable."""
    whole = (store.conversation(row.id) for row in store.conversations())
    return frozenset(map(repr, whole)), store.presets()
