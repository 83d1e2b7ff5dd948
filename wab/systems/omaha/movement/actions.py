"""Actions (OMA-7): who may act, for nothing or for a paid action of the sector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.ground.control import under_fire
from wab.systems.omaha.ground.terrain import is_flooded
from wab.systems.omaha.state.state import HERO, INSPIRED, State
from wab.systems.omaha.units import players
from wab.systems.omaha.units.command import is_commanded

_NOT_HERE = Refusal(Text("This unit is not on the map."), ("OMA-7-1",), code="not-here")
_OTHER_SECTOR = Refusal(Text("This unit does not act in this sector."), ("OMA-7.2-1",), code="other-sector")
_ACTED = Refusal(Text("This unit has acted in this turn."), ("OMA-7.2-2",), code="acted")
_DISRUPTED = Refusal(Text("A disrupted unit can only recover."), ("OMA-7.7-1",), code="disrupted")
_CLIMBS = Refusal(Text("A unit with a climb marker can only take it off."), ("OMA-7.4-2",), code="climbs")
_ON_CLIFF = Refusal(Text("A unit on a cliff climbs on or stays."), ("OMA-7.51-1",), code="on-cliff")
_NO_ACTIONS = Refusal(Text("The sector has no paid action left."), ("OMA-7-1",), code="no-actions")


def may_act_in(state: State, unit: int, sector: str) -> bool:
    """Check if a unit acts in the actions of a sector: of its command, or because it moved there (OMA-7.22-1).

    A paid action is then paid by the sector whose actions are played. With two players the boundary says which one
    leads and pays (OMA-7.22-2).
    """
    if players.are_two(state):
        return sector == players.leads(state, unit)
    return sector in (state.command(unit), state.board.sector(state.units[unit].hex))


def why_not_act(state: State, unit: int) -> Refusal | None:
    """A unit acts once, in any order (OMA-7.1-1, OMA-7.2-2, OMA-7.7-3), in the sector whose actions are played
    (OMA-7.2-1).
    """
    if unit not in state.units:
        return _NOT_HERE
    if not may_act_in(state, unit, state.now.acting):
        return _OTHER_SECTOR
    return _ACTED if state.units[unit].acted else None


def why_not_act_freely(state: State, unit: int) -> Refusal | None:
    """Nor can a unit do anything but recover while it is disrupted or has a climb marker (OMA-7.4-2, OMA-7.7-1)."""
    refusal = why_not_act(state, unit)
    if refusal is not None:
        return refusal
    return _DISRUPTED if state.units[unit].disrupted else _CLIMBS if state.units[unit].climb == "climb" else None


def why_not_fight(state: State, unit: int) -> Refusal | None:
    """Nor attack while it climbs a cliff (OMA-8.1-7)."""
    return why_not_act_freely(state, unit) or (_ON_CLIFF if state.units[unit].climb else None)


def is_free(state: State, unit: int) -> bool:
    """Check if a unit acts for nothing in any action: rangers (OMA-7.1-2), a unit with a hero or inspired
    (OMA-7.1-5, OMA-11.12-1), HQs and generals (OMA-7.1-7, OMA-11.2-2), units under orders (OMA-7.1-8).
    """
    profile = state.profile(unit)
    led = state.units[unit].hero in (HERO, INSPIRED)
    return bool(profile.leader) or profile.ranger or led or is_commanded(state, unit)


def is_save_move(state: State, unit: int, target: HexId) -> bool:
    """Check if a move saves infantry: from a beach hex to one nearer to a protective hexside (OMA-7.1-3), after an
    effective bombardment also into low ground out of all German fields (OMA-22.1-9).
    """
    shelter, here = state.board.to_shelter, state.units[unit].hex
    if not state.profile(unit).infantry:
        return False
    if state.bombarded and state.board.low[target] and not under_fire(state)[target]:
        return not is_flooded(state, target)
    if here not in shelter or target not in shelter:
        return False
    return shelter[target] < shelter[here] and not is_flooded(state, target)


def price(state: State, units: Iterable[int]) -> int:
    """Return the paid actions that units need: one for units of a hex that act together (OMA-7.21-1, OMA-8.13-1).

    Units that act for nothing do not count.
    """
    hexes = Counter(state.units[unit].hex for unit in units if not is_free(state, unit))
    return sum(-(-count // state.board.tables.limits.together) for count in hexes.values())


def why_not_pay(state: State, actions: int) -> Refusal | None:
    """The sector has so many paid actions left (OMA-7-1)."""
    return _NO_ACTIONS if actions > state.paid_actions(state.now.acting) else None
