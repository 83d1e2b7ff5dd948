"""Special rules of scenarios (ledger S-3 to S-9, A4-3), and the sudden death of Paris."""

from __future__ import annotations

import msgspec
import pytest

from tests.cards_table import CardTable, ev
from wab.content.cards.loader import load_scenario, scenario_path
from wab.content.cards.scenario import Arrival, Condition, Medal, Reinforcement, Rising, Specials
from wab.systems.cards import Cards
from wab.systems.cards.fight.obstacles import flags_ignored, protection
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state.setup import build_board, terrain_of
from wab.systems.cards.state.state import Unit

SYSTEM = Cards()
WORDS = {"en": "a name", "fr": "un nom"}
TWO = {"a": ("allies", "infantry", "F7"), "x": ("axis", "infantry", "F1")}
NEXT = {"axis": ["probe_left"]}


def _in_force(units: dict[str, tuple[object, ...]], name: str, **more: object) -> CardTable:
    table = CardTable(units, hands={"allies": ["direct_from_hq"] * 3, **NEXT}, **more)  # type: ignore[arg-type]
    table.in_force("direct_from_hq", name)
    return table


# ---------------------------------------------------------------------------------------------- fords, exits


@pytest.mark.clause("CRD-S-3")
def test_a_river_that_can_be_waded_stops_forbids_attacks_and_leads_to_no_bridge() -> None:
    units = {"a": ("allies", "armour", "F7"), "x": ("axis", "infantry", "F5")}
    terrain = {"F6": "river", "E6": "river", "G6": "river"}
    dry = _in_force(units, "a", terrain=terrain)
    assert not {"F6", "E6", "G6"} & dry.goals("a")
    ford = Specials(fordable=("F6", "G6"))
    table = _in_force(units, "a", terrain=terrain, obstacles={"G6": "bridge"}, special=ford)
    assert "F6" in table.goals("a") and "E6" not in table.goals("a")
    onward = wish.Move(table.ids["a"], tuple(map(table.hex, ("F7", "F6", "E5"))))
    assert table.why_not(onward) is not None  # it stops
    table.move("a", "F6")
    table.done()
    assert table.to_act == "axis"  # in the water no unit attacks
    wading = _in_force(
        {**units, "a": ("allies", "armour", "F6")}, "a", terrain=terrain, obstacles={"G6": "bridge"}, special=ford
    )
    assert "F5" not in wading.goals("a") and "G6" not in {
        wading.board.label(o.path[1]) for o in wading.offered() if isinstance(o, wish.Move)
    }


EXIT = Medal(("F1", "G1"), "exit", "allies", WORDS)


@pytest.mark.clause("CRD-S-4", "CRD-4.3-16")
def test_a_unit_with_movement_left_leaves_by_an_exit_and_gives_its_own_side_a_medal() -> None:
    units = {"a": ("allies", "armour", "F3"), "x": ("axis", "infantry", "A1")}
    table = _in_force(units, "a", medals=(EXIT,), to_win=(1, 9))
    path = tuple(map(table.hex, ("F3", "F2", "F1")))
    table.give_order(wish.Move(table.ids["a"], path, leave=True))
    assert table.at("a") == "" and table.state.kills == {} and table.state.exits == {"allies": 1}
    assert SYSTEM.outcome(table.state) is not None and SYSTEM.outcome(table.state).winner == "allies"


@pytest.mark.clause("CRD-S-4")
def test_without_movement_left_or_elsewhere_or_for_the_enemy_there_is_no_exit() -> None:
    units = {"a": ("allies", "infantry", "F3"), "x": ("axis", "infantry", "A1")}
    table = _in_force(units, "a", medals=(EXIT,))
    spent = wish.Move(table.ids["a"], tuple(map(table.hex, ("F3", "F2", "F1"))), leave=True)
    assert table.why_not(spent) is not None  # two hexes are all that infantry moves
    table.move("a", "F2", "F1")  # but it may stand there, and leave next turn
    table.end_turn_of("allies")
    axis = CardTable(
        {"x": ("axis", "armour", "F2"), "a": TWO["a"]},
        hands={"axis": ["direct_from_hq"]},
        to_play="axis",
        medals=(EXIT,),
    )
    axis.in_force("direct_from_hq", "x")
    leaving = wish.Move(axis.ids["x"], (axis.hex("F2"), axis.hex("F1")), leave=True)
    assert axis.why_not(leaving) is not None


# ---------------------------------------------------------------------------------------------- bunkers, works


