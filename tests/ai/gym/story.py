"""A game as properties read it: every order with what it did and how things stood before, and the turns' ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from ai.agents import Agent, make_agent, own_among
from tests.ai.gym.position import Position, start
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order
from wab.engine.kernel.values import Outcome
from wab.engine.kernel.view import View
from wab.systems.operations.state.events import CombatJoined
from wab.systems.operations.state.orders import Advance, Pass
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.supply import supplied

STEPS = 4000


class Still:
    """A player who stays in place."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Order:
        """Nothing."""
        return Advance(()) if view.phase == "advance" else Pass()


@dataclass(frozen=True)
class Step:
    """One order: whose, when, what it did; `before` is how things truly stood when it was given."""

    turn: int
    side: str
    order: Order
    events: tuple[Event, ...]
    before: State


@dataclass
class Story:
    """A whole game. `position` is None for a game of a scenario; `ends` are the states at the end of each turn."""

    game: Game[State]
    side: str
    position: Position | None = None
    steps: list[Step] = field(default_factory=list)
    ends: dict[int, State] = field(default_factory=dict)
    incidents: int = 0

    @property
    def outcome(self) -> Outcome:
        """Return how the game ended."""
        outcome = self.game.outcome
        assert outcome is not None
        return outcome

    @property
    def last(self) -> State:
        """Return how things stand at the end."""
        return self.game.state

    def own(self, turns: Iterable[int] = ()) -> Iterator[Step]:
        """The steps of the side that is tested, or only the steps of some turns."""
        chosen = set(turns)
        return (step for step in self.steps if step.side == self.side and (not chosen or step.turn in chosen))

    def own_ends(self) -> Iterator[State]:
        """Yield how things stood each time the side that is tested had finished, before the other moved or the game
        ended.
        """
        for step, then in pairwise([*self.steps, None]):
            if step is not None and step.side == self.side and (then is None or then.side != self.side):
                yield then.before if then is not None else self.last

    def after(self, turn: int) -> State:
        """Return how things stood at the end of a turn, or at the end of a game that ended before."""
        return self.ends.get(turn, self.last)

    def named(self, name: str) -> tuple[int, ...]:
        """The units of a name."""
        assert self.position is not None
        return self.position.names[name]

    def hex(self, label: str) -> int:
        """A hex by its label."""
        return self.game.state.board.grid.parse(label)


def played(game: Game[State], agents: Mapping[str, Agent], side: str, position: Position | None = None) -> Story:
    """Play a game to its end and write it down."""
    story = Story(game, side, position)
    for _ in range(STEPS):
        actor, turn = game.to_act, game.turn
        if actor is None:
            break
        before = game.state.copy()
        order = agents[actor].decide(game.view(actor))
        story.steps.append(Step(turn, actor, order, game.play(order), before))
        if game.turn != turn or game.to_act is None:
            story.ends[turn] = game.state.copy()
    story.incidents = len(getattr(agents[side], "incidents", ()))
    return story


def play_position(position: Position, player: str, seed: int) -> Story:
    """Play a position with a player on the tested side, its own opponent on the other."""
    system = "operations"
    opponent: Agent = Still() if position.file.opponent == "still" else make_agent(position.file.opponent, system, seed)
    agents = {
        position.file.side: make_agent(player, system, 2 * seed + 1, own_among([player])),
        position.other: opponent,
    }
    return played(start(position, seed), agents, position.file.side, position)


# ------------------------------------------------------------------------------------------------- what is asked often


def units_of(state: State, side: str) -> list[Unit]:
    """The fighting units of a side: no guns, commanders, ships."""
    units = ((unit, state.profile(unit.id)) for unit in state.units_of(side))
    return [unit for unit, profile in units if not (profile.is_gun or profile.is_commander or profile.is_ship)]


def alive(state: State, units: Iterable[int]) -> list[Unit]:
    """The given units that are on the map."""
    return [state.units[unit] for unit in units if unit in state.units]


def in_supply(state: State, units: Iterable[int]) -> list[bool]:
    """Return, for each given unit on the map, whether it has a supply line now."""
    return [unit.id in supplied(state, state.side_of(unit.id)) for unit in alive(state, units)]


def attacks(steps: Iterable[Step]) -> Iterator[tuple[Step, CombatJoined]]:
    """The attacks among some steps."""
    for step in steps:
        for event in step.events:
            if isinstance(event, CombatJoined):
                yield step, event
