"""American attacks (OMA-8.1 to OMA-8.3, OMA-8.11 to OMA-8.33)."""

from collections import Counter

import pytest

from tests.rules.omaha.printed import BOARD, FIELDS, GRID, TABLES, at, example
from wab.content.omaha.loader import load_content
from wab.systems.omaha.combat.attack import (
    STRENGTH,
    Attacker,
    Objective,
    Piece,
    assault,
    flanked,
    forecast,
    hero_uses,
    lacking,
    read,
    retreats,
    why_not_attack,
    why_not_join,
)

LOW = ("low_beach", "mid_beach", "high_beach", "pavilion", "draw")


def whole(kind, distance):
    """The weapons of a unit of full strength."""
    return {weapon for row in kind.weapons if row.at[0] <= distance <= row.at[1] for weapon in row.has}


def target(label):
    """The hex of a position as a target of attacks."""
    hex_ = at(label)
    position = FIELDS.positions[FIELDS.at[hex_]]
    return Objective(
        hex=hex_,
        sides={near: BOARD.side_row(near, hex_) for near in GRID.adjacent(hex_)},
        defence=0 if position.wn else TABLES.terrain.hexes[BOARD.terrain[hex_]].defence,
        high=BOARD.terrain[hex_] not in LOW,
        covers_beach=any(BOARD.terrain[one].endswith("beach") for one in position.dots),
    )


def unit(label, kind="infantry", number=None, target="0816", **values):
    hex_, row = at(label), TABLES.types[kind]
    far = GRID.distance(hex_, at(target))
    own = {
        "unit": hex_ if number is None else number,
        "hex": hex_,
        "kind": kind,
        "infantry": row.moves == "foot",
        "armoured": row.moves == "vehicle",
        "strength": 6,
        "reach": row.range,
        "weapons": frozenset(whole(row, far)),
        "low": BOARD.terrain[hex_] in LOW,
    }
    return Attacker(**own | values)


def why(label, *attackers, naval=False, no_radios=False):
    found = why_not_attack(GRID, target(label), attackers, naval, no_radios)
    return found.code if found else ""


# ---------------------------------------------------------------- range and weapons


def profile(name):
    return BOARD.roster[BOARD.ids[name]]


TANK = next(one for one in BOARD.roster.values() if one.type == "tank")


@pytest.mark.clause("OMA-8.11-1", "OMA-2.21-8")
@pytest.mark.clause("OMA-X-32")
def test_the_hex_of_the_target_counts_for_the_range():
    given, expect = example(32)
    assert (given["distance"] <= TANK.range(2)) is expect["in_range"]
    assert not TANK.weapons(2, given["distance"] + 1)


@pytest.mark.parametrize("number", [35, 36])
@pytest.mark.clause("OMA-8.27-1")
@pytest.mark.clause("OMA-X-35", "OMA-X-36")
def test_tanks_have_fewer_weapons_far_off(number):
    given, expect = example(number)
    assert TANK.weapons(2, given["tank_distance"]) == set(expect["weapons"])
    assert TANK.weapons(1, given["tank_distance"]) == set(expect["weapons"])


@pytest.mark.clause("OMA-8.26-1", "OMA-8.21-1", "OMA-2.21-7")
def test_infantry_that_has_lost_a_step_has_the_weapons_of_its_counter_and_no_range():
    heavy = profile("D/1/16")
    assert heavy.weapons(3, 2) == {"MG", "MT"}
    assert heavy.weapons(3, 1) == {"BR", "BZ", "MG", "MT", "RD"}
    assert (heavy.range(3), heavy.range(2)) == (2, 1)
    assert heavy.weapons(2, 2) == set()
    assert heavy.weapons(2, 1) == {"MG", "MT", "RD"}
    assert heavy.weapons(1, 1) == {"MG"}


# ---------------------------------------------------------------- who joins


@pytest.mark.clause("OMA-8.1-1", "OMA-8.1-2")
def test_an_attack_needs_adjacent_infantry():
    assert why("1014", unit("1114", target="1014")) == ""
    assert why("1014", unit("1013", "engineer", target="1014")) == "no-infantry"
    assert why("1014", unit("1216", target="1014")) == "out-of-range"
    assert why("1014", unit("1114", target="1014"), unit("1013", "engineer", target="1014")) == ""


