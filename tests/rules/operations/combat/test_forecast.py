"""The forecast of an attack: the worked examples, the risk of each unit against every deal of losses."""

from __future__ import annotations

from itertools import product

import pytest

from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.field.forecast import verdict
from wab.systems import get_system
from wab.systems.operations.combat.combat import main_attacker
from wab.systems.operations.combat.forecast import forecast_of, prospect_of, result_of
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.units.losses import _risks, deal

OMAHA = "operations/cliffs-and-shingle"


@pytest.fixture(scope="module")
def view():
    system = get_system("operations")
    return Game.start(system, Setup("operations", OMAHA, 1944)).view("allied")


def weighed(view, names, label):
    state = view.position
    units = tuple(unit.id for unit in view.own_units() if view.profile(unit.id).name in names)
    order = Attack(units, view.board.grid.parse(label), main_attacker(state, units))
    seen = view.preview(order)
    return seen, forecast_of(state, order, seen), {view.profile(unit).name: unit for unit in units}


@pytest.mark.parametrize(
    ("names", "label", "ratio", "won", "exchange", "word"),
    [
        (("16th Infantry",), "4833", "1:3", 0, 0.06, "hopeless"),
        (("116th Infantry", "743rd Tank Battalion"), "5030", "1:1", 8, 0.27, "poor"),
        (("116th Infantry", "743rd Tank Battalion", "Ranger Group"), "5030", "3:1", 42, 0.85, "even"),
    ],
)
def test_the_worked_examples_have_their_words(view, names, label, ratio, won, exchange, word):
    seen, found, _units = weighed(view, names, label)
    assert (seen.odds.final_ratio, round(100 * found.won), round(found.exchange, 2)) == (ratio, won, exchange)
    assert verdict(found) == word


def test_the_risk_of_units_on_the_beach(view):
    _seen, alone, units = weighed(view, ("16th Infantry",), "4833")
    assert round(100 * alone.risks[units["16th Infantry"]]) == 17
    _seen, both, units = weighed(view, ("116th Infantry", "743rd Tank Battalion"), "5030")
    assert [unit for unit, _share in both.at_risk] == [units["743rd Tank Battalion"]]


def test_a_forecast_agrees_with_the_preview(view):
    seen, found, _units = weighed(view, ("116th Infantry", "743rd Tank Battalion"), "5030")
    assert sum(found.prospect.values()) == pytest.approx(1)
    assert (found.won, found.ours, found.theirs) == pytest.approx(
        (seen.gain_chance, seen.expected_attacker_hp, seen.expected_defender_hp)
    )


@pytest.mark.parametrize("ranks", [(((1, 2), (2, 3)),), (((1, 1), (2, 2), (3, 2)),), (((1, 2), (2, 1)), ((9, 1),))])
def test_risks_are_counted_over_every_deal(ranks):
    for hp in range(1, 6):
        picks = list(product(range(6), repeat=hp // 2))
        gone = dict.fromkeys((unit for rank in ranks for unit, _has in rank), 0)
        for drawn in picks:
            lost = deal(ranks, hp, drawn)
            for rank in ranks:
                for unit, has in rank:
                    gone[unit] += lost.get(unit, 0) == has
        assert dict(_risks(ranks, hp)) == pytest.approx({unit: count / len(picks) for unit, count in gone.items()})


def test_after_a_combat_its_dice_give_the_same_prospect(view):
    seen, found, units = weighed(view, ("116th Infantry", "743rd Tank Battalion"), "5030")
    target, odds = view.board.grid.parse("5030"), seen.odds
    defenders = tuple(unit.id for unit in view.position.stack(target))
    joined = ev.CombatJoined(
        tuple(units.values()), (), defenders, target, seen.main, odds.attack, odds.defence, odds.ratio,
        odds.final_ratio, odds.columns, odds.lines,
    )  # fmt: skip
    assert prospect_of(view.position, joined) == pytest.approx(found.prospect)
    resolved = ev.CombatResolved(target, 2, odds.final_ratio, 99, 99, False)
    owned = sum(view.unit(unit).hp for unit in units.values())
    assert result_of(view.position, joined, resolved).ours == owned, "no unit loses more than it has"
