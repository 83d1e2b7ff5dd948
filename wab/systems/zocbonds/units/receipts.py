"""The receipts of a day: supply points (ZOC-5), replacements (ZOC-6.1, ZOC-6.4), works, aircraft and ships (ZOC-4.3).

All of it follows from the weather die and the sky. A seat must answer for the choices: where German supply goes, and
the nation of a Commonwealth replacement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wab.content.zocbonds.shapes import Army
from wab.content.zocbonds.tables import AlliedDay, WeatherRow
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.systems.zocbonds.ground import beaches, weather
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import WEST, allied_seats, seats
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.orders import AssignSupply, ChooseReplacement
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import AnyStep, AssignsSupply, ChoosesReplacement
from wab.systems.zocbonds.units import supply

TIGER, LOW = "german_tiger", "german_low"
WAITING = "cw_infantry"
"""A Commonwealth infantry replacement whose nation is still to be chosen (ZOC-6.2-16)."""
TRACKS = {
    ("us", "infantry"): "us_infantry",
    ("us", "armour"): "us_armour",
    ("commonwealth", "british_armour"): "british_armour",
    ("commonwealth", "cw_infantry"): WAITING,
}


# ------------------------------------------------------------------------------------------------- the day


def first_day(state: State) -> Iterator[Event]:
    """Turn 1: ships (ZOC-20.1-2, ZOC-20.1-3), and the improved positions of the Allies, as in any turn without a storm
    (ZOC-16.1-3). At Cherbourg the one German armour replacement lies ready from the start (ZOC-26.2-2)."""
    armies = _armies(state)
    nobody: dict[str, int] = dict.fromkeys(armies, 0)
    works: dict[str, int] = {army: allied_works(state) for army in armies}
    yield ev.DayAllotted(nobody, nobody, {army: ships(state, army) for army in armies}, works)
    if state.board.special is not None:
        yield ev.ReplacementReceived({"german_armour": state.board.special.german_armour})


def allot(state: State) -> Iterator[Event]:
    """Yield what the weather gives for the turn: points, aircraft, ships, works (ZOC-4.3-4)."""
    armies = _armies(state)
    yield ev.DayAllotted(
        {army: reinforcement_points(state, army) for army in armies},
        {army: aircraft(state, army) for army in armies},
        {army: ships(state, army) for army in armies},
        {"axis": german_works(state), **{army: allied_works(state) for army in armies}},
    )


def _armies(state: State) -> tuple[Army, ...]:
    """The armies of a scenario: at Cherbourg the US First Army alone (ZOC-26.2-4)."""
    return ARMIES[:1] if state.board.special is not None else ARMIES


def _day(row: WeatherRow, army: Army) -> AlliedDay:
    return row.us if army == "us" else row.commonwealth


def reinforcement_points(state: State, army: Army) -> int:
    """Reinforcement points of an army: six, none in a storm (ZOC-6.5.1-2, ZOC-4.3-1, ZOC-4.3-3), less what closed
    beaches and a lost Mulberry cost, never below none (ZOC-6.5.3-3). At Cherbourg three or four (ZOC-26.1-6,
    ZOC-26.1-8)."""
    special = state.board.special
    points = special.landing[state.weather.sky] if special else _day(state.weather, army).landing
    return max(0, points - beaches.points_lost(state, army))


def aircraft(state: State, army: Army) -> int:
    """Air units of an army from turn 2 on (ZOC-19.1.1-1), none in a storm; at Cherbourg two at most (ZOC-26.2-4)."""
    if state.sky == "storm":
        return 0
    special = state.board.special
    found = _day(weather.receipts(state), army).air
    return min(found, special.most_air) if special else found


def ships(state: State, army: Army) -> int:
    """Naval units of an army (ZOC-19.2-1), none in a storm (ZOC-19.2-5, ZOC-4.3-3); at Cherbourg one (ZOC-26.2-4)."""
    if state.sky == "storm":
        return 0
    special = state.board.special
    return special.ships if special else state.board.tables.markers.ships[army]


def german_works(state: State) -> int:
    """Improved positions that the Germans may begin, from turn 5 on, none in a storm (ZOC-16.1-2, ZOC-16.1-4,
    ZOC-16.1-9); at Cherbourg one in overcast weather (ZOC-26.2-6)."""
    special = state.board.special
    if special is not None:
        return int(state.now.turn >= special.works_from and state.sky == "overcast")
    if state.sky == "storm" or state.now.turn < state.board.tables.turns.german_works:
        return 0
    return weather.receipts(state).german.works


def allied_works(state: State) -> int:
    """Improved positions that an Allied army may begin, none in a storm (ZOC-16.1-3, ZOC-26.2-6)."""
    return 0 if state.sky == "storm" else state.board.tables.markers.allied_works_a_turn


# ------------------------------------------------------------------------------------------------- supply points


def supply_points(state: State) -> Iterator[Event]:
    """Supply points of both sides if no seat has to choose (ZOC-5.1-1)."""
    found = allied_supply(state)
    if not asks_for_supply(state):
        found |= {track: points for track, points in german_supply(state).items() if points}
    if found:
        yield received(state, found)


def received(state: State, points: Mapping[str, int]) -> ev.SupplyReceived:
    """Supply points by track, less what is over the limit of 19, which is lost (ZOC-5.1-2)."""
    most = state.board.tables.markers.most_supply
    kept = {track: min(count, most - state.now.supply.get(track, 0)) for track, count in sorted(points.items())}
    lost = {track: points[track] - count for track, count in kept.items() if points[track] > count}
    return ev.SupplyReceived(kept, lost)


def allied_supply(state: State) -> dict[str, int]:
    """One free point an army, two with its Mulberry (ZOC-5.3-1, ZOC-5.3-2, ZOC-21.1-7), none in a storm (ZOC-5.3-3),
    each for its own army (ZOC-5.3-5); at Cherbourg one (ZOC-26.2-5)."""
    if state.sky == "storm":
        return {}
    special = state.board.special
    if special is not None:
        return {"us": special.us_supply}
    day = state.board.tables.markers.allied_supply
    return {army: day.army + day.mulberry * beaches.mulberry(state, army).done for army in ARMIES}


def german_supply(state: State) -> dict[str, int]:
    """The German points of the day without a choice: to the Seventh Army while Cherbourg is cut off (ZOC-5.2-4); at
    Cherbourg one for the fortress, by the die (ZOC-26.2-5).
    """
    special = state.board.special
    if special is not None:
        return {"fortress": int(state.now.receipts in special.fortress_supply.dice and _has_fortress(state))}
    return {"seventh_army": weather.receipts(state).german.supply}


def _has_fortress(state: State) -> bool:
    """The store of Cherbourg is there until the city falls (ZOC-17.4-4)."""
    return "fortress" in state.now.supply


def fortress_receives(state: State) -> bool:
    """Return whether Fortress Cherbourg can receive points: a city hex of it traces to the south edge (ZOC-5.2-2)."""
    return _has_fortress(state) and supply.cherbourg_traces_south(state)


def _shared(state: State) -> bool:
    """Two German players share the points (ZOC-27.1-4)."""
    return WEST in seats(state)


def asks_for_supply(state: State) -> bool:
    """Return whether the German points of the day can go to one track or another (ZOC-5.2-1)."""
    if state.board.special is not None or not weather.receipts(state).german.supply:
        return False
    return _shared(state) or fortress_receives(state)


def why_not_assign(state: State, order: AssignSupply) -> Refusal | None:
    """Return why the German points cannot be split so (ZOC-5.2-1 to ZOC-5.2-4)."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, AssignsSupply):
        return Refusal(Text("There are no supply points to assign."), ("ZOC-5.2-1",), (), "no-points")
    parts = (order.seventh, order.fortress, order.west)
    if min(parts) < 0 or sum(parts) != step.points:
        text = Text("{n} supply points are to be assigned, no more and no less.", {"n": step.points})
        return Refusal(text, ("ZOC-5.2-1",), (), "not-all")
    if order.fortress and not fortress_receives(state):
        text = Text("Fortress Cherbourg has no supply line to the south and receives nothing.")
        return Refusal(text, ("ZOC-5.2-2", "ZOC-5.2-4"), (), "cut-off")
    if order.west and not _shared(state):
        text = Text("Panzergruppe West has a store of its own only with two German players.")
        return Refusal(text, ("ZOC-27.1-4",), (), "no-west")
    return None


