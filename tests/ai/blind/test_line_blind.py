"""The line of the Germans, and the paper of the staff."""

from collections.abc import Iterable

import numpy as np
import pytest

from ai.blind.guess import Reports
from ai.blind.levels import level_named
from ai.blind.line import Line, Lines
from ai.blind.manning import moves_to_line
from ai.blind.picture import Picture
from ai.blind.planner import Planner
from ai.blind.weights import MANNERS, tempered
from ai.shell.levels import Personality
from lab.beliefs import player
from tests.rules.blind.field import SHORT, position, unit
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.locale import language
from wab.systems.blind import SYSTEM
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.steps import Report

ALLIES = {"us_1_inf": "1005", "us_29_inf": "1005", "br_50_inf": "1205", "ca_3_inf": "1405", "us_4_inf": "0804"}


def picture(state, side="axis"):
    known = SYSTEM.view(state, side).position
    return Picture(known, side, Reports(known, side))


def begun(seed=3):
    return Game.start(SYSTEM, Setup(SYSTEM.id, SHORT, seed, {}))


def passes(seen, line: Iterable[int]):
    """Check if the enemy can reach the rear without going through the line."""
    closed = ~seen.board.land
    closed[list(line)] = True
    reached = fresh = seen.foreign
    while fresh.any():
        fresh = seen.ground.around(fresh) & ~closed & ~reached
        reached = reached | fresh
    return bool(reached[list(seen.board.edges)].any())


def test_a_line_closes_all_ways_to_the_rear():
    seen = picture(begun().state)
    line = Lines(seen).found()
    assert line.hexes and not passes(seen, line.hexes)
    assert all(passes(seen, set(line.hexes) - {hex_}) for hex_ in line.hexes)
    empty = set(line.hexes) - set(line.posts.values())
    assert len(empty) <= 2, "two panzer divisions arrive in this turn"


def test_a_column_that_has_driven_through_is_cut_off():
    """The ground that the enemy held a turn ago is known: the line runs before it, over the way of the column."""
    germans = {
        "ge_12_ss_pz": "1306", "ge_21_pz": "1507", "ge_panzer_lehr": "1308", "ge_352_inf": "1006", "ge_91_inf": "0805",
        "ge_243_inf": "0906", "ge_716_inf": "1106", "ge_709_inf": "1206", "ge_6_para_regt": "0705",
    }  # fmt: skip
    state = position(
        ALLIES | germans | {"br_8_armd_bde": "1611"}, phase="axis_first", allied="1406 1407 1508 1509 1610"
    )
    seen = picture(state)
    column = [state.board.hex(label) for label in ("1406", "1407", "1508", "1509", "1610", "1611")]
    before = seen.foreign.copy()
    before[column] = False
    line = Lines(seen, before).found()
    assert set(column) & set(line.hexes)
    assert max(int(seen.ground.distances[before][:, hex_].min()) for hex_ in set(column) & set(line.hexes)) <= 2


def test_units_march_to_the_line_and_call_what_lies_on_the_way():
    state = position(ALLIES | {"ge_12_ss_pz": "1409"}, phase="axis_first", allied="1407")
    unit_id, post = unit(state, "ge_12_ss_pz").id, state.board.hex("1407")
    seen = picture(state)
    first = next(moves_to_line(seen, Line((post,), {unit_id: post})))
    assert isinstance(first.order, od.March) and first.order.path[-1] in state.board.around(post)
    state = position(ALLIES | {"ge_12_ss_pz": "1408"}, phase="axis_first", allied="1407")
    state.changed(reports={"axis": {post: Report("vacant", (2, 2))}})
    (call,) = moves_to_line(picture(state), Line((post,), {unit_id: post}))
    assert call.order == od.Call(unit_id, post)


def test_the_paper_names_attacks_with_their_units_in_both_languages():
    units = ALLIES | {"ge_716_inf": "1006"}
    state = position(units, phase="allied_first", reports={"allied": {}})
    state.changed(reports={"allied": {state.board.hex("1006"): Report("occupied", (2, 4))}})
    first, *_ = player("normal", 6).advise(SYSTEM.view(state, "allied"))
    assert first.main and first.goal == state.board.hex("1006") and first.start == state.board.hex("1005")
    assert {unit(state, "us_1_inf").id, unit(state, "us_29_inf").id} & set(first.units)
    assert "1006" in str(first.text) and "1st Infantry Division" in str(first.notes[0])
    with language("fr"):
        assert "division d’infanterie" in str(first.notes[0]) and str(first.notes[0]).startswith("Avec ")


def test_the_paper_of_the_germans_sends_units_to_the_line():
    state = begun().state
    agent = player("normal", 5)
    lines = agent.advise(SYSTEM.view(state, "axis"))
    assert lines[0].main and not any(line.main for line in lines[1:])
    assert len({one for line in lines for one in line.units}) == sum(len(line.units) for line in lines)


def test_asking_for_advice_changes_no_order():
    def orders(asked):
        game, agents = begun(), {side: player("normal", 4) for side in ("allied", "axis")}
        given = []
        for _ in range(14):
            seat = game.to_act
            if asked:
                agents[seat].advise(game.view(seat))
            given.append(agents[seat].decide(game.view(seat)))
            game.play(given[-1])
        return given

    assert orders(asked=True) == orders(asked=False)


def test_a_player_without_time_gives_a_legal_order():
    state = position(ALLIES | {"ge_12_ss_pz": "1306"}, phase="axis_first")
    view = SYSTEM.view(state, "axis")
    hasty, calm = player("normal", 4), player("normal", 4)
    hasty.cancelled = lambda: True
    assert view.why_not(hasty.decide(view)) is None and hasty.incidents == []
    assert calm.decide(view) is not None and calm.reason is not None


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_driver_finds_attacks_cheaper_than_a_cautious_commander(side):
    driver, cautious = (
        tempered(MANNERS[side], Personality(name, aggression=far, boldness=far))
        for name, far in (("driver", 0.6), ("cautious", -0.6))
    )
    assert driver.margin < MANNERS[side].margin < cautious.margin
    assert driver.price < cautious.price and driver.guard < cautious.guard
    assert tempered(MANNERS[side], Personality("balanced")) == MANNERS[side]


def test_a_driver_attacks_as_often_as_a_cautious_commander_or_more():
    state = position(ALLIES | {"ge_716_inf": "1006", "ge_352_inf": "1106"}, phase="allied_first")
    view = SYSTEM.view(state, "allied")

    def attacks(aggression):
        agent = Planner(6, level_named("normal"), Personality("one", aggression=aggression))
        return sum(bool(line.notes) for line in agent.advise(view))

    assert attacks(1.0) >= attacks(-1.0)
    assert np.isfinite(attacks(0.0))
