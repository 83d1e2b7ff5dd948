"""Orders that are planned and given later: judged on what the earlier ones lead to, by what the player knows."""

import pytest

from tests.app.wargame.test_hex_front import (  # noqa: F401 - fixtures
    FOOT,
    SECOND,
    TANKS,
    TOWN,
    battle,
    click,
    combat,
    here,
    hex_at,
    press,
    put,
)
from tests.toys.bocage.state import Attack, Move, Now
from wab.app.hud.kit import Kit
from wab.app.wargame.offers.offers import Mode
from wab.app.wargame.screen.commands import HEX, PLAN
from wab.app.window.bindings import Bindings
from wab.engine import GivenDice


def plan(battle):  # noqa: F811
    """Orders are planned from now on."""
    _window, screen, _session = battle
    assert screen.on_key("p", False, True)
    assert screen.planning.on
    return screen.planning


def titles(planning):
    return [type(draft.order).__name__ for draft in planning.drafts.drafts]


def a_move(session, unit, steps=1):
    """A legal move of a unit to a neighbour, and where it leads."""
    for order in session.view.legal_orders(unit):
        if (
            isinstance(order, Move)
            and len(order.path) == steps + 1
            and session.view.position.side_in(order.path[-1]) is None
        ):
            return order
    raise AssertionError("no such move")


def test_orders_are_planned_and_nothing_of_them_happens(battle, words):  # noqa: F811
    window, screen, session = battle
    digest, records = session.game.digest(), len(session.game.journal)
    planning = plan(battle)
    order = a_move(session, FOOT)
    screen.interaction.select(FOOT)
    click(battle, order.path[-1])
    assert [draft.order.unit for draft in planning.drafts.drafts] == [FOOT]
    assert (session.game.digest(), len(session.game.journal)) == (digest, records)
    assert here(session, FOOT) == order.path[0] and screen.adapter.where(FOOT) == order.path[-1]
    ghosts = [spec for spec in window.scene.counters.specs if spec.ghost]
    assert [(spec.key, spec.hex) for spec in ghosts] == [(FOOT, order.path[-1])]
    assert {spec.key: spec.hex for spec in window.scene.counters.specs if not spec.ghost}[FOOT] == order.path[0]
    assert screen.adapter.unit_name(FOOT) in " ".join(words) and "Give all" in words
    press(battle, "escape", "escape")
    assert not planning.on and len(planning.drafts) == 1
    assert not [spec for spec in window.scene.counters.specs if spec.ghost]
    assert screen.adapter.where(FOOT) == order.path[0]


def test_a_later_order_is_judged_after_the_earlier_ones_and_says_why_it_has_become_impossible(battle, words):  # noqa: F811
    window, _screen, session = battle
    planning = plan(battle)
    order = a_move(session, FOOT)
    planning.drafts.add(order)
    planning.drafts.add(order)  # it has moved by then
    first, second = planning.drafts.drafts
    assert first.refusal is None and second.refusal.code == "cannot-move"
    assert second.before.position.units[FOOT].moved and not session.view.position.units[FOOT].moved
    window.step(0.05)
    assert any("cannot move now" in line for line in words)
    planning.chosen = second.number
    press(battle, "delete")
    assert titles(planning) == ["Move"] and planning.drafts.drafts[0].number == first.number


def test_the_plan_is_put_in_another_order_by_keys(battle):  # noqa: F811
    _window, screen, session = battle
    planning = plan(battle)
    for unit in (FOOT, SECOND, TANKS):
        planning.drafts.add(a_move(session, unit))
    press(battle, "3")
    assert screen.on_key("arrow_up", True, False)
    assert [draft.order.unit for draft in planning.drafts.drafts] == [FOOT, TANKS, SECOND]
    assert screen.on_key("arrow_down", True, False)
    assert [draft.order.unit for draft in planning.drafts.drafts] == [FOOT, SECOND, TANKS]
    press(battle, "1")
    assert screen.on_key("arrow_up", True, False)  # it is the first already
    assert screen.on_key("z", True, False)  # the last planned order is taken back
    assert [draft.order.unit for draft in planning.drafts.drafts] == [FOOT, SECOND]
    assert screen.on_key("delete", True, False)
    assert len(planning.drafts) == 0


def test_the_keys_of_the_plan_hold_while_it_is_open(battle):  # noqa: F811
    _window, screen, session = battle
    assert PLAN.room not in screen.key_rooms
    planning = plan(battle)
    planning.drafts.add(a_move(session, FOOT))
    assert screen.key_rooms[0] == PLAN.room
    bindings = Bindings((HEX, PLAN), {"plan.clear": ["q"]})
    assert screen.on_key(*bindings.meant(screen.key_rooms, "q", False, False))
    assert len(planning.drafts) == 0
    assert bindings.meant(screen.key_rooms, "delete", True, False) is None, "the old key does it no longer"


def test_a_plan_is_given_one_by_one_and_all_at_once(battle):  # noqa: F811
    window, screen, session = battle
    planning = plan(battle)
    orders = [a_move(session, unit) for unit in (FOOT, SECOND, TANKS)]
    goals = {order.path[-1] for order in orders}
    assert len(goals) >= 2
    for order in orders:
        planning.drafts.add(order)
    before = len(session.game.journal)
    assert screen.on_key("n", True, False)
    window.step(0.05)
    assert len(session.game.journal) == before + 1 and here(session, FOOT) == orders[0].path[-1]
    assert screen.on_key("enter", True, False)
    for _ in range(6):
        window.step(0.05)
    assert len(session.game.journal) == before + 3 and len(planning.drafts) == 0
    assert here(session, TANKS) == orders[2].path[-1]
    assert screen.messages.now == "All planned orders have been given."
    screen.on_key("p", False, True)
    assert screen.on_key("z", True, False) and here(session, TANKS) == orders[2].path[0]  # undo as of any order


