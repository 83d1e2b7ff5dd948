"""Help in combat: artillery, aircraft, ships (ZOC-11.6, ZOC-12.4.3, ZOC-22.1-1), and what each of them costs.

The chapter of each headquarters, Werfer brigade, air unit or ship says if it can help; this chapter holds the rules for
all of them together in one attack or one stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.zocbonds.combat import werfer
from wab.systems.zocbonds.combat.air import air_shares, why_not_air
from wab.systems.zocbonds.state.board import Profile
from wab.systems.zocbonds.state.events import MeansUsed, SupplySpent
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import headquarters, naval

AIR, NAVAL = "air", "naval"


# ------------------------------------------------------------------------------------------------- of an attack


def why_not_guns(
    state: State, guns: tuple[int, ...], units: tuple[int, ...], target: HexId, stores: tuple[str, ...] = ()
) -> Refusal | None:
    """None if artillery can give an attack so many shifts: at most two, one in storm (ZOC-11.6-1); two of an Allied
    headquarters, one of a German one or a Werfer brigade (ZOC-11.6-2, ZOC-11.6-3), paid by the tracks that are named
    (ZOC-17.2-10)."""
    if list(guns) != sorted(guns):
        return Refusal(Text("Name the guns in ascending order."), (), (), "guns-out-of-order")
    most = werfer.most_artillery(state)
    if len(guns) > most:
        text = Text("Artillery gives no more than {n} {n:|shift|shifts} in this weather.", {"n": most})
        return Refusal(text, ("ZOC-11.6-1", "ZOC-17.2-3"), (), "too-many-guns")
    for gun, times in Counter(guns).items():
        if refusal := _why_not_gun(state, gun, times, units, target):
            return refusal
    return _why_not_all_paid(state, guns, stores)


def _why_not_gun(state: State, gun: int, times: int, units: tuple[int, ...], target: HexId) -> Refusal | None:
    if gun not in state.units or state.side_of(gun) != state.side_of(units[0]):
        return Refusal(Text("This gun does not belong to the attacker."), ("ZOC-11.6-1",), (), "no-gun")
    if times > most_shifts(state, state.profile(gun)):
        text = Text("It gives no more shifts in one combat.")
        return Refusal(text, ("ZOC-11.6-2", "ZOC-11.6-3", "ZOC-17.3-1"), (), "gun-twice")
    return can_shift(state, gun, target) or headquarters.why_not_for(state, gun, units)


def most_shifts(state: State, profile: Profile) -> int:
    """Return how many shifts a gun gives in one combat (ZOC-11.6-2, ZOC-11.6-3, ZOC-17.3-1)."""
    guns = state.board.tables.shifts.guns
    return guns.headquarters[profile.side] if profile.is_hq else guns.werfer


def can_shift(state: State, gun: int, target: HexId) -> Refusal | None:
    """Return why a headquarters or Werfer brigade does not help in a hex, None if it does."""
    if state.profile(gun).is_hq:
        return headquarters.can_shift(state, gun, target)
    return werfer.can_shift(state, gun, target)


def _why_not_all_paid(state: State, guns: tuple[int, ...], stores: tuple[str, ...]) -> Refusal | None:
    """Each shift of a headquarters costs a supply point (ZOC-17.2-2): there must be one for each, on the track that its
    owner names, if any (ZOC-17.2-10)."""
    named = [(gun, store) for gun, store in zip(guns, stores, strict=False) if store]
    wrong = any(not state.profile(gun).is_hq or store not in headquarters.paying(state, gun) for gun, store in named)
    if wrong or len(stores) not in (0, len(guns)):
        text = Text("This store does not pay for the gun.")
        return Refusal(text, ("ZOC-17.2-10",), (), "other-store")
    if payers(state, guns, stores) is not None:
        return None
    return Refusal(Text("There are not enough supply points."), ("ZOC-17.2-2", "ZOC-17.2-10"), (), "no-supply-point")


def payers(state: State, guns: Sequence[int], stores: Sequence[str] = ()) -> tuple[tuple[int, str], ...] | None:
    """Each headquarters with the track that pays, a Werfer brigade with none; None if points are missing.

    Where several tracks may pay the owner chooses each time (ZOC-17.2-10): `stores` names the choice for each gun.
    Without a choice the track with most points pays, the first by name of two that have as many.
    """
    left = dict(state.now.supply)
    found = []
    wishes = zip(guns, stores or ("",) * len(guns), strict=True)
    for gun, store in sorted(wishes, key=lambda one: (not one[1], len(headquarters.paying(state, one[0])), one[0])):
        if not state.profile(gun).is_hq:
            continue
        paying = [track for track in headquarters.paying(state, gun) if store in ("", track)]
        able = [track for track in paying if left.get(track, 0) > 0]
        if not able:
            return None
        track = max(sorted(able), key=lambda one: left[one])
        left[track] -= 1
        found.append((gun, track))
    return tuple(found)


def use(
    state: State, army: str, guns: tuple[int, ...], air_units: int, ships: int, stores: tuple[str, ...] = ()
) -> Iterator[Event]:
    """Pay before the die is rolled (ZOC-10.2-2): supply points, air units and ships turned, Werfer brigades fired
    (ZOC-17.3-1, ZOC-19.2-5)."""
    for gun, track in payers(state, guns, stores) or ():
        yield SupplySpent(track, 1, gun)
    werfers = tuple(gun for gun in guns if not state.profile(gun).is_hq)
    if werfers:
        yield MeansUsed(army, werfers=werfers)
    for one, share in air_shares(state, army, air_units).items():
        yield MeansUsed(one, air=share)
    if ships:
        yield from naval.used(state, army, state.fight.target)


# ------------------------------------------------------------------------------------------------- of a stand


def why_not_stand_by(state: State, lead: int, target: HexId, support: str, store: str = "") -> Refusal | None:
    """None if one source helps a lead unit to stand, "" for none (ZOC-12.4.3-1 to ZOC-12.4.3-4, ZOC-22.1-2), paid by a
    store, "" for any."""
    army = str(state.profile(lead).army or "")
    if store and gun_named(state, support) is None:
        return Refusal(Text("This store does not pay for the gun."), ("ZOC-17.2-10",), (), "other-store")
    if support in ("", AIR):
        return why_not_air(state, army, target, 1) if support else None
    if support == NAVAL:
        return naval.why_not_naval(state, army, target, 1, defending=True)
    gun = gun_named(state, support)
    if gun is None or state.side_of(gun) != state.side_of(lead):
        text = Text("There is no such support for the defender.")
        return Refusal(text, ("ZOC-12.4.3-1",), (), "no-support")
    refusal = can_shift(state, gun, target) or headquarters.why_not_for(state, gun, (lead,))
    return refusal or (_why_not_all_paid(state, (gun,), (store,)) if store else None)


def gun_named(state: State, support: str) -> int | None:
    """The headquarters or Werfer brigade on the map that a support names by its number."""
    if not (support.isascii() and support.isdigit() and len(support) < 9):
        return None
    gun = int(support)
    return gun if gun in state.units and state.profile(gun).type in ("hq", "werfer") else None


def use_to_stand(state: State, lead: int, support: str, store: str = "") -> Iterator[Event]:
    """Yield what supports a stand is used up, or paid for (ZOC-12.4.3-2)."""
    army = str(state.profile(lead).army or "axis")
    gun = gun_named(state, support)
    guns, stores = ((gun,), (store,)) if gun is not None else ((), ())
    yield from use(state, army, guns, int(support == AIR), int(support == NAVAL), stores)


def to_stand_by(state: State, lead: int, target: HexId) -> Iterator[tuple[str, str]]:
    """Every support that a lead unit could have, none first, with the store that pays for it: of several the fuller one
    first, "" if there is no choice (ZOC-17.2-10).
    """
    for support in ("", AIR, NAVAL):
        if why_not_stand_by(state, lead, target, support) is None:
            yield support, ""
    for gun in werfer.ready_guns(state, state.side_of(lead), target):
        if why_not_stand_by(state, lead, target, str(gun)) is None:
            stores = sorted(headquarters.paying(state, gun), key=lambda track: (-state.now.supply[track], track))
            several = len(stores) > 1 and state.profile(gun).is_hq
            yield from ((str(gun), store) for store in (stores if several else ("",)))
