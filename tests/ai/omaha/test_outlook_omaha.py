"""Exact chances from what the player knows, against games played on from deals of what the player does not know."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from ai.omaha.outlook import attack_outlook, possible
from ai.omaha.risk import step_risk
from tests.rules.omaha.printed import BOARD, at, game, of, play
from wab.engine import Chance, Dice
from wab.systems.omaha.combat import attack, fire_phase
from wab.systems.omaha.combat.artillery import active_batteries
from wab.systems.omaha.seen.known import known
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import GONE
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units import losses

TASKS = {**fire_phase.TASKS, **attack.TASKS, "sacrifice": losses.sacrifice}
BEACH = {"I_3_16": "0618", "F_2_16": "0618", "E_2_16": "0719", "1_B_741": "0617", "E_2_116": "0619", "G_2_116": "0720"}
"""Units on both sides of the boundary."""


def beach():
    state = game(turn=6, **BEACH)
    state.changed(
        forces={
            hex_: Force(f"squad-{number}", "wn_marker-1" if number % 2 else None)
            for number, hex_ in enumerate(
                (hex_ for place in BOARD.positions.values() if place.wn for hex_ in place.hexes), 1
            )
        }
    )
    state.changed(batteries=active_batteries(state))
    return state


class Uniform:
    """Answers to ties, each as likely as the others."""

    def __init__(self, seed):
        self.chance = Chance(seed, "ties")

    def __call__(self, tie):
        return tie.among[self.chance.below(len(tie.among))]


@pytest.mark.slow("plays many fire phases")
def test_the_risk_of_a_step_is_that_of_sampled_turns():
    start, turns = beach(), 2000
    units = [of(name) for name in BEACH]
    expected = {unit: float(step_risk(start, unit)) for unit in units}
    lost = Counter()
    for seed in range(turns):
        state = start.copy()
        state.dice = Dice(seed)
        pick = Uniform(seed)
        play(state, TASKS, *(Task("fire", sector=sector) for sector in ("east", "west")), answers=pick)
        lost.update(unit for unit in units if state.unit(unit).steps < start.unit(unit).steps)
    for unit, chance in expected.items():
        error = sqrt(chance * (1 - chance) / turns)
        assert abs(lost[unit] / turns - chance) <= 3 * error
    assert 0 < max(expected.values()) < 1


def test_the_risk_elsewhere_is_that_of_the_unit_standing_there():
    state = beach()
    moved = state.copy()
    moved.store(type(state.units[of("E_2_16")])(of("E_2_16"), hex=at("0718"), steps=3))
    assert step_risk(state, of("E_2_16"), at("0718")) == step_risk(moved, of("E_2_16"))
    assert step_risk(state, of("E_2_16"), at("1036")) == 0
    assert state.units[of("E_2_16")].hex == at("0719")
    assert isinstance(step_risk(known(state), of("E_2_16")), Fraction)
    assert step_risk(known(state), of("E_2_16")) == step_risk(state, of("E_2_16"))


def test_a_known_counter_is_itself_and_a_hidden_one_any_of_its_kind():
    state = game(forces={"0816": Force("squad-2", "wn_marker-8", seen=True), "0818": Force("squad-3")})
    assert sum(possible(state, "squad-2").values()) == 1
    view = known(state)
    assert view.now.forces[at("0818")].unit == "squad"
    ways = possible(view, "squad")
    assert sum(ways.values()) == 4 * 8  # nine squads, one of them lies open
    markers = possible(view, view.now.forces[at("0816")].marker)
    assert sum(markers.values()) == 4 * 18
    assert sum(possible(view, "mobile_marker").values()) == 4 * 20
    view.changed(pools={**view.now.pools, "meyer_marker": ("meyer_marker",) * 2, GONE: ("mobile_marker-1",)})
    assert sum(possible(view, "mobile_marker").values()) == 4 * 19 + 2 * 4


@pytest.mark.clause("OMA-8.3-4")
def test_the_outlook_of_an_attack_counts_every_counter_that_may_lie_there():
    state = game(turn=9, forces={"0816": Force("squad-2", "wn_marker-8")}, E_2_16="0916")
    state.changed(phase="actions", acting="east")
    order = od.Attack(at("0816"), (of("E_2_16"),))
    view = known(state)
    found = attack_outlook(view, order)
    played = Counter()
    units = [key for key in BOARD.counters if key.startswith("squad-")]
    markers = [key for key in BOARD.counters if key.startswith("wn_marker-")]
    for unit in units:
        for marker in markers:
            deal = state.copy()
            deal.changed(forces={at("0816"): Force(unit, marker)})
            told, _ = play(deal, TASKS, events=attack.execute_attack(deal, order))
            played[tuple(event.code for event in told if isinstance(event, ev.Resolved))] += 1
    total, ways = sum(found.values()), sum(played.values())
    assert {codes: Fraction(count, total) for codes, count in found.items()} == {
        codes: Fraction(count, ways) for codes, count in played.items()
    }
    assert sum(attack_outlook(state, order).values()) == 1
