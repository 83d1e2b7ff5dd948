"""Victory (ZOC-23, ZOC-24.3, ZOC-25.2, ZOC-26.3, ZOC-28.4)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, position
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.events import GameOver
from wab.systems.zocbonds.state.state import Mulberry
from wab.systems.zocbonds.units import cadres

WEEK, CHERBOURG = "zocbonds/the-first-week", "zocbonds/cherbourg"
PERIMETER = ("3606", "3705", "3706", "3607", "3704", "3505")
BURON, EPRON, CARPIQUET = "2128", "2129", "1927"
PENINSULA_VILLAGES = ("3704", "3710", "2803", "2807")
"""One of the Perimeter, which the Allies have not taken, one east of Cherbourg, two on the way to the south."""


def held(*labels, units=BEACHES, lost=(), **now):
    """The Allies hold some hexes, and all between Cherbourg, Bayeux and the beaches; not the hexes in `lost`."""
    state = position(units, **{"phase": "end", "turn": 22, **now})
    mine = {state.board.hex(label) for label in labels}
    allied = state.board.overlay("allied_side_27_june")
    theirs = {state.board.hex(label) for label in lost}
    for hex_ in range(state.board.grid.size):
        if (
            state.board.dry[hex_]
            and hex_ not in theirs
            and (hex_ in mine or (allied[hex_] and not _inside(state, hex_)))
        ):
            state.control[hex_] = 1
    return state


def _inside(state, hex_):
    return bool(state.board.overlay("perimeter")[hex_])


def outcome(state):
    events = carried_out(state, victory.end_of_turn(state))
    return events[-1].outcome if events else None


@pytest.mark.clause("ZOC-24.3-1")
@pytest.mark.clause("ZOC-24.3-2")
@pytest.mark.clause("ZOC-24.3-5")
@pytest.mark.clause("ZOC-24.3-6")
@pytest.mark.clause("ZOC-24.3-7")
@pytest.mark.clause("ZOC-24.1-1")
@pytest.mark.clause("ZOC-X-24.3a")
def test_history_and_one_village_more():
    """ZOC-24.3-1, ZOC-24.3-2, ZOC-24.3-5, ZOC-24.3-6, ZOC-24.3-7, ZOC-24.1-1: the worked example ZOC-X-24.3a."""
    given, expect = example("ZOC-X-24.3a")
    assert sum(given["allied"].values()) - given["german"] == expect["net"]
    state = held(*PERIMETER, BURON, units={**BEACHES, "de_21pz_125": "2129"})
    scores = victory.points(state)
    inside = sum(score.points for score in scores if score.hex in state.board.hexes(PERIMETER))
    assert inside == given["allied"]["all peninsula cities and villages in the Perimeter"]
    assert victory.net(state) == expect["net"] and victory.totals(state)["axis"] == given["german"]
    found = outcome(state)
    assert (found.winner, found.level, expect["winner"]) == ("allied", "victory", "Allied")
    assert outcome(held(*PERIMETER)).winner == "axis"  # nine are not enough


@pytest.mark.clause("ZOC-24.3-2")
@pytest.mark.clause("ZOC-24.3-3")
@pytest.mark.clause("ZOC-24.3-4")
@pytest.mark.clause("ZOC-24.3-5")
@pytest.mark.clause("ZOC-X-24.3b")
def test_a_last_city_hex_and_four_villages_cost_the_game():
    """ZOC-24.3-2, ZOC-24.3-3, ZOC-24.3-4, ZOC-24.3-5: the worked example ZOC-X-24.3b."""
    given, expect = example("ZOC-X-24.3b")
    villages = PENINSULA_VILLAGES
    assert len(villages) == given["german"]["four peninsula villages"]
    taken = ("3606", "3705", "3607", "3505", BURON, EPRON, "1928", "1929", CARPIQUET)
    state = held(*taken, lost=villages)
    scores = victory.points(state)
    allied = {score.hex: score.points for score in scores if score.side == "allied"}
    german = {score.hex: score.points for score in scores if score.side == "axis"}
    two = state.board.hexes(("3606", "3705", "1928", "1929"))
    assert [allied[hex_] for hex_ in two] == [2] * 4 and german[state.board.hex("3706")] == 2
    assert [german[hex_] for hex_ in state.board.hexes(villages)] == [1] * 4
    assert (sum(allied.values()), sum(german.values())) == (expect["allied"], expect["german"])
    assert victory.net(state) == expect["net"]
    assert (outcome(state).winner, expect["winner"]) == ("axis", "German")


@pytest.mark.clause("ZOC-24.3-4")
def test_no_points_on_ones_own_side_or_without_supply():
    """ZOC-24.3-4."""
    state = held(BURON, "1032")
    hexes = {score.hex for score in victory.points(state)}
    assert state.board.hex("2812") not in hexes
    lone = held("1732", units={})  # no beach, no supply
    assert [score for score in victory.points(lone) if score.side == "allied"] == []


@pytest.mark.clause("ZOC-28.4-1")
def test_the_option_counts_storms_after_the_third():
    """ZOC-28.4-1."""
    for storms, points in ((3, 0), (4, 1), (6, 3)):
        state = held(storms=storms, options={"storm_points": "on"})
        assert sum(score.points for score in victory.points(state) if score.why == "storms") == points
    assert not [score for score in victory.points(held(storms=6)) if score.why == "storms"]


@pytest.mark.clause("ZOC-3-10")
@pytest.mark.clause("ZOC-23.1-1")
def test_nothing_ends_before_the_last_turn_without_a_reason():
    """ZOC-3-10, ZOC-23.1-1."""
    assert outcome(held(turn=21)) is None


# ------------------------------------------------------------------------------------------------- automatic


@pytest.mark.clause("ZOC-23.2-1")
@pytest.mark.clause("ZOC-23.1-1")
def test_a_supplied_unit_on_the_edge_is_a_breakout():
    """ZOC-23.2-1, ZOC-23.1-1."""
    state = held("1026", units={**BEACHES, "uk_4_arm": "1026"}, turn=9)
    for hex_ in range(state.board.grid.size):
        state.control[hex_] = 1 if state.board.dry[hex_] else 0
    assert outcome(state).reason == "breakout"
    lone = position({"uk_4_arm": "1026"}, turn=9)
    assert not victory.has_broken_out(lone)
    inland = held(units={**BEACHES, "uk_4_arm": "1126"}, turn=9)
    assert not victory.has_broken_out(inland)


CAEN = ("1928", "1929", "2029", "2030")


@pytest.mark.clause("ZOC-23.2-2")
@pytest.mark.clause("ZOC-23.2-3")
@pytest.mark.clause("ZOC-23.2-4")
def test_two_of_three_objectives_win_outright():
    """ZOC-23.2-2, ZOC-23.2-3, ZOC-23.2-4."""
    assert victory.objectives(held()) == {"saint_lo": False, "caen": False, "cherbourg": True}
    one = position(BEACHES, turn=9)
    assert victory.objectives(one) == {"saint_lo": False, "caen": False, "cherbourg": False}
    both = position(BEACHES, turn=9)
    for label in (*CAEN, "1815"):
        both.control[both.board.hex(label)] = 1
    found = outcome(both)
    assert (found.winner, found.level, found.reason) == ("allied", "automatic", "objectives")
    three = position(BEACHES, turn=9)
    for label in (*CAEN[:3], "1815"):
        three.control[three.board.hex(label)] = 1
    assert outcome(three) is None


def without(*labels):
    return {key: where for key, where in BEACHES.items() if where not in labels}


@pytest.mark.clause("ZOC-23.3-1")
@pytest.mark.clause("ZOC-23.3-4")
@pytest.mark.clause("ZOC-21.2-1")
def test_three_closed_beaches_lose_the_game():
    """ZOC-23.3-1, ZOC-23.3-4, ZOC-21.2-1: Sword counts, and a Mulberry once it was complete."""
    assert outcome(position(without("2814", "2719"), turn=9)) is None
    found = outcome(position(without("2814", "2719", "2430"), turn=9))
    assert (found.winner, found.reason) == ("axis", "beaches")
    destroyed = {"us": Mulberry(destroyed=True)}
    assert outcome(position(without("2814", "2719"), turn=9, mulberries=destroyed)).reason == "beaches"
    building = {"us": Mulberry(ready=12)}
    assert outcome(position(without("2814", "2719"), turn=9, mulberries=building)) is None


US = ("us_4id_8", "us_4id_22", "us_4id_12", "us_1id_16", "us_1id_18", "us_1id_26", "us_29id_115")
BRITISH = ("uk_50id_231", "uk_50id_69", "uk_50id_151", "uk_3id_8", "uk_3id_9")


@pytest.mark.clause("ZOC-23.3-2")
@pytest.mark.parametrize(("army", "limit"), [(US, 7), (BRITISH, 5)])
def test_too_many_big_units_down_lose_the_game(army, limit):
    """ZOC-23.3-2."""
    for down in (limit - 1, limit):
        state = position(BEACHES, turn=9)
        state.changed(boxes={"cadres": ids(state, *army[:down])})
        assert (outcome(state) is not None) is (down == limit)


@pytest.mark.clause("ZOC-23.1-1")
def test_the_allies_are_judged_first():
    """ZOC-23.1-1."""
    state = position({}, turn=9)
    for label in (*CAEN, "1815"):
        state.control[state.board.hex(label)] = 1
    assert victory.german_reason(state) == "beaches" and outcome(state).winner == "allied"


# ------------------------------------------------------------------------------------------------- the first week


def week(*labels, units=BEACHES, **now):
    state = position(units, scenario=WEEK, **{"turn": 7, "phase": "end", **now})
    for label in labels:
        state.control[state.board.hex(label)] = 1
    return state


def scored(state, why):
    return sum(score.points for score in victory.points(state) if score.why == why)


@pytest.mark.clause("ZOC-25.2-3")
@pytest.mark.clause("ZOC-25.2-4")
def test_bayeux_cities_and_villages_beyond_the_ships():
    """ZOC-25.2-3, ZOC-25.2-4."""
    state = week("2322", "1815", "2128", "1812", "2812")
    near = state.board.overlay("naval_zone")
    villages = [label for label in ("2128", "1812", "2812") if not near[state.board.hex(label)]]
    assert scored(state, "city") == 4 and scored(state, "village") == len(villages)
    assert near[state.board.hex("2322")] and "1812" in villages


@pytest.mark.clause("ZOC-25.2-5")
@pytest.mark.clause("ZOC-25.2-6")
def test_drop_hexes_and_missing_engineers():
    """ZOC-25.2-5, ZOC-25.2-6: glider zones do not count."""
    state = week("2811", "2810", "2711", units=without("2814", "2430"))
    assert scored(state, "drop") == 2 and scored(state, "engineer") == -4
    assert len(set(state.board.drops.values())) == 9


@pytest.mark.clause("ZOC-25.2-1")
@pytest.mark.clause("ZOC-25.1-1")
@pytest.mark.clause("ZOC-25.1-2")
def test_fourteen_points_win_the_week():
    """ZOC-25.2-1, ZOC-25.1-1, ZOC-25.1-2."""
    drops = tuple(map(week().board.grid.label, week().board.drops.values()))
    thirteen = week(*drops, "2322", "1815")
    assert victory.net(thirteen) == 13 and outcome(thirteen).winner == "axis"
    fourteen = week(*drops, "2322", "1815", "1812")
    assert victory.net(fourteen) == 14 and outcome(fourteen).winner == "allied"
    assert outcome(week(turn=6)) is None


def linked(units=None, lost=()):
    state = week(units={**BEACHES, **(units or {})})
    for hex_ in range(state.board.grid.size):
        if state.board.dry[hex_]:
            state.control[hex_] = 1
    for label in lost:
        state.control[state.board.hex(label)] = 2
    for unit in state.units_of("axis"):
        state.control[unit.hex] = 2
    return victory.beaches_linked(state)


@pytest.mark.clause("ZOC-25.2-2")
def test_a_road_from_juno_to_sainte_mere_eglise():
    """ZOC-25.2-2: free of Germans and their zones; an Allied unit lifts the zone in its own hex."""
    assert linked() and scored(week(), "linked") == 0
    assert not linked(lost=("2512", "2812"))
    assert not linked({"de_91id_1058": "2812"})
    beside = {"de_91id_1058": "2811"}
    assert not linked(beside)
    assert linked({**beside, "us_82ab_505": "2812"})


# ------------------------------------------------------------------------------------------------- Cherbourg


def twelfth(*labels, units=None, **now):
    units = {"us_1_esb_utah": "2814", **(units or {})}
    state = position(units, scenario=CHERBOURG, **{"turn": 12, "phase": "end", **now})
    for label in labels:
        state.control[state.board.hex(label)] = 1
    return state


def all_allied(state, *but):
    allied = state.board.overlay("allied_side_27_june")
    for hex_ in range(state.board.grid.size):
        if state.board.dry[hex_] and allied[hex_] and state.board.grid.label(hex_) not in but:
            state.control[hex_] = 1
    return state


@pytest.mark.clause("ZOC-26.3-1")
def test_carentan_and_a_unit_in_the_perimeter():
    """ZOC-26.3-1: in supply, and no headquarters."""
    city = {"us_9id_39": "3605"}
    assert outcome(twelfth("2512")).winner == "axis"
    won = all_allied(twelfth(units=city), "3606", "3705", "3706")
    assert {score.why for score in victory.points(won)} >= {"carentan", "perimeter"}
    assert outcome(won).winner == "allied"
    hq = all_allied(twelfth(units={"us_vii": "3605"}), "3606", "3705", "3706")
    assert "perimeter" not in {score.why for score in victory.points(hq)}
    unsupplied = twelfth("2512", units=city)
    assert "perimeter" not in {score.why for score in victory.points(unsupplied)}


@pytest.mark.clause("ZOC-26.3-1")
def test_carentan_and_the_peninsula_cut_off():
    """ZOC-26.3-1."""
    cut = twelfth("2512", "3606", "3705", "3706")
    assert outcome(cut).winner == "allied"
    assert outcome(twelfth("3606", "3705", "3706")).winner == "axis"


@pytest.mark.clause("ZOC-26.1-1")
@pytest.mark.clause("ZOC-26.3-1")
def test_cherbourg_knows_no_automatic_victory():
    """ZOC-26.1-1, ZOC-26.3-1: with any losses, and with the Allies anywhere; before the last turn nothing ends."""
    assert outcome(twelfth(units={}, turn=11)) is None
    for scenario, ends in ((CHERBOURG, False), (WEEK, True)):
        state = position({"us_1_esb_utah": "2814"}, scenario=scenario, turn=3, phase="end")
        big = (unit for unit in sorted(state.board.roster) if cadres.counts(state.board, unit))
        state.changed(boxes={"eliminated": tuple(big)})
        assert len(cadres.big_units_lost(state, "us")) >= state.board.tables.cadres.most_lost["us"]
        assert (outcome(state) is not None) is ends


@pytest.mark.clause("ZOC-26.3-4")
@pytest.mark.clause("ZOC-X-26.3")
def test_valognes_is_out_of_reach_of_the_82nd():
    """ZOC-26.3-4: the worked example ZOC-X-26.3."""
    given, expect = example("ZOC-X-26.3")
    state = twelfth()
    leash = next(leash for leash in state.board.special.leashes if leash.formation == "us_82ab")
    target = state.board.map.place(given["target"]).hex
    nearest = min(state.board.grid.distance(target, hex_) for hex_ in leash.hexes)
    assert (nearest, leash.distance) == (given["nearest_82nd_drop"], given["limit"])
    assert (nearest <= leash.distance) is expect["allowed"]


@pytest.mark.clause("ZOC-3-10")
def test_the_end_is_an_event():
    """ZOC-3-10."""
    state = held(turn=22)
    (event,) = carried_out(state, victory.end_of_turn(state))
    assert isinstance(event, GameOver) and state.now.result == event.outcome
