"""The pages of units off the map in a window: chosen by mouse and by keys, given by a click, a figure or the map."""

import pytest

from tests.app.zocbonds.battles import frame, phase, played_until
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.muster.panel import Page
from wab.app.zocbonds.hand import muster
from wab.systems.zocbonds.movement.landings import price
from wab.systems.zocbonds.state.orders import Enter, Land, Replace


@pytest.fixture(scope="module")
def games():
    """Games at moments in which a unit may come onto the map."""
    return {}


@pytest.fixture
def opened(window, shown, games):
    """Opens a game of that name in a window of the usual size."""
    size, scale = (window.hud.width, window.hud.height), window.hud.scale
    window.hud.resize(1280, 900)

    def open_(seat, name, turn):
        key = (seat, name, turn)
        if key not in games:
            games[key] = played_until(phase(seat, name, turn))
        return shown(games[key].copy(), seat)

    yield open_
    window.hud.resize(*size)
    window.hud.scale = scale


def ready_cell(screen):
    boxes = Page(screen._desk, screen.muster).boxes
    return next(cell for group in boxes for cell in group.cells if cell.ready)


def press(window, screen, name):
    """A click on what feels the pointer under a name."""
    window.step(0.05)
    box, scale = window.kit.places[name], window.kit.scale
    window.inject_click((box.x + box.w / 2) * scale, (box.y + box.h / 2) * scale)
    window.step(0.05)


def test_a_unit_is_chosen_with_the_arrows_and_lands_by_a_figure(window, opened, words):
    screen = opened("allied", "movement", 2)
    assert screen.on_key("m", False, False)
    told = frame(window, words)
    assert {"Landings", "Utah", "Juno"} <= told and any("points left" in text for text in told)
    while not (screen.interaction.taken and screen.ui.cell == ready_cell(screen).unit):
        assert screen.on_key("arrow_right", False, False)
    unit = screen.ui.cell
    frame(window, words)
    place = Page(screen._desk, screen.muster).places[0]
    assert place.words in frame(window, words)
    assert screen.interaction.reach.goes_to(place.hex), "the map lights up where it may land"
    assert screen.on_key("1", False, False)
    assert screen.session.view.position.units[unit].hex == place.hex and screen.interaction.taken is None
    screen.undo()
    assert unit not in screen.session.view.position.units


def test_a_click_on_a_counter_and_on_a_beach_lands_it(window, opened):
    screen = opened("allied", "movement", 2)
    screen.on_key("m", False, False)
    window.step(0.05)
    unit = ready_cell(screen).unit
    boxes = Page(screen._desk, screen.muster).boxes
    spots, _high = muster_panel.laid(boxes, muster_panel.WIDE)
    number = next(number for number, spot in enumerate(spots) if spot.cell is not None and spot.cell.unit == unit)
    press(window, screen, f"muster-{number}")
    assert screen.interaction.taken == unit
    press(window, screen, "muster-place-0")
    assert unit in screen.session.view.position.units
    assert isinstance(screen.session.game.journal[-1].order, Land)


def test_a_reinforcement_enters_where_the_map_is_clicked(window, opened):
    screen = opened("axis", "movement", 3)
    screen.on_key("m", False, False)
    window.step(0.05)
    assert Page(screen._desk, screen.muster).name == "arrivals"
    unit = ready_cell(screen).unit
    screen.interaction.take(unit)
    goal = next(hex_ for hex_, orders in screen.interaction.goals.items() if len(orders) == 1)
    screen.interaction.click(goal)
    assert screen.session.view.position.units[unit].hex == goal
    assert isinstance(screen.session.game.journal[-1].order, Enter)


