"""The events that a plan of the flagship may count on, and the costs and gains of each of its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from wab.app.operations.looks.overlays import supply_words
from wab.app.wargame.adapter.adapter import units_of
from wab.app.wargame.adapter.pictures import Part
from wab.app.wargame.adapter.typography import chance, fixed, percent
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.combat.bombardment import BombardmentPreview
from wab.systems.operations.combat.odds import Preview
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.orders import Attack, Bombard, Move, Reconstitute
from wab.systems.operations.units.supply import supplied_hexes

_BY_DICE = (Rolled, ev.CombatResolved, ev.LostHp, ev.Retreated, ev.Removed, ev.AdvanceOffered, ev.Sighted)
_TIRED_BY_DICE = ("losses", "retreat")
ICONS: dict[type[Order], str] = {Move: "move", Attack: "attack", Bombard: "bombard", Reconstitute: "reform"}


def expected(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the sure events: an acting unit is activated, fights or fires, and tires; the rest rests on dice."""
    for event in events:
        if isinstance(event, ev.SquadronFlew):
            yield replace(event, hp=0)
        elif isinstance(event, ev.Tired):
            if event.cause not in _TIRED_BY_DICE:
                yield event
        elif not isinstance(event, _BY_DICE):
            yield event


def line_of(view: OperationsView, order: Order) -> tuple[HexId, ...]:
    """From where to where an order leads."""
    match order:
        case Move(path=path):
            return path
        case Attack(main=main, target=target):
            return main, target
        case Bombard(units=units, target=target):
            here = [view.unit(unit).hex for unit in units if unit in view.position.units]
            return (*here[:1], target)
        case Reconstitute(unit=unit):
            return (view.unit(unit).hex,) if unit in view.position.units else ()
    return ()


def facts(before: OperationsView, order: Order, after: OperationsView) -> list[Part]:
    """Return activation points, fatigue of the unit that tires most, supply where a move ends, odds."""
    parts = []
    if points := before.position.activation_points - after.position.activation_points:
        parts.append(Part("bolt", _("{points} AP").format(points=points), "action"))
    if tired := _tired(before, order, after):
        parts.append(Part("", _("fatigue {percent}").format(percent="+" + percent(tired / 100)), "warn"))
    if isinstance(order, Move) and before.board.rules.supply:
        fed = bool(supplied_hexes(after.position, after.side)[order.path[-1]])
        parts.append(Part("crate", supply_words(fed), "good" if fed else "bad"))
    return parts + _odds(before, order)


def _tired(before: OperationsView, order: Order, after: OperationsView) -> int:
    then, now = after.position.units, before.position.units
    return max(
        (then[id_].fatigue - now[id_].fatigue for id_ in units_of(order) if id_ in now and id_ in then), default=0
    )


def _odds(before: OperationsView, order: Order) -> list[Part]:
    if not isinstance(order, Attack | Bombard):
        return []
    found = before.preview(order)
    if isinstance(found, Preview):
        won = _("hex won {chance}").format(chance=chance(found.gain_chance))
        return [Part("attack", found.odds.final_ratio, "action"), Part("flag", won)]
    if isinstance(found, BombardmentPreview):
        return [Part("fire", _("{hp} HP for the enemy").format(hp=fixed(-found.expected_hp)))]
    return []


def total(before: OperationsView, after: OperationsView) -> str:
    """The activation points of the whole plan."""
    there, left = before.position.activation_points, after.position.activation_points
    words = _("{used} of {points} activation points, {left} left")
    return words.format(used=there - left, points=there, left=left)
