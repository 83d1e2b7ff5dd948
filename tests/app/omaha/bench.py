"""Games at a moment for tests of the window of Omaha: units that are due, actions that could avert a danger."""

from __future__ import annotations

from msgspec.structs import replace

from wab.app.omaha.hand.hand import OmahaHand
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.engine import Dice
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.state.state import turn_box

WAVES, INLAND = "omaha/the-first-waves", "omaha/beyond-the-beach"


def begun(seed=1, scenario=WAVES):
    """A game at its first decision."""
    return Game.start(SYSTEM, Setup(SYSTEM.id, scenario, seed, {}))


def at_turn(turn, phase, scenario=WAVES, **now):
    """A game in a phase of a turn, with the units as they stand after the first landing."""
    state = begun(scenario=scenario).state.copy()
    state.changed(turn=turn, phase=phase, agenda=(), **now)
    state.dice = Dice(1)
    return Game(SYSTEM, Setup(SYSTEM.id, scenario, 1, {}), state)


def due(turn, *keys):
    """A game in which units are due: others have no part in it."""
    game = at_turn(turn, "arrivals")
    for key in keys:
        game.state.store(replace(game.state.unit(unit_of(game, key)), box=turn_box(turn)))
    for unit in list(game.state.now.off.values()):
        if unit.box == turn_box(turn) and game.state.profile(unit.id).key not in keys:
            game.state.store(replace(unit, box=turn_box(turn + 9)))
    return game


class Bench:
    """The table of a hand: a game, as the player sees it."""

    lenient_undo = in_flight = False

    def __init__(self, game):
        self.game = game

    @property
    def view(self):
        return self.game.view("us")

    def play(self, order):
        return self.game.play(order)

    def undo(self):
        return self.game.undo()

    def why_not_undo(self):
        return self.game.why_not_undo()


def hand_of(game):
    bench = Bench(game)
    hand = OmahaHand(bench, OmahaAdapter(bench))
    hand.refresh()
    return hand


def hex_of(game, label):
    return game.state.board.hex(label)


def unit_of(game, key):
    return game.state.board.ids[key]


def moved(game, **places):
    """The same game with units in other hexes, by key and number."""
    for key, label in places.items():
        unit = game.state.unit(unit_of(game, key))
        game.state.store(replace(unit, hex=hex_of(game, label), box="", steps=game.state.profile(unit.id).full))
    return game
