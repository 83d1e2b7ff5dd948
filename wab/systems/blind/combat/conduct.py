"""After the defensive fire: restraint, losses, units called off (BLD-7-31 to BLD-7-37)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.blind.combat.attack import attackers_fire
from wab.systems.blind.combat.losses import Spread, spread, steps_lost
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State

_NO_SPREAD = Refusal(
    Text("Losses are spread: one on each unit before any takes a second."), ("BLD-7-14", "BLD-7-20"), code="no-spread"
)
_NOT_CALLED_OFF = Refusal(
    Text("Only units that attack here, and have lost no step, are called off."),
    ("BLD-7-34", "BLD-7-35"),
    code="bound-in",
)


def spread_of(state: State, restrained: bool) -> Spread:
    """The attacker's losses over all units of the attack (BLD-7-13 to BLD-7-15); halved down in a restrained attack
    (BLD-7-31, BLD-7-32).
    """
    table = state.table
    hits = table.hits("axis" if state.now.side == "allied" else "allied")
    return spread(table.attackers, hits // 2 if restrained else hits)


def why_not_press(state: State, order: od.Press) -> Refusal | None:
    """Any of it as the attacker likes, unit by unit (BLD-7-34)."""
    losses = spread_of(state, order.restrained)
    if not losses.allows(order.losses):
        return _NO_SPREAD
    hurt = {unit for unit, _ in losses.losses(order.losses)}
    units = {one.unit for one in state.table.attackers}
    sound = list(order.called_off) == sorted({*order.called_off} & (units - hurt))
    return None if sound else _NOT_CALLED_OFF


def execute_press(state: State, order: od.Press) -> Iterator[Event]:
    """Losses are taken (BLD-7-13), supply of units called off comes back (BLD-7-36), half of it in a restrained attack
    (BLD-7-37), and what is left fires (BLD-7-16).
    """
    table = state.table
    losses = spread_of(state, order.restrained).losses(order.losses)
    yield ev.Pressed(order.restrained, order.called_off, _refund(state, order))
    if losses:
        yield steps_lost(state, table.attackers, losses)
    yield from attackers_fire(state)
    if not state.table.active:
        yield ev.TableClosed()


def _refund(state: State, order: od.Press) -> dict[str, int]:
    back: dict[str, int] = {}
    for unit in order.called_off:
        account = state.profile(unit).account
        back[account] = back.get(account, 0) + state.re(unit)
    return {account: re // 2 if order.restrained else re for account, re in sorted(back.items())}


def offered_conduct(state: State, unit: int | None) -> Iterator[Group]:
    """Restrained or not, with each spreading of losses; and the whole attack called off, as far as it can be."""
    if unit is not None:
        return
    units = [one.unit for one in state.table.attackers]
    found: dict[od.Press, None] = {}
    for restrained in (False, True):
        losses = spread_of(state, restrained)
        found |= {od.Press(restrained, chosen): None for chosen in losses.choices()}
        hurt = {lost for lost, _ in losses.losses(())}
        whole = tuple(sorted({*units} - hurt))
        for off in dict.fromkeys((whole, *((one,) for one in whole))):
            if off:
                found[od.Press(restrained, (), off)] = None
    yield list(found)
