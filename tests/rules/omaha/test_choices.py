"""Whole games with choices of the players (OMA-1-2, OMA-22-1): seats, bytes, accounts, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.omaha.printed import run
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.words.errors import UsageError
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.combat.german_arrivals import release_meyer
from wab.systems.omaha.movement.landing import effect_codes
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.setup import build_board, starting_state
from wab.systems.omaha.state.state import State

WAVES, EASY, DAY, BEYOND = (
    f"omaha/{name}" for name in ("the-first-waves", "easy-fox", "d-day-at-omaha-beach", "beyond-the-beach")
)
SEAT = {"east": "us/1st", "west": "us/29th"}
ALL = {
    "bombardment": "effective", "tanks": "carried", "pointe_du_hoc": "yes", "reaction": "better", "armour": "yes",
    "early_actions": "yes", "players": "2",
}  # fmt: skip


def begun(scenario: str, seed: int = 3, **options: str) -> Game[State]:
    return Game.start(SYSTEM, Setup("omaha", scenario, seed, options))


def fresh(scenario: str, turn: int, **options: str) -> State:
    """Return a game before its opening, at a turn."""
    state = starting_state(build_board(scenario), 3, options)
    state.changed(turn=turn, forces={})
    return state


def sector_of(state: State, order: Any) -> str:
    """The sector whose player an order of a shared phase concerns."""
    if isinstance(order, od.PlaceBase):
        return order.sector
    unit = getattr(order, "unit", None)
    return state.board.sector(order.hex) if unit is None else state.command(unit)


@pytest.mark.parametrize(("scenario", "last"), [(WAVES, 9), (BEYOND, 19)])
def test_each_order_of_two_players_is_the_seat_s_own(scenario, last):  # OMA-1-2
    played, chance = begun(scenario, players="2"), Chance(4, "orders")
    acted: dict[str, set[type[Any]]] = {seat: set() for seat in SYSTEM.seats(played.state)}
    while not SYSTEM.outcome(played.state) and played.state.turn <= last:
        state = played.state
        seat, offered = SYSTEM.to_act(state), list(SYSTEM.offered(state))
        order = offered[chance.below(len(offered))]
        assert seat is not None
        if state.now.phase in ("arrivals", "engineers", "works") and not isinstance(order, od.Done | od.Choose):
            assert seat == SEAT[sector_of(state, order)]
        if state.now.phase == "actions" and state.now.acting and not state.agenda:
            assert seat == SEAT[state.now.acting]
        acted[seat].add(type(order))
        played.play(order)
        assert SYSTEM.invariants(played.state) == []
    for kinds in acted.values():
        assert {od.PlaceInBox, od.Move, od.Done, od.Choose} <= kinds


def test_a_game_with_every_choice_goes_on_to_its_end():  # OMA-22-1
    played, chance = begun(DAY, 7, **ALL), Chance(2, "orders")
    while not SYSTEM.outcome(played.state):
        offered = list(SYSTEM.offered(played.state))
        played.play(offered[chance.below(len(offered))])
    assert SYSTEM.invariants(played.state) == []
    _accounts_agree(played.state)


def test_a_state_comes_back_from_its_bytes_with_its_choices():
    state = begun(DAY, **ALL).state
    back = SYSTEM.decode(SYSTEM.encode(state))
    assert back.now.options == dict(sorted(ALL.items()))
    assert SYSTEM.encode(back) == SYSTEM.encode(state)
    assert SYSTEM.setup_of(back).options == back.now.options


@pytest.mark.parametrize("scenario", [WAVES, EASY, DAY, BEYOND])
def test_what_a_scenario_does_not_know_is_refused_in_one_sentence(scenario):  # OMA-22-1
    known = SYSTEM.fitting(scenario, {})
    for name, (usual, other) in SYSTEM.options.items():
        if name in known:
            assert known[name] == (usual, other)
            assert SYSTEM.new_state(scenario, 1, {name: other}).chose(name, other)
        else:
            with pytest.raises(UsageError, match=rf"^There is no option '{name}'; there are: .*\.$"):
                SYSTEM.new_state(scenario, 1, {name: other})
    with pytest.raises(UsageError, match=r"^tanks cannot be 'fly'; it can be: swim, carried\.$"):
        SYSTEM.new_state(DAY, 1, {"tanks": "fly"})


# ---------------------------------------------------------------- points


def _accounts_agree(state: State) -> None:
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert sum(row.points["us"] for row in SYSTEM.accounts(state)) == outcome.points["us"]


@pytest.mark.parametrize("turn", [16, 32])
def test_accounts_are_the_points_at_the_end_at_ten_o_clock_and_after_a_catastrophe(turn):  # OMA-20.2-1, OMA-22-1
    state = fresh(DAY, turn, reaction="better", bombardment="effective", tanks="carried")
    bare = victory.points(state)
    lost = state.copy()
    run(lost, victory.catastrophe(lost))
    _accounts_agree(lost)
    run(state, victory.end_of_game(state) if turn == 32 else victory.check(state))
    _accounts_agree(state)
    outcome = SYSTEM.outcome(state)
    assert outcome is not None
    assert outcome.points == {"us": float(bare - 5 if turn == 32 else bare)}


# ---------------------------------------------------------------- carried tanks


@pytest.mark.parametrize(("bombardment", "first"), [("historical", 1), ("effective", 4)])
def test_carried_tanks_are_not_checked_in_two_turns(bombardment, first):  # OMA-22.2-1
    for turn in (first, first + 1, first + 2):
        state = fresh(WAVES, turn, tanks="carried", bombardment=bombardment)
        usual = fresh(WAVES, turn, bombardment=bombardment)
        for number, profile in state.board.roster.items():
            spared = profile.type == "tank" and profile.turn <= 1 and turn < first + 2
            assert effect_codes(state, number) == (None if spared else effect_codes(usual, number))


# ---------------------------------------------------------------- what the player sees of Meyer


def test_the_player_follows_the_markers_of_meyer_into_the_mobile_pool():  # OMA-9.5-1, OMA-22.4-1
    state = fresh(DAY, 16, reaction="better")
    seen = SYSTEM.known(state, "us")
    for event in release_meyer(state):
        told = SYSTEM.witnessed(state, event, state, "us")
        SYSTEM.apply(state, event)
        if told is not None:
            SYSTEM.apply(seen, told)
    assert seen.now.pools == SYSTEM.known(state, "us").now.pools
    assert (len(state.now.pools["meyer_marker"]), len(seen.now.pools["meyer_marker"])) == (2, 2)
