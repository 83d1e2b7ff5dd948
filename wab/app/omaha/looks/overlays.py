"""Overlays: fields of fire, the risk of the selected unit, control, and what the tide takes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ai.omaha.risk import step_risk
from wab.app.gfx.theme import Rgba, colour
from wab.app.omaha.looks.shapes import INKS, SHAPE_NAMES, SHAPES
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, Tints, tints
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import percent
from wab.locale.typography import headed
from wab.systems.omaha.ground.control import controlled, is_occupied, under_fire
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.names import COLOUR_NAMES
from wab.systems.omaha.state.state import State

LEVELS = ("sporadic", "sustained", "intense")
_LEVEL_TINTS = tuple(colour(code, alpha) for code, alpha in (("D9A441", 0.16), ("D0662B", 0.24), ("A81E16", 0.34)))
RISKS: tuple[tuple[float, Rgba], ...] = (
    (0.0, colour("3C7A3A", 0.40)), (0.10, colour("D9A441", 0.40)), (0.25, colour("D0662B", 0.48)),
    (0.45, colour("A81E16", 0.58)),
)  # fmt: skip
"""The colours of a risk, from the least share of cards."""
_OURS, _SWEPT, _WET = colour("3B78B4", 0.36), colour("C0561E", 0.30), colour("2F6E86", 0.5)


def level_words() -> Mapping[str, str]:
    """The levels of fire in words."""
    return {"intense": _("intense fire"), "sustained": _("sustained fire"), "sporadic": _("sporadic fire")}


def sweeping(state: State, hovered: HexId | None) -> Sequence[Position]:
    """Return the position under the pointer, else all positions that can fire."""
    pointed = state.place_at(hovered) if hovered is not None else None
    if pointed is not None:
        return (pointed,)
    return [one for one in state.positions.values() if is_occupied(state, one, fit=True)]


def field_tints(state: State, hovered: HexId | None = None) -> Tints:
    """The worst dot of each hex, and the key to the dots that lie over it."""
    worst = np.full(state.board.grid.size, -1, np.int8)
    for position in sweeping(state, hovered):
        for hex_, level in position.dots.items():
            worst[hex_] = max(int(worst[hex_]), LEVELS.index(level))
    words, none = level_words(), np.zeros(worst.size, np.bool_)
    parts = [
        (worst == LEVELS.index(level), tint, 0, words[level]) for level, tint in zip(LEVELS, _LEVEL_TINTS, strict=True)
    ]
    shapes = {name: (_(COLOUR_NAMES[name]), _(SHAPE_NAMES[shape])) for name, shape in SHAPES.items()}
    names = [(none, INKS[name], 0, headed(told, shape))
             for name, (told, shape) in shapes.items()]  # fmt: skip
    return tints(worst.size, [*parts, *names])


def risk_tints(state: State, risks: Mapping[HexId, float]) -> Tints:
    """The chance of a step for a unit, by hex."""
    size = state.board.grid.size
    found = np.full(size, -1.0)
    for hex_, risk in risks.items():
        found[hex_] = risk
    limits = [least for least, _tint in RISKS]
    parts = []
    for number, (least, tint) in enumerate(RISKS):
        above = limits[number + 1] if number + 1 < len(limits) else 2.0
        words = _("from {least} to lose a step").format(least=percent(least)) if least else _("hardly a risk")
        parts.append(((found >= least) & (found < above), tint, (0, DOTS, LINES, CROSSES)[number], words))
    return tints(size, parts)


def cards_words(state: State, risk: float) -> str:
    """A risk by the cards that are left: "9 of 41 cards cost it a step"; two draws count as one where both reach it."""
    left = len(state.now.pile)
    return _("{count} of {left} cards cost it a step").format(count=round(risk * left), left=left)


def risks_of(state: State, unit: int, hexes: tuple[HexId, ...]) -> Mapping[HexId, float]:
    """The exact chance that the next German fire costs a unit a step, in each of some hexes."""
    return {hex_: float(step_risk(state, unit, hex_)) for hex_ in hexes}


def control_tints(state: State) -> Tints:
    """Own ground, and ground that the Germans sweep."""
    ours, swept = controlled(state), under_fire(state)
    parts = [
        (swept & ~ours, _SWEPT, DOTS, _("under German fire")),
        (ours & ~swept, _OURS, LINES, _("ours")),
        (ours & swept, colour("6B3B8F", 0.4), CROSSES, _("ours, under German fire")),
    ]
    return tints(ours.size, parts)


def tide_tints(state: State) -> Tints:
    """Sand that is under water already, and sand that the sea takes next."""
    terrain = np.array(state.board.terrain)
    wet = {"low": (), "mid": ("low_beach",), "high": ("low_beach", "mid_beach")}[state.tide]
    coming = {"low": ("low_beach",), "mid": ("mid_beach",), "high": ()}[state.tide]
    parts = [
        (np.isin(terrain, wet), _WET, LINES, _("under water")),
        (np.isin(terrain, coming), colour("7FB6C6", 0.5), DOTS, _("the tide comes here next")),
    ]
    return tints(terrain.size, parts)
