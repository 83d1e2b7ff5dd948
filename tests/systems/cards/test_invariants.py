"""The promises of every state of a battle: each broken promise is found and said."""

import pytest
from msgspec.structs import replace

import wab
from wab.engine.kernel.values import Outcome
from wab.systems.cards import SYSTEM
from wab.systems.cards.state.state import Fight, Overrun, Retreating, Token


def sound():
    return wab.new_game("cards/villers-bocage", seed=1).state.copy()


def unit(state, side="axis", number=0):
    return list(state.units_of(side))[number]


def put(state, of, **fares):
    state.put(replace(of, **fares))


def river(state):
    return next(hex_ for hex_ in state.board.field.hexes if hex_ not in state.at)


BROKEN = [
    (lambda s: put(s, unit(s), figures=0), "0 of 4 figures"),
    (lambda s: put(s, unit(s), figures=5), "5 of 4 figures"),
    (lambda s: put(s, unit(s), side="allies"), "no longer what it was"),
    (lambda s: s.units.update({unit(s).id: replace(unit(s), hex=25)}), "off the board"),
    (lambda s: put(s, unit(s), hex=unit(s, "allies").hex), "several units stand"),
    (lambda s: s.at.update({river(s): 1}), "holds a unit that is elsewhere"),
    (lambda s: setattr(s, "removed", (unit(s).id,)), "left the game and stands"),
    (lambda s: s.tokens.update({99: Token(99)}), "ordered and not there"),
    (lambda s: s.tokens.update({unit(s, "allies").id: Token(unit(s, "allies").id)}), "other side's turn"),
    (lambda s: s.tokens.update({unit(s).id: Token(unit(s).id, play=4)}), "belongs to no card"),
    (lambda s: s.tokens.update({unit(s).id: Token(unit(s).id, "back")}), "shows 'back'"),
    (lambda s: setattr(s, "agenda", (Overrun(99),)), "acts and is not there"),
    (lambda s: setattr(s, "agenda", (Fight(99, 1, 1, 2, 3),)), "acts and is not there"),
    (lambda s: setattr(s, "agenda", (Retreating(99, 1),)), "must go back and is not there"),
    (lambda s: s.hands.update(allies=()), "cards are missing or too many"),
    (lambda s: s.discards.update({"": ("recon_left",)}), "cards are missing or too many"),
    (lambda s: s.held.update({1: "allies"}), "cannot gain it"),
    (lambda s: s.held.clear(), "is not held by who stands there"),
    (lambda s: s.kills.update(allies=2), "medals for units"),
    (lambda s: s.kills.update(allies=5), "have won and the battle goes on"),
    (lambda s: setattr(s, "waiting", (unit(s).id,)), "still to come and has come"),
    (lambda s: setattr(s, "stock", 3), "may still rise"),
]


@pytest.mark.parametrize(("breaking", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_a_broken_promise_is_found(breaking, words):
    state = sound()
    assert SYSTEM.invariants(state) == []
    breaking(state)
    assert [line for line in SYSTEM.invariants(state) if words in line]


def test_units_in_closed_hexes_and_sandbags_at_sea_are_found():
    state = wab.new_game("cards/sword-beach", seed=1).state.copy()
    tank = next(u for u in state.units_of("allies") if u.kind == "armour")
    put(state, tank, hex=next(hex_ for hex_, works in state.obstacles.items() if "hedgehog" in works))
    assert [line for line in SYSTEM.invariants(state) if "cannot be" in line]
    state = wab.new_game("cards/sword-beach", seed=1).state.copy()
    state.obstacles[state.board.hex("M9")] = ("sandbags",)
    assert [line for line in SYSTEM.invariants(state) if "where they cannot" in line]


def test_a_battle_that_is_over_may_have_its_medals():
    state = sound()
    state.kills = {"axis": 5}
    state.removed = tuple(u.id for u in list(state.units_of("allies"))[:5])
    for id_ in state.removed:
        state.at.pop(state.units.pop(id_).hex)
    assert [line for line in SYSTEM.invariants(state) if "goes on" in line]
    state.result = Outcome("axis", "victory", {"allies": 0.0, "axis": 5.0})
    assert not [line for line in SYSTEM.invariants(state) if "goes on" in line]
