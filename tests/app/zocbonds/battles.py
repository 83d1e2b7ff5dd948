"""Battles of bonds for tests of the window: games that computers have played up to a moment, and what is drawn."""

from __future__ import annotations

import wab
from ai.agents import make_agents
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record, Setup
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import events as ev

SCENARIO = "zocbonds/the-first-week"


def played_until(is_there, scenario=SCENARIO, seed=1944):
    """A game that computers have played until `is_there(game, view)` of the seat to act."""
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", seed, game.seats)
    while game.to_act is not None:
        view = game.view(game.to_act)
        if is_there(game, view):
            return game
        game.play(players[game.to_act].decide(view))
    raise LookupError(is_there)


def staged(units, seat, phase, seed=1, options=None, ships=None, scenario=SCENARIO):
    """A game whose opening puts units, by their ids in hexes ("2512"), where a test wants them on the second turn, and
    clears the map of all others; those still to come stay in their boxes. It can be saved and followed like any other.
    """
    setup = Setup(SYSTEM.id, scenario, seed, dict(options or {}))
    game = Game(SYSTEM, setup, SYSTEM.new_state(scenario, seed, setup.rule_options))
    state, side = game.state, seat.partition("/")[0]
    ids, hex_ = state.board.ids, state.board.hex
    named = {ids[key] for key in units}
    opening = (
        ev.TurnBegan(2),
        *(ev.Eliminated(unit, box="lost") for unit in sorted(set(state.units) - named)),
        *(ev.Placed((ids[key],), hex_(label), (hex_(label),)) for key, label in units.items()),
        ev.DayAllotted({}, {}, ships or {}, {}),
        ev.PlayerTurnBegan(side),
        ev.PhaseBegan(side, phase, seat),
    )
    game.repeat(Record(None, opening, ""))
    assert (game.to_act, game.phase) == (seat, phase) and not SYSTEM.invariants(state)
    return game


def finished(scenario=SCENARIO, seed=0):
    """A game that computers have played to its end."""
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", seed, game.seats)
    while game.to_act is not None:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    return game


def ended(game):
    """The same game, ended where it stands."""
    game.repeat(Record(None, (ev.GameOver(victory.final(game.state)),), ""))
    return game


def asked(seat, question):
    """Tells whether a seat is asked a question to which there is more than one answer."""
    return lambda game, view: game.to_act == seat and any(isinstance(one, question) for one in view.legal_orders())


def phase(seat, name, turn=1):
    """Tells whether a seat plays a phase, from a turn on."""
    return lambda game, view: (game.to_act, game.phase) == (seat, name) and game.turn >= turn


def frame(window, words):
    """The texts of one frame."""
    words.clear()
    window.step(0.05)
    return set(words)
