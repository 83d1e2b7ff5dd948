"""Aircraft and ships in a scenario's file and in whole games on the map: data, sound states, replays, samples."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import wab
from ai.agents import make_agents
from ai.match import play_out
from wab.content import data
from wab.content.operations.loader import load_tables
from wab.engine import DataError, Game
from wab.engine.saves.replay import verify
from wab.systems import get_system
from wab.systems.operations.sequence.soundness import check_file
from wab.systems.operations.state.events import AirReadied, FleetReadied, SquadronFlew
from wab.systems.operations.state.setup import build_board

ROOT = Path(__file__).resolve().parents[3]
SCENARIO = "operations/causeway-to-carentan"
SHIPS = """
  test_cruiser: {name: Test Cruiser, short: TC, kind: heavy_cruiser, nation: us}
  test_flotilla: {name: Test Flotilla, short: TF, kind: destroyer_flotilla, nation: us}
"""
SETUP = """  setup:
    - {unit: test_cruiser, hex: 5124}
    - {unit: test_flotilla, hex: 5125}
"""
SQUADRONS = """  squadrons:
    - {kind: us_fighter_bombers, name: Test Group}
    - {kind: us_fighter_bombers, name: Other Group, short: OG, hp: 3}
    - {kind: us_recon, name: Test Scouts}
    - {kind: us_heavy_bombers, name: Test Wing}
"""
RULES = ("rules: {fog: true", "rules: {air: true, heavy_bombers: true, naval: true, fog: true")


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A copy of the data in which the Allies of Carentan have two other ships and four air units."""
    root = tmp_path / "campaigns" / "operations"
    shutil.copytree(ROOT / "campaigns" / "operations", root)
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    forces = root / "forces" / "allied.yaml"
    forces.write_text(forces.read_text(encoding="utf-8") + SHIPS, encoding="utf-8")
    path = root / "scenarios" / "causeway-to-carentan.yaml"
    edit(path, ("naval: true, ", ""), RULES, ("allied:\n  setup:\n", f"allied:\n{SQUADRONS}{SETUP}"))
    of_its_own = re.compile(r"    - \{unit: (us_quincy|us_force_u_dd),.*\n")
    path.write_text(of_its_own.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    return path


def edit(path, *changes):
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def problems(path):
    return [(error.field, error.problem) for error in check_file(path)]


# ------------------------------------------------------------------------------------------------- data


@pytest.mark.clause("OPS-11.1-5")
def test_a_scenario_with_aircraft_and_ships_is_sound(path):
    assert problems(path) == []
    board = build_board(SCENARIO)
    assert [(profile.name, profile.short) for profile in board.squadrons.values()] == [
        ("Test Group", "Test Group"),
        ("Other Group", "OG"),
        ("Test Scouts", "Test Scouts"),
        ("Test Wing", "Test Wing"),
    ]
    assert list(board.squadrons) == [50_000, 50_001, 50_002, 50_003]
    assert list(board.squadron_hp.values()) == [4, 3, 3, 6]
    ships = [id_ for id_, profile in board.roster.items() if profile.is_ship]
    assert len(ships) == 2 and all(board.at_sea(board.start[ship][0]) for ship in ships)


@pytest.mark.clause("OPS-6.5-4")
def test_ships_give_their_side_no_ground_at_the_start(path):
    edit(path, ("control:\n  default: axis\n", "control:\n  default: axis\n  around_units: 2\n"))
    near_the_ships = build_board(SCENARIO).start_control
    edit(path, (SETUP, "  setup:\n"), ("naval: true", "naval: false"))
    assert build_board(SCENARIO).start_control == near_the_ships


@pytest.mark.clause("OPS-11.1-5")
@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (("air: true", "air: false"), "allied.squadrons[0].kind", "rules.air is off"),
        (("heavy_bombers: true", "heavy_bombers: false"), "allied.squadrons[3].kind", "rules.heavy_bombers is off"),
        (("naval: true", "naval: false"), "allied.setup[0].unit", "rules.naval is off"),
        (("kind: us_recon", "kind: us_recom"), "allied.squadrons[2].kind", 'did you mean "us_recon"?'),
        (("hp: 3}", "hp: 5}"), "allied.squadrons[1].hp", "a full unit has 4"),
        (("axis:\n  setup:", f"axis:\n{SQUADRONS}  setup:"), "axis.squadrons[0].kind", "does not fight on this side"),
        (("test_cruiser, hex: 5124", "test_cruiser, hex: 5123"), "allied.setup[0].hex", "where no ship can be"),
    ],
)
def test_what_cannot_be_is_said_with_its_field(path, change, field, words):
    edit(path, change)
    assert any(where == field and words in problem for where, problem in problems(path))


