"""Barrages (OMA-8.4, OMA-8.5)."""

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import BOARD, TABLES, at, card, card_like, example, game, label, of, run
from wab.content.omaha.tables import BarrageEffect
from wab.systems.omaha.combat.barrage import (
    effect,
    execute_barrage,
    execute_naval,
    offered_barrages,
    offered_naval,
    why_not_barrage,
    why_not_naval,
)
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import GONE
from wab.systems.omaha.state.steps import Force

WN64, TANK = "0816", "1/B/741"
MARKED, ALONE = Force("squad-1", "wn_marker-7"), Force("squad-1")


def on_the_beach(force=MARKED, **units):
    """The actions of the east have begun: a tank unit and a company in the field of WN64."""
    state = game(turn=5, forces={WN64: force}, **{TANK: "0616", "E_2_16": "0616", **units})
    state.changed(phase="actions", acting="east", naval=1)
    return state


def why(state, target=WN64):
    found = why_not_barrage(state, od.Barrage(of(TANK), at(target)))
    return found.code if found else ""


def why_naval(state, target=WN64):
    found = why_not_naval(state, od.NavalBarrage(at(target)))
    return found.code if found else ""


def shelled(state, colour, symbol):
    """Fire with a card that shows the colour of the target, or not, and the symbol of the tank, or not."""
    own, sign = state.profile(of(TANK)).symbol, BOARD.positions["WN64"].colour
    state.changed(pile=(card_like(lambda one: (one.sign(sign) is not None, one.target == own) == (colour, symbol)),))
    run(state, execute_barrage(state, od.Barrage(of(TANK), at(WN64))))
    return state.now.forces[at(WN64)]


@pytest.mark.parametrize(
    ("colour", "symbol", "left"),
    [
        (True, True, Force("squad-1", disrupted=True)),
        (True, False, replace(MARKED, disrupted=True)),
        (False, True, MARKED),
        (False, False, MARKED),
    ],
)
@pytest.mark.clause("OMA-8.4-3", "OMA-8.41-1")
def test_a_barrage_draws_its_own_card(colour, symbol, left):
    state = on_the_beach()
    assert why(state) == ""
    assert shelled(state, colour, symbol) == left
    assert (state.now.pools.get(GONE, ())[-1:] == ("wn_marker-7",)) is (colour and symbol)
    assert state.units[of(TANK)].acted and state.now.spent == {"east": 1}
    assert [purpose for purpose, _ in state.now.track] == ["barrageeast"]


@pytest.mark.parametrize("double", ["single", "double"])
@pytest.mark.clause("OMA-8.4-3", "OMA-17.3-4")
def test_colour_and_symbol_of_the_card_decide(double):
    drawn = card(("red", double, "fire"), ("blue", "single", "star"), target="circle")
    assert effect(TABLES.barrage, drawn, "red", "circle") == BarrageEffect(disrupts=True, takes_marker=True)
    assert effect(TABLES.barrage, drawn, "red", "diamond") == BarrageEffect(disrupts=True)
    assert effect(TABLES.barrage, drawn, "green", "circle") == BarrageEffect()
    assert effect(TABLES.barrage, drawn, "green", "diamond") == BarrageEffect()
    assert effect(TABLES.barrage, drawn, "green", "circle", guns=True) == BarrageEffect(disrupts=True)
    assert effect(TABLES.barrage, drawn, "green", "diamond", guns=True) == BarrageEffect()


OUTSIDE = next(
    label(hex_)
    for hex_ in range(BOARD.grid.size)
    if BOARD.grid.distance(hex_, at(WN64)) == 4 and hex_ not in BOARD.positions["WN64"].dots
)


@pytest.mark.clause("OMA-8.4-1", "OMA-8.4-2")
def test_a_tank_in_the_field_of_the_target_needs_no_one_and_another_an_observer_under_orders():
    def from_outside(seen="0616", orders=(), **units):
        state = on_the_beach(**{TANK: OUTSIDE, "E_2_16": seen, **units})
        state.changed(orders={of("Wyman"): tuple(of(name) for name in orders)})
        return why(state)

    assert why(on_the_beach(E_2_16="1036")) == ""
    assert from_outside("1036") == "no-observer"
    assert from_outside() == "no-leader"
    assert from_outside(orders=[TANK]) == from_outside(orders=["E_2_16"]) == ""
    assert from_outside(("0616", {"disrupted": True}), orders=[TANK]) == "no-observer"


@pytest.mark.clause("OMA-8-1", "OMA-8.1-7", "OMA-8.12-1", "OMA-8.42-1", "OMA-8.52-2")
def test_what_no_tank_may_shell():
    assert why(on_the_beach(**{TANK: "0917"})) == "too-near"
    assert why(on_the_beach(**{TANK: "1036"})) == "out-of-range"
    found = why_not_barrage(on_the_beach(), od.Barrage(of("E_2_16"), at(WN64)))
    assert found.code == "no-tank"
    inland = label(BOARD.positions["u1014"].hexes[0])
    hidden = game(turn=5, forces={inland: MARKED}, **{TANK: "0815", "E_2_16": "0914"})
    hidden.changed(phase="actions", acting="east", naval=1)
    assert why(hidden, inland) == why_naval(hidden, inland) == "unrevealed"
    hidden.changed(forces={at(inland): replace(MARKED, seen=True)})
    assert (why(hidden, inland), why_naval(hidden, inland)) == ("out-of-sight", "")


