"""The greedy player: what a beginner would be ashamed to miss, on small boards; and that it beats chance in battle."""

import dataclasses

import msgspec
import pytest

import wab
from ai.agents import Reason, make_agents
from ai.match import play_out
from ai.operations.greedy.player import Greedy
from ai.operations.judgement.weights import GREEDY
from wab.content.operations.shapes import ImmediateVictory
from wab.engine import UsageError
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.operations import SYSTEM
from wab.systems.operations.state.board import Objective
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass
from wab.systems.operations.state.state import Offer
from wab.systems.operations.testing.boards import make_board

BATTLES = sorted(
    (info for info in wab.scenarios() if info.system == "operations"),
    key=lambda info: (sum(info.units.values()), info.id),
)
SMALL = [info.id for info in BATTLES[:8]]
"""Scenarios with so few units that whole games of them are quick; `make balance` plays all thirty."""
MIXED = [info.id for info in BATTLES[:18:3]]
"""Small and middle ones."""
PLAIN = [". . . . . . . ."] * 5


def battle(rows=PLAIN, goals=(), victories=(), fog=False, fatigue=False, **settings):
    """A board with objectives: (hex, holder, points per turn, at the end) each; everything is seen unless told."""
    builder = make_board(rows, switches={"fog": fog, "supply": False, "fatigue": fatigue}, **settings)
    objectives = tuple(
        Objective({"en": f"goal {hex_}"}, hex_, holder, per_turn, at_end, "both", True)
        for hex_, holder, per_turn, at_end in goals
    )
    victory = msgspec.structs.replace(builder.board.victory, immediate=tuple(victories))
    builder.board = dataclasses.replace(builder.board, objectives=objectives, victory=victory, by_side={})
    builder.state.board = builder.board
    for hex_, holder, *_ in goals:
        builder.control(holder, hex_)
    return builder


def impulse(builder, agent=None):
    """Let the side to act play its impulse; the orders that it gave, in their order, and the game."""
    game = Game(SYSTEM, Setup("operations", "operations/board-for-tests", 1), builder.state)
    agent, side, orders = agent or Greedy(1), builder.state.active, []
    while game.to_act == side and game.turn == 1:
        orders.append(agent.decide(game.view(side)))
        assert isinstance(agent.reason, Reason)
        game.play(orders[-1])
    return orders, game


def attacks(orders):
    return [order for order in orders if isinstance(order, Attack)]


# ------------------------------------------------------------------------------------------------- ground


def test_it_takes_an_objective_that_nobody_defends():
    board = battle(goals=[(20, "axis", 1, 5)])
    board.place("infantry", hex=16)
    board.place("infantry", hex=7, side="axis")
    _, game = impulse(board)
    assert game.state.controls("allied", 20)


def test_it_goes_for_the_dearer_of_two_objectives():
    board = battle(goals=[(16, "axis", 0, 2), (20, "axis", 0, 12)], turns=1)
    unit = board.place("infantry", hex=18)
    board.place("infantry", hex=7, side="axis")
    _, game = impulse(board)
    assert game.state.units[unit].hex == 20


def test_it_occupies_the_hex_of_an_immediate_victory():
    hexes = (20,)
    board = battle(goals=[(16, "axis", 0, 10)], victories=[ImmediateVictory("allied", hexes)])
    board.place("infantry", hex=18)
    board.place("infantry", hex=7, side="axis")
    orders, game = impulse(board)
    assert (game.outcome.winner, game.outcome.reason) == ("allied", "immediate")
    assert len(orders) == 1


def test_it_keeps_the_enemy_from_the_hex_of_his_immediate_victory():
    hexes = (18,)
    board = battle(victories=[ImmediateVictory("axis", hexes)])
    unit = board.place("infantry", hex=16)
    board.place("armour", hex=23, side="axis")
    _, game = impulse(board)
    assert game.state.units[unit].hex == 18


def test_it_does_not_leave_its_objective_for_easy_prey():
    board = battle(goals=[(16, "allied", 2, 10)])
    guard = board.place("infantry", hex=16)
    board.place("armour", hex=21, side="axis")
    board.place("company", hex=3, side="axis", weight=1)
    _, game = impulse(board)
    assert game.state.units[guard].hex == 16


def test_it_strengthens_an_objective_in_danger():
    board = battle(goals=[(17, "allied", 2, 10)])
    board.place("battalion", hex=17)
    reserve = board.place("infantry", hex=8)
    board.place("armour", hex=21, side="axis")
    board.place("infantry", hex=21, side="axis")
    _, game = impulse(board)
    assert game.state.units[reserve].hex == 17


def test_it_follows_into_an_objective_that_the_enemy_has_left():
    board = battle(goals=[(18, "axis", 0, 10)])
    units = [board.place("infantry", hex=17), board.place("infantry", hex=17)]
    board.place("infantry", hex=23, side="axis", hp=2)
    board.set(agenda=(Offer(18, tuple(units)),))
    orders, game = impulse(board)
    assert isinstance(orders[0], Advance)
    assert orders[0].units
    assert game.state.controls("allied", 18)


# ------------------------------------------------------------------------------------------------- attacks


