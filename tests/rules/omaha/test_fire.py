"""German fire (OMA-6.1 to OMA-6.4, OMA-11.4, OMA-14.11, OMA-14.12)."""

from itertools import product
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import ALONE, BOARD, CARDS, FIELDS, GRID, MARKED, TABLES, at, card, example
from wab.engine import Chance
from wab.systems.omaha.combat.fields import Dot
from wab.systems.omaha.combat.fire import (
    Shooter,
    Target,
    hit_limit,
    leader_hits,
    matching,
    shooters,
    spare,
    terms_of,
    volley,
)
from wab.systems.omaha.state.steps import Force

BASIC, LATE = terms_of(TABLES, 6), terms_of(TABLES, 18)


def shot(forces, targets, shown, symbol="circle", sector="east", terms=BASIC, picks=()):
    forces = {at(label): force for label, force in forces.items()}
    firing = shooters(FIELDS, shown, sector, forces, terms)
    return volley(FIELDS, TABLES.fire, firing, targets, symbol, terms, picks)


def struck(found):
    return {(hit.position, hit.unit, hit.effect.step, hit.effect.disrupts) for hit in found.hits}


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize(
    ("number", "forces", "terms"),
    [
        (13, [ALONE], BASIC),
        (14, [MARKED, ALONE], BASIC),
        (52, [ALONE], LATE),
        (53, [MARKED], LATE),
    ],
)
@pytest.mark.clause("OMA-6.31-1", "OMA-14.11-1")
@pytest.mark.clause("OMA-X-13", "OMA-X-14", "OMA-X-52", "OMA-X-53")
def test_a_position_hits_as_many_units_as_it_has_counters(number, forces, terms):
    assert hit_limit(forces, terms) == example(number)[1]["hit_limit"]


@pytest.mark.clause("OMA-6.34-2", "OMA-6.34-3")
@pytest.mark.clause("OMA-X-15")
def test_hits_spread_over_as_many_units_as_possible():
    given, expect = example(15)
    firing = [Shooter("A", given["position_A"]["limit"], "fit", False, False)]
    firing.append(Shooter("B", given["position_B"]["limit"], "fit", False, False))
    board = Small({"A": {1: "intense", 2: "intense", 3: "intense"}, "B": {3: "sporadic"}})
    targets = [Target(number, number, "circle", 3) for number in (1, 2, 3)]
    found = volley(board, TABLES.fire, firing, targets, "circle", BASIC)
    assert {hit.position: {one.unit for one in found.hits if one.position == hit.position} for hit in found.hits} == {
        name: {int(unit[1:]) for unit in expect[name]} for name in "AB"
    }
    assert len({hit.unit for hit in found.hits}) == expect["units_hit"]


class Small:
    """Fields of fire of positions given by their dots, each two hexes from all of them."""

    def __init__(self, dots):
        self.positions = {name: SimpleNamespace(dots=own) for name, own in dots.items()}
        self.distances = {name: dict.fromkeys(own, 2) for name, own in dots.items()}
        self.over = {}
        for name, own in dots.items():
            for hex_, level in own.items():
                self.over.setdefault(hex_, []).append(Dot(name, level, 2))


@pytest.mark.clause("OMA-6.35-1", "OMA-7.62-1", "OMA-6.1-7")
@pytest.mark.clause("OMA-X-16")
def test_five_steps_in_a_hex_match_any_symbol():
    given, expect = example(16)
    stack = [Target(n, 7, given["unit_symbols"][n], steps) for n, steps in enumerate(given["hex_steps"])]
    assert (matching(stack, given["card_symbol"], BASIC) == {0, 1}) is expect["both_count_as_matching"]
    assert matching([one._replace(steps=2) for one in stack], given["card_symbol"], BASIC) == set()


@pytest.mark.parametrize("number", [17, 18])
@pytest.mark.clause("OMA-6.41-1", "OMA-6.3-2", "OMA-6.1-3", "OMA-6.21-1")
@pytest.mark.clause("OMA-X-17", "OMA-X-18")
def test_a_disrupted_half_of_a_position_and_its_marker_count_for_nothing(number):
    given, expect = example(number)
    forces = {at("0812"): replace(MARKED, disrupted=True), at("0912"): ALONE}
    shown = card((FIELDS.positions["WN62"].colour, given["symbol"], "fire"))
    firing = shooters(FIELDS, shown, "east", forces, BASIC)
    assert bool(firing) is expect["fires"]
    assert [battery.room for battery in firing] == ([expect["hit_limit"]] if expect["fires"] else [])


