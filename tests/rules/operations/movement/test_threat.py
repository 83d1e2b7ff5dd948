"""The hexes that the enemy could attack next, as far as it is known."""

from wab.systems.operations.combat.modifiers import defence_columns, ground_shifts
from wab.systems.operations.movement.threat import threats
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.testing.boards import make_board


def test_an_enemy_threatens_the_hexes_beside_those_in_its_reach():
    b = make_board([". . . . . . . . . . . ."], weather="sunny")
    b.place("infantry", hex=0, side="axis", movement=3)
    found = threats(b.state, "allied")
    assert found[3] == 1 and found[4] == 0, "two hexes in this weather, and the one beside the last"
    b.place("infantry", hex=1, side="axis", movement=3)
    assert threats(b.state, "allied")[2] == 2
    assert threats(b.state, "axis").sum() == 0


def test_guns_and_those_without_attack_threaten_nobody():
    b = make_board([". . . . ."])
    b.place("artillery", hex=0, side="axis", bombardment=4)
    b.place("infantry", hex=1, side="axis", attack=0)
    assert threats(b.state, "allied").sum() == 0


def test_of_an_enemy_whom_nobody_sees_no_threat_is_told():
    b = make_board([". . . . . . . . . . . . . . . . . . . . . . . ."])
    b.place("infantry", hex=0)
    b.place("infantry", hex=20, side="axis")
    assert threats(b.state, "allied").any()
    assert not threats(known_state(b.state, "allied"), "allied").any()


def test_the_ground_is_worth_what_combat_makes_of_it():
    b = make_board([". b t m H"])
    for hex_ in range(5):
        shifts = ground_shifts(b.state, "allied", hex_)
        assert sum(shift.value for shift in shifts) == -defence_columns(b.board)[hex_]
    assert list(defence_columns(b.board)[:2]) == [0, 1]


def test_against_attackers_the_ground_counts_what_they_cross():
    b = make_board([". ."], rivers=[(0, 1)])
    unit = b.place("infantry", hex=0)
    assert ground_shifts(b.state, "allied", 1) == ()
    (river,) = ground_shifts(b.state, "allied", 1, [b.state.units[unit]])
    assert river.clause == "OPS-7.4.3-3" and river.value < 0
