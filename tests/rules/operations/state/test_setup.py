"""A scenario becomes a board: its own units, aircraft, objectives, ground and sources, each as it is written.

All scenarios here are one of the campaign with its forces exchanged for a few made-up ones; the worth of a unit is read
from the tables and the catalogues by hand.
"""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import asdict, replace

from wab.content.hexmap import HexMap
from wab.content.normandy.grammar import noun
from wab.content.operations.loader import load_battle_map, load_catalogues, load_scenario, load_tables, scenario_path
from wab.content.operations.shapes import (
    Arrival,
    ControlData,
    Forces,
    ImmediateVictory,
    Margins,
    ObjectiveData,
    Placement,
    QualityChange,
    Sides,
    SquadronData,
    SupplyException,
    SupplySource,
    UnitOverride,
    VictoryData,
    Withdrawal,
)
from wab.systems.operations.state.board import FIRST_SQUADRON
from wab.systems.operations.state.setup import make_board, starting_state

CARENTAN = "operations/causeway-to-carentan"


def at(label):
    return load_battle_map().grid.parse(label)


def hexes(*labels):
    return tuple(map(at, labels))


ALLIED = Forces(
    setup=(
        Placement("us_502pir", at("4822"), hp=5, fatigue=15),
        Placement("us_175ir", at("4725"), traits=UnitOverride(quality="veteran", movement=9)),
        Placement("us_quincy", at("5124")),
    ),
    reinforcements=(
        Arrival(3, "us_2ad_cca", at("4827"), entry="omaha_road", hp=6, fatigue=25),
        Arrival(2, "us_70tk", at("5121")),
    ),
    squadrons=(
        SquadronData("us_fighter_bombers", "70th Fighter Wing", short="70 FW", hp=3, from_turn=2, to_turn=4),
        SquadronData("us_recon", "67th Group"),
    ),
    withdrawals=(Withdrawal(4, ("us_175ir", "us_502pir")), Withdrawal(3, ("us_70tk",))),
    quality_changes=(QualityChange(4, "elite", units=("us_175ir",)), QualityChange(2, "conscript", ("us_175ir",))),
)
AXIS = Forces(
    setup=(Placement("fjr6", at("4722"), hp=4), Placement("d716_726_1", at("4622"))),
    reinforcements=(Arrival(2, "d17ss_37", at("4118")),),
    quality_changes=(QualityChange(3, "experienced", divisions=("d716",)),),
)


def carentan():
    return load_scenario(scenario_path(CARENTAN))


def board_of(**changes):
    """The board of the made-up scenario."""
    scenario = replace(carentan(), **({"allied": ALLIED, "axis": AXIS, "objectives": ()} | changes))
    return make_board("operations/made-up", scenario, load_tables(), load_battle_map())


def made_up():
    return board_of()


def unit(board, side, key):
    """Id and profile of a unit by its key in the catalogue."""
    number = board.numbers[side, key]
    return number, board.roster[number]


# ------------------------------------------------------------------------------------------------- units


def test_units_are_numbered_set_up_first_and_allies_first():
    assert list(made_up().numbers) == [
        ("allied", "us_502pir"), ("allied", "us_175ir"), ("allied", "us_quincy"),
        ("axis", "fjr6"), ("axis", "d716_726_1"),
        ("allied", "us_2ad_cca"), ("allied", "us_70tk"),
        ("axis", "d17ss_37"),
    ]  # fmt: skip
    assert list(made_up().numbers.values()) == list(range(8))


def test_a_unit_is_called_what_the_catalogue_calls_it():
    for side, key in made_up().numbers:
        named, (_, profile) = load_catalogues()[side].units[key], unit(made_up(), side, key)
        assert profile.side == side
        assert profile.noun == noun(named.name, named.grammar)
        for name in ("short", "nation", "kind", "division", "corps"):
            assert getattr(profile, name) == getattr(named, name), name


def test_a_unit_without_a_word_of_its_own_is_as_its_row_says():
    for side, key in (("allied", "us_502pir"), ("allied", "us_quincy"), ("axis", "d17ss_37")):
        _, profile = unit(made_up(), side, key)
        row = asdict(load_tables().units[profile.kind])
        del row["title"], row["why"]
        assert {name: getattr(profile, name) for name in row} == row


