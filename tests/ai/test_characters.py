"""The sparring partners of examples/characters.py: each plays its idea to the end, and a staff deals with each."""

import pytest

import wab
from ai.agents import make_agents, own_among
from ai.match import play_out

CHARACTERS = ("Rusher", "Turtle", "Encircler", "Raider")
SHORT, ROOMY = "operations/to-the-sea", "operations/city-of-stones"
"""Eight units a side for three turns, where luck is half of it; thirty units, where more can be done well or badly."""


def played(allied, axis, seed, scenario=SHORT):
    game = wab.new_game(scenario, seed=seed)
    play_out(game, make_agents({"allied": allied, "axis": axis}, "operations", seed, own=own_among([allied, axis])))
    return game


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_plays_the_same_game_again(character):
    name = f"examples.characters:{character}"
    first, again = (played(name, name, 3) for _ in range(2))
    assert first.outcome is not None
    assert first.digest() == again.digest()


@pytest.mark.trial
@pytest.mark.parametrize("character", CHARACTERS)
def test_the_easy_staff_is_ahead_of_every_character(character):
    name, leads = f"examples.characters:{character}", []
    for seed in range(2):
        for allied, axis, staff in (("easy", name, "allied"), (name, "easy", "axis")):
            points = played(allied, axis, seed, ROOMY).outcome.points
            leads.append(points[staff] - points["axis" if staff == "allied" else "allied"])
    assert sum(leads) > 0
