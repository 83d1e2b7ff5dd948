"""The replacement phase (ZOC-6.2 to ZOC-6.4): units rebuilt step by step, units that return, supply that is bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.board import ARMIES, Profile, enemy_of
from wab.systems.zocbonds.state.names import formation_noun, place_noun, unit_noun
from wab.systems.zocbonds.state.orders import BuySupply, Replace
from wab.systems.zocbonds.state.room import has_room
from wab.systems.zocbonds.state.state import SUPPLIED, State, Unit
from wab.systems.zocbonds.units import receipts
from wab.systems.zocbonds.units.losses import cadres_left
from wab.systems.zocbonds.units.supply import supplied

NEVER_ALLIED, NEVER_GERMAN = ("commando", "beach_engineer"), ("flak", "ost", "strongpoint")
"""Types that are never rebuilt (ZOC-6.3-1, ZOC-6.3-2); the Rangers are not either."""
RETURNS_FROM = ("eliminated", "cadres")
SUPPLY_PRICE: Final = "supply_point"


# ------------------------------------------------------------------------------------------------- which one serves


def tracks_for(state: State, unit: int) -> tuple[str, ...]:
    """The replacements that serve a unit, by track, whether there are any or not (ZOC-6.2-12 to ZOC-6.2-15); () for
    units that are never rebuilt (ZOC-6.3-1, ZOC-6.3-2)."""
    profile = state.board.roster[unit]
    if is_never_replaced(state, profile):
        return ()
    return _german_tracks(state, unit, profile) if profile.side == "axis" else (_allied_track(profile),)


def is_never_replaced(state: State, profile: Profile) -> bool:
    """Rangers and Special Service brigades (ZOC-6.3-1); FLAK, Ost battalions and strongpoints (ZOC-6.3-2). Beach
    engineers take theirs as they land again (ZOC-17.8-2)."""
    if profile.side == "axis":
        return profile.type in NEVER_GERMAN
    return profile.type in NEVER_ALLIED or profile.key in state.board.tables.named.rangers


def _allied_track(profile: Profile) -> str:
    """Airborne ones for parachute and glider infantry alone (ZOC-6.2-13), Canadian ones for Canadian infantry alone;
    Canadian armour takes British ones (ZOC-6.2-15)."""
    if profile.replacement == "airborne":
        return "us_airborne" if profile.army == "us" else "british_airborne"
    nation = "british" if profile.nation == "canadian" and profile.replacement == "armour" else profile.nation
    return f"{nation}_{profile.replacement}"


def _german_tracks(state: State, unit: int, profile: Profile) -> tuple[str, ...]:
    """Armour (ZOC-6.2-12), for Tigers and Panthers the armour of a 1 alone (ZOC-6.4-1); infantry for all others
    (ZOC-6.2-14), the infantry of high dice for low qualities alone (ZOC-6.4-2, ZOC-6.4-3).
    """
    if profile.replacement == "armour":
        return (receipts.TIGER,) if is_heavy(profile) else ("german_armour", receipts.TIGER)
    quality = quality_of(state, unit)
    low = tuple(track for track, qualities in low_tracks(state) if quality in qualities)
    return ("german_infantry", *low)


def is_heavy(profile: Profile) -> bool:
    """A Tiger or a Panther (ZOC-6.4-1); the Jagdpanther with its red value is an anti-tank unit."""
    return profile.vehicle in ("tiger", "panther")


def quality_of(state: State, unit: int) -> int:
    """The troop quality of a unit on the map, or as it would return (ZOC-6.4-2); headquarters have 0 (ZOC-6.4-3)."""
    return state.quality(state.units.get(unit) or Unit(unit, 0, 1))


def low_tracks(state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The limited infantry replacements there can be, each with the qualities that it serves (ZOC-6.4-2)."""
    special, rows = state.board.special, state.board.tables.weather.rows
    limits = {row.german.qualities for row in rows} if special is None else {special.german_infantry.qualities}
    named = {receipts.low_track(qualities): qualities for qualities in limits}
    return tuple(sorted((track, qualities) for track, qualities in named.items() if max(qualities) < 1))


# ------------------------------------------------------------------------------------------------- why not


def why_not_replace(state: State, order: Replace) -> Refusal | None:
    """Return why a unit does not take a replacement of a track, and return in a hex (ZOC-6.2-1 to ZOC-6.2-7)."""
    return (
        _why_not_its_turn(state, order)
        or _why_not_this_track(state, order)
        or _why_not_again(state, order)
        or (_why_not_here(state, order) if order.unit in state.units else _why_not_back(state, order))
    )


