"""Positions for tests of the blind window: what a hand does with them, without a window and with one."""

from __future__ import annotations

from tests.rules.blind.field import SHORT, position
from wab.app.blind.hand.hand import BlindHand
from wab.app.blind.screen.adapter import BlindAdapter
from wab.app.wargame.adapter.adapter import Still
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.state import orders as od

FRONT_LINE = {
    "us_4_inf": "0804", "us_1_inf": "1005", "us_29_inf": "1005", "us_rangers": "1005", "us_4_cav": "0905",
    "ge_352_inf": "1006", "ge_716_inf": "1407", "ge_6_para_regt": "0706",
}  # fmt: skip
"""Omaha in front of the 352nd: 0906 is empty, 1006 is not."""


def staged(phase="allied_first", units=None, **now):
    """A game in a position of the short scenario."""
    state = position(units or FRONT_LINE, phase=phase, scenario=SHORT, **{"turn": 2, **now})
    return Game(SYSTEM, Setup(SYSTEM.id, SHORT, 1, {}), state)


def begun(seed, scenario=SHORT, **options):
    """A game at its start."""
    return Game.start(SYSTEM, Setup(SYSTEM.id, scenario, seed, options))


class Bench:
    """The table of a hand: a game, as the seat to act sees it."""

    in_flight = False

    def __init__(self, game, seat=None):
        self.game, self._seat, self.lenient_undo = game, seat, False

    @property
    def view(self):
        return self.game.view(self._seat or self.game.to_act)

    def play(self, order):
        return self.game.play(order)

    def undo(self):
        return self.game.undo()

    def why_not_undo(self):
        return self.game.why_not_undo()


def hand_of(game, seat=None):
    bench = Bench(game, seat)
    hand = BlindHand(bench, BlindAdapter(bench))
    hand.refresh()
    return hand


def adapter_of(state, seat, *, shared=False):
    return BlindAdapter(Still(SYSTEM.view(state, seat)), shared=shared)


def hex_of(game, label):
    return game.state.board.hex(label)


def unit_of(game, key):
    return game.state.board.ids[key]


def attacked(*units, target="1006", defenders=None):
    """A game at the table: these Allied units attack a hex, and the defender is asked."""
    game = staged(units={**FRONT_LINE, **(defenders or {})})
    hex_ = hex_of(game, target)
    for place, key in enumerate(units):
        unit = unit_of(game, key)
        game.play(od.Call(unit, hex_, True) if not place else od.Declare(unit, hex_))
    for _phase in ("allied_first", "allied_air"):
        game.play(od.Done())
    game.play(od.Fight(hex_))
    return game
