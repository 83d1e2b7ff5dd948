"""Strengths, limit, odds, columns and chances (ZOC-10.4 to 10.6, ZOC-11.1, ZOC-11.2)."""

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, carried_out, load, position
from tests.rules.zocbonds.fighting import attack, find, fought, of, refused, scene
from wab.systems.zocbonds.combat import odds
from wab.systems.zocbonds.combat.attack import execute_attack
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.state import OUT

PLAIN = "1432"


@pytest.mark.clause("ZOC-10.4-1")
@pytest.mark.clause("ZOC-10.4-2")
@pytest.mark.clause("ZOC-X-10.4")
@pytest.mark.clause("ZOC-X-10.4b")
def test_the_limit_holds_for_both_sides_and_comes_after_halving():
    given = named("10.4").given["defenders"]
    assert given == ["regiment 7-5", "regiment 7-5", "tank battalion 3-5"]
    city, beside, other = find("city", (), ())
    state = scene(
        city, {"de_12ss_25": {}, "de_12ss_26": {}, "de_17ss_stug": {}},
        {"us_2id_9": (beside, {}), "us_2id_23": (beside, {}), "us_2id_38": (other, {})},
    )  # fmt: skip
    seen = preview(state, attack(state, city, "us_2id"))
    expect = named("10.4").expect
    assert [part.strength for part in seen.defenders] == [7, 7, 3] and seen.bonus == 5
    assert (seen.full_defence, seen.defence) == (expect["raw"], expect["defence"])
    target, one, two = find("clear", ("river",), ("river",))
    assert named("10.4b").given == {"attackers_strength": 24, "across": "river"}
    state = scene(target, {"de_795_ost": {}}, {
        "us_2id_9": (one, {}), "us_2id_23": (one, {}), "us_2id_38": (two, {}), "us_9id_39": (two, {}),
    })  # fmt: skip
    seen = preview(state, attack(state, target, "us_2id"))
    assert seen.attack == named("10.4b").expect["attack"] != named("10.4b").expect["not_value"]


@pytest.mark.clause("ZOC-10.4-3")
@pytest.mark.clause("ZOC-X-10.4c")
def test_at_ten_in_defence_the_best_odds_are_one_to_one():
    given = named("10.4c").given
    assert odds.odds_name(given["attack"], given["defence"]) == named("10.4c").expect["basic_odds"]
    assert odds.odds_name(18, 9) == "2-1"


@pytest.mark.clause("ZOC-10.5-1")
@pytest.mark.clause("ZOC-T-ODDS")
@pytest.mark.parametrize(("attack_", "defence", "name"), [
    (18, 8, "2-1"), (14, 17, "1-2"), (9, 2, "4-1"), (12, 4, "3-1"), (12, 2, "6-1"), (12, 9, "1-1"), (8, 4, "2-1"),
    (7, 4, "1-1"), (7, 2, "3-1"), (9, 9, "1-1"), (11, 8, "1-1"), (7, 6, "1-1"), (12, 6, "2-1"), (18, 1, "18-1"),
    (6, 18, "1-3"), (5, 18, "1-4"),
])  # fmt: skip
def test_odds_are_rounded_for_the_defender(attack_, defence, name):
    assert odds.odds_name(attack_, defence) == name
    start = odds.place(position({}), attack_, defence)
    number, _, right = name.partition("-")
    assert start == (2 - (int(right) - 1) if number == "1" else int(number) + 1) or (start, name) == (-1, "1-4")


@pytest.mark.clause("ZOC-10.5-2")
@pytest.mark.clause("ZOC-X-EOP-halving")
def test_halves_are_added_and_halved_once_a_fraction_up():
    given, expect = named("EOP-halving").given, named("EOP-halving").expect
    half = (odds._half("", ""),)
    parts = tuple(odds.Contribution(n, strength, half) for n, strength in enumerate((6, 6, 1)))
    assert sum(part.strength for part in parts) == given["halved_sum"]
    assert odds.attack_strength(parts) == expect["halved"]
    assert odds.attack_strength((odds.Contribution(9, 5), *parts)) == 12


@pytest.mark.clause("ZOC-11.1-1")
@pytest.mark.clause("ZOC-18.4-1")
@pytest.mark.clause("ZOC-6.5.2-3")
@pytest.mark.clause("ZOC-11.3-5")
def test_all_that_halves_a_unit_halves_it_once():
    target, beside = find("clear", ("river",))
    state = scene(target, {"de_795_ost": {}}, {"us_4id_8": (beside, {"supply": OUT, "landed": True})})
    (part,) = preview(state, attack(state, target, "us_4id")).attackers
    assert {shift.clause for shift in part.halved} == {"ZOC-11.3-1", "ZOC-18.4-1", "ZOC-6.5.2-3"}
    assert preview(state, attack(state, target, "us_4id")).attack == 3


