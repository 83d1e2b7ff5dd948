"""A small hex system in the window, with nothing of its own but an adapter and a front of a few lines."""

from types import SimpleNamespace

import pytest
from imgui_bundle import imgui

from ai.agents import Advice
from tests.app.key_lists import check_key_list
from tests.app.wargame.stage import battle_on, keys_of
from tests.toys.bocage import SYSTEM, rules
from tests.toys.bocage.front import FRONT
from tests.toys.bocage.players import Greedy
from tests.toys.bocage.state import Advance, Attack, Done, Moved, Now, Offered, Stay, Unit
from tests.toys.packages import toys_installed
from wab.app.play.archive import Seats
from wab.app.play.seating import fitting_level
from wab.app.play.session import Session
from wab.app.wargame.offers.offers import Mode
from wab.engine import GivenDice
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.engine.words.text import Text

SCENARIO = "bocage/the-crossroads"
FOOT, SECOND, TANKS, TOWN, GUNS = 3, 1, 6, 10, 14
"""3/8, 1/8, the 70th; on the other side the defenders of La Croix, and the Guns behind."""


class Table(Session):
    """A session whose staff answers at once, and in which the test plays the other side."""

    @property
    def advice(self):
        return (Advice(Text("Take the crossroads."), (FOOT,), here(self, FOOT), here(self, TOWN), True),)

    def ask_advice(self):
        pass

    def play_for_enemy(self, order):
        return self._play(order)


@pytest.fixture
def battle(window, english):
    """The battle on the window of all tests, seen by the Allies."""
    game = Game.start(SYSTEM, Setup("bocage", SCENARIO, 3), observers=SYSTEM.sides)
    session = Table(game, Seats("allied", {"axis": "greedy"}), start_worker=lambda: None)
    with keys_of(window, FRONT):
        yield window, battle_on(window, FRONT, session, SCENARIO), session


def click(battle, hex_, shift=False):
    window, screen, _session = battle
    screen.on_click(*window.scene.project(hex_), shift)
    window.step(0.05)


def here(session, unit):
    return session.game.state.units[unit].hex


def hex_at(session, label):
    return session.game.state.board.grid.parse(label)


def press(battle, *keys):
    window, screen, _session = battle
    for key in keys:
        assert screen.on_key(key, False, False), f"{key} means nothing"
        window.step(0.05)


def put(battle, now, **places):
    """Units of both sides by number in hexes by label, the others of the roster as they are."""
    window, screen, session = battle
    for unit, label in places.items():
        session.game.state.put(Unit(int(unit[1:]), hex_at(session, label), 2))
    session.game.state.now = now
    session.game._version += 1
    screen.interaction.deselect()
    window.step(0.05)


def combat(battle):
    """It is the combat phase, and two units stand before the crossroads, one on either side of the river."""
    put(battle, Now(1, "allied", "combat"), _3="0505", _6="0506", _10="0406")


def test_counters_flags_and_names_are_on_the_map(battle):
    window, screen, session = battle
    state = session.game.state
    assert {spec.key: spec.hex for spec in window.scene.counters.specs} == {
        unit: there.hex for unit, there in state.units.items()
    }
    assert {spec.stack for spec in window.scene.counters.specs if spec.hex == here(session, SECOND)} == {0, 1}
    assert {name.text for name in window.scene.names.specs} >= {"La Croix", "Bricquebec"}
    assert {flag.hex: flag.value for flag in screen.adapter.flags()} == {
        hex_: str(worth) for hex_, worth in state.board.objectives.items()
    }
    assert set(screen.adapter.marked) == set(state.board.objectives)
    assert screen.adapter.front().tolist() == list(state.control)
    assert (screen.adapter.hexmap.river > 0).sum() == 2 * 10


