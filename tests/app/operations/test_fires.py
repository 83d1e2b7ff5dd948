"""Guns, ships and aircraft in the plans, the list of them, their sheets, reconstitution. No window."""

import pytest

from tests.app.operations.test_interaction import on_board
from wab.app.operations.hand import assets
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.operations.hand.outcomes import bombardment_results, results
from wab.app.operations.hand.plans import AttackPlan, BombardmentPlan, RebuildPlan
from wab.app.operations.looks import presenter
from wab.app.wargame.adapter.adapter import Still
from wab.locale import language
from wab.systems.operations.combat.odds import ratio_column, ratio_text
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Attack, Bombard, Reconstitute
from wab.systems.operations.testing.boards import make_board

pytestmark = pytest.mark.usefixtures("english")


def flying_board(**enemy):
    """A regiment next to an enemy, with two squadrons and a bomber at hand."""
    board = make_board([". . . . .", ". . . . ."])
    board.unit = board.place("infantry", hex=0, sight=6)
    board.foe = board.place("infantry", hex=1, side="axis", **enemy)
    board.strikers = [board.squadron("us_fighter_bombers"), board.squadron("us_recon")]
    board.bomber = board.squadron("us_heavy_bombers")
    return board


def opened(board):
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    assert isinstance(hand.plan, AttackPlan)
    return hand


def view_of(board, side="allied"):
    return OperationsView(side, known_state(board.state, side))


# ------------------------------------------------------------------------------------------------- aircraft in support


def test_squadrons_stand_to_choice_as_supports_and_bombers_do_not():
    board = flying_board()
    hand = opened(board)
    assert {row.unit for row in hand.plan.supporters} == set(board.strikers)
    hand.toggle(board.strikers[0])
    assert hand.plan.order.supports == (board.strikers[0],)
    assert hand.plan.refusal is None and hand.plan.preview.odds.support == 5
    assert hand.plan.points == 1, "aircraft cost no activation points"
    played = hand.plan.order
    assert hand.doubtful and not hand.confirm()
    assert hand.confirm() and hand.table.played == [played] and isinstance(played, Attack)


@pytest.mark.parametrize(
    ("fares", "clause"),
    [
        ({"status": "weather"}, "OPS-10.3.1-10"),
        ({"status": "maintenance"}, "OPS-10.3.1-8"),
        ({"flown": True}, "OPS-7.2-14"),
    ],
)
def test_a_squadron_that_cannot_fly_is_greyed_with_its_reason(fares, clause):
    board = flying_board()
    grounded = board.squadron("uk_recon", **fares)
    hand = opened(board)
    row = next(row for row in hand.plan.supporters if row.unit == grounded)
    assert row.refusal.clauses == (clause,) and row is hand.plan.supporters[-1]
    hand.toggle(grounded)
    assert grounded not in hand.plan.supports and clause in hand.toast.clauses


def test_the_risk_of_a_squadron_is_told_before_it_is_ticked():
    board = flying_board(anti_air=4)
    hand = opened(board)
    risk = hand.plan.risk(board.strikers[0])
    assert (risk.points, risk.anti_air, risk.defence) == (5, 4, 3)
    assert 0 < risk.abort_chance < 1
    assert "anti-aircraft fire 4" in assets.risk_words(risk) and "%" in assets.risk_words(risk)
    assert any("infantry 2" in note for note in assets.risk_notes(risk)), "where the fire comes from is named"
    assert assets.risk_words(opened(flying_board()).plan.risk(board.strikers[0])) == "no anti-aircraft fire"


def test_the_eleven_totals_take_all_that_aircraft_may_deliver_together():
    board = flying_board(anti_air=6)
    hand = opened(board)
    for squadron in board.strikers:
        hand.toggle(squadron)
    preview = hand.plan.preview
    assert len(preview.branches) > 11
    rows = results(preview)
    assert [row.label for row in rows] == [str(total) for total in range(2, 13)]
    assert sum(row.chance for row in rows) == pytest.approx(1.0)
    assert sum(row.chance * row.theirs for row in rows) == pytest.approx(preview.expected_defender_hp)
    assert sum(row.chance * row.ours for row in rows) == pytest.approx(preview.expected_attacker_hp)
    assert sum(row.chance * row.good for row in rows) == pytest.approx(preview.retreat_chance)
    for row in rows:
        assert row.spread[0] <= row.theirs <= row.spread[1]
    assert any(" to " in row.title for row in rows), "the total with shifts depends on what aircraft deliver"


