"""Dice stay secret: what a player is given leads back neither to the game's seed nor to what the dice will show."""

import secrets

import msgspec
import pytest

import wab
from ai.agents import make_agent, make_agents, seat_seed
from ai.match import play_out
from wab.app.play import seating
from wab.app.play.session import agent_seed
from wab.engine.kernel.dice import Dice, derived_seed, draw
from wab.engine.kernel.events import Rolled

SECRET = 6_917_529_027_641_081_857
"""A seed as new games draw them; chosen here, so that the test is the same every time."""
SMALL = 3_000
GAMES = [("operations/perch", "operations"), ("cards/pegasus-bridge", "cards")]


def candidates(own):
    """Every seed that a player could think of who knows its own: by formulas that others would use, and small ones."""
    found = set(range(SMALL))
    for number in (own, own >> 1, own & (1 << 63) - 1, own ^ (1 << 63), ~own & (1 << 64) - 1):
        found |= {number + more for more in range(-64, 65)}
        for seats in range(1, 9):
            found |= {number // seats, number * seats} | {number * seats + i for i in range(seats)}
            found |= {(number - i) // seats for i in range(seats)}
    for label in ("player/allied", "player/axis", "player/allies", "seed", "dice", "game", ""):
        found.add(derived_seed(own, label))
    return {seed for seed in found if seed >= 0}


def rolls_of(game):
    return [event for record in game.journal for event in record.events if isinstance(event, Rolled)]


def foretold(seed, rolls):
    """Return how many of the dice of a game a player would have known by taking this for its seed."""
    return sum(
        draw(seed, rolled.stream, rolled.first + i, rolled.faces) + 1 == result
        for rolled in rolls
        for i, result in enumerate(rolled.results)
    )


@pytest.mark.parametrize("scenario, system", GAMES)
def test_a_player_cannot_foretell_the_dice(scenario, system):
    """No guess at the seed knows half of the dice; the best of thousands of guesses knows a third by chance."""
    game = wab.new_game(scenario, seed=SECRET)
    play_out(game, make_agents(dict.fromkeys(game.system.sides, "greedy"), system, SECRET, game.seats))
    rolls = rolls_of(game)
    count = sum(len(rolled.results) for rolled in rolls)
    assert count > 40
    assert foretold(SECRET, rolls) == count  # who has the seed knows them all: the attack itself works
    for seat in game.seats:
        best = max(foretold(seed, rolls) for seed in candidates(seat_seed(SECRET, seat)))
        assert best < count / 2


def test_the_seeds_of_a_game_have_nothing_in_common():
    """About half of the bits differ, for neighbours among games, seats and uses alike."""
    seeds = [seat_seed(SECRET + i, seat, use) for i in range(8) for seat in ("a", "b") for use in ("player", "adviser")]
    apart = [(one ^ other).bit_count() for one in seeds for other in seeds if one != other]
    assert len(set(seeds)) == len(seeds) and min(apart) > 8 and 30 < sum(apart) / len(apart) < 34
    assert all((seed ^ SECRET).bit_count() > 8 and seed.bit_length() > 50 for seed in seeds)


def test_a_derived_seed_is_no_roll_of_dice():
    """A player that sees draws of dice sees nothing of what is derived, under any name of a stream."""
    assert derived_seed(7, "x/0/0") not in {draw(7, "x", 0, 1 << 64), draw(7, "", 0, 1 << 64)}


def test_the_window_gives_the_seeds_that_games_without_one_have():
    game = wab.new_game("operations/to-the-sea", seed=SECRET)
    assert (
        agent_seed(game, "axis")
        == make_agents({"allied": "random", "axis": "greedy"}, "operations", SECRET)["axis"].seed
    )
    others = {agent_seed(game, "axis", use) for use in ("player", "adviser", "deputy")}
    assert len(others) == 3


def test_new_games_draw_from_so_many_seeds_that_nobody_can_try_them(monkeypatch):
    bounds = []
    monkeypatch.setattr(secrets, "randbelow", lambda bound: bounds.append(bound) or bound - 1)
    largest = seating.new_seed()
    assert bounds == [1 << 63] and largest < 1 << 63
    monkeypatch.undo()
    assert len({seating.new_seed() for _ in range(50)}) == 50


@pytest.mark.parametrize("scenario, system", GAMES)
def test_the_largest_seed_comes_through_a_save(scenario, system, tmp_path):
    game = wab.new_game(scenario, seed=seating.SEEDS - 1)
    for _ in range(5):
        game.play(next(iter(game.legal_orders())))
    game.save(tmp_path / "x.wab")
    loaded = wab.load(tmp_path / "x.wab")
    assert (loaded.setup.seed, loaded.digest()) == (seating.SEEDS - 1, game.digest())
    assert make_agent("random", system, (1 << 64) - 1)


@pytest.mark.parametrize("scenario, system", GAMES)
def test_no_view_holds_the_seed_or_the_dice(scenario, system):
    """Neither in its bytes nor in the position that comes with it; nor does a game that it samples."""
    game = wab.new_game(scenario, seed=SECRET)
    for number in range(60):
        if (actor := game.to_act) is None:
            break
        orders = list(game.legal_orders())
        game.play(orders[number % len(orders)])
        for seat in game.seats:
            view = game.view(seat)
            assert str(SECRET).encode() not in view.encode()
            assert view.position.dice == Dice(0)
            assert str(SECRET) not in repr(msgspec.to_builtins(view.position.dice))
            if number % 20 == 0:
                sampled = view.sample(11)
                assert (sampled.setup.seed, sampled.state.dice.seed) == (11, 11)
        assert actor