def execute_assign(state: State, order: AssignSupply) -> Iterator[Event]:
    """The points go where they are assigned, and never on from there (ZOC-5.2-3)."""
    parts = {"seventh_army": order.seventh, "fortress": order.fortress, "panzergruppe_west": order.west}
    yield received(state, {track: points for track, points in parts.items() if points})
    yield ev.Answered()


def offered_assign(state: State, unit: int | None = None) -> Iterator[tuple[AssignSupply, ...]]:
    """Every way to split the points."""
    step = state.agenda[0] if state.agenda else None
    if unit is None and isinstance(step, AssignsSupply):
        splits = (
            AssignSupply(step.points - fortress - west, fortress, west)
            for fortress in range(step.points + 1)
            for west in range(step.points + 1 - fortress)
        )
        yield tuple(order for order in splits if why_not_assign(state, order) is None)


# ------------------------------------------------------------------------------------------------- replacements


def replacements(state: State) -> Iterator[Event]:
    """Replacements of both sides by the die (ZOC-6.1-1), none before turn 2 (ZOC-6.1-3)."""
    found = {**german_replacements(state), **allied_replacements(state)}
    found.pop(WAITING, None)
    if found:
        yield noted(state, found)


def noted(state: State, counts: Mapping[str, int]) -> ev.ReplacementReceived:
    """Replacements by track, less what is over the limit of nine, which is lost (ZOC-6.1-2)."""
    most = state.board.tables.markers.most_replacements
    held = state.now.replacements
    return ev.ReplacementReceived(
        {track: min(count, most - held.get(track, 0)) for track, count in sorted(counts.items())}
    )


