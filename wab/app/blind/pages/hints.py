"""Hints that teach, each at the first moment that it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Collection

from wab.app.wargame.ui.hints import Hint
from wab.engine.kernel.view import View
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.combat.attack import announced
from wab.systems.blind.state.state import COMBAT, FIRST, RESERVE, SECOND, State

_Moment = Callable[[State], bool]
HINTS: tuple[tuple[_Moment, str], ...] = (
    (lambda state: state.now.phase == "interdiction", N_(
        "Click on enemy ground to interdict it and all around it. Air units that are left can support attacks.")),
    (lambda state: state.now.phase in FIRST, N_(
        "Select a unit, then point over the border: every step into enemy ground is a call. A unit that moves fights at"
        " half. Let units that shall attack stand still.")),
    (lambda state: bool(state.now.contacts) and state.now.phase in FIRST, N_(
        "A question mark: somebody is there. An attack announced now falls in the combat phase. More units can join"
        " it.")),
    (lambda state: state.now.phase in COMBAT and bool(announced(state)), N_(
        "Click on a hex under attack to open it. For one combat both sides see everything; then it is dark again.")),
    (lambda state: state.now.phase in SECOND, N_(
        "A unit that has stood still can move now, or go into reserve: then it may march after the enemy’s attack.")),
    (lambda state: state.now.phase in RESERVE, N_(
        "Units in reserve can march now, into a hole for example. End the phase in any case: the enemy does not learn"
        " whether you had any.")),
)  # fmt: skip
"""Each hint with its moment, in the order in which they come up."""


def due(view: View, state: State, seen: Collection[int]) -> Hint | None:
    """The first hint whose moment has come and that was not read."""
    if view.to_act != view.seat or state.now.table is not None:
        return None
    for number, (has_come, told) in enumerate(HINTS):
        if number not in seen and has_come(state):
            return Hint(number, _(told), _place(state))
    return None


def _place(state: State) -> HexId | None:
    return next(iter(announced(state)), None)