@pytest.mark.clause("CRD-S-5", "CRD-A2.17-6", "CRD-X-62")
def test_bunkers_of_one_side_shelter_nobody_else() -> None:
    units = {"t": ("axis", "armour", "E4"), "a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "G5")}
    obstacles = {"E5": "bunker", "G5": "bunker"}
    table = CardTable(units, terrain={"E5": "hill"}, obstacles=obstacles, special=Specials(bunkers="axis"))
    assert protection(table.state, table.unit("a"), table.unit("t")) == 1  # the hill only
    assert (flags_ignored(table.state, table.unit("a")), flags_ignored(table.state, table.unit("x"))) == (0, 1)
    both = CardTable(units, terrain={"E5": "hill"}, obstacles=obstacles)
    assert protection(both.state, both.unit("a"), both.unit("t")) == 2


@pytest.mark.clause("CRD-S-6")
def test_a_work_that_is_cleared_gives_a_medal_for_good_and_is_blown_up() -> None:
    medal = Medal(("F6",), "clear", "allies", WORDS)
    units = {"a": ("allies", "infantry", "F7"), "x": ("axis", "infantry", "F1")}
    table = _in_force(units, "a", obstacles={"F6": "bunker"}, medals=(medal,))
    table.move("a", "F6")
    assert table.state.obstacles_in(table.hex("F6")) == () and table.state.held == {0: "allies"}
    table.end_turn_of("allies")
    table.play("probe_left")
    table.end_turn_of("axis")
    table.in_force("direct_from_hq", "a")
    table.move("a", "F7")
    assert table.state.held == {0: "allies"}
    enemy = CardTable(
        {"x": ("axis", "infantry", "F5"), "a": TWO["a"]},
        obstacles={"F6": "bunker"},
        hands={"axis": ["direct_from_hq"]},
        to_play="axis",
        medals=(medal,),
    )
    enemy.in_force("direct_from_hq", "x")
    enemy.move("x", "F6")
    assert enemy.state.held == {} and enemy.state.obstacles_in(enemy.hex("F6")) == ("bunker",)


@pytest.mark.clause("CRD-S-6")
def test_taking_ground_clears_a_work_passing_through_does_not() -> None:
    medal = Medal(("F5",), "clear", "allies", WORDS)
    units = {
        "a": ("allies", "infantry", "F6"),
        "e": ("allies", "elite_infantry", "E6"),
        "x": ("axis", "infantry", "F5", 1),
    }
    table = _in_force(units, "a", obstacles={"F5": "bunker"}, medals=(medal,), to_win=(9, 9))
    table.done()
    table.throw("infantry", "star")
    table.attack("a", "x")
    table.give_order(wish.TakeGround(take=True))
    assert table.state.held == {0: "allies"} and table.state.obstacles_in(table.hex("F5")) == ()
    free = {name: unit for name, unit in units.items() if name != "x"} | {"y": ("axis", "infantry", "A1")}
    passing = _in_force(free, "e", obstacles={"F5": "bunker"}, medals=(medal,), to_win=(9, 9))
    passing.move("e", "F5", "F4")
    assert passing.state.held == {} and passing.state.obstacles_in(passing.hex("F5")) == ("bunker",)


# ---------------------------------------------------------------------------------------------- units that come later


@pytest.mark.clause("CRD-S-7")
def test_reinforcements_come_at_the_start_of_a_turn_and_may_be_ordered_at_once() -> None:
    late = Reinforcement("axis", 3, (Arrival("armour", "A1", WORDS),))
    coming = Reinforcement("allies", 3, (Arrival("artillery", "F9", WORDS), Arrival("armour", "F9", WORDS)))
    hands = {"allies": ["direct_from_hq", "probe_left", "probe_left"], "axis": ["probe_left"] * 2}
    table = CardTable(TWO, hands=hands, special=Specials(reinforce=(late, coming)))
    for _ in range(2):
        assert table.happened(ev.UnitPlaced) == []
        table.play("probe_left")
        table.end_turn_of("allies")
        table.play("probe_left")
        table.end_turn_of("axis")
    placed = {event.unit: table.board.label(event.hex) for event in table.happened(ev.UnitPlaced)}
    assert list(placed.values()) == ["F9", "E9"]  # the second one as near as possible
    table.play("direct_from_hq")
    assert {order.unit for order in table.offered() if isinstance(order, wish.OrderUnit)} >= set(placed)


@pytest.mark.clause("CRD-S-7")
def test_reinforcements_come_in_the_turns_of_their_own_side_only() -> None:
    coming = Reinforcement("allies", 2, (Arrival("armour", "F9", WORDS),))
    hands = {"allies": ["probe_left"], "axis": ["probe_left"]}
    table = CardTable(TWO, hands=hands, special=Specials(reinforce=(coming,)), own_turns={"axis": 5})
    table.play("probe_left")
    table.end_turn_of("allies")
    assert table.to_act == "axis" and table.happened(ev.UnitPlaced) == []


@pytest.mark.clause("CRD-S-7")
def test_where_the_whole_row_is_taken_they_wait_a_turn() -> None:
    coming = Reinforcement("allies", 2, (Arrival("armour", "F9", WORDS),))
    full = {f"s{n}": ("allies", "infantry", f"{column}9") for n, column in enumerate("ABCDEFGHIJKLM")}
    table = CardTable(
        {**full, "x": TWO["x"]},
        hands={"allies": ["direct_from_hq"] * 3, "axis": ["probe_left"] * 2},
        special=Specials(reinforce=(coming,)),
    )
    table.play("direct_from_hq")
    table.end_turn_of("allies")
    table.play("probe_left")
    table.end_turn_of("axis")
    assert table.happened(ev.UnitPlaced) == []
    table.in_force("direct_from_hq", "s3")
    table.move("s3", "D8")
    table.end_turn_of("allies")
    table.play("probe_left")
    table.end_turn_of("axis")
    assert [table.board.label(event.hex) for event in table.happened(ev.UnitPlaced)] == ["D9"]


@pytest.mark.clause("CRD-S-9")
def test_the_resistance_rises_once_a_turn_until_nobody_is_left() -> None:
    rising = Rising("allies", ("B3", "G2", "I8"), 2, 1)
    table = CardTable(
        {**TWO, "y": ("axis", "infantry", "G2")},
        terrain={"B3": "town", "G2": "town", "I8": "town"},
        hands={"allies": ["direct_from_hq"] * 4, "axis": ["probe_left"] * 4},
        special=Specials(rising=rising),
    )
    table.in_force("direct_from_hq", "a")
    table.done()  # the moves are over
    assert table.phase == "rising"
    assert {table.board.label(o.hex) for o in table.offered() if isinstance(o, wish.Rise)} == {"B3", "I8"}
    assert table.why_not(wish.Rise(table.hex("F7"))) is not None
    table.give_order(wish.Rise(table.hex("I8")))
    risen = table.state.unit_in(table.hex("I8"))
    assert isinstance(risen, Unit) and (risen.kind, risen.figures, risen.side) == ("resistance", 3, "allies")
    assert table.phase != "rising" and risen.id not in table.state.tokens  # one a turn; it acts from the next
    for last in (False, True):
        table.end_turn_of("allies")
        table.play("probe_left")
        table.end_turn_of("axis")
        table.play("direct_from_hq")
        table.done()
        if last:
            assert table.phase != "rising"  # the stock is used up
        else:
            table.give_order(wish.Rise(table.hex("B3")))


@pytest.mark.clause("CRD-S-9")
def test_in_paris_it_rises_from_the_second_turn_on_and_need_not() -> None:
    state = SYSTEM.new_state("cards/liberation-of-paris", 4, {})
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    offers = []
    while state.own_turns["allies"] < 3:
        offered = list(SYSTEM.offered(state))
        if SYSTEM.phase(state) == "rising":
            offers.append(state.own_turns["allies"])
        order = next((o for o in offered if isinstance(o, wish.Done)), offered[0])
        for event in SYSTEM.execute(state, order):
            SYSTEM.apply(state, event)
    assert offers == [2] and state.stock == 3


# ---------------------------------------------------------------------------------------------- air, sudden death


@pytest.mark.clause("CRD-A4-3", "CRD-A4-2")
@pytest.mark.parametrize(
    ("name", "dice"), [("vassieux-en-vercors", (1, 2)), ("liberation-of-paris", (1, 1)), ("mortain", (2, 1))]
)
def test_a_scenarios_own_rule_on_air_superiority_goes_before_the_table(name: str, dice: tuple[int, int]) -> None:
    scenario = load_scenario(scenario_path(f"cards/{name}"))
    assert (scenario.air.allies, scenario.air.axis) == dice
    assert bool(scenario.special.air_override) == (dice != (2, 1))


@pytest.mark.clause("CRD-A3-6", "CRD-X-68")
@pytest.mark.parametrize(
    ("kind", "kills", "wins"),
    [("infantry", 3, True), ("resistance", 3, False), ("armour", 3, False), ("infantry", 2, False)],
)
def test_the_sudden_death_of_paris(kind: str, kills: int, wins: bool) -> None:
    medal = Medal(("E3",), "sudden_death", "allies", WORDS, Condition("infantry", ("resistance",), 3))
    units = {"a": ("allies", kind, "E4"), "x": ("axis", "infantry", "A1")}
    table = _in_force(units, "a", medals=(medal,), to_win=(6, 6))
    table.state.kills["allies"], table.state.kills["axis"] = kills, 5
    table.move("a", "E3")
    assert SYSTEM.outcome(table.state) is None  # it is judged at the end of the turn
    table.end_turn_of("allies")
    outcome = SYSTEM.outcome(table.state)
    assert (outcome is not None and outcome.winner == "allies" and outcome.reason == "sudden_death") == wins


@pytest.mark.clause("CRD-0-2")
def test_a_scenarios_special_rule_stands_before_the_common_one() -> None:
    board = build_board("cards/pointe-du-hoc")
    assert board.terrain[board.hex("F7")] == "ocean"  # row 7 is printed as beach
    plain = msgspec.structs.replace(load_scenario(scenario_path("cards/pointe-du-hoc")), terrain={})
    assert terrain_of(plain, board.tables, board.field)[board.hex("F7")] == "beach"


@pytest.mark.clause("CRD-A3-6")
def test_paris_does_not_fall_at_the_end_of_an_enemy_turn() -> None:
    """The third medal comes in the enemy's turn, while the infantry is in the hotel: it waits for its own."""
    wanted = Condition(type="infantry", not_kinds=("resistance",), own_medals=3)
    hotel = Medal(("E3",), "sudden_death", "allies", WORDS, wanted)
    units = {"a": ("allies", "infantry", "E3"), "x": ("axis", "infantry", "A1"), "y": ("axis", "infantry", "M1")}
    hands = {"axis": ["probe_left", "probe_left"], "allies": ["probe_center", "probe_center"]}
    table = CardTable(units, hands=hands, to_play="axis", medals=(hotel,), to_win=(9, 9))
    table.state.kills = {"allies": 3}
    table.play("probe_left")
    table.end_turn_of("axis")
    assert table.state.result is None and table.state.active == "allies"
    table.play("probe_center")
    table.end_turn_of("allies")
    assert table.state.result is not None
    assert (table.state.result.winner, table.state.result.reason) == ("allies", "sudden_death")


@pytest.mark.clause("CRD-S-6")
def test_a_unit_driven_into_a_work_does_not_blow_it_up() -> None:
    medal = Medal(("E6",), "clear", "allies", WORDS)
    units = {"x": ("axis", "infantry", "E4"), "a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "F7")}
    table = CardTable(
        units,
        obstacles={"E6": "bunker"},
        hands={"axis": ["direct_from_hq"], "allies": ["direct_from_hq"]},
        to_play="axis",
        medals=(medal,),
        to_win=(9, 9),
    )
    table.in_force("direct_from_hq", "x")
    table.to_stage("attack")
    table.throw("flag", "star", "star")
    table.attack("x", "a")
    table.retreat("E6")
    assert table.at("a") == "E6"
    assert (table.state.held, table.state.obstacles_in(table.hex("E6"))) == ({}, ("bunker",))
    table.end_turn_of("axis")
    assert table.state.held == {}, "to stand there is not to have come"
    assert table.happened(ev.MedalWon) == table.happened(ev.ObstacleRemoved) == []


@pytest.mark.clause("CRD-S-7")
def test_who_is_not_due_yet_goes_on_waiting_when_others_come() -> None:
    groups = tuple(Reinforcement("allies", turn, (Arrival("armour", "F9", WORDS),)) for turn in (2, 3))
    hands = {"allies": ["probe_left"] * 3, "axis": ["probe_left"] * 3}
    table = CardTable(TWO, hands=hands, special=Specials(reinforce=groups))
    came = []
    for _ in range(3):
        came.append(len(table.happened(ev.UnitPlaced)))
        table.play("probe_left")
        table.end_turn_of("allies")
        table.play("probe_left")
        table.end_turn_of("axis")
    assert [*came, len(table.happened(ev.UnitPlaced))] == [0, 1, 2, 2]
    assert table.state.waiting == ()


@pytest.mark.clause("CRD-S-7", "CRD-A2.7-1")
def test_nobody_arrives_where_it_could_not_be() -> None:
    coming = Reinforcement("allies", 2, (Arrival("armour", "F9", WORDS), Arrival("infantry", "F9", WORDS)))
    hands = {"allies": ["probe_left"] * 2, "axis": ["probe_left"] * 2}
    special = Specials(reinforce=(coming,))
    table = CardTable(TWO, hands=hands, special=special, terrain={"E9": "river"}, obstacles={"F9": "hedgehog"})
    table.play("probe_left")
    table.end_turn_of("allies")
    table.play("probe_left")
    table.end_turn_of("axis")
    assert [table.board.label(event.hex) for event in table.happened(ev.UnitPlaced)] == ["G9", "F9"]
