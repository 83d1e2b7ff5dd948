"""Situations worth a picture of any hex system that is played by its offered orders, by clicks as of a player."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

from wab.app.map.scene import MapScene
from wab.app.pages.fronts import Pose
from wab.app.wargame.offers.offers import OfferAdapter, OfferHand
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.ui.ui import UiState
from wab.app.window.window import GameWindow
from wab.engine.words.errors import UsageError
from wab.hexes import HexId
from wab.locale import _

TICK = 0.05
NOWHERE = -1.0, -1.0
_PATIENCE = 60.0  # seconds for a staff that has to be started first


def find(adapter: OfferAdapter, pose: Pose) -> tuple[int, HexId] | None:
    """A unit and the hex of an order of the kind that a pose shows: the longest move, the first attack with odds."""
    if adapter.view.to_act != adapter.view.seat:
        return None
    moves: list[tuple[int, int, HexId]] = []
    for unit in adapter.own_units():
        for order in adapter.orders(unit):
            goal = adapter.goal_of(order)
            if goal is None:
                continue
            if pose == "combat" and adapter.odds_of(order) is not None:
                return unit, goal
            if pose == "move" and (path := getattr(order, "path", ())):
                moves.append((len(path), -unit, -goal))
    if not moves:
        return None
    _length, unit, goal = max(moves)
    return -unit, -goal


def is_ready(adapter: OfferAdapter, pose: Pose) -> bool:
    """Tell whether the seat can be shown in a pose now."""
    if pose == "map":
        return True
    mine = bool(adapter.view.to_act == adapter.view.seat)
    if pose == "answer":
        return mine and answer(adapter) is not None
    if pose == "plan":
        pose = "move"
    return mine if pose == "staff" else find(adapter, pose) is not None


def answer(adapter: OfferAdapter) -> int | None:
    """Return the place of the first answer with odds among the orders that belong to no hex; None if it is missing."""
    return next((place for place, order in enumerate(adapter.loose()) if adapter.odds_of(order) is not None), None)


def strike(window: GameWindow, screen: HexBattle[OfferHand, UiState], pose: Pose) -> None:
    """Click until the screen shows the pose. Raises UsageError if it is not possible now."""
    if pose == "map":
        return
    if pose == "staff":
        _ask_the_staff(window, screen)
        return
    if pose == "answer":
        _answer(window, screen)
        return
    if pose == "plan":
        screen.plan()
        found = find(screen.interaction.adapter, "move")
    else:
        found = find(screen.interaction.adapter, pose)
    if found is None:
        raise UsageError(_("There is nothing of that kind to show now."))
    unit, goal = found
    screen.interaction.select(unit)
    window.step(TICK)
    show(window, goal, pose)


def _answer(window: GameWindow, screen: HexBattle[OfferHand, UiState]) -> None:
    """The answer is chosen and not given, and where it is asked lies in sight."""
    hand = screen.interaction
    place = answer(hand.adapter)
    if place is None:
        raise UsageError(_("There is nothing of that kind to show now."))
    window.step(TICK)
    hand.choose(place)
    window.step(TICK)


def _ask_the_staff(window: GameWindow, screen: HexBattle[OfferHand, UiState]) -> None:
    screen.ui.panel = "staff"
    wait_for_staff(window, lambda: screen.session.advice is not None)
    window.step(TICK)


# ------------------------------------------------------------------------------------------------- what all poses do


def show(window: GameWindow, goal: HexId, pose: Pose) -> None:
    """Point at the goal of a move as keys do, or click on the goal of an attack; the pointer is taken away."""
    if pose in ("combat", "plan"):
        click(window, goal)
    window.inject_move(*NOWHERE)
    window.step(TICK)
    if pose == "move" and isinstance(window.screen, HexBattle):
        window.screen.interaction.hover(goal)
        window.step(TICK)


def click(window: GameWindow, hex_: HexId) -> None:
    """A click on the map, even where a panel lies over the hex in a small window."""
    if place := _place(window, hex_):
        window.screen.on_click(*place)
    window.step(TICK)


def wait_for_staff(window: GameWindow, has_answered: Callable[[], bool]) -> None:
    """Let frames pass until the staff, which may have to be started, has answered. UsageError when it does not."""
    end = monotonic() + _PATIENCE
    window.step(TICK)
    while not has_answered():
        if monotonic() > end:
            raise UsageError(_("The staff does not answer."))
        sleep(TICK)
        window.step(TICK)


def _place(window: GameWindow, hex_: HexId) -> tuple[float, float] | None:
    return window.scene.project(hex_) if isinstance(window.scene, MapScene) else None
