"""The map of a view: counters, flags, front, fog, names, reach, path, overlays. No window."""

import numpy as np
import pytest

import wab
from wab.app.gfx.specs import NameSpec
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.looks import overlays, presenter, texts
from wab.app.operations.looks.card import unit_card
from wab.app.operations.looks.nations import map_names, nations, place_title
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.adapter import Still
from wab.content.operations.loader import load_catalogues
from wab.locale import language
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.boards import make_board

CARENTAN = "operations/causeway-to-carentan"
SCENARIOS = [info.id for info in wab.scenarios() if info.system == "operations"]


def view_of(board, side="allied"):
    return OperationsView(side, known_state(board.state, side))


def counters(view):
    return OperationsAdapter(Still(view)).counters()


def spec_of(view, unit):
    return next(spec for spec in counters(view) if spec.key == unit)


# ------------------------------------------------------------------------------------------------- counters


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_every_unit_that_is_known_has_a_counter_and_every_stack_one_top(scenario, side):
    view = wab.new_game(scenario, seed=3).view(side)
    specs = counters(view)
    assert sorted(spec.key for spec in specs) == sorted(view.position.units)
    tops = [spec.hex for spec in specs if spec.stack == 0]
    assert sorted(tops) == sorted(view.position.stacks)


def test_a_full_counter_shows_what_is_left_of_a_unit():
    board = make_board([". . ."])
    unit = board.place("infantry", hex=0, attack=7, defence=11, full_hp=8, hp=5, fatigue=30)
    spec = spec_of(view_of(board), unit)
    # 5 of 8 HP: state 3; a veteran then attacks with 80 % of 7 and defends with 85 % of 11
    assert (spec.left, spec.right) == ("6", "9")
    assert (spec.pips, spec.pips_max) == (5, 8)
    assert spec.energy == pytest.approx(0.70)
    assert (spec.quality, spec.size_mark, spec.side, spec.contact) == (2, "III", 1, "own")


def test_there_is_no_energy_bar_without_fatigue():
    board = make_board([". ."], switches={"fatigue": False})
    unit = board.place("infantry", hex=0)
    assert spec_of(view_of(board), unit).energy is None


@pytest.mark.parametrize(
    ("level_hex", "contact", "figures"), [(1, "identified", True), (4, "recognised", False), (6, "detected", False)]
)
def test_an_enemy_is_shown_as_well_as_it_is_known(level_hex, contact, figures):
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=6)
    board.place("infantry", hex=level_hex, side="axis")
    spec = next(spec for spec in counters(view_of(board)) if spec.side == 2)
    assert spec.contact == contact
    assert bool(spec.left) == figures
    assert bool(spec.symbol) == (contact != "detected")


def test_an_enemy_out_of_sight_is_not_shown():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=2)
    board.place("infantry", hex=7, side="axis")
    assert [spec.side for spec in counters(view_of(board))] == [1]


@pytest.mark.clause("OPS-5.2-12")
def test_what_has_acted_is_veiled_and_what_can_still_act_has_a_star():
    board = make_board([". . . . . ."])
    fresh = board.place("infantry", hex=0)
    moving = board.place("infantry", hex=1, activated=1, spent=2, moved=True)
    done = board.place("infantry", hex=2, activated=1, spent=99, moved=True)
    marks = {unit: spec_of(view_of(board), unit) for unit in (fresh, moving, done)}
    assert [(marks[unit].star, marks[unit].acted) for unit in (fresh, moving, done)] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_a_unit_of_an_earlier_impulse_is_locked():
    board = make_board([". ."], impulses=2)
    unit = board.place("infantry", hex=0, activated=1)
    board.set(impulse=2)
    assert spec_of(view_of(board), unit).locked


def test_what_is_selected_lies_on_top_of_its_stack():
    board = make_board([". ."])
    strong = board.place("infantry", hex=0, attack=9)
    weak = board.place("company", hex=0)
    view = view_of(board)
    assert [unit.id for unit in presenter.stack_order(view.position, 0)] == [strong, weak]
    assert [unit.id for unit in presenter.stack_order(view.position, 0, {weak})] == [weak, strong]


def test_something_is_never_shown_as_nothing():
    assert [presenter.figure(value) for value in (0, 20, 149, 150, 700)] == ["0", "1", "1", "2", "7"]


# ------------------------------------------------------------------------------------------------- ground and names


