"""Worked examples of the ledger that no chapter's test carries out, clauses about the whole, and examples of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rules.omaha.playing import acting, at, tasks
from tests.rules.omaha.printed import ALONE, BOARD, CARDS, FIELDS, TABLES, card, example, game, label, of, run
from wab.content.omaha.loader import PACK
from wab.engine.words.text import Text
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.combat.attack import Assault, Defence, read
from wab.systems.omaha.combat.fire import shooters, terms
from wab.systems.omaha.combat.german_actions import action_of, can_appear, in_order
from wab.systems.omaha.combat.german_arrivals import spots
from wab.systems.omaha.ground.control import controlled, linked_hexes, occupied, us_lines
from wab.systems.omaha.ground.terrain import has_uncleared
from wab.systems.omaha.movement import landing
from wab.systems.omaha.sequence import flow, victory
from wab.systems.omaha.sequence.decisions import TASKS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.setup import build_board, set_up, starting_state
from wab.systems.omaha.state.state import State, Unit, turn_box
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.telling import journal

OURS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("examples_own.yaml").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- worked examples


@pytest.mark.clause("OMA-10.11-1", "OMA-X-45")
def test_arrowed_markers_stand_for_all_hexes_between_them():
    given, expect = example(45)
    first, last = (int(name) for name in given["arrowed_markers"])
    hexes = [*given["plain_markers"], *(f"{number:04}" for number in range(first, last + 1))]
    assert sorted(hexes) == sorted(expect["cleared"])
    state = game(4)
    run(state, [ev.Cleared(at(name)) for name in hexes])
    assert not any(has_uncleared(state, at(name)) for name in expect["cleared"])
    assert all(has_uncleared(state, at(name)) for name in expect["not_cleared"])


@pytest.mark.clause("OMA-22.1-1", "OMA-X-71")
def test_units_come_later_after_a_bombardment():
    given, expect = example(71)
    state = starting_state(build_board("omaha/d-day-at-omaha-beach"), 1, {"bombardment": "effective"})
    for row, turn in zip(given, expect, strict=True):
        units = [one.id for one in state.board.roster.values() if one.turn == row["printed_turn"]]
        rows = TABLES.variants.bombardment
        assert row["printed_turn"] + rows.later[row["printed_turn"] >= rows.before] == turn
        assert all(state.unit(unit).box == turn_box(turn) for unit in units)


# ---------------------------------------------------------------- clauses about the whole


@pytest.mark.clause("OMA-1-3")
def test_twelve_hours():
    assert [TABLES.turns.clock(turn) for turn in (1, 2, 16, 17, 18, 32)] == [
        "06:15", "06:30", "10:00", "10:15", "10:45", "17:45",
    ]  # fmt: skip


@pytest.mark.clause("OMA-2.1-4")
def test_the_profile_of_the_beach():
    heights = BOARD.content.map.elevation
    assert heights is not None
    sand = [float(heights[hex_]) for hex_ in range(BOARD.grid.size) if BOARD.beach[hex_]]
    assert max(sand) - min(sand) < 5.5
    assert max(float(heights[hex_]) for hex_ in range(BOARD.grid.size)) > 50
    text = build_board("omaha/the-first-hour").scenario.briefing
    assert "450" in text["en"] and "450" in text["fr"]


@pytest.mark.clause("OMA-2.1-14")
def test_an_empty_position_does_nothing_before_the_extended_game():
    state = game(16)
    assert not [*(one for shown in CARDS for one in shooters(FIELDS, shown, "east", {}, terms(state)))]
    assert not state.acts
    state.changed(turn=17)
    assert state.acts


@pytest.mark.clause("OMA-2.1-18", "OMA-2.1-20")
def test_the_tracks_hold_units_and_cards():
    state = SYSTEM.new_state(BOARD.id, 1, {})
    due = {profile.id for profile in BOARD.roster.values() if profile.turn == 5}
    assert {unit.id for unit in state.boxed(turn_box(5))} == due
    run(state, SYSTEM.open(state))
    shown = [purpose for purpose, _ in state.now.track]
    assert "fireeast" in shown and "firewest" in shown
    cards = [card for _, card in state.now.track]
    run(state, [ev.TurnEnded()])
    assert not state.now.track and set(cards) <= set(state.now.discards)


@pytest.mark.clause("OMA-2.1-25")
def test_two_more_tracks_from_turn_17():
    state = acting(turn=17)
    assert not state.now.posts and not state.now.bases
    run(state, [ev.PostSet(of("16__HQ"), 0), ev.BaseSet("east", at("0711"), 0)])
    tracks = TABLES.tracks
    assert tracks.command[state.now.posts[of("16__HQ")]] == 1 and tracks.engineer[state.now.bases[0].box] == 0


@pytest.mark.clause("OMA-2.2-1", "OMA-2.21-10", "OMA-2.25-1")
def test_only_us_units_have_steps_and_names_are_history():
    assert not {"steps", "full"} & set(Force.__struct_fields__)
    assert all(profile.full > 0 or profile.leader for profile in BOARD.roster.values())
    named = {key for key in BOARD.ids if key in TABLES.limits.no_ranger_drift}
    assert named == {"C/2R"}
    markers = {"disrupted", "climb", "hero", "acted", "command", "wounded"}
    assert markers <= set(Unit.__struct_fields__)


@pytest.mark.clause("OMA-2.4-1")
def test_every_table_is_there():
    names = {"landing", "fire", "terrain", "types", "attack", "barrage", "actions", "turns", "tracks", "variants"}
    assert names <= set(type(TABLES).__struct_fields__)


@pytest.mark.clause("OMA-5.13-3")
@pytest.mark.parametrize(("turn", "asked"), [(14, True), (15, False)])
def test_rangers_cannot_drift_by_choice_once_no_card_is_read_for_them(turn: int, asked: bool):
    state = game(turn, EF_5R="DG2")
    effect = landing.effect_codes(state, of("EF_5R"))
    assert (effect is not None) is asked


@pytest.mark.clause("OMA-6-3")
def test_the_western_card_is_drawn_after_the_eastern_fire():
    state = game(3, {"0812": ALONE, "0721": ALONE})
    state.changed(phase="event")
    run(state, flow.next_phase(state, "event"))
    told = []
    while state.agenda:
        first = state.agenda[0]
        assert isinstance(first, Task)
        told += run(state, TASKS[first.name](state, first))
        if isinstance(state.agenda[0] if state.agenda else None, Task) and state.agenda[0].name == "fire" and told:
            assert {event.sector for event in told if isinstance(event, ev.CardDrawn)} == {"east"}
    assert [event.sector for event in told if isinstance(event, ev.CardDrawn)] == ["east", "west"]


@pytest.mark.clause("OMA-7-2")
def test_the_actions():
    state = acting("east", E_2_16=("0513", {"disrupted": True}), F_2_16="0714")
    for kind in (od.Move, od.Climb, od.Recover, od.Attack, od.Barrage, od.NavalBarrage):
        assert kind in SYSTEM.decisions.table["actions"].answers
    assert state.now.stage == "actions"


@pytest.mark.clause("OMA-11-1")
def test_leaders_have_no_steps_and_take_no_room():
    state = game(6, E_2_16="0714", F_2_16="0714", **{"16__HQ": "0714", "Wyman": "0714"})
    assert len(state.us_in(at("0714"))) == 2 and len(state.leaders_in(at("0714"))) == 2
    assert all(not state.profile(unit.id).full for unit in state.leaders_in(at("0714")))
    tasks(state, Task("overstack"))
    assert len(state.stacks[at("0714")]) == 4


@pytest.mark.clause("OMA-12-1", "OMA-12.3-1")
def test_us_units_control_and_need_no_lines_to_act():
    state = acting("east", forces={"0812": ALONE}, E_2_16="1114")
    assert controlled(state)[at("1114")] and controlled(state).sum() > occupied(state).sum()
    assert not us_lines(state)[at("0812")]
    assert list(SYSTEM.groups(state, of("E_2_16")))


@pytest.mark.clause("OMA-12.2-1", "OMA-16.3-3")
def test_arrivals_need_communication_and_an_empty_position():
    place = next(one for one in BOARD.positions.values() if one.number and not one.wn)
    state = game(18)
    (hex_,) = place.hexes
    state.changed(linked=linked_hexes(state))
    assert spots(state, [hex_]) and can_appear(state, place)
    around = {
        f"{name}": label(there)
        for name, there in zip(
            ("E_2_16", "F_2_16", "G_2_16", "I_3_16", "K_3_16", "L_3_16"), BOARD.grid.adjacent(hex_), strict=False
        )
    }
    cut = game(18, **around)
    cut.changed(linked=linked_hexes(cut))
    assert not spots(cut, [hex_]) and not can_appear(cut, place)
    held = game(18, E_2_16=label(hex_))
    held.changed(linked=(hex_,))
    assert not can_appear(held, place)
    state.changed(garrisons=(hex_,))
    assert not can_appear(state, place)


@pytest.mark.clause("OMA-16.33-1")
def test_the_higher_number_is_first():
    two = [BOARD.positions[name].hexes[0] for name in ("C2", "C4")]
    state = game(18, {label(hex_): ALONE for hex_ in two})
    colours = {BOARD.positions[name].colour for name in ("C2", "C4")}
    found = [
        one.id
        for card_ in CARDS
        if colours <= {sign[0] for sign in card_.fire}
        for one, _ in in_order(state, BOARD.positions["C2"].sector, card_, bool)
    ]
    if len(colours) == 2:
        assert not found or found.index("C4") < found.index("C2")
    order = sorted(("C2", "C4"), key=lambda name: -BOARD.positions[name].number)
    assert order == ["C4", "C2"]


@pytest.mark.clause("OMA-19.1-2")
def test_a_hint_advises_one_base_near_each_draw():
    assert any("One base near each" in hint.text["en"] for hint in PACK.hints())


@pytest.mark.clause("OMA-19.3-4")
def test_a_garrison_falls_only_to_an_advance():
    origin, target = (BOARD.positions[name].hexes[0] for name in ("B1", "A7"))
    state = game(18, {label(origin): ALONE})
    state.changed(garrisons=(target,))
    tasks(state, Task("push", hexes=(origin, target)))
    assert not state.now.garrisons and target in state.now.forces


@pytest.mark.clause("OMA-21.1-8")
def test_four_batteries_are_active_at_ten():
    state = starting_state(build_board("omaha/beyond-the-beach"), 1)
    run(state, set_up(state))
    assert len(state.board.batteries) == 4
    assert isinstance(journal.told(state, ev.TurnBegan(17)), Text)


# ---------------------------------------------------------------- ours


def forces_of(rows: dict[str, str]) -> dict[str, Force]:
    """German forces by hex: "unit", "unit marker", with "!" if disrupted and "?" face down."""
    found = {}
    for name, words in rows.items():
        unit, *marker = words.rstrip("!").split()
        found[name] = Force(unit, marker[0] if marker else None, disrupted=words.endswith("!"))
    return found


def steps_lost(before: State, after: State) -> dict[str, int]:
    """The steps that each unit has lost, by its key."""
    had = {unit.id: unit.steps for unit in before.everyone()}
    return {
        BOARD.roster[unit.id].key: had[unit.id] - unit.steps for unit in after.everyone() if had[unit.id] > unit.steps
    }


@pytest.mark.parametrize("number", range(len(OURS["fire"])))
def test_fire_of_ours(number: int):
    row = OURS["fire"][number]
    state = game(row["turn"], forces_of(row["germans"]), **row["us"])
    before = state.copy()
    tasks(state, Task("volley", sector=row["sector"], card=f"{row['card']:02}"), answers=lambda tie: tie.among[0])
    disrupted = sorted(BOARD.roster[unit.id].key for unit in state.units.values() if unit.disrupted)
    assert steps_lost(before, state) == row["steps"] and disrupted == row["disrupted"]


@pytest.mark.parametrize("number", range(len(OURS["attack"])))
def test_attack_of_ours(number: int):
    row = OURS["attack"][number]
    counters = BOARD.counters
    weapons, hexes = frozenset(row["weapons"]), frozenset(map(at, row["hexes"]))
    made = Assault(row["strength"], weapons, hexes, (), row["defence"], False)
    unit = counters[row["unit"]].row
    first = read(BOARD, False, made, Defence(unit, None, hidden="marker" in row))
    assert first.code == row["first"]
    if "second" in row:
        assert read(BOARD, False, made, Defence(unit, counters[row["marker"]].row)).code == row["second"]


@pytest.mark.parametrize("number", range(len(OURS["tide"])))
def test_tide_of_ours(number: int):
    row = OURS["tide"][number]
    state = game(row["turn"], **row["us"])
    assert sorted(BOARD.roster[unit.id].key for unit in flow.drowned(state)) == row["drowned"]


def test_the_published_position_of_ten_scores_fourteen():
    state = starting_state(build_board("omaha/beyond-the-beach"), 1)
    run(state, set_up(state))
    state.changed(turn=16)
    assert victory.points(state) == OURS["published"]


@pytest.mark.parametrize("number", range(len(OURS["action"])))
def test_action_of_ours(number: int):
    row = OURS["action"][number]
    place = BOARD.positions[row["position"]]
    hex_ = next(iter(place.dots)) if row["near"] else at("0436")
    state = game(18, {label(place.hexes[0]): ALONE}, E_2_16=label(hex_))
    assert action_of(state, place, card((place.colour, *row["sign"]))) == row["action"]


@pytest.mark.parametrize("number", range(len(OURS["scoring"])))
def test_scoring_of_ours(number: int):
    row = OURS["scoring"][number]
    state = game(16, forces_of(row["germans"]), **row["us"])
    assert victory.points_by_source(state)["strongpoints"] == row["strongpoints"]
