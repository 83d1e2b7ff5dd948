"""Demands of the rules on the window of a battle, clause by clause. In the offscreen window, by what is drawn."""

from __future__ import annotations

import pytest

import wab
from ai.agents import make_agents
from tests.app.operations.drawn import SCALE
from wab.app.gfx.theme import METRICS
from wab.app.operations.hand.assets import kind_title, sheet
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.operations.looks.objective_marks import decisive_hexes, objective_marks
from wab.app.operations.pages.briefing_page import briefing_page
from wab.app.operations.panels import objective_markers
from wab.app.wargame.journal.journal import Rows, highest, shown_lines
from wab.content.operations.loader import load_scenario, scenario_paths
from wab.locale import language
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.state.setup import build_board

# ------------------------------------------------------------------------------------------------- the journal


def pass_turn(session, window):
    """Both sides pass until the next turn has begun."""
    turn = session.view.turn
    while session.view.turn == turn:
        session.play_for_enemy(Pass())
    for _ in range(4):
        window.step(0.3)


@pytest.mark.clause("OPS-5.1-6")
def test_at_the_end_of_a_turn_the_journal_appears_and_folds_when_the_player_goes_on(opened, window):
    screen, session, drawn = opened("cliffs-and-shingle")
    small = drawn.parts["journal-open"].y
    assert not screen.ui.journal_open
    session.play_for_enemy(Pass())
    for _ in range(4):
        window.step(0.3)
    assert not screen.ui.journal_open, "in the middle of a turn it stays small"
    pass_turn(session, window)
    assert screen.ui.journal_open
    assert drawn.frame().parts["journal-open"].y < small
    screen.on_click(10.0, 10.0)
    assert not screen.ui.journal_open
    assert drawn.frame().parts["journal-open"].y == small


@pytest.mark.clause("OPS-5.1-6")
def test_a_journal_that_the_player_opened_stays_open(opened, window):
    screen, session, _drawn = opened("cliffs-and-shingle")
    screen.on_key("j", False, False)
    pass_turn(session, window)
    screen.on_click(10.0, 10.0)
    assert screen.ui.journal_open
    pass_turn(session, window)
    screen.on_key("j", False, False)
    assert not screen.ui.journal_open


@pytest.mark.clause("OPS-9.2.1-2")
@pytest.mark.parametrize("part", ["bar-journal", "journal-title", "journal-open"])
def test_the_journal_opens_from_the_bar_and_by_a_tap_on_it(opened, part):
    screen, _session, drawn = opened("cliffs-and-shingle")
    drawn.frame(press=part)
    assert screen.ui.journal_open
    drawn.frame(press=part)
    assert not screen.ui.journal_open


@pytest.mark.clause("OPS-9.2.1-1")
def test_the_briefing_with_the_conditions_of_victory_can_be_read_again_from_the_journal(opened):
    screen, _session, drawn = opened("five-beaches")
    assert not drawn.has("Conditions of victory")
    drawn.frame(press="journal-briefing")
    page = screen.adapter.briefing()
    assert drawn.has("Conditions of victory") and drawn.has("Five Beaches")
    assert all(drawn.has(note[:30]) for note in page.objectives.notes)
    assert all(drawn.has(row.cells[0]) for row in page.objectives.rows)
    drawn.frame(press="briefing-close")
    assert screen.ui.panel == "" and not drawn.has("Conditions of victory")


@pytest.mark.clause("OPS-9.2.1-1")
def test_the_briefing_can_be_read_in_the_journal_of_the_end_of_a_turn(opened, window):
    screen, session, drawn = opened("cliffs-and-shingle")
    pass_turn(session, window)
    assert screen.ui.journal_open
    assert drawn.frame(press="journal-briefing").has("Conditions of victory")
    assert screen.ui.panel == "briefing"


def test_lines_of_the_open_journal_are_not_cut_off(opened):
    screen, _session, drawn = opened("five-beaches")
    screen.toggle_journal()
    drawn.frame()
    lines = shown_lines(screen._desk)
    rows = Rows(screen._desk, lines, 600.0)
    assert max(len(rows.of(place)) for place in range(len(lines))) > 1
    for place, line in enumerate(lines):
        assert " ".join(rows.of(place)).split() == str(line.text).replace("\u00a0", " ").split()
    tall = sum(len(rows.of(place)) for place in range(len(lines))) * 20.0
    assert rows.fitting(range(len(lines)), tall) == len(lines)
    assert rows.fitting(range(len(lines)), tall - 20.0) == len(lines) - 1
    assert rows.fitting(range(len(lines)), 1.0) == 1
    assert rows.fitting(range(0), 100.0) == 0


