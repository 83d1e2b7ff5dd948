"""Final orders: discoveries by their own side, on the way and at its end (ledger 6.1-13)."""

from __future__ import annotations

import numpy as np
import pytest

from wab.systems.operations.ground.sight import hex_levels
from wab.systems.operations.seen.reveal import foreseen, new_ground, reveals
from wab.systems.operations.state.events import Moved, Sighted
from wab.systems.operations.testing.boards import make_board

LINE = ". . . . . . . . . . . ."
FAR = 11


def on_a_line(row=LINE, sight=2, **options):
    """An Allied regiment in the west, an Axis one in the east, and what the Allies see of it."""
    b = make_board([row], switches={"fog": True, **options})
    walker = b.place("infantry", 0, sight=sight, movement=20)
    return b, walker, b.place("infantry", FAR, "axis", sight=2, movement=20)


def after(b, *events):
    """The state before some events, the events, and the state after them."""
    before = b.state.copy()
    b.happen(iter(events))
    return before, events, b.state


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize(("side", "code"), [("allied", "enemy-seen"), ("axis", None)])
def test_an_enemy_that_is_seen_makes_an_order_final_for_the_side_that_sees_it(side, code):
    b, _, foe = on_a_line()
    refusal = reveals(*after(b, Sighted("allied", (foe,))), side)
    assert (refusal and refusal.code) == code
    if refusal:
        assert (refusal.where, refusal.clauses) == ((FAR,), ("OPS-6.1-13",))


@pytest.mark.clause("OPS-6.1-13")
def test_an_enemy_that_was_seen_and_is_no_more_is_told_of_without_a_place():
    b, _, foe = on_a_line()
    other = b.place("infantry", 9, "axis")
    before = b.state.copy()
    b.remove(foe)
    refusal = reveals(before, (Sighted("allied", (foe, other)),), b.state, "allied")
    assert refusal.code == "enemy-seen" and refusal.where == (9,)


@pytest.mark.clause("OPS-6.1-13")
def test_two_units_seen_in_one_hex_are_one_place():
    b, _, foe = on_a_line()
    other = b.place("infantry", FAR, "axis")
    assert reveals(*after(b, Sighted("allied", (foe, other))), "allied").where == (FAR,)


@pytest.mark.clause("OPS-6.1-13")
def test_a_move_of_the_enemy_shows_its_way_to_nobody_else():
    """There and back: where it ends it sees nothing new, and what it passed is not shown to the other side."""
    b, walker, foe = on_a_line()
    there = tuple(range(FAR, 5, -1))
    back = there + there[-2::-1]
    assert reveals(*after(b, Moved((foe,), back, 0)), "allied") is None
    assert reveals(*after(b, Moved((foe,), back, 0)), "axis").code == "new-ground"
    back = (*range(6), *range(4, -1, -1))
    assert reveals(*after(b, Moved((walker,), back, 0)), "axis") is None
    assert reveals(*after(b, Moved((walker,), back, 0)), "allied").code == "new-ground"


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize("way", [(0, 1, 0), (0, 1, 2, 1, 0)])
def test_the_first_and_the_last_hex_on_the_way_count(way):
    b, walker, _ = on_a_line()
    seen = int(hex_levels(b.state, "allied").nonzero()[0].max())
    refusal = reveals(*after(b, Moved((walker,), way, 0)), "allied")
    assert refusal.code == "new-ground"
    assert refusal.where == (seen + 1,), "the first new hex is named"


@pytest.mark.clause("OPS-6.1-13")
def test_a_step_within_what_is_seen_shows_nothing():
    b, walker, _ = on_a_line()
    b.place("infantry", 5, sight=6)
    before, events, now = after(b, Moved((walker,), (0, 1, 2), 0))
    assert reveals(before, events, now, "allied") is None
    assert foreseen(before, "allied", (walker,), (0, 1, 2)) == ""
    assert new_ground(before, "allied", hex_levels(now, "allied"), None).size == 0


@pytest.mark.clause("OPS-6.1-11")
def test_the_best_eyes_of_a_group_foresee():
    """With eyes that see two hexes nothing of the line is new; with eyes that see six it is."""
    b, walker, _ = on_a_line()
    b.place("infantry", 2, sight=3)
    scout = b.place("infantry", 0, sight=6)
    assert foreseen(b.state, "allied", (walker, scout), (0, 1)) == "ground"
    assert foreseen(b.state, "allied", (walker,), (0, 1)) == ""


@pytest.mark.clause("OPS-6.1-13")
@pytest.mark.parametrize(("level", "told"), [("detected", "enemy"), ("recognised", "enemy"), ("identified", "")])
def test_a_better_look_at_an_enemy_is_foreseen(level, told):
    """All ground is seen from the middle; a unit that stops next to an enemy identifies it."""
    b = make_board([LINE])
    walker = b.place("infantry", 3, sight=2, movement=20)
    b.place("infantry", 2, sight=11)
    b.place("infantry", 5, "axis", level=level)
    if level != "identified":
        b.place("infantry", 8, "axis", level="identified")
    assert foreseen(b.state, "allied", (walker,), (3, 4)) == told


@pytest.mark.clause("OPS-6.1-13")
def test_where_nobody_moves_nothing_is_foreseen():
    b, walker, _ = on_a_line()
    assert foreseen(b.state, "allied", (walker,), (0,)) == ""


@pytest.mark.clause("OPS-6.1-1")
def test_without_fog_nothing_is_new():
    b, walker, _ = on_a_line(fog=False)
    assert foreseen(b.state, "allied", (walker,), (0, 1, 2)) == ""
    assert reveals(*after(b, Moved((walker,), (0, 1, 2), 0)), "allied") is None


@pytest.mark.clause("OPS-11.1-3")
def test_ground_out_of_play_is_not_shown():
    b, _, _ = on_a_line()
    everything = np.ones(b.board.grid.size, np.int8)
    unseen = (hex_levels(b.state, "allied") == 0).nonzero()[0].tolist()
    assert new_ground(b.state, "allied", everything).tolist() == unseen and len(unseen) > 3
    b.board.in_play[unseen[0]] = False
    assert new_ground(b.state, "allied", everything).tolist() == unseen[1:]
    assert new_ground(b.state, "allied", None).tolist() == []