@pytest.mark.clause("ZOC-10.5-3")
def test_worse_than_one_to_three_is_not_attacked():
    village, beside = find("village", ())
    state = scene(village, {"de_12ss_25": {}, "de_12ss_26": {}}, {"us_70_dd": (beside, {"steps": 1})})
    assert refused(state, attack(state, village, "us_70_dd")) == "odds"


@pytest.mark.clause("ZOC-10.5-3")
@pytest.mark.clause("ZOC-12.1-8")
def test_pushed_below_the_table_an_attack_costs_a_step_without_a_die():
    state = scene(PLAIN, {"us_4id_8": {}}, {"de_709id_1_729": ("1433", {})}, side="axis")
    order = attack(state, PLAIN, "de_709id")
    seen = preview(state, order)
    assert seen.odds == "1-3" and seen.column == odds.NO_ROLL and seen.chances == {"A1": 1.0}
    done = fought(state, order)
    assert of(done, ev.CombatRolled)[0].rolled == 0 and of(done, ev.CombatRolled)[0].result == "A1"
    assert state.units[state.board.ids["de_709id_1_729"]].steps == 1 and state.now.fight is None


@pytest.mark.clause("ZOC-10.5-1")
@pytest.mark.clause("ZOC-10.6-1")
@pytest.mark.clause("ZOC-19.1.3-2")
@pytest.mark.clause("ZOC-X-19.1.3")
def test_above_the_table_true_odds_count_before_the_last_column():
    state = position({})
    assert odds.final_column(state, odds.place(state, 18, 2), -1) == "7-1"
    assert odds.final_column(state, odds.place(state, 18, 2), -3) == "6-1"
    assert odds.final_column(state, odds.place(state, 18, 1), 9) == "7-1"
    example = named("19.1.3")
    left = state.board.tables.jabos.left[5]
    assert odds.final_column(state, odds.place(state, 16, 4), -left) == "1-1"
    assert left == 3 and "1-1" in str(example.expect)


@pytest.mark.clause("ZOC-10.5-4")
@pytest.mark.clause("ZOC-T-CRT")
@pytest.mark.parametrize(("column", "die", "result"), board().tables.combat.pinned)
def test_the_cells_that_the_source_gives(column, die, result):
    assert odds.result_of(position({}), column, die) == result


@pytest.mark.clause("ZOC-T-SHIFTS")
@pytest.mark.clause("ZOC-10.6-2")
@pytest.mark.clause("ZOC-10.6-1")
@pytest.mark.clause("ZOC-19.1.2-1")
@pytest.mark.clause("ZOC-11.10-1")
def test_an_allied_attack_gathers_six_shifts_and_seven_from_22_june():
    target, beside, other = find("clear", (), (), also=lambda hex_: bool(board().overlay("naval_zone")[hex_]))
    for turn, most in ((16, 6), (17, 7)):
        state = scene(
            target, {"de_716id_736": {}},
            {"us_4id_8": (beside, {}), "us_70_dd": (beside, {}), "us_vii": (other, {})},
            turn=turn, supply={"us": 5}, air={"us": 2}, ships={"us": 2},
        )  # fmt: skip
        means = {"guns": ["us_vii", "us_vii"], "air": most - 5, "naval": 1}
        order = attack(state, target, "us_4id", "us_70_dd", ["us_4id_8", "us_70_dd"], **means)
        assert refused(state, order) == ""
        assert odds.net(preview(state, order).shifts) == most
        more = attack(state, target, "us_4id", "us_70_dd", ["us_4id_8", "us_70_dd"], **{**means, "air": most - 4})
        assert refused(state, more) == "too-much-air"


# ------------------------------------------------------------------------------------------------- ground


@pytest.mark.clause("ZOC-11.2-1")
@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.parametrize(("terrain", "bonus"), [
    ("clear", 0), ("mixed", 2), ("bocage", 3), ("woods", 3), ("village", 4), ("city", 5),
])  # fmt: skip
def test_ground_adds_to_the_defence(terrain, bonus):
    target, beside = find(terrain, ())
    state = scene(target, {"de_12ss_25": {}}, {"us_4id_8": (beside, {})})
    assert preview(state, attack(state, target, "us_4id")).full_defence == 7 + bonus


