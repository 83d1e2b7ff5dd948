"""Normandy '44: one-day turns, bonds of zones of control, main assault forces (`docs/rules/zocbonds.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wab.content.zocbonds.loader import PACK
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Landmark, Measure
from wab.engine.kernel.values import Cause, Nature
from wab.engine.kernel.view import View
from wab.engine.shells.position import DecisionSystem
from wab.engine.words.text import N_, Text
from wab.field.packs import Packed
from wab.field.position import PlainSystem
from wab.systems.zocbonds.sequence import flow, invariants, victory
from wab.systems.zocbonds.sequence.decisions import DECISIONS
from wab.systems.zocbonds.state import armies, state
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import CODES, SIDES, Board
from wab.systems.zocbonds.state.events import ZocBondsEvent
from wab.systems.zocbonds.state.orders import ZocBondsOrder
from wab.systems.zocbonds.state.setup import build_board, starting_state
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling import journal, measures, verdict
from wab.systems.zocbonds.telling.scenes import ZocBondsPlot

OPTIONS: dict[str, tuple[str, ...]] = {
    "players": ("2", "3", "4"),
    "weather": ("random", "historical"),
    "batteries": ("off", "on"),
    "storm_points": ("off", "on"),
}
"""The choices of players, the usual value first (ZOC-27.1, ZOC-28.1, ZOC-28.3, ZOC-28.4)."""


class ZocBonds(DecisionSystem[State], Packed[State], PlainSystem[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls.

    Two sides on one open map (ZOC-1-1): nothing is hidden, so one person can play each side in turn (ZOC-27.2-1).
    """

    id = "zocbonds"
    pack = PACK
    sides = SIDES
    names: Mapping[str, str] = {
        "zocbonds": N_("Three Weeks in June"),
        "allied": N_("Allies"), "axis": N_("Germans"), "allied/us": N_("US First Army"),
        "allied/commonwealth": N_("British Second Army"), armies.SEVENTH: N_("Seventh Army"),
        armies.WEST: N_("Panzergruppe West"),
    } | journal.LEVEL_NAMES  # fmt: skip
    options = OPTIONS
    nature = Nature(hidden_information=False, chance=True, step_limit=20_000, decisions_out_of_turn=True)
    order_types, event_types = ZocBondsOrder, ZocBondsEvent
    position_type, unit_type, now_type, codes = State, state.Unit, state.Now, CODES
    decisions = DECISIONS
    plot = ZocBondsPlot()

    def board_of(self, scenario: str) -> Board:
        """The board of a scenario; UsageError when there is none of that id."""
        return build_board(scenario)

    def begin(self, board: Board, seed: int, options: Mapping[str, str]) -> State:
        """The state before the first event."""
        return starting_state(board, seed, options)

    def open(self, state: State) -> Iterator[Event]:
        """The start of turn 1, up to the first decision."""
        yield from flow.open_game(state)
        yield from DECISIONS.run(state)

    def seats(self, state: State) -> tuple[str, ...]:
        """The sides, or the armies of three and four players (ZOC-27.1)."""
        return armies.seats(state)

    def apply(self, state: State, event: Event) -> None:
        """Change the state by one event."""
        apply(state, event)

    def told(self, state: State, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return journal.told(state, event)

    def is_detail(self, event: Event) -> bool:
        """Dice, marches, and what another event has told already."""
        return isinstance(event, Rolled | ev.Moved | ev.SupplySpent | ev.MarkerSet | ev.MarkerLifted)

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Return points, steps on the map and lost, and ground compared to history."""
        return measures.measures(self.position_of(knowledge))

    def landmarks(self, knowledge: State | View) -> tuple[Landmark, ...]:
        """The places that history's Allies took in these days, and the cities."""
        return measures.landmarks(self.position_of(knowledge))

    def day(self, state: State) -> str:
        """The day of the turn."""
        return measures.day(state)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Places that changed hands, harbours, units lost."""
        return verdict.turning_points(self.position_of(began), self.position_of(ended), seen)

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Points by their sources: cities, villages, drop hexes..."""
        return victory.accounts(state)

    def invariants(self, state: State) -> list[str]:
        """Everything that is wrong with a state, in words."""
        return list(invariants.problems(state))


SYSTEM = ZocBonds()
"""The one object of this system."""
