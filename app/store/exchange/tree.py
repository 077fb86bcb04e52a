"""Makes Galley's tree of messages out of another program's, which also holds turns that nobody saw.

A hidden turn vanishes and what answered it answers what it answered; a reply told in several turns becomes one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.exchange.fields import derived_id
from app.store.values import MessageState, Role, StoredMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.store.exchange.values import ImportFormat

_THINKING = ("<think>\n", "\n</think>")
_PLACEHOLDERS = {"image": "[image]", "sound": "[sound]", "video": "[video]"}


@dataclass(frozen=True, slots=True)
class Turn:
    """What one message of another program says."""

    role: Role
    text: str
    created_at: float | None = None
    state: MessageState = MessageState.COMPLETE
    model: str = ""
    left_out: tuple[str, ...] = ()
    """Kinds of what was in it and cannot be shown here: `image`, `sound`, `video`, `file`, `tool`."""


@dataclass(frozen=True, slots=True)
class Node:
    """A place in another program's tree."""

    parent: str | None
    turn: Turn | None
    """None where nobody saw it."""
    children: Sequence[str] = ()
    """In their order, as far as the file gives one."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The messages, parents before children, and the last one of the branch that was on screen."""

    messages: tuple[StoredMessage, ...]
    active_leaf: str | None
    left_out: tuple[str, ...] = ()


def thought(text: str) -> str:
    """Thinking as Galley's replies hold it."""
    return text if text.lstrip().startswith("<think") else f"{_THINKING[0]}{text}{_THINKING[1]}"


def build_tree(
    nodes: Mapping[str, Node],
    current: str | None,
    *,
    conversation_id: str,
    created_at: float,
    source: ImportFormat,
) -> Tree:
    """Turn nodes into messages.

    Args:
        nodes: By their keys. One whose parent is not among them begins a branch of its own.
        current: The node that was on screen last.
        conversation_id: Of the conversation that they become.
        created_at: The time of a message whose own is not known, and its parent's neither.
        source: Whose they are.

    Raises:
        UserError: If nodes answer each other in a circle, or nobody said anything.
    """
    order = _preorder(nodes)
    if len(order) < len(nodes):
        raise UserError("import_circle")
    visible: dict[str, str | None] = {}
    """For every node the nearest one that is seen: itself, or one that it answers."""
    spoken: dict[str | None, list[str]] = defaultdict(list)
    """What is seen, by what it answers."""
    for key in order:
        parent = nodes[key].parent
        above = visible[parent] if parent is not None and parent in nodes else None
        visible[key] = above if nodes[key].turn is None else key
        if nodes[key].turn is not None:
            spoken[above].append(key)
    if not spoken:
        raise UserError("import_no_messages")
    turns: dict[str, _Told] = {}
    for key in order:
        turn = nodes[key].turn
        if turn is None:
            continue
        parent = nodes[key].parent
        above = visible[parent] if parent is not None and parent in nodes else None
        told = turns[above] if above is not None else None
        if told is not None and told.turn.role is turn.role is Role.ASSISTANT and len(spoken[above]) == 1:
            told.turn = _joined(told.turn, turn)
            turns[key] = told
        else:
            turns[key] = _Told(derived_id(conversation_id, key), told, turn)
    distinct = list({told.id: told for told in turns.values()}.values())
    messages = tuple(_messages(distinct, conversation_id, created_at, source))
    leaf = visible.get(current) if current is not None else None
    if leaf is None:
        leaf = _last_leaf(spoken)
    return Tree(messages, turns[leaf].id, tuple(kind for told in distinct for kind in told.turn.left_out))


@dataclass(slots=True, eq=False)
class _Told:
    """A message in the making."""

    id: str
    parent: _Told | None
    turn: Turn
    created_at: float = field(default=0.0)


def _preorder(nodes: Mapping[str, Node]) -> list[str]:
    """Keys, parents before children and siblings in their order; those of circles are missing."""
    children: dict[str | None, list[str]] = defaultdict(list)
    for key, node in nodes.items():
        children[node.parent if node.parent in nodes else None].append(key)
    order: list[str] = []
    waiting = list(reversed(children[None]))
    while waiting:
        key = waiting.pop()
        order.append(key)
        rank = {child: place for place, child in enumerate(nodes[key].children)}
        waiting += sorted(children[key], key=lambda child: rank.get(child, len(rank)))[::-1]
    return order


def _last_leaf(spoken: Mapping[str | None, list[str]]) -> str:
    at = spoken[None][-1]
    while spoken.get(at):
        at = spoken[at][-1]
    return at


def _joined(first: Turn, second: Turn) -> Turn:
    start, end = _THINKING
    if first.text.endswith(end) and second.text.startswith(start):
        text = first.text.removesuffix(end) + "\n\n" + second.text.removeprefix(start)
    else:
        text = "\n\n".join(part for part in (first.text, second.text) if part)
    return replace(
        second,
        text=text,
        created_at=first.created_at,
        model=second.model or first.model,
        left_out=first.left_out + second.left_out,
    )


def _messages(
    told: Sequence[_Told], conversation_id: str, created_at: float, source: ImportFormat
) -> list[StoredMessage]:
    messages = []
    for each in told:
        turn = each.turn
        above = each.parent.created_at if each.parent is not None else created_at
        each.created_at = turn.created_at if turn.created_at is not None else above
        figures: dict[str, object] = {"imported_from": str(source)}
        if turn.model:
            figures["model"] = turn.model
        if turn.left_out:
            figures["left_out"] = list(turn.left_out)
        messages.append(
            StoredMessage(
                id=each.id,
                conversation_id=conversation_id,
                parent_id=each.parent.id if each.parent is not None else None,
                role=turn.role,
                text=turn.text or "\n".join(_PLACEHOLDERS.get(kind, "[file]") for kind in turn.left_out),
                state=turn.state,
                created_at=each.created_at,
                figures=figures,
            )
        )
    return messages
