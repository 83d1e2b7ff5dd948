"""Derived facts: worked out once, and again only when that from which they follow has changed."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from wab.engine.kernel.facts import Deriving, Unchanging


@dataclass(frozen=True, slots=True)
class Board(Unchanging):
    _found: dict = field(default_factory=dict, compare=False)


@dataclass(slots=True)
class State(Deriving):
    board: Board
    version: int = 0
    _cache: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False)

    def copy(self):
        return replace(self, _cache=self._cache.copy())


@pytest.fixture
def state():
    return State(Board())


@pytest.fixture
def make():
    """Makes 1, 2, 3..., so that one sees how often it was asked."""
    made = iter(range(1, 100))
    return lambda *_: next(made)


def test_a_fact_of_a_version_is_worked_out_once_for_it(state, make):
    assert [state.derived("a", make), state.derived("a", make), state.derived("b", make)] == [1, 1, 2]
    state.version += 1
    assert state.derived("a", make) == 3


def test_a_kept_fact_follows_its_basis_and_not_the_version(state, make):
    assert state.kept("a", (1, 2), make) == 1
    state.version += 1
    assert state.kept("a", (1, 2), make) == 1
    assert state.kept("a", (1, 3), make) == 2


def test_a_renewed_fact_is_carried_on_from_what_it_was_when_a_part_is_another_object(state):
    one, equal = [1], [1]
    told = []

    def make(before):
        told.append(before)
        return len(told)

    assert [state.renewed("a", parts, make) for parts in ((one,), (one,), (equal,))] == [1, 1, 2]
    assert told == [None, 1]


def test_a_copy_has_the_facts_and_does_not_hand_back_its_own(state, make):
    assert state.derived("a", make) == 1
    twin = state.copy()
    twin.version += 1
    assert (twin.derived("a", make), state.derived("a", make)) == (2, 1)


def test_conclusions_are_shared_by_copies_on_the_same_board_until_their_facts_change(state, make):
    assert state.settled("a", (1,), make) == 1
    twin = state.copy()
    assert twin.settled("b", (1,), make) == 2
    assert state.settled("b", (1,), make) == 2
    assert state.settled("a", (2,), make) == 3
    elsewhere = replace(state.copy(), board=Board())
    assert elsewhere.settled("a", (2,), make) == 4
    assert state.settled("a", (2,), make) == 3


def test_what_follows_from_a_board_alone_is_found_once(make):
    board = Board()
    assert [board.once("a", make), board.once("a", make), board.once(("a", 1), make)] == [1, 1, 2]
    assert Board().once("a", make) == 3