def test_a_unit_is_selected_its_path_is_shown_with_its_cost_and_a_click_moves_it(battle, words):
    window, screen, session = battle
    hand, start = screen.interaction, here(session, FOOT)
    click(battle, start)
    assert hand.units == {FOOT} and hand.mode is Mode.SELECTED
    goal = max(hand.reach.near, key=lambda hex_: len(hand.goals[hex_][0].path))
    cost = rules.reach_of(session.game.state, session.game.state.units[FOOT]).spent_at(goal)
    window.inject_move(*window.scene.project(goal))
    words.clear()
    window.step(0.05)
    assert hand.path.path[0] == start and hand.path.path[-1] == goal
    assert hand.reach.figures[goal] == str(cost)
    assert f"Move · {cost}" in words
    click(battle, goal)
    assert here(session, FOOT) == goal
    assert next(spec for spec in window.scene.counters.specs if spec.key == FOOT).hex == goal
    screen.on_key("z", True, False)
    window.step(0.05)
    assert here(session, FOOT) == start


def test_a_click_goes_through_the_units_of_a_stack(battle):
    _window, screen, session = battle
    stack = session.game.state.stacks[here(session, SECOND)]
    seen = []
    for _ in stack:
        click(battle, here(session, SECOND))
        seen += screen.interaction.units
        assert screen.adapter.stack(here(session, SECOND), screen.interaction.units)[0] == seen[-1]
    assert len(seen) > 1 and sorted(seen) == list(stack)


def test_a_hex_without_an_order_is_no_order(battle):
    _window, screen, session = battle
    records = len(session.game.journal)
    click(battle, here(session, FOOT))
    click(battle, 0)
    assert len(session.game.journal) == records and not screen.interaction.units


@pytest.mark.parametrize(("key", "order"), [("1", Advance(TANKS)), ("2", Stay())])
def test_an_order_without_a_hex_stands_in_a_list(battle, words, key, order):
    window, screen, session = battle
    target = hex_at(session, "0407")
    put(battle, Now(1, "allied", "combat", None, (), Offered(target, (TANKS,))), _6="0506")
    assert screen.interaction.loose == (Advance(TANKS), Stay())
    words.clear()
    window.step(0.05)
    assert {"Advance · 70", "No advance"} <= set(words)
    assert screen.adapter.moment() == "Advance after combat"
    press(battle, key)
    assert (here(session, TANKS) == target) is isinstance(order, Advance)
    assert session.game.phase == "combat" and not screen.interaction.loose


def test_orders_without_a_hex_that_are_no_answers_are_those_of_the_selection(battle, monkeypatch):
    _window, screen, session = battle
    loose = [Advance(FOOT), Advance(TANKS), Stay()]
    monkeypatch.setattr(screen.adapter, "loose", lambda: loose)  # next to the moves of all units
    click(battle, here(session, FOOT))
    assert screen.interaction.loose == (Advance(FOOT), Stay())


def test_an_attack_shows_its_odds_and_waits_to_be_confirmed(battle, words):
    _window, screen, session = battle
    combat(battle)
    state, target = session.game.state, here(session, TOWN)
    click(battle, here(session, TANKS))
    words.clear()
    click(battle, target)
    assert screen.interaction.mode is Mode.PLANNING and session.game.to_act == "allied"
    order = screen.interaction.plan.order
    start, final = rules.columns(state, order)
    odds = screen.adapter.odds_of(order)
    assert (odds.initial, odds.final, odds.final_words) == (start, final, state.board.table.ratios[final])
    assert sum(result.chance for result in odds.results) == pytest.approx(1.0)
    assert {rules.WORDS[result.label] for result in odds.results} <= set(words)
    assert {"Ground: town", f"= {odds.final_words}", "Attack"} <= set(words)
    assert screen.interaction.weighing, "no other panel names the defenders"
    assert not any("on the dice" in word for word in words)  # nothing is ever added to the die
    press(battle, "escape")
    assert screen.interaction.mode is Mode.SELECTED
    click(battle, target)
    records = len(session.game.journal)
    press(battle, "enter")
    assert len(session.game.journal) == records + 1
    assert TANKS not in session.game.state.units or session.game.state.units[TANKS].attacked