@pytest.mark.parametrize(
    ("table", "change", "field", "words"),
    [
        ("anti_air", ("up_to: 10", "up_to: 8"), "results[1].up_to", "more than 8"),
        ("anti_air", ("{up_to: 8, ", "{"), "results[0].up_to", "every row but the last"),
        ("anti_air", ("{abort: true, hp: 3", "{up_to: 20, abort: true, hp: 3"), "results[4].up_to", "but the last"),
        ("air", ("  ground_attack: 5\n", ""), "us_fighter_bombers.bombardment", "either"),
        ("air", ("sunny: 100, ", ""), "us_fighter_bombers.available.sunny", "missing"),
        ("air", (", fr: Chasseurs-bombardiers américains", ""), "us_fighter_bombers.title.fr", "missing"),
    ],
)
def test_damaged_tables_are_refused_with_their_field(path, table, change, field, words):
    edit(path.parents[1] / "tables" / f"{table}.yaml", change)
    with pytest.raises(DataError) as caught:
        load_tables()
    assert caught.value.field == field and words in caught.value.problem


# ------------------------------------------------------------------------------------------------- games


def played(seed):
    game = wab.new_game(SCENARIO, seed=seed, observers=("allied", "axis"))
    unsound = []
    agents = make_agents({"allied": "random", "axis": "random"}, "operations", seed)
    play_out(game, agents, after=lambda _: unsound.extend(game.system.invariants(game.state)))
    return game, unsound


@pytest.mark.parametrize("seed", [1, 2])
def test_games_with_aircraft_and_ships_are_sound_and_repeat(path, tmp_path, seed):
    game, unsound = played(seed)
    assert unsound == []
    events = [event for record in game.journal for event in record.events]
    assert {type(event) for event in events} >= {AirReadied, FleetReadied, SquadronFlew}
    assert len([event for event in events if isinstance(event, AirReadied)]) == game.turn
    game.save(tmp_path / "game.wab")
    assert verify(tmp_path / "game.wab", get_system).ok
    again, _ = played(seed)
    assert again.digest() == game.digest()


def test_states_and_views_survive_their_bytes_and_samples_look_the_same(path):
    system = get_system("operations")
    game = wab.new_game(SCENARIO, seed=5)
    agents = make_agents({"allied": "random", "axis": "random"}, "operations", 5)
    for step in range(60):
        side = game.to_act
        if side is None:
            break
        game.play(agents[side].decide(game.view(side)))
        if step % 20:
            continue
        state = system.decode(system.encode(game.state))
        assert system.encode(state) == system.encode(game.state)
        for side in system.sides:
            view = game.view(side)
            assert system.decode_view(view.encode()).encode() == view.encode()
            sampled = Game.made_up(view, 3)
            assert system.invariants(sampled.state) == []
            assert sampled.view(side).encode() == view.encode()


def test_a_planning_player_gets_along_with_aircraft_and_ships(path):
    game = wab.new_game(SCENARIO, seed=4)
    agents = make_agents({"allied": "greedy", "axis": "greedy"}, "operations", 4)
    play_out(game, agents)
    assert game.outcome is not None
