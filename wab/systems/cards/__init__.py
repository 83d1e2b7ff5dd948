"""The card game: tactical battles on a board of 13 by 9 hexes, by command cards (ledger docs/rules/cards.yaml).

A scenario fixes terrain, set-up and stakes; everything else is common to all (CRD-0-2). The Allies against the Axis on
the Western Front of 1944 (CRD-0-4); units are companies, battalions or brigades, and no rule depends on it (CRD-0-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wab.content.cards.loader import (
    damaged_scenarios,
    data_digest,
    load_scenario,
    load_tables,
    scenario_doubts,
    scenario_faults,
    scenario_infos,
    scenario_path,
)
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Measure
from wab.engine.kernel.orders import Group, Order
from wab.engine.kernel.values import Cause, Damage, Nature, Outcome, ScenarioInfo, Setup
from wab.engine.kernel.view import View
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import DecisionSystem
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.combat import STREAM
from wab.systems.cards.seen import codec, sampling, witness
from wab.systems.cards.seen.knowledge import known_state
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.sequence import flow, invariants
from wab.systems.cards.sequence.decisions import DECISIONS
from wab.systems.cards.state import events as ev
from wab.systems.cards.state import teams
from wab.systems.cards.state.apply import apply
from wab.systems.cards.state.events import CardsEvent
from wab.systems.cards.state.orders import CardsOrder
from wab.systems.cards.state.setup import build_board, starting_state
from wab.systems.cards.state.state import State
from wab.systems.cards.telling import journal, measures, verdict
from wab.systems.cards.telling.scenes import CardsPlot


class Cards(DecisionSystem[State], ClosedSystem[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls."""

    id = "cards"
    sides = ("allies", "axis")
    names = {"cards": N_("Command cards"), "allies": N_("Allies"), "axis": N_("Axis")} | (
        journal.SEAT_NAMES | journal.LEVEL_NAMES
    )
    options = teams.OPTIONS
    nature = Nature(hidden_information=True, chance=True, step_limit=20_000, decisions_out_of_turn=True)
    order_types = CardsOrder
    event_types = CardsEvent
    decisions = DECISIONS
    plot = CardsPlot()
    relives = True
    shown = witness.DRAWN

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every playable scenario, in the order in which a menu shows them."""
        return scenario_infos()

    def fitting(self, scenario: str, chosen: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """The choices for a scenario: no variant and no number of players that it is not for (CRD-O-4, CRD-A5.2-4)."""
        return teams.fitting(chosen, load_scenario(scenario_path(scenario)).board.boards)

    def damaged(self) -> tuple[Damage, ...]:
        """The scenarios that cannot be played because their files are wrong."""
        return damaged_scenarios()

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        """The state before the first event of a scenario; UsageError for an unknown scenario or option."""
        return starting_state(build_board(scenario, options), seed)

    def open(self, state: State) -> Iterator[Event]:
        """The deal, an opening bombardment if there is one, the start of turn 1."""
        return flow.open_game(state)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats that decide: the sides, or the members of their teams."""
        return teams.seats(state.board)

    def to_act(self, state: State) -> str | None:
        """The seat that must decide now; None when the battle is over, or has not begun."""
        return DECISIONS.to_act(state) if state.active else None

    def turn(self, state: State) -> int:
        """Number of the current player turn, from 1."""
        return max(1, state.turn)

    def groups(self, state: State, unit: int | None) -> Iterable[Group]:
        """The orders on offer to the seat to act, each by itself.

        Of the paths from one hex to another the best one is offered; the others are legal as well.
        """
        return ((order,) for order in DECISIONS.offered(state, unit))

    def execute(self, state: State, order: Order) -> Iterator[Event]:
        """Carry out a legal order."""
        return flow.execute(state, order)  # type: ignore[arg-type]  # `why_not` refuses orders of other systems

    def apply(self, state: State, event: Event) -> None:
        """Change the state by one event."""
        apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return state.result

    def setup_of(self, state: State) -> Setup:
        """Scenario, seed and the players' choices."""
        return Setup(self.id, state.board.scenario_id, state.dice.seed, dict(state.board.options))

    def known(self, state: State, seat: str) -> State:
        """Return the state of facts that a seat knows."""
        return known_state(state, seat)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        """A battle that a seat cannot tell from the true one."""
        return sampling.dealt(position, chance)

    def view_of(self, seat: str, position: State) -> CardsView:
        """The view of a seat that knows a position."""
        return CardsView(seat, position)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        """An event as a seat sees it happen."""
        return witness.witnessed(before, event, after, seat)

    def told(self, state: State, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return journal.describe(state, event)

    def symbols(self, rolled: Rolled) -> tuple[Text, ...]:
        """Return what the faces of attack dice show (CRD-T-DICE); the dice that draw cards have numbers."""
        if rolled.stream != STREAM:
            return ()
        return tuple(Text(journal.SYMBOL_NAMES[face]) for face in load_tables().dice.faces)

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Medals and figures lost."""
        return measures.measures(self.position_of(knowledge), events)

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Medals by what they are for (CRD-3-3)."""
        return measures.accounts(state)

    def is_detail(self, event: Event) -> bool:
        """Units ordered and moved, cards drawn, figures lost are details: the journal tells the attack and its end."""
        return isinstance(
            event, Rolled | ev.UnitOrdered | ev.UnitMoved | ev.CardsDrawn | ev.ChoiceDrawn | ev.FiguresLost
        )

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Objectives won and lost, units eliminated, figures lost (CRD-3-3)."""
        return verdict.turning_points(self.position_of(ended), seen)

    def problems(self, path: Path) -> Iterator[DataError]:
        """Everything that is wrong with a scenario file."""
        return iter(scenario_faults(path))

    def doubts(self, path: Path) -> Iterator[DataError]:
        """Return what is odd about a sound scenario file: figures above the box, a section without units (CRD-S-2)."""
        return iter(scenario_doubts(path))

    def encode(self, state: State) -> bytes:
        """Canonical bytes of a state."""
        return codec.encode(state)

    def decode(self, data: bytes) -> State:
        """The state that `encode` wrote."""
        return codec.decode(data)

    def invariants(self, state: State) -> list[str]:
        """Everything that is wrong with a state, in words."""
        return invariants.invariants(state)

    def data_digest(self) -> str:
        """Digest of all data files that these rules read."""
        return data_digest()


SYSTEM = Cards()