@pytest.mark.clause("OMA-8.14-1")
def test_leaders_do_not_attack():
    assert why("1014", unit("1114", target="1014"), unit("1013", "hq", target="1014")) == "leader"


@pytest.mark.clause("OMA-8.15-1", "OMA-8.15-2")
def test_infantry_attacks_across_a_bluff_from_above_and_heavy_weapons_beside_others():
    """0812 lies above a bluff towards 0712, and open towards 0911 and 0912."""
    beach, above = unit("0712", target="0812"), unit("0911", target="0812")
    assert BOARD.side_row(at("0712"), at("0812")).attack == "high" and not BOARD.side_row(at("0912"), at("0812")).attack
    assert why("0812", beach) == "barred-side"
    heavy = unit("0712", "heavy_infantry", target="0812")
    assert why("0812", heavy) == "no-other-infantry"
    open_side = next(hex_ for hex_ in target("0812").sides if not BOARD.side_row(hex_, at("0812")).attack)
    other = unit(GRID.label(open_side), target="0812")
    assert why("0812", heavy, other) == ""
    assert why("0812", beach, other) == "barred-side"
    down = target("0812")._replace(hex=at("0712"), sides={at("0812"): BOARD.side_row(at("0812"), at("0712"))})
    assert why_not_join(GRID, down, unit("0812", target="0712"), []) is None
    assert above.low is (BOARD.terrain[at("0911")] in LOW)


@pytest.mark.clause("OMA-8.1-3", "OMA-8.12-1")
def test_from_low_ground_units_at_range_see_only_positions_that_cover_the_beach():
    low = next(hex_ for hex_ in range(GRID.size) if GRID.distance(hex_, at("0816")) == 2 and BOARD.terrain[hex_] in LOW)
    heavy = unit(GRID.label(low), "heavy_infantry", target="0816")
    assert why_not_join(GRID, target("0816"), heavy, []) is None
    blind = target("0816")._replace(covers_beach=False)
    assert why_not_join(GRID, blind, heavy, []).code == "out-of-sight"
    assert why_not_join(GRID, blind, heavy._replace(low=False), []) is None


@pytest.mark.clause("OMA-8.1-4")
def test_tanks_join_beside_the_infantry_or_under_orders():
    infantry = unit("1114", target="1014")
    tank = unit("1115", "tank", target="1014")
    far = unit("1214", "tank", target="1014")._replace(hex=at("1316"))
    assert GRID.distance(tank.hex, infantry.hex) == 1
    assert why("1014", infantry, tank) == ""
    assert why("1014", infantry, far) == "no-orders"
    assert why("1014", infantry, far._replace(commanded=True)) == ""
    assert why("1014", infantry._replace(commanded=True), far) == ""


@pytest.mark.clause("OMA-8.1-5")
def test_artillery_joins_under_the_headquarters_of_the_infantry():
    infantry = unit("1114", target="1014", hqs=frozenset({90}))
    guns = unit("1316", "artillery", target="1014", hqs=frozenset({90}))
    assert why("1014", infantry, guns) == ""
    assert why("1014", infantry, guns._replace(hqs=frozenset({91}))) == "no-headquarters"
    assert why("1014", infantry, guns._replace(under_fire=True)) == "exposed"
    assert why("1014", infantry, guns._replace(under_fire=True, armoured=True, kind="sp_artillery")) == ""
    assert why("1014", infantry, guns._replace(hex=at("1013"))) == "too-near"


@pytest.mark.clause("OMA-8.1-6", "OMA-8.51-1")
def test_naval_fire_needs_a_radio_or_a_headquarters():
    plain = unit("1114", target="1014", weapons=frozenset({"BR"}))
    assert why("1014", plain, naval=True) == "no-radio"
    assert why("1014", plain._replace(hqs=frozenset({90})), naval=True) == ""
    radio = plain._replace(weapons=frozenset({"RD"}))
    assert why("1014", radio, naval=True) == ""
    assert why("1014", radio, naval=True, no_radios=True) == "no-radio"


