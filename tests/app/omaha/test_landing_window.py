"""The landing by mouse: a unit that is due is chosen, its boxes light up at sea, a click puts it into one."""

from tests.app.omaha.bench import due, unit_of
from wab.app.omaha.screen.muster import LANDING, OmahaMuster
from wab.app.wargame.muster import panel as muster_panel
from wab.systems.omaha.state import orders as od

UNIT = "C/1/16"


def click_on(window, screen, name):
    """A click on a part of the HUD by its name."""
    box = window.kit.places[name]
    window.inject_click((box.x + box.w / 2) * window.kit.scale, (box.y + box.h / 2) * window.kit.scale)
    for _frame in range(3):
        window.step(0.05)


def test_the_page_opens_by_itself_and_a_click_on_a_lit_box_places_the_unit(window, shown, words):
    game = due(6, UNIT, "D/1/16")
    screen = shown(game)
    window.step(0.05)
    assert screen.ui.panel == muster_panel.NAME
    click_on(window, screen, "muster-1")
    unit = unit_of(game, UNIT)
    assert screen.interaction.taken == unit
    goals = screen.interaction.goals
    boxes = {screen.adapter.hex_facts(hex_) for hex_ in goals}
    assert len(goals) == 6 and all("landing box ER" in told for told in boxes)
    hex_ = max(goals)
    screen.jump(hex_)
    for _frame in range(12):
        window.step(0.1)
    screen.on_click(*window.scene.project(hex_))
    window.step(0.05)
    assert game.state.unit(unit).box.startswith("ER") and screen.adapter.where(unit) == hex_


def test_places_tell_where_they_lead_and_waiting_is_refused_before_turn_7(shown):
    muster, early = OmahaMuster, due(6, UNIT)
    view, unit = early.view("us"), unit_of(early, UNIT)
    screen = shown(early)
    places = screen.muster.places(view, LANDING, unit)
    assert isinstance(screen.muster, muster)
    assert [place.words for place in places[:6]] == [f"ER{n}" for n in range(1, 7)]
    assert places[0].note.startswith("lands on 0613"), "the tide of the next turn, in which it lands"
    assert places[-1].refusal is not None and places[-1].refusal.code == "too-early"
    late = due(8, UNIT)
    wait = screen.muster.places(late.view("us"), LANDING, unit)[-1]
    assert isinstance(wait.order, od.Delay) and wait.refusal is None


def test_the_page_closes_when_no_unit_is_due_any_more(window, shown):
    game = due(6, UNIT)
    screen = shown(game)
    window.step(0.05)
    assert screen.ui.panel == muster_panel.NAME
    hand = screen.interaction
    hand.give(next(iter(hand.view.legal_orders())))
    screen._after_order()
    for _frame in range(60):
        window.step(0.2)
        if screen.ui.panel != muster_panel.NAME:
            break
    assert screen.ui.panel != muster_panel.NAME
