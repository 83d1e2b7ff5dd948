"""Effects of the calendar: weather by the dice, withdrawals, arrivals and where they enter (ledger 4.2.1, 8.3.1)."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from wab.engine import Dice, Rolled, draw
from wab.systems.operations.ground.weather import random_table, weather_of_turn
from wab.systems.operations.state.board import Entry
from wab.systems.operations.state.events import Arrived, Removed
from wab.systems.operations.testing.boards import campaign_tables, make_board
from wab.systems.operations.units.reinforcements import arrivals, departures, place_of_arrival

# ------------------------------------------------------------------------------------------------- weather


def drawn(b, turn):
    """The weather that is drawn for a turn, and how many dice it took."""
    happening, dice = weather_of_turn(b.state, turn), 0
    while True:
        try:
            dice += len(b.happen([next(happening)]))
        except StopIteration as end:
            return end.value, dice


def seed_showing(*rolls):
    """The lowest seed with which the weather dice begin with these percentages."""
    return next(
        seed
        for seed in range(10**6)
        if all(draw(seed, "weather", at, 100) + 1 == roll for at, roll in enumerate(rolls))
    )


def uncertain(row=None, turns=10):
    b = make_board([". ."], switches={"weather": "random"}, turns=turns, weather="rain")
    if row is not None:
        weather = replace(campaign_tables().weather, random={"june": row, "july": {"storm": 100}})
        object.__setattr__(b.board, "tables", replace(campaign_tables(), weather=weather))
    return b


@pytest.mark.clause("OPS-4.2.1-3")
@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
@pytest.mark.parametrize(
    ("roll", "weather"),
    [(1, "sunny"), (30, "sunny"), (31, "overcast"), (65, "overcast"), (66, "rain"), (92, "rain"), (93, "storm"),
     (100, "storm")],
)  # fmt: skip
def test_the_first_turn_is_drawn_on_the_row_of_its_month(roll, weather):
    b = uncertain({"sunny": 30, "overcast": 35, "rain": 27, "storm": 8})
    b.set(dice=Dice(seed_showing(roll)))
    assert drawn(b, 1) == (weather, 1)


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
@pytest.mark.parametrize(("roll", "weather"), [(1, "overcast"), (40, "overcast"), (41, "storm"), (100, "storm")])
def test_weather_that_a_row_leaves_out_does_not_come(roll, weather):
    b = uncertain({"overcast": 40, "storm": 60})
    b.set(dice=Dice(seed_showing(roll)))
    assert drawn(b, 1) == (weather, 1)


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
@pytest.mark.parametrize(("roll", "found"), [(30, ("rain", 1)), (31, ("sunny", 2))])
def test_from_the_second_turn_on_the_weather_may_last(roll, found):
    assert campaign_tables().weather.persistence == 30
    b = uncertain({"sunny": 100})
    b.set(dice=Dice(seed_showing(roll)))
    assert drawn(b, 2) == found


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
def test_the_month_is_that_of_the_turn_itself():
    b = uncertain({"sunny": 100}, turns=3)
    object.__setattr__(b.board, "dates", ("1944-06-29", "1944-06-30", "1944-07-01"))
    assert [random_table(b.state, turn) for turn in (1, 2, 3)] == [{"sunny": 100}, {"sunny": 100}, {"storm": 100}]
    assert not [event for event in weather_of_turn(b.state, 1) if not isinstance(event, Rolled)]


# ------------------------------------------------------------------------------------------------- who goes and comes


@pytest.mark.clause("OPS-T-REINF")
def test_a_unit_is_not_withdrawn_before_its_turn():
    b = make_board([". . . ."])
    early, late = b.place("infantry", 0), b.place("infantry", 1)
    object.__setattr__(b.board, "departures", ((4, late), (2, early)))
    found = {}
    for turn in (1, 2, 3, 4):
        b.set(turn=turn)
        found[turn] = b.happen(departures(b.state))
    assert found == {1: [], 2: [Removed(early, "withdrawn", 0)], 3: [], 4: [Removed(late, "withdrawn", 0)]}


def expecting(rows, *entries, **board):
    """A board that expects Allied regiments: pairs of turn and hex; it is turn 1."""
    b = make_board(rows, **board)
    units = []
    for _, hex_ in entries:
        units.append(b.place("infantry", hex_))
        b.remove(units[-1])
    found = tuple(Entry(turn, hex_, unit, 8, 0) for (turn, hex_), unit in zip(entries, units, strict=True))
    object.__setattr__(b.board, "entries", found)
    b.set(awaited=tuple(range(len(units))))
    return b, units


@pytest.mark.clause("OPS-8.3.1-2")
def test_one_who_comes_later_holds_up_nobody_behind_him_in_the_list():
    b, (_, first) = expecting([". . . ."], (3, 0), (1, 2))
    assert b.happen(arrivals(b.state)) == [Arrived(first, 1, 2)]


@pytest.mark.clause("OPS-8.3.1-3")
def test_one_who_finds_no_room_holds_up_nobody_behind_him_in_the_list():
    b, (_, second) = expecting([". . . . . . . . . ."], (1, 0), (1, 8))
    b.control("axis", 0, 1, 2, 3)
    assert b.happen(arrivals(b.state)) == [Arrived(second, 1, 8)]


FIELD = [". . . . ."] * 5
"""Hexes 0 to 24; hexes of the first and last row and column are the edge."""


def arrival(b):
    return place_of_arrival(b.state, b.board.entries[0])


@pytest.mark.clause("OPS-8.3.1-3")
def test_who_enters_at_the_edge_of_the_map_looks_along_the_edge():
    b, _ = expecting(FIELD, (1, 10))
    assert b.board.grid.distance(10, 11) == 1
    b.control("axis", 10, 5, 0)
    assert arrival(b) == 15, "not 11, which is as near, has a lower number and lies inland"


@pytest.mark.clause("OPS-8.3.1-3")
def test_who_enters_inland_looks_everywhere():
    b, _ = expecting(FIELD, (1, 11))
    b.control("axis", 11, 5, 6, 7)
    assert arrival(b) == 10
    b.control("axis", 10)
    assert arrival(b) == 12


@pytest.mark.clause("OPS-8.3.1-3")
def test_the_edge_of_the_area_in_play_is_an_edge_as_well():
    """Columns 0 and 1 are out of play: column 2 is the edge in the west, though its hexes have six neighbours."""
    b, _ = expecting([". . . . . . ."] * 7, (1, 23))
    in_play = np.ones(49, np.bool_)
    in_play[[row * 7 + col for row in range(7) for col in (0, 1)]] = False
    object.__setattr__(b.board, "in_play", in_play)
    near = sorted(b.board.grid.adjacent(23))
    b.control("axis", 23, *(hex_ for hex_ in near if hex_ < 23), *(hex_ for hex_ in near if hex_ % 7 < 2))
    assert b.board.grid.distance(23, 24) == 1
    assert arrival(b) in (30, 31)
    assert arrival(b) % 7 == 2