def test_without_aircraft_a_total_has_one_outcome():
    board = make_board([". . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    rows = results(opened_plain(board).plan.preview)
    assert all(row.spread[0] == row.spread[1] and row.good in (0, 1) for row in rows)
    assert not any("On average" in note for row in rows for note in row.notes)
    assert all(row.title.startswith(f"Dice {row.label}, {row.label} with shifts") for row in rows)


def opened_plain(board):
    hand = Interaction(on_board(board))
    hand.click(0)
    hand.click(1)
    return hand


def test_the_next_column_needs_as_much_attack_as_the_rules_say():
    hand = opened_plain(flying_board(defence=10))
    needed = hand.plan.next_column
    odds = hand.plan.preview.odds
    table = hand.view.board.tables.combat
    after = ratio_column(odds.attack + needed.missing, odds.defence, table)
    assert after > odds.initial == ratio_column(odds.attack + needed.missing - 1, odds.defence, table)
    assert needed.ratio == ratio_text(after)


# ------------------------------------------------------------------------------------------------- bombers


@pytest.mark.clause("OPS-7.5.1-9")
def test_bombers_bombard_without_any_unit_selected():
    board = flying_board()
    table = on_board(board)
    hand = Interaction(table)
    hand.aim_at(Aim.BOMBARD)
    assert hand.aim is Aim.BOMBARD and hand.targets(Aim.BOMBARD) == (1,)
    hand.click(1)
    assert isinstance(hand.plan, BombardmentPlan) and hand.mode is Mode.BOMBARD
    assert hand.plan.units == {board.bomber} and hand.plan.points == 0
    assert hand.confirm()
    assert table.played == [Bombard((board.bomber,), 1)]


def test_without_a_bomber_that_can_fly_it_says_why():
    board = make_board([". . . ."])
    board.place("infantry", hex=0)
    board.place("infantry", hex=1, side="axis")
    hand = Interaction(on_board(board))
    hand.aim_at(Aim.BOMBARD)
    assert hand.aim is Aim.ANY and not hand.toast.bad, "nothing is selected, and there are no bombers"
    board.squadron("us_heavy_bombers", status="resting", out_to=3)
    hand = Interaction(on_board(board))
    hand.aim_at(Aim.BOMBARD)
    assert hand.aim is Aim.ANY and hand.toast.clauses == ("OPS-10.3.1-11",)


def test_guns_and_bombers_fire_together_and_the_average_counts_those_driven_off():
    board = flying_board(anti_air=6)
    gun = board.place("artillery", hex=2)
    hand = Interaction(on_board(board))
    hand.click(2)
    hand.click(1)
    assert {row.unit for row in hand.plan.rows} == {gun, board.bomber} and hand.plan.units == {gun}
    hand.toggle(board.bomber)
    preview = hand.plan.preview
    rows = bombardment_results(preview)
    assert sum(row.chance * row.theirs for row in rows) == pytest.approx(preview.expected_hp)
    assert sum(row.chance for row in rows) == pytest.approx(1.0)


# ------------------------------------------------------------------------------------------------- lists and sheets


def test_the_list_names_every_air_unit_and_ship_with_what_keeps_it_away():
    board = flying_board()
    board.squadron("uk_recon", status="destroyed", hp=0, out_to=2)
    ship = board.place("ship", hex=4, available=False)
    view = view_of(board)
    rows = {row.id: row for row in assets.air_assets(view)}
    assert set(rows) == set(view.position.squadrons)
    assert [row.ready for row in rows.values()] == [True, True, False, True]
    lost = next(row for row in rows.values() if not row.ready)
    assert "back on turn 3" in lost.status
    (found,) = assets.ship_assets(view)
    assert (found.id, found.ready, found.status, found.points) == (ship, False, "not available this turn", 6)
    assert assets.has_forces_list(view) and not assets.has_forces_list(view_of(board, "axis"))


def test_the_sheet_of_an_air_unit_shows_every_trait_of_its_kind():
    board = flying_board()
    view = view_of(board)
    traits = assets.sheet(view, board.bomber)
    assert {trait.clause for trait in traits} >= {
        f"OPS-10.3.1-{number}" for number in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    }
    values = {trait.label: trait.value for trait in traits}
    assert values["Bombardment points"] == "15" and values["Support points"] == "0"
    assert values["Flies: overcast"] == "50%" and values["Turns of rest after a mission"] == "3"


def test_the_sheet_of_an_enemy_tells_nothing_that_is_not_known():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=6)
    board.place("infantry", hex=4, side="axis")
    view = view_of(board)
    contact = next(unit for unit in view.position.units.values() if view.profile(unit.id).side == "axis")
    assert view.profile(contact.id).level != "identified"
    assert assets.sheet(view, contact.id) == ()


def test_counters_of_guns_and_ships_show_points_and_range():
    board = make_board([". . ~ ~"])
    gun = board.place("artillery", hex=0)
    ship, missing = board.place("ship", hex=2), board.place("ship", hex=3, available=False)
    specs = {spec.key: spec for spec in OperationsAdapter(Still(view_of(board))).counters()}
    assert (specs[gun].left, specs[gun].right) == ("3", "r2")
    assert (specs[ship].left, specs[ship].right) == ("6", "r4")
    assert specs[missing].acted and not specs[ship].acted
    with language("fr"):
        assert presenter.counter(view_of(board), board.state.units[ship]).right == "P4"


# ------------------------------------------------------------------------------------------------- reconstitution


def worn_board(points=3):
    board = make_board(
        [". . . ."], switches={"reconstitution_axis": True, "supply": False}, active="axis", control="axis"
    )
    board.worn = board.place("infantry", hex=0, side="axis", hp=4, full_hp=8, rebuild="manual")
    board.set(rebuild_points=points)
    return board


def test_points_are_given_by_choice_up_to_what_is_left():
    board = worn_board()
    table = on_board(board, "axis")
    hand = Interaction(table)
    hand.click(0)
    hand.rebuild()
    assert isinstance(hand.plan, RebuildPlan) and hand.mode is Mode.REBUILD and hand.plan.points == 3
    hand.rebuild_points(1)
    assert hand.plan.points == 3, "no more are left"
    hand.rebuild_points(-1)
    assert hand.confirm()
    assert table.played == [Reconstitute(board.worn, 2)]
    assert table.view.unit(board.worn).hp == 6 and table.view.position.rebuild_points == 1


def test_a_unit_that_cannot_be_rebuilt_says_why():
    board = worn_board(points=0)
    hand = Interaction(on_board(board, "axis"))
    hand.rebuild()
    assert hand.plan is None and hand.toast.bad
    hand.click(0)
    hand.rebuild()
    assert hand.plan is None and hand.toast.clauses == ("OPS-8.3.3-2",)


def test_escape_puts_the_reconstitution_away():
    hand = Interaction(on_board(worn_board(), "axis"))
    hand.click(0)
    hand.rebuild()
    hand.cancel()
    assert hand.plan is None and hand.mode is Mode.SELECTED