@pytest.mark.clause("OPS-9.2.1-4")
def test_a_flag_says_what_an_objective_still_brings_and_who_holds_it():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    flags = {flag.hex: flag for flag in presenter.flags(view)}
    for objective in view.board.objectives:
        worth = objective.per_turn * view.board.turns + objective.at_end
        assert flags[objective.hex].value == str(worth)
        assert flags[objective.hex].side == (1 if objective.held_by == "allied" else 2)
        assert flags[objective.hex].main == objective.main


@pytest.mark.clause("OPS-6.5-1")
def test_the_front_runs_between_what_the_sides_control_in_the_play_area():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    sides = presenter.front_sides(view)
    assert set(np.unique(sides)) == {0, 1, 2}
    assert not sides[~view.board.in_play].any()


def test_fog_covers_what_nobody_sees_and_what_is_not_in_play():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    seen, playing = presenter.fog(view)
    assert (seen <= playing).all()
    assert all(seen[unit.hex] for unit in view.own_units())
    assert seen.sum() < playing.sum()


def test_a_board_all_in_sight_has_no_fog():
    board = make_board([". . ."], switches={"fog": False})
    board.place("infantry", hex=0)
    assert presenter.fog(view_of(board)) is None


def test_names_are_in_the_language_of_the_reader_and_each_region_is_on_the_map():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    hill = NameSpec("Hill 112", 37.0, 27.0, "hill")
    with language("fr"):
        french = presenter.names(view.board.map, [hill])
    with language("en"):
        english = presenter.names(view.board.map, [hill])
    assert (french[0].text, english[0].text) == ("Cote 112", "Hill 112")
    assert "Baie de la Seine" in {name.text for name in french}
    grid = view.board.grid
    for name in french:
        assert -1 <= name.x <= grid.cols + 1 and -1 <= name.y <= grid.rows


def test_hidden_places_are_not_named_and_every_place_of_the_list_exists():
    board_map = wab.new_game(CARENTAN, seed=1).view("allied").board.map
    known = {place.name for place in board_map.places}
    data = map_names()
    assert set(data.hidden) <= known and set(data.places) <= known
    hidden = NameSpec(data.hidden[0], 10.0, 10.0, "beach")
    assert data.hidden[0] not in {name.text for name in presenter.names(board_map, [hidden])}


def test_objectives_are_named_before_other_villages():
    board_map = wab.new_game(CARENTAN, seed=1).view("allied").board.map
    place = next(place for place in board_map.places if place.kind == "village")
    x, y = board_map.grid.centre(place.hex)
    spec = NameSpec(place.name, x, y, "village", 10.0)
    plain = presenter.names(board_map, [spec])[0].priority
    assert presenter.names(board_map, [spec], [place.hex])[0].priority > plain


def test_every_nation_of_the_forces_has_colours_that_can_be_read():
    for nation in nations().values():
        assert abs(sum(nation.ink[:3]) - sum(nation.body[:3])) > 90


@pytest.mark.clause("OPS-3.1-2")
def test_each_nation_has_a_colour_of_its_own():
    fighting = {unit.nation for catalogue in load_catalogues().values() for unit in catalogue.units.values()}
    assert fighting == set(nations()) - {"unknown"}
    assert len({nation.body for nation in nations().values()}) == len(nations()) >= 8


# ------------------------------------------------------------------------------------------------- reach and path


def test_reach_is_what_the_rules_allow_and_its_orders_are_legal():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    for unit in view.own_units():
        reach = overlays.reach_of(view, (unit.id,))
        for hex_ in sorted(reach.near | reach.far):
            assert view.why_not(reach.order(hex_)) is None
            assert reach.order(hex_).strategic == (hex_ in reach.far)


def test_nobody_reaches_anything_when_the_other_side_decides():
    view = wab.new_game(CARENTAN, seed=1).view("axis")
    assert overlays.reach_of(view, (view.own_units()[0].id,)).near == frozenset()


def test_a_zone_of_control_is_told_before_the_move():
    board = make_board([". . . ."])
    unit = board.place("infantry", hex=0)
    board.place("infantry", hex=3, side="axis")
    view = view_of(board)
    reach = overlays.reach_of(view, (unit,))
    assert reach.rose == {2}
    direction = view.board.grid.direction(2, 3)
    assert (2, direction) in reach.teeth
    path = overlays.path_of(view, reach.order(2))
    assert path.halts and path.activation_points == 1
    assert overlays.path_of(view, reach.order(1)).halts is False


