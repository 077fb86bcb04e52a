"""The tree of messages against a model that is too simple to be wrong: every node with its children in a list."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.viewmodels.message_tree import MessageTree


@dataclass
class Node:
    """A message as the model has it."""

    name: str
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    chosen: Node | None = None
    is_concealed: bool = False

    @property
    def shown(self) -> list[Node]:
        return [child for child in self.children if not child.is_concealed]


class Model:
    """What the tree should do, done the slow way."""

    def __init__(self) -> None:
        self.root = Node("", None)
        self.nodes: dict[str, Node] = {}

    def add(self, name: str, parent: str | None) -> None:
        above = self.root if parent is None else self.nodes[parent]
        self.nodes[name] = Node(name, above)
        above.children.append(self.nodes[name])
        self.select(name)

    def select(self, name: str) -> None:
        node = self.nodes[name]
        while node.parent is not None:
            node.parent.chosen = node
            node = node.parent

    def take(self, name: str, *, for_good: bool) -> None:
        node = self.nodes[name]
        assert node.parent is not None
        node.is_concealed = True
        if node.parent.chosen is node:
            place = node.parent.children.index(node)
            before = [each for each in node.parent.children[:place] if not each.is_concealed]
            behind = [each for each in node.parent.children[place:] if not each.is_concealed]
            node.parent.chosen = before[-1] if before else behind[0] if behind else None
        if for_good:
            node.parent.children.remove(node)
            for gone in self.below(node):
                del self.nodes[gone.name]

    def below(self, node: Node) -> list[Node]:
        return [node, *(each for child in node.children for each in self.below(child))]

    def is_in_sight(self, name: str) -> bool:
        node: Node | None = self.nodes[name]
        while node is not None:
            if node.is_concealed:
                return False
            node = node.parent
        return True

    @property
    def branch(self) -> list[str]:
        names, node = [], self.root
        while node.chosen is not None:
            node = node.chosen
            names.append(node.name)
        return names


steps = st.lists(st.tuples(st.sampled_from(["add", "select", "conceal", "reveal", "remove"]), st.integers(0, 30)))


@given(steps)
def test_the_branch_on_screen_is_what_the_simple_model_says(actions: list[tuple[str, int]]) -> None:
    tree, model = MessageTree(), Model()
    for number, (action, place) in enumerate(actions):
        names = [None, *filter(model.is_in_sight, model.nodes)]
        name = names[place % len(names)]
        if action == "add":
            tree.add(f"m{number}", name)
            model.add(f"m{number}", name)
        elif name is None:
            continue
        elif action == "select":
            tree.select(name)
            model.select(name)
        elif action == "remove":
            gone = tree.remove(name)
            assert set(gone) == {each.name for each in model.below(model.nodes[name])}
            model.take(name, for_good=True)
        else:
            tree.conceal(name)
            model.take(name, for_good=False)
            if action == "reveal":
                tree.reveal(name)
                model.nodes[name].is_concealed = False
                model.select(name)
        assert list(tree.branch) == model.branch
        assert len(tree) == len(model.nodes)
        for each in model.nodes.values():
            assert list(tree.children_of(each.name)) == [child.name for child in each.shown]
            assert tree.path_to(each.name)[-1] == each.name


def conversation() -> MessageTree:
    """A question with two replies; the first one goes on, in two versions."""
    tree = MessageTree()
    tree.fill([("q", None), ("r1", "q"), ("q2", "r1"), ("q2b", "r1"), ("r2", "q")], "q2")
    return tree


def test_a_version_comes_back_with_what_was_seen_below_it() -> None:
    tree = conversation()
    assert list(tree.branch) == ["q", "r1", "q2"]
    tree.select("r2")
    assert list(tree.branch) == ["q", "r2"]
    tree.select("r1")
    assert list(tree.branch) == ["q", "r1", "q2"]


def test_without_a_leaf_the_newest_branch_is_shown() -> None:
    tree = MessageTree()
    tree.fill([("q", None), ("r1", "q"), ("r2", "q"), ("q2", "r1")], None)
    assert list(tree.branch) == ["q", "r2"]
    assert tree.leaf == "r2"


def test_what_is_deleted_gives_its_place_to_the_version_before_it() -> None:
    tree = conversation()
    tree.conceal("q2")
    assert list(tree.branch) == ["q", "r1", "q2b"]
    assert tree.versions_of("q2b") == ("q2b",)
    tree.reveal("q2")
    assert list(tree.branch) == ["q", "r1", "q2"]
    assert tree.remove("q") == ("q", "r1", "r2", "q2", "q2b")
    assert list(tree.branch) == []
    assert tree.leaf is None


def test_a_message_is_in_the_tree_once() -> None:
    tree = conversation()
    with pytest.raises(ValueError, match="already"):
        tree.add("r1", "q2")
    with pytest.raises(KeyError):
        tree.add("new", "nobody")
