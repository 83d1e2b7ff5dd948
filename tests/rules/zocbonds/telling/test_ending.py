"""The sum of a battle that is over: what counts, steps lost unit by unit, the dice of each side."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.rules.zocbonds.field import ids, position
from tests.rules.zocbonds.units.test_receipts import BEACHES
from wab.engine import Outcome, Rolled, Text
from wab.engine.kernel.values import Record
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Done
from wab.systems.zocbonds.state.steps import Fight
from wab.systems.zocbonds.telling.ending import dice, ending, steps_lost


def rolled(stream, *results):
    return Rolled(stream, Text("Dice"), 6, 0, results)


def declared(side):
    fight = Fight(side=side, target=1, units=(), origins=(), main=(), defenders=())
    return ev.AttackDeclared(fight, 1, 1, "1-1", (), "1-1")


def summed(state, *records, over=True):
    journal = [Record(Done(), events, "") for events in records]
    return ending(
        SimpleNamespace(outcome=Outcome("axis", "victory", {}) if over else None, state=state, journal=journal)
    )


def test_a_battle_that_goes_on_has_no_sum():
    with pytest.raises(ValueError, match="not over"):
        summed(position({}), over=False)


@pytest.mark.clause("ZOC-24.3-1")
def test_the_sum_holds_what_counts_who_is_gone_and_what_was_lost():
    """ZOC-24.3-1."""
    state = position({**BEACHES, "us_4id_8": "2128"}, turn=22)
    one, two, three = ids(state, "us_4id_8", "us_4id_12", "us_4id_22")
    state.changed(boxes={"eliminated": (two,), "cadres": (three,), "withdrawn": ids(state, "us_2_ranger")})
    found = summed(state, (ev.StepLost(one, 2), ev.Eliminated(two)), (rolled("combat", 3),))
    assert (found.board, found.turn) == (state.board, 22)
    assert found.net == sum(score.points if score.side == "allied" else -score.points for score in found.scores)
    assert [(score.side, score.why) for score in found.scores if score.side == "allied"] == [("allied", "village")]
    assert found.lost == {one: 1, two: 3} and found.gone == {two, three}
    assert found.attacks == {"allied": (), "axis": ()} == found.stands, "dice of no attack"


@pytest.mark.clause("ZOC-12.1-1")
def test_steps_are_counted_unit_by_unit_and_those_replaced_and_lost_again_twice():
    """ZOC-12.1-1: a unit that is gone has lost all that it had; a unit that lost nothing is not named."""
    state = position({})
    one, two, three = ids(state, "us_4id_8", "us_4id_12", "us_1id_16")
    events = (
        ev.StepLost(one, 2), ev.StepLost(one, 1), ev.Rebuilt(one, "us_infantry", 2), ev.Eliminated(one),
        ev.StepLost(two, 3), ev.LandingFailed("omaha_1", {three: 1}, "wave/omaha_29"),
    )  # fmt: skip
    assert steps_lost(state.board, events) == {one: 4, three: 2}


@pytest.mark.clause("ZOC-10.5-1")
@pytest.mark.clause("ZOC-12.4.1-8")
def test_dice_belong_to_the_attacker_and_those_of_stands_to_the_other_side():
    """ZOC-10.5-1, ZOC-12.4.1-8: no others are counted."""
    events = (
        rolled("combat", 1), rolled("defence", 1), declared("axis"), rolled("jabos", 6), rolled("combat", 5),
        rolled("defence", 2), declared("allied"), rolled("combat", 4), rolled("combat", 3), rolled("defence", 6),
    )  # fmt: skip
    attacks, stands = dice(events)
    assert attacks == {"allied": (4, 3), "axis": (5,)}
    assert stands == {"allied": (2,), "axis": (6,)}