def test_of_several_attacks_one_is_chosen(battle):
    _window, screen, session = battle
    combat(battle)
    click(battle, here(session, TANKS))
    click(battle, here(session, TOWN))
    plan = screen.interaction.plan
    assert plan.orders == (Attack((TANKS,), here(session, TOWN)), Attack((FOOT, TANKS), here(session, TOWN)))
    press(battle, "2")
    assert screen.interaction.plan.order == plan.orders[1]
    strong, alone = (rules.columns(session.game.state, order)[1] for order in reversed(plan.orders))
    assert strong > alone


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("f2", "Movement"),
        ("f1", "Next unit, next target"),
        ("p", "Take the crossroads."),
        ("c", "Allies"),
        ("z", "Axis"),
        ("s", "Axis"),
    ],
)
def test_rules_keys_staff_and_overlays_open_and_are_drawn(battle, words, monkeypatch, key, told):
    monkeypatch.setattr(imgui, "input_text", lambda _name, text: (False, text))
    window, screen, _session = battle
    press(battle, key)
    words.clear()
    window.step(0.05)
    assert told in " ".join(words)  # in a narrow window it goes on on a second line
    press(battle, key)
    assert not screen.ui.panel and not screen.ui.overlay


def test_rules_are_found_by_all_their_words_and_their_number(battle):
    adapter = battle[1].adapter
    assert [clause.id for clause in adapter.rules("")] == [f"BOC-{number}" for number in range(1, 7)]
    assert [clause.title for clause in adapter.rules("zones once")] == ["Movement"]
    assert [clause.id for clause in adapter.rules("boc-4")] == ["BOC-4"]
    assert adapter.rules("zones elephants") == ()
    assert all(len(clause.rule) > 20 and "BOC" not in clause.rule for clause in adapter.rules(""))


def test_overlays_tint_what_the_rules_say(battle):
    _window, screen, session = battle
    put(battle, Now(1, "allied", "movement"), _3="0505", _10="0406")
    state, adapter = session.game.state, screen.adapter
    control, zones, supply = (adapter.layer(name) for name in ("control", "zones", "supply"))
    assert [words for _tint, _pattern, words in control.legend] == ["Allies", "Axis"]
    assert ((control.marks == 1) == (adapter.front() == 1)).all()
    first, second = (state.deployed(side).zone > 0 for side in SYSTEM.sides)
    assert (first & second).any() and ((zones.marks == 2) == (first & second)).all()
    assert [words for _tint, _pattern, words in zones.legend] == ["Allies", "Axis", "Both"]
    assert (supply.marks[rules.supplied_hexes(state, "axis")] > 0).all()
    assert adapter.layer("sight") is None


def test_the_staff_is_a_player_of_the_system(battle):
    _window, _screen, session = battle
    advice = Greedy(1).advise(session.view)
    named = [unit for line in advice for unit in line.units]
    assert advice[0].main and not any(line.main for line in advice[1:])
    assert len(named) == len(set(named)) > 3
    assert all(line.start == here(session, line.units[0]) != line.goal for line in advice)
    combat(battle)
    line = next(line for line in Greedy(1).advise(session.view) if line.goal == here(session, TOWN))
    assert str(line.text) == "3/8, 70: attack 0406."


def test_the_staff_is_asked_of_a_player_that_the_system_has():
    asked = []
    worker = SimpleNamespace(request=lambda *words: asked.append(words), poll=lambda: None, close=lambda: None)
    with toys_installed():
        game = Game.start(SYSTEM, Setup("bocage", SCENARIO, 3), observers=SYSTEM.sides)
        session = Session(game, Seats("allied", {}), start_worker=lambda: worker)
        session.ask_advice()
        assert fitting_level("bocage", "hard") == "greedy"
    assert asked[0][:2] == ("bocage", "greedy") and asked[0][-1] == "advice"
    assert fitting_level("operations", "easy") == "easy"


def test_the_journal_tells_what_happened_by_kind(battle, words, monkeypatch):
    window, screen, session = battle
    monkeypatch.setattr(window.hud, "scale", 0.4)  # a low window has no room for the journal
    session.play(next(iter(session.view.legal_orders(FOOT))))
    press(battle, "j")
    words.clear()
    window.step(0.05)
    assert any(line.startswith("3/8 goes to") for line in words)
    screen.ui.journal_filter = "combat"
    words.clear()
    window.step(0.05)
    assert not any(line.startswith("3/8 goes to") for line in words)


