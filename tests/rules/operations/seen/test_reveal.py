"""An order that shows its side something is final: no free scouting (ledger section 6.1)."""

from __future__ import annotations

import numpy as np
import pytest

import wab
from wab.engine import Chance, Game, NothingToUndo, Rolled, Setup
from wab.systems import get_system
from wab.systems.operations.ground.sight import hex_levels, seen_from, sight_distance
from wab.systems.operations.seen.reveal import foreseen
from wab.systems.operations.state.events import GameEnded, Moved, Removed
from wab.systems.operations.state.orders import Move, Pass
from wab.systems.operations.testing.boards import make_board

PERCH, MOVES = "operations/perch", 60


def on(board, **options):
    return Game(get_system("operations"), Setup("operations", "board", 1, options), board.state)


def moves_of(scenario, seed, count, **options):
    """Random moves of both sides: before each, the game and the move; the caller lets it happen."""
    game, chance, played = wab.new_game(scenario, seed=seed, options=options), Chance(seed, "moves"), 0
    while played < count and game.to_act is not None:
        moves = [order for order in game.legal_orders() if isinstance(order, Move)]
        if not moves or chance.below(10) == 0:
            game.play(Pass())
            continue
        played += 1
        yield game, moves[chance.below(len(moves))]


def newly_lit(before, after, side, moved):
    """Hexes in play that come into sight on any hex of the way or at its end, worked out the long way."""
    eyes = [max(sight_distance(before, before.profile(unit), hex_) for unit in moved.units) for hex_ in moved.path]
    lit = (seen_from(before.board, moved.path, eyes) > 0) | (hex_levels(after, side) > 0)
    return np.flatnonzero(lit & (hex_levels(before, side) == 0) & before.board.in_play)


@pytest.mark.clause("OPS-6.1-13")
def test_no_move_that_shows_new_ground_is_taken_back_and_any_other_is():
    shown = kept = 0
    for game, order in moves_of(PERCH, 3, MOVES):
        side, before, known = game.to_act, game.state.copy(), game.view(game.to_act).encode()
        events = game.play(order)
        moved = next(event for event in events if isinstance(event, Moved))
        if newly_lit(before, game.state, side, moved).size:
            shown += 1
            assert game.why_not_undo() is not None
            with pytest.raises(NothingToUndo):
                game.undo()
        elif not any(event.final for event in events):
            kept += 1
            assert game.undo() == order
            assert game.view(side).encode() == known
    assert shown > 20 and kept > 10


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize("scenario", [PERCH, "operations/the-hill", "operations/the-cauldron"])
def test_what_is_foretold_of_a_move_is_what_happens(scenario):
    """By what its side knows before the move; the dice of an end and of exhaustion are another matter."""
    told = {"": 0, "ground": 0, "enemy": 0}
    for game, order in moves_of(scenario, 5, 40):
        side = game.to_act
        foretold = foreseen(game.view(side).position, side, order.units, order.path)
        events = game.play(order)
        told[foretold] += 1
        if not any(isinstance(event, GameEnded | Removed | Rolled) for event in events):
            assert (game.why_not_undo() is not None) == bool(foretold)
    assert told[""] and told["ground"]


@pytest.mark.clause("OPS-6.1-13")
def test_with_lenient_undo_new_ground_alone_can_be_taken_back():
    taken_back = 0
    for game, order in moves_of(PERCH, 3, 30, undo="lenient"):
        side = game.to_act
        foretold = foreseen(game.view(side).position, side, order.units, order.path)
        final = any(event.final for event in game.play(order))
        assert (game.why_not_undo() is not None) == final
        taken_back += foretold == "ground" and not final
    assert taken_back > 5


# ---------------------------------------------------------------- by hand


def watched(*, row):
    """A line of hexes; the units see its west."""
    board = make_board([row])
    board.place("infantry", hex=9, side="axis")  # a battle needs two sides
    return board, board.place("infantry", hex=0, sight=2)


@pytest.mark.clause("OPS-6.1-13")
def test_ground_seen_on_the_way_and_lost_again_counts():
    """On the hill in the middle the far end is in sight; from the start and from the end it is not."""
    board = make_board([". . . . h . . . . ."])
    board.place("infantry", hex=0, sight=3)
    runner = board.place("armour", hex=3, sight=3)
    game = on(board)
    way = (3, 4, 3)
    middle = seen_from(board.board, [4], [sight_distance(board.state, board.state.profile(runner), 4)]) > 0
    assert (middle & (hex_levels(board.state, "allied") == 0)).any()
    assert foreseen(game.view("allied").position, "allied", (runner,), way) == "ground"
    assert game.system.reveals(
        board.state, (Moved((runner,), way, 4),), board.state, "allied"
    ).code == "new-ground"  # fmt: skip


@pytest.mark.clause("OPS-6.1-10")
def test_a_better_look_at_empty_ground_in_sight_shows_nothing():
    board = make_board([". . . . . . . . . ."])
    board.place("infantry", hex=7, sight=9)  # sees the whole line
    board.place("infantry", hex=9, side="axis", zoc=0)
    walker = board.place("infantry", hex=0, sight=3)
    before = hex_levels(board.state, "allied").copy()
    game = on(board)
    game.play(Move((walker,), (0, 1, 2)))
    assert (hex_levels(game.state, "allied") > before).any()
    assert game.why_not_undo() is None


@pytest.mark.clause("OPS-6.1-1")
def test_without_fog_every_move_can_be_taken_back():
    board = make_board([". . . . . . . ."], switches={"fog": False})
    board.place("infantry", hex=7, side="axis")
    walker = board.place("infantry", hex=0, sight=1)
    game = on(board)
    game.play(Move((walker,), (0, 1, 2)))
    assert game.why_not_undo() is None


@pytest.mark.clause("OPS-6.1-13")
def test_the_refusal_names_the_ground_and_the_rule():
    board, walker = watched(row=". . . . . . . . . .")
    game = on(board)
    game.play(Move((walker,), (0, 1, 2)))
    refusal = game.why_not_undo()
    assert refusal.code == "new-ground" and refusal.clauses == ("OPS-6.1-13",)
    assert board.board.grid.label(refusal.where[0]) in str(refusal)
    assert hex_levels(game.state, "allied")[refusal.where[0]] > 0


@pytest.mark.clause("OPS-6.1-13")
def test_that_nobody_stands_there_is_new_as_well():
    """The same move with an enemy just out of sight, and with none near: no player can try first which it is."""
    for enemy, found in ((4, "enemy-seen"), (19, "new-ground")):
        board = make_board([" ".join("." * 20)])
        walker = board.place("infantry", hex=0, sight=2)
        board.place("infantry", hex=enemy, side="axis")
        game = on(board)
        assert foreseen(game.view("allied").position, "allied", (walker,), (0, 1, 2)) == "ground"
        game.play(Move((walker,), (0, 1, 2)))
        assert game.why_not_undo().code == found
