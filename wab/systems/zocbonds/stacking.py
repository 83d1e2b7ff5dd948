"""Stacking (ZOC-7): what a hex holds, and what becomes of what it holds too much.

The limit may be broken while units move; it must hold when a movement phase or an advance ends (ZOC-7.2-1).
Americans and British share hexes like units of one army (ZOC-7.2-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from wab.engine.events import Event
from wab.engine.orders import Refusal
from wab.engine.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds import events as ev
from wab.systems.zocbonds.armies import seat_of
from wab.systems.zocbonds.losses import eliminate
from wab.systems.zocbonds.names import place_noun, unit_noun
from wab.systems.zocbonds.orders import Remove
from wab.systems.zocbonds.room import LIMIT, to_come
from wab.systems.zocbonds.state import State
from wab.systems.zocbonds.steps import Excess


def surplus(state: State, units: Iterable[int]) -> int:
    """How much units are too many for one hex: points over the limit (ZOC-7.1-1, ZOC-7.1-2), and strongpoints,
    headquarters, engineers and Werfer brigades beyond the first of their kind (ZOC-7.1-3). 0 where they may stay."""
    together = [to_come(state, unit) for unit in units]
    kinds = Counter(state.profile(unit.id).type for unit in together if state.profile(unit.id).free)
    return max(0, state.points(together) - LIMIT) + sum(count - 1 for count in kinds.values())


def fits(state: State, units: Iterable[int], hex_: HexId) -> bool:
    """Whether units may stand in a hex together with the friends that are there; those of them that are count once."""
    return surplus(state, {*units, *state.stacks.get(hex_, ())}) == 0


def full_for(state: State, units: Iterable[int], hexes: Iterable[HexId]) -> list[HexId]:
    """Which of some hexes hold too much once units come in. Quick where their points alone say it."""
    coming = tuple(units)
    plain = not any(state.profile(unit).free or state.profile(unit).silhouette for unit in coming)
    points = state.points(to_come(state, unit) for unit in coming)
    stacked = state.deployed(state.side_of(coming[0])).stacked
    found = []
    for hex_ in hexes:
        total = points + int(stacked[hex_])
        if (total > LIMIT) if plain else not fits(state, coming, hex_):
            found.append(hex_)
    return found


def overfull(state: State, side: str) -> tuple[HexId, ...]:
    """The hexes in which a side has too much, ascending."""
    return tuple(hex_ for hex_, post in sorted(state.deployed(side).posts.items()) if surplus(state, post.units))


def ask_excess(state: State, side: str, seats: tuple[str, ...] = ()) -> Iterator[Event]:
    """At the end of a movement phase or an advance the owner of each overfull hex is asked who goes (ZOC-7.2-1,
    ZOC-7.2-2); with `seats`, of their hexes alone."""
    steps = tuple(Excess(seat_of(state, state.stacks[hex_][0]), hex_) for hex_ in overfull(state, side))
    asked = tuple(step for step in steps if not seats or step.seat in seats)
    if asked:
        yield ev.Asked(asked)


def why_not_remove(state: State, order: Remove) -> Refusal | None:
    """Why a unit is not removed from the hex that is too full: it stands elsewhere, or its going does not help
    (ZOC-7.2-2)."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, Excess):
        return Refusal(Text("No hex holds too much."), ("ZOC-7.2-2",), (), "no-excess")
    there = state.stacks.get(step.hex, ())
    if order.unit not in there:
        text = Text(
            "This unit does not stand in {hex:the}, which holds too much.", {"hex": place_noun(state.board, step.hex)}
        )
        return Refusal(text, ("ZOC-7.2-2",), (step.hex,), "elsewhere")
    if surplus(state, [unit for unit in there if unit != order.unit]) < surplus(state, there):
        return None
    text = Text("{unit:The} {unit:|counts|count} for nothing here.", {"unit": unit_noun(state, order.unit)})
    return Refusal(text, ("ZOC-7.2-2", "ZOC-7.1-3"), (step.hex,), "no-help")


def execute_remove(state: State, order: Remove) -> Iterator[Event]:
    """A unit is eliminated; its owner is asked again while the hex still holds too much (ZOC-7.2-2)."""
    step = state.agenda[0]
    assert isinstance(step, Excess)
    yield from eliminate(state, (order.unit,), "stacking")
    yield ev.Answered((step,) if surplus(state, state.stacks.get(step.hex, ())) else ())


def offered_remove(state: State, unit: int | None = None) -> Iterator[tuple[Remove, ...]]:
    """The units whose going helps, in the hex that is asked about."""
    step = state.agenda[0] if state.agenda else None
    there = state.stacks.get(step.hex, ()) if isinstance(step, Excess) else ()
    orders = tuple(Remove(one) for one in there if unit in (None, one))
    legal = tuple(order for order in orders if why_not_remove(state, order) is None)
    if legal:
        yield legal


def in_column(state: State, side: str) -> frozenset[HexId]:
    """The hexes with a unit of a side under a strategic movement marker, in which no other ends its move
    (ZOC-9.8.2-2)."""
    under = (state.units[unit] for unit in state.deployed(side).ids)
    return frozenset(unit.hex for unit in under if unit.column)
