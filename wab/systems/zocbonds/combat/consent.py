"""Attacks and stands that need the other player of a side (ZOC-27.1): units, guns or aircraft that the other player
leads.

Two Germans may attack together; the two Allied armies never do (ZOC-22.1-1), nor does a headquarters of the one support
the other. Aircraft of either may help both, in attack and in defence. An order that was declined cannot be given again
in the phase.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.combat import support
from wab.systems.zocbonds.combat.air import air_shares
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.events import Asked, Consented
from wab.systems.zocbonds.state.orders import Attack, Consent, Stand
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import NeedsConsent


def partner_of(state: State, order: Attack) -> str | None:
    """The other seat whose units, guns or aircraft an attack needs, None if the player leads all of them (ZOC-27.1-1,
    ZOC-27.1-2). There are never more than two players on a side.
    """
    player = state.now.player
    if player in ("", state.now.side):
        return None
    army = str(state.profile(order.units[0]).army or "")
    flies = {f"allied/{one}" for one in air_shares(state, army, order.air)} if order.air else set()
    seats = {seat_of(state, unit) for unit in (*order.units, *order.guns)} | flies
    return min(seats - {player}, default=None)


def partner_of_stand(state: State, order: Stand) -> str | None:
    """The other seat whose gun, aircraft or ship a stand needs, None if the defender leads them, or if units of the
    other stand in the hex as well: the combat is then the other seat's too (ZOC-27.1-1, ZOC-22.1-2).
    """
    player, army = state.fight.against, str(state.profile(order.lead).army or "")
    if player in ("allied", "axis") or not order.support:
        return None
    gun = support.gun_named(state, order.support)
    if gun is not None:
        helper = seat_of(state, gun)
    elif order.support == support.AIR:
        helper = f"allied/{next(iter(air_shares(state, army, 1)))}"
    else:
        helper = f"allied/{army}"
    own = {player, *(seat_of(state, unit) for unit in state.stacks.get(state.fight.target, ()))}
    return None if helper in own else helper


def why_not_joint(state: State, order: Attack | Stand) -> Refusal | None:
    """None unless the other player has declined this very attack or stand."""
    if not state.now.declined or encoded(order) not in state.now.declined:
        return None
    text = Text("The other player has declined.")
    where = order.target if isinstance(order, Attack) else state.fight.target
    return Refusal(text, ("ZOC-27.1-1", "ZOC-27.1-5"), (where,), "declined")


def encoded(order: Attack | Stand) -> str:
    """An attack or a stand as it waits for consent."""
    return msgspec.json.encode(order).decode()


def ask(order: Attack | Stand, seat: str) -> Iterator[Event]:
    """The other player is asked; the attack or stand waits."""
    yield Asked((NeedsConsent(seat, encoded(order)),))


def step_of_consent(state: State) -> NeedsConsent | None:
    """Return what waits for consent, None if nothing does."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, NeedsConsent) else None


def seat_of_consent(state: State) -> str | None:
    """The other player."""
    step = step_of_consent(state)
    return step.seat if step else None


def waiting(state: State) -> Attack | Stand:
    """The attack or stand that waits. ValueError if none does."""
    step = step_of_consent(state)
    if step is None:
        raise ValueError("nothing waits for consent")
    return msgspec.json.decode(step.order, type=Attack | Stand)


def why_not_consent(state: State, order: Consent) -> Refusal | None:
    """None while an attack or a stand waits for an answer."""
    if step_of_consent(state) is not None:
        return None
    return Refusal(Text("Nothing waits for an answer."), ("ZOC-27.1-1",), (), "no-question")


def answered(state: State, order: Consent) -> Consented:
    """Return what the other player says."""
    step = step_of_consent(state)
    if step is None:
        raise ValueError("nothing waits for consent")
    return Consented(step.seat, order.yes, step.order)


def offered_consent(state: State, unit: int | None = None) -> Iterator[tuple[Consent, ...]]:
    """Yes and no."""
    if unit is None:
        yield (Consent(True), Consent(False))
