"""A scenario on the map in letters: who stands where, what is fought for, what does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from art.sketching.drawing import letter
from wab.content.operations.checks import entries_of
from wab.content.operations.shapes import ScenarioFile
from wab.engine.kernel.dice import Dice
from wab.systems.operations.state.board import SIDE_CODE, SIDES, Board
from wab.systems.operations.state.setup import starting_state
from wab.systems.operations.state.state import State
from wab.systems.operations.units.supply import supplied

LEGEND = (
    "A cell: terrain, then * objective, $ supply source, > entry of reinforcements (else blank), units (A Allied, "
    "X Axis, with their number), side in control (+ Allied, - Axis)."
)
CELL = 6


class Sketch:
    """A board as it is set up before the first turn."""

    def __init__(self, board: Board, scenario: ScenarioFile) -> None:
        self.board, self.scenario, self.state = board, scenario, _first_turn(board)
        self._objectives = {objective.hex for objective in board.objectives}
        self._sources = {hex_ for side in SIDES for hex_, _ in board.supply_hexes[side]}
        self._entries = {entry.hex for entry in board.entries}

    def cell(self, hex_: int) -> str:
        """The letters of a hex."""
        marks = (("*", self._objectives), ("$", self._sources), (">", self._entries))
        mark = next((mark for mark, hexes in marks if hex_ in hexes), " ")
        stack = self.state.stack(hex_)
        units = f"{'A' if self.state.side_in(hex_) == 'allied' else 'X'}{len(stack)}" if stack else "  "
        control = {SIDE_CODE["allied"]: "+", SIDE_CODE["axis"]: "-"}.get(self.board.start_control[hex_], " ")
        return letter(self.board.map, hex_) + mark + units + control

    def lines(self) -> Iterator[str]:
        """Units by side and hex, reinforcements by turn, objectives, sources."""
        for side in SIDES:
            yield f"{side}:"
            yield from self._units(side)
            yield from self._arrivals(side)
        yield "objectives:"
        for objective in self.board.objectives:
            worth = f"{objective.per_turn} a turn, {objective.at_end} at the end, held by {objective.held_by}"
            yield f"  {self._place(objective.hex)}: {objective.names['en']}, {worth}"
        yield "supply:"
        for source in self.scenario.supply:
            yield f"  {source.side}: {', '.join(map(self.board.grid.label, source.hexes))} {source.name}"

    def _units(self, side: str) -> Iterator[str]:
        in_supply = supplied(self.state, side)
        hexes = sorted({unit.hex for unit in self.state.units_of(side)}, reverse=True)
        for hex_ in hexes:
            stack = [(unit, self.board.roster[unit.id]) for unit in self.state.stack(hex_)]
            weight = sum(profile.weight for _, profile in stack)
            told = ", ".join(
                f"{profile.short} {profile.attack}-{profile.defence} {unit.hp}/{profile.hp}"
                + ("" if unit.id in in_supply else " OUT OF SUPPLY")
                for unit, profile in stack
            )
            yield f"  {self._place(hex_)} [{weight}]: {told}"

    def _arrivals(self, side: str) -> Iterator[str]:
        forces = self.scenario.allied if side == "allied" else self.scenario.axis
        for _, arrival in entries_of(forces)[len(forces.setup) :]:
            profile = self.board.roster[self.board.numbers[side, arrival.unit]]
            turn = getattr(arrival, "turn", 1)
            yield f"  turn {turn}: {profile.short} at {self._place(arrival.hex)}"

    def _place(self, hex_: int) -> str:
        return f"{self.board.grid.label(hex_)} {self.board.map.name(hex_)}".rstrip()


def _first_turn(board: Board) -> State:
    state = starting_state(board, 0)
    state.turn, state.dice = 1, Dice(0)
    return state