@pytest.mark.clause("OPS-8.2.1-2")
def test_a_unit_that_a_zone_holds_is_told_so_though_the_zone_is_gone():
    board = make_board([". . . . . ."])
    unit = board.place("infantry", hex=1, held=True)
    board.place("infantry", hex=5, side="axis")
    view = view_of(board)
    reach = overlays.reach_of(view, (unit,))
    assert reach.near == {0, 2} and reach.far == frozenset()
    path = overlays.path_of(view, reach.order(2))
    words = "Began the turn in an enemy zone of control: one hex only."
    assert path.halts and words in path.notes and words in unit_card(view, unit).troubles
    board.change(unit, held=False)
    view = view_of(board)
    assert words not in unit_card(view, unit).troubles
    assert words not in overlays.path_of(view, overlays.reach_of(view, (unit,)).order(2)).notes


def test_the_price_of_a_path_is_what_the_move_then_costs():
    game = wab.new_game(CARENTAN, seed=1)
    view = game.view("allied")
    for unit in view.own_units()[:3]:
        reach = overlays.reach_of(view, (unit.id,))
        for hex_ in sorted(reach.near)[:4]:
            order = reach.order(hex_)
            told = overlays.path_of(view, order)
            moved = next(event for event in game.copy().play(order) if type(event).__name__ == "Moved")
            if moved.path == order.path:
                assert moved.spent == told.cost


def test_a_move_that_shows_new_ground_says_before_it_is_made_that_it_is_final():
    board = make_board([". . . . . . . . . ."])
    unit = board.place("infantry", hex=0, sight=2)
    order = Move((unit,), (0, 1, 2, 3, 4))
    with language("en"):
        strict = overlays.path_of(view_of(board), order)
        assert (strict.shows, strict.final, strict.undo) == ("ground", True, "shows new ground: final")
        assert strict.undo in strict.badge and any("final" in note for note in strict.notes)
        lenient = overlays.path_of(view_of(board), order, lenient=True)
        assert (lenient.shows, lenient.final, lenient.undo) == ("ground", False, "may not be undone")
        board_lit = make_board([". . . . . ."], switches={"fog": False})
        other = board_lit.place("infantry", hex=0)
        lit = overlays.path_of(view_of(board_lit), Move((other,), (0, 1)))
        assert (lit.shows, lit.final, lit.undo) == ("", False, "can be undone")


def test_a_move_that_shows_a_known_enemy_better_is_final_in_any_game():
    board = make_board([". . . . . . . . . ."])
    unit = board.place("infantry", hex=0, sight=6)
    board.place("infantry", hex=5, side="axis")
    board.place("infantry", hex=9, sight=9)  # sees all the ground, and no more of the enemy
    order = Move((unit,), (0, 1, 2, 3, 4))
    for lenient in (False, True):
        told = overlays.path_of(view_of(board), order, lenient=lenient)
        assert (told.shows, told.final) == ("enemy", True)


# ------------------------------------------------------------------------------------------------- overlays


@pytest.mark.clause("OPS-8.5.1-8")
@pytest.mark.clause("OPS-F-SUPPLY")
def test_the_supply_overlay_parts_what_is_fed_from_what_is_cut_and_names_the_cause():
    board = make_board([". . . . ."], supply={"allied": {0: 1}, "axis": {4: 1}})
    cut = board.place("infantry", hex=4)
    board.place("infantry", hex=2, side="axis")
    view = view_of(board)
    tints = overlays.overlay(view, "supply")
    assert tuple(tints.colours[0]) == tuple(overlays.SUPPLIED) and tints.marks[0] == overlays.DOTS
    assert tuple(tints.colours[4]) == tuple(overlays.CUT) and tints.marks[4] == overlays.CROSSES
    (found, why), *rest = overlays.cut_units(view)
    assert found == cut and not rest
    assert 2 in why.hexes and why.clauses


@pytest.mark.parametrize("name", sorted(overlays.OVERLAYS))
def test_every_overlay_has_a_key_and_a_second_sign(name):
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    tints = overlays.overlay(view, name)
    size = view.board.grid.size
    assert tints.colours.shape == (size, 4) and tints.marks.shape == (size,)
    assert tints.colours.any() and tints.legend
    signs = {(tuple(tint), pattern) for tint, pattern, _words in tints.legend}
    assert len(signs) == len(tints.legend)