def three_turns(opened, window):
    """A battle in which Carentan has just been taken, with the journal open on it."""
    screen, session, drawn = opened("causeway-to-carentan", seed=4)
    players = make_agents(dict.fromkeys(session.game.system.sides, "greedy"), "operations", 4, session.game.seats)
    while session.view.turn < 4:
        session.play_for_enemy(players[session.game.to_act].decide(session.game.view(session.game.to_act)))
    settle(screen, window)
    return screen, session, drawn.frame()


def settle(screen, window):
    for _ in range(400):
        window.step(0.3)
        if not screen.replaying and not screen._replay.active:
            return


@pytest.mark.clause("OPS-5.1-6")
def test_the_journal_opens_with_a_verdict_and_begins_with_the_turn_that_is_over(opened, window):
    screen, _session, drawn = three_turns(opened, window)
    assert screen.ui.journal_open
    assert drawn.has("Turn 3: you win 9 points, the enemy wins 3 points.")
    assert drawn.has("The Allies take Carentan: 4 points.")
    assert drawn.at("The Allies take Carentan")[1] < drawn.at("Turn 3, 12 June")[1]


def test_the_journal_takes_a_third_of_the_map_at_most(opened, window):
    _screen, _session, drawn = three_turns(opened, window)
    low = window.hud.height / SCALE
    assert low - drawn.parts["journal-open"].y <= highest(low) + 12
    assert drawn.parts["journal-open"].y < low - METRICS.journal, "it is open all the same"


def test_a_click_on_a_cause_or_on_points_for_an_objective_goes_there(opened, window):
    screen, _session, drawn = three_turns(opened, window)
    gone = []
    screen.jump = gone.append
    drawn.frame(press="cause-0")
    carentan = next(one.hex for one in screen.view.board.objectives if one.name == "Carentan")
    assert gone == [carentan]
    scored = next(line.event for line in reversed(screen.session.journal) if type(line.event).__name__ == "Scored")
    assert screen.adapter.place_of(scored) == screen.view.board.objectives[scored.objective].hex


def test_a_cause_is_shown_again_from_its_event_on_and_the_map_is_as_it_was_afterwards(opened, window):
    screen, session, drawn = three_turns(opened, window)
    before = {(spec.key, spec.hex, spec.pips) for spec in screen.adapter.counters()}
    records = len(session.game.journal)
    screen.set_speed(1.0)
    drawn.frame(press="show-cause-0")
    assert screen.replaying and screen.shown_again == 3 and drawn.has("Turn 3 again")
    carentan = next(one.hex for one in screen.view.board.objectives if one.name == "Carentan")
    there = {spec.hex for spec in screen._replay.shown.values() if screen.adapter.is_own(spec.key)}
    assert carentan in there
    assert not screen.interaction.to_act or screen.interaction.watching, "no orders meanwhile"
    screen.skip()
    window.step(0.1)
    assert not screen.replaying and screen.shown_again == 0
    assert {(spec.key, spec.hex, spec.pips) for spec in screen._known} == before
    assert len(session.game.journal) == records


def test_a_turn_shown_again_begins_with_the_counters_that_stood_there_then(opened, window):
    screen, session, _drawn = three_turns(opened, window)
    played = session.turns[-2]
    moved = next(event for event in played.seen if type(event).__name__ == "Moved")
    screen.set_speed(1.0)
    screen.show_again(moved)
    assert {screen._replay.shown[unit].hex for unit in moved.units} == {moved.path[0]}


# ------------------------------------------------------------------------------------------------- objectives


@pytest.mark.clause("OPS-9.2.1-7")
def test_markers_lie_on_the_map_while_the_list_is_open_or_for_good(opened):
    screen, _session, drawn = opened("five-beaches")
    assert not objective_markers.are_shown(screen._desk) and not drawn.has("immediate victory")
    screen.jump(screen.view.board.objectives[3].hex)
    drawn.frame(press="tool-objectives")
    assert drawn.has("2 a turn + 4 at the end")
    drawn.frame(press="tool-objectives")
    assert not drawn.has("2 a turn + 4 at the end")
    drawn.frame(press="tool-objectives").frame(press="marks-kept").frame(press="objectives-close")
    assert screen.ui.panel == "" and drawn.has("2 a turn + 4 at the end")
    screen.on_key("w", False, False)
    assert not drawn.frame().has("2 a turn + 4 at the end")


