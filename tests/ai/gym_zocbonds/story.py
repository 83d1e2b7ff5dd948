"""A game of zocbonds as properties read it: every order with what it did, and how things stood as each turn ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.agents import Agent, make_agent, own_among
from ai.zocbonds.march import MarchPlan
from tests.ai.gym.room import STILL
from tests.ai.gym_zocbonds.position import Position, start
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order
from wab.engine.kernel.values import side_of
from wab.engine.kernel.view import View
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State

ORDERS = 6000
SYSTEM_ID = "zocbonds"
STRIKER = "striker"
"""The opponent who makes one attack."""


class Still:
    """An opponent who ends every phase, and gives ground."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Order:
        """The end of the phase; of a question, the answer with which nothing is tried."""
        orders = list(view.legal_orders())
        for kind in (od.Done, od.GiveGround):
            for order in orders:
                if isinstance(order, kind):
                    return order
        return orders[0]


class Striker(Still):
    """An opponent who makes the biggest attack on one hex, and nothing else."""

    def __init__(self, target: int) -> None:
        super().__init__()
        self.target = target

    def decide(self, view: View) -> Order:
        """The attack with the most units on the hex, as long as there is one."""
        there = [order for order in view.legal_orders() if isinstance(order, Attack) and order.target == self.target]
        return max(there, key=lambda order: (len(order.units), order.main)) if there else super().decide(view)


@dataclass(frozen=True)
class Step:
    """One order: in whose player turn, whose it was, what it did; `before` is how things stood when it was given."""

    turn: int
    mover: str
    side: str
    order: Order
    events: tuple[Event, ...]
    before: State


@dataclass
class Story:
    """The player turns that were played. `ends`: how things stood after each, with the side whose turn it was; `plan`:
    what the player had meant when it began to fight, None for one who makes no plans."""

    game: Game[State]
    position: Position
    player: Agent
    steps: list[Step] = field(default_factory=list)
    ends: list[tuple[str, State]] = field(default_factory=list)
    plan: MarchPlan | None = None

    @property
    def side(self) -> str:
        """The side that is tested."""
        return self.position.file.side

    @property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.side)

    @property
    def first(self) -> State:
        """Return how things stood at the start."""
        return self.position.state

    @property
    def last(self) -> State:
        """Return how things stood at the end."""
        return self.game.state

    @property
    def own_ends(self) -> list[State]:
        """Return how things stood each time the tested side had finished its turn."""
        return [state for side, state in self.ends if side == self.side]

    def own(self) -> Iterator[Step]:
        """The orders of the tested side, answers in the enemy's turn among them."""
        return (step for step in self.steps if step.side == self.side)

    def attacks(self) -> Iterator[tuple[Step, Attack]]:
        """The attacks of the tested side."""
        for step in self.own():
            if isinstance(step.order, Attack):
                yield step, step.order

    def events(self, kind: type) -> Iterator[tuple[Step, Event]]:
        """The events of a kind, by any side's order."""
        for step in self.steps:
            for event in step.events:
                if isinstance(event, kind):
                    yield step, event

    def hex(self, label: str) -> int:
        """A hex by its label in the file."""
        return self.position.hex(label)

    def hexes(self, labels: list[str]) -> set[int]:
        """Hexes by their labels in the file."""
        return {self.hex(label) for label in labels}

    def ids(self, *keys: str) -> tuple[int, ...]:
        """Units by their ids in the data."""
        return tuple(self.first.board.ids[key] for key in keys)


def play_position(position: Position, player: str, seed: int) -> Story:
    """Play a position with a player on the tested side, its own opponent on the other."""
    file, game = position.file, start(position, seed)
    tested = make_agent(player, SYSTEM_ID, 2 * seed + 1, own_among([player]))
    other = _opponent(position, seed)
    story = Story(game, position, tested)
    turn, mover = game.turn, game.state.now.side
    for _ in range(ORDERS):
        seat = game.to_act
        if seat is None or (game.turn, game.state.now.side) != (turn, mover):
            story.ends.append((mover, game.state.copy()))
            turn, mover = game.turn, game.state.now.side
        if seat is None or len(story.ends) == file.player_turns:
            break
        side = side_of(seat)
        order = (tested if side == file.side else other).decide(game.view(seat))
        before = game.state.copy()
        if story.plan is None and before.now.phase == "combat" and side == file.side == mover:
            story.plan = getattr(tested, "plan", None)
        story.steps.append(Step(turn, mover, side, order, tuple(game.play(order)), before))
    return story


def _opponent(position: Position, seed: int) -> Agent:
    name = position.file.opponent
    if name == STILL:
        return Still()
    if name == STRIKER:
        return Striker(position.hex(position.file.struck))
    return make_agent(name, SYSTEM_ID, seed)