@pytest.mark.clause("OPS-3.2-2")
def test_quality_is_the_scenario_s_word_then_the_catalogue_s_then_the_row_s():
    rows, catalogue = load_tables().units, load_catalogues()["allied"].units
    _, regiment = unit(made_up(), "allied", "us_175ir")
    assert (rows["us_inf_exp"].quality, regiment.quality) == ("experienced", "veteran")
    assert (regiment.attack, regiment.defence) == (rows["us_inf_vet"].attack, rows["us_inf_vet"].defence)
    assert regiment.movement == 9
    _, tanks = unit(made_up(), "allied", "us_70tk")
    assert (rows[tanks.kind].quality, catalogue["us_70tk"].quality, tanks.quality) == (
        "experienced",
        "veteran",
        "veteran",
    )
    _, ship = unit(made_up(), "allied", "us_quincy")
    assert catalogue["us_quincy"].quality is None and ship.quality == rows[ship.kind].quality


def test_a_part_of_a_regiment_has_its_share():
    _, battalion = unit(made_up(), "axis", "d716_726_1")
    whole = load_tables().units["de_static"]
    assert (battalion.size, battalion.hp, battalion.defence) == ("battalion", whole.hp // 2, whole.defence // 2)


def test_units_begin_where_and_as_they_are_set_up():
    board, grid = made_up(), made_up().grid
    expected = {
        "us_502pir": ("4822", 5, 15),
        "us_175ir": ("4725", unit(board, "allied", "us_175ir")[1].hp, 0),
        "us_quincy": ("5124", unit(board, "allied", "us_quincy")[1].hp, 0),
    }
    for key, (label, hp, fatigue) in expected.items():
        number, _ = unit(board, "allied", key)
        assert board.start[number] == (grid.parse(label), hp, fatigue)
    assert board.start[unit(board, "axis", "fjr6")[0]][1] == 4
    assert len(board.start) == 5
    state = starting_state(board, 9, "random")
    assert {u.id: (u.hex, u.hp, u.fatigue) for u in state.units.values()} == board.start
    assert (state.dice.seed, state.weather_rule, state.weather) == (9, "random", "rain")
    assert state.roster == board.roster and state.control == bytearray(board.start_control)
    assert starting_state(board, 9).weather_rule == ""


@pytest.mark.clause("OPS-8.3.1-2")
def test_reinforcements_come_by_turn_with_what_they_have_left():
    board = made_up()
    entries = [(e.turn, board.grid.label(e.hex), e.unit, e.hp, e.fatigue, e.zone) for e in board.entries]
    (tanks, tank), (command, _), (ss, grenadiers) = (
        unit(board, *key) for key in (("allied", "us_70tk"), ("allied", "us_2ad_cca"), ("axis", "d17ss_37"))
    )
    assert entries == [
        (2, "5121", tanks, tank.hp, 0, ""),
        (2, "4118", ss, grenadiers.hp, 0, ""),
        (3, "4827", command, 6, 25, "omaha_road"),
    ]
    assert starting_state(board, 1).awaited == (0, 1, 2)


@pytest.mark.clause("OPS-T-REINF")
def test_withdrawals_go_by_turn_and_unit():
    board = made_up()
    first, second, tanks = (unit(board, "allied", key)[0] for key in ("us_502pir", "us_175ir", "us_70tk"))
    assert board.departures == ((3, tanks), (4, first), (4, second))


@pytest.mark.clause("OPS-3.2-2")
def test_qualities_change_by_turn_for_units_and_for_divisions():
    board = made_up()
    number, _ = unit(board, "allied", "us_175ir")
    battalion, _ = unit(board, "axis", "d716_726_1")
    assert [(change.turn, change.quality, sorted(change.profiles)) for change in board.regradings] == [
        (2, "conscript", [number]), (3, "experienced", [battalion]), (4, "elite", [number]),
    ]  # fmt: skip
    qualities = [board.roster_on(turn)[number].quality for turn in (1, 2, 3, 4)]
    assert qualities == ["veteran", "conscript", "conscript", "elite"]
    attacks = [board.roster_on(turn)[number].attack for turn in (1, 2, 4)]
    assert attacks[1] < attacks[0] < attacks[2]
    changed = board.roster_on(2)[number]
    assert changed.movement == 9, "what the scenario says of it stays"


# ------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.clause("OPS-10.3.1-1")
def test_air_units_are_as_their_row_says_and_at_hand_when_the_scenario_says():
    board, rows = made_up(), load_tables().air
    assert list(board.squadrons) == [FIRST_SQUADRON, FIRST_SQUADRON + 1]
    wing, scouts = board.squadrons.values()
    assert (wing.name, wing.short, wing.side, wing.kind) == (
        "70th Fighter Wing",
        "70 FW",
        "allied",
        "us_fighter_bombers",
    )
    assert (wing.from_turn, wing.to_turn) == (2, 4)
    assert (scouts.name, scouts.short, scouts.from_turn, scouts.to_turn) == ("67th Group", "67th Group", 1, None)
    for profile in (wing, scouts):
        row = {name: value for name, value in asdict(rows[profile.kind]).items() if name not in ("title", "why")}
        assert {name: getattr(profile, name) for name in row} == row
    assert board.squadron_hp == {FIRST_SQUADRON: 3, FIRST_SQUADRON + 1: rows["us_recon"].hp}
    state = starting_state(board, 1)
    assert {id_: (s.id, s.hp) for id_, s in state.squadrons.items()} == {
        id_: (id_, hp) for id_, hp in board.squadron_hp.items()
    }


# ------------------------------------------------------------------------------------------------- objectives


@pytest.mark.clause("OPS-9.2.2-1")
def test_objectives_are_as_the_scenario_says():
    first = ObjectiveData({"en": "Town", "fr": "Ville"}, at("4722"), "axis", 4, 8, main=True)
    second = ObjectiveData({"en": "Bridge", "fr": "Pont"}, at("4725"), "allied", 2, 5, scores_for="axis")
    sudden = (ImmediateVictory("axis", hexes("4725")), ImmediateVictory("allied", hexes("4621", "4722")))
    victory = VictoryData(Sides(1, 1), Margins(1, 2, 3), immediate=sudden)
    board = board_of(objectives=(first, second), victory=victory)
    town, bridge = board.objectives
    assert (town.names, board.grid.label(town.hex), town.held_by) == ({"en": "Town", "fr": "Ville"}, "4722", "axis")
    assert (town.per_turn, town.at_end, town.scores_for, town.main, town.immediate) == (4, 8, "both", True, ("allied",))
    assert (bridge.per_turn, bridge.at_end, bridge.scores_for, bridge.main) == (2, 5, "axis", False)
    assert bridge.immediate == ("axis",)


# ------------------------------------------------------------------------------------------------- who holds the ground


def held(board, side):
    """Labels of the hexes that a side controls at the start."""
    code = {"allied": 1, "axis": 2}[side]
    return {
        board.grid.label(int(hex_)) for hex_ in np.flatnonzero(np.frombuffer(board.start_control, np.uint8) == code)
    }


def land(board):
    return {board.grid.label(int(hex_)) for hex_ in np.flatnonzero(board.land)}


def test_one_side_holds_all_land_but_what_is_said_of_the_other():
    """Units and objectives have the last word; no side holds the sea, though a ship be there."""
    objective = ObjectiveData({"en": "Hill", "fr": "Cote"}, at("4621"), "allied")
    control = ControlData("axis", allied=(hexes("5021", "5022", "5023"), hexes("4622")), axis=(hexes("4725"),))
    board = board_of(control=control, objectives=(objective,))
    allied = {"5021", "5022", "5023", "4621", "4822", "4725"} & land(board)
    assert held(board, "allied") == allied
    assert held(board, "axis") == land(board) - allied
    assert "5124" not in held(board, "allied") | held(board, "axis"), "a cruiser is there, and the sea"


def test_an_objective_at_sea_is_in_nobody_s_hands():
    objective = ObjectiveData({"en": "Roads", "fr": "Rade"}, at("5124"), "allied")
    board = board_of(objectives=(objective,), control=ControlData("axis", allied=(hexes("5124", "5125"),)))
    assert not {"5124", "5125"} & (held(board, "allied") | held(board, "axis"))


def near(board, label, radius):
    grid = board.grid
    return {grid.label(h) for h in range(grid.size) if grid.distance(h, grid.parse(label)) <= radius} & land(board)


@pytest.mark.parametrize("radius", [0, 1, 2, 3])
def test_ground_about_units_is_theirs_where_no_enemy_is_as_near(radius):
    """Two regiments three hexes apart: neither has what is next to the other, or as near to both."""
    forces = {"allied": Forces((Placement("us_502pir", at("4822")),)), "axis": Forces((Placement("fjr6", at("4522")),))}
    board = board_of(**forces, control=ControlData("axis", around_units=radius))
    grid, own, enemy = board.grid, board.grid.parse("4822"), board.grid.parse("4522")
    expected = {
        label
        for label in near(board, "4822", radius)
        if grid.distance(grid.parse(label), enemy) > max(1, grid.distance(grid.parse(label), own))
    }
    assert held(board, "allied") == expected | {"4822"}
    assert held(board, "axis") == land(board) - expected - {"4822"}


def test_a_side_without_units_holds_what_is_listed():
    board = board_of(axis=Forces(()), control=ControlData("axis", around_units=1))
    expected = near(board, "4822", 1) | near(board, "4725", 1)
    assert held(board, "allied") == expected and held(board, "axis") == land(board) - expected


# ------------------------------------------------------------------------------------------------- supply


@pytest.mark.clause("OPS-8.5.1-1")
@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_sources_belong_to_a_side_from_a_turn_on_and_ports_open_later():
    sources = (
        SupplySource("allied", hexes("5123", "4827"), from_turn=2),
        SupplySource("allied", hexes("4722"), turns_after_capture=3),
        SupplySource("axis", hexes("4118")),
        SupplySource("axis", hexes("4120"), turns_after_capture=1),
    )
    board = board_of(supply=sources)
    at = board.grid.parse
    assert board.supply_hexes == {
        "allied": ((at("5123"), 2), (at("4827"), 2), (at("4722"), 1)),
        "axis": ((at("4118"), 1), (at("4120"), 1)),
    }
    assert board.ports == {"allied": {at("4722"): 3}, "axis": {at("4120"): 1}}


def test_airborne_stores_last_to_a_turn():
    board = board_of(supply_exceptions=(SupplyException(("us_502pir", "fjr6"), 2), SupplyException(("us_70tk",), 5)))
    assert board.supplied_to == {
        unit(board, "allied", "us_502pir")[0]: 2,
        unit(board, "axis", "fjr6")[0]: 2,
        unit(board, "allied", "us_70tk")[0]: 5,
    }


# ------------------------------------------------------------------------------------------------- the board


def test_a_board_knows_its_scenario_and_the_names_of_divisions():
    board = made_up()
    assert board.scenario_id == "operations/made-up" and board.title == carentan().title
    assert board.grid is board.map.grid and isinstance(board.map, HexMap) and board.tables == load_tables()
    catalogues = load_catalogues()
    for side in ("allied", "axis"):
        for key, division in catalogues[side].divisions.items():
            assert board.division_nouns[key] == noun(division.name)


@pytest.mark.clause("OPS-6.1-14")
def test_the_sight_table_reaches_as_far_as_the_best_eyes_on_high_ground():
    """Eyes that see farther than any of the table's make it wider."""
    tables = load_tables()
    bonus, farthest = tables.terrain.high_ground_sight, max(kind.sight for kind in tables.units.values())
    eyes = Placement("us_502pir", at("4822"), traits=UnitOverride(sight=farthest + 2))
    assert made_up().sight.radius == farthest + bonus
    assert board_of(allied=Forces((eyes,))).sight.radius == farthest + 2 + bonus