# ---------------------------------------------------------------- all cards against a slow reading

TEN = ["WN60", "WN61", "WN62", "WN64", "WN65", "A1", "u0909", "u1012", "A4", "C1"]
"""Positions of the east whose fields meet."""


def drawn_board(seed):
    """Forces on ten positions and eleven units where three or more fields meet."""
    chance = Chance(seed, "board")
    forces = {}
    for hex_ in [hex_ for name in TEN for hex_ in FIELDS.positions[name].hexes]:
        if chance.below(6):
            marker, seen = "m" if chance.below(2) else None, chance.below(2) == 0
            forces[hex_] = Force("x", marker, seen, False, not chance.below(5))
    covered = [hex_ for name in TEN for hex_ in FIELDS.positions[name].dots]
    covered = sorted(hex_ for hex_ in set(covered) - set(forces) if covered.count(hex_) >= 3)
    places = [covered[chance.below(len(covered))] for _ in range(5)]
    targets = [
        Target(
            number,
            places[chance.below(5)],
            ("circle", "diamond", "triangle")[chance.below(3)],
            1 + chance.below(3),
            not chance.below(4),
            not chance.below(4),
            not chance.below(8),
        )
        for number in range(11)
    ]
    return forces, targets


def slow_shooters(card, sector, forces, times=1):
    """Positions that fire (OMA-6-2, OMA-6.1, OMA-6.3-2, OMA-6.31-1, OMA-6.41-1): {position: (limit, bonus, known)}."""
    found = {}
    for name, position in FIELDS.positions.items():
        own = [forces[hex_] for hex_ in position.hexes if hex_ in forces]
        able = [force for force in own if not force.disrupted]
        if not able or position.sector != sector:
            continue
        for colour, symbol, icon in card.fire:
            with_marker = [force for force in able if force.marker]
            if colour == position.colour and (with_marker or symbol == "single"):
                known = position.wn or able[0].seen
                found[name] = (times * (len(able) + len(with_marker)), icon == "armour", known)
    return found


def slow_effect(level, known, matches, armour):
    """The table of OMA-T-FIRE in words: steps and disruption."""
    if armour:
        return (1, 0) if level == "intense" and matches else (0, 0)
    if level == "intense":
        return ((1, 1) if known else (1, 0)) if matches else ((0, 1) if known else (0, 0))
    if level == "sustained":
        return ((1, 0) if known else (0, 1)) if matches else (0, 0)
    return (0, 1) if matches and known else (0, 0)


def slow_chances(firing, target, targets, symbol, spent):
    """By position what a further hit would do to a unit; spent: pairs of position and unit that have been."""
    crowd = sum(other.steps for other in targets if other.hex == target.hex)
    start = next(other for other in targets if other.unit == target.unit)
    found = {}
    for name, (_, bonus, known) in firing.items():
        level = FIELDS.positions[name].dots.get(target.hex)
        if level and (name, target.unit) not in spent:
            matches = start.symbol == symbol or crowd >= 5
            steps, disrupts = slow_effect(level, known, matches, target.armoured and not bonus)
            steps, disrupts = steps and not target.spared, disrupts and not target.disrupted
            if steps or disrupts:
                found[name] = (level, bool(steps), bool(disrupts))
    return found


def slow_best(options, room, units_by):
    """All ways to share out one hit a unit that no other way betters: OMA-6.31-2, OMA-6.31-3, OMA-6.34-3."""
    units = list(options)
    ways = []
    for choice in product(*([*options[unit], None] for unit in units)):
        hits = [(unit, name) for unit, name in zip(units, choice, strict=True) if name]
        if any(sum(name == one for _, name in hits) > room[one] for one in room):
            continue
        levels = [options[unit][name][0] for unit, name in hits]
        near = sum(
            min(GRID.distance(hex_, units_by[unit].hex) for hex_ in FIELDS.positions[name].hexes) for unit, name in hits
        )
        steps = sum(units_by[unit].steps for unit, _ in hits)
        worth = (len(hits), levels.count("intense"), levels.count("sustained"), -near, steps)
        ways.append((worth, dict(hits)))
    top = max(worth for worth, _ in ways)
    return [hits for worth, hits in ways if worth == top]


