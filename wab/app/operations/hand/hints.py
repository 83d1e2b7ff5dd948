"""The hints of a battle, and the moments that only this system has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache

from wab.app.operations.looks.overlays import ruined_ports
from wab.content.hints import Hint
from wab.content.operations.loader import PACK
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.units.reconstitution import lost_enough, missing
from wab.systems.operations.units.strength import is_worn


@cache
def general_hints() -> tuple[Hint, ...]:
    """The hints for every battle that is no lesson."""
    return PACK.hints()


def hints_of(view: OperationsView) -> tuple[Hint, ...]:
    """Return the hints of a scenario; the general hints follow, unless it is a lesson of a campaign.

    A lesson speaks to the side that learns by it.
    """
    board = view.board
    if board.campaigns and view.side not in board.campaigns:
        return ()
    return board.hints if board.kind == "campaign" else (*board.hints, *general_hints())


def has_come(view: OperationsView, moment: str) -> bool:
    """Check if one of the `MOMENTS` of this system has come; first deeds are remembered elsewhere."""
    if moment in _MOMENTS:
        return view.position.derived(f"hint {moment}", lambda: _MOMENTS[moment](view))
    return moment == f"weather:{view.position.weather}"


def deeds(view: OperationsView, units: Collection[int]) -> Iterator[str]:
    """Yield the moments that come when units are selected for the first time."""
    for unit in units:
        profile = view.profile(unit)
        if profile.is_commander:
            yield "first-commander"
        elif profile.is_ship:
            yield "first-ship"
        elif profile.is_gun:
            yield "first-gun"


# ------------------------------------------------------------------------------------------------- moments


def _aircraft(view: OperationsView) -> bool:
    return any(squadron.status == "ready" and not squadron.flown for squadron in view.own_squadrons())


def _unsupplied(view: OperationsView) -> bool:
    return any(not unit.supplied for unit in view.own_units())


def _worn(view: OperationsView) -> bool:
    return any(is_worn(view.position, unit) for unit in view.own_units())


def _losses(view: OperationsView) -> bool:
    """A unit could rebuild itself out of contact, in a scenario that has it (OPS-8.3.2-3)."""
    position = view.position
    if not position.board.rules.reconstitution_allied:
        return False
    return any(
        position.profile(unit.id).rebuild == "automatic" and lost_enough(position, unit) for unit in view.own_units()
    )


def _points(view: OperationsView) -> bool:
    """Check if there are points, and a unit to give them to (OPS-8.3.3-2)."""
    position = view.position
    return position.rebuild_points > 0 and any(
        position.profile(unit.id).rebuild == "manual" and missing(position, unit) for unit in view.own_units()
    )


def _port(view: OperationsView) -> bool:
    """One is in the side's hands and does not supply it yet (OPS-T-SUPPLY-SOURCES)."""
    return bool(ruined_ports(view))


_MOMENTS: dict[str, Callable[[OperationsView], bool]] = {
    "aircraft": _aircraft,
    "unsupplied": _unsupplied,
    "worn": _worn,
    "losses": _losses,
    "points": _points,
    "port": _port,
}
