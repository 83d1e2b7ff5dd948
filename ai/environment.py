"""Any scenario of any system as a PettingZoo environment: seats take turns, an action is a number in a list of orders.

It needs the extra `research` (pettingzoo, gymnasium). An agent is a seat: a side, or one of several players that lead
it together. An agent observes its seat's view and nothing else:

    observation["observation"]   uint8[most_bytes]: the view as it is encoded, zeros behind its end
    observation["action_mask"]   int8[most_orders]: 1 for every number that stands for an order now

The list of orders is `view.legal_orders()`, in its order; where it is longer than `most_orders` it is thinned evenly,
with its first and its last order kept. Rewards come at the end: 1 for winning, -1 for losing, 0 for a draw. A game that
passes the step limit of its system, or `most_steps`, is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import wab
from wab.engine.kernel.game import Game, plain_setup, whole_seed
from wab.engine.kernel.orders import Order
from wab.engine.kernel.values import Setup, side_of
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.systems import system_of

Observation = dict[str, NDArray[Any]]
Features = Callable[[View], NDArray[Any]]


def env(scenario: str, **options: Any) -> Any:
    """A scenario as an environment that checks the order of calls; `options` as in `BattleEnvironment`."""
    return OrderEnforcingWrapper(BattleEnvironment(scenario, **options))


class BattleEnvironment(AECEnv):
    """One scenario, played again and again: game number n after the start, or after `reset(seed=s)`, has seed s + n.

    `chosen` are the options of the scenario, as for `wab.new_game`: which seats there are may follow from them.
    `features`, with `space`, makes an array from a view that replaces the encoded view.
    UsageError for an unknown scenario, for an action that stands for no order, and for a view that does not fit.
    """

    def __init__(
        self,
        scenario: str,
        *,
        chosen: Mapping[str, Any] | None = None,
        most_orders: int = 2048,
        most_bytes: int = 1 << 15,
        most_steps: int | None = None,
        features: Features | None = None,
        space: spaces.Space[Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        system = system_of(scenario)
        self.scenario = scenario
        self.metadata = {"name": scenario, "is_parallelizable": False, "render_modes": ["ansi"]}
        self.render_mode = render_mode
        setup = plain_setup(system, Setup(system.id, scenario, 0, dict(chosen or {})))
        self._chosen = setup.options
        self.possible_agents = list(system.seats(system.new_state(setup.scenario, 0, setup.rule_options)))
        self.most_orders = most_orders
        self.most_steps = most_steps or system.nature.step_limit
        self._features = features or self._encoded
        shown = space or spaces.Box(0, 255, (most_bytes,), np.uint8)
        self._most_bytes = most_bytes
        self._actions = {agent: spaces.Discrete(most_orders) for agent in self.possible_agents}
        self._observations = {agent: self._observation_space(shown) for agent in self.possible_agents}
        self._seed = -1
        self._game: Game[Any] | None = None
        self._orders: tuple[Order, ...] = ()
        self._steps = 0

    def _observation_space(self, shown: spaces.Space[Any]) -> spaces.Dict:
        return spaces.Dict({"observation": shown, "action_mask": spaces.Box(0, 1, (self.most_orders,), np.int8)})

    # ---- what is asked of every environment

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent may observe, the same for all."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of orders; the mask says which of them stand for an order now."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options["scenario"]` are options of the scenario that replace those chosen before.

        UsageError for a seed that is no whole number, and when other seats would follow from the options.
        """
        self._seed = self._seed + 1 if seed is None else whole_seed(seed)
        chosen = (options or {}).get("scenario", self._chosen)
        game = wab.new_game(self.scenario, seed=self._seed, options=chosen)
        if list(game.seats) != self.possible_agents:
            raise UsageError(f"With these options {', '.join(game.seats)} play: make an environment with `chosen`.")
        self._game = game
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> Observation:
        """Return the knowledge of a seat, and which numbers stand for orders, none when another one is to act."""
        mask = np.zeros(self.most_orders, np.int8)
        if agent == self.game.to_act:
            mask[: len(self._orders)] = 1
        return {"observation": self._features(self.view(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the order of that number; None for a seat that has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.play(self.order(action))
        self._steps += 1
        self._clear_rewards()
        self._judge()
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """A line on how the game stands, in the mode "ansi"."""
        if self.render_mode != "ansi":
            return None
        return (
            f"{self.scenario}, seed {self._seed}: turn {self.game.turn}, {self.game.phase}, {self.game.to_act} to act"
        )

    def close(self) -> None:
        """Forget the game."""
        self._game = None

    # ---- the game behind it

    @property
    def game(self) -> Game[Any]:
        """The game; UsageError before the first `reset`. For judging a game, not for playing it: it knows the truth."""
        if self._game is None:
            raise UsageError("The environment has no game: call reset first.")
        return self._game

    def view(self, agent: str) -> View:
        """Return the knowledge of a seat."""
        return self.game.view(agent)

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that the numbers stand for now."""
        return self._orders

    def order(self, action: int | None) -> Order:
        """The order of a number; UsageError when it stands for none."""
        if action is None or not 0 <= action < len(self._orders):
            raise UsageError(f"Action {action} stands for no order: there are {len(self._orders)} now.")
        return self._orders[action]

    def action(self, order: Order) -> int:
        """The number of an order; UsageError when it is not on the list."""
        if order not in self._orders:
            raise UsageError(f"{order} is not on the list of orders.")
        return self._orders.index(order)

    def _encoded(self, view: View) -> NDArray[np.uint8]:
        data = view.encode()
        if len(data) > self._most_bytes:
            raise UsageError(f"The view takes {len(data)} bytes: make the environment with most_bytes={2 * len(data)}.")
        encoded = np.zeros(self._most_bytes, np.uint8)
        encoded[: len(data)] = np.frombuffer(data, np.uint8)
        return encoded

    def _look(self) -> None:
        """Find the seat to act and the orders that it may give."""
        seat = self.game.to_act
        self._orders = () if seat is None else _thinned(tuple(self.view(seat).legal_orders()), self.most_orders)
        self.agent_selection = seat or self.agents[0]

    def _judge(self) -> None:
        outcome = self.game.outcome
        if outcome is not None:
            for agent in self.agents:
                won = outcome.winner == side_of(agent)
                self.rewards[agent] = 0.0 if outcome.winner is None else 1.0 if won else -1.0
                self.infos[agent] = {"points": outcome.points, "level": outcome.level}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self.most_steps:
            self.truncations = dict.fromkeys(self.agents, True)


def _thinned(orders: tuple[Order, ...], most: int) -> tuple[Order, ...]:
    """At most so many of the orders, evenly spaced, the first and the last among them."""
    if len(orders) <= most:
        return orders
    return tuple(orders[number * (len(orders) - 1) // (most - 1)] for number in range(most))