def test_the_replacement_phase_opens_its_page_and_gives_by_mouse_and_keys(window, opened, words):
    screen = opened("allied", "replacement", 3)
    window.step(0.05)
    assert screen.ui.panel == muster_panel.NAME and Page(screen._desk, screen.muster).name == "replacements"
    assert "US infantry" in frame(window, words), "what there is stands over the boxes"
    cell = ready_cell(screen)
    while screen.ui.cell != cell.unit:
        screen.on_key("arrow_right", False, False)
    window.step(0.05)
    assert screen.on_key("1", False, False)
    assert isinstance(screen.session.game.journal[-1].order, Replace)
    screen.undo()
    screen.on_key("escape", False, False)
    screen.on_key("escape", False, False)
    window.step(0.05)
    assert screen.ui.panel == "", "it stays closed once the player has closed it"


def test_a_refused_unit_says_why_and_tab_leads_to_the_next_page(window, opened, words):
    screen = opened("allied", "movement", 2)
    screen.on_key("m", False, False)
    window.step(0.05)
    boxes = Page(screen._desk, screen.muster).boxes
    barred = next(cell for group in boxes for cell in group.cells if not cell.ready)
    screen.ui.cell = barred.unit
    window.step(0.05)
    places = Page(screen._desk, screen.muster).places
    refusal = str(next(place.refusal for place in places).text)
    assert any(text and text in refusal for text in frame(window, words) if len(text) > 12)
    assert screen.interaction.taken is None
    screen.on_key("tab", False, False)
    assert Page(screen._desk, screen.muster).name == "arrivals"


def test_ending_the_phase_asks_while_somebody_could_come(window, opened):
    screen = opened("allied", "movement", 2)
    screen.interaction.end_turn()
    question = screen.interaction.question
    assert question is not None and "reinforcement points left" in question.words


# ------------------------------------------------------------------------------------------------- dragging


def drag(window, start, end, *, let_go=True):
    """The left button goes down at a point of the HUD and up at another."""
    scale = window.kit.scale
    window.inject_move(start[0] * scale, start[1] * scale)
    window.step(0.05)
    window.inject_button(0, True)
    window.step(0.05)
    for share in (0.3, 0.7, 1.0):
        x, y = (start[place] + (end[place] - start[place]) * share for place in (0, 1))
        window.inject_move(x * scale, y * scale)
        window.step(0.05)
    if let_go:
        window.inject_button(0, False)
        window.step(0.05)
        window.step(0.05)


def middle(window, name):
    box = window.kit.places[name]
    return box.x + box.w / 2, box.y + box.h / 2


def spots_of(screen, wanted):
    """The parts that feel the pointer of units for which something holds, and the units."""
    boxes = Page(screen._desk, screen.muster).boxes
    spots, _high = muster_panel.laid(boxes, muster_panel.WIDE)
    return [
        (f"muster-{number}", spot.cell.unit)
        for number, spot in enumerate(spots)
        if spot.cell is not None and wanted(spot.cell) and f"muster-{number}" in screen._desk.kit.places
    ]


@pytest.fixture
def landing(window, opened):
    """The page of landings with a wave off the coast."""
    screen = opened("allied", "movement", 2)
    screen.on_key("m", False, False)
    window.step(0.05)
    revealed(window, screen, Page(screen._desk, screen.muster).boxes[0].cells[0].unit)
    screen.ui.cell = None
    window.step(0.05)
    return screen


def test_a_unit_is_dragged_onto_a_beach_of_the_list(window, landing):
    name, unit = spots_of(landing, lambda cell: cell.ready)[0]
    press(window, landing, name)
    window.step(0.05)
    place = Page(landing._desk, landing.muster).places[0]
    drag(window, middle(window, name), middle(window, "muster-place-0"))
    assert landing.session.view.position.units[unit].hex == place.hex
    assert landing.ui.dragged == () and landing.interaction.taken is None


def test_a_unit_is_dragged_onto_the_map(window, landing, monkeypatch):
    name, unit = spots_of(landing, lambda cell: cell.ready)[0]
    landing.ui.cell = unit
    places = Page(landing._desk, landing.muster).places
    goal = next(place.hex for place in places if place.refusal is None)
    monkeypatch.setattr(type(landing), "hex_at", lambda _screen, x, _y: goal if x == 1000 else None)
    drag(window, middle(window, name), (1000.0, 600.0), let_go=False)
    assert landing.ui.dragged == (unit,) and landing.interaction.hovered == goal, "the hex under it is lit"
    window.inject_button(0, False)
    window.step(0.05)
    assert landing.session.view.position.units[unit].hex == goal