def _why_not_its_turn(state: State, order: Replace) -> Refusal | None:
    """ZOC-3-3: only the phasing player rebuilds units."""
    profile = state.board.roster.get(order.unit)
    if profile is None or profile.side != state.now.side or state.now.phase != "replacement":
        return Refusal(Text("This unit takes no replacement now."), ("ZOC-3-3",), (), "not-now")
    if state.now.player not in ("", seat_of(state, order.unit)):
        text = Text("{unit:The} {unit:|is|are} led by another player.", {"unit": unit_noun(state, order.unit)})
        return Refusal(text, ("ZOC-27.1-1",), (), "other-seat")
    return None


def _why_not_this_track(state: State, order: Replace) -> Refusal | None:
    args: dict[str, Argument] = {"unit": unit_noun(state, order.unit)}
    tracks = tracks_for(state, order.unit)
    if not tracks:
        text = Text("{unit:The} {unit:|is|are} never rebuilt.", args)
        return Refusal(text, ("ZOC-6.3-1", "ZOC-6.3-2"), (), "never")
    if order.kind not in tracks:
        text = Text("This replacement does not serve {unit:the}.", args)
        return Refusal(text, ("ZOC-6.2-12", "ZOC-6.2-14", "ZOC-6.4-1", "ZOC-6.4-2"), (), "wrong-kind")
    if state.now.replacements.get(order.kind, 0) < 1:
        return Refusal(Text("There is no such replacement left."), ("ZOC-6.2-1",), (), "none-left")
    if order.kind == "german_armour" and not _armour_is_free(state):
        text = Text("The German armour replacement serves in a storm alone.")
        return Refusal(text, ("ZOC-26.2-2",), (), "no-storm")
    return None


def _armour_is_free(state: State) -> bool:
    """At Cherbourg the one German armour replacement is used when a 1 was rolled (ZOC-26.2-2)."""
    special = state.board.special
    return special is None or state.now.receipts in special.german_armour_dice


def _why_not_again(state: State, order: Replace) -> Refusal | None:
    """One replacement a unit and turn (ZOC-6.2-6), one an airborne division and turn (ZOC-6.2-7, ZOC-20.2-8)."""
    profile, standing = state.board.roster[order.unit], state.units.get(order.unit)
    if standing is not None and standing.replaced:
        text = Text("{unit:The} {unit:|has|have} taken a replacement already.", {"unit": unit_noun(state, order.unit)})
        return Refusal(text, ("ZOC-6.2-6",), (standing.hex,), "replaced")
    if profile.replacement == "airborne" and profile.formation in state.now.taken_airborne:
        args: dict[str, Argument] = {"division": formation_noun(state.board, profile.formation)}
        text = Text("{division:The} {division:|has|have} taken a replacement this turn.", args)
        return Refusal(text, ("ZOC-6.2-7",), (), "division-replaced")
    return None


def _why_not_here(state: State, order: Replace) -> Refusal | None:
    """A unit on the map must lack a step, be in supply now, and neither disrupted nor scattered (ZOC-13.6-5, ZOC-6.2-5,
    ZOC-20.2-5, ZOC-18.4-1)."""
    standing, profile = state.units[order.unit], state.board.roster[order.unit]
    args: dict[str, Argument] = {"unit": unit_noun(state, order.unit)}
    where = (standing.hex,)
    if order.hex is not None:
        text = Text("{unit:The} {unit:|is|are} on the map and {unit:|stays|stay} there.", args)
        return Refusal(text, ("ZOC-6.2-1",), where, "on-map")
    if standing.steps >= profile.steps:
        return Refusal(Text("{unit:The} {unit:|has|have} all steps.", args), ("ZOC-6.2-1",), where, "whole")
    if standing.disrupted or standing.scattered:
        text = Text("{unit:The} {unit:|is|are} disrupted or scattered.", args)
        return Refusal(text, ("ZOC-6.2-5", "ZOC-20.2-5"), where, "disrupted")
    marked = state.board.tables.conduct.replacement_under_marker == "barred" and standing.supply != SUPPLIED
    if marked or not supplied(state, profile.side)[standing.hex]:
        return Refusal(Text("{unit:The} {unit:|is|are} out of supply.", args), ("ZOC-6.2-5",), where, "out-of-supply")
    return None


