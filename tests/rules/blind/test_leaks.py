"""Nothing leaks: over every kind of order and event, both sides, a side learns what the rules tell it and no more.

Two properties hold. The knowledge of a side, changed by each event that it saw, is its knowledge after it, byte for
byte. Two truths that a side
cannot tell apart give it equal answers: offers, refusals, previews, phases,
events, limits of taking back and exports.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import pytest

from tests.rules.blind.field import CAMPAIGN, SHORT, board, position
from wab.engine import Chance, Event, Game, Order, Rolled
from wab.engine.kernel.game import Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import SIDES
from wab.systems.blind.state.steps import Exit
from wab.systems.blind.testing import unnoticed
from wab.testing.truths import Truth, difference
from wab.testing.walks import Moment

ORDERS: tuple[type[Order], ...] = get_args(od.BlindOrder)
EVENTS: tuple[type[Event], ...] = tuple(kind for kind in get_args(ev.BlindEvent) if kind is not Rolled)
_EAGER = {od.Call: 6, od.Declare: 8, od.Fight: 9, od.March: 2, od.Enter: 3, od.Refit: 2, od.Leave: 20}
"""Weights of orders in a walk, 1 for others: so that there is combat in it."""


def walk(game: Game[Any], seed: int, length: int) -> list[Moment]:
    """Random play that seeks combat."""
    chance, found = Chance(seed, "leaks"), list[Moment]()
    while game.to_act is not None and len(found) < length:
        offered = list(game.legal_orders())
        kinds = sorted({type(order) for order in offered}, key=lambda kind: kind.__name__)
        lots = [kind for kind in kinds for _ in range(_EAGER.get(kind, 1))]
        kind = lots[chance.below(len(lots))]
        of_kind = [order for order in offered if type(order) is kind]
        attacks = [order for order in of_kind if getattr(order, "attack", True)]
        order = (
            attacks[chance.below(len(attacks))] if attacks and chance.below(3) else of_kind[chance.below(len(of_kind))]
        )
        seat, state = game.to_act, game.state.copy()
        found.append(Moment(game, seat, state, order, game.play(order)))
    return found


def game_at(state: Any) -> Game[Any]:
    return Game(SYSTEM, Setup("blind", state.board.id, 1), state, observers=SIDES)


def late_positions() -> list[Any]:
    """Moments that a short walk does not reach: bombs, cutters, exits and what they bring, withdrawals, the port."""
    on = board()
    front = {"us_1_inf": "0509", "us_2_armd": "0609", "br_59_inf": "1405", "ge_91_inf": "0510", "ge_352_inf": "0511"}
    july = position(
        {**front, "us_101ab": "0705"}, turn=16, allied="0508 0608", captured=7, rp={"us": 3, "br": 3, "ge": 3}
    )
    august = position(
        {**front, "us_4_cav": "0117", "us_102_cav": "2809", "us_101ab": "0804"},
        turn=21, phase="allied_first", captured=19,
        boxes={"left": ("us_4_inf",), "coming": ("ge_331_inf", "ge_kg_343")},
        exits=(Exit(on.ids["us_4_inf"], 2, "east", 20, "allied_first", on.hex("2809")),),
        left_in={"any": 20, "us": 20, "east": 20}, air=5, port=2,
        stocks={"us": 0, "br": 9, "ge": 9},
    )  # fmt: skip
    bombs = position(front, turn=17, phase="allied_combat")
    repair = position({**front, "us_4_cav": "0402"}, turn=10, phase="port", port=3, rp={"us": 2, "br": 0, "ge": 0})
    last = position(
        {"us_4_cav": "0117", "ge_91_inf": "0510"},
        turn=25, phase="allied_second", boxes={"left": ("us_4_inf",)},
        exits=(Exit(on.ids["us_4_inf"], 2, "east", 20, "allied_first", on.hex("2809")),),
        allied=" ".join(on.grid.label(hex_) for hex_ in range(on.grid.size) if on.land[hex_]),
    )  # fmt: skip
    last.control[on.hex("0510")] = 2
    return [july, august, bombs, repair, last]


@cache
def moments() -> list[Moment]:
    """Moments of all kinds: of walks from the start, with and without optional placement, and from late positions."""
    found = []
    for seed, scenario, options in ((1, SHORT, {}), (2, SHORT, {"placement": "optional"}), (3, CAMPAIGN, {})):
        game = Game.start(SYSTEM, Setup("blind", scenario, seed, options), observers=SIDES)
        found += walk(game, seed, 150)
    for state in late_positions():
        found += walk(game_at(state), 4, 60)
    return found


@pytest.mark.slow("plays the walks")
def test_the_moments_show_every_order_and_event():
    played = {type(one.order) for one in moments()}
    happened = {type(event) for one in moments() for event in one.events}
    assert {kind.__name__ for kind in ORDERS if kind not in played} == set()
    assert {kind.__name__ for kind in EVENTS if kind not in happened} == set()


@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_knew_and_saw_is_what_it_knows(side):
    """Event by event."""
    for moment in moments():
        state = moment.state.copy()
        for event in moment.events:
            before, follows = state.copy(), SYSTEM.known(state, side)
            SYSTEM.apply(state, event)
            if isinstance(event, Rolled):
                continue
            seen = SYSTEM.witnessed(before, event, state, side)
            if seen is not None:
                SYSTEM.apply(follows, seen)
            assert SYSTEM.encode(follows) == SYSTEM.encode(SYSTEM.known(state, side)), event


def _of_kind(kind: type[Order]) -> list[Moment]:
    found = [moment for moment in moments() if type(moment.order) is kind]
    return found[:: max(1, len(found) // 3)][:3]


@pytest.mark.slow("asks two truths everything that a side can ask, for both sides, after each kind of order")
@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_two_truths_answer_alike(kind):
    told = 0
    for moment in _of_kind(kind):
        for side in SIDES:
            truth = Truth(moment.game, side, moment.state)
            for other in unnoticed(moment.state, side):
                chance = Chance(1, kind.__name__)
                assert difference(truth, other, (moment.order,), chance) == "", (moment.order, side)
                told += 1
    assert told