def test_what_dice_decide_moves_nobody_in_a_plan_but_is_paid_for(battle):  # noqa: F811
    _window, _screen, session = battle
    combat(battle)
    planning = plan(battle)
    order = Attack((FOOT,), here(session, TOWN))
    planning.drafts.add(order)
    (draft,) = planning.drafts.drafts
    assert draft.refusal is None
    units = draft.after.position.units
    assert units[FOOT].attacked
    assert {unit: fares.hex for unit, fares in units.items()} == {
        unit: fares.hex for unit, fares in session.view.position.units.items()
    }
    assert {unit: fares.steps for unit, fares in units.items()} == {
        unit: fares.steps for unit, fares in session.view.position.units.items()
    }


def test_giving_stops_where_an_attack_has_moved_somebody_or_somebody_has_to_decide(battle):  # noqa: F811
    window, screen, session = battle
    combat(battle)
    planning = plan(battle)
    attack = Attack((FOOT, TANKS), here(session, TOWN))
    planning.drafts.add(attack if session.view.why_not(attack) is None else Attack((TANKS,), here(session, TOWN)))
    second = Attack((FOOT,), here(session, TOWN))
    planning.drafts.add(second)
    session.game.state.dice = GivenDice(1, {}, totals={"combat": 6})
    screen.on_key("enter", True, False)
    for _ in range(6):
        window.step(0.05)
    assert not planning.giving and len(planning.drafts) == 1
    assert screen.messages.now
    if session.view.phase != "combat":
        assert not planning.on and screen.interaction.rows_open  # the advance is to be decided


def test_an_order_that_is_refused_stops_the_giving_with_its_reason(battle):  # noqa: F811
    window, screen, session = battle
    planning = plan(battle)
    order = a_move(session, FOOT)
    planning.drafts.add(order)
    session.play(order)  # meanwhile it has been made
    screen.interaction.refresh()
    records = len(session.game.journal)
    screen.on_key("enter", True, False)
    window.step(0.05)
    assert len(session.game.journal) == records and not planning.giving
    assert "Order 1 cannot be given: This unit cannot move now." in (screen.messages.now,)


def test_the_plan_is_dropped_with_a_notice_when_the_turn_passes(battle):  # noqa: F811
    window, screen, session = battle
    put(battle, Now(1, "allied", "combat"))
    planning = plan(battle)
    planning.drafts.add(Attack((FOOT,), here(session, TOWN)))
    screen.end_turn()
    if screen.interaction.question is not None:
        screen.confirm()
    window.step(0.05)
    assert session.view.to_act != session.view.seat
    assert len(planning.drafts) == 0 and not planning.on
    assert screen.messages.now == "Your turn is over: 1 planned order was dropped."
    screen.plan()
    assert not planning.on and "enemy" in screen.interaction.toast.text


def test_only_the_view_is_asked(battle, monkeypatch):  # noqa: F811
    _window, _screen, session = battle
    planning = plan(battle)
    monkeypatch.setattr(type(session.game), "state", property(lambda game: pytest.fail("the truth was read")))
    for unit in (FOOT, SECOND):
        planning.drafts.add(a_move(session, unit))
    assert all(draft.refusal is None for draft in planning.drafts.drafts)


def test_a_plan_is_made_and_given_by_the_pointer(battle, monkeypatch):  # noqa: F811
    window, screen, _session = battle
    boxes, hot = {}, Kit.hot
    monkeypatch.setattr(Kit, "hot", lambda kit, name, box: (boxes.__setitem__(name, box), hot(kit, name, box))[1])

    def press_on(name):
        window.step(0.05)
        box, scale = boxes[name], screen._desk.kit.scale
        window.inject_click((box.x + box.w / 2) * scale, (box.y + box.h / 2) * scale)
        window.step(0.05)

    size = window.hud.width, window.hud.height
    window.hud.resize(1280, 720)
    try:
        _plan_by_pointer(battle, press_on)
    finally:
        window.hud.resize(*size)


def _plan_by_pointer(battle, press_on):  # noqa: F811
    _window, screen, session = battle
    press_on("tool-plan")
    planning = screen.planning
    assert planning.on
    for unit in (FOOT, SECOND):
        planning.drafts.add(a_move(session, unit))
    first, second = (draft.number for draft in planning.drafts.drafts)
    press_on(f"plan-down-{first}")
    assert [draft.number for draft in planning.drafts.drafts] == [second, first]
    press_on(f"plan-off-{first}")
    assert [draft.number for draft in planning.drafts.drafts] == [second]
    press_on("plan-next")
    assert len(planning.drafts) == 0 and session.view.position.units[SECOND].moved
    press_on("plan-leave")
    assert not planning.on and screen.interaction.mode in (Mode.IDLE, Mode.SELECTED)


def test_a_planned_order_says_who_goes_where_and_what_it_costs(battle):  # noqa: F811
    _window, screen, session = battle
    planning = plan(battle)
    order = a_move(session, FOOT)
    planning.drafts.add(order)
    (draft,) = planning.drafts.drafts
    adapter = screen.adapter.at(draft.before)
    title = adapter.plan_title(order)
    assert adapter.unit_name(FOOT) in title and adapter.hex_title(order.path[-1]) in title
    assert adapter.plan_facts(order, draft.after)[0].words == adapter.figure_of(order)
    assert adapter.plan_line(order) == order.path and adapter.plan_line(Attack((FOOT,), hex_at(session, "0406")))[
        0
    ] == here(session, FOOT)
