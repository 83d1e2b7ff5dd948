"""A closed toy: two sides on one map who do not see each other, a referee who answers calls, a question out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from tests.toys.calls import known, rules, state
from tests.toys.calls.state import BOARDS, CODES, LOST, ROOM, SIDES, STEPS, Board, State
from wab.engine import Chance, DataError, Event, Nature, ScenarioInfo, Text, View
from wab.engine.kernel.measures import Measure
from wab.engine.kernel.values import Cause
from wab.engine.shells.closed_game import ClosedSystem
from wab.engine.shells.position import DecisionSystem
from wab.engine.words.text import Noun, listed
from wab.field.boxes import misplaced
from wab.field.position import Answers
from wab.field.telling import losses, with_points


class Calls(DecisionSystem[State], Answers[State], ClosedSystem[State]):
    id = "calls"
    sides = SIDES
    names: ClassVar[dict[str, str]] = {"north": "North", "south": "South", "victory": "victory", "draw": "draw"}
    nature = Nature(hidden_information=True, chance=True, step_limit=1000, decisions_out_of_turn=True)
    order_types, event_types = state.Orders, state.Events
    position_type, unit_type, now_type, codes = State, state.Unit, state.Now, CODES
    decisions = rules.DECISIONS
    relives = True

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(
            ScenarioInfo(
                one.id, self.id, "battle", {"en": one.title}, SIDES, one.turns, {"en": "Both sides feel their way."},
                units={side: sum(unit.side == side for unit in one.roster.values()) for side in SIDES},
            )
            for one in BOARDS.values()
        )  # fmt: skip

    def board_of(self, scenario: str) -> Board:
        return state.board_of(scenario)

    def start(self, board: Board, seed: int) -> State:
        return state.start(board, seed)

    def open(self, state: State) -> Iterator[Event]:
        return rules.open_game(state)

    def apply(self, position: State, event: Event) -> None:
        state.apply(position, event)

    def known(self, state: State, seat: str) -> State:
        return known.known(state, seat)

    def dealt(self, seat: str, position: State, chance: Chance) -> State:
        return known.dealt(seat, position, chance)

    def witnessed(self, before: State, event: Event, after: State, seat: str) -> Event | None:
        return known.witnessed(before, event, seat)

    def measures(self, knowledge: State | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        held = self.position_of(knowledge).control
        return (Measure("points", Text("Hexes"), {side: held.count(code) for side, code in CODES.items()}),)

    def turning_points(self, began: State | View, ended: State | View, seen: Sequence[Event]) -> Iterator[Cause]:
        before, after = self.position_of(began), self.position_of(ended)
        for side in SIDES:
            gone = [unit for unit in after.box(LOST) if unit not in before.box(LOST) and after.side_of(unit) == side]
            won = after.control.count(CODES[side]) - before.control.count(CODES[side])
            if gone:
                words = losses(Text(self.names[side]), [_noun(after, unit) for unit in gone], Text(""))
                yield Cause(with_points(words, max(0, -won)), 10.0 * len(gone))

    def told(self, state: State, event: Event) -> Text | None:
        return sentence(state, event)

    def problems(self, path: Path) -> Iterator[DataError]:
        return iter(())

    def invariants(self, state: State) -> list[str]:
        found, label = super().invariants(state), state.board.grid.label
        found += misplaced(state.now.boxes, state.units, state.board.roster)
        found += [f"{label(hex_)} holds {len(units)}" for hex_, units in state.stacks.items() if len(units) > ROOM]
        wrong = (unit for unit in state.units.values() if not state.holds(state.side_of(unit.id), unit.hex))
        found += [f"{unit.id} stands on ground of the enemy" for unit in wrong]
        found += [f"{unit} has lost {lost} steps" for unit, lost in state.now.worn.items() if not 0 < lost <= STEPS]
        held = (hex_ for hex_ in state.now.contacts if hex_ not in state.stacks)
        return found + [f"{label(hex_)} was called occupied and is empty" for hex_ in held]

    def data_digest(self) -> str:
        return "calls"


def _noun(position: State, unit: int) -> Noun:
    return Noun(position.board.roster[unit].name, en="s", fr="ms")


def sentence(position: State, event: Event) -> Text | None:
    label = position.board.grid.label
    match event:
        case state.TurnBegan(turn=turn, side=side):
            return Text("Turn {turn}: {side}.", {"turn": turn, "side": Text(Calls.names[side])})
        case state.Called(hex=hex_, occupied=occupied):
            return Text("{hex} is called: occupied." if occupied else "{hex} is called: vacant.", {"hex": label(hex_)})
        case state.Fought(hex=hex_, defenders=defenders):
            units = listed([_noun(position, unit) for unit in defenders])
            return Text("{units} are attacked in {hex}.", {"units": units, "hex": label(hex_)})
        case state.Entered(hex=hex_):
            return Text("{hex} is entered.", {"hex": label(hex_)})
        case state.StepLost(unit=unit):
            return Text("{unit} loses a step.", {"unit": _noun(position, unit)})
        case state.WentBack(path=path):
            return Text("Units go back to {hex}.", {"hex": label(path[-1])})
    return None


SYSTEM = Calls()
