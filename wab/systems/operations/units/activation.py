"""Activation (ledger section 5.2): a unit that acts costs a point, once an impulse. Defending is free (OPS-5.2-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.operations.state.events import Activated
from wab.systems.operations.state.state import State, Unit

_NOBODY = Refusal(Text("No unit is named."), ("OPS-5.2-2",), code="no-units")
_TWICE = Refusal(Text("A unit is named twice."), ("OPS-5.2-2",), code="named-twice")


def is_active(state: State, unit: Unit) -> bool:
    """Activated this impulse: every further action is free (OPS-5.2-2)."""
    return unit.activated == state.impulse


def is_locked(state: State, unit: Unit) -> bool:
    """Activated in an earlier impulse of this turn: of no more use before the next turn (OPS-5.1-9, OPS-5.2-13)."""
    return 0 < unit.activated < state.impulse


def cost(state: State, units: Iterable[int]) -> int:
    """Activation points that an action of these units takes: one for each not activated yet (OPS-5.2-2, OPS-5.2-5).

    Air units cost none (OPS-5.2-14).
    """
    flying = state.board.squadrons
    return sum([not is_active(state, state.units[unit]) for unit in units if unit not in flying])


def why_not_activated(state: State, units: Sequence[int]) -> Refusal | None:
    """None if the side to act may act with all of these units together, else the first reason against it.

    OPS-5.1-9 locked units, OPS-10.1.1-16 ships not at hand, OPS-5.2-4 and OPS-5.2-5 points for all of them.
    """
    if not units:
        return _NOBODY
    if len(set(units)) != len(units):
        return _TWICE
    for unit in units:
        if refusal := _why_not_one(state, unit):
            return refusal
    needed, left = cost(state, units), state.activation_points
    if needed <= left:
        return None
    return Refusal(
        Text("This takes {needed} activation points, and {left} are left.", {"needed": needed, "left": left}),
        ("OPS-5.2-4", "OPS-5.2-5"),
        (state.units[units[0]].hex,),
        "activation-points",
    )


def _why_not_one(state: State, id_: int) -> Refusal | None:
    unit = state.units.get(id_)
    if unit is None:
        return Refusal(Text("There is no unit number {unit} on the map.", {"unit": id_}), code="no-such-unit")
    profile, where = state.profile(id_), (unit.hex,)
    if profile.side != state.active:
        return Refusal(
            Text("Only units of the side that is playing can be used."), ("OPS-5.1-2",), where, "not-own-unit"
        )
    if is_locked(state, unit):
        text = Text("{unit:The} {unit:|was|were} activated in an earlier impulse of this turn.", {"unit": profile.noun})
        return Refusal(text, ("OPS-5.1-9",), where, "locked")
    if not unit.available:
        text = Text("{unit:The} {unit:|is|are} not available this turn.", {"unit": profile.noun})
        return Refusal(text, ("OPS-10.1.1-15", "OPS-10.1.1-16"), where, "unavailable")
    return None


def activations(state: State, units: Iterable[int]) -> Iterator[Activated]:
    """Activate the units that are not yet: it happens by itself with the first action (OPS-5.2-3)."""
    for unit in units:
        if not is_active(state, state.units[unit]):
            yield Activated(unit)
