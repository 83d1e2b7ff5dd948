"""Situations worth a picture: a unit about to move, an attack being weighed. By clicks, as of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wab.app.cards.hand.interaction import ATTACKS, MOVES
from wab.app.pages.fronts import Pose
from wab.engine.words.errors import UsageError
from wab.locale import _
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.orders import Attack, Move

if TYPE_CHECKING:
    from wab.app.cards.screen.battle import BattleScreen

FEWEST = 4  # hexes of a reach that shows what a reach is


def is_ready(view: CardsView, pose: Pose) -> bool:
    """Tell whether a side can be shown in a pose now."""
    if pose == "map":
        return True
    if view.to_act != view.seat:
        return False
    if pose == "move":
        return view.phase in MOVES and _mover(view) is not None
    return pose == "combat" and view.phase in ATTACKS and _attack(view) is not None


def strike(screen: BattleScreen, pose: Pose) -> None:
    """Bring the battle screen into a pose. UsageError if it is not possible now."""
    hand, view = screen.interaction, screen.view
    if pose == "map":
        return
    if pose == "move" and (unit := _mover(view)) is not None:
        hand.unit = unit
        hand.hovered = max(hand.moves(), key=lambda hex_: (len(hand.moves()[hex_].path), hex_))
        return
    attack = _attack(view) if pose == "combat" else None
    if attack is None:
        raise UsageError(_("There is nothing of that kind to show now."))
    hand.unit, hand.aim, hand.hovered = attack.unit, attack.target, view.unit(attack.target).hex


def _mover(view: CardsView) -> int | None:
    """The unit that can go to the most hexes."""
    if view.phase not in MOVES:
        return None
    counts: dict[int, int] = {}
    for order in view.legal_orders():
        if isinstance(order, Move):
            counts[order.unit] = counts.get(order.unit, 0) + 1
    best = max(counts, key=lambda unit: (counts[unit], -unit), default=None)
    return best if best is not None and counts[best] >= FEWEST else None


def _attack(view: CardsView) -> Attack | None:
    """The attack with the most causes to show, then the most dice."""
    found = [order for order in view.legal_orders() if isinstance(order, Attack)]
    previews = {order: view.preview(order) for order in found}
    return max(found, key=lambda order: (len(previews[order].causes), previews[order].dice), default=None)
