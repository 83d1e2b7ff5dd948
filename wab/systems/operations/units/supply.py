"""Supply (ledger section 8.5): lines to the sources of a side, what cuts them, and what their loss costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Text
from wab.field import supply
from wab.field.costs import closed_to_all
from wab.systems.operations.state.board import SIDE_CODE, Board, enemy_of
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.deployment import has_zone
from wab.systems.operations.state.names import full_place_noun
from wab.systems.operations.state.stacking import occupied
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.state.zoc import exerts_zoc, zone_of_control
from wab.systems.operations.units.losses import suffer, surrender_exhausted

NEVER = 10_000
"""A turn that does not come."""
_NO_SOURCE = N_("{unit:The} {unit:|is|are} out of supply: the side holds no supply source.")
_NO_WAY = N_("{unit:The} {unit:|is|are} out of supply: no way leads to a supply source.")
_ENEMY = N_("{unit:The} {unit:|is|are} out of supply: an enemy stands on the supply line {hex:at}.")
_ZONE = N_("{unit:The} {unit:|is|are} out of supply: an enemy zone of control cuts the supply line {hex:at}.")
_FOREIGN = N_("{unit:The} {unit:|is|are} out of supply: the side does not control the supply line {hex:at}.")


class SupplyCut(msgspec.Struct, frozen=True):
    """The reason why a unit is out of supply: a sentence, the hexes that cut its line (nearest first), and the clauses.

    `by` are the enemy units that bar the first of those hexes: they stand there, or it lies in their zone of control.
    """

    text: Text
    hexes: tuple[int, ...]
    clauses: tuple[str, ...]
    by: tuple[int, ...] = ()


def supplied(state: State, side: str) -> frozenset[int]:
    """The units of a side that have a supply line now (OPS-8.5.1-1); all of them where supply is switched off."""
    return state.derived(f"supplied {side}", lambda: frozenset(_supplied(state, side)))


def _supplied(state: State, side: str) -> Iterator[int]:
    everybody = not state.board.rules.supply
    joined = supplied_hexes(state, side)
    for unit in state.units_of(side):
        if everybody or needs_no_line(state, unit) or bool(joined[unit.hex]):
            yield unit.id


def needs_no_line(state: State, unit: Unit) -> bool:
    """Ships are always in supply (OPS-8.5.2-1); some units live on their own stores for the first turns."""
    if state.profile(unit.id).is_ship:
        return True
    return state.turn <= state.board.supplied_to.get(unit.id, 0)


def supplied_hexes(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: where a unit of a side would find a supply line, of any length (OPS-8.5.1-6). Read-only.

    Hexes along which lines run, and hexes of its units that touch one of them: the end of a line need not be
    controlled, which matters to commanders who stand in a hex of the enemy's.
    """
    return state.derived(f"supply area {side}", lambda: _with_ends(state, side, np.flatnonzero(occupied(state, side))))


