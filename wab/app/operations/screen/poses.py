"""Situations worth a picture: a unit about to move, an attack being weighed, troops that the staff leads.

By clicks and keys, as of a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from wab.app.map.scene import MapScene
from wab.app.operations.hand.plans import AttackPlan, why_no_attack
from wab.app.operations.looks.overlays import reach_of
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.fronts import Pose
from wab.app.wargame.screen.battle_screen import JUMP_SECONDS
from wab.app.wargame.screen.poses import NOWHERE, TICK, click, show, wait_for_staff
from wab.app.window.window import GameWindow
from wab.engine.words.errors import UsageError
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Move
from wab.systems.operations.units.supply import supplied_hexes

PX_IN_DEPTH = 95.0
PX_PER_HEX = 62.0  # near enough to read counters, far enough to see where they stand
_SHORTEST = 4  # hexes of a path that shows what a path is


def is_ready(view: OperationsView, pose: Pose) -> bool:
    """Check if the side can be shown in a pose now."""
    if pose == "map":
        return True
    if view.to_act != view.side or view.phase != "action" or pose == "answer":
        return False
    if pose == "staff":
        return True
    if pose == "plan":
        return all(next(iter(found(view)), None) is not None for found in (_moves, _attacks))
    return next(iter(_moves(view) if pose == "move" else _attacks(view)), None) is not None


def strike(window: GameWindow, view: OperationsView, pose: Pose) -> None:
    """Click until the screen shows the pose. UsageError if it is not possible now."""
    if pose == "map":
        _look_at_the_front(window, view)
        return
    if pose == "staff":
        _hand_all_over(window)
        return
    if pose == "plan":
        _plan(window, view)
        return
    found = list(_moves(view) if pose == "move" else _attacks(view))
    if not found:
        raise UsageError(_("There is nothing of that kind to show now."))
    _worth, start, goal = max(found, key=lambda entry: (entry[0], -entry[1], -entry[2]))
    _come_near(window, start, goal)
    click(window, start)
    show(window, goal, pose)


def _hand_all_over(window: GameWindow) -> None:
    """All troops are with the staff, and the screen shows what it proposes. UsageError when it does not answer."""
    screen = cast(BattleScreen, window.screen)
    screen.hand_over(screen.delegates.everybody())
    wait_for_staff(window, lambda: screen.delegates.proposals is not None)
    window.inject_move(*NOWHERE)
    window.step(TICK)
    window.step(JUMP_SECONDS)  # the map moves out from under the list


def _plan(window: GameWindow, view: OperationsView) -> None:
    """Plan the best attack and a move, then once more an order of a unit that has attacked, which is not legal."""
    screen = cast(BattleScreen, window.screen)
    attacks, moves = list(_attacks(view)), list(_moves(view))
    if not attacks or not moves:
        raise UsageError(_("There is nothing of that kind to show now."))
    screen.plan()
    _worth, start, goal = max(attacks, key=lambda entry: (entry[0], -entry[1], -entry[2]))
    _come_near(window, start, goal)
    _worth, origin, end = max(
        moves, key=lambda entry: (-view.board.grid.distance(entry[1], start), entry[0], -entry[1], -entry[2])
    )
    for hex_, there in ((start, goal), (origin, end)):
        click(window, hex_)
        click(window, there)
        screen.confirm()
        window.step(TICK)
    drafts = screen.planning.drafts
    drafts.add(drafts.drafts[0].order)
    screen.interaction.deselect()
    window.inject_move(*NOWHERE)
    window.step(TICK)


def _moves(view: OperationsView) -> Iterator[tuple[float, HexId, HexId]]:
    """For every stack that can move: how well it shows, its hex, and the hex to point at."""
    for hex_ in sorted({unit.hex for unit in view.own_units()}):
        reach = reach_of(view, tuple(unit.id for unit in view.position.stack(hex_)))
        calm = [goal for goal in sorted(reach.near) if goal not in reach.rose and _is_fed(view, reach.order(goal))]
        if calm and max(len(reach.order(goal).path) for goal in calm) >= _SHORTEST:
            goal = max(calm, key=lambda hex_: (len(reach.order(hex_).path), -hex_))
            yield len(reach.near) + 4 * len(reach.order(goal).path), hex_, goal


def _is_fed(view: OperationsView, order: Move) -> bool:
    """In supply at the end of a move, where that matters: on the side's own ground, or one step beyond it."""
    if not view.board.rules.supply:
        return True
    fed = supplied_hexes(view.position, view.side)
    return any(bool(fed[hex_]) for hex_ in order.path[-2:])


def _attacks(view: OperationsView) -> Iterator[tuple[float, HexId, HexId]]:
    """For every attack that is possible: how well it looks, the hex of an attacker, the hex attacked."""
    grid = view.board.grid
    for hex_ in sorted({unit.hex for unit in view.own_units()}):
        units = tuple(unit.id for unit in view.position.stack(hex_))
        if all(view.profile(unit).is_gun for unit in units):
            continue
        for goal in grid.adjacent(hex_):
            if view.position.side_in(goal) in (None, view.side) or why_no_attack(view, units, goal) is not None:
                continue
            plan = AttackPlan.open(view, goal)
            if plan.preview is not None:
                yield plan.preview.gain_chance * 4 + len(plan.units) + len(plan.supports), hex_, goal


def _look_at_the_front(window: GameWindow, view: OperationsView) -> None:
    """In three dimensions, come near enough to see the ground rise; flat, the screen has chosen what to show."""
    scene = window.scene
    if isinstance(scene, MapScene) and scene.camera.three_dimensional:
        centres = scene.grid.centres[[unit.hex for unit in view.own_units()]]
        x, y = centres.mean(axis=0)
        scene.camera.fly_to(float(x), float(y), scene.camera.height / PX_IN_DEPTH)


def _come_near(window: GameWindow, start: HexId, goal: HexId) -> None:
    scene = window.scene
    if not isinstance(scene, MapScene):
        return
    (x0, y0), (x1, y1) = scene.grid.centre(start), scene.grid.centre(goal)
    scene.camera.fly_to((x0 + x1) / 2, (y0 + y1) / 2, scene.camera.height / PX_PER_HEX)
    window.step(TICK)
