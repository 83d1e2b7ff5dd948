"""The campaign (BLD-0, BLD-1), its sequence (BLD-2), its scenarios (BLD-20), and its data against the ledger."""

from __future__ import annotations

import pytest

from tests.rules.blind.field import (
    CAMPAIGN,
    SHORT,
    board,
    carried_out,
    hexes,
    number,
    of,
    play,
    position,
    rebuilt,
    unit,
    why,
)
from wab.content.blind import checks
from wab.content.blind.loader import load_forces, load_lines, load_tables, scenario_paths
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.game import Game, Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.sequence import victory
from wab.systems.blind.sequence.flow import TURN, next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.state import PHASES


def start(scenario, **options):
    return Game.start(SYSTEM, Setup("blind", scenario, 1, options)).state


@pytest.mark.clause("BLD-0-2")
@pytest.mark.clause("BLD-0-3")
@pytest.mark.clause("BLD-0-4")
@pytest.mark.clause("BLD-10-1")
def test_briefings_say_what_each_commander_is_after():
    words = board().scenario.briefing["en"]
    assert all(
        word in words for word in ("Falaise", "Montgomery", "Rundstedt, then Kluge, then Model", "Pas de Calais")
    )
    assert "Cherbourg would feed a whole army" in board(SHORT).scenario.briefing["en"]


@pytest.mark.clause("BLD-1-2")
@pytest.mark.clause("BLD-T-MAP")
def test_the_map_is_the_ledgers():
    on, rows = board(), rebuilt("BLD-T-MAP")
    assert (on.grid.size, on.map.km_per_hex) == (28 * 20, 10.0)
    for name, labels in rows["terrain_hexes"].items():
        if isinstance(labels, list):
            under = {label for label in labels if on.terrain(on.hex(label)) not in (name, "city", "beach")}
            assert under == set()
    for row in rows["sample_hexes"]:
        hex_ = on.hex(row["hex"])
        assert on.terrain(hex_) == row["terrain"]
        for other, rank in row.get("river", {}).items():
            side = on.map.river[hex_, on.grid.direction(hex_, on.hex(other))]
            assert side == {"none": 0, "minor": 1, "major": 2}[rank]
    for side in rows["seine_mouth"]["closed"]:
        assert not on.joined(*(on.hex(label) for label in side.split("-")))
    land = int(on.land.sum())
    assert land == 560 - 81 and int((on.map.river > 0).sum()) // 2 == 324 and int((on.map.road > 0).sum()) // 2 == 339


