"""Situations worth a picture: a call that is pointed at, the open table, a report under the pointer."""

from __future__ import annotations

from wab.app.blind.hand.table_rows import QUESTIONS
from wab.app.blind.looks import reports
from wab.app.blind.screen.adapter import BlindAdapter
from wab.app.blind.screen.battle import BlindBattle
from wab.app.pages.fronts import Pose
from wab.app.wargame.screen import poses
from wab.app.window.window import GameWindow
from wab.engine.words.errors import UsageError
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.state import orders as od


def _call(adapter: BlindAdapter) -> tuple[int, HexId] | None:
    """A unit and the hex that it can call and attack, the strongest unit first."""
    if adapter.view.to_act != adapter.view.seat:
        return None
    found = [
        (adapter.position.re(order.unit), -order.unit, -order.hex)
        for order in adapter.orders() if isinstance(order, od.Call) and order.attack
    ]  # fmt: skip
    _re, unit, hex_ = max(found, default=(0, 0, 0))
    return (-unit, -hex_) if unit else None


def _report(adapter: BlindAdapter) -> HexId | None:
    """The freshest report of a unit, else of a contact."""
    shown = [mark for mark in reports.marks(adapter.position, adapter.view.side) if mark.kind != reports.EMPTY]
    return min(shown, key=lambda mark: (mark.age, not mark.unit, mark.hex)).hex if shown else None


def is_ready(adapter: BlindAdapter, pose: Pose) -> bool:
    """Tell whether the seat can be shown in a pose now."""
    match pose:
        case "call":
            return _call(adapter) is not None
        case "table":
            return bool(adapter.view.to_act == adapter.view.seat and adapter.view.phase in QUESTIONS)
        case "report":
            return _report(adapter) is not None
    return poses.is_ready(adapter, pose)


def strike(window: GameWindow, screen: BlindBattle, pose: Pose) -> None:
    """Bring the screen into a pose. Raises UsageError if it is not possible now."""
    adapter = screen.interaction.adapter
    if pose not in ("call", "table", "report") or not isinstance(adapter, BlindAdapter):
        poses.strike(window, screen, pose)  # type: ignore[arg-type]  # a screen of a hand with offers
        return
    if not is_ready(adapter, pose):
        raise UsageError(_("There is nothing of that kind to show now."))
    if pose == "call" and (found := _call(adapter)) is not None:
        screen.interaction.select(found[0])
        screen.jump(found[1])
        for _frame in range(8):
            window.step(poses.TICK)
        poses.click(window, found[1])
    if pose == "report" and (hex_ := _report(adapter)) is not None:
        screen.jump(hex_)
        for _frame in range(8):
            window.step(poses.TICK)
        poses.show(window, hex_, "move")
    window.step(poses.TICK)
