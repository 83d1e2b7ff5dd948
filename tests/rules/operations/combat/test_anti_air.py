"""Anti-aircraft fire: ledger 7.6, 7.4.4-4, 7.5.2-4 and OPS-T-AA."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fights import only, the
from wab.engine import Dice, Rolled, draw
from wab.systems.operations.combat.anti_air import flight, flights, fly, risks, strength, through, umbrella
from wab.systems.operations.combat.bombardment import execute_bombard, points_on, preview_bombardment
from wab.systems.operations.combat.combat import execute_attack, preview
from wab.systems.operations.combat.two_dice import TOTALS, WAYS
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import Bombarded, CombatJoined, CombatResolved, LostHp, SquadronFlew, Tired
from wab.systems.operations.state.orders import Attack, Bombard
from wab.systems.operations.testing.boards import campaign_tables, ledger_examples, ledger_tables, make_board

STREAM = "anti_air"


def raid(anti_air=3, row=". . . . .", **traits):
    """An Allied regiment in hex 1, an Axis one with so much anti-air in hex 2, fighter-bombers above."""
    b = make_board([row])
    unit, foe = b.place("infantry", 1), b.place("infantry", 2, "axis", anti_air=anti_air)
    return b, unit, foe, b.squadron(**traits)


def with_flak_dice(b, *pairs):
    """Let the throws of two for anti-aircraft fire show these faces, one pair an air unit."""
    wanted = [face for pair in pairs for face in pair]
    seed = 0
    while any(draw(seed, STREAM, i, 6) + 1 != face for i, face in enumerate(wanted)):
        seed += 1
    b.set(dice=Dice(seed))


# ------------------------------------------------------------------------------------------------- the table


@pytest.mark.clause("OPS-T-AA")
def test_the_table_is_the_ledger_s():
    rows = campaign_tables().anti_air.results
    expected = ledger_tables()["OPS-T-AA"]["rebuild"]["results"]
    assert [(row.abort, row.hp) for row in rows] == [(row["abort"], row["hp_lost"]) for row in expected]
    ends = [int(row["total"].split()[-1]) for row in expected[:-1] if "to" in row["total"]]
    assert [row.up_to for row in rows] == [8, *ends, None]


@pytest.mark.clause("OPS-7.6-1")
@pytest.mark.parametrize(
    ("total", "end"),
    [
        (8, (False, 0)),
        (9, (True, 0)),
        (10, (True, 0)),
        (11, (True, 1)),
        (12, (True, 1)),
        (13, (True, 2)),
        (15, (True, 3)),
    ],
)
def test_two_dice_and_anti_air_less_defence_say_what_becomes_of_an_air_unit(total, end):
    b, _, _, plane = raid(defence=3)
    result = flight(b.state, plane, 5, 8, total - 8 + 3)
    assert (result.aborted, result.hp) == end
    assert result.points == (0 if result.aborted else 5)


@pytest.mark.parametrize(("fire", "ways"), [(1, 3), (3, 10), (6, 26)])
def test_the_chances_that_the_ledger_checks_the_table_by(fire, ways):
    b, _, _, plane = raid()
    aborted = sum(count for end, count in flights(b.state, plane, 5, fire).items() if end.aborted)
    assert aborted == ways


def test_nobody_loses_more_hp_than_it_has():
    b, _, _, plane = raid(hp=1)
    assert flight(b.state, plane, 1, 12, 12).hp == 1


# ------------------------------------------------------------------------------------------------- who fires


@pytest.mark.clause("OPS-X-21")
@pytest.mark.clause("OPS-7.6-2")
@pytest.mark.clause("OPS-7.6-3")
@pytest.mark.clause("OPS-10.1.1-13")
def test_range_0_covers_the_own_hex_and_range_1_the_neighbours():
    example = ledger_examples()["OPS-X-21"]
    b, _, foe, _ = raid(anti_air=1)
    given_a, given_b = example["given"]["unit_a"], example["given"]["unit_b"]
    near = [b.place("battalion", 3, "axis", anti_air=3, anti_air_range=unit["aa_range"]) for unit in (given_a, given_b)]
    far = b.place("battalion", 4, "axis", anti_air=3, anti_air_range=1)
    fires = {unit.id for unit in umbrella(b.state, 2, "axis")}
    assert [unit in fires for unit in near] == [example["expect"]["a_fires"], example["expect"]["b_fires"]]
    assert foe in fires and far not in fires


@pytest.mark.clause("OPS-7.6-4")
@pytest.mark.clause("OPS-7.2-11")
def test_neighbours_of_the_target_fire_at_aircraft_and_do_nothing_else_for_it():
    b, unit, foe, plane = raid(anti_air=0)
    flak = b.place("battalion", 3, "axis", anti_air=3, anti_air_range=1, defence=50)
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,))))
    assert the(events, SquadronFlew).guns == (flak,)
    joined = the(events, CombatJoined)
    assert joined.defenders == (foe,) and joined.defence == 1000


@pytest.mark.clause("OPS-10.1.1-11")
@pytest.mark.parametrize(
    ("units", "points"),
    [([(3, 8)], 3), ([(1, 4)], 0), ([(1, 5)], 1), ([(1, 4), (2, 8)], 2), ([(1, 4), (1, 4)], 1), ([(3, 4)], 1), ([], 0)],
)
def test_points_count_by_the_hp_left_all_together_to_the_nearest_halves_down(units, points):
    b = make_board([". . ."])
    placed = [b.place("infantry", 0, "axis", anti_air=anti_air, hp=hp, full_hp=8) for anti_air, hp in units]
    assert strength(b.state, [b.state.units[unit] for unit in placed]) == points


@pytest.mark.clause("OPS-7.6-5")
@pytest.mark.clause("OPS-7.6-1")
def test_every_air_unit_is_fired_at_by_itself_in_every_attack():
    b, unit, foe, first = raid(anti_air=3)
    second, bomber = b.squadron("us_recon"), b.squadron("us_heavy_bombers")
    for _ in range(2):  # too many to be driven out
        b.place("infantry", 2, "axis", defence=90)
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (first, second))))
    flak = [event for event in only(events, Rolled) if event.stream == STREAM]
    assert [len(rolled.results) for rolled in flak] == [2, 2]
    assert [(flew.squadron, flew.anti_air, flew.defence) for flew in only(events, SquadronFlew)] == [
        (first, 3, 3),
        (second, 3, 4),
    ]
    later = the(b.happen(execute_bombard(b.state, Bombard((bomber,), 2))), SquadronFlew)
    assert later.guns == (foe,) and later.roll >= 2


@pytest.mark.clause("OPS-8.5.2-1")
def test_unsupplied_units_go_on_firing_at_aircraft():
    b, _, foe, _ = raid(anti_air=3)
    b.change(foe, supplied=False, turns_unsupplied=4)
    assert strength(b.state, umbrella(b.state, 2, "axis")) == 3


def test_without_anti_aircraft_points_nobody_rolls():
    b, unit, _, plane = raid(anti_air=0)
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,))))
    flew = the(events, SquadronFlew)
    assert (flew.points, flew.aborted, flew.roll, flew.guns, flew.total) == (5, False, 0, (), 0)
    assert STREAM not in {rolled.stream for rolled in only(events, Rolled)}


@pytest.mark.clause("OPS-10.1.1-12")
@pytest.mark.clause("OPS-10.3.1-14")
def test_the_engine_knows_anti_air_of_the_allies_as_well():
    assert {kind.nation for kind in campaign_tables().air.values()} == {"us", "uk"}
    b = make_board([". . . ."], active="axis")
    unit, foe = b.place("infantry", 1, "axis"), b.place("infantry", 2, anti_air=9)
    plane = b.squadron(side="axis")
    with_flak_dice(b, (3, 3))
    flew = the(b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,)))), SquadronFlew)
    assert flew.guns == (foe,) and flew.aborted


# ------------------------------------------------------------------------------------------------- what it changes


@pytest.mark.clause("OPS-7.4.4-4")
def test_only_the_points_that_get_through_become_a_bonus():
    b, unit, _, first = raid(anti_air=3)
    second = b.squadron()
    order = Attack((unit,), 2, 1, (first, second))
    with_flak_dice(b, (6, 6), (1, 1))  # 12: driven off with a loss; 2: through
    shown = preview(b.state, order)
    assert shown.odds.modifier == 2  # 10 points, were it not for the flak
    happened = b.happen(execute_attack(b.state, order))
    joined = the(happened, CombatJoined)
    (line,) = joined.lines
    assert (line.value, line.clause) == (1, "OPS-7.4.4-4")
    assert line.text.args == {"points": 5, "lost": 5}
    combat = next(rolled for rolled in only(happened, Rolled) if rolled.stream == "combat")
    assert the(happened, CombatResolved).roll == combat.total + 1
    steps = [happened.index(event) for event in only(happened, SquadronFlew)] + [happened.index(joined)]
    assert steps == sorted(steps)
    assert b.state.squadrons[first].hp == 3 and b.state.squadrons[second].hp == 4


@pytest.mark.clause("OPS-7.4.4-4")
def test_a_support_lost_to_the_last_point_is_still_told():
    b, unit, _, plane = raid(anti_air=3)
    with_flak_dice(b, (6, 6))
    joined = the(b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,)))), CombatJoined)
    assert [(line.value, line.clause) for line in joined.lines] == [(0, "OPS-7.4.4-4")]


@pytest.mark.clause("OPS-7.4.4-4")
@pytest.mark.clause("OPS-10.3.1-4")
def test_a_mission_given_up_counts_as_flown_and_its_hp_as_lost():
    b, _, _, plane = raid(anti_air=9)
    with_flak_dice(b, (6, 6))  # 18: three HP
    b.happen(fly(b.state, {plane: 5}, 2, "allied"))
    assert (b.state.squadrons[plane].hp, b.state.squadrons[plane].flown) == (1, True)
    assert b.state.hp_lost == {"allied": 3, "axis": 0}


@pytest.mark.clause("OPS-7.4.5-3")
def test_aircraft_sent_against_a_lone_commander_fly_for_nothing():
    b, unit, foe, plane = raid(anti_air=0)
    b.remove(foe)
    b.place("commander", 2, "axis")
    b.place("battalion", 3, "axis", anti_air=9, anti_air_range=1)
    order = Attack((unit,), 2, 1, (plane,))
    shown = preview(b.state, order)
    assert shown.destroy_chance == 1 and shown.air[0].anti_air == 9
    assert {branch.defender_hp for branch in shown.branches} == {2}
    events = b.happen(execute_attack(b.state, order))
    assert the(events, SquadronFlew).anti_air == 9
    assert not only(events, CombatResolved) and b.state.squadrons[plane].flown


@pytest.mark.clause("OPS-7.5.2-4")
def test_bombers_driven_off_leave_the_rest_of_a_bombardment():
    b, _, _, plane = raid(anti_air=9)
    gun, bomber = b.place("artillery", 1, bombardment=10), b.squadron("us_heavy_bombers")
    with_flak_dice(b, (3, 3))
    order = Bombard((gun, bomber), 2)
    assert points_on(b.state, order)[0] == 25
    events = b.happen(execute_bombard(b.state, order))
    bombarded = the(events, Bombarded)
    assert bombarded.points == 10 == sum(shift.value for shift in bombarded.shifts)
    assert [shift.clause for shift in bombarded.shifts] == ["OPS-7.5.1-10", "OPS-10.3.1-7", "OPS-7.5.2-4"]
    assert not b.state.squadrons[plane].flown


@pytest.mark.clause("OPS-7.5.2-1")
@pytest.mark.clause("OPS-7.5.2-4")
def test_a_bombardment_without_bombers_left_has_no_effect_and_tires_nobody():
    b, _, foe, _ = raid(anti_air=9)
    bomber = b.squadron("us_heavy_bombers")
    with_flak_dice(b, (3, 3))
    events = b.happen(execute_bombard(b.state, Bombard((bomber,), 2)))
    assert the(events, Bombarded).points == 0
    assert not only(events, LostHp) and not only(events, Tired)
    assert b.state.units[foe].fatigue == 0
    assert b.state.squadrons[bomber].flown


# ------------------------------------------------------------------------------------------------- previews


def test_the_risk_of_an_air_unit_says_where_it_comes_from():
    b, unit, foe, plane = raid(anti_air=2)
    flak = b.place("battalion", 3, "axis", anti_air=4, anti_air_range=1)
    (risk,) = preview(b.state, Attack((unit,), 2, 1, (plane,))).air
    assert (risk.squadron, risk.points, risk.anti_air, risk.defence) == (plane, 5, 6, 3)
    assert [(shift.value, shift.clause) for shift in risk.guns] == [(2, "OPS-7.6-2"), (4, "OPS-7.6-3")]
    assert risk.abort_chance == pytest.approx(26 / 36)
    assert risk.destroy_chance == 0
    b.remove(foe)
    b.remove(flak)
    b.place("infantry", 2, "axis")
    (free,) = risks(b.state, {plane: 5}, 2, "allied")
    assert (free.anti_air, free.abort_chance, free.expected_hp, free.guns) == (0, 0, 0, ())


def test_a_preview_lists_what_may_be_left_of_the_support():
    b, unit, _, first = raid(anti_air=3)
    gun, second = b.place("artillery", 1, bombardment=3), b.squadron()
    shown = preview(b.state, Attack((unit,), 2, 1, (gun, first, second)))
    through_one = 26 / 36
    assert [(chance.points, chance.modifier) for chance in shown.support] == [(13, 3), (8, 2), (3, 1)]
    expected = [through_one**2, 2 * through_one * (1 - through_one), (1 - through_one) ** 2]
    assert [chance.probability for chance in shown.support] == pytest.approx(expected)
    assert shown.odds.modifier == 3
    assert sum(branch.probability for branch in shown.branches) == pytest.approx(1)
    assert len(shown.branches) == 3 * len(TOTALS)


def all_throws(squadrons):
    """Every combination of throws for so many air units, with its ways."""
    for totals in product(TOTALS, repeat=squadrons):
        ways = 1
        for total in totals:
            ways *= WAYS[total]
        yield totals, ways


KINDS_OF_AIRCRAFT = ("us_fighter_bombers", "uk_recon")
AIRCRAFT = st.lists(st.tuples(st.sampled_from(KINDS_OF_AIRCRAFT), st.integers(1, 3)), min_size=1, max_size=2)


@given(planes=AIRCRAFT, anti_air=st.integers(0, 8), hp=st.integers(1, 8))
@settings(deadline=None, max_examples=20, derandomize=True)
def test_points_through_equal_the_enumeration_of_all_throws(planes, anti_air, hp):
    b = make_board([". . . ."])
    b.place("infantry", 1)
    foe = b.place("infantry", 2, "axis", anti_air=anti_air, hp=hp)
    points = {b.squadron(kind, hp=left): 3 + left for kind, left in planes}
    fire = strength(b.state, [b.state.units[foe]])
    expected = {}
    for totals, ways in all_throws(len(points)):
        ends = [
            flight(b.state, id_, brings, fire, total)
            for (id_, brings), total in zip(points.items(), totals, strict=True)
        ]
        total = sum(end.points for end in ends) if fire else sum(points.values())
        expected[total] = expected.get(total, 0) + ways
    assert through(b.state, points, 2, "allied") == dict(sorted(expected.items()))


def throw(total):
    first = max(1, total - 6)
    return first, total - first


@pytest.mark.clause("OPS-7.4.4-4")
@given(
    planes=AIRCRAFT,
    anti_air=st.integers(0, 7),
    guns=st.integers(0, 1),
    defence=st.integers(2, 20),
    hp=st.integers(1, 8),
)
@settings(deadline=None, max_examples=6, derandomize=True)
def test_the_preview_of_an_attack_equals_the_enumeration_of_all_flak_and_all_dice(planes, anti_air, guns, defence, hp):
    """Every total of every throw is fought out: ways by (HP of the attacker, HP of the defender, retreat)."""
    b = make_board([". . . . ."])
    unit, foe = b.place("infantry", 1), b.place("infantry", 2, "axis", anti_air=anti_air, defence=defence, hp=hp)
    supports = [b.place("artillery", 0) for _ in range(guns)] + [b.squadron(kind, hp=left) for kind, left in planes]
    order = Attack((unit,), 2, 1, tuple(supports))
    foreseen = preview(b.state, order)
    fired_at = len(planes) if foreseen.air[0].anti_air else 0
    expected = {}
    for totals, ways in all_throws(fired_at + 1):
        outcome = fought_out(b.state.copy(), order, foe, *totals)
        expected[outcome] = expected.get(outcome, Fraction(0)) + Fraction(ways, 36 ** (fired_at + 1))
    shown = {}
    for branch in foreseen.branches:
        outcome = (branch.attacker_hp, branch.defender_hp, branch.retreat)
        shown[outcome] = shown.get(outcome, Fraction(0)) + Fraction(branch.ways, branch.of)
    assert shown == expected
    assert sum(shown.values()) == 1
    means = [float(sum(chance * outcome[i] for outcome, chance in expected.items())) for i in range(3)]
    shown_means = [foreseen.expected_attacker_hp, foreseen.expected_defender_hp, foreseen.retreat_chance]
    assert shown_means == pytest.approx(means)


class Loaded(Dice, frozen=True):
    """Dice that show given totals in any stream: the last is for the combat, the earlier ones for the flak."""

    totals: tuple[int, ...] = ()

    def roll(self, stream, purpose, faces=6, count=1):
        if stream not in (STREAM, "combat", "bombardment"):
            return super().roll(stream, purpose, faces, count)
        place = self.drawn.get(STREAM, 0) // 2 if stream == STREAM else -1
        return Rolled(stream, purpose, faces, self.drawn.get(stream, 0), throw(self.totals[place]))

    def after(self, rolled):
        plain = super().after(rolled)
        return Loaded(plain.seed, plain.drawn, self.totals)


def fought_out(state, order, foe, *totals):
    state.dice = Loaded(1, {}, totals)
    lost = {"attacker": 0, "defender": 0}
    retreat, gone = False, False
    for event in execute_attack(state, order):
        apply(state, event)
        if isinstance(event, LostHp) and event.cause == "combat":
            lost["defender" if event.unit == foe else "attacker"] += event.hp
        if isinstance(event, CombatResolved):
            retreat = event.retreat
        gone = gone or (
            isinstance(event, LostHp) and event.cause == "combat" and event.unit == foe and not hp_of(state, foe)
        )
    return lost["attacker"], lost["defender"], retreat and not gone


def hp_of(state, unit):
    return state.units[unit].hp if unit in state.units else 0


@pytest.mark.clause("OPS-7.5.2-4")
@given(anti_air=st.integers(0, 9), guns=st.integers(0, 12), bombers=st.integers(1, 2), hp=st.integers(1, 8))
@settings(deadline=None, max_examples=6, derandomize=True)
def test_the_preview_of_a_bombardment_equals_the_enumeration_of_all_flak_and_all_dice(anti_air, guns, bombers, hp):
    b = make_board([". . . . ."])
    b.place("infantry", 1)
    foe = b.place("infantry", 2, "axis", anti_air=anti_air, hp=hp)
    units = [b.place("artillery", 1, bombardment=guns)] if guns else []
    units += [b.squadron("us_heavy_bombers") for _ in range(bombers)]
    order = Bombard(tuple(units), 2)
    foreseen = preview_bombardment(b.state, order)
    fired_at = bombers if foreseen.air[0].anti_air else 0
    expected, nothing = {}, Fraction(0)
    for totals, ways in all_throws(fired_at + 1):
        state = b.state.copy()
        state.dice = Loaded(1, {}, totals)
        for event in execute_bombard(state, order):
            apply(state, event)
        lost = state.hp_lost["axis"]
        expected[lost] = expected.get(lost, Fraction(0)) + Fraction(ways, 36 ** (fired_at + 1))
        fatigue = state.units[foe].fatigue if foe in state.units else 10
        nothing += Fraction(ways, 36 ** (fired_at + 1)) if not lost and not fatigue else 0
    shown = {}
    for branch in foreseen.branches:
        shown[branch.hp] = shown.get(branch.hp, Fraction(0)) + Fraction(branch.ways, branch.of)
    assert shown == expected
    assert foreseen.expected_hp == pytest.approx(float(sum(hp * chance for hp, chance in expected.items())))
    assert foreseen.nothing_chance == pytest.approx(float(nothing))


def test_previews_know_no_anti_air_that_their_side_does_not_know():
    from wab.systems.operations.seen.knowledge import known_state

    b = make_board([". . . . . . . . . . . ."])
    b.place("infantry", 1, sight=1)
    b.place("infantry", 2, "axis", anti_air=1)
    b.place("infantry", 3, "axis", anti_air=4, anti_air_range=1)
    known = known_state(b.state, "allied")
    assert strength(known, umbrella(known, 2, "axis")) == 1
    assert strength(b.state, umbrella(b.state, 2, "axis")) == 5
