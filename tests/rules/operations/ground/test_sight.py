"""Sight (ledger section 6.1)."""

from __future__ import annotations

import numpy as np
import pytest

from wab.systems.operations.ground.sight import levels, sight_distance, visible_hexes
from wab.systems.operations.movement.movement import execute_move
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.boards import LETTERS, ledger_examples, ledger_tables

PLAIN = [". . . . . . . . . ."]
LETTER = {name: letter for letter, name in LETTERS.items()}


def level_at(b, side, unit):
    return levels(b.state, side).get(unit, "invisible")


@pytest.mark.clause("OPS-X-5")
@pytest.mark.clause("OPS-6.1-1")
@pytest.mark.clause("OPS-6.1-2")
@pytest.mark.clause("OPS-6.1-4")
@pytest.mark.clause("OPS-6.1-8")
@pytest.mark.clause("OPS-6.1-9")
@pytest.mark.clause("OPS-6.1-10")
@pytest.mark.parametrize("weather", ["sunny", "overcast"])
def test_worked_example_of_distances(board, weather):
    example = ledger_examples()["OPS-X-5"]
    b = board(PLAIN, weather=weather)
    b.place("infantry", 0, sight=example["given"]["sight"])
    enemies = {hex_: b.place("infantry", hex_, "axis") for hex_ in range(1, 8)}
    for words, level in example["expect"].items():
        for distance in map(int, words.removeprefix("distance_").split("_")):
            assert level_at(b, "allied", enemies[distance]) == level


@pytest.mark.clause("OPS-X-6")
@pytest.mark.clause("OPS-6.1-3")
@pytest.mark.clause("OPS-6.1-5")
@pytest.mark.clause("OPS-6.1-6")
@pytest.mark.clause("OPS-6.1-7")
@pytest.mark.parametrize("weather", ["rain", "storm"])
def test_worked_example_of_weather(board, weather):
    example = ledger_examples()["OPS-X-6"]
    expect = example["expect"][weather]
    b = board(PLAIN, weather=weather)
    observer = b.place("infantry", 0, sight=example["given"]["sight"])
    enemies = {hex_: b.place("infantry", hex_, "axis") for hex_ in range(1, 10)}
    assert sight_distance(b.state, b.state.profile(observer), 0) == 6 * expect["sight"]
    seen = {hex_: level_at(b, "allied", unit) for hex_, unit in enemies.items()}
    assert max(h for h in seen if seen[h] == "identified") == expect["identified_to"]
    assert max(h for h in seen if seen[h] in ("identified", "recognised")) == expect["recognised_to"]
    assert max(h for h in seen if seen[h] != "invisible") == expect["detected_to"]


@pytest.mark.clause("OPS-6.1-7")
def test_thirds_are_exact(board):
    b = board(PLAIN, weather="rain")
    b.place("infantry", 0, sight=5)  # 3 1/3 hexes in rain: a third is 1 1/9, two thirds 2 2/9
    seen = [level_at(b, "allied", b.place("infantry", hex_, "axis")) for hex_ in (1, 2, 3, 4)]
    assert seen == ["identified", "recognised", "detected", "invisible"]


@pytest.mark.clause("OPS-6.1-7")
@pytest.mark.clause("OPS-6.1-12")
def test_sight_never_falls_below_one_hex(board):
    b = board(PLAIN, weather="storm")
    observer = b.place("infantry", 0, sight=1)
    enemy = b.place("infantry", 1, "axis")
    assert sight_distance(b.state, b.state.profile(observer), 0) == 6
    assert level_at(b, "allied", enemy) == "identified"


@pytest.mark.clause("OPS-6.1-12")
@pytest.mark.parametrize("ground", ["b", "f", "c"])
def test_adjacent_enemies_are_identified_whatever_the_ground(board, ground):
    b = board([f". {ground} {ground}"], weather="storm")
    b.place("infantry", 0, sight=2)
    next_to, behind = b.place("infantry", 1, "axis"), b.place("infantry", 2, "axis")
    assert levels(b.state, "allied") == {next_to: "identified"}
    assert behind not in levels(b.state, "allied")


@pytest.mark.clause("OPS-6.1-11")
def test_the_best_of_all_observers_counts(board):
    b = board(PLAIN)
    b.place("infantry", 0, sight=6)
    enemy = b.place("infantry", 6, "axis")
    assert level_at(b, "allied", enemy) == "detected"
    b.place("infantry", 8, sight=3)
    assert level_at(b, "allied", enemy) == "recognised"
    b.place("infantry", 0, sight=1)
    assert level_at(b, "allied", enemy) == "recognised"


@pytest.mark.clause("OPS-6.1-11")
@pytest.mark.parametrize(("west", "east"), [(6, 3), (3, 6)])
def test_the_best_observer_counts_whichever_comes_first(board, west, east):
    """The enemy stands two hexes from both: a third of a sight of 6, two thirds of a sight of 3."""
    b = board([". . . . ."])
    enemy = b.place("infantry", 2, "axis")
    b.place("infantry", 0, sight=west)
    b.place("infantry", 4, sight=east)
    assert level_at(b, "allied", enemy) == "identified"


@pytest.mark.clause("OPS-6.1-11")
def test_the_best_eyes_of_a_stack_count(board):
    b = board(PLAIN)
    b.place("infantry", 0, sight=2)
    b.place("recon", 0, sight=6)
    assert level_at(b, "allied", b.place("infantry", 6, "axis")) == "detected"


