"""Scenarios as PettingZoo environments: the library's own tests, and that an agent there plays the game it sees."""

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test

import wab
from ai.agents import RandomAgent
from ai.environment import BattleEnvironment, env
from wab.engine.words.errors import UsageError

SCENARIOS = [info.id for info in wab.scenarios()]
SHORT = min(
    (info for info in wab.scenarios() if info.system == "operations"), key=lambda info: (info.turns, info.id)
).id

# The library warns of names without numbers ("allied" and not "player_0") and of observations that are dictionaries.
advised = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo.test.api_test")


def played(environment, choose):
    """Play a game to its end; the actions, and the last rewards by side."""
    actions, rewards = [], {}
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        ended = terminated or truncated
        action = None if ended else choose(agent, observation)
        if ended:
            rewards[agent] = reward
        else:
            actions.append(action)
        environment.step(action)
    return actions, rewards


def first_and_last(agent, observation):
    """Mostly the last order on offer: a short game."""
    return int(np.flatnonzero(observation["action_mask"])[-1])


@advised
def test_the_library_finds_nothing_wrong(capsys):
    api_test(env(SHORT), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


def digest_after(seed):
    environment = BattleEnvironment(SHORT)
    environment.reset(seed=seed)
    played(environment, first_and_last)
    return environment.game.digest()


@advised
def test_equal_seeds_make_equal_games():
    seed_test(lambda: env(SHORT), num_cycles=150)
    assert digest_after(4) == digest_after(4) != digest_after(5)


@pytest.mark.parametrize("scenario", SCENARIOS[:3])
def test_an_episode_is_the_game_that_these_orders_make(scenario):
    environment = BattleEnvironment(scenario, most_orders=8192, most_bytes=1 << 18)
    environment.reset(seed=7)
    twin, agent = wab.new_game(scenario, seed=7), RandomAgent(3)

    def choose(side, observation):
        view = environment.view(side)
        assert bytes(observation["observation"]).rstrip(b"\0") == view.encode() == twin.view(side).encode()
        order = agent.decide(view)
        twin.play(order)
        return environment.action(order)

    _, rewards = played(environment, choose)
    winner = twin.outcome.winner
    assert rewards == {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in rewards}
    assert len(rewards) == 2
    assert environment.agents == []


def test_games_without_a_seed_count_on():
    environment = BattleEnvironment(SHORT)
    seeds = []
    for seed in (5, None, None):
        environment.reset(seed=seed)
        seeds.append(environment.game.setup.seed)
    assert seeds == [5, 6, 7]


def test_a_scenario_may_be_played_with_options():
    environment = BattleEnvironment(SCENARIOS[0])
    environment.reset(seed=1, options={"scenario": {"weather": "random"}})
    assert environment.game.setup.options == {"weather": "random"}


def test_only_the_side_to_act_has_a_mask():
    environment = BattleEnvironment(SHORT)
    environment.reset(seed=1)
    masks = {side: environment.observe(side)["action_mask"].sum() for side in environment.agents}
    actor = environment.agent_selection
    assert masks[actor] == len(environment.orders) > 1
    assert [count for side, count in masks.items() if side != actor] == [0]


def test_a_long_list_is_thinned_evenly():
    whole, thinned = BattleEnvironment(SHORT), BattleEnvironment(SHORT, most_orders=10)
    for environment in (whole, thinned):
        environment.reset(seed=1)
    assert len(thinned.orders) == 10 < len(whole.orders)
    assert (thinned.orders[0], thinned.orders[-1]) == (whole.orders[0], whole.orders[-1])
    assert len(set(thinned.orders)) == 10
    played(thinned, first_and_last)
    assert thinned.game.outcome is not None


def test_an_episode_is_cut_off_after_its_steps():
    environment = BattleEnvironment(SHORT, most_steps=3)
    environment.reset(seed=1)
    actions, rewards = played(environment, first_and_last)
    assert len(actions) == 3
    assert set(rewards.values()) == {0.0}


def test_features_of_ones_own_take_the_place_of_the_view():
    space = spaces.Box(0, 1000, (2,), np.int32)

    def features(view):
        return np.array([view.turn, len(view.own_units())], np.int32)

    environment = BattleEnvironment(SHORT, features=features, space=space)
    environment.reset(seed=1)
    observation = environment.observe(environment.agent_selection)
    assert observation["observation"].tolist()[0] == 1
    assert environment.observation_space("allied").contains(observation)


def test_mistakes_are_told_in_words():
    with pytest.raises(UsageError, match="no scenario"):
        BattleEnvironment("operations/nowhere").reset(seed=1)
    environment = BattleEnvironment(SHORT, most_bytes=10)
    with pytest.raises(UsageError, match="reset"):
        environment.game  # noqa: B018 - asking is the point
    environment.reset(seed=1)
    with pytest.raises(UsageError, match="stands for no order"):
        environment.step(len(environment.orders))
    with pytest.raises(UsageError, match="most_bytes="):
        environment.observe("allied")


def test_it_says_how_the_game_stands_when_asked_to():
    environment = BattleEnvironment(SHORT, render_mode="ansi")
    environment.reset(seed=4)
    assert f"{SHORT}, seed 4: turn 1" in environment.render()
    assert BattleEnvironment(SHORT).render() is None


TEAMS = {"allies_players": "2"}


def test_every_seat_is_an_agent_and_wins_with_its_side():
    environment = BattleEnvironment("cards/pegasus-bridge", chosen=TEAMS, most_bytes=1 << 18)
    assert environment.possible_agents == ["allies/1", "allies/2", "axis"]
    environment.reset(seed=4)
    _, rewards = played(environment, first_and_last)
    winner = environment.game.outcome.winner
    assert set(rewards) == set(environment.possible_agents)
    assert rewards["allies/1"] == rewards["allies/2"] == -rewards["axis"] == (1.0 if winner == "allies" else -1.0)


def test_others_cannot_sit_down_at_a_table_that_is_laid():
    environment = BattleEnvironment("cards/pegasus-bridge", chosen=TEAMS)
    with pytest.raises(UsageError, match="axis"):
        environment.reset(seed=1, options={"scenario": {}})
