"""Barrages (OMA-8.4, OMA-8.5)."""

import pytest

from tests.rules.omaha.printed import CARDS, FIELDS, GRID, TABLES, at, card
from tests.rules.omaha.test_attack import unit
from wab.content.omaha.tables import BarrageEffect
from wab.systems.omaha.combat.barrage import (
    NAVAL,
    Observer,
    Shelled,
    effect,
    forecast,
    why_not_barrage,
    why_not_naval,
)

WN64 = FIELDS.positions["WN64"]
TARGET = Shelled(at("0816"), WN64, seen=False, high=True, covers_beach=True)
INSIDE = [label for label in ("0615", "0616", "0617", "0517") if at(label) in WN64.dots]
OUTSIDE = next(
    GRID.label(hex_) for hex_ in range(GRID.size) if GRID.distance(hex_, at("0816")) == 4 and hex_ not in WN64.dots
)
SEEING = Observer(at(INSIDE[0]))
MARKER_GONE, SHAKEN = BarrageEffect(disrupts=True, takes_marker=True), BarrageEffect(disrupts=True)


def why(tank, *observers, **changes):
    found = why_not_barrage(GRID, TARGET._replace(**changes), tank, observers)
    return found.code if found else ""


@pytest.mark.clause("OMA-8.4-1", "OMA-8.4-2", "OMA-8-1")
def test_a_tank_in_the_field_of_the_target_needs_nobody_and_another_an_observer_under_orders():
    inside, outside = unit(INSIDE[0], "tank"), unit(OUTSIDE, "tank", low=True)
    assert why(inside) == ""
    assert why(outside) == "no-observer"
    assert why(outside, SEEING) == "no-leader"
    assert why(outside, SEEING._replace(commanded=True)) == ""
    assert why(outside._replace(commanded=True), SEEING) == ""
    assert why(outside._replace(commanded=True), SEEING._replace(disrupted=True)) == "no-observer"
    assert why(outside._replace(commanded=True), Observer(at(OUTSIDE))) == "no-observer"


@pytest.mark.clause("OMA-8.41-2", "OMA-8.42-1", "OMA-8.12-1")
def test_what_no_tank_may_shell():
    tank = unit(INSIDE[0], "tank")
    assert why(tank, attacked=True) == "attacked"
    assert why(tank, position=FIELDS.positions["C1"]) == "unrevealed"
    assert why(tank, covers_beach=False) == "out-of-sight"
    assert why(tank._replace(low=False), covers_beach=False) == ""
    assert why(tank._replace(hex=at("0815"))) == "too-near"
    assert why(tank._replace(hex=at("0101"))) == "out-of-range"
    assert why(unit(INSIDE[0], "artillery")) == "no-tank"


@pytest.mark.clause("OMA-8.52-1", "OMA-8.52-2", "OMA-8.53-1")
def test_naval_fire_needs_infantry_with_a_radio_in_the_field_of_the_target():
    def naval(*observers, no_radios=False, **changes):
        found = why_not_naval(TARGET._replace(**changes), observers, no_radios)
        return found.code if found else ""

    radio, led = SEEING._replace(radio=True), SEEING._replace(hq=True)
    assert naval(SEEING) == naval() == "no-radio"
    assert naval(radio) == naval(led) == naval(led, no_radios=True) == ""
    assert naval(radio, no_radios=True) == "no-radio"
    assert naval(radio._replace(disrupted=True)) == "no-radio"
    assert naval(Observer(at(OUTSIDE), radio=True)) == "no-radio"
    assert naval(radio, attacked=True) == "attacked"
    assert naval(radio, position=FIELDS.positions["C1"]) == "unrevealed"
    assert naval(Observer(at("1015"), radio=True), position=FIELDS.positions["C1"], seen=True) == ""
    assert NAVAL == MARKER_GONE


@pytest.mark.parametrize("double", ["single", "double"])
@pytest.mark.clause("OMA-8.4-3")
def test_colour_and_symbol_of_the_card_decide(double):
    drawn = card(("red", double, "fire"), ("blue", "single", "star"), target="circle")
    assert effect(TABLES.barrage, drawn, "red", "circle") == MARKER_GONE
    assert effect(TABLES.barrage, drawn, "red", "diamond") == SHAKEN
    assert effect(TABLES.barrage, drawn, "green", "circle") == BarrageEffect()
    assert effect(TABLES.barrage, drawn, "green", "circle", artillery=True) == SHAKEN
    assert effect(TABLES.barrage, drawn, "green", "diamond", artillery=True) == BarrageEffect()


@pytest.mark.clause("OMA-8.4-3", "OMA-T-DECK")
def test_the_forecast_counts_the_cards_of_the_pile():
    found = forecast(TABLES.barrage, CARDS, "red", "circle")
    assert sum(found.values()) == 54
    assert found[MARKER_GONE] + found[SHAKEN] == 27
    assert found[MARKER_GONE] == sum(
        one.target == "circle" and "red" in {colour for colour, _, _ in one.fire} for one in CARDS
    )
