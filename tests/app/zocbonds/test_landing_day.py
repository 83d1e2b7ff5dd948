"""The invasion told landing by landing: dice on the rows of the tables, losses, boats next to their beaches."""

import pytest

import wab
from ai.agents import make_agents
from tests.app.zocbonds.battles import SCENARIO, frame, phase, played_until
from tests.rules.zocbonds.field import position
from wab.app.hud.kit import Kit
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.pictures import Appear, Glide
from wab.app.zocbonds.hand import landing_day
from wab.app.zocbonds.panels import landing_panel
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.locale import language
from wab.systems.zocbonds.combat import invasion
from wab.systems.zocbonds.state import events as ev

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def game():
    """A game whose landings are over."""
    return played_until(phase("axis", "movement"))


@pytest.fixture(scope="module")
def events(game):
    return [event for record in game.journal for event in record.events]


def test_every_drop_and_every_assault_has_its_dice_on_its_table(game, events):
    state, board = game.state, game.state.board
    found = landing_day.landings(state, events)
    assert len(found) == len(board.drops) + len(board.assault) and all(landing.done for landing in found)
    by_key = {landing.key: landing for landing in found}
    for event in events:
        if isinstance(event, ev.Scattered):
            drop = by_key[f"drop-{event.unit}"]
            assert event.rolled in drop.rows[0].fallen
            assert drop.rows[0].cells[event.rolled - 1] == event.result.replace("-", "–")
        if isinstance(event, ev.AssaultRolled):
            row = by_key[event.landing].rows[0]
            assert event.rolled in row.fallen and row.cells[event.rolled - 1] == event.result
        if isinstance(event, ev.TanksRolled):
            landing = next(one for one in found if event.unit in one.units)
            assert landing.rows[1].fallen == (event.rolled,)
            assert landing.rows[1].cells[event.rolled - 1] == (f"−{event.lost}" if event.lost else "–")


def test_losses_are_those_of_the_units_of_the_landing(game, events):
    state = game.state
    found = landing_day.landings(state, events)
    for landing in found:
        lost = sum(
            state.board.roster[unit].steps - (state.units[unit].steps if unit in state.units else 0)
            for unit in landing.units
        )
        assert landing.lost == lost, landing.key
    us = sum(one.lost for one in found if state.board.roster[one.units[0]].army == "us")
    assert landing_day.losses(state, found).startswith(f"Steps lost: US First Army {us}, ")


def test_a_landing_whose_dice_have_not_fallen_tells_nothing():
    found = landing_day.landings(position({}), ())
    assert not any(landing.done or landing.told or landing.result for landing in found)
    assert all(row.fallen == () for landing in found for row in landing.rows)


@pytest.mark.clause("ZOC-EOP-2")
def test_assaults_lie_in_the_sea_beside_their_beach_and_move_onto_it():
    game = wab.new_game(SCENARIO, seed=1944)
    state, board = game.state, game.state.board
    places = landing_day.boats(board)
    assert len(set(places.values())) == len(board.assault), "no two in one hex"
    for landing, hex_ in places.items():
        assert board.sea[hex_] and board.grid.are_adjacent(hex_, board.landings[landing])
    waiting = [landing for landing in places if state.box(f"assault/{landing}")]
    assert waiting, "the game has stopped before the last assault"
    adapter = ZocBondsAdapter(Still(game.view("allied")))
    shown = {spec.key: spec.hex for spec in adapter.counters()}
    for landing in waiting:
        assert {shown[unit] for unit in invasion.attackers(board, landing)} == {places[landing]}
    units = invasion.attackers(board, waiting[0])
    beach = board.landings[waiting[0]]
    assert list(adapter.acts(ev.Placed(units, beach))) == [Glide(units, (places[waiting[0]], beach))]


def test_who_drops_appears_and_the_second_wave_waits_off_the_coast(game):
    adapter, state = ZocBondsAdapter(Still(game.view("allied"))), game.state
    drop = state.board.ids[next(iter(state.board.drops))]
    assert list(adapter.acts(ev.Placed((drop,), 5))) == [Appear(drop, 5)]
    shown = {spec.key: spec.hex for spec in adapter.counters()}
    for unit in state.box("wave/utah"):
        assert shown[unit] == landing_day.boats(state.board)["utah"]


def test_the_page_opens_with_the_game_goes_from_landing_to_landing_and_can_be_skipped(window, shown, words):
    screen = shown(wab.new_game(SCENARIO, seed=1944), "allied")
    window.step(0.05)
    assert screen.ui.panel == landing_panel.NAME and screen.ui.heard == -1
    first = landing_panel.landings_of(screen._desk, screen.first_day)[0]
    assert first.title in frame(window, words) and not set(first.told) & set(words)
    assert screen.on_key("enter", False, False) and (screen.ui.landing, screen.ui.heard) == (0, 0)
    assert set(first.told) <= frame(window, words), "its dice are told now"
    assert screen.on_key("enter", False, False) and (screen.ui.landing, screen.ui.heard) == (1, 1)
    landing_panel.past(screen.ui, landing_panel.landings_of(screen._desk, screen.first_day))
    assert screen.ui.panel, "first all dice are shown"
    landing_panel.past(screen.ui, landing_panel.landings_of(screen._desk, screen.first_day))
    assert not screen.ui.panel
    window.step(0.05)
    assert not screen.ui.panel, "it stays closed"
    assert screen.on_key("i", False, False) and screen.ui.panel == landing_panel.NAME