@pytest.mark.clause("OPS-6.1-3")
@pytest.mark.clause("OPS-6.1-14")
@pytest.mark.clause("OPS-T-SIGHT")
@pytest.mark.parametrize("terrain", sorted(set(LETTERS.values()) - {"estuary_flats"}))
def test_every_hex_counts_what_the_table_says(board, terrain):
    value = ledger_tables()["OPS-T-SIGHT"]["rebuild"]["value_per_hex"][terrain]
    b = board([f". {LETTER[terrain]} {LETTER[terrain]} {LETTER[terrain]} {LETTER[terrain]} ."])
    b.place("infantry", 0, sight=6)
    farthest = int(visible_hexes(b.state, "allied").nonzero()[0].max())
    hexes = [value, 2 * value, 3 * value, 4 * value, 4 * value + 1]
    assert farthest == sum(distance <= 6 for distance in hexes)


@pytest.mark.clause("OPS-T-SIGHT")
def test_of_two_equally_straight_lines_the_better_counts(board):
    # Two steps NE then NW: the straight line to the hex two rows north runs between the hexes of the row between.
    b = board([". . .", "f . .", ". . ."])
    b.place("infantry", b.at(0, 1), sight=2)
    assert b.board.grid.distance(b.at(0, 1), b.at(2, 1)) == 2
    assert level_at(b, "allied", b.place("infantry", b.at(2, 1), "axis")) == "detected"


@pytest.mark.clause("OPS-T-SIGHT")
@pytest.mark.parametrize("ground", ["h", "H"])
def test_observers_on_a_height_see_farther(board, ground):
    bonus = ledger_tables()["OPS-T-SIGHT"]["rebuild"]["observer_on_hill_bonus"]
    b = board([f"{ground} . . . . . ."])
    observer = b.place("infantry", 0, sight=3)
    assert sight_distance(b.state, b.state.profile(observer), 0) == 6 * (3 + bonus)
    assert sight_distance(b.state, b.state.profile(observer), 1) == 6 * 3
    assert int(visible_hexes(b.state, "allied").sum()) == 1 + 3 + bonus


@pytest.mark.clause("OPS-6.1-3")
def test_the_sea_is_looked_across_in_full(board):
    b = board(["~ ~ ~ ~ ~ ."])
    b.place("ship", 0, sight=5)
    assert level_at(b, "allied", b.place("infantry", 5, "axis")) == "detected"


@pytest.mark.clause("OPS-6.1-13")
def test_an_enemy_out_of_sight_disappears(board):
    b = board(PLAIN)
    scout, enemy = b.place("recon", 5, sight=3), b.place("infantry", 8, "axis")
    assert enemy in levels(b.state, "allied")
    b.happen(execute_move(b.state, Move((scout,), (5, 4, 3))))
    assert enemy not in levels(b.state, "allied")


@pytest.mark.clause("OPS-6.5-3")
def test_intruders_are_at_least_detected(board):
    b = board(PLAIN)
    b.place("infantry", 0, sight=3)
    far, near = b.place("infantry", 9, "axis", spotted=True), b.place("infantry", 1, "axis", spotted=True)
    assert levels(b.state, "allied") == {far: "detected", near: "identified"}


@pytest.mark.clause("OPS-6.1-1")
def test_without_fog_every_enemy_is_identified(board):
    b = board(PLAIN, switches={"fog": False})
    enemy = b.place("infantry", 9, "axis")
    assert levels(b.state, "allied") == {enemy: "identified"}
    assert visible_hexes(b.state, "allied").all()


@pytest.mark.clause("OPS-6.1-1")
def test_a_side_without_units_sees_nothing(board):
    b = board(PLAIN)
    b.place("infantry", 9, "axis")
    assert levels(b.state, "allied") == {}
    assert not visible_hexes(b.state, "allied").any()


def test_each_side_sees_with_its_own_eyes(board):
    b = board(PLAIN)
    long_sighted = b.place("infantry", 0, sight=6)
    short_sighted = b.place("infantry", 5, "axis", sight=2)
    assert levels(b.state, "allied") == {short_sighted: "detected"}
    assert levels(b.state, "axis") == {}
    assert long_sighted not in levels(b.state, "axis")


def test_levels_agree_with_distances_worked_out_one_by_one(board):
    b = board([". b . h . f .", ". . m . b . .", "f . . c . . .", ". h . . . b .", ". . . . . . ."], weather="rain")
    observers = [b.place("infantry", b.at(0, 1), sight=4), b.place("recon", b.at(3, 1), sight=6)]
    for hex_ in range(b.board.grid.size):
        if b.state.side_in(hex_) is None:
            b.place("infantry", hex_, "axis")
    for enemy in b.state.units_of("axis"):
        best = 0
        for observer in observers:
            here = b.state.units[observer].hex
            far = sight_distance(b.state, b.state.profile(observer), here)
            away = b.board.sight.distance(here, enemy.hex)
            level = (
                3 if 3 * away <= far or b.board.grid.are_adjacent(here, enemy.hex) else 2 if 3 * away <= 2 * far else 1
            )
            best = max(best, level if level == 3 or away <= far else 0)
        assert level_at(b, "allied", enemy.id) == ("invisible", "detected", "recognised", "identified")[best]


def test_derived_facts_cannot_be_written_to(board):
    b = board(PLAIN)
    b.place("infantry", 0)
    from wab.systems.operations.ground.sight import hex_levels

    with pytest.raises(ValueError, match="read-only"):
        hex_levels(b.state, "allied")[0] = np.int8(3)
