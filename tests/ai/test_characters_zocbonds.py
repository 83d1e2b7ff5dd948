"""The sparring partners of examples/characters_zocbonds.py: each plays its idea, the same way again."""

import pytest

import wab
from ai.agents import make_agents, own_among
from examples.characters_zocbonds import BondBreaker, Raider
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.rules.zocbonds.field import position
from wab.systems.zocbonds.state import orders as od

CHARACTERS = ("Rusher", "Turtle", "BondBreaker", "Raider")
SCENARIO, TURNS = "zocbonds/cherbourg", 3


def name_of(character):
    return f"examples.characters_zocbonds:{character}"


def played(allied, axis, seed):
    """The first turns of a game: every order with the seat that gave it, and the game."""
    game = wab.new_game(SCENARIO, seed=seed)
    own = own_among([allied, axis])
    players, given = make_agents({"allied": allied, "axis": axis}, "zocbonds", seed, own=own), []
    while game.to_act is not None and game.turn < TURNS:
        seat = game.to_act
        order = players[seat].decide(game.view(seat))
        assert game.why_not(order) is None, order
        given.append((seat, order))
        game.play(order)
    return game, given


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_plays_the_same_turns_again(character):
    name = name_of(character)
    first, again = (played(name, name, 3)[0] for _ in range(2))
    assert first.turn == TURNS and first.digest() == again.digest()


def count(given, seat, kind):
    return sum(one == seat and isinstance(order, kind) for one, order in given)


def test_a_rusher_attacks_more_than_a_turtle():
    rushed, held = (played(name_of(name), "greedy", 3)[1] for name in ("Rusher", "Turtle"))
    assert count(rushed, "allied", od.Attack) > count(held, "allied", od.Attack)


def pull_of(character, units):
    """Return how much a bot wants each hex of a position, and the position."""
    _, view = begun(position(units, player="allied"))
    return character(1).pull(view), view.position.board


def test_a_bond_breaker_goes_for_the_ends_of_bonds_and_gives_ground():
    units = {"de_352id_914": "1310", "de_352id_916": "1312", "de_439_ost": "1720", "us_9id_39": "1718"}
    pull, board = pull_of(BondBreaker, units)
    assert pull[board.hex("1310")] == pull[board.hex("1312")] == 0 > pull[board.hex("1720")]
    del units["de_352id_914"]
    assert pull_of(BondBreaker, units)[0][board.hex("1720")] == 0
    _, given = played(name_of("BondBreaker"), "greedy", 3)
    assert count(given, "allied", od.Attack) and not count(given, "allied", od.Stand)


def test_a_raider_goes_for_the_town_that_nobody_watches():
    pull, board = pull_of(Raider, {"us_9id_39": "1410"})
    assert pull[board.hex("1815")] == pull[board.hex("1812")] == 0
    pull, _ = pull_of(Raider, {"us_9id_39": "1410", "de_352id_916": "1815"})
    assert pull[board.hex("1815")] < pull[board.hex("1812")] == 0
