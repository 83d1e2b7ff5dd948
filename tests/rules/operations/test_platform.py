"""The platform (ledger 1) and the first facts about map, units and terrain (ledger 2.4, 3, 4.1)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import ai
import wab
from ai.agents import NAMES, make_agent
from tests.engine.toy import new_game as new_toy_game
from tests.engine.toy import play_some
from tests.fights import dice_showing, the
from wab.content.operations.loader import load_battle_map, scenario_infos, scenario_paths
from wab.engine import Chance, Game
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.modifiers import Engagement, armour_in_the_open, combined_arms
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.movement.movement import allowance, execute_move, reach, why_not_move
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.sequence import flow
from wab.systems.operations.state.events import CombatJoined, CombatResolved, ImpulseBegan, Moved, TurnBegan
from wab.systems.operations.state.orders import Attack, Bombard, Move, Pass
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.state.stacking import fits
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.units.fatigue import recovered
from wab.systems.operations.units.strength import attack_value
from wab.systems.operations.units.supply import supplied

SCENARIOS = tuple(info.id for info in wab.scenarios() if info.system == "operations")


# ------------------------------------------------------------------------------------------------- the platform


@pytest.mark.clause("OPS-1.2-1")
def test_one_engine_runs_very_different_rules():
    """The same Game class plays the flagship and a race of two runners: dice, undo, saves and views come with it."""
    race = play_some(new_toy_game(), 5)
    battle = wab.new_game(SCENARIOS[0], seed=1)
    battle.play(next(iter(battle.legal_orders())))
    for game in (race, battle):
        assert type(game) is Game
        assert game.journal and game.digest() and game.to_act in game.system.sides
        assert game.view(game.system.sides[0]).encode()
        assert list(game.legal_orders())
    assert race.system.sides != battle.system.sides
    assert type(race.state) is not type(battle.state)


@pytest.mark.clause("OPS-1.2-1")
def test_switches_make_battles_of_one_rule_system_differ():
    rules = [msgspec.structs.asdict(build_board(id_).rules) for id_ in SCENARIOS]
    assert {switches["fog"] for switches in rules} == {True, False}
    assert {switches["supply"] for switches in rules} == {True, False}


@pytest.mark.clause("OPS-1.2-2")
def test_the_game_goes_by_hexes_odds_and_modifiers_that_everybody_sees():
    b = make_board([". . b ."], switches={"supply": False})
    assert (b.board.grid.neighbours >= 0).sum(axis=1).max() <= 6
    tank = b.place("armour", 1)
    foot = b.place("infantry", 1)
    b.place("infantry", 2, "axis")
    b.set(dice=dice_showing(7))
    events = b.happen(flow.execute(b.state, Attack((tank, foot), 2, 1)))
    joined, resolved = the(events, CombatJoined), the(events, CombatResolved)
    assert joined.ratio != "" and resolved.roll == 7
    clauses = {shift.clause for shift in joined.columns}
    assert {"OPS-7.4.2-1", "OPS-7.4.3-1"} <= clauses  # each modifier with its cause
    assert all(str(shift.text) for shift in joined.columns)


@pytest.mark.clause("OPS-1.3-2")
def test_the_menu_shows_three_groups_campaign_advanced_battles(tmp_path, monkeypatch):
    from shutil import copytree

    from wab.content.operations.loader import operations_root

    copytree(operations_root(), tmp_path / "campaigns" / "operations")
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    for path, kind in zip(scenario_paths(), ("battle", "advanced", "campaign"), strict=False):
        path.write_text(
            re.sub(r"^kind: .*$", f"kind: {kind}", path.read_text(encoding="utf-8"), flags=re.MULTILINE), "utf-8"
        )
    kinds = [info.kind for info in scenario_infos()]
    assert list(dict.fromkeys(kinds)) == ["campaign", "advanced", "battle"]
    assert kinds == sorted(kinds, key=["campaign", "advanced", "battle"].index)


@pytest.mark.clause("OPS-1.5-1")
@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_computer_player_takes_either_side_of_every_scenario(scenario, side):
    game, chance, own = wab.new_game(scenario, seed=2), Chance(2, "opponent"), 0
    player = make_agent("greedy", "operations", 2)
    for _ in range(60):
        if game.to_act is None or own == 6:
            break
        if game.to_act == side:
            order = player.decide(game.view(side))
            assert game.why_not(order) is None
            own += 1
        else:
            orders = list(game.legal_orders())
            order = Pass() if Pass() in orders else orders[chance.below(len(orders))]
        game.play(order)
    assert own == 6


@pytest.mark.clause("OPS-1.5-2")
def test_the_strength_of_a_player_is_a_setting():
    """The first order of each is legal: `tests/ai/test_agents.py` asks them for it."""
    players = {name: make_agent(name, "operations", 1) for name in NAMES}
    strengths = {(type(player), getattr(player, "level", None)) for player in players.values()}
    assert len(strengths) == len(NAMES) >= 2


@pytest.mark.clause("OPS-1.5-2")
def test_no_player_is_scripted_for_a_scenario_or_a_place():
    """No scenario, place or unit of this battle is named in the players' program, in code or in strings."""
    names = {Path(info.path).stem for info in scenario_infos()} | {place.name for place in load_battle_map().places}
    names |= {profile.name for id_ in SCENARIOS for profile in build_board(id_).roster.values()}
    names = {name for name in names if len(name) > 4}
    for path in sorted(Path(ai.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not strings & names, path.name
        assert not [text for text in strings if re.fullmatch(r"operations/[a-z-]+", text)], path.name


# ------------------------------------------------------------------------------------------------- sequence


@pytest.mark.clause("OPS-5.1-8")
def test_with_two_impulses_points_that_are_short_put_units_off_to_the_second():
    b = make_board([". . . . . . . ."], impulses=2, activation_points=1)
    first, second = b.place("infantry", 0), b.place("infantry", 1)
    b.place("infantry", 7, "axis")
    b.happen(flow.execute(b.state, Move((first,), (0, 1))))
    refusal = SYSTEM.why_not(b.state, Move((second,), (1, 2)))
    assert refusal is not None and refusal.code == "activation-points"
    b.happen(flow.execute(b.state, Pass()))
    assert the(b.happen(flow.execute(b.state, Pass())), ImpulseBegan).impulse == 2
    assert SYSTEM.why_not(b.state, Move((second,), (1, 2))) is None
    assert SYSTEM.why_not(b.state, Move((first,), (1, 2))).code == "locked"


@pytest.mark.clause("OPS-5.1-3")
@pytest.mark.clause("OPS-5.1-11")
def test_two_people_alternate_and_each_is_shown_what_the_other_did(tmp_path):
    """Played by exchange of a file: the second player loads it, sees the first one's moves, and goes on."""
    game = wab.new_game("operations/to-the-sea", seed=1, observers=("allied", "axis"))
    order = next(order for order in game.legal_orders() if isinstance(order, Move) and len(order.path) > 2)
    game.play(order)
    game.play(Pass())
    game.save(tmp_path / "x.wab")
    loaded = wab.load(tmp_path / "x.wab", observers=("allied", "axis"))
    assert loaded.to_act == "axis"
    shown = loaded.seen["axis"]
    assert [event.units for event in shown if isinstance(event, Moved)] == [order.units]
    loaded.play(Pass())
    assert (loaded.to_act, loaded.turn) == ("allied", 2)
    assert [event.turn for event in loaded.seen["allied"] if isinstance(event, TurnBegan)] == [1, 2]


@pytest.mark.clause("OPS-5.1-11")
def test_what_is_shown_of_the_other_player_is_what_the_own_units_saw():
    b = make_board(["." + " ." * 19])
    near, far = b.place("infantry", 12), b.place("infantry", 1)
    b.place("recon", 17, "axis", sight=6)
    before = b.state.copy()
    (event,) = b.happen([Moved((near,), (12, 13), 2)])
    shown = witnessed(before, event, b.state, "axis")
    assert isinstance(shown, Moved) and 13 in shown.path
    before = b.state.copy()
    (event,) = b.happen([Moved((far,), (1, 2), 2)])
    assert witnessed(before, event, b.state, "axis") is None


# ------------------------------------------------------------------------------------------------- map and terrain


@pytest.mark.clause("OPS-4.1-1")
def test_scenarios_play_on_parts_of_one_map_of_hexes():
    battle_map = load_battle_map()
    areas = [build_board(id_).in_play for id_ in SCENARIOS]
    for id_, area in zip(SCENARIOS, areas, strict=True):
        board = build_board(id_)
        assert board.map is battle_map
        if board.kind == "battle":
            assert area.all(), id_
        else:
            assert 0 < area.sum() < 0.8 * battle_map.grid.size, id_
    assert len({area.tobytes() for area in areas}) > 1
    for place in ("Cherbourg", "Caen", "Falaise", "Avranches"):  # the whole battlefield is on it
        assert battle_map.grid.size > battle_map.place(place).hex >= 0


@pytest.mark.clause("OPS-4.1-1")
def test_nobody_leaves_the_part_that_is_in_play():
    game = wab.new_game(SCENARIOS[0], seed=1)
    board = game.state.board
    border = [
        unit for unit in game.state.units_of("allied")
        if any(not board.in_play[hex_] for hex_ in board.grid.disk(unit.hex, 6))
    ]  # fmt: skip
    assert border
    for order in game.legal_orders():
        if isinstance(order, Move):
            assert all(board.in_play[hex_] for hex_ in order.path)


@pytest.mark.clause("OPS-4.1-2")
def test_terrain_acts_on_sight_movement_and_combat():
    def facts(letter):
        b = make_board([f". . {letter} {letter} ."], switches={"supply": False})
        watcher = b.place("infantry", 1, sight=3)
        foe = b.place("infantry", 3, "axis")
        seen = levels(b.state, "allied").get(foe)
        b.remove(foe)
        b.place("infantry", 2, "axis")
        events = b.happen(flow.execute(b.state, Attack((watcher,), 2, 1)))
        shifts = sum(shift.value for shift in the(events, CombatJoined).columns)
        return seen, b.board.leave_cost["inf"][1, 0], shifts

    clear, woods = facts("."), facts("f")
    assert clear[0] == "recognised" and woods[0] is None
    assert clear[1] < woods[1]
    assert clear[2] == 0 > woods[2]


# ------------------------------------------------------------------------------------------------- units


@pytest.mark.clause("OPS-2.4-7")
def test_the_six_hexes_around_a_unit_stop_an_enemy():
    b = make_board([". . . . .", " . . . . .", ". . . . ."])
    foe = b.place("infantry", 7, "axis")
    for hex_ in b.board.grid.adjacent(7):
        mover = b.place("infantry", hex_)
        start = next(
            other for other in b.board.grid.adjacent(hex_) if other != 7 and other not in b.board.grid.adjacent(7)
        )
        b.change(mover, hex=start)
        b.happen(execute_move(b.state, Move((mover,), (start, hex_))))
        assert b.state.units[mover].halted, hex_
        b.remove(mover)
    assert len(b.board.grid.adjacent(7)) == 6 and foe in b.state.units


@pytest.mark.clause("OPS-3.2-13")
def test_movement_points_carry_farther_on_a_road():
    b = make_board([". . . . . . . . . ."], roads=[(i, i + 1) for i in range(9)])
    rough = make_board([". b b b b b b b b b"])
    far = {board: max(reach(board.state, (board.place("infantry", 0, movement=3),))) for board in (b, rough)}
    assert far[b] == 6 and far[rough] == 1


@pytest.mark.clause("OPS-3.2-14")
@pytest.mark.clause("OPS-6.3-1")
def test_a_strategic_move_goes_twice_as_far_and_then_there_is_no_fight():
    b = make_board([". . . . . . . . . ."])
    unit = b.place("infantry", 0, movement=3)
    assert max(reach(b.state, (unit,))) == 3
    assert max(reach(b.state, (unit,), strategic=True)) == 6
    b.place("infantry", 7, "axis")
    b.happen(execute_move(b.state, Move((unit,), tuple(range(7)), strategic=True)))
    assert b.state.units[unit].hex == 6
    assert SYSTEM.why_not(b.state, Attack((unit,), 7, 6)).code == "marched"


@pytest.mark.clause("OPS-3.2-15")
def test_weather_changes_how_far_a_unit_gets():
    b = make_board([". . . . . . . . . . . ."], weather="rain")
    tank = b.place("armour", 0, "axis", movement=8)
    far = {}
    for weather in ("sunny", "overcast", "rain", "storm"):
        b.set(weather=weather)
        far[weather] = max(reach(b.state, (tank,)))
    assert far == {"sunny": 4, "overcast": 6, "rain": 8, "storm": 6}
    assert allowance(b.state, tank) == 12


@pytest.mark.clause("OPS-3.2-16")
def test_a_unit_is_in_supply_or_out_and_nothing_between():
    b = make_board([". . . . . . ."], supply={"allied": {0: 1}, "axis": {6: 1}})
    near, far = b.place("infantry", 1), b.place("infantry", 4)
    b.control("axis", 5, 6)
    assert supplied(b.state, "allied") >= {near, far}  # the length of the line does not lessen it
    b.control("axis", 3)
    assert near in supplied(b.state, "allied") and far not in supplied(b.state, "allied")
    full = attack_value(b.state, b.state.units[near])
    assert attack_value(b.state, replace(b.state.units[far], supplied=True)) == full
    assert attack_value(b.state, replace(b.state.units[far], supplied=False)) == 0
    assert attack_value(b.state, replace(b.state.units[far], supplied=False, turns_unsupplied=5)) == 0


@pytest.mark.clause("OPS-3.2-8")
def test_moving_fighting_and_being_bombarded_tire_a_unit():
    b = make_board([". . . . ."], switches={"supply": False})
    mover, fighter = b.place("infantry", 0), b.place("infantry", 2)
    b.place("infantry", 3, "axis")
    b.happen(flow.execute(b.state, Move((mover,), (0, 1))))
    assert b.state.units[mover].fatigue > 0
    b.set(dice=dice_showing(7))
    b.happen(flow.execute(b.state, Attack((fighter,), 3, 2)))
    assert b.state.units[fighter].fatigue > 8  # more than the losses alone would give
    gun = b.place("artillery", 1)
    shelled = b.place("infantry", 3, "axis")
    b.happen(flow.execute(b.state, Bombard((gun,), 3)))
    assert b.state.units[shelled].fatigue > 0


@pytest.mark.clause("OPS-3.2-9")
def test_fatigue_goes_at_the_end_of_the_turn_more_from_who_was_not_activated():
    b = make_board([". . . . . ."], switches={"supply": False})
    idle, busy = b.place("infantry", 0, fatigue=60), b.place("infantry", 1, fatigue=60, activated=1)
    b.place("infantry", 5, "axis")
    assert recovered(b.state, b.state.units[idle]) > recovered(b.state, b.state.units[busy]) > 0
    b.happen(flow.execute(b.state, Pass()))
    assert b.state.units[idle].fatigue == 60
    b.happen(flow.execute(b.state, Pass()))
    assert b.state.units[idle].fatigue < b.state.units[busy].fatigue < 60


@pytest.mark.clause("OPS-6.5-2")
def test_supply_passes_through_controlled_hexes_only():
    b = make_board([". . . . ."], supply={"allied": {0: 1}})
    unit = b.place("infantry", 4)
    assert unit in supplied(b.state, "allied")
    for lost in (1, 2, 3):
        b.control("axis", lost)
        assert unit not in supplied(b.state, "allied")
        b.control("allied", lost)
    assert unit in supplied(b.state, "allied")


@pytest.mark.clause("OPS-7.4.5-1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_commanders_stack_freely_with_other_units(side):
    b = make_board([". . . ."], active=side, activation_points=9)
    for _ in range(3):
        b.place("infantry", 1, side)
    leaders = [b.place("commander", 0, side) for _ in range(3)]
    assert fits(b.state, leaders, 1)
    b.happen(execute_move(b.state, Move((leaders[0],), (0, 1))))
    for leader in leaders[1:]:
        assert why_not_move(b.state, Move((leader,), (0, 1))) is None
        b.happen(execute_move(b.state, Move((leader,), (0, 1))))
    assert len(b.state.stacks[1]) == 6
    assert why_not_move(b.state, Move((leaders[0],), (1, 2))) is None  # and go on through a full stack
    fourth = b.place("infantry", 0, side)
    assert not fits(b.state, (fourth,), 1)


@pytest.mark.clause("OPS-8.2.1-4")
def test_a_commander_stops_in_an_enemy_zone_of_control_like_any_unit():
    b = make_board([". . . . . ."])
    leader = b.place("commander", 0)
    b.place("infantry", 3, "axis")
    assert max(reach(b.state, (leader,))) == 2
    b.happen(execute_move(b.state, Move((leader,), (0, 1, 2))))
    assert b.state.units[leader].halted
    b.change(leader, halted=False, spent=0, held=True)
    assert why_not_move(b.state, Move((leader,), (2, 1, 0))).code == "starts-in-zoc"
    b.happen(execute_move(b.state, Move((leader,), (2, 1))))
    assert b.state.units[leader].halted  # one hex out of the zone, and no farther this turn


# ------------------------------------------------------------------------------------------------- types of units


def fight_of(b, attackers, target):
    units = tuple(b.state.units[unit] for unit in attackers)
    return Engagement(b.state, "allied", units, (), b.state.stack(target), target)


@pytest.mark.clause("OPS-10.1.1-2")
def test_combined_arms_and_the_open_ground_bonus_go_by_type():
    for partner, together in (("armoured", 0), ("mechanised", 1), ("infantry", 1), ("other", 0)):
        b = make_board([". . ."])
        tank = b.place("armour", 0)
        other = b.place("infantry", 0, type=partner)
        b.place("infantry", 1, "axis")
        assert len(combined_arms(fight_of(b, (tank, other), 1))) == together, partner
    for attacker, columns in (("armoured", 2), ("mechanised", 1), ("infantry", 0), ("other", 0)):
        b = make_board([". . ."])
        unit = b.place("infantry", 0, type=attacker)
        b.place("infantry", 1, "axis")
        assert sum(shift.value for shift in armour_in_the_open(fight_of(b, (unit,), 1))) == columns, attacker


@pytest.mark.clause("OPS-10.1.1-2")
def test_weather_and_rivers_tell_the_types_apart():
    b = make_board([". . ."], rivers=[(0, 1)], weather="storm")
    slowed = {
        type_: allowance(b.state, b.place("infantry", 2, "axis", type=type_, movement=8)) < 16
        for type_ in ("armoured", "mechanised", "infantry")
    }
    assert slowed == {"armoured": True, "mechanised": True, "infantry": False}
    over = {kind: int(b.board.leave_cost[kind][0, 0]) for kind in ("inf", "mec", "arm")}
    assert over["arm"] > over["mec"] == over["inf"]


def test_orders_on_offer_are_legal_on_a_mixed_board():
    b = make_board([". . . . . ."], switches={"supply": False, "commanders": True})
    for kind, hex_ in (("infantry", 2), ("armour", 2), ("commander", 2), ("artillery", 1)):
        b.place(kind, hex_)
    b.place("infantry", 3, "axis")
    for order in SYSTEM.offered(b.state):
        assert SYSTEM.why_not(b.state, order) is None, order
