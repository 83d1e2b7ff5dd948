"""An attack at the table in a word before its fire, and the result of a table as both sides read it."""

from __future__ import annotations

import pytest

from tests.app.blind.bench import attacked, hand_of
from wab.app.blind.hand import forecast
from wab.app.blind.hand.fought import outcome_of
from wab.app.wargame.attack import card
from wab.systems.blind import SYSTEM
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od


def at_conduct():
    """A table at which the defence has fired, and the attacker is asked how the attack goes on."""
    game = attacked("us_1_inf", "us_rangers", defenders={"ge_6_para_regt": "1006"})
    while game.to_act == "axis":
        game.play(next(iter(game.legal_orders())))
    assert game.phase == "conduct"
    return game


def test_an_attack_that_goes_on_is_won_by_more_steps_than_the_defender_has():
    game = at_conduct()
    hand = hand_of(game)
    order, state = hand.plan.order, hand.position
    assert isinstance(order, od.Press)
    after, found = forecast.pressed(state, order), hand.forecast
    ways = forecast.taken(state, forecast.attackers(state, after))
    there = sum(one.steps for one in after.defenders)
    assert found.won == pytest.approx(sum(count for steps, count in ways.items() if steps > there) / sum(ways.values()))
    assert sum(found.prospect.values()) == pytest.approx(1)
    whole = od.Press(False, (), tuple(sorted(one.unit for one in state.table.attackers)))
    if hand.view.why_not(whole) is None:
        assert forecast.forecast_of(state, whole) is None, "no unit attacks any more"


def test_both_sides_read_a_table_by_what_they_saw(english):
    game = at_conduct()
    seen = {side: [] for side in SYSTEM.sides}
    start = {side: game.view(side) for side in seen}
    views = dict(start)
    while game.state.now.table is not None:
        views = {side: game.view(side) for side in seen}
        before = game.state.copy()
        game.play(next(iter(game.legal_orders())))
        for event in game.journal[-1].events:
            after = before.copy()
            SYSTEM.apply(after, event)
            if isinstance(event, ev.TableClosed):
                views = {side: SYSTEM.view(before, side) for side in seen}
            for side, events in seen.items():
                if (known := SYSTEM.witnessed(before, event, after, side)) is not None:
                    events.append(known)
            before = after
    assert all(isinstance(events[-1], ev.TableClosed) for events in seen.values())
    table = start["allied"].position.now.table
    opened = ev.TableOpened(table.target, table.attackers, table.defenders)
    told = {side: outcome_of(views[side].position, side, [opened, *events]) for side, events in seen.items()}
    ours, theirs = told["allied"], told["axis"]
    assert ours.attacked and not theirs.attacked
    assert (ours.headline, ours.luck != "") == (theirs.headline, theirs.luck != "") and "in 100" in ours.luck
    assert card.headline_of(ours) != card.headline_of(theirs)
    assert {(toll.name, toll.words) for toll in ours.tolls} == {(toll.name, toll.words) for toll in theirs.tolls}
