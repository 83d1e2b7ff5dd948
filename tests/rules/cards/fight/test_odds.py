"""Chances (ledger 4.4.7, 4.4.8): what a preview says of an attack, number by number."""

import pytest

from tests.cards_field import Field
from wab.systems.cards.fight.odds import chances, preview
from wab.systems.cards.state.orders import Attack


@pytest.mark.clause("CRD-4.4.8-2")
@pytest.mark.clause("CRD-4.4.8-5")
@pytest.mark.parametrize("figures, eliminated", [(1, 7 / 8), (2, 1 / 2), (3, 1 / 8), (4, 0)])
def test_three_dice_at_infantry_hit_with_every_second_face(figures, eliminated):
    """Two infantry faces and the grenade hit, one face of six is a flag."""
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", figures)}).ordered("a")
    found = preview(f.state, Attack(f.ids["a"], f.ids["x"]))
    assert found.dice == 3
    assert found.hits == pytest.approx((1 / 8, 3 / 8, 3 / 8, 1 / 8))
    assert found.flags == pytest.approx((125 / 216, 75 / 216, 15 / 216, 1 / 216))
    assert found.eliminated == pytest.approx(eliminated)
    assert found.joint[1, 1] == pytest.approx(1 / 6)


@pytest.mark.clause("CRD-4.4.8-3")
def test_every_number_of_hits_and_flags_has_its_chance():
    found = chances(2, 1, 2, 6)
    assert set(found) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}
    wanted = {(0, 0): 9, (0, 1): 12, (0, 2): 4, (1, 0): 6, (1, 1): 4, (2, 0): 1}
    assert found == pytest.approx({outcome: ways / 36 for outcome, ways in wanted.items()})


@pytest.mark.clause("CRD-4.4.9-7")
@pytest.mark.parametrize("label, back", [("E1", 0), ("E2", 1), ("E4", 3)])
def test_a_preview_says_for_how_many_flags_the_target_can_go_back(label, back):
    """North of E4 lie three rows; with three dice no more than three flags fall."""
    near = {"E1": "E2", "E2": "E3", "E4": "E5"}[label]
    f = Field({"a": ("allies", "infantry", near), "x": ("axis", "infantry", label)}).ordered("a")
    assert preview(f.state, Attack(f.ids["a"], f.ids["x"])).back == back


@pytest.mark.clause("CRD-4.4.9-7")
def test_flags_that_cannot_be_carried_out_destroy_as_hits_do():
    """One figure on its base line before three dice: 1/2 of the faces hit, 1/6 are flags, 1/3 do nothing."""
    f = Field({"a": ("allies", "infantry", "E2"), "x": ("axis", "infantry", "E1", 1)}).ordered("a")
    found = preview(f.state, Attack(f.ids["a"], f.ids["x"]))
    assert found.eliminated == pytest.approx(7 / 8)
    assert found.trapped == pytest.approx(1 / 8 - 1 / 27)
    free = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", 1)}).ordered("a")
    assert preview(free.state, Attack(free.ids["a"], free.ids["x"])).trapped == 0