@pytest.mark.clause("OPS-9.2.1-4")
@pytest.mark.clause("OPS-9.2.1-5")
def test_a_main_objective_has_a_one_and_immediate_victory_a_toothed_circle(opened, monkeypatch):
    screen, _session, drawn = opened("cobra")
    circles, wanted, circle = [], [0], objective_markers.toothed_circle

    def watched(kit, x, y):
        circles.append((x, y))
        circle(kit, x, y)

    def only_one(scene, hex_):
        return (260.0, 200.0) if hex_ == wanted[0] else None

    monkeypatch.setattr(objective_markers, "toothed_circle", watched)
    monkeypatch.setattr(type(screen._scene), "project", only_one)
    marks, grid = objective_marks(screen.view), screen.view.board.grid
    screen.ui.marks_kept = True
    for mark in marks:
        wanted[0] = mark.hex
        circles.clear()
        drawn.frame()
        x, y = drawn.at(mark.name)
        assert bool(circles) == mark.decisive, mark.name
        assert all(at < x and above < y + 8 for at, above in circles), "at the upper left of the words"
        ones = [place for words, *place in drawn.words if words == "1" and abs(place[0] - x) < 20]
        assert len(ones) == mark.main, mark.name
    assert {grid.label(mark.hex) for mark in marks if mark.decisive} == {"2020", "1820"}
    assert {mark.main for mark in marks} == {True, False}


@pytest.mark.clause("OPS-9.2.1-5")
def test_hexes_of_immediate_victory_are_marked_though_they_bring_no_points():
    view = wab.new_game("operations/the-battle-of-normandy", seed=1).view("axis")
    beaches = {view.board.grid.parse(label) for label in ("4931", "4838", "4842")}
    assert decisive_hexes(view) == dict.fromkeys(beaches, ("axis",))
    marks = {mark.hex: mark for mark in objective_marks(view)}
    assert beaches <= marks.keys() and len(marks) == len(view.board.objectives) + len(beaches)
    assert {marks[hex_].lines for hex_ in beaches} == {("immediate victory: Axis",)}
    assert {marks[hex_].holder for hex_ in beaches} == {"allied"}


@pytest.mark.clause("OPS-9.2.1-5")
def test_an_immediate_victory_that_can_no_longer_be_won_is_marked_no_more():
    game = wab.new_game("operations/the-port", seed=1)
    (victory,) = game.view("allied").board.victory.immediate
    assert len(decisive_hexes(game.view("allied"))) == len(victory.hexes)
    while game.turn <= victory.last_turn and game.outcome is None:
        game.play(Pass())
    assert decisive_hexes(game.view("allied")) == {}


@pytest.mark.clause("OPS-9.2.1-6")
def test_a_marker_tells_points_a_turn_at_the_end_and_earned_there():
    with language("en"):
        game = wab.new_game("operations/five-beaches", seed=1)
        caen = next(mark for mark in objective_marks(game.view("allied")) if mark.name == "Caen")
        assert caen.lines == ("4 a turn + 20 at the end", "earned 0 : 0") and caen.main and caen.holder == "axis"
        ranville = next(mark for mark in objective_marks(game.view("allied")) if mark.name == "Ranville bridges")
        assert ranville.lines[-1] == "scores for Axis only"
        while game.turn < 3:
            game.play(Pass())
        caen = next(mark for mark in objective_marks(game.view("allied")) if mark.name == "Caen")
        assert caen.lines[1] == "earned 0 : 8"


@pytest.mark.clause("OPS-9.2.2-6")
@pytest.mark.parametrize("path", scenario_paths(), ids=lambda path: path.stem)
def test_the_briefing_names_the_objectives_that_earn_most(path):
    scenario = load_scenario(path)
    board = build_board(f"operations/{path.stem}")
    turns = len(scenario.weather_by_turn)
    with language("en"):
        first = briefing_page(scenario, board.map).objectives.notes[0]
    worth = {entry.name["en"]: entry.per_turn * turns + entry.at_end for entry in scenario.objectives}
    best = max(worth.values())
    assert first.startswith("Worth most")
    assert f"({best:,})" in first
    assert any(
        f"{name} ({best:,})".replace("'", "’") in first.replace("'", "’") for name in worth if worth[name] == best
    )


# ------------------------------------------------------------------------------------------------- units and fights


@pytest.mark.clause("OPS-7.5.1-8")
def test_selecting_a_ship_lights_up_the_enemies_that_it_can_bombard(opened, monkeypatch):
    screen, session, _drawn = opened("five-beaches")
    lit, grid = [], screen.view.board.grid
    monkeypatch.setattr(type(screen._scene), "set_reach", lambda self, hexes, *rest: lit.append(set(hexes)))
    ship = next(u for u in screen.view.own_units() if screen.view.profile(u.id).is_ship and u.available)
    targets = screen.interaction
    targets.select(ship.id)
    screen.update(0.05)
    assert targets.fires and targets.fires == set(targets.targets(Aim.BOMBARD))
    assert targets.fires <= lit[-1]
    reach = screen.view.profile(ship.id).range
    assert all(grid.distance(ship.hex, hex_) <= reach for hex_ in targets.fires)
    assert all(session.view.position.side_in(hex_) == "axis" for hex_ in targets.fires)
    foot = next(u for u in screen.view.own_units() if screen.view.profile(u.id).type == "infantry")
    targets.select(foot.id)
    assert targets.fires == set()


