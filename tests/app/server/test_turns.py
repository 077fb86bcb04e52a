"""Clients take turns, whatever each of them piles up."""

from __future__ import annotations

from app.server.turns import Turns


def drained(turns: Turns[str]) -> list[str]:
    taken = []
    while (item := turns.take()) is not None:
        taken.append(item)
    return taken


def piled() -> Turns[str]:
    turns: Turns[str] = Turns()
    for item in ("a1", "a2", "a3", "b1", "c1", "c2"):
        turns.add(item[0], item)
    return turns


def test_each_client_gets_one_before_anybody_gets_a_second() -> None:
    assert drained(piled()) == ["a1", "b1", "c1", "a2", "c2", "a3"]


def test_the_order_that_is_shown_is_the_order_in_which_they_go() -> None:
    turns = piled()
    shown = list(turns)
    assert len(turns) == 6
    assert drained(turns) == shown
    assert list(turns) == []
    assert turns.take() is None


def test_who_was_served_last_comes_last() -> None:
    turns = piled()
    assert turns.take() == "a1"
    turns.add("d", "d1")
    assert drained(turns) == ["b1", "c1", "a2", "d1", "c2", "a3"]


def test_what_is_given_up_leaves_the_others_where_they_are() -> None:
    turns = piled()
    assert turns.remove("b", "b1")
    assert not turns.remove("b", "b1")
    assert not turns.remove("a", "c1"), "it is another client's"
    assert turns.remove("a", "a2")
    assert turns.num_of("a") == 2
    assert drained(turns) == ["a1", "c1", "a3", "c2"]