def test_an_unknown_overlay_is_none():
    assert overlays.overlay(wab.new_game(CARENTAN, seed=1).view("allied"), "tides") is None


# ------------------------------------------------------------------------------------------------- words and cards


def test_numbers_follow_the_language():
    with language("fr"):
        assert (typography.number(7.2), typography.number(-3), typography.percent(0.72)) == ("7,2", "−3", "72\u00a0%")
        assert texts.day("1944-08-01") == "1er août 1944"
    with language("en"):
        assert (typography.number(7.25, 2), typography.number(7.0), typography.percent(0.72)) == ("7.25", "7", "72%")
        assert texts.day("1944-06-06") == "6 June 1944"


def test_a_chance_is_neither_certain_nor_impossible_when_it_is_not():
    with language("en"):
        assert typography.chance(1 / 1000) == "<1%" and typography.chance(0.9999) == ">99%"
        assert typography.chance(0) == "0%" and typography.chance(1) == "100%"


@pytest.mark.clause("OPS-2.4-3")
def test_the_card_tells_state_movement_and_what_is_wrong():
    board = make_board([". . . ."], supply={"allied": {}, "axis": {3: 1}})
    unit = board.place("infantry", hex=0, full_hp=8, hp=3, fatigue=60, supplied=False)
    with language("en"):
        card = unit_card(view_of(board), unit)
    assert (card.hp, card.hp_full, card.energy, card.threshold) == (3, 8, 40, 50)
    assert card.level == 1  # 3 of 8 HP is state 2, and worn out one less
    assert len(card.troubles) == 2
    figures = {figure.icon: figure for figure in card.figures}
    assert figures["attack"].value == "0" and figures["attack"].full == "6"
    assert figures["crate"].good is False
    assert all(figure.tip for figure in card.figures)


def test_the_card_of_a_contact_gives_nothing_away():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=6)
    board.place("armour", hex=6, side="axis", name="Panzer-Lehr-Regiment 130")
    view = view_of(board)
    contact = next(unit for unit in view.position.units if view.profile(unit).side == "axis")
    card = unit_card(view, contact)
    assert not card.known and "Panzer" not in card.name
    assert {figure.value for figure in card.figures} == {"?"}


def test_a_hex_without_a_name_is_called_after_its_neighbourhood():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    named = next(hex_ for hex_ in range(view.board.grid.size) if view.board.map.name(hex_) and view.board.in_play[hex_])
    assert presenter.hex_title(view, named) == presenter.place_name(view, named) != ""
    near = (h for h in view.board.grid.adjacent(view.board.grid.parse("4722")) if not view.board.map.name(h))
    with language("en"):
        titles = [presenter.hex_title(view, hex_) for hex_ in near]
        assert titles and all(title.startswith("near ") for title in titles)
        board = make_board([". . ."])
        assert presenter.hex_title(view_of(board), 1) == "hex 0001"


def test_the_badge_of_a_path_tells_supply_after_the_move():
    view = wab.new_game(CARENTAN, seed=1).view("allied")
    stack = view.board.grid.parse("4922")
    reach = overlays.reach_of(view, tuple(unit.id for unit in view.position.stack(stack)))
    goals = sorted(reach.near)
    with language("en"):
        pictures = [overlays.path_of(view, reach.order(goal)) for goal in goals]
    assert {picture.supplied for picture in pictures} <= {True, False}
    assert all(("in supply" if picture.supplied else "cut off") in picture.badge for picture in pictures)
    plain = wab.new_game("operations/cliffs-and-shingle", seed=1).view("allied")
    hex_ = plain.own_units()[0].hex
    reach = overlays.reach_of(plain, tuple(unit.id for unit in plain.position.stack(hex_)))
    assert overlays.path_of(plain, reach.order(min(reach.near))).supplied is None


def test_french_contracts_before_names():
    with language("fr"):
        assert [
            typography.contracted(f"près de {name}") for name in ("Airel", "Le Molay", "Les Moulins", "Évrecy", "Caen")
        ] == [
            "près d’Airel",
            "près du Molay",
            "près des Moulins",
            "près d’Évrecy",
            "près de Caen",
        ]
    with language("en"):
        assert typography.contracted("pas de Airel") == "pas de Airel"


def test_places_that_are_named_by_an_english_word_have_french_names():
    with language("fr"):
        assert place_title("Tourmauville bridge") == "Pont de Tourmauville"
        assert place_title("Maupertus airfield") == "Aérodrome de Maupertus"
