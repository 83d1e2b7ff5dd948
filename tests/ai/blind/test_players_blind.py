"""The players of the double-blind campaign: legal orders by a view alone, the same for the same views, with reasons."""

import pytest

import wab
from ai.belief.scale import Scale
from ai.blind import PLAYERS
from ai.blind.belief import Belief
from ai.blind.data_files import CHECKS
from ai.blind.guess import Reports
from ai.blind.levels import beliefs, levels
from lab.beliefs import player
from tests.rules.blind.field import SHORT, number, position
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.words.errors import UsageError
from wab.systems.blind import SYSTEM
from wab.systems.blind.state.steps import Report, Sighting

LEVELS = ("greedy", "easy", "normal", "hard")


def view_of(state):
    return SYSTEM.view(state, SYSTEM.to_act(state))


def decided(agent, view):
    order = agent.decide(view)
    assert view.why_not(order) is None and agent.incidents == []
    return order


def test_all_levels_are_there_and_their_files_are_sound():
    assert (*PLAYERS,) == LEVELS
    assert [*levels()] == ["easy", "normal", "hard"] and {*beliefs().scales} == {"allied", "axis"}
    assert [problem for path, check in CHECKS.items() for problem in check(path)] == []


@pytest.mark.parametrize("name", ["greedy", "normal"])
def test_a_player_plays_its_turn_and_says_why(name):
    """Both sides play the first turn; every order is legal, and has a reason in words."""
    game = Game.start(SYSTEM, Setup(SYSTEM.id, SHORT, 3, {}))
    agents = {side: player(name, 5) for side in game.seats}
    told = set()
    for _ in range(400):
        if game.turn > 1:
            break
        agent = agents[game.to_act]
        game.play(decided(agent, game.view(game.to_act)))
        told.add(str(agent.reason.text))
    assert game.turn == 2 and len(told) > 5


@pytest.mark.parametrize("name", ["greedy", "normal"])
def test_the_same_views_are_the_same_orders(name):
    game = Game.start(SYSTEM, Setup(SYSTEM.id, SHORT, 4, {}))
    one, other = (player(name, 8) for _ in range(2))
    for _ in range(8):
        view = game.view(game.to_act)
        order = decided(one, view)
        assert decided(other, SYSTEM.decode_view(view.encode())) == order
        if view.seat == "axis":
            break
        game.play(order)


def test_a_view_of_another_game_is_refused():
    with pytest.raises(UsageError):
        player("normal", 1).decide(wab.new_game("cards/pegasus-bridge", seed=1).view("allies"))


def test_two_truths_with_equal_views_get_equal_orders():
    """The enemy stands elsewhere, and no player can know it."""
    orders = []
    for place in ("1010", "1113"):
        state = position({"us_1_inf": "1005", "ge_352_inf": place}, phase="allied_second")
        orders.append(player("normal", 2).decide(view_of(state)))
    assert orders[0] == orders[1]


# ---------------------------------------------------------------- guesses


def test_reports_fade():
    state = position({"us_1_inf": "1005"}, phase="allied_first", turn=4)
    hex_, other = state.board.hex("1006"), state.board.hex("1106")
    state.changed(reports={"allied": {hex_: Report("vacant", (4, 3)), other: Report("occupied", (2, 3))}})
    found = Reports(SYSTEM.view(state, "allied").position, "allied").occupied
    assert found[hex_] == 0.0 and 0.6 < found[other] < 1.0


def test_a_belief_follows_a_division_that_was_seen():
    state = position({"us_1_inf": "1005", "ge_352_inf": "1006"}, phase="allied_first", turn=3)
    hex_, unit = state.board.hex("1006"), number(state, "ge_352_inf")
    state.changed(sightings={"allied": {unit: Sighting(hex_, 2, (3, 6))}})
    belief = Belief("allied", 64, 7, Scale(), beliefs().habits["axis"])
    guess = belief.follow(SYSTEM.view(state, "allied").position)
    assert guess.occupied[hex_] > 0.9
    stack = guess.stacks(hex_)[0]
    assert stack.steps == 2 and stack.forces == (2,)
    state.changed(turn=4)
    later = belief.follow(SYSTEM.view(state, "allied").position)
    near = [hex_, *state.board.around(hex_)]
    assert later.occupied[near].sum() > 0.5


def test_what_was_called_in_this_phase_is_certain():
    state = position({"us_1_inf": "1005", "ge_352_inf": "1006"}, phase="allied_first", turn=3)
    hex_ = state.board.hex("1006")
    state.changed(contacts={hex_: 1}, reports={"allied": {hex_: Report("occupied", (3, 6))}})
    belief = Belief("allied", 64, 7, Scale(), beliefs().habits["axis"])
    assert belief.follow(SYSTEM.view(state, "allied").position).occupied[hex_] == 1.0
