"""The flagship's battle click by click on its screen: what each click opens, says and gives. No picture is drawn."""

import pytest

import wab
from tests.app.operations.drawn import Drawn
from tests.app.operations.table import Hotseat, shown
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.play.archive import Seats
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move

OMAHA, CORRIDOR, COBRA = (f"operations/{name}" for name in ("cliffs-and-shingle", "the-scottish-corridor", "cobra"))


class Battle:
    """A battle screen in a window of 1280 by 720, and the mouse before it."""

    def __init__(self, window, screen, session, monkeypatch):
        self.window, self.screen, self.session = window, screen, session
        self.drawn = Drawn(window, monkeypatch).frame()

    @property
    def hand(self):
        return self.screen.interaction

    def hex(self, label):
        return self.hand.view.board.grid.parse(label)

    def point(self, hex_):
        self.window.scene.camera.look_at(hex_)
        self.window.step(0.05)
        self.screen.on_hover(*self.window.scene.project(hex_))
        self.drawn.frame()

    def click(self, hex_):
        self.point(hex_)
        self.screen.on_click(*self.window.scene.project(hex_))
        self.drawn.frame()

    def key(self, key, *, control=False):
        assert self.screen.on_key(key, control, False)
        self.drawn.frame()

    def press(self, part):
        assert part in self.drawn.parts
        self.drawn.frame(part)

    def says(self, *words):
        return all(self.drawn.has(part) for part in words)


@pytest.fixture
def battle(cleared, monkeypatch):
    """Opens the battle screen of a scenario, after orders that the side at the screen gives first."""
    stack, size = [], (cleared.hud.width, cleared.hud.height)

    def open_(scenario, side="allied", orders=(), seed=7):
        game = wab.new_game(scenario, seed=seed)
        for order in orders:
            game.play(order)
        session = Hotseat(game, Seats(side, {}))
        stack.append(shown(cleared, session))
        screen = stack[-1].__enter__()
        screen.ui.hints_off = True
        cleared.hud.resize(1280, 720)
        return Battle(cleared, screen, session, monkeypatch)

    yield open_
    cleared.hud.resize(*size)
    for screen in stack:
        screen.__exit__(None, None, None)


def attacks(view):
    return [order for order in view.legal_orders() if isinstance(order, Attack)]


def test_an_attack_is_pointed_at_opened_ticked_and_given_by_clicks(battle):
    table = battle(OMAHA)
    start, target = table.hex("4930"), table.hex("5030")
    table.click(start)
    table.point(target)
    assert table.hand.target == target and table.says("hex won", "click to plan it")
    table.click(target)
    assert table.hand.mode is Mode.ATTACK
    assert table.says("Attackers", "Defenders", "Ground and retreat", "The eleven outcomes", "What would change it")
    ticked = sorted(table.hand.plan.units)
    table.press(f"row-{ticked[0]}")
    assert sorted(table.hand.plan.units) == ticked[1:]
    assert table.says("column"), "the row tells what the unit would change"
    table.press("attack-all")
    assert set(ticked) <= table.hand.plan.units
    order = table.hand.plan.order
    table.press("attack-yes")
    assert table.session.game.journal[-1].order == order and table.hand.plan is None


def test_rows_are_ticked_by_figures_and_the_attack_is_given_by_enter(battle):
    table = battle(OMAHA)
    table.click(table.hex("4930"))
    table.click(table.hex("5030"))
    first = table.hand.plan.rows[0]
    assert first.ticked
    table.key("1")
    assert first.unit not in table.hand.plan.units
    table.key("a")
    assert first.unit in table.hand.plan.units
    order = table.hand.plan.order
    table.key("enter")
    assert table.session.game.journal[-1].order == order


def test_arrows_go_through_the_rows_and_tick_them(battle):
    table = battle(OMAHA)
    table.click(table.hex("4930"))
    table.click(table.hex("5030"))
    first, second = table.hand.plan.rows[:2]
    table.key("arrow_down")
    table.key("arrow_down")
    assert table.hand.marked == 1
    table.key("arrow_right")
    assert (second.unit in table.hand.plan.units) != second.ticked
    table.key("arrow_up")
    table.key("arrow_left")
    assert first.ticked and first.unit not in table.hand.plan.units
    table.key("escape")
    table.click(table.hex("5030"))
    assert table.hand.marked is None