def test_it_attacks_at_good_odds():
    board = battle()
    for kind in ("infantry", "infantry", "armour"):
        board.place(kind, hex=17)
    board.place("battalion", hex=18, side="axis")
    orders, _ = impulse(board)
    assert [order.target for order in attacks(orders)] == [18]


@pytest.mark.parametrize("worth", [0, 8])
def test_it_does_not_attack_at_one_to_three(worth):
    board = battle([". . f . . . . ."] * 5, goals=[(18, "axis", 0, worth)])
    board.place("battalion", hex=17)
    board.place("infantry", hex=18, side="axis")
    orders, _ = impulse(board)
    assert attacks(orders) == []


def test_it_brings_up_those_who_can_reach_the_enemy_and_attacks_with_all():
    board = battle()
    for hex_ in (8, 16, 24):
        board.place("infantry", hex=hex_)
    board.place("armour", hex=16)
    board.place("infantry", hex=19, side="axis", hp=6)
    orders, _ = impulse(board)
    assert any(isinstance(order, Move) for order in orders)
    assert len(attacks(orders)[0].units) >= 3


def test_an_attack_worth_an_objective_is_made_at_odds_that_are_else_refused():
    def fought(worth):
        board = battle(goals=[(18, "axis", 0, worth)], turns=1)
        for hex_ in (17, 17, 10, 10):
            board.place("infantry", hex=hex_)
        board.place("infantry", hex=18, side="axis")
        return bool(attacks(impulse(board)[0]))

    assert [fought(worth) for worth in (0, 30)] == [False, True]


def test_guns_support_the_attack_or_bombard():
    board = battle()
    gun = board.place("artillery", hex=16)
    for _ in range(2):
        board.place("armour", hex=17)
    board.place("infantry", hex=18, side="axis", hp=4)
    orders, _ = impulse(board)
    used = [unit for order in orders if isinstance(order, Bombard) for unit in order.units]
    used += [unit for order in attacks(orders) for unit in order.supports]
    assert used == [gun]


def test_units_without_supply_are_not_sent_to_attack():
    board = battle()
    for _ in range(2):
        board.place("armour", hex=17, supplied=False)
    board.place("battalion", hex=18, side="axis")
    orders, _ = impulse(board)
    assert attacks(orders) == []


# ------------------------------------------------------------------------------------------------- manners


def test_it_passes_when_there_is_nothing_to_do():
    board = battle()
    board.place("infantry", hex=0)
    board.place("infantry", hex=39, side="axis")
    assert impulse(board)[0] == [Pass()]


def test_it_keeps_to_its_activation_points():
    board = battle(goals=[(20, "axis", 0, 9), (36, "axis", 0, 9)], activation_points=1)
    board.place("infantry", hex=16)
    board.place("infantry", hex=32)
    board.place("infantry", hex=7, side="axis")
    orders, _ = impulse(board)
    assert {unit for order in orders if isinstance(order, Move) for unit in order.units} in ({1}, {2})


@pytest.mark.parametrize("scenario", MIXED)
def test_it_reasons_from_the_view_alone(scenario):
    game = wab.new_game(scenario, seed=3)
    agents = {side: [Greedy(5), Greedy(5)] for side in ("allied", "axis")}
    for _ in range(40):
        if game.to_act is None:
            break
        view = game.view(game.to_act)
        twins = agents[game.to_act]
        order = twins[0].decide(view)
        assert twins[1].decide(SYSTEM.decode_view(view.encode())) == order
        game.play(order)
    assert len(game.journal) > 15


def test_other_seeds_may_choose_otherwise():
    played = set()
    for seed in range(6):
        board = battle(goals=[(2, "axis", 0, 9), (34, "axis", 0, 9)])
        board.place("infantry", hex=0)
        board.place("infantry", hex=32)
        board.place("infantry", hex=23, side="axis")
        played.add(tuple(impulse(board, Greedy(seed))[0]))
    assert len(played) > 1


def test_a_view_of_another_system_is_refused():
    with pytest.raises(UsageError, match="another system"):
        Greedy(1).decide(object())


def test_its_judgement_is_data():
    cautious = dataclasses.replace(GREEDY, attack_from=1000.0)
    board = battle()
    for kind in ("infantry", "infantry", "armour"):
        board.place(kind, hex=17)
    board.place("battalion", hex=18, side="axis")
    assert attacks(impulse(board, Greedy(1, cautious))[0]) == []


# ------------------------------------------------------------------------------------------------- battle


@pytest.mark.parametrize("side", ["allied", "axis"])
@pytest.mark.parametrize("scenario", SMALL)
def test_it_beats_chance(scenario, side):
    other = "axis" if side == "allied" else "allied"
    lead = won = 0
    for seed in (1, 2, 3):
        game = wab.new_game(scenario, seed=seed)
        play_out(game, make_agents({side: "greedy", other: "random"}, "operations", seed))
        outcome = game.outcome
        won += outcome.winner == side
        lead += outcome.points[side] - outcome.points[other]
    assert won >= 2
    assert lead > 0


def test_the_same_seeds_make_the_same_game():
    def digest():
        game = wab.new_game(SMALL[0], seed=8)
        play_out(game, make_agents({"allied": "greedy", "axis": "greedy"}, "operations", 8))
        return game.digest()

    assert digest() == digest()
