"""Small battles for tests of the planning player: a board, what a side sees of it, and what its staff makes of that."""

import dataclasses

import msgspec

from ai.operations.analysis import Analysis
from ai.operations.analysis.belief import updated
from ai.operations.judgement.weights import GREEDY
from ai.operations.picture.picture import Memory, Picture
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.operations import SYSTEM
from wab.systems.operations.state.board import Entry, Objective
from wab.systems.operations.testing.boards import make_board

PLAIN = [". . . . . . . ."] * 5


def scene(rows=PLAIN, goals=(), fog=False, supply=False, fatigue=False, entries=(), victories=(), **settings):
    """A board with objectives: (hex, holder, points per turn, at the end) each; everything is seen unless told."""
    sources = settings.pop("sources", None)
    switches = {"fog": fog, "supply": supply, "fatigue": fatigue}
    builder = make_board(rows, switches=switches, supply=sources, **settings)
    objectives = tuple(
        Objective({"en": f"goal {hex_}"}, hex_, holder, per_turn, at_end, "both", True)
        for hex_, holder, per_turn, at_end in goals
    )
    victory = msgspec.structs.replace(builder.board.victory, immediate=tuple(victories))
    arrivals = tuple(Entry(turn, hex_, unit, 8, 0) for turn, hex_, unit in entries)
    builder.board = dataclasses.replace(
        builder.board, objectives=objectives, victory=victory, entries=arrivals, by_side={}
    )
    builder.state.board = builder.board
    builder.state.awaited = tuple(range(len(arrivals)))
    for hex_, holder, *_ in goals:
        builder.control(holder, hex_)
    return builder


def game_of(builder):
    return Game(SYSTEM, Setup("operations", "operations/board-for-tests", 1), builder.state)


def picture_of(builder, side="allied", seed=1):
    """Return what a side makes of a board, read by a player who remembers nothing."""
    view = game_of(builder).view(side)
    return Picture(view, Memory(view.board), GREEDY, Chance(seed, "tests"))


def analysis_of(builder, side="allied"):
    picture = picture_of(builder, side)
    return Analysis(picture, updated(None, picture))


def two_targets():
    """Three allied groups of tanks in a hex, between two enemy regiments; they can strike one of them."""
    board = scene(turns=4)
    for _ in range(3):
        board.place("armour", hex=18)
    board.place("infantry", hex=11, side="axis")
    board.place("infantry", hex=27, side="axis")
    return board
