"""The landing at Omaha Beach: one player against Germans that cards lead (`docs/rules/omaha.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wab.content.omaha.checks import OPTIONS
from wab.content.omaha.loader import PACK
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Measure
from wab.engine.kernel.values import Cause, Nature
from wab.engine.kernel.view import View
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import DecisionSystem
from wab.engine.words.text import N_, Text
from wab.field.packs import Packed
from wab.systems.omaha.seen import known
from wab.systems.omaha.sequence import flow, invariants
from wab.systems.omaha.sequence.decisions import DECISIONS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import state
from wab.systems.omaha.state.apply import apply
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.events import OmahaEvent
from wab.systems.omaha.state.names import LEVEL_NAMES, SIDE_NAMES
from wab.systems.omaha.state.orders import OmahaOrder
from wab.systems.omaha.state.pools import POOLS_STREAM
from wab.systems.omaha.state.setup import build_board, starting_state
from wab.systems.omaha.state.state import GERMANS, NO_HOLDERS, US, State
from wab.systems.omaha.telling import account, journal
from wab.systems.omaha.telling.scenes import OmahaPlot
from wab.systems.omaha.units import players


class Omaha(DecisionSystem[State], Packed[State], ClosedSystem[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls.

    One human commands the Americans, the rules move the Germans (OMA-1-1).
    """

    id = "omaha"
    pack = PACK
    sides = (US,)
    automaton = GERMANS
    names: Mapping[str, str] = {"omaha": N_("The Card Turns Over"), **SIDE_NAMES, **LEVEL_NAMES}
    options = OPTIONS
    nature = Nature(hidden_information=True, chance=True, step_limit=20_000, decisions_out_of_turn=True)
    order_types, event_types = OmahaOrder, OmahaEvent
    position_type, unit_type, now_type = State, state.Unit, state.Now
    codes = NO_HOLDERS
    decisions = DECISIONS
    plot = OmahaPlot()
    relives = True

    def board_of(self, scenario: str) -> Board:
        """The board of a scenario; UsageError when there is none of that id."""
        return build_board(scenario)

    def begin(self, board: Board, seed: int, options: Mapping[str, str]) -> State:
        """The state before the first event."""
        return starting_state(board, seed, options)

    def seats(self, state: State) -> tuple[str, ...]:
        """The Americans, or their two divisions (OMA-1-2)."""
        return players.seats(state)

    def open(self, state: State) -> Iterator[Event]:
        """The set-up and the first landing, up to the first decision."""
        yield from flow.open_game(state)
        yield from DECISIONS.run(state)

    def apply(self, state: State, event: Event) -> None:
        """Change the truth, or what the player knows, by one event."""
        apply(state, event)

    def known(self, state: State, seat: str) -> State:
        """Return a position of the facts that the player knows, listed one by one."""
        return known.known(state)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        """Return a whole state with these known facts; chance says which German counters lie where."""
        return known.dealt(position, chance)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        """An event as the player sees it."""
        return known.witnessed(before, event)

    def told(self, state: State, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return journal.told(state, event)

    def is_detail(self, event: Event) -> bool:
        """Dice, and what another event tells."""
        return isinstance(event, Rolled | ev.PhaseBegan | ev.OrdersGiven | ev.Due | ev.Settled | ev.Acted)

    def is_lot(self, rolled: Rolled) -> bool:
        """Counters are drawn by lot."""
        return rolled.stream == POOLS_STREAM

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Return victory points and losses."""
        return account.measures(self.position_of(knowledge))

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Victory points by their sources."""
        return account.accounts(state)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Units lost, positions taken."""
        return account.turning_points(self.position_of(began), self.position_of(ended), seen)

    def day(self, state: State) -> str:
        """All on one day."""
        return "1944-06-06"

    def decode(self, data: bytes) -> State:
        """The state that `encode` wrote, units and hexes in the order of their numbers."""
        state = super().decode(data)
        now = state.now
        numbered = {
            "off": now.off,
            "forces": now.forces,
            "orders": now.orders,
            "fought": now.fought,
            "posts": now.posts,
        }
        state.changed(**{name: dict(sorted(values.items())) for name, values in numbered.items()})
        return state

    def invariants(self, state: State) -> list[str]:
        """Everything that is wrong with a state, in words."""
        return list(invariants.problems(state))


SYSTEM = Omaha()
"""The one object of this system."""
