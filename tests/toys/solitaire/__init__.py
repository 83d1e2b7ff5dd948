"""A toy rule system with one side and an automaton: a patrol crosses a causeway, the garrison fires by cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tests.toys.solitaire import rules, view
from tests.toys.solitaire.state import AUTOMATON, CHOICES, COURSES, DECK, SIDE, STEPS, Hit, Squad, State
from wab.engine import (
    Chance,
    Dice,
    Event,
    Nature,
    Order,
    Outcome,
    Refusal,
    Rolled,
    ScenarioInfo,
    Setup,
    Text,
    UsageError,
)
from wab.engine.kernel.pile import HIDDEN
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import DecisionSystem


class Solitaire(DecisionSystem[State], ClosedSystem[State]):
    id = "solitaire"
    sides = (SIDE,)
    automaton = AUTOMATON
    names: Mapping[str, str] = {SIDE: "Patrol", AUTOMATON: "Garrison", "victory": "victory"}
    options = CHOICES
    nature = Nature(hidden_information=True, chance=True, step_limit=500, decisions_out_of_turn=True)
    order_types = rules.SolitaireOrder
    event_types = rules.SolitaireEvent
    decisions = rules.DECISIONS
    relives = True
    shown = Refusal(Text("A card was shown."), ("SOL-3-1",), code="shown")

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(
            ScenarioInfo(
                name, self.id, "battle", {"en": course.title}, self.sides, course.turns, {"en": "A patrol crosses."},
                units={SIDE: 3},
            )
            for name, course in COURSES.items()
        )  # fmt: skip

    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> State:
        if scenario not in COURSES:
            raise UsageError(f"There is no scenario {scenario!r}; there are: {', '.join(COURSES)}.")
        for name, value in options.items():
            if value not in CHOICES.get(name, ()):
                raise UsageError(f"{name} cannot be {value!r} in {scenario}.")
        count = int(options.get("squads", CHOICES["squads"][0]))
        squads = tuple(Squad(number, 0, STEPS) for number in range(1, count + 1))
        return State(scenario, dict(options), Dice(seed), squads, DECK)

    def open(self, state: State) -> Iterator[Event]:
        return rules.open_game(state)

    def turn(self, state: State) -> int:
        return max(1, state.turn)

    def groups(self, state: State, unit: int | None) -> Iterable[tuple[Order]]:
        return ((order,) for order in rules.DECISIONS.offered(state, unit))

    def apply(self, state: State, event: Event) -> None:
        rules.apply(state, event)

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def setup_of(self, state: State) -> Setup:
        return Setup(self.id, state.scenario, state.dice.seed, dict(state.chosen))

    def known(self, state: State, seat: str) -> State:
        return view.known_state(state)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        return view.dealt_anew(position, chance)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        if isinstance(event, Rolled):  # where the reserve lay in the pile would tell which card it is
            return event if event.stream != "reserve" else None
        return rules.ReserveLaid(HIDDEN) if isinstance(event, rules.ReserveLaid) else event

    def told(self, state: State, event: Event) -> Text | None:
        return rules.sentence(event)

    def problems(self, path: Path) -> Iterator[Any]:
        return iter(())

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state, order="deterministic")

    def decode(self, data: bytes) -> State:
        return msgspec.json.decode(data, type=State)

    def invariants(self, state: State) -> list[str]:
        cards = sorted((*state.pile, *state.discards, state.reserve))
        asked = {number for step in state.agenda if isinstance(step, Hit) for number in step.squads}
        return [
            problem
            for problem, wrong in {
                "the cards are not those of the deck": tuple(cards) != DECK,
                "a squad is off the causeway": any(not 0 <= one.place <= state.course.length for one in state.squads),
                "a squad has no steps, or too many": any(not 0 < one.steps <= STEPS for one in state.squads),
                "a squad that is not there may be hit": not asked <= {one.id for one in state.squads},
            }.items()
            if wrong
        ]

    def data_digest(self) -> str:
        return "solitaire"


SYSTEM = Solitaire()