@pytest.mark.clause("ZOC-11.2-2")
@pytest.mark.clause("ZOC-11.2-3")
@pytest.mark.clause("ZOC-2.3.6-4")
@pytest.mark.clause("ZOC-X-11.2a")
@pytest.mark.clause("ZOC-X-11.2b")
def test_silhouettes_have_no_bonus_and_add_none():
    assert named("11.2a").given["defenders"] == ["infantry battalion 2", "silhouette tank 4"]
    village, beside = find("village", ())
    tanks = {"de_21pz_1_22": {}}
    state = scene(village, {**tanks, "de_352id_fus": {}}, {"us_4id_8": (beside, {})})
    assert preview(state, attack(state, village, "us_4id")).bonus == named("11.2a").expect["max_dcb"]
    alone = scene(village, tanks, {"us_4id_8": (beside, {})})
    assert preview(alone, attack(alone, village, "us_4id")).bonus == 0
    assert named("11.2b").given["defenders"] == ["regiment 6", "regiment 6"]
    two = scene(village, {"de_2pz_2": {}, "de_2pz_304": {}}, {"us_4id_8": (beside, {})})
    assert preview(two, attack(two, village, "us_4id")).defence == named("11.2b").expect["defence"]


@pytest.mark.clause("ZOC-11.2-3")
@pytest.mark.clause("ZOC-11.2-4")
@pytest.mark.clause("ZOC-9.8.4-1")
@pytest.mark.clause("ZOC-17.7-1")
@pytest.mark.clause("ZOC-16.2-2")
@pytest.mark.parametrize(("key", "values"), [
    ("de_periers_ridge", {}), ("de_3flak_1_flak", {}), ("de_352id_914", {"column": True}),
])  # fmt: skip
def test_who_else_has_no_bonus(key, values):
    village, beside = find("village", ())
    state = scene(village, {key: values}, {"us_4id_8": (beside, {}), "us_4id_12": (beside, {})})
    assert preview(state, attack(state, village, "us_4id")).bonus == 0


@pytest.mark.clause("ZOC-11.2-5")
@pytest.mark.clause("ZOC-13.6-6")
@pytest.mark.clause("ZOC-18.4-2")
@pytest.mark.clause("ZOC-20.2-6")
@pytest.mark.parametrize("values", [{"scattered": True}, {"disrupted": True}, {"supply": OUT}, {"regroup": True}])
def test_units_in_disorder_keep_their_strength_and_the_bonus(values):
    village, beside = find("village", ())
    state = scene(village, {"us_82ab_505": values}, {"de_12ss_25": (beside, {})}, side="axis")
    seen = preview(state, attack(state, village, "de_12ss"))
    assert (seen.full_defence, seen.bonus) == (8, 4)


# ------------------------------------------------------------------------------------------------- chances


@pytest.mark.clause("ZOC-10.5-4")
@pytest.mark.clause("ZOC-19.1.3-1")
@pytest.mark.clause("ZOC-19.1.3-3")
def test_chances_add_up_and_agree_with_many_rolls():
    """A German attack in clear weather, fighter-bombers included."""
    state = scene(
        PLAIN, {"us_101ab_506": {}}, {"de_12ss_25": ("1433", {}), "de_12ss_1_12": ("1433", {})}, side="axis", row=5
    )
    order = attack(state, PLAIN, "de_12ss")
    seen = preview(state, order)
    assert sum(seen.chances.values()) == pytest.approx(1)
    counts: dict[str, int] = {}
    trials = 4000
    for seed in range(trials):
        copy = state.copy()
        copy.dice = type(state.dice)(seed)
        rolled = next(_until_rolled(copy, order))
        counts[rolled.result] = counts.get(rolled.result, 0) + 1
    for result, chance in seen.chances.items():
        assert counts.get(result, 0) / trials == pytest.approx(chance, abs=0.03)
    assert set(counts) <= set(seen.chances)


def _until_rolled(state, order):
    for event in execute_attack(state, order):
        carried_out(state, (event,))
        if isinstance(event, ev.CombatRolled):
            yield event
            return


@pytest.mark.clause("ZOC-19.1.3-1")
@pytest.mark.clause("ZOC-T-JABOS")
def test_fighter_bombers_come_over_german_attacks_in_clear_weather_alone():
    for row, side, rolls in ((5, "axis", 1), (2, "axis", 0), (5, "allied", 0)):
        own, enemy = ("de_12ss_25", "us_101ab_506") if side == "axis" else ("us_101ab_506", "de_12ss_25")
        state = load(scene(PLAIN, {enemy: {}}, {own: ("1433", {})}, side=side, row=row), combat=(2,), jabos=(3,))
        done = fought(state, attack(state, PLAIN, state.profile(state.board.ids[own]).force))
        assert [event.left for event in of(done, ev.JabosRolled)] == [1] * rolls