def german_replacements(state: State) -> dict[str, int]:
    """German replacements by track: infantry, for low qualities alone on a 5 or 6 (ZOC-6.4-2), and armour, which on a 1
    may rebuild Tigers and Panthers at once (ZOC-6.4-1); at Cherbourg infantry on a 5 alone (ZOC-26.2-1)."""
    special, row = state.board.special, weather.receipts(state).german
    if special is not None:
        if state.now.turn < special.replacements_from or state.now.receipts not in special.german_infantry.dice:
            return {}
        return {low_track(special.german_infantry.qualities): 1}
    found = {infantry_track(state): row.infantry, TIGER: row.armour}
    return {track: count for track, count in found.items() if count}


def infantry_track(state: State) -> str:
    """The track of the German infantry replacement of the day: an ordinary one serves every quality."""
    qualities = weather.receipts(state).german.qualities
    everybody = {quality for row in state.board.tables.weather.rows for quality in row.german.qualities}
    return "german_infantry" if set(qualities) == everybody else low_track(qualities)


def low_track(qualities: tuple[int, ...]) -> str:
    """The track of replacements for some qualities alone, named by the highest of them (ZOC-6.4-2)."""
    return f"{LOW}/{max(qualities)}"


def allied_replacements(state: State) -> dict[str, int]:
    """Allied replacements by track (ZOC-6.1-1); at Cherbourg US ones alone, on odd dice (ZOC-26.2-3)."""
    special, row = state.board.special, weather.receipts(state)
    if special is None:
        return {TRACKS[army, _day(row, army).replacement]: 1 for army in ARMIES}
    if state.now.turn < special.replacements_from or state.now.receipts not in special.us_replacement_dice:
        return {}
    return {TRACKS["us", row.us.replacement]: 1}


def why_not_choose(state: State, order: ChooseReplacement) -> Refusal | None:
    """Return why the replacement is not of this nation: there must be one to choose (ZOC-6.2-16)."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, ChoosesReplacement):
        return Refusal(Text("There is no Commonwealth replacement to choose."), ("ZOC-6.2-16",), (), "no-choice")
    if f"{order.nation}_infantry" not in open_tracks(state):
        text = Text("There are nine replacements of this nation already.")
        return Refusal(text, ("ZOC-6.1-2",), (), "full")
    return None


def open_tracks(state: State) -> tuple[str, ...]:
    """The tracks to which a Commonwealth infantry replacement can go: both, until one is full."""
    most = state.board.tables.markers.most_replacements
    tracks = ("british_infantry", "canadian_infantry")
    return tuple(track for track in tracks if state.now.replacements.get(track, 0) < most) or tracks


def execute_choose(state: State, order: ChooseReplacement) -> Iterator[Event]:
    """It is recorded as what was chosen (ZOC-6.2-16)."""
    yield noted(state, {f"{order.nation}_infantry": 1})
    yield ev.Answered()


def offered_choose(state: State, unit: int | None = None) -> Iterator[tuple[ChooseReplacement, ...]]:
    """British or Canadian."""
    if unit is None:
        orders = (ChooseReplacement("british"), ChooseReplacement("canadian"))
        yield tuple(order for order in orders if why_not_choose(state, order) is None)


def nation_by_itself(state: State) -> Iterator[Event] | None:
    """The choice is made at once where only one nation's track has room."""
    tracks = open_tracks(state)
    if len(tracks) > 1 and state.now.replacements.get(tracks[0], 0) < state.board.tables.markers.most_replacements:
        return None
    return execute_choose(state, ChooseReplacement("british" if tracks[0] == "british_infantry" else "canadian"))


def questions(state: State) -> Iterator[AnyStep]:
    """Yield what has to be chosen about the receipts of the day, German supply first (ZOC-5.2-1, ZOC-6.2-16)."""
    if asks_for_supply(state):
        seat = WEST if _shared(state) else "axis"  # who faces the British settles what is not agreed (ZOC-27.1-5)
        yield AssignsSupply(seat, weather.receipts(state).german.supply)
    if WAITING in allied_replacements(state):
        yield ChoosesReplacement(allied_seats(state)[-1])


# ------------------------------------------------------------------------------------------------- what lapses


def lapse(state: State) -> Iterator[Event]:
    """Once the German replacement phase is over, limited infantry replacements are lost (ZOC-6.4-3), and one for Tigers
    and Panthers is an ordinary one, nine at most (ZOC-6.4-1)."""
    held, most = state.now.replacements, state.board.tables.markers.most_replacements
    gone = {track: 0 for track in held if track.startswith(LOW) and held[track]}
    if held.get(TIGER):
        gone |= {TIGER: 0, "german_armour": min(most, held.get("german_armour", 0) + held[TIGER])}
    if gone:
        yield ev.ReplacementsLapsed(gone)