def slow_check(firing, targets, symbol, hits, many):
    """Follow the hits of a volley round by round; return the number of rounds, or fail."""
    left, spent, now, todo, rounds = {name: one[0] for name, one in firing.items()}, set(), list(targets), list(hits), 0
    while True:
        options = {}
        for target in now:
            if target.steps and (found := slow_chances(firing, target, targets, symbol, spent)):
                options[target.unit] = {name: one for name, one in found.items() if left[name]}
        options = {unit: found for unit, found in options.items() if found}
        if not options:
            break
        by_unit = {target.unit: target for target in now}
        best = slow_best(options, left, by_unit)
        taken, todo = todo[: len(best[0])], todo[len(best[0]) :]
        assert {hit.unit: hit.position for hit in taken} in best
        for hit in taken:
            assert (hit.effect.step, hit.effect.disrupts) == options[hit.unit][hit.position][1:]
            left[hit.position] -= 1
            spent.add((hit.position, hit.unit))
            one = by_unit[hit.unit]
            now[now.index(one)] = one._replace(
                steps=one.steps - hit.effect.step,
                disrupted=one.disrupted or hit.effect.disrupts,
                spared=one.spared or (hit.effect.step and not many),
            )
        rounds += 1
    assert not todo
    return rounds


@pytest.mark.slow("shares out hits by trying all ways")
@pytest.mark.parametrize("terms", [BASIC, LATE])
@pytest.mark.clause("OMA-6.1-1", "OMA-6.1-2", "OMA-6.1-5", "OMA-6.3-1", "OMA-6.31-2", "OMA-6.31-3", "OMA-6.33-1")
@pytest.mark.clause("OMA-6.34-1", "OMA-6.37-1", "OMA-14.12-1")
def test_all_cards_on_ten_positions_agree_with_a_slow_reading(terms):
    chance, fired, rounds = Chance(0, "picks"), 0, 0
    for (forces, targets), drawn in product([drawn_board(seed) for seed in range(6)], CARDS):
        firing = shooters(FIELDS, drawn, "east", forces, terms)
        slow = slow_shooters(drawn, "east", forces, terms.factor)
        assert {b.position: (b.room, b.bonus, b.column == "fit") for b in firing} == slow
        picks = []
        while (found := volley(FIELDS, TABLES.fire, firing, targets, drawn.target, terms, picks)).tie:
            picks.append(found.tie[chance.below(len(found.tie))])
        assert set(picks) <= {hit.unit for hit in found.hits}
        rounds = max(rounds, slow_check(slow, targets, drawn.target, found.hits, not terms.one_step))
        fired += len(found.hits)
    assert fired > 500 and rounds > 1


@pytest.mark.slow("shares out hits by trying all ways")
@pytest.mark.clause("OMA-6.31-3")
def test_a_tie_names_the_units_that_one_best_way_hits_and_another_spares():
    ties = 0
    for (forces, targets), drawn in product([drawn_board(seed) for seed in range(6)], CARDS):
        firing = shooters(FIELDS, drawn, "east", forces, BASIC)
        slow = slow_shooters(drawn, "east", forces)
        options = {
            target.unit: found
            for target in targets
            if (found := slow_chances(slow, target, targets, drawn.target, set()))
        }
        best = slow_best(options, {name: one[0] for name, one in slow.items()}, {one.unit: one for one in targets})
        open_ones = {unit for unit in options if len({unit in hits for hits in best}) == 2}
        found = volley(FIELDS, TABLES.fire, firing, targets, drawn.target, BASIC)
        assert bool(open_ones) == bool(found.tie and not found.hits)
        if not found.hits:
            assert set(found.tie) <= open_ones
        ties += bool(open_ones)
    assert ties > 20


# ---------------------------------------------------------------- single clauses


@pytest.mark.clause("OMA-6.33-1", "OMA-6.34-1", "OMA-6.34-4")
def test_one_position_takes_a_step_and_another_disrupts_but_no_second_step_is_lost():
    board = Small({"A": {1: "sustained"}, "B": {1: "sporadic"}, "C": {1: "sustained"}})
    firing = [Shooter(name, 1, "fit", False, False) for name in "ABC"]
    found = volley(board, TABLES.fire, firing, [Target(1, 1, "circle", 3)], "circle", BASIC)
    assert sorted((hit.effect.step, hit.effect.disrupts) for hit in found.hits) == [(False, True), (True, False)]
    late = volley(board, TABLES.fire, firing, [Target(1, 1, "circle", 3)], "circle", LATE)
    assert sum(hit.effect.step for hit in late.hits) == 2
    west = volley(board, TABLES.fire, firing, [Target(1, 1, "circle", 3, spared=True)], "circle", BASIC)
    assert struck(west) == {("B", 1, False, True)}


