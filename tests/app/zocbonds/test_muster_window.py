"""The pages of units off the map in a window: chosen by mouse and by keys, given by a click, a figure or the map."""

import pytest

from tests.app.zocbonds.battles import frame, phase, played_until
from wab.app.zocbonds import muster_panel
from wab.systems.zocbonds.orders import Enter, Land, Replace


@pytest.fixture(scope="module")
def games():
    """Games at moments in which somebody may come onto the map."""
    return {}


@pytest.fixture
def opened(window, shown, games):
    """Opens a game of that name in a window of the usual size."""
    size, scale = (window.hud.width, window.hud.height), window.hud.scale
    window.hud.resize(1280, 900)

    def open_(seat, name, turn):
        key = (seat, name, turn)
        game = games.get(key) or played_until(phase(seat, name, turn))
        return shown(game, seat)

    yield open_
    window.hud.resize(*size)
    window.hud.scale = scale


def ready_cell(screen):
    boxes = muster_panel.boxes_of(screen._desk, muster_panel.page_of(screen._desk, screen.ui))
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
    place = muster_panel.places_of(screen._desk, screen.ui, "landings")[0]
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
    boxes = muster_panel.boxes_of(screen._desk, "landings")
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
    assert muster_panel.page_of(screen._desk, screen.ui) == "arrivals"
    unit = ready_cell(screen).unit
    screen.interaction.take(unit)
    goal = next(hex_ for hex_, orders in screen.interaction.goals.items() if len(orders) == 1)
    screen.interaction.click(goal)
    assert screen.session.view.position.units[unit].hex == goal
    assert isinstance(screen.session.game.journal[-1].order, Enter)


def test_the_replacement_phase_opens_its_page_and_gives_by_mouse_and_keys(window, opened, words):
    screen = opened("allied", "replacement", 3)
    window.step(0.05)
    assert screen.ui.panel == muster_panel.NAME and muster_panel.page_of(screen._desk, screen.ui) == "replacements"
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
    boxes = muster_panel.boxes_of(screen._desk, "landings")
    barred = next(cell for group in boxes for cell in group.cells if not cell.ready)
    screen.ui.cell = barred.unit
    window.step(0.05)
    places = muster_panel.places_of(screen._desk, screen.ui, "landings")
    refusal = str(next(place.refusal for place in places).text)
    assert any(text and text in refusal for text in frame(window, words) if len(text) > 12)
    assert screen.interaction.taken is None
    screen.on_key("tab", False, False)
    assert muster_panel.page_of(screen._desk, screen.ui) == "arrivals"


def test_ending_the_phase_asks_while_somebody_could_come(window, opened):
    screen = opened("allied", "movement", 2)
    screen.interaction.end_turn()
    question = screen.interaction.question
    assert question is not None and "reinforcement points left" in question.words
