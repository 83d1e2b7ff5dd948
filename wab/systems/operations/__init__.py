"""The flagship: the operational game of Normandy 1944 at regimental scale (ledger docs/rules/operations.yaml).

It plays as board wargames do: hexes, zones of control, an odds table, terrain effects, each step in view (OPS-1.2-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wab.content.operations.loader import damaged_scenarios, data_digest, scenario_infos
from wab.engine.errors import DataError, UsageError, no_such_option, no_such_side, not_a_value
from wab.engine.events import Event, Rolled
from wab.engine.measures import Account, Landmark, Measure
from wab.engine.orders import Order, Refusal
from wab.engine.system import Damage, Nature, Outcome, ScenarioInfo, System
from wab.engine.text import N_, Text
from wab.engine.verdict import Cause
from wab.engine.view import View
from wab.systems.operations.seen import codec, legality, witness
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.reveal import reveals
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence import flow, invariants, soundness
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import OperationsEvent
from wab.systems.operations.state.orders import OperationsOrder
from wab.systems.operations.state.setup import build_board, starting_state
from wab.systems.operations.state.state import State
from wab.systems.operations.telling import journal, measures, verdict
from wab.systems.operations.units.losses import STREAM as LOSSES

OPTIONS = {"weather": ("historical", "random")}
"""What players may choose for any scenario: weather drawn or by the list, whatever the scenario says (OPS-4.2.1-3)."""


class Operations(System[State]):
    """The system object: the chapters of the rules, under the names that the kernel calls."""

    id = "operations"
    sides = ("allied", "axis")
    names = {"allied": N_("Allies"), "axis": N_("Axis")} | journal.LEVEL_NAMES
    options = OPTIONS
    nature = Nature(hidden_information=True, chance=True, step_limit=20_000, scouting=True)
    order_types = OperationsOrder
    event_types = OperationsEvent

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every playable scenario, in the order in which a menu shows them."""
        return scenario_infos()

    def damaged(self) -> tuple[Damage, ...]:
        """The scenarios that cannot be played because their files are wrong."""
        return damaged_scenarios()

    def problems_across(self) -> Iterator[DataError]:
        """What is wrong with the scenarios together: the campaigns are chains without a gap (OPS-1.3-1)."""
        return soundness.check_across()

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

    def phase(self, state: State) -> str:
        """What is being decided: "action", "advance", or "over"."""
        return legality.phase(state)

    def offered(self, state: State, unit: int | None = None) -> Iterable[Order]:
        """The orders on offer to the side to act."""
        return legality.offered(state, unit)

    def why_not(self, state: State, order: Order) -> Refusal | None:
        """None if the order is legal by the facts in `state`."""
        return legality.why_not(state, order)

    def execute(self, state: State, order: Order) -> Iterator[Event]:
        """Carry out a legal order."""
        return flow.execute(state, order)  # type: ignore[arg-type]  # `why_not` refuses orders of other systems

    def apply(self, state: State, event: Event) -> None:
        """Change the state by one event."""
        apply(state, event)

    def reveals(self, before: State, events: Sequence[Event], after: State, seat: str) -> Refusal | None:
        """Why an order is final for what it showed to its side."""
        return reveals(before, events, after, seat)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return state.result

    def view(self, state: State, seat: str) -> View:
        """What a side may know."""
        if seat not in self.sides:
            raise UsageError(no_such_side(seat, self.sides))
        return OperationsView(seat, known_state(state, seat))

    def decode_view(self, data: bytes) -> View:
        """A view out of the bytes that `View.encode` gave."""
        return OperationsView(*codec.decode_view(data))

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        """An event as a side sees it happen."""
        return witness.witnessed(before, event, after, seat)

    def describe(self, knowledge: State | View, event: Event) -> Text | None:
        """An event as a sentence for people."""
        state = knowledge.position if isinstance(knowledge, OperationsView) else knowledge
        return journal.describe(state, event)  # type: ignore[arg-type]  # no other views come from this system

    def is_detail(self, event: Event) -> bool:
        """Marches, sightings, impulses, and the HP of single units, which the result of the combat has told."""
        return isinstance(event, Rolled | ev.Moved | ev.LostHp | ev.Sighted | ev.ImpulseBegan | ev.ImpulseEnded)

    def is_lot(self, rolled: Rolled) -> bool:
        """Which unit of a stack loses the next HP (OPS-7.3.4)."""
        return rolled.stream == LOSSES

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Points, losses, activation points used, ground held beside history."""
        if isinstance(knowledge, OperationsView):
            return measures.measures(knowledge.position, events, (knowledge.seat,))
        return measures.measures(knowledge, events)  # type: ignore[arg-type]  # no other views come from this system

    def accounts(self, state: State) -> tuple[Account, ...]:
        """Points by objective, for losses, and of the handicap (OPS-9.2.1-3)."""
        return measures.accounts(state)

    def landmarks(self, state: State) -> tuple[Landmark, ...]:
        """The objectives, with the days on which they changed hands in history."""
        return measures.landmarks(state)

    def day(self, state: State) -> str:
        """The last day of the turn."""
        return measures.day(state)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Objectives taken and held, units destroyed, losses (OPS-5.1-6)."""
        before, after = (one.position if isinstance(one, OperationsView) else one for one in (began, ended))
        return verdict.turning_points(before, after, seen)  # type: ignore[arg-type]  # no other views come from here

    def problems(self, path: Path) -> Iterator[DataError]:
        """Everything that is wrong with a scenario file."""
        return iter(soundness.check_file(path))

    def encode(self, state: State) -> bytes:
        """Canonical bytes of a state."""
        return codec.encode_state(state)

    def decode(self, data: bytes) -> State:
        """The state that `encode` wrote."""
        return codec.decode_state(data)

    def setting(self, state: State) -> tuple[object, ...]:
        """Scenario, seed and the players' choice of weather."""
        return (state.board.scenario_id, state.dice.seed, state.weather_rule)

    def invariants(self, state: State) -> list[str]:
        """Everything that is wrong with a state, in words."""
        return invariants.invariants(state)

    def data_digest(self) -> str:
        """Digest of all data files that these rules read."""
        return data_digest()


SYSTEM = Operations()
