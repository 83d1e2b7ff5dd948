"""The landing on the screen: cards turned over, attacks put together, landing boxes, warnings, dots and hexsides."""

import pytest
from msgspec.structs import replace

import wab
from ai.agents import RandomAgent
from wab.app.omaha.hand.fought import outcome_of
from wab.app.omaha.hand.hand import AttackPlan
from wab.app.omaha.looks.cards import face_of
from wab.app.omaha.looks.overlays import field_tints, sweeping
from wab.app.omaha.panels.attack_sheet import sheet_of
from wab.app.omaha.panels.map_marks import dots
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.omaha.screen.muster import OmahaMuster
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.pictures import Reveal
from wab.app.wargame.muster import panel as muster_panel
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od

SCENARIO = "omaha/the-first-waves"


def led_to(phase, turn=1):
    """A game at a phase of a turn, or later, by a player without a plan."""
    game, agent = wab.new_game(SCENARIO, seed=0), RandomAgent(3)
    while game.phase != phase or game.turn < turn:
        game.play(agent.decide(game.view("us")))
    return game


@pytest.fixture
def roomy(window):
    window.hud.resize(1280, 900)
    yield window
    window.hud.resize(520, 320)


def beside_a_strongpoint():
    """Three companies next to a strongpoint of the east, as the actions of the east begin."""
    game = led_to("actions", 3)
    state, board = game.state, game.state.board
    able = [hex_ for hex_ in sorted(state.now.forces) if _is_wn(board, hex_) and len(_open(state, hex_)) > 1]
    target, infantry = able[0], [unit for unit in sorted(state.units) if _of_east(state, unit)]
    for unit, hex_ in zip(infantry, _open(state, able[0]), strict=False):
        state.store(replace(state.units[unit], hex=hex_, disrupted=False))
    state.changed(naval=1)
    game.play(od.BeginSector("east"))
    return game, target


def _is_wn(board, hex_):
    place = board.position_at.get(hex_)
    return place is not None and place.wn and board.sector(hex_) == "east"


def _open(state, target):
    board = state.board
    around = [hex_ for hex_ in board.grid.adjacent(target) if hex_ not in state.now.forces]
    return [hex_ for hex_ in around if not board.side_row(hex_, target).attack and board.terrain[hex_] != "sea"]


def _of_east(state, unit):
    return state.profile(unit).infantry and state.command(unit) == "east"


def test_every_card_has_a_face_for_each_purpose(english):
    board = wab.new_game(SCENARIO, seed=0).state.board
    for key in board.cards:
        fire = face_of(board, key, "fire", "west", 3)
        assert fire.title == "Fire, west" and fire.words.startswith("Aims at the ")
        assert "mine" in face_of(board, key, "landing", "east", 3).words.lower()
        assert all(face_of(board, key, "event", "", turn).words for turn in (1, 9, 15, 25, 31))
    assert face_of(board, "1", "barrage", "", 1) is None


def test_a_card_stays_open_with_its_hits_until_the_player_acts(roomy, shown, words):
    screen = shown(led_to("arrivals", 2))
    agent, hand = RandomAgent(3), screen.interaction
    while hand.view.phase == "arrivals":
        hand.give(agent.decide(hand.view))
        screen._after_order()
    screen.update(0.05)
    card = screen._replay.card
    assert card.face is not None and card.left == 0
    words.clear()
    roomy.step(0.05)
    assert card.face.title.upper() in words
    if hand.view.phase == "actions":
        hand.give(next(order for order in hand.view.legal_orders() if isinstance(order, od.BeginSector)))
        screen._after_order()
        screen.update(0.05)
        assert card.face is None


def test_an_attack_is_put_together_with_its_chances(roomy, shown, words):
    game, target = beside_a_strongpoint()
    screen = shown(game)
    hand = screen.interaction
    first = next(order for order in hand.view.legal_orders() if isinstance(order, od.Attack))
    hand.select(first.units[0])
    hand.click_hex(target, shift=False)
    assert isinstance(hand.plan, AttackPlan) and not hand.plan.attack.naval
    place = next(number for number, row in enumerate(hand.rows) if row.unit is None)
    hand.choose(place)
    assert hand.plan.attack.naval and hand.forecast is not None
    sheet = sheet_of(hand, hand.plan)
    shares = sum(result.chance for result in sheet.odds.results)
    assert shares == pytest.approx(1) and sheet.verdict.forecast.won == pytest.approx(hand.forecast.won)
    before = hand.position
    hand.asks_twice = False
    assert hand.confirm()
    seen = [line.event for line in screen.session.journal]
    fought = seen[max(number for number, event in enumerate(seen) if isinstance(event, ev.Acted)) :]
    told = outcome_of(before, fought)
    assert told is not None and told.attacked and len(told.chains) == sum(isinstance(e, ev.Resolved) for e in fought)


def test_units_are_placed_from_the_page_of_landing_boxes(roomy, shown):
    game = led_to("arrivals", 3)
    screen = shown(game)
    screen.update(0.05)
    assert screen.ui.panel == muster_panel.NAME
    pages, view = OmahaMuster(screen.interaction), game.view("us")
    unit = pages.groups(view, "landing")[0].cells[0].unit
    places = pages.places(view, "landing", unit)
    offered = {order for order in view.legal_orders(unit) if isinstance(order, od.PlaceInBox)}
    assert {place.order for place in places if place.refusal is None and place.hex is not None} == offered
    assert screen.interaction.give(next(place.order for place in places if place.refusal is None))
    assert pages.groups(view, "coming")


def test_dots_lie_on_the_side_of_their_position_and_follow_the_pointer(english):
    state = wab.new_game(SCENARIO, seed=0).view("us").position
    position = next(one for one in state.board.positions.values() if one.wn and len(one.dots) > 5)
    alone = list(dots(state, position.hexes[0]))
    assert len(alone) == len(position.dots) and {dot.colour for dot in alone} == {position.colour}
    for dot, hex_ in zip(alone, position.dots, strict=True):
        (x, y), grid = state.board.grid.centre(hex_), state.board.grid
        ends = [grid.centre(end) for end in position.hexes]
        assert min(_far(dot.at, end) for end in ends) < min(_far((x, y), end) for end in ends)
    assert sweeping(state, position.hexes[0]) == (position,)
    assert len(list(dots(state, None))) == sum(len(one.dots) for one in sweeping(state, None))
    assert any("triangle" in words for _ink, _mark, words in field_tints(state).legend)


def _far(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def test_a_hit_says_position_level_symbol_and_distance(english, shown):
    screen = shown(led_to("actions", 2))
    adapter = screen.adapter
    hits = [line.event for line in screen.session.journal if isinstance(line.event, ev.Fired)]
    assert hits
    told = [act.words for act in adapter.acts(hits[-1]) if hasattr(act, "words")]
    assert any(" fire" in words for words in told)
    card = next(line for line in reversed(screen.session.turns[-1].seen) if isinstance(line, ev.CardDrawn))
    assert isinstance(next(iter(adapter.acts(card))), Reveal)


@pytest.mark.parametrize(
    ("scenario", "heading", "wanted"),
    [("the-first-waves", "VP", "20"), ("d-day-at-omaha-beach", "VP", "40"), ("the-first-hour", "Heights", "1")],
)
def test_the_bar_names_what_wins(english, scenario, heading, wanted):
    first = OmahaAdapter(Still(wab.new_game(f"omaha/{scenario}", seed=1).view("us"))).status()[0]
    assert (first.heading, first.of) == (heading, wanted)
