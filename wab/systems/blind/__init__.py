"""The double-blind campaign: each commander sees only its own units and the border (`docs/rules/blind.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wab.content.blind.checks import OPTIONS
from wab.content.blind.loader import PACK
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Measure
from wab.engine.kernel.values import Cause, Nature
from wab.engine.kernel.view import View
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import DecisionSystem
from wab.engine.words.text import N_, Text
from wab.field.packs import Packed
from wab.systems.blind.seen import known, sampling
from wab.systems.blind.sequence import flow, invariants
from wab.systems.blind.sequence.decisions import DECISIONS
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import state
from wab.systems.blind.state.apply import apply
from wab.systems.blind.state.board import CODES, SIDES, Board
from wab.systems.blind.state.events import BlindEvent
from wab.systems.blind.state.names import LEVEL_NAMES, SIDE_NAMES
from wab.systems.blind.state.orders import BlindOrder
from wab.systems.blind.state.setup import build_board, starting_state
from wab.systems.blind.state.state import State
from wab.systems.blind.telling import account, journal
from wab.systems.blind.telling.scenes import BlindPlot


class Blind(DecisionSystem[State], Packed[State], ClosedSystem[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls.

    For two players in double-blind form; the referee is the program (BLD-0-1).
    """

    id = "blind"
    pack = PACK
    sides = SIDES
    names: Mapping[str, str] = {"blind": N_("Behind the Hedge"), **SIDE_NAMES, **LEVEL_NAMES}
    options = OPTIONS
    nature = Nature(hidden_information=True, chance=True, step_limit=20_000, decisions_out_of_turn=True)
    order_types, event_types = BlindOrder, BlindEvent
    position_type, unit_type, now_type, codes = State, state.Unit, state.Now, CODES
    decisions = DECISIONS
    plot = BlindPlot()
    relives = True

    def board_of(self, scenario: str) -> Board:
        """The board of a scenario; UsageError when there is none of that id."""
        return build_board(scenario)

    def begin(self, board: Board, seed: int, options: Mapping[str, str]) -> State:
        """The state before the first event."""
        return starting_state(board, seed, options)

    def open(self, state: State) -> Iterator[Event]:
        """The start of the first turn, up to the first decision."""
        yield from flow.open_game(state)
        yield from DECISIONS.run(state)

    def apply(self, state: State, event: Event) -> None:
        """Change the truth, or what a side knows, by one event."""
        apply(state, event)

    def known(self, state: State, seat: str) -> State:
        """Return a position of the facts that a side knows, listed one by one."""
        return known.known(state, seat)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        """Return a whole state with these known facts; chance makes up the rest."""
        return sampling.dealt(seat, position, chance)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        """An event as a side sees it."""
        return known.witnessed(before, event, seat)

    def told(self, state: State, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return journal.told(state, event)

    def is_detail(self, event: Event) -> bool:
        """Dice, marches, and what another event has told already."""
        return isinstance(event, Rolled | ev.Marched | ev.PhaseBegan | ev.Received)

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Return victory points and units lost."""
        return account.measures(self.position_of(knowledge))

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Victory points by their sources."""
        return account.accounts(state)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Places that changed hands, units lost."""
        return account.turning_points(self.position_of(began), self.position_of(ended), seen)

    def day(self, state: State) -> str:
        """The last day of the turn (BLD-20-12)."""
        return state.board.row(self.turn(state)).last

    def invariants(self, state: State) -> list[str]:
        """Everything that is wrong with a state, in words."""
        return list(invariants.problems(state))


SYSTEM = Blind()
"""The one object of this system."""
