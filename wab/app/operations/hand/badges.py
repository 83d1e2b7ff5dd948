"""The badge next to the pointer: the price of a move, the ratio of an attack."""

from __future__ import annotations

from collections.abc import Collection

from wab.app.operations.hand.plans import AttackPlan
from wab.app.operations.looks.overlays import PathPicture, supply_words
from wab.app.operations.looks.texts import movement
from wab.app.wargame.adapter.pictures import Part
from wab.app.wargame.adapter.typography import chance, joined
from wab.app.wargame.attack.verdict import word_part
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.seen.view import OperationsView


def move_rows(path: PathPicture) -> list[list[Part]]:
    """Price and rest, activation; then supply and undo."""
    rest = _("{left} left").format(left=movement(path.left))
    first = [Part("move", joined(_("{cost} MP").format(cost=movement(path.cost)), "" if path.halts else rest))]
    if path.halts:
        first.append(Part("zone", _("stops"), "bad"))
    if path.activation_points:
        first.append(Part("bolt", _("{points} AP").format(points=path.activation_points), "action"))
    if path.strategic:
        first.append(Part("boot", _("strategic")))
    second = []
    if path.supplied is not None:
        second.append(Part("crate", supply_words(path.supplied), "good" if path.supplied else "bad"))
    second.append(Part("eye" if path.shows else "undo", path.undo, "warn" if path.shows else "second"))
    return [first, second]


def attack_rows(view: OperationsView, target: HexId, units: Collection[int]) -> list[list[Part]]:
    """Return ratio and chance of an attack on a hex by the selected units; nothing if they would bombard."""
    plan = AttackPlan.open(view, target, units)
    preview = plan.preview
    if preview is None:
        return []
    forecast = plan.forecast
    gain = _("hex won {chance}").format(chance=chance(preview.gain_chance))
    points = _("{points} AP").format(points=plan.points)
    return [
        [word_part(forecast)] if forecast is not None else [],
        [Part("attack", preview.odds.final_ratio, "action"), Part("flag", gain)],
        [Part("bolt", points, "action"), Part("", _("click to plan it"), "second")],
    ]
