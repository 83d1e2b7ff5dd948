"""The flagship: the operational game of Normandy 1944 at regimental scale (ledger docs/rules/operations.yaml).

It plays as board wargames do: hexes, zones of control, an odds table, terrain effects, each step in view (OPS-1.2-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from wab.content.operations.loader import PACK, damaged_scenarios, data_digest, scenario_infos
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Landmark, Measure
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.kernel.values import Cause, Damage, Nature, Outcome, ScenarioInfo, Setup
from wab.engine.kernel.view import View
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import Carried, DecisionSystem
from wab.engine.words.errors import DataError, UsageError, no_such_option, not_a_value
from wab.engine.words.text import N_, Text
from wab.systems.operations.seen import codec, sampling, witness
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.reveal import reveals
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence import flow, invariants, soundness
from wab.systems.operations.sequence.decisions import DECISIONS
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import OperationsEvent
from wab.systems.operations.state.orders import OperationsOrder
from wab.systems.operations.state.setup import build_board, starting_state
from wab.systems.operations.state.state import State
from wab.systems.operations.telling import journal, measures, verdict
from wab.systems.operations.telling.scenes import OperationsPlot
from wab.systems.operations.units.losses import STREAM as LOSSES

OPTIONS = {"weather": ("historical", "random")}
"""The choices of players for any scenario: weather drawn or by the list, instead of the scenario's own rule
(OPS-4.2.1-3).
"""


class _Sided(Carried, frozen=True):
    """A view of a side as its bytes hold it, in the form of the first of them."""

    seat: str = msgspec.field(name="side")


class Operations(DecisionSystem[State], ClosedSystem[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls."""

    id = "operations"
    sides = ("allied", "axis")
    names = {"operations": N_("Normandy 1944"), "allied": N_("Allies"), "axis": N_("Axis")} | journal.LEVEL_NAMES
    options = OPTIONS
    nature = Nature(hidden_information=True, chance=True, step_limit=20_000, scouting=True)
    order_types = OperationsOrder
    event_types = OperationsEvent
    decisions = DECISIONS
    plot = OperationsPlot()
    carried = _Sided

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every playable scenario, in the order in which a menu shows them."""
        return scenario_infos()

    def damaged(self) -> tuple[Damage, ...]:
        """The scenarios that cannot be played because their files are wrong."""
        return damaged_scenarios()

    def problems_across(self) -> Iterator[DataError]:
        """Yield what is wrong with the scenarios together: the campaigns are chains without a gap (OPS-1.3-1)."""
        yield from soundness.check_across()
        yield from PACK.hint_faults()

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        """The state before the first event of a scenario; UsageError for an unknown scenario or option."""
        board = build_board(scenario)
        soundness.require_ground(board)
        for name, value in sorted(options.items()):
            if name not in OPTIONS:
                raise UsageError(no_such_option(name, OPTIONS))
            if value not in OPTIONS[name]:
                raise UsageError(not_a_value(name, value, OPTIONS[name]))
        return starting_state(board, seed, weather_rule=options.get("weather", ""))

    def open(self, state: State) -> Iterator[Event]:
        """The start of turn 1."""
        return flow.open_game(state)

    def to_act(self, state: State) -> str | None:
        """The side that must decide now; None when the game is over."""
        return state.active or None

    def turn(self, state: State) -> int:
        """Number of the current turn, from 1."""
        return state.turn

    def execute(self, state: State, order: Order) -> Iterator[Event]:
        """Carry out a legal order."""
        return flow.execute(state, order)  # type: ignore[arg-type]  # `why_not` refuses orders of other systems

    def apply(self, state: State, event: Event) -> None:
        """Change the state by one event."""
        apply(state, event)

    def reveals(self, before: State, events: Sequence[Event], after: State, seat: str) -> Refusal | None:
        """Return why an order is final for what it showed to its side."""
        return reveals(before, events, after, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return state.result

    def setup_of(self, state: State) -> Setup:
        """Scenario, seed and the players' choice of weather."""
        chosen = {"weather": state.weather_rule} if state.weather_rule else {}
        return Setup(self.id, state.board.scenario_id, state.dice.seed, chosen)

    def known(self, state: State, seat: str) -> State:
        """Return the state of facts that a side knows."""
        return known_state(state, seat)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        """A battle that a side cannot tell from the true one."""
        return sampling.dealt(seat, position, chance)

    def view_of(self, seat: str, position: State) -> OperationsView:
        """The view of a side that knows a position."""
        return OperationsView(seat, position)

    def decode_known(self, seat: str, data: bytes) -> State:
        """The position of a side out of its bytes, on the board as that side may read it."""
        if seat not in self.sides:
            raise ValueError(f"there is no side {seat!r}")
        return codec.decode(data, seat)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        """An event as a side sees it happen."""
        return witness.witnessed(before, event, after, seat)

    def told(self, state: State, event: Event) -> Text | None:
        """An event as a sentence for people."""
        return journal.describe(state, event)

    def is_detail(self, event: Event) -> bool:
        """Marches, sightings, impulses, and the HP of single units, which the result of the combat has told."""
        return isinstance(event, Rolled | ev.Moved | ev.LostHp | ev.Sighted | ev.ImpulseBegan | ev.ImpulseEnded)

    def is_lot(self, rolled: Rolled) -> bool:
        """Return which unit of a stack loses the next HP (OPS-7.3.4)."""
        return rolled.stream == LOSSES

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Return points, losses, activation points used, and ground held compared to history."""
        state = self.position_of(knowledge)
        return measures.measures(state, events, (knowledge.seat,) if isinstance(knowledge, View) else self.sides)

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Points by objective, for losses, and of the handicap (OPS-9.2.1-3)."""
        return measures.accounts(state)

    def landmarks(self, knowledge: State | View) -> tuple[Landmark, ...]:
        """The objectives, with the days on which they changed hands in history."""
        return measures.landmarks(self.position_of(knowledge))

    def day(self, state: State) -> str:
        """The last day of the turn."""
        return measures.day(state)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Objectives taken and held, units destroyed, losses (OPS-5.1-6)."""
        return verdict.turning_points(self.position_of(began), self.position_of(ended), seen)

    def problems(self, path: Path) -> Iterator[DataError]:
        """Everything that is wrong with a scenario file."""
        return iter(soundness.check_file(path))

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


SYSTEM = Operations()
