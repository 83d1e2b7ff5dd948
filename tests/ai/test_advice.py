"""Asking next to the game: what a player is asked for as advice changes nothing of what it does."""

import pytest

import wab
from ai.agents import NAMES, built_in, make_agent, seat_seed
from ai.cards.ground import ground_of

SHORT = "operations/to-the-sea"
GAMES = [
    ("operations/cliffs-and-shingle", "easy", 30),
    ("operations/cliffs-and-shingle", "normal", 60),
    ("operations/the-boys-of-the-twelfth", "normal", 60),
    ("operations/causeway-to-carentan", "hard", 15),
    ("cards/pegasus-bridge", "easy", 60),
    ("cards/pegasus-bridge", "normal", 12),
]


def orders_of(scenario, name, count, asked):
    """The first orders of a game; `asked`: before each decision every player is asked for advice on what it sees."""
    game = wab.new_game(scenario, seed=5)
    players = {seat: make_agent(name, game.system.id, seat_seed(5, seat)) for seat in game.seats}
    played, papers = [], 0
    while (seat := game.to_act) is not None and len(played) < count:
        if asked:
            papers += len(players[seat].advise(game.view(seat)))
        played.append(players[seat].decide(game.view(seat)))
        game.play(played[-1])
    assert papers or not asked
    return played


@pytest.mark.parametrize("scenario, name, count", GAMES)
def test_a_player_that_is_asked_for_advice_plays_as_if_nobody_had_asked(scenario, name, count):
    assert orders_of(scenario, name, count, asked=True) == orders_of(scenario, name, count, asked=False)


def test_every_level_that_gives_advice_is_among_these_games():
    of_systems = {(scenario.partition("/")[0], name) for scenario, name, _ in GAMES}
    for system in ("operations", "cards"):
        names = set(built_in(system)) & set(NAMES)
        advisers = {name for name in names if hasattr(make_agent(name, system, 1), "advise")}
        assert advisers == {name for of, name in of_systems if of == system}


def test_advice_goes_on_from_what_has_been_decided():
    """The paper of a staff that has decided on its plan tells that plan, after any earlier question."""
    game = wab.new_game(SHORT, seed=5)
    view = game.view(game.to_act)
    staff = make_agent("normal", "operations", 1)
    staff.advise(view)
    staff.decide(view)
    goals = {line.goal for line in staff.advise(view)}
    assert goals and goals <= {mission.goal.hex for mission in staff.plan.missions}


def test_what_is_known_of_a_field_does_not_depend_on_when_it_was_asked_first():
    """A way over a bridge ends when the bridge is gone, and the way that was known before stays right as well."""
    game = wab.new_game("cards/pegasus-bridge", seed=1)
    state, ground = game.state.copy(), ground_of(game.state.board)
    (bridge, *_) = (hex_ for hex_, names in state.obstacles.items() if "bridge" in names)
    whole = ground.travel(state, ground.barriers(state), "infantry", bridge)
    blown = state.copy()
    del blown.obstacles[bridge]
    assert ground.travel(blown, ground.barriers(blown), "infantry", bridge) != whole
    assert ground.travel(state, ground.barriers(state), "infantry", bridge) == whole