def _why_not_back(state: State, order: Replace) -> Refusal | None:
    """A unit returns from the eliminated pile or the cadre box (ZOC-6.2-1), where it may (ZOC-6.2-2, ZOC-6.2-4)."""
    args: dict[str, Argument] = {"unit": unit_noun(state, order.unit)}
    if not any(order.unit in state.box(box) for box in RETURNS_FROM):
        text = Text("{unit:The} {unit:|does|do} not return.", args)
        return Refusal(text, ("ZOC-6.2-1", "ZOC-17.9-2"), (), "not-eliminated")
    if order.hex is None or order.hex not in state.board.grid:
        text = Text("Name the hex where {unit:the} {unit:|returns|return}.", args)
        return Refusal(text, ("ZOC-6.2-2",), (), "no-hex")
    return why_not_return(state, order.unit, order.hex)


def why_not_return(state: State, unit: int, hex_: HexId) -> Refusal | None:
    """Return why an eliminated unit or cadre does not return in a hex."""
    profile = state.board.roster[unit]
    args: dict[str, Argument] = {"unit": unit_noun(state, unit), "hex": place_noun(state.board, hex_)}
    if profile.has_cadre and unit in state.box("eliminated") and cadres_left(state, profile) < 1:
        text = Text("There is no cadre counter for {unit:the}.", args)
        return Refusal(text, ("ZOC-17.9-1", "ZOC-17.9-7"), (), "no-cadre")
    if not is_base(state, profile, hex_):
        text = Text("{unit:The} cannot return {hex:at}: there is no headquarters or town in supply.", args)
        clause = "ZOC-17.2-9" if profile.is_hq else "ZOC-6.2-2"
        return Refusal(text, (clause,), (hex_,), "no-base")
    if profile.division and not _near_division(state, profile, hex_):
        text = Text("{unit:The} must return within five hexes of its division.", args)
        return Refusal(text, ("ZOC-6.2-4",), (hex_,), "far-from-division")
    if state.zone_of(enemy_of(profile.side))[hex_]:
        text = Text("{hex:The} {hex:|lies|lie} in an enemy zone of control.", args)
        return Refusal(text, ("ZOC-6.2-10",), (hex_,), "enemy-zone")
    if not has_room(state, (Unit(unit, hex_, 1),), hex_):
        return Refusal(Text("There is no room {hex:at}.", args), ("ZOC-7.1-1",), (hex_,), "full")
    return None


def is_base(state: State, profile: Profile, hex_: HexId) -> bool:
    """Return whether a unit may return in a hex as far as the place goes: a headquarters of its side in supply, of its
    own army for the Allies, or a city or village that is controlled and in supply (ZOC-6.2-2, ZOC-6.2-3); a
    headquarters in such a city alone (ZOC-17.2-9).
    """
    if not supplied(state, profile.side)[hex_] or state.side_in(hex_) == enemy_of(profile.side):
        return False
    held = state.holds(profile.side, hex_)
    if profile.is_hq:
        return held and state.board.terrain(hex_) == "city"
    if held and state.board.terrain(hex_) in ("city", "village"):
        return True
    return any(_is_own_hq(state, profile, unit) for unit in state.stacks.get(hex_, ()))


def _is_own_hq(state: State, profile: Profile, unit: int) -> bool:
    other = state.board.roster[unit]
    return other.is_hq and (other.side, other.army) == (profile.side, profile.army)


def _near_division(state: State, profile: Profile, hex_: HexId) -> bool:
    """Within five hexes of another unit of its division; with none left it never returns (ZOC-6.2-4)."""
    grid, most = state.board.grid, state.board.tables.ranges.division
    return any(
        grid.distance(unit.hex, hex_) <= most
        for unit in state.units_of(profile.side)
        if state.board.roster[unit.id].division == profile.division
    )


# ------------------------------------------------------------------------------------------------- carried out


def execute_replace(state: State, order: Replace) -> Iterator[Event]:
    """A step more on the map, a cadre becomes its parent (ZOC-17.9-4); a unit that returns does so at the weakest step,
    a cadre where it has one (ZOC-6.2-1, ZOC-17.9-5). The marker tells that it took it (ZOC-6.2-8).
    """
    standing = state.units.get(order.unit)
    yield ev.Rebuilt(order.unit, order.kind, 1 if standing is None else standing.steps + 1, order.hex)


def offered_replace(state: State, unit: int | None = None) -> Iterator[tuple[Replace, ...]]:
    """Yield what each unit may take, and where it may return, a group a unit."""
    if not any(state.now.replacements.values()):
        return
    bases: dict[int, tuple[HexId | None, ...]] = {}
    for one in candidates(state, state.now.side) if unit is None else (unit,):
        kinds = [kind for kind in tracks_for(state, one) if state.now.replacements.get(kind)]
        if not kinds:
            continue
        bases[one] = (None,) if one in state.units else possible_bases(state, state.now.side)
        orders = (Replace(one, kind, hex_) for kind in kinds for hex_ in bases[one])
        legal = tuple(order for order in orders if why_not_replace(state, order) is None)
        if legal:
            yield legal


