"""Weather (ledger sections 4.2.1 and 4.2.3)."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

import wab
from wab.content.operations.loader import load_scenario, scenario_path
from wab.content.operations.shapes import Weather
from wab.engine import DataError, Dice, Rolled, UsageError
from wab.systems.operations.ground.weather import WEATHERS, movement_percent, random_table, weather_of_turn
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.sequence import flow
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.testing.boards import ledger_tables

KINDS = {
    "armoured": "armour",
    "mechanised": "mechanised",
    "infantry": "infantry",
    "other": "artillery",
    "commander": "commander",
}


def rows():
    rebuild = ledger_tables()["OPS-T-WEATHER-MOVE"]["rebuild"]
    for name, row in sorted(rebuild["rows"].items()):
        for weather, percent in zip(rebuild["columns"], row["pct"], strict=True):
            yield name, weather, percent


def let(b, turn):
    """The weather of a turn and the dice that it took."""
    happening, rolls = weather_of_turn(b.state, turn), []
    while True:
        try:
            rolled = next(happening)
        except StopIteration as end:
            return end.value, rolls
        b.happen([rolled])
        rolls.append(rolled)


@pytest.mark.clause("OPS-4.2.3-1")
@pytest.mark.clause("OPS-T-WEATHER-MOVE")
@pytest.mark.parametrize(("row", "weather", "percent"), list(rows()))
def test_percentages_are_those_of_the_table(board, row, weather, percent):
    side, _, group = row.partition("_")
    b = board([". ."], weather=weather)
    unit = b.place(KINDS[group], 0, side, movement=10)
    assert movement_percent(b.state, b.state.profile(unit)) == percent
    assert allowance(b.state, unit) == 20 * percent // 100


@pytest.mark.clause("OPS-4.2.3-2")
def test_a_storm_slows_all_armour_and_axis_mechanised_only(board):
    b = board([". ."], weather="storm")
    slowed = {
        (side, kind): allowance(b.state, b.place(kind, hex_, side, movement=10)) < 20
        for hex_, side in enumerate(("allied", "axis"))
        for kind in ("armour", "mechanised", "infantry")
    }
    assert [key for key, slow in slowed.items() if slow] == [
        ("allied", "armour"),
        ("axis", "armour"),
        ("axis", "mechanised"),
    ]


@pytest.mark.clause("OPS-4.2.3-3")
@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_clear_skies_slow_all_germans_and_no_ally(board, kind):
    b = board([". ."], weather="rain")
    german, ally = b.place(kind, 0, "axis", movement=10), b.place(kind, 1, movement=10)
    best = allowance(b.state, german)
    for weather in ("sunny", "overcast"):
        b.set(weather=weather)
        assert allowance(b.state, german) < best
        assert allowance(b.state, ally) == 20
    b.set(weather="storm")
    assert allowance(b.state, german) <= best


@pytest.mark.clause("OPS-T-WEATHER-MOVE")
@pytest.mark.parametrize(("movement", "halves"), [(6, 9), (5, 7), (1, 2), (0, 0)])
def test_the_result_is_rounded_down_to_half_points_and_at_least_one(board, movement, halves):
    b = board([". ."], weather="sunny")
    unit = b.place("infantry", 0, "axis", movement=movement)  # 75 percent
    assert allowance(b.state, unit) == halves


@pytest.mark.clause("OPS-4.2.1-2")
@pytest.mark.parametrize("switch", ["fixed", "historical"])
def test_the_weather_of_the_list_needs_no_dice(board, switch):
    b = board([". ."], switches={"weather": switch}, turns=3)
    object.__setattr__(b.board, "weather_by_turn", ("storm", "rain", "sunny"))
    assert [let(b, turn) for turn in (1, 2, 3)] == [("storm", []), ("rain", []), ("sunny", [])]


@pytest.mark.clause("OPS-4.2.1-3")
@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
def test_random_weather_follows_the_table(board):
    b = board([". ."], switches={"weather": "random"})
    expected = dict(
        zip(WEATHERS, ledger_tables()["OPS-T-WEATHER-RANDOM"]["rebuild"]["rows"]["june"]["pct"], strict=True)
    )
    assert random_table(b.state, 1) == expected
    count: Counter[str] = Counter()
    for seed in range(2000):
        b.set(dice=Dice(seed))
        weather, rolls = let(b, 1)
        count[weather] += 1
        assert len(rolls) == 1 and isinstance(rolls[0], Rolled) and rolls[0].faces == 100
    for weather, percent in expected.items():
        assert abs(count[weather] / 20 - percent) < 4


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
def test_the_weather_may_last(board):
    b = board([". ."], switches={"weather": "random"}, weather="storm")
    lasted = 0
    for seed in range(1000):
        b.set(dice=Dice(seed))
        weather, rolls = let(b, 2)
        if len(rolls) == 1:
            assert weather == "storm" and rolls[0].total <= 30
            lasted += 1
        else:
            assert rolls[0].total > 30
    assert 250 < lasted < 350


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
def test_a_scenario_may_have_a_row_of_its_own(board):
    b = board([". ."], switches={"weather": "random"})
    object.__setattr__(b.board, "random_weather", "thwarted_landing")
    rows_ = ledger_tables()["OPS-T-WEATHER-RANDOM"]["rebuild"]["rows"]
    assert list(random_table(b.state, 1).values()) == rows_["thwarted_landing"]["pct"]


@pytest.mark.clause("OPS-T-WEATHER-RANDOM")
@pytest.mark.parametrize(("day", "month"), [("1944-06-30", "june"), ("1944-07-01", "july"), ("1944-08-25", "august")])
def test_weather_is_drawn_on_the_row_of_the_month(board, day, month):
    b = board([". ."], switches={"weather": "random"}, turns=1)
    object.__setattr__(b.board, "dates", (day,))
    assert (
        list(random_table(b.state, 1).values())
        == ledger_tables()["OPS-T-WEATHER-RANDOM"]["rebuild"]["rows"][month]["pct"]
    )


@pytest.mark.clause("OPS-4.2.1-3")
def test_a_row_that_is_not_in_the_table_is_refused_with_the_nearest(tmp_path):
    path = tmp_path / "foul.yaml"
    path.write_text(
        "random_weather: thwarted_landin\n" + scenario_path("operations/to-the-sea").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    with pytest.raises(DataError, match=r"foul.yaml:1: random_weather: .*thwarted_landing"):
        load_scenario(path)


@pytest.mark.clause("OPS-4.2.1-1")
def test_four_kinds_of_weather_and_one_for_a_whole_turn(board):
    assert set(WEATHERS) == set(get_args(Weather)) == {"sunny", "overcast", "rain", "storm"}
    b = board([". . ."], impulses=2, turns=2)
    object.__setattr__(b.board, "weather_by_turn", ("storm", "rain"))
    for place, side in ((0, "allied"), (2, "axis")):
        b.place("infantry", place, side)
    b.happen(flow.open_game(b.state))
    seen = [b.state.weather]
    for _ in range(4):
        b.happen(flow.execute(b.state, Pass()))
        seen.append(b.state.weather)
    assert seen == ["storm"] * 4 + ["rain"]


FIXED = "operations/causeway-to-carentan"


def weathers(game):
    """The weather of every turn, both sides passing."""
    found = [game.state.weather]
    while game.to_act:
        turn = game.turn
        game.play(Pass())
        if game.to_act and game.turn != turn:
            found.append(game.state.weather)
    return found


@pytest.mark.clause("OPS-4.2.1-2")
@pytest.mark.clause("OPS-4.2.1-3")
def test_players_may_have_the_weather_drawn_in_any_scenario():
    listed = weathers(wab.new_game(FIXED, seed=1))
    assert listed == list(wab.new_game(FIXED).state.board.weather_by_turn)
    assert weathers(wab.new_game(FIXED, seed=1, options={"weather": "historical"})) == listed
    drawn = {tuple(weathers(wab.new_game(FIXED, seed=seed, options={"weather": "random"}))) for seed in range(6)}
    assert len(drawn) > 2


@pytest.mark.clause("OPS-4.2.1-3")
def test_the_choice_of_weather_is_part_of_the_state_and_of_a_save(tmp_path):
    game = wab.new_game(FIXED, seed=3, options={"weather": "random"}, observers=("axis",))
    game.play(Pass())
    system = game.system
    assert system.decode(system.encode(game.state)).weather_rule == "random"
    assert game.view("axis").sample(1).state.weather_rule == "random"
    assert game.digest() != wab.new_game(FIXED, seed=3).digest()
    game.save(tmp_path / "x.wab")
    again = wab.load(tmp_path / "x.wab")
    assert weathers(again) == weathers(game)


@pytest.mark.parametrize(
    ("options", "words"), [({"weather": "foul"}, "historical, random"), ({"wether": "random"}, "there are: weather")]
)
def test_unknown_options_and_values_are_refused_with_what_there_is(options, words):
    with pytest.raises(UsageError, match=words):
        wab.new_game(FIXED, options=options)
