"""The forecast of an attack: the best stand counts, the main force can be lost, and all results together are one."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.combat.test_defence import SURROUNDED
from tests.rules.zocbonds.fighting import attack, fight, find, fought, scene
from wab.systems.zocbonds.combat.defence import leads, preview_stand
from wab.systems.zocbonds.combat.forecast import forecast_of, prospect_of
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.combat.support import to_stand_by

COSTLY = {"costs", "exchange"}
"""Words of a cell that costs the lead unit a step."""


def prepared(attackers, defenders=None):
    target, beside = find("clear", ())
    state = scene(target, defenders or {"de_352id_914": {}}, {key: (beside, {}) for key in attackers})
    return state, attack(state, target, "us_4id"), target


def test_the_ground_is_won_where_the_defender_goes_back_and_its_best_stand_fails():
    state, order, target = prepared(("us_4id_8", "us_4id_12"))
    seen = preview(state, order)
    found = forecast_of(state, order, seen)
    fight(state, target, ("us_4id_8", "us_4id_12"), ("us_4id_8", "us_4id_12"))
    stands = [
        preview_stand(state, lead, support)
        for lead in leads(state, state.fight)
        for support, _store in to_stand_by(state, lead, order.target)
    ]
    best, table = max(stands, key=lambda one: one.holds), state.board.tables.combat
    assert 0 < best.holds < 1

    def goes(result):
        """The chance that the hex is won after this result: a step lost before and one in holding are all it has."""
        effect = effect_of(table, result)
        if not effect.retreat or result in SHATTERING:
            return float(effect.retreat)
        kept = {cell: share for cell, share in best.cells.items() if "holds" in cell.split()}
        return 1 - sum(share for cell, share in kept.items() if not (effect.defender and COSTLY & set(cell.split())))

    assert found.won == pytest.approx(sum(share * goes(result) for result, share in seen.chances.items()))
    assert sum(found.prospect.values()) == pytest.approx(1)
    assert max(result.theirs for result in found.prospect) == 2, "no more than it has"


def test_a_lone_step_can_be_lost_and_then_the_retreat_is_ignored():
    state, order, _target = prepared(("us_4id_8",))
    ours = state.board.ids["us_4id_8"]
    whole = forecast_of(state, order, preview(state, order))
    assert whole.risks == {ours: 0}
    target, beside = find("clear", ())
    worn = scene(target, {"de_352id_914": {}}, {"us_4id_8": (beside, {"steps": 1})})
    order = attack(worn, target, "us_4id")
    found = forecast_of(worn, order, preview(worn, order))
    assert found.risks[ours] > 0
    assert not any(result.won and result.ours for result in found.prospect)


def test_after_a_combat_its_column_gives_the_same_prospect():
    state, order, _target = prepared(("us_4id_8", "us_4id_12"))
    seen = preview(state, order)
    found, before = forecast_of(state, order, seen), state.copy()
    declared = fought(state, order)[0].fight
    assert prospect_of(before, declared, seen.column) == pytest.approx(found.prospect)


@pytest.mark.clause("ZOC-12.5-1")
@pytest.mark.clause("ZOC-12.5-2")
@pytest.mark.parametrize("worn, holds", [(False, True), (True, False)])
def test_without_a_way_back_a_failed_stand_becomes_desperate_while_steps_are_left(worn, holds):
    """Four steps pay two and hold; two steps are all gone, and so is the hex."""
    steps = {"steps": 1} if worn else {}
    state = scene("1432", {"de_6fj_fj": steps, "de_12ss_25": steps}, SURROUNDED)
    order = attack(state, "1432", "us_4id")
    found = forecast_of(state, order, preview(state, order))
    kept = {result.theirs for result in found.prospect if not result.won}
    assert (2 in kept) == holds
    assert not worn or {result.theirs for result in found.prospect if result.won} == {2}
    assert sum(found.prospect.values()) == pytest.approx(1)