def candidates(state: State, side: str) -> tuple[int, ...]:
    """Units of a side that lack a step or are gone, ascending."""
    reduced = (unit.id for unit in state.units_of(side) if unit.steps < state.board.roster[unit.id].steps)
    gone = (unit for box in RETURNS_FROM for unit in state.box(box) if state.side_of(unit) == side)
    return tuple(sorted((*reduced, *gone)))


def possible_bases(state: State, side: str) -> tuple[HexId, ...]:
    """Cities and villages that a side holds, and the hexes of its headquarters, ascending."""
    towns = {int(hex_) for hex_ in state.board.map.is_terrain("city", "village").nonzero()[0]}
    headquarters = {unit.hex for unit in state.units_of(side) if state.profile(unit.id).is_hq}
    return tuple(sorted({hex_ for hex_ in towns if state.holds(side, hex_)} | headquarters))


# ------------------------------------------------------------------------------------------------- supply


def supply_price(state: State) -> int:
    """Reinforcement points that a supply point costs (ZOC-5.3-4, ZOC-6.5.1-4)."""
    return state.board.tables.landing.costs[SUPPLY_PRICE]


def why_not_buy(state: State, order: BuySupply) -> Refusal | None:
    """Return why an army does not turn reinforcement points into supply points (ZOC-5.3-4, ZOC-6.5.1-6)."""
    now = state.now
    if order.army not in ARMIES or now.phase != "replacement" or now.side != "allied":
        text = Text("Supply points are bought in the replacement phase of the Allies.")
        return Refusal(text, ("ZOC-5.3-4",), (), "not-now")
    if now.player not in ("", "allied", f"allied/{order.army}"):
        return Refusal(Text("Another player leads this army."), ("ZOC-27.1-1",), (), "other-seat")
    if not _has_harbour(state, order.army):
        text = Text("An army buys supply points once its Mulberry is complete.")
        return Refusal(text, ("ZOC-5.3-4", "ZOC-6.5.1-6", "ZOC-26.1-7"), (), "no-mulberry")
    price = supply_price(state)
    if order.points < price or order.points % price:
        text = Text("A supply point costs {n} reinforcement points.", {"n": price})
        return Refusal(text, ("ZOC-5.3-4",), (), "price")
    if order.points > now.points.get(order.army, 0):
        text = Text("There are not so many reinforcement points left.")
        return Refusal(text, ("ZOC-6.5.1-2",), (), "points")
    return _why_too_much(state, order)


def _has_harbour(state: State, army: str) -> bool:
    """A complete Mulberry; at Cherbourg the Omaha Mulberry counts as complete from turn 6 on (ZOC-26.1-7,
    ZOC-26.3-5).
    """
    special = state.board.special
    if special is not None:
        return army == "us" and state.now.turn >= special.supply_points_from
    return beaches.mulberry(state, army).done


def _why_too_much(state: State, order: BuySupply) -> Refusal | None:
    """No more than the limits of the store (ZOC-5.1-2), and of Gold for what lands at Arromanches (ZOC-6.5.2-5)."""
    if (
        state.now.supply.get(order.army, 0) + order.points // supply_price(state)
        > state.board.tables.markers.most_supply
    ):
        return Refusal(Text("The store of this army is full."), ("ZOC-5.1-2",), (), "full-store")
    beach = beaches.shared_beach(order.army)
    if beach and state.now.beached.get(beach, 0) + order.points > state.board.tables.landing.most_a_beach:
        text = Text("No more than {n} points land here in a turn.", {"n": state.board.tables.landing.most_a_beach})
        return Refusal(text, ("ZOC-6.5.2-5",), (), "beach-full")
    return None


def execute_buy(state: State, order: BuySupply) -> Iterator[Event]:
    """The points come in through the Mulberry of the army, for that army alone (ZOC-5.3-5)."""
    bought = order.points // supply_price(state)
    yield ev.SupplyBought(order.army, order.points, bought, beaches.shared_beach(order.army))


def offered_buy(state: State, unit: int | None = None) -> Iterator[tuple[BuySupply, ...]]:
    """Every number of points that an army may spend so."""
    if unit is not None:
        return
    for army in ARMIES:
        prices = range(supply_price(state), state.now.points.get(army, 0) + 1, supply_price(state))
        legal = tuple(
            order for order in (BuySupply(army, points) for points in prices) if not why_not_buy(state, order)
        )
        if legal:
            yield legal


def is_open(state: State) -> bool:
    """Return whether there is anything to decide in the replacement phase of the side on turn."""
    return any(offered_replace(state)) or any(offered_buy(state))