@pytest.mark.clause("OMA-8.41-2", "OMA-8.13-1", "OMA-8.1-7")
def test_a_hex_is_shelled_again_but_not_after_an_attack():
    state = on_the_beach()
    for how, code in (("barrage", ""), ("naval", ""), ("attack", "attacked")):
        state.changed(fought={at(WN64): how})
        assert why(state) == why_naval(state) == code
    assert why(on_the_beach(**{TANK: ("0616", {"acted": True})})) == "acted"
    assert why(on_the_beach(**{TANK: ("0616", {"disrupted": True})})) == "disrupted"
    state = on_the_beach()
    state.changed(spent={"east": 2})
    assert why(state) == "no-actions"
    assert why(on_the_beach(), "0818") == "no-germans"


@pytest.mark.clause("OMA-8.52-1", "OMA-8.53-1", "OMA-8.54-1", "OMA-8.24-1")
def test_ships_disrupt_and_take_the_marker_for_nothing():
    state = on_the_beach()
    assert why_naval(state) == ""
    run(state, execute_naval(state, od.NavalBarrage(at(WN64))))
    assert state.now.forces[at(WN64)] == Force("squad-1", disrupted=True)
    assert (state.now.naval, state.now.spent) == (0, {})
    assert why_naval(state) == "no-naval-fire"
    quiet = on_the_beach(E_2_16=("0616", {"steps": 1}))
    assert why_naval(quiet) == "no-radio"
    quiet.changed(orders={of("16 HQ"): (of("E_2_16"),)})
    assert why_naval(quiet) == ""
    shaken = on_the_beach(E_2_16=("0616", {"disrupted": True}))
    assert why_naval(shaken) == "no-radio"
    silent = on_the_beach()
    silent.changed(limits=("radio_out",))
    assert why_naval(silent) == "no-radio"


@pytest.mark.clause("OMA-8.41-2", "OMA-8.4-4", "OMA-X-76")
def test_a_second_tank_shells_a_disrupted_unit():
    given, expect = example(76)
    state = on_the_beach(replace(MARKED, disrupted=True))
    assert at("0616") in BOARD.positions["WN64"].dots
    assert (BOARD.grid.distance(at("0616"), at(WN64)) <= given["distance"]) is given["second_barrage"]
    state.changed(fought={at(WN64): "barrage"})
    assert (why(state) == "") is expect["allowed"]


def test_what_is_offered_is_legal():
    state = on_the_beach()
    barrages = [order for group in offered_barrages(state, None) for order in group]
    naval = [order for group in offered_naval(state, None) for order in group]
    assert barrages == [od.Barrage(of(TANK), at(WN64))] and naval == [od.NavalBarrage(at(WN64))]
    assert [order for group in offered_barrages(state, of("E_2_16")) for order in group] == []
    assert [order for group in offered_naval(state, of(TANK)) for order in group] == []


@pytest.mark.clause("OMA-8.41-3", "OMA-8.52-1")
def test_a_barrage_on_one_hex_of_a_large_nest_spares_the_other():
    state = game(turn=5, forces={"0812": ALONE, "0912": MARKED}, E_2_16="0612")
    state.changed(phase="actions", acting="east", naval=1)
    assert why_naval(state, "0812") == ""
    run(state, execute_naval(state, od.NavalBarrage(at("0812"))))
    assert state.now.forces == {at("0812"): replace(ALONE, disrupted=True), at("0912"): MARKED}


@pytest.mark.clause("OMA-17.3-1", "OMA-17.3-2", "OMA-17.3-3")
def test_artillery_fires_barrages_from_turn_17_under_the_headquarters_of_its_observer():
    def shells(gun="7FA", place="0508", turn=20, forces=None, **orders):
        state = on_the_beach(**{gun: place})
        state.changed(turn=turn, forces=forces or {at(WN64): ALONE})
        state.changed(orders={of(name): tuple(of(one) for one in names) for name, names in orders.items()})
        found = why_not_barrage(state, od.Barrage(of(gun), at(WN64)))
        return found.code if found else ""

    both = {"16 HQ": ["7FA", "62FA", "E_2_16"]}
    assert shells(**both) == ""
    assert shells(turn=16, **both) == "no-tank"
    assert shells(Wyman=["7FA", "E_2_16"]) == "no-headquarters"
    assert shells(**{"16 HQ": ["7FA"], "116 HQ": ["E_2_16"]}) == "no-leader"
    covering = {at(WN64): ALONE, at("0807"): ALONE}
    assert at("0508") in BOARD.positions["WN60"].dots
    assert shells(forces=covering, **both) == "exposed"
    assert shells("62FA", forces=covering, **both) == ""
    assert shells("62FA", "0616", **{"16 HQ": ["62FA"]}) == ""
    assert shells(place="0917", **both) == "too-near"
