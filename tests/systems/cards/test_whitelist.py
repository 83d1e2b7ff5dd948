"""Every field of a state, and of all that is in it, is either open to all, a seat's own, or hidden.

A position in which no field is left as it is by default is shown to seats. Where the view differs from the truth must
be the list below, no more and no less; a new field is missed by the position first, then by the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import msgspec
import pytest

import wab
from wab.engine.kernel.agenda import Step
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.values import Outcome
from wab.systems.cards.seen.knowledge import known_state
from wab.systems.cards.seen.witness import OPEN, witnessed
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.events import CardsEvent
from wab.systems.cards.state.state import Choosing, Fight, Overrun, Owed, Play, Retreating, Salvo, State, Token

TEAMS = {"allies_players": "2", "axis_players": "2"}

HIDDEN_FROM_ALL = {"dice.seed", "dice.drawn[attack]", "dice.drawn[deck]", "pile[]", "version", "_cache[anything][0]",
                   "_cache[anything][1]"}  # fmt: skip
"""Hidden from all: the dice to come and how many have been drawn, what is in the pile; `version` counts secret events
as well, and what was derived came from more than a seat knows.
"""

OWN = {
    "allies/1": {"hands[allies/1]", "agenda[4].cards", "plays[0].note", "last_plays[allies][0].note"},
    "allies/2": {"hands[allies/2]", "plays[0].note", "last_plays[allies][0].note"},
    "axis/1": {"hands[axis/1]", "last_plays[axis][0].note"},
    "axis/2": {"hands[axis/2]", "last_plays[axis][0].note"},
}
"""A seat's own facts: its hand, the cards that it chooses from; and notes, which its whole side reads."""


def full_state() -> State:
    """A position in which every field says something; no game comes to it."""
    game = wab.new_game("cards/pegasus-bridge", seed=4, options=TEAMS)
    state = game.state.copy()
    unit = next(iter(state.units.values()))
    play = Play("assault_left", "recon_left", "allies/1", "left", True, "left", "Take it.", {"star": 1}, True)
    state.dice = Dice(77, {"attack": 3, "deck": 9})
    state.turn, state.active, state.stage, state.leader = 3, "allies", "attack", "allies/1"
    state.obstacles = {4: ("wire",)}
    state.shared, state.table = {"allies": "recon_left"}, {"": ("probe_left",)}
    state.discards = {"": ("probe_right",)}
    state.plays = (play,)
    state.last_plays = {"allies": (play,), "axis": (msgspec.structs.replace(play, seat="axis/1"),)}
    state.tokens = {unit.id: Token(unit.id, "attack", 1, "left", 5, 1, True, True, True, 1, True, True)}
    state.agenda = (
        Retreating(9, 2, 1),
        Fight(unit.id, 9, 5, 6, 3, True, True, "rolled", ("axis/1",)),
        Salvo("barrage", "allies", 4, (9,)),
        Overrun(unit.id),
        Choosing("allies/1", ("recon_right", "probe_left"), True),
    )
    state.owed, state.engaged = (Owed("axis/1", True),), unit.id
    state.own_turns, state.kills, state.exits = {"allies": 2, "axis": 1}, {"allies": 1}, {"axis": 1}
    state.held, state.removed, state.cleared = {0: "allies"}, (30,), (7,)
    state.salvos, state.struck, state.stock, state.waiting = 1, (9,), 2, (31,)
    state.result = Outcome("allies", "victory", {"allies": 5.0}, "medals")
    state.version = 12
    state.derived("anything", lambda: "worked out")
    return state


def parts(thing: Any) -> dict[str, Any] | None:
    """The fields of a dataclass or a struct; None of anything else."""
    if isinstance(thing, msgspec.Struct):
        return {name: getattr(thing, name) for name in thing.__struct_fields__}
    return {entry.name: getattr(thing, entry.name) for entry in fields(thing)} if is_dataclass(thing) else None