def play_through(battle):
    window, screen, _session = battle
    window.step(0.01)
    assert screen.replaying and screen.interaction.mode is Mode.WATCHING
    for _ in range(200):
        window.step(0.1)
        if not screen.replaying:
            return
    raise AssertionError("the replay does not end")


def test_the_enemy_is_replayed_and_reported(battle):
    window, screen, session = battle
    press(battle, "f5", "f5")
    assert session.game.to_act == "axis"
    screen.set_speed(1.0)
    order = max(session.game.view("axis").legal_orders(GUNS), key=lambda order: len(order.path))
    events = session.play_for_enemy(order)
    assert any(isinstance(event, Moved) for event in events)
    session.play_for_enemy(Done())
    session.play_for_enemy(Done())
    play_through(battle)
    assert screen.messages.now == "moves seen: 1"
    assert next(spec for spec in window.scene.counters.specs if spec.key == GUNS).hex == order.path[-1]


def test_an_attack_is_replayed_with_its_result_and_what_it_cost(battle, monkeypatch):
    window, screen, session = battle
    put(battle, Now(1, "axis", "combat"), _3="0505", _6="0506", _10="0406")
    screen.set_speed(1.0)
    window.step(0.05)
    session.game.state.dice = GivenDice(1, {}, totals={"combat": 1})
    told = []
    monkeypatch.setattr(window.scene.marks, "show_badge", lambda _hex, text: told.append(text))
    session.play_for_enemy(Attack((TOWN,), here(session, FOOT)))
    session.play_for_enemy(Done())
    play_through(battle)
    assert any(rules.WORDS["A1"] in text for text in told)
    assert next(spec for spec in window.scene.counters.specs if spec.key == TOWN).pips == 1
    assert screen.messages.now == "attacks: 1"


def test_a_counter_is_grey_once_it_has_done_what_its_phase_is_for(battle):
    window, screen, session = battle

    def grey():
        return {spec.key for spec in window.scene.counters.specs if spec.acted}

    session.play(next(iter(session.view.legal_orders(FOOT))))
    window.step(0.05)
    assert grey() == {FOOT}
    press(battle, "f5")
    assert grey() == set()  # it may still attack
    press(battle, "f5")
    assert session.game.to_act == "axis" and grey() == set()
    assert screen.adapter.counter(FOOT).acted is False


def test_the_button_that_ends_a_phase_says_so(battle):
    _window, screen, session = battle
    assert screen.main_action().label == "End phase"
    press(battle, "f5")
    assert session.game.phase == "combat" and screen.adapter.moment() == "Combat"


def test_tools_and_search_find_their_way(battle, words):
    window, screen, session = battle
    names = [name for name, _action in screen.tools()]
    assert names == [
        "battle-order",
        "staff",
        "records",
        "legend",
        "plan",
        "what-if",
        "last-turn",
        "control",
        "zones",
        "supply",
        "fog",
        "names",
        "grid",
        "north",
        "3d",
    ]
    assert [hit.name for hit in screen.adapter.find("croix")] == ["La Croix"]
    assert screen.adapter.find("gun")[0].hex == here(session, GUNS)
    press(battle, "n")
    assert screen.interaction.units
    words.clear()
    window.step(0.05)
    assert {"Attack and defence", "In supply"} <= set(words)
    assert screen.interaction.units == {screen.interaction.shown_unit}


def test_poses_for_pictures(battle):
    window, screen, session = battle
    view = session.view
    assert FRONT.ready(view, "map") and FRONT.ready(view, "move") and not FRONT.ready(view, "combat")
    FRONT.pose(window, session, "move", "zones")
    assert screen.interaction.path is not None and screen.ui.overlay == "zones"
    combat(battle)
    FRONT.pose(window, session, "combat", "")
    assert screen.interaction.mode is Mode.PLANNING


@pytest.mark.parametrize("code", ["en", "fr"])
def test_no_row_of_the_key_list_is_cut(battle, monkeypatch, code):
    check_key_list(battle[0], battle[1], FRONT.key_groups(), monkeypatch, code)