@pytest.mark.clause("OMA-6.34-2")
def test_a_unit_that_is_lost_takes_no_further_hit():
    board = Small({"A": {1: "sustained"}, "B": {1: "sustained", 2: "sporadic"}})
    firing = [Shooter(name, 2, "fit", False, False) for name in "AB"]
    targets = [Target(1, 1, "circle", 1), Target(2, 2, "circle", 3)]
    assert {hit.unit for hit in volley(board, TABLES.fire, firing, targets, "circle", LATE).hits} == {1, 2}
    assert len(volley(board, TABLES.fire, firing, targets, "circle", LATE).hits) == 2


@pytest.mark.parametrize(("icon", "lost"), [("armour", True), ("A", False)])
@pytest.mark.clause("OMA-6.36-1", "OMA-6.36-2", "OMA-6.1-6")
def test_the_armour_symbol_makes_tanks_ordinary_targets(icon, lost):
    sustained = next(hex_ for hex_, level in FIELDS.positions["WN60"].dots.items() if level == "sustained")
    intense = next(hex_ for hex_, level in FIELDS.positions["WN60"].dots.items() if level == "intense")
    tank, near = Target(1, sustained, "circle", 2, armoured=True), Target(2, intense, "circle", 2, armoured=True)
    shown = card((FIELDS.positions["WN60"].colour, "single", icon))
    assert bool(shot({"0807": ALONE}, [tank], shown).hits) is lost
    (hit,) = shot({"0807": ALONE}, [near], shown).hits
    assert hit.effect == (True, lost)


@pytest.mark.clause("OMA-6.22-1", "OMA-6.2-1")
def test_a_field_across_the_boundary_fires_on_the_card_of_its_own_sector():
    name, hex_ = next(
        (name, hex_)
        for name, position in FIELDS.positions.items()
        for hex_, level in position.dots.items()
        if position.wn and level != "sporadic" and position.sector != BOARD.sector(hex_)
    )
    own = FIELDS.positions[name].sector
    other = {"east": "west", "west": "east"}[own]
    forces = {FIELDS.positions[name].hexes[0]: ALONE}
    shown = card((FIELDS.positions[name].colour, "single", "fire"))
    assert shooters(FIELDS, shown, other, forces, BASIC) == []
    firing = shooters(FIELDS, shown, own, forces, BASIC)
    assert volley(FIELDS, TABLES.fire, firing, [Target(1, hex_, "circle", 3)], "circle", BASIC).hits


@pytest.mark.clause("OMA-24-1")
def test_smoke_and_low_ammunition_are_taken_off():
    hex_ = next(iter(FIELDS.positions["WN60"].dots))
    shown, target = card((FIELDS.positions["WN60"].colour, "single", "fire")), Target(1, hex_, "circle", 3)
    assert shot({"0807": MARKED}, [target], shown).hits
    assert not shot({"0807": MARKED}, [target], shown, terms=BASIC._replace(smoke=frozenset({hex_}))).hits
    assert [hit_limit([force], BASIC._replace(fewer=1)) for force in (ALONE, MARKED)] == [1, 1]
    assert hit_limit([MARKED], LATE._replace(fewer=1)) == 3


@pytest.mark.clause("OMA-6.1-4", "OMA-11.4-1", "OMA-11.41-1", "OMA-11.41-2")
def test_leaders_are_hit_only_with_what_a_limit_has_beyond_all_other_units():
    board = Small({"A": {1: "intense", 2: "sporadic", 3: "sustained", 4: "sustained"}})
    board.distances["A"] = {1: 1, 2: 1, 3: 2, 4: 2}

    def hit(room, eligible, *hexes, picks=(), star=True):
        leaders = {100 + hex_: hex_ for hex_ in hexes}
        left = spare([Shooter("A", room, "fit", False, star)], {"A": eligible})
        return leader_hits(board, left, leaders, (), picks)

    assert hit(2, 1, 1, 3) == ((101,), ())
    assert hit(2, 2, 1) == hit(1, 3, 1) == hit(2, 0, 2) == hit(2, 0, 1, star=False) == ((), ())
    assert hit(1, 0, 3, 4) == ((), (103, 104))
    assert hit(1, 0, 3, 4, picks=[104]) == ((104,), ())
    assert hit(4, 0, 1, 3) == ((101, 103), ())
