"""A toy rule system with one side and an automaton: a patrol crosses a causeway, the garrison fires by cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tests.toys.solitaire import rules
from tests.toys.solitaire.state import AUTOMATON, CHOICES, COURSES, DECK, SIDE, STEPS, Hit, Squad, State
from tests.toys.solitaire.view import SolitaireView, known_state
from wab.engine import Dice, Event, Nature, Order, Outcome, Refusal, Rolled, ScenarioInfo, System, Text, UsageError
from wab.engine.pile import HIDDEN


class Solitaire(System[State]):
    id = "solitaire"
    sides = (SIDE,)
    automaton = AUTOMATON
    names: Mapping[str, str] = {SIDE: "Patrol", AUTOMATON: "Garrison", "victory": "victory"}
    options = CHOICES
    nature = Nature(hidden_information=True, chance=True, step_limit=500, decisions_out_of_turn=True)
    order_types = rules.SolitaireOrder
    event_types = rules.SolitaireEvent

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

    def to_act(self, state: State) -> str | None:
        return rules.DECISIONS.to_act(state)

    def turn(self, state: State) -> int:
        return max(1, state.turn)

    def phase(self, state: State) -> str:
        return rules.DECISIONS.phase(state)

    def offered(self, state: State, unit: int | None = None) -> Iterable[Order]:
        return rules.DECISIONS.offered(state, unit)

    def why_not(self, state: State, order: Order) -> Refusal | None:
        return rules.DECISIONS.why_not(state, order)

    def execute(self, state: State, order: Order) -> Iterator[Event]:
        return rules.DECISIONS.execute(state, order)

    def apply(self, state: State, event: Event) -> None:
        rules.apply(state, event)

    def reveals(self, before: State, events: Sequence[Event], after: State, seat: str) -> Refusal | None:
        drawn = any(isinstance(event, rules.CardDrawn | rules.ReserveShown) for event in events)
        return Refusal(Text("A card was shown."), ("SOL-3-1",), code="shown") if drawn else None

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def view(self, state: State, seat: str) -> SolitaireView:
        if seat != SIDE:
            raise UsageError(f"There is no seat {seat!r}; there is: {SIDE}.")
        return SolitaireView(seat, known_state(state))

    def decode_view(self, data: bytes) -> SolitaireView:
        return SolitaireView(SIDE, msgspec.json.decode(data, type=State))

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        if isinstance(event, Rolled):  # where the reserve lay in the pile would tell which card it is
            return event if event.stream != "reserve" else None
        return rules.ReserveLaid(HIDDEN) if isinstance(event, rules.ReserveLaid) else event

    def describe(self, knowledge: State | Any, event: Event) -> Text | None:
        return rules.sentence(event)

    def problems(self, path: Path) -> Iterator[Any]:
        return iter(())

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state, order="deterministic")

    def decode(self, data: bytes) -> State:
        return msgspec.json.decode(data, type=State)

    def setting(self, state: State) -> tuple[object, ...]:
        return (state.scenario, state.dice.seed, tuple(sorted(state.chosen.items())))

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