def within_supply(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: where a unit of a side would find a supply line if it went there and all else stayed. Read-only.

    Hexes along which lines run, and hexes that touch one of them over a hexside that land units may cross.
    """
    everywhere = np.arange(state.board.grid.size)
    lines = _lines(state, side).tobytes()
    return state.kept(f"within supply {side}", lines, lambda: _with_ends(state, side, everywhere))


def _with_ends(state: State, side: str, ends: NDArray[np.int64]) -> NDArray[np.bool_]:
    """bool[N]: the hexes along which lines run, and the other hexes given that touch one over no closed hexside."""
    return supply.with_ends(state.board.grid, _lines(state, side), ends, closed_to_supply(state.board))


def _lines(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes along which supply lines of a side run."""
    board, working = state.board, sources(state, side)
    passes = _lets_pass(state, side, working)
    return state.kept(
        f"supply lines {side}",
        (working, passes.tobytes()),
        lambda: supply.lines(board.workspace, working, passes, closed_to_supply(board)),
    )


def sources(state: State, side: str) -> tuple[int, ...]:
    """The supply sources that work for a side now: in controlled hexes without an enemy unit (OPS-8.5.1-7)."""
    enemies = state.deployed(enemy_of(side)).posts
    return tuple([hex_ for hex_ in held_sources(state, side) if hex_ not in enemies])


def held_sources(state: State, side: str) -> tuple[int, ...]:
    """The supply sources that a side controls and that are open (OPS-8.5.1-1), with any unit in them."""
    code, places = SIDE_CODE[side], state.board.supply_hexes.get(side, ())
    held = [(hex_, turn) for hex_, turn in places if state.control[hex_] == code]
    return tuple([hex_ for hex_, turn in held if state.turn >= opening(state, side, hex_, turn)])


def opening(state: State, side: str, hex_: int, from_turn: int) -> int:
    """The turn from which a source hex supplies the side that controls it, a port some turns after its capture.

    OPS-T-SUPPLY-SOURCES. NEVER for a port that the side has not taken.
    """
    wait = state.board.ports.get(side, {}).get(hex_)
    if wait is None:
        return from_turn
    taken = state.taken.get(hex_)
    return NEVER if taken is None else max(from_turn, taken + wait)


def _lets_pass(state: State, side: str, working: Sequence[int]) -> NDArray[np.bool_]:
    """bool[N]: controlled land (OPS-8.5.1-5) without enemy units, outside enemy zones unless a friend is there.

    OPS-8.5.1-3, OPS-8.5.1-4, OPS-8.2.2-2; controlled hexes only (OPS-8.5.1-5, OPS-6.5-2). A working source lets pass in
    any case: of it OPS-8.5.1-7 asks control and no enemy in it.
    """
    enemy = enemy_of(side)
    passes: NDArray[np.bool_] = (zone_of_control(state, enemy) == 0) | occupied(state, side)
    passes &= (control_codes(state) == SIDE_CODE[side]) & state.board.land
    passes[occupied(state, enemy)] = False
    passes[list(working)] = True
    return passes


def closed_to_supply(board: Board) -> NDArray[np.bool_]:
    """bool[N, 6]: hexsides that no land unit may cross: sea, closed terrain (OPS-8.5.1-7)."""
    return board.once(
        "closed to supply",
        lambda: closed_to_all([costs for name, costs in sorted(board.leave_cost.items()) if name != "ship"]),
    )


def why_unsupplied(state: State, unit: int) -> SupplyCut | None:
    """None for a unit in supply now, else what cuts the line that would need the fewest hexes cleared.

    Judges the moment, as `supplied` does, not the mark that the unit carries since its side's impulse began.
    """
    side = state.side_of(unit)
    if unit in supplied(state, side):
        return None
    name = state.profile(unit).noun
    here = state.units[unit].hex
    working = sources(state, side)
    if not working:
        return SupplyCut(Text(_NO_SOURCE, {"unit": name}), (), ("OPS-8.5.1-1",))
    cut = _cut_line(state, side, here, working)
    if not cut:
        return SupplyCut(Text(_NO_WAY, {"unit": name}), (), ("OPS-8.5.1-2", "OPS-8.5.1-7"))
    msgid, clause = _cause(state, side, cut[0])
    where = full_place_noun(state.board, cut[0])
    return SupplyCut(Text(msgid, {"unit": name, "hex": where}), cut, (clause,), barring(state, side, cut[0]))


def barring(state: State, side: str, hex_: int) -> tuple[int, ...]:
    """The enemy units that bar a hex to supply lines of a side: units in it, else units whose zone of control covers
    it.
    """
    enemy = enemy_of(side)
    if state.side_in(hex_) == enemy:
        return tuple(unit.id for unit in state.stack(hex_))
    around = (other for other in state.board.grid.adjacent(hex_) if exerts_zoc(state, enemy, other, hex_))
    return tuple(unit.id for other in around for unit in state.stack(other) if has_zone(unit, state.profile(unit.id)))


def _cut_line(state: State, side: str, here: int, working: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes that let nothing pass on the way to a source that has the fewest of them; () where no way leads."""
    board, passes = state.board, _lets_pass(state, side, working)
    return supply.cut(board.workspace, here, working, passes, closed_to_supply(board)) or ()


def _cause(state: State, side: str, hex_: int) -> tuple[str, str]:
    if state.side_in(hex_) == enemy_of(side):
        return _ENEMY, "OPS-8.5.1-3"
    return (_ZONE, "OPS-8.5.1-3") if state.controls(side, hex_) else (_FOREIGN, "OPS-8.5.1-5")


def attrition(state: State) -> Iterator[Event]:
    """From their second turn without supply on units lose HP at its end (OPS-8.5.2-4), and may perish by it."""
    conduct = state.board.tables.conduct
    for id_ in sorted(state.units):
        if state.units[id_].turns_unsupplied >= conduct.attrition_from_turn:
            yield from suffer(state, id_, conduct.attrition_hp, "attrition")
            yield from surrender_exhausted(state, (id_,))