@pytest.mark.clause("BLD-1-3")
@pytest.mark.clause("BLD-T-COUNTERS")
def test_the_counters():
    tables, rows = load_tables(), rebuilt("BLD-T-COUNTERS")
    land = sum(-(-len(tables.types[unit_.type].fire) // 2) for unit_ in load_forces().values())
    assert (land, tables.support.air.count, len(tables.support.ships)) == (rows["land"], rows["air"], rows["naval"])


@pytest.mark.clause("BLD-1-4")
def test_dice_have_six_sides():
    target = board().hex("0510")
    placed = {"us_1_inf": ("0509", {"target": "0510"}), "ge_91_inf": "0510"}
    state = position(placed, phase="allied_combat", contacts={target: 1})
    (rolled,) = of(play(state, od.Fight(target)), Rolled)
    assert rolled.faces == 6 and len(rolled.results) == 1


@pytest.mark.clause("BLD-19-4")
@pytest.mark.clause("BLD-19-6")
@pytest.mark.clause("BLD-T-PLACES")
def test_places_and_their_points():
    lines = load_lines()
    by_kind = {kind: [place.vp for place in lines.places.values() if place.kind == kind]
               for kind in ("city", "major_town", "minor_town")}  # fmt: skip
    assert [len(points) for points in by_kind.values()] == [9, 6, 15]
    assert [sum(points) for points in by_kind.values()] == [46, 12, 15]
    rows = rebuilt("BLD-T-PLACES")
    assert {label: place.vp for label, place in lines.places.items()} == {
        row["hex"]: row["vp"] for kind in ("cities", "major_towns", "minor_towns") for row in rows[kind]
    }
    assert {key: list(fronts) for key, fronts in lines.fortified.items()} == {
        key: fronts for key, fronts in rows["fortified_front_from"].items() if key != "why"
    }


# ---------------------------------------------------------------- sequence


@pytest.mark.clause("BLD-2-2")
def test_the_ten_phases_in_their_order():
    assert [phase.id for phase in TURN.phases] == [*PHASES]
    assert [name for name in PHASES if name != "allied_air"] == [
        "port", "interdiction", "axis_first", "axis_combat", "allied_reserve", "axis_second", "allied_first",
        "allied_combat", "axis_reserve", "allied_second",
    ]  # fmt: skip


@pytest.mark.clause("BLD-2-5")
def test_the_turn_ends_after_the_second_allied_movement():
    state = position({"us_1_inf": "1005", "ge_91_inf": "2809"}, phase="allied_second", scenario=SHORT)
    events = carried_out(state, next_phase(state))
    assert of(events, ev.TurnBegan) == [ev.TurnBegan(3)] and state.now.phase == "interdiction"
    state = position({"us_1_inf": "1005", "ge_91_inf": "2809"}, phase="allied_second", scenario=SHORT, turn=8)
    (over,) = of(carried_out(state, next_phase(state)), ev.GameOver)
    assert over.outcome.level == "axis_major" and SYSTEM.to_act(state) is None


# ---------------------------------------------------------------- set-up


@pytest.mark.clause("BLD-3-3")
@pytest.mark.clause("BLD-20-3")
@pytest.mark.clause("BLD-20-4")
@pytest.mark.clause("BLD-20-5")
@pytest.mark.clause("BLD-T-SETUP")
def test_the_set_up_is_the_ledgers():
    state, rows = start(SHORT), rebuilt("BLD-T-SETUP")
    label, table = state.board.grid.label, load_tables().types
    own = {label(hex_) for hex_ in range(state.board.grid.size) if state.holds("allied", hex_)}
    assert own == set(rows["allied_controlled_hexes"])
    for side, key in (("allied", "allied"), ("axis", "german")):
        found = sorted((label(one.hex), state.profile(one.id).type, one.steps) for one in state.units_of(side))
        assert found == sorted(
            (row["hex"], row["row"], len(table[row["row"]].fire) - row["lost_steps"]) for row in rows[key]
        )
    for key in ("us_82ab", "us_101ab", "br_6ab"):
        assert unit(state, key).steps == 2


@pytest.mark.clause("BLD-20-2")
@pytest.mark.clause("BLD-T-OPTIONAL")
def test_the_optional_placement():
    state = start(SHORT, placement="optional")
    assert SYSTEM.phase(state) == "placement" and SYSTEM.to_act(state) == "allied"
    assert unit(state, "ge_91_inf").hex == state.board.hex("0504")
    assert state.holds("allied", state.board.hex("0604")) and state.holds("allied", state.board.hex("0905"))
    assert why(state, od.Place(number(state, "us_82ab"), *hexes(state, "0603"))) == "no-place"
    (placed,) = play(state, od.Place(number(state, "us_82ab"), *hexes(state, "0604")))
    assert SYSTEM.witnessed(state, placed, state, "axis") is None
    play(state, od.Done())
    assert SYSTEM.to_act(state) == "axis"
    assert why(state, od.Place(number(state, "us_rangers"), *hexes(state, "0905"))) == "no-place"
    play(state, od.Place(number(state, "ge_12_ss_pz"), *hexes(state, "1610")))
    assert number(state, "ge_12_ss_pz") not in state.box("coming")
    play(state, od.Done())
    assert (SYSTEM.turn(state), SYSTEM.phase(state)) == (1, "interdiction")


@pytest.mark.clause("BLD-20-1")
@pytest.mark.clause("BLD-20-6")
@pytest.mark.clause("BLD-20-8")
@pytest.mark.clause("BLD-T-VICTORY")
def test_two_scenarios_of_the_source():
    turns = {info.id: info.turns for info in SYSTEM.scenarios()}
    assert (turns[SHORT], turns[CAMPAIGN]) == (8, 25)
    names = {str(SYSTEM.names[level]).replace(" victory", ""): level for level in SYSTEM.names if "_" in level}
    names["draw"] = "draw"
    bands = {
        "short": rebuilt("BLD-T-VICTORY")["short_turn_8"],
        "campaign": rebuilt("BLD-T-VICTORY")["campaign_turn_25"],
    }
    for key, rows in bands.items():
        for row in rows:
            for points in (max(row["vp"][0], -5), min(row["vp"][1], 400)):
                assert load_tables().victory[key].level(points) == names[row["level"]]


def ending(turn, points, **options):
    """The end of a campaign turn with so many points; None if the game goes on."""
    state = position({}, turn=turn, phase="allied_second", scored={"east": points}, options=options)
    events = list(victory.end_of_turn(state))
    return events[0].outcome if events else None


@pytest.mark.clause("BLD-20-9")
@pytest.mark.clause("BLD-20-11")
def test_the_campaign_ends_early_with_175_points():
    assert [ending(turn, 175).level for turn in (19, 20, 22, 23, 24)] == [
        "allied_major", "allied_substantial", "allied_substantial", "allied_minor", "allied_minor",
    ]  # fmt: skip
    assert ending(24, 174) is None and ending(19, 175, early_end="off") is None
    assert ending(19, 175).winner == "allied"


@pytest.mark.clause("BLD-20-10")
def test_the_last_turn_is_graded_by_all_points():
    found = [ending(25, points).level for points in (215, 214, 175, 174, 100, 99, 25, 24)]
    assert found == ["allied_minor", "draw", "draw", *["axis_minor"] * 2, *["axis_substantial"] * 2, "axis_major"]
    assert ending(25, 200).winner is None and ending(25, 24).winner == "axis"


# ---------------------------------------------------------------- data


def test_scenario_files_are_sound():
    for path in scenario_paths():
        assert list(SYSTEM.problems(path)) == []
    assert SYSTEM.damaged() == () and set(checks.OPTIONS) == set(SYSTEM.options)


def test_what_mattered_in_a_turn_is_told():
    began = position({"us_1_inf": "1005", "ge_91_inf": "2809"})
    ended = began.copy()
    take_ground(ended, ended.board.hex("1206"), "allied")
    (cause,) = SYSTEM.turning_points(began, ended, ())
    assert str(cause.words) == "The Allies take Bayeux (1206): 1 point."