def test_without_an_attacker_the_button_says_why(battle):
    table = battle(OMAHA)
    table.click(table.hex("4930"))
    table.click(table.hex("5030"))
    for unit in sorted(table.hand.plan.units):
        table.press(f"row-{unit}")
    assert table.says("Tick at least one attacker.")
    before = len(table.session.game.journal)
    table.press("attack-yes")
    assert len(table.session.game.journal) == before
    table.press("attack-no")
    assert table.hand.mode is Mode.SELECTED and table.hand.plan is None


def test_supports_are_ticked_and_change_the_dice(battle):
    table = battle(CORRIDOR)
    view = table.hand.view
    order = next(order for order in attacks(view) if len(order.supports) == 1)
    table.hand.set_selection(frozenset(order.units[:1]), view.unit(order.units[0]).hex)
    table.click(order.target)
    assert table.says("Supports · 0 of 3")
    row = next(row for row in table.hand.plan.supporters if row.refusal is None)
    plain = table.hand.plan.preview.odds.modifier
    table.press(f"row-{row.unit}")
    assert table.hand.plan.supports == {row.unit} and table.says("Supports · 1 of 3")
    assert table.hand.plan.preview.odds.modifier > plain


def test_from_an_attack_guns_bombard_alone(battle):
    table = battle(CORRIDOR)
    view = table.hand.view
    order = next(
        order for order in attacks(view) if len(order.supports) == 1 and order.supports[0] in view.position.units
    )
    table.hand.set_selection(frozenset(order.units[:1]), view.unit(order.units[0]).hex)
    table.click(order.target)
    table.press(f"row-{order.supports[0]}")
    table.press("attack-bombard")
    assert table.hand.mode is Mode.BOMBARD and table.hand.plan.order == Bombard(order.supports, order.target)
    assert table.says("Guns · 1 of", "Target", "On average", "HP for the enemy", "fatigue +")
    table.press("attack-yes")
    assert table.session.game.journal[-1].order == Bombard(order.supports, order.target)


def test_bombers_are_aimed_by_their_tool_without_a_selection(battle):
    table = battle(COBRA)
    assert "tool-bombers" in table.drawn.parts
    table.press("tool-bombers")
    assert table.hand.aim is Aim.BOMBARD and not table.hand.units and table.says("Choose the enemy to bombard.")
    table.press("tool-bombers")
    assert table.hand.aim is Aim.ANY, "once more takes it back"
    table.press("tool-bombers")
    target = table.hand.targets(Aim.BOMBARD)[0]
    table.click(target)
    assert table.hand.mode is Mode.BOMBARD and table.hand.plan.target == target
    table.key("escape")
    assert table.hand.mode is Mode.IDLE


def test_a_move_is_shown_with_its_price_given_and_taken_back(battle):
    table = battle(OMAHA)
    start = table.hex("4930")
    table.click(start)
    goal = min(table.hand.reach.near)
    table.point(goal)
    assert table.says("3 MP", "stops", "2 AP", "can be undone")
    table.click(goal)
    move = table.session.game.journal[-1].order
    assert isinstance(move, Move) and move.path[-1] == goal
    table.press("undo")
    assert table.session.game.journal[-1].undo and table.hand.hex == start


def test_after_a_won_hex_the_panel_asks_who_advances(battle):
    for seed in range(1, 40):
        game = wab.new_game(OMAHA, seed=seed)
        order = max(attacks(game.view("allied")), key=lambda one: len(one.units))
        game.play(order)
        if game.phase == "advance":
            break
    table = battle(OMAHA, orders=[order], seed=seed)
    plan = table.hand.advance
    assert table.hand.mode is Mode.ADVANCE and table.says("Who advances?") and "stay" in table.drawn.parts
    row = plan.rows[0]
    table.press(f"row-{row.unit}")
    assert (row.unit in table.hand.advance.units) != row.ticked
    table.key("1")
    assert table.hand.advance.units == plan.units
    table.press("advance-go")
    assert table.session.game.journal[-1].order == Advance(tuple(sorted(plan.units)))


def test_reinforcements_are_listed_by_their_key_and_their_tool(battle):
    table = battle(COBRA)
    table.key("r")
    assert table.screen.ui.tab == "arrivals" and table.says("To come", "28th Infantry Division")
    table.press("tool-arrivals")
    assert table.screen.ui.panel == ""


def test_the_panel_of_the_unit_greys_what_cannot_be_done_and_says_why(battle):
    table = battle(OMAHA)
    table.click(table.hex("4930"))
    assert table.says("Bombard: These units have no guns.")
    table.press("do-move")
    assert table.hand.aim is Aim.MOVE
    table.press("do-move")
    assert table.hand.aim is Aim.ANY
    table.press("unit-panel-close")
    assert table.hand.mode is Mode.IDLE