# ---------------------------------------------------------------- strength, weapons, flank


@pytest.mark.clause("OMA-8.51-1", "OMA-8.25-1")
@pytest.mark.clause("OMA-X-38")
def test_naval_fire_adds_nine_and_its_weapons():
    given, expect = example(38)
    one = unit("1114", target="1014", strength=given["attack_strength"], weapons=frozenset({"RD"}))
    made = assault(GRID, target("1014"), [one], TABLES.limits, naval=given["naval_fire"])
    assert made.strength == expect["strength"]
    assert (lacking(GRID, made, [Piece(3, tuple(given["required"]))]) == []) is expect["weapons_met"]
    without = assault(GRID, target("1014"), [one], TABLES.limits)
    assert lacking(GRID, without, [Piece(3, tuple(given["required"]))]) == given["required"]


@pytest.mark.clause("OMA-8.31-1")
@pytest.mark.clause("OMA-X-37")
def test_the_side_that_helps_the_germans_least_is_used():
    given, expect = example(37)
    sides = TABLES.terrain.sides
    first, second, *_ = GRID.adjacent(at("1014"))
    place = target("1014")._replace(
        sides=dict(zip((first, second), (sides[name] for name in given["attack_sides"]), strict=True))
    )
    both = [unit(GRID.label(hex_), target="1014") for hex_ in (first, second)]
    made = assault(GRID, place, both, TABLES.limits)
    assert made.defence - place.defence == sides[expect["side_used"]].defence
    assert assault(GRID, place, both[:1], TABLES.limits).defence - place.defence == sides["slope"].defence == 1


@pytest.mark.clause("OMA-8.3-2")
def test_terrain_of_the_hex_helps_reinforcements_but_no_nest():
    assert target("1317").defence == TABLES.terrain.hexes["building"].defence == 2  # C5
    assert target("1021").defence == 0  # WN67, in a village


@pytest.mark.clause("OMA-8.22-1", "OMA-8.22-2")
@pytest.mark.clause("OMA-X-33", "OMA-X-34")
def test_a_flank_needs_two_hexes_apart_and_two_flanks_three_hexes():
    ring = GRID.adjacent(at("1014"))
    given, expect = example(33)
    assert given["requirement"] == "FL on unit"
    assert flanked(GRID, [ring[0], ring[2]], 1) is expect["met"]
    assert not flanked(GRID, [ring[0], ring[1]], 1)
    assert not flanked(GRID, [ring[0]], 1)
    _, expect = example(34)
    assert flanked(GRID, ring[:3], 2) is expect["met"]
    assert not flanked(GRID, [ring[0], ring[2]], 2)
    assert flanked(GRID, [], 0)
    near = [unit(GRID.label(ring[0]), target="1014"), unit(GRID.label(ring[2]), target="1014", number=2)]
    made = assault(GRID, target("1014"), near, TABLES.limits)
    assert lacking(GRID, made, [Piece(3, ("FL",))]) == []
    assert lacking(GRID, made, [Piece(3, ("FL",)), Piece(1, ("FL",))]) == ["FL"]


@pytest.mark.clause("OMA-8.24-1")
def test_a_headquarters_gives_adjacent_attackers_a_radio():
    one = unit("1114", target="1014", weapons=frozenset({"BR"}))
    assert assault(GRID, target("1014"), [one], TABLES.limits).weapons == {"BR"}
    led = one._replace(hqs=frozenset({90}), weapons=frozenset({"BR", "RD"}))
    assert "RD" in assault(GRID, target("1014"), [led], TABLES.limits, no_radios=True).weapons
    quiet = led._replace(hqs=frozenset())
    assert "RD" not in assault(GRID, target("1014"), [quiet], TABLES.limits, no_radios=True).weapons


# ---------------------------------------------------------------- the table


def made(strength, *weapons, hero=False, hexes=("1114",)):
    one = unit("1114", target="1014", strength=strength, weapons=frozenset(weapons), hero=hero)
    return assault(GRID, target("1014")._replace(defence=0), [one], TABLES.limits)