@pytest.mark.clause("OPS-7.2-7")
def test_attackers_stand_on_the_left_and_the_attacked_on_the_right(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    grid = screen.view.board.grid
    screen.interaction.click(grid.parse("4930"))
    screen.interaction.click(grid.parse("5030"))
    assert screen.interaction.mode is Mode.ATTACK
    drawn.frame()
    middle = screen._desk.kit.screen.w / 2
    plan = screen.interaction.plan
    for row in plan.attackers:
        assert drawn.parts[f"row-{row.unit}"].right < middle
    for unit in screen.view.position.stack(plan.target):
        name = screen.view.profile(unit.id).name
        if name:
            assert max(x for words, x, _y in drawn.words if words.startswith(name[:12])) > middle
    assert drawn.at("Attackers")[0] < middle


@pytest.mark.clause("OPS-3.2-17")
def test_the_sheet_tells_firing_range_and_sight():
    view: OperationsView = wab.new_game("operations/five-beaches", seed=1).view("allied")
    with language("en"):
        for unit in view.own_units():
            traits, profile = {trait.label: trait.value for trait in sheet(view, unit.id)}, view.profile(unit.id)
            assert traits["Sight"] == str(profile.sight)
            assert traits.get("Range") == (str(profile.range) if profile.is_gun else None)


@pytest.mark.parametrize("language_", ["en", "fr"])
def test_troops_that_have_learnt_are_no_longer_called_green(language_):
    board = build_board("operations/the-battle-of-normandy")
    view = wab.new_game("operations/the-battle-of-normandy", seed=1).view("allied")
    unit = board.numbers["allied", "us_357ir"]
    with language(language_):
        june, august = (kind_title(view, board.roster_on(turn)[unit]) for turn in (1, 42))
    assert (june, august) == {
        "en": ("US infantry regiment, green", "US infantry regiment"),
        "fr": ("Régiment d'infanterie américain novice", "Régiment d'infanterie américain"),
    }[language_]
    units = view.board.tables.units
    for profile in board.roster.values():
        own = units[profile.kind]
        assert kind_title(view, profile) or not profile.kind
        if own.quality == profile.quality:
            with language("en"):
                assert kind_title(view, profile) == own.title["en"]


@pytest.mark.clause("OPS-10.3.2-1")
@pytest.mark.clause("OPS-F-AIR-DETAIL")
def test_a_plus_at_the_lower_right_of_an_air_unit_opens_its_sheet(opened, window):
    screen, session, drawn = opened("perch")
    view = screen.view
    while not any(squadron.status == "ready" for squadron in session.view.own_squadrons()):
        session.play_for_enemy(Pass())
    for _ in range(4):
        window.step(0.3)
    hand = screen.interaction
    for unit in session.view.own_units():
        hand.select(unit.id)
        target = next(iter(hand.targets(Aim.ATTACK)), None)
        if target is not None:
            hand.click(target)
        if hand.mode is Mode.ATTACK and any(row.unit in view.board.squadrons for row in hand.plan.supporters):
            break
    drawn.frame()
    air = next(row.unit for row in hand.plan.supporters if f"plus-{row.unit}" in drawn.parts and row.unit >= 50_000)
    row, plus = drawn.parts[f"row-{air}"], drawn.parts[f"plus-{air}"]
    assert plus.x >= row.right and plus.bottom <= row.bottom and plus.y > row.y
    drawn.frame(press=f"plus-{air}")
    assert screen.ui.sheet == air and drawn.has(view.air_profile(air).name)


# ------------------------------------------------------------------------------------------------- room


@pytest.mark.parametrize("scale", [0.4, 0.25])
@pytest.mark.parametrize(("scenario", "side"), [("the-battle-of-normandy", "axis"), ("five-beaches", "allied")])
def test_words_of_the_top_bar_are_not_cut_off(opened, monkeypatch, window, scale, scenario, side):
    """In a window of 1300 by 800 pixels, and in a large one."""
    _screen, _session, drawn = opened(scenario, side)
    monkeypatch.setattr(window.hud, "scale", scale)
    drawn.frame()
    bar = [words for words, _x, y in drawn.words if y < 50]
    assert len(bar) > 8 and not [words for words in bar if words.endswith("…")]
    assert "bar-journal" in drawn.parts and "end-turn" in drawn.parts
