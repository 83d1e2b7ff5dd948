"""The lesson The First Hour, ours: who takes part, and what wins it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import run
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.state.setup import build_board, starting_state
from wab.systems.omaha.state.state import State

BOARD = build_board("omaha/the-first-hour")
COMPANIES = ("E/2/16", "F/2/16", "I/3/16", "L/3/16")


def begun(high: int, worn: int) -> State:
    """Return the last turn with some companies on high ground, and some down to a step."""
    state = starting_state(BOARD, 1)
    state.changed(turn=4)
    for number, key in enumerate(COMPANIES):
        hex_ = BOARD.hex("0706" if number < high else "0606")
        steps = 1 if number < worn else 3
        state.store(replace(state.unit(BOARD.ids[key]), hex=hex_, box="", steps=steps))
    return state


def test_four_companies_and_four_tanks_of_the_eastern_half():
    kinds = [profile.type for profile in BOARD.roster.values()]
    assert (kinds.count("infantry"), kinds.count("tank"), len(kinds)) == (4, 4, 8)
    assert set(COMPANIES) <= set(BOARD.ids)
    assert (BOARD.first, BOARD.last, BOARD.sectors, BOARD.scenario.ours) == (1, 4, ("east",), True)


@pytest.mark.parametrize(
    ("high", "worn", "level"),
    [(0, 0, "us_defeat"), (1, 0, "us_victory"), (2, 2, "us_victory"), (1, 3, "us_defeat"), (0, 3, "us_defeat")],
)
def test_a_company_on_high_ground_wins_unless_three_are_down_to_a_step(high, worn, level):
    state = begun(high, worn)
    run(state, victory.end_of_game(state))
    assert state.now.result is not None
    assert (state.now.result.level, state.now.result.points) == (level, {"us": float(high)})


def test_tanks_and_strongpoints_score_nothing():
    state = begun(0, 0)
    tank = next(number for number, profile in BOARD.roster.items() if profile.type == "tank")
    state.store(replace(state.unit(tank), hex=BOARD.hex("0706"), box=""))
    assert victory.points(state) == 0