def test_the_landings_are_shown_again_from_any_of_their_events(window, shown, game):
    screen = shown(game, "axis")
    screen.ui.panel = ""
    events = screen.session.turns[0].seen
    rolled = next(event for event in events if isinstance(event, ev.AssaultRolled))
    assert screen.can_show(rolled)
    screen.show_again(rolled)
    told = {type(act) for event in events for act in screen.adapter.acts(event)}
    assert {Appear, Glide} <= told
    for _frame in range(400):
        window.step(0.05)
        if not screen.replaying:
            break
    assert not screen.replaying and screen.shown_again == 0, "and it comes to its end"


def test_a_counter_off_the_coast_is_taken_by_a_click(window, shown):
    screen = shown(played_until(phase("allied", "movement", 2)), "allied")
    unit = next(iter(landing_day.afloat(screen.interaction.position)))
    screen.interaction.click(None, unit)
    assert screen.interaction.taken == unit


def test_what_all_landings_cost_stands_below_the_list_in_a_small_window(window, shown, words, game):
    size = window.hud.width, window.hud.height
    window.hud.resize(1000, 620)
    screen = shown(game, "axis")
    screen.ui.panel = landing_panel.NAME
    told = landing_day.losses(game.state, landing_panel.landings_of(screen._desk, screen.first_day))
    try:
        assert told.split()[0] in " ".join(frame(window, words))
        assert any(told.startswith(text) and len(text) > 12 for text in words if text)
    finally:
        window.hud.resize(*size)


def test_for_who_does_not_decide_first_the_page_opens_once_the_landings_are_over(window, shown, words):
    game = wab.new_game(SCENARIO, seed=1944)
    screen = shown(game, "axis")
    window.step(0.05)
    assert not screen.ui.panel and screen.ui.landing_due
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", 1944, game.seats)

    def play_until(side, name):
        while (game.to_act, game.phase) != (side, name):
            game.play(players[game.to_act].decide(game.view(game.to_act)))
        screen.interaction.refresh()
        screen.skip()
        for _frame in range(4):
            window.step(0.05)

    play_until("axis", "losses")
    assert game.state.now.phase == "invasion" and not screen.ui.panel, "a question does not end the landings"
    play_until("axis", "movement")
    assert screen.ui.panel == landing_panel.NAME and not screen.ui.one_by_one
    assert screen.ui.heard >= 0, "all dice have been seen on the map"
    screen.ui.panel = ""
    window.step(0.05)
    assert not screen.ui.panel, "it stays closed"


@pytest.mark.parametrize("tongue", ["en", "fr"])
def test_what_stands_in_the_cells_of_the_tables_has_room_there(window, game, events, tongue):
    kit, room = window.kit, landing_panel.CELL - 3 - 2
    kit.rescale()
    with language(tongue):
        rows = [row for landing in landing_day.landings(game.state, events) for row in landing.rows]
        for row in rows:
            assert all(kit.width(words, "medium", 13) <= room for words in row.cells), row
            assert all(kit.width(words, "body", 12) <= room for words in row.below), row


@pytest.mark.clause("ZOC-UI-4")
def test_a_loss_on_a_beach_says_on_which_one(shown):
    game = played_until(lambda game, view: game.phase == "losses" and game.state.now.phase == "invasion")
    adapter = shown(game, game.to_act.partition("/")[0]).adapter
    beach = adapter.hex_title(game.state.units[game.state.agenda[0].units[0]].hex)
    assert game.state.now.fight is None and adapter.question() == f"{beach} · {adapter.moment()}"


@pytest.mark.parametrize("code", ["en", "fr"])
def test_what_is_asked_on_a_beach_is_read_in_full_in_a_narrow_list(window, shown, monkeypatch, code):
    game = played_until(lambda game, view: game.phase == "losses" and game.state.now.phase == "invasion")
    screen = shown(game, game.to_act.partition("/")[0])
    screen.ui.panel, spaced, text = "", Kit.spaced, Kit.text
    ends, told = {}, []
    monkeypatch.setattr(
        Kit,
        "spaced",
        lambda kit, words, x, *rest, **more: ends.setdefault(words, x + spaced(kit, words, x, *rest, **more)),
    )
    monkeypatch.setattr(
        Kit, "text", lambda kit, words, *rest, **more: (told.append(words), text(kit, words, *rest, **more))[1]
    )
    with language(code):
        window.step(0.05)
        adapter, box = screen.adapter, window.kit.covered["orders"]
        title = next(words for words in ends if adapter.moment().upper() in words)
        assert adapter.asked_where().upper() in title or adapter.asked_where() in told
        assert ends[title] <= box.right