LEDGER = {
    ("missing", 0): ("F2", "F2", "F2", "F2"),
    ("missing", 1): ("F1", "F1", "F1", "F1"),
    ("missing", 2): ("D", "V", "D", "D"),
    ("missing", 3): ("X", "V", "L", "L"),
    ("present", 0): ("DF", "DF", "DF", "DF"),
    ("present", 1): ("X", "V", "L", "L"),
    ("present", 2): ("X", "V", "L", "XX"),
    ("present", 3): ("X", "V", "L", "XX"),
}


@pytest.mark.parametrize(("half", "ratio"), LEDGER)
@pytest.mark.clause("OMA-8.3-4", "OMA-14-3")
def test_every_cell_of_the_attack_table(half, ratio):
    """Against the cells of OMA-T-ATTACK: a unit of 4, at 4 times the ratio and just below the next row."""
    unit_ = Piece(4, ("BZ",))
    own = ("BZ",) if half == "present" else ()
    for strength in (4 * ratio, 4 * ratio + 3):
        attack = made(strength, *own)
        alone = read(GRID, TABLES.attack, False, attack, unit_)
        hidden = read(GRID, TABLES.attack, False, attack, unit_, hidden=True)
        pair = Piece(3, ("BZ",)), Piece(1)
        shown = [read(GRID, TABLES.attack, late, attack, *pair) for late in (False, True)]
        assert (alone.code, hidden.code, *(one.code for one in shown)) == LEDGER[half, ratio]
        assert (alone.ours, alone.theirs) == (strength, 4)


@pytest.mark.clause("OMA-8.23-1", "OMA-8.23-2", "OMA-8.23-3")
def test_a_hero_is_a_weapon_or_strength_once_and_never_a_flank():
    def codes(attack, *pieces, used=""):
        return {one.hero: one.code for one in hero_uses(GRID, TABLES.attack, False, attack, *pieces, used=used)}

    assert codes(made(4, hero=True), Piece(4, ("BZ",))) == {"": "F1", "BZ": "X"}
    assert codes(made(4), Piece(4, ("BZ",))) == {"": "F1"}
    assert codes(made(3, "BZ", hero=True), Piece(4, ("BZ",))) == {"": "DF", STRENGTH: "X"}
    assert codes(made(4, hero=True), Piece(4, ("FL",))) == {"": "F1"}
    assert codes(made(4, hero=True), Piece(4, ("BZ", "FT"))) == {"": "F1"}
    assert codes(made(4, hero=True), Piece(4, ("BZ",)), used="BZ") == {"BZ": "X"}


@pytest.mark.clause("OMA-8.3-5", "OMA-9.42-2")
def test_the_forecast_is_exact_over_units_and_markers_that_may_lie_there():
    attack = made(6, "BZ", "DE")
    squads = Counter(Piece(row.strength, row.needs) for row in load_content().german["squad"])
    markers = Counter(Piece(row.strength, row.needs, row.tactical) for row in load_content().german["wn_marker"])
    alone = forecast(GRID, TABLES.attack, False, attack, squads)
    assert sum(alone.values()) == 9
    plain = Counter((read(GRID, TABLES.attack, False, attack, piece).code,) for piece in squads.elements())
    assert alone == plain
    both = forecast(GRID, TABLES.attack, False, attack, squads, markers)
    by_hand = Counter()
    for piece in squads.elements():
        for marker in markers.elements():
            first = read(GRID, TABLES.attack, False, attack, piece, hidden=True).code
            then = None if marker.tactical else marker
            second = read(GRID, TABLES.attack, False, attack, piece, then).code
            by_hand[(first, second) if first == "V" else (first,)] += 1
    assert both == by_hand and sum(both.values()) == 9 * 18
    assert any(codes[-1] == "X" for codes in both if len(codes) == 2)


@pytest.mark.clause("OMA-8.33-1", "OMA-8.33-2")
def test_only_a_linked_unit_of_the_352nd_on_a_reinforcement_position_retreats():
    assert retreats(False, "352", True)
    assert not any((retreats(True, "352", True), retreats(False, "716", True), retreats(False, "352", False)))
