"""Dangers that an action can still avert before the turn ends: the tide, too many units in a hex, a dense hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.omaha.sequence.flow import drowned
from wab.systems.omaha.state.board import TIDES, WATERLINES
from wab.systems.omaha.state.state import State

AHEAD = 1
"""Turns before a rising tide in which it is announced already."""


class Danger(NamedTuple):
    """A danger: its sentence, the hexes, the clause."""

    words: str
    hexes: tuple[HexId, ...]
    clause: str


def of(state: State) -> tuple[Danger, ...]:
    """Return the dangers of the hexes whose units have a last say now, the worst first."""
    if state.now.phase != "actions" or not state.now.acting:
        return ()
    return (*_tide(state), *_crowded(state), *_dense(state))


def _here(state: State, hexes: Sequence[HexId]) -> tuple[HexId, ...]:
    """The hexes of the sector whose actions are played, of both once the other sector has finished."""
    last = set(state.board.sectors) <= {*state.now.done, state.now.acting}
    return tuple(hex_ for hex_ in hexes if last or state.board.sector(hex_) == state.now.acting)


def _tide(state: State) -> Iterator[Danger]:
    """Units that the tide takes at the end of this turn (OMA-5.21-3), and in the turn before a rise, of the next."""
    hexes = _here(state, sorted({unit.hex for unit in drowned(state)}))
    if hexes:
        told = ngettext(
            "The tide takes the units of {count} hex at the end of this turn: {hexes}.",
            "The tide takes the units of {count} hexes at the end of this turn: {hexes}.",
            len(hexes),
        )
        yield Danger(told.format(count=len(hexes), hexes=_labels(state, hexes)), hexes, "OMA-5.21-3")
    next_turn = min(state.turn + AHEAD, state.board.last)
    coming = WATERLINES[state.board.tables.turns.tide(next_turn)]
    if coming > WATERLINES[state.tide]:
        low = [name for name, height in TIDES.items() if WATERLINES[state.tide] <= height < coming]
        there = _here(state, [hex_ for hex_ in sorted(state.stacks) if state.board.terrain[hex_] in low])
        if there:
            told = _("The water rises next turn, and takes all that stay there to its end: {hexes}.")
            yield Danger(told.format(hexes=_labels(state, there)), there, "OMA-5.21-3")


def _crowded(state: State) -> Iterator[Danger]:
    """Hexes with more units than may end the turn there (OMA-7.6-1, OMA-7.63-1)."""
    most = state.board.tables.limits.stacking
    hexes = _here(state, [hex_ for hex_ in sorted(state.stacks) if len(state.us_in(hex_)) > most])
    if hexes:
        told = _("More than {most} units stand in a hex, the rest is lost: {hexes}.")
        yield Danger(told.format(most=most, hexes=_labels(state, hexes)), hexes, "OMA-7.6-1")


def _dense(state: State) -> Iterator[Danger]:
    """Hexes thick with steps, which every card hits (OMA-6.35-1)."""
    dense = state.board.tables.limits.dense
    thick = [hex_ for hex_ in sorted(state.stacks) if sum(unit.steps for unit in state.us_in(hex_)) >= dense]
    hexes = _here(state, thick)
    if hexes:
        told = _("{steps} steps or more stand in a hex, and fire hits them as if it found their symbol: {hexes}.")
        yield Danger(told.format(steps=dense, hexes=_labels(state, hexes)), hexes, "OMA-6.35-1")


def _labels(state: State, hexes: Sequence[HexId]) -> str:
    return ", ".join(state.board.grid.label(hex_) for hex_ in hexes)