def leaves(thing: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value in a state with its path; of the board, which never changes and lies open, only itself.

    Cards come together, as the row that they are.
    """
    found = None if isinstance(thing, Board) else parts(thing)
    if found is not None:
        for name, value in found.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(thing, dict) and thing:
        for key, value in thing.items():
            yield from leaves(value, f"{path}[{key}]")
    elif isinstance(thing, tuple) and thing and not isinstance(thing[0], str):
        for number, value in enumerate(thing):
            yield from leaves(value, f"{path}[{number}]")
    else:
        yield path, thing


def differences(truth: State, shown: State) -> set[str]:
    """The paths at which what is shown is not the truth."""
    true, told = dict(leaves(truth)), dict(leaves(shown))
    gone = object()
    assert not {path for path in told if path not in true} - _empty(shown), "a view makes nothing up"
    return {path for path, value in true.items() if told.get(path, gone) != value}


def _empty(shown: State) -> set[str]:
    return {path for path, value in leaves(shown) if value in ((), {}, None)}


def blank_fields(thing: Any) -> set[str]:
    """The fields, by type, that say nothing anywhere in a thing: a view that forgot them would look the same."""
    said: dict[str, bool] = {}

    def look(one: Any) -> None:
        if isinstance(one, Board):
            return
        for name, value in (parts(one) or {}).items():
            key = f"{type(one).__name__}.{name}"
            said[key] = said.get(key, False) or value not in _NOTHING
            look(value)
        for value in one.values() if isinstance(one, dict) else one if isinstance(one, tuple) else ():
            look(value)

    look(thing)
    return {key for key, something in said.items() if not something}


_NOTHING: tuple[Any, ...] = (None, "", 0, (), {}, -1)


def test_the_position_of_this_file_leaves_no_field_out():
    assert blank_fields(full_state()) == set()


@pytest.mark.clause("CRD-2.10-2")
@pytest.mark.parametrize("seat", OWN)
def test_a_view_shows_what_is_open_and_a_seats_own_and_nothing_else(seat):
    truth = full_state()
    secrets = set().union(*OWN.values()) - OWN[seat]
    assert differences(truth, known_state(truth, seat)) == HIDDEN_FROM_ALL | secrets


def test_what_stands_instead_of_a_secret_says_how_many_and_no_more():
    shown = known_state(full_state(), "axis/1")
    assert shown.dice == Dice(0)
    assert set(shown.pile[""]) == set(shown.hands["allies/1"]) == set(shown.choosing.cards) == {""}
    assert len(shown.choosing.cards) == 2
    assert len(shown.pile[""]) == len(full_state().pile[""])
    assert (shown.version, shown._cache) == (0, {})


def test_a_view_is_no_door_to_the_truth():
    """A write into a view, which should not happen, changes no game."""
    truth = full_state()
    before = dict(leaves(truth))
    shown = known_state(truth, "allies/1")
    for entry in fields(State):
        value = getattr(shown, entry.name)
        if isinstance(value, dict):
            value.clear()
    assert dict(leaves(truth)) == before


def test_what_is_to_be_settled_is_of_a_known_kind_or_hidden():
    class Whispering(Step, frozen=True, tag="whispering"):
        words: str = "the draw"

    kinds = set(Step.__subclasses__())
    truth = full_state()
    assert {type(step) for step in truth.agenda} == {kind for kind in kinds if kind.__module__ == State.__module__}
    truth.agenda = (Whispering(), *truth.agenda)
    assert known_state(truth, "allies/1").agenda == full_state().agenda


def test_every_kind_of_event_is_open_or_told_in_part():
    kinds = set(get_args(CardsEvent))
    assert set(OPEN) | {ev.CardPlayed, ev.CardsDrawn, ev.ChoiceDrawn, ev.CardKept, Rolled} == kinds
    assert len(set(OPEN)) == len(OPEN)


def test_an_event_of_an_unknown_kind_is_seen_by_nobody():
    class Whispered(Event, frozen=True):
        words: str = ""

    state = full_state()
    assert witnessed(state, Whispered("the draw"), state, "allies/1") is None
