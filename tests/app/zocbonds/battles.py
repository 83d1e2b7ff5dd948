"""Battles of bonds for tests of the window: games that computers have played up to a moment, and what is drawn."""

from __future__ import annotations

import wab
from ai.agents import make_agents

SCENARIO = "zocbonds/the-first-week"


def played_until(is_there, scenario=SCENARIO, seed=1944):
    """A game that computers have played until `is_there(game, view)` of whoever is to act."""
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", seed, game.seats)
    while game.to_act is not None:
        view = game.view(game.to_act)
        if is_there(game, view):
            return game
        game.play(players[game.to_act].decide(view))
    raise LookupError(is_there)


def finished(scenario=SCENARIO, seed=0):
    """A game that computers have played to its end."""
    game = wab.new_game(scenario, seed=seed)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", seed, game.seats)
    while game.to_act is not None:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
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
