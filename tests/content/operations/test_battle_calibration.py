"""The grand battle against history (OPS-T-VP-BATTLE): its dates make a draw, ten days either way decide.

The days on which places changed hands (history/captures.yaml) are played into the game's own scoring, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest

from wab.content.normandy.history import Capture, held_on, load_captures
from wab.content.operations.battle import BattleObjective, last_day_of, load_battle
from wab.content.operations.loader import load_battle_map, load_scenario, scenario_path
from wab.content.operations.shapes import Margins, Side
from wab.systems.operations.sequence import victory
from wab.systems.operations.state.setup import build_board, starting_state
from wab.systems.operations.state.state import State
from wab.systems.operations.testing.boards import BoardBuilder, ledger_examples, ledger_tables

GRAND_BATTLE = "operations/the-battle-of-normandy"

HolderOn = Callable[[BattleObjective, str], Side]


def ledger_table() -> dict:
    return ledger_tables()["OPS-T-VP-BATTLE"]["rebuild"]


def losses() -> dict[str, int]:
    return dict(ledger_examples()["OPS-X-39"]["given"]["hp_lost"])


def margins() -> Margins:
    return load_scenario(scenario_path(GRAND_BATTLE)).victory.margins


def in_history(objective: BattleObjective, day: str) -> Side:
    return held_on(load_captures()[objective.capture], day)


def shifted(days: int) -> HolderOn:
    """History with every change of hands so many days later (earlier where negative)."""

    def holder(objective: BattleObjective, day: str) -> Side:
        then = date.fromisoformat(day) - timedelta(days=days)
        return in_history(objective, then.isoformat())

    return holder


def played(holder_on: HolderOn) -> tuple[State, list[int]]:
    """The grand battle scored to its end, losses as in history, and the Allied lead after every turn.

    Only its objectives change hands: the armies stay where they are set up.
    """
    battle, board = load_battle(), build_board(GRAND_BATTLE)
    b = BoardBuilder(board, starting_state(board, seed=1))
    leads = []
    for turn in range(1, len(battle.calendar) + 1):
        b.set(turn=turn)
        day = last_day_of(battle, turn)
        for scored, objective in zip(board.objectives, battle.objectives, strict=True):
            b.control(holder_on(objective, day), scored.hex)
        b.happen(victory.score_of_turn(b.state))
        totals = victory.points(b.state)
        leads.append(totals["allied"] - totals["axis"])
    b.happen(victory.score_at_end(b.state))
    b.set(hp_lost=losses())
    return b.state, leads


def test_the_scenario_has_the_objectives_the_calendar_and_the_margins_that_are_calibrated() -> None:
    battle, scenario = load_battle(), load_scenario(scenario_path(GRAND_BATTLE))
    assert [(o.hex, o.per_turn, o.at_end, o.scores_for) for o in scenario.objectives] == [
        (o.hex, o.value, o.value * battle.end_factor, "both") for o in battle.objectives
    ]
    assert list(scenario.dates) == [turn.first for turn in battle.calendar]
    rules, levels = scenario.victory, ledger_table()["levels"]
    assert (rules.points_per_hp.allied, rules.points_per_hp.axis) == (1, 1)
    assert (rules.handicap.allied, rules.handicap.axis) == (0, 0)
    assert [getattr(rules.margins, level) for level in ("draw", "marginal", "tactical")] == [
        levels[level]["margin"][1] for level in ("draw", "marginal", "tactical")
    ]


@pytest.mark.clause("OPS-X-39")
@pytest.mark.clause("OPS-9.2.4-2")
@pytest.mark.clause("OPS-T-VP-BATTLE")
def test_history_on_its_dates_makes_a_draw_of_the_grand_battle() -> None:
    example = ledger_examples()["OPS-X-39"]
    state, _ = played(in_history)
    end = victory.final_end(state)
    assert end.points == {side: example["expect"][side] for side in ("allied", "axis")}
    assert (end.level, end.winner) == (example["expect"]["result"], None)
    assert abs(end.points["allied"] - end.points["axis"]) <= margins().draw / 4  # the middle of the band, not its edge


@pytest.mark.clause("OPS-9.2.4-2")
@pytest.mark.parametrize(("days", "winner"), [(-10, "allied"), (10, "axis")])
def test_ten_days_before_or_behind_history_are_at_least_a_tactical_victory(days: int, winner: str) -> None:
    end = victory.final_end(played(shifted(days))[0])
    loser = "axis" if winner == "allied" else "allied"
    assert end.points[winner] - end.points[loser] > margins().marginal
    assert (end.winner, end.level in ("tactical", "decisive")) == (winner, True)


@pytest.mark.clause("OPS-9.2.4-2")
@pytest.mark.parametrize(("days", "winner"), [(-4, "allied"), (4, "axis")])
def test_two_turns_before_or_behind_history_are_no_draw(days: int, winner: str) -> None:
    end = victory.final_end(played(shifted(days))[0])
    assert (end.winner, end.level != "draw") == (winner, True)


@pytest.mark.clause("OPS-9.2.4-3")
def test_the_axis_leads_the_grand_battle_at_first_and_the_end_decides() -> None:
    battle = load_battle()
    state, leads = played(in_history)
    assert all(lead < 0 for lead in leads)
    assert leads.index(min(leads)) > len(leads) / 2  # the lead grows past the middle, then melts
    by_objectives = state.earned["allied"] - state.earned["axis"]
    at_end = sum(objective.value for objective in battle.objectives) * battle.end_factor
    assert by_objectives - leads[-1] == at_end > 0


@pytest.mark.clause("OPS-T-VP-BATTLE")
def test_the_reckoning_of_the_ledger_is_that_of_the_dates() -> None:
    battle, check = load_battle(), ledger_table()["balance_check"]
    assert sum(objective.value for objective in battle.objectives) == check["sum_of_v"]
    state, leads = played(in_history)
    by_turns = {side: state.earned[side] for side in ("allied", "axis")}
    by_turns["allied"] -= check["allied_end_points"]
    assert by_turns == {
        "allied": check["allied_turn_points_on_historical_dates"],
        "axis": check["axis_turn_points_on_historical_dates"],
    }
    assert by_turns["allied"] - by_turns["axis"] == leads[-1]


@pytest.mark.clause("OPS-T-VP-BATTLE")
def test_the_objectives_of_the_grand_battle_are_the_ledger_s_and_stand_on_their_places() -> None:
    mine = load_battle().objectives
    rows = [(row["lat"], row["lon"], row["v"], row["h"]) for row in ledger_table()["objectives"]]
    assert [(o.lat, o.lon, o.value, o.freed) for o in mine] == rows
    battle_map = load_battle_map()
    hexes = [o.hex for o in mine]
    assert len(set(hexes)) == len(hexes)
    for objective, hex_ in zip(mine, hexes, strict=True):
        assert battle_map.grid.distance(hex_, battle_map.hex_of(objective.lon, objective.lat)) <= 1, objective.name
        assert battle_map.terrain_name(hex_) not in ("sea", "estuary_flats"), objective.name


def test_an_objective_off_the_map_is_scored_where_its_road_leaves_the_map() -> None:
    captures, grid = load_captures(), load_battle_map().grid
    exits = [o for o in load_battle().objectives if captures[o.capture].off_map]
    assert [o.capture for o in exits] == ["evreux"]
    assert all(grid.row_col(o.hex)[1] == grid.cols - 1 for o in exits)


def near(capture: Capture, objective: BattleObjective) -> bool:
    return abs(capture.lat - objective.lat) < 0.02 and abs(capture.lon - objective.lon) < 0.02


def test_every_objective_goes_by_the_record_of_its_own_place() -> None:
    captures = load_captures()
    on_map = [o for o in load_battle().objectives if not captures[o.capture].off_map]
    assert all(near(captures[o.capture], o) for o in on_map)


def fates() -> Iterator[tuple[str, list[str]]]:
    for objective in load_battle().objectives:
        yield objective.capture, [change.to for change in load_captures()[objective.capture].changes]


def test_mortain_and_villers_bocage_alone_change_hands_more_than_once() -> None:
    again = {capture: to for capture, to in fates() if len(to) > 1}
    assert again == {"mortain": ["allied", "axis", "allied"], "villers_bocage": ["allied", "axis", "allied"]}


def test_german_units_lose_quality_and_allied_ones_gain_it() -> None:
    board = build_board(GRAND_BATTLE)
    grades = ("conscript", "experienced", "veteran", "elite")
    now = {unit: profile.quality for unit, profile in board.roster.items()}
    steps: dict[str, set[int]] = {"allied": set(), "axis": set()}
    for regrading in board.regradings:
        for unit, profile in regrading.profiles.items():
            steps[profile.side].add(grades.index(profile.quality) - grades.index(now[unit]))
            now[unit] = profile.quality
    assert max(steps["axis"]) == 0 and min(steps["axis"]) == -2
    assert min(steps["allied"]) >= 0 and max(steps["allied"]) == 1
