"""A toy of hexes and counters, with nothing hidden. All else comes from `wab.field`."""

from __future__ import annotations

from typing import ClassVar

from tests.toys.bocage import board, rules, state
from tests.toys.bocage.state import CODES, Ended, Fought, Moved, PhaseBegan, State, StepLost
from wab.content.shelf import digest_of, stamps
from wab.engine import Event, Nature, ScenarioInfo, Text
from wab.field import stacking
from wab.field.position import PlainSystem


class Bocage(PlainSystem[State]):
    id = "bocage"
    sides = board.SIDES
    names: ClassVar[dict[str, str]] = {"allied": "Allies", "axis": "Axis", "victory": "victory", "draw": "draw"}
    nature = Nature(hidden_information=False, chance=True, step_limit=2000)
    order_types, event_types = state.Orders, state.Events
    position_type, unit_type, now_type, codes = State, state.Unit, state.Now, CODES
    read = board.Board
    board_of, start, groups, why_not = map(staticmethod, (board.board_of, state.start, rules.groups, rules.why_not))
    open, execute, apply = map(staticmethod, (rules.next_phase, rules.execute, rules.apply))

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(
            ScenarioInfo(
                one.id, self.id, "battle", dict(one.file.title), self.sides, one.file.turns, path=str(one.path),
                units={side: len(units) for side, units in one.file.units.items()},
            )
            for one in board.boards().values()
        )  # fmt: skip

    def data_digest(self) -> str:
        return digest_of(board.ROOT, (*stamps(board.ROOT), *stamps(board.ROOT / "scenarios")))

    def invariants(self, state: State) -> list[str]:
        found, limit, label = super().invariants(state), state.board.battle.limits["hex"], state.board.grid.label
        full = {hex_ for side in self.sides for hex_ in stacking.overstacked(state.deployed(side).stacked, limit)}
        found += [f"{label(hex_)} is overstacked (BOC-2)" for hex_ in sorted(full)]
        lost = [unit.hex for unit in state.units.values() if state.control[unit.hex] != CODES[state.side_of(unit.id)]]
        return found + [f"{label(hex_)} is not held by those who stand in it (BOC-3)" for hex_ in lost]

    def told(self, state: State, event: Event) -> Text | None:
        label, name = state.board.grid.label, lambda unit: state.board.roster[unit].name
        match event:
            case Moved(unit=unit, path=path):
                return Text("{unit} goes to {hex}.", {"unit": name(unit), "hex": label(path[-1])})
            case Fought(target=hex_, ratio=ratio, result=result):
                said = {"hex": label(hex_), "ratio": ratio, "result": rules.WORDS[result]}
                return Text("Attack on {hex} at {ratio}: {result}.", said)
            case StepLost(unit=unit, steps=steps):
                return Text("{unit} loses a step." if steps else "{unit} is lost.", {"unit": name(unit)})
            case PhaseBegan(turn=turn, side=side, phase="movement"):
                return Text("Turn {turn}: {side}.", {"turn": turn, "side": Text(self.names[side])})
            case Ended(outcome=outcome):
                return Text("The battle ends: {level}.", {"level": Text(self.names[outcome.level])})
        return None


SYSTEM = Bocage()
