"""The teaching hints: which one is due now. The scenario's own come first, then the hints that any battle can have."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.plans import AttackPlan
from wab.app.operations.looks.overlays import ruined_ports
from wab.app.wargame.adapter.typography import typographic, words
from wab.app.wargame.ui.hints import Hint
from wab.content.operations.battle import load_battle
from wab.content.operations.shapes import Hint as HintData
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.units.reconstitution import lost_enough, missing
from wab.systems.operations.units.strength import is_worn


@dataclass
class Moments:
    """The things that a player has done for the first time, remembered from frame to frame."""

    selected: bool = False
    attacked: bool = False
    can_attack: bool = False
    kinds: set[str] = field(default_factory=set)

    def watch(self, interaction: Interaction) -> None:
        """Take note of what the player does now."""
        self.selected = self.selected or bool(interaction.units)
        self.attacked = self.attacked or isinstance(interaction.plan, AttackPlan)
        self.can_attack = self.can_attack or interaction.target is not None
        for unit in interaction.units:
            self.kinds.add(_kind(interaction.view, unit))


def _kind(view: OperationsView, unit: int) -> str:
    """Of a selected unit, what there is a hint about."""
    profile = view.profile(unit)
    if profile.is_commander:
        return "commander"
    if profile.is_ship:
        return "ship"
    return "gun" if profile.is_gun else ""


def hint_due(view: OperationsView, moments: Moments, seen: Collection[int]) -> Hint | None:
    """The first hint whose moment has come and that has not been read: of the scenario's own, then of the battle's.

    None for none, and when the battle is over. `Moment` in the content says what the moments are.
    """
    campaigns = view.board.campaigns
    if view.phase == "over":
        return None
    if campaigns and view.side not in campaigns:
        return None  # a lesson speaks to the side that learns by it
    for number, hint in enumerate(hints_of(view)):
        if number in seen or hint.side not in (None, view.side) or not _has_come(view, moments, hint.when):
            continue
        if hint.until is not None and _is_over(view, moments, hint.until):
            continue
        return Hint(number, typographic(words(hint.text)), hint.hex)
    return None


def hints_of(view: OperationsView) -> tuple[HintData, ...]:
    """Return the hints of a scenario; the hints of any battle follow, unless it is a lesson of a campaign."""
    board = view.board
    if board.kind == "campaign":
        return board.hints
    return board.once("hints", lambda: (*board.hints, *load_battle().hints))


def _is_over(view: OperationsView, moments: Moments, until: str) -> bool:
    """Check if the deed that a hint asks for is done.

    An attack is done only once one was opened, not when the pointer has met an enemy.
    """
    return moments.attacked if until == "first-attack" else _has_come(view, moments, until)


def _has_come(view: OperationsView, moments: Moments, when: str) -> bool:
    if when in _MOMENTS:
        return view.position.derived(f"hint {when}", lambda: _MOMENTS[when](view))
    name, _, what = when.partition(":")
    match name:
        case "start":
            return True
        case "turn":
            return view.turn >= int(what)
        case "weather":
            return view.position.weather == what
        case "first-select":
            return moments.selected
        case "first-attack":
            return moments.attacked or moments.can_attack
    return name.removeprefix("first-") in moments.kinds


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