def pair_for_one_beach(landing):
    """Two units for which points are paid and that may land at the same beach in a turn, and the beach."""
    session, state = landing.session, landing.session.view.position
    boxes = Page(landing._desk, landing.muster).boxes
    priced = [cell.unit for group in boxes for cell in group.cells if cell.ready and price(state, cell.unit)]
    for first in priced:
        for place in muster.places(session.view, first, "landings"):
            if place.refusal is not None:
                continue
            beside = [unit for unit in priced if session.view.why_not(Land((unit,), (place.hex,))) is None]
            session.play(place.order)
            others = [unit for unit in beside if session.view.why_not(Land((unit,), (place.hex,))) is None]
            session.undo()
            landing.interaction.refresh()
            if others:
                return first, others[0], place.hex
    raise LookupError("no two units for one beach")


def revealed(window, screen, unit):
    """The part that feels the pointer of a unit, once the list is scrolled to it."""
    screen.ui.cell, screen.ui.reveal_cell = unit, True
    window.step(0.05)
    window.step(0.05)
    return next(name for name, one in spots_of(screen, lambda _cell: True) if one == unit)


def test_several_that_are_marked_go_together_and_cost_what_they_cost_together(window, landing, words):
    first, second, hex_ = pair_for_one_beach(landing)
    name = revealed(window, landing, second)
    landing.ui.cell = first
    landing.interaction.take(first)
    assert landing.on_key("enter", False, True), "Shift and Enter mark"
    assert landing.ui.grouped == {first}
    window.hud.key("shift", True)
    press(window, landing, name)
    window.hud.key("shift", False)
    assert landing.ui.grouped == {first, second}
    cost = sum(price(landing.session.view.position, unit) for unit in (first, second))
    told = frame(window, words)
    assert any("and 1 unit more" in text and f"{cost} reinforcement points" in text for text in told)
    places = Page(landing._desk, landing.muster).places
    row = next(number for number, place in enumerate(places) if place.hex == hex_)
    drag(window, middle(window, name), middle(window, f"muster-place-{row}"))
    units = landing.session.view.position.units
    assert units[second].hex == units[first].hex == hex_
    assert landing.ui.grouped == frozenset()


def test_of_those_that_are_marked_who_cannot_come_there_is_named_and_stays(window, landing):
    found = spots_of(landing, lambda cell: cell.ready)
    view, (name, first) = landing.session.view, found[0]
    places = muster.places(view, first, "landings")
    row, place = next((number, place) for number, place in enumerate(places) if place.refusal is None)
    other = next(
        unit for _name, unit in found if place.hex not in {one.hex for one in muster.places(view, unit, "landings")}
    )
    press(window, landing, name)
    landing.ui.grouped = frozenset({first, other})
    window.step(0.05)
    drag(window, middle(window, name), middle(window, f"muster-place-{row}"))
    units = landing.session.view.position.units
    assert first in units and other not in units
    assert landing.interaction.toast.text.endswith("cannot come there.")


def test_what_is_let_go_over_a_panel_or_another_hex_stays_where_it_was(window, landing):
    name, unit = spots_of(landing, lambda cell: cell.ready)[0]
    drag(window, middle(window, name), (40.0, 20.0))
    assert unit not in landing.session.view.position.units and landing.ui.dragged == ()
    drag(window, middle(window, name), (900.0, 600.0))
    assert unit not in landing.session.view.position.units
    assert landing.interaction.toast is not None


def test_a_unit_that_may_not_come_is_not_dragged(window, landing):
    name, _unit = spots_of(landing, lambda cell: not cell.ready)[0]
    drag(window, middle(window, name), (900.0, 600.0), let_go=False)
    assert landing.ui.dragged == ()
    window.inject_button(0, False)
    window.step(0.05)
