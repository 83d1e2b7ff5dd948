"""The battle screen of the card game in an offscreen window: a turn by clicks, the HUD in every step, the curtain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from tests.app.cards.games import battle, deal, hex_of, put, unit_in
from tests.app.conftest import HEIGHT, WIDTH
from wab.app.cards.panels import hand as hand_panel
from wab.app.cards.panels import stage
from wab.app.cards.panels.frame import hand_boxes
from wab.app.cards.screen.battle import BattleScreen, highlights
from wab.app.cards.table.scene import TableScene
from wab.app.pages.battle.curtain import CurtainPage
from wab.app.pages.opening.choice import ChoicePage
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.locale import language, set_language
from wab.systems import NAMES
from wab.systems.cards.state.orders import Ambush, Attack, Done, Keep, OrderUnit, PlayCard

LARGE = 1600, 900
TWO = Seats("allies", people=("allies", "axis"))


class Exits:
    """Remembers where the screen went."""

    def __init__(self) -> None:
        self.gone: list[str] = []

    def battle_over(self) -> None:
        self.gone.append("outcome")

    def hand_over(self) -> None:
        self.gone.append("curtain")

    def hand_on(self, decided: str, *, answer: bool) -> bool:
        return False

    def open_menu(self, rules: object) -> None:
        self.gone.append("menu")

    def to_settings(self) -> None:
        self.gone.append("settings")


class Player:
    """A player at the window."""

    def __init__(self, window: GameWindow, session: Session) -> None:
        self.window, self.session, self.exits = window, session, Exits()
        self.screen = BattleScreen(session, self.exits)  # type: ignore[arg-type]
        window.show_screen(self.screen)
        self.screen.set_speed(0.0)
        self.frame()

    def frame(self, count: int = 2) -> None:
        for _ in range(count):
            self.window.step(0.05)

    def click(self, label: str) -> None:
        """On the table; the picture is smaller than the HUD believes, so that the click is put below it."""
        self.window.scene.camera.margins = (0, 0, 0, 0)  # type: ignore[union-attr]
        self.window.scene.camera.fit(self.window.scene.rect)  # type: ignore[union-attr]
        self.screen.on_click(*self.window.scene.project(hex_of(self.session, label)))  # type: ignore[union-attr]
        self.frame()

    def click_card(self, number: int) -> None:
        kit = self.screen._desk.kit  # type: ignore[union-attr]
        box = hand_boxes(kit.screen, len(self.screen.interaction.hand()))[number]
        self.window.inject_click((box.x + 30) * kit.scale, (box.y + 60) * kit.scale)
        self.frame()

    def key(self, key: str, **held: bool) -> None:
        self.window.inject_key(key, **held)
        self.frame()


@pytest.fixture
def sit(window: GameWindow) -> Iterator[object]:
    window.resized(*LARGE)
    with language("en"):
        yield lambda session: Player(window, session)
    window.show_screen(Screen())
    window.resized(WIDTH, HEIGHT)
    window.close_scene()


def test_a_turn_is_played_by_clicks_on_cards_and_hexes(sit) -> None:
    player = sit(battle("attack_center", "probe_left"))
    session = player.session
    player.click_card(0)
    assert player.screen.interaction.held is not None
    player.click_card(0)
    assert session.view.phase == "order"
    player.click("E6")
    player.click("F7")
    assert len(session.view.position.tokens) == 2
    player.key("f5")
    assert session.view.phase == "move"
    player.click("E6")
    unit = player.screen.interaction.unit
    goal = sorted(player.screen.interaction.moves())[0]
    player.click(session.view.board.label(goal))
    assert session.view.unit(unit).hex == goal
    player.key("f5")
    player.key("f5")
    assert session.view.phase in ("attack", "card")


def test_the_keys_alone_play_a_card_and_order_a_unit(sit) -> None:
    player = sit(battle("attack_center", "probe_left"))
    player.key("1")
    player.key("enter")
    assert player.session.view.phase == "order"
    player.key("tab")
    player.key("enter")
    assert len(player.session.view.position.tokens) == 1
    player.key("z", control=True)
    assert not player.session.view.position.tokens


def test_two_messages_of_one_moment_are_shown_one_after_the_other(sit, monkeypatch: pytest.MonkeyPatch) -> None:
    player = sit(battle("attack_center", "probe_left"))
    told = [["This game is not being saved.", "The computer player stumbled."]]
    monkeypatch.setattr(player.session, "take_messages", lambda: told.pop() if told else [])
    player.frame()
    assert player.screen.messages.now == "This game is not being saved."
    player.key("j")
    assert player.screen.messages.now == "The computer player stumbled."
    player.click("F7")
    assert player.screen.messages.now == ""


def test_every_panel_is_drawn_in_both_languages(sit) -> None:
    player = sit(battle("attack_center", "probe_left"))
    for tongue in ("fr", "en"):
        with language(tongue):
            for key in ("j", "t", "d", "p", "f1"):
                player.key(key)
            assert player.screen.ui.panel == "keys"
            player.key("f1")


def test_the_preview_stays_until_the_dice_are_rolled(sit) -> None:
    player = sit(battle("attack_center", "probe_left"))
    session = player.session
    put(session, unit_in(session, "F7"), "F4")
    for order in (PlayCard("attack_center"), OrderUnit(unit_in(session, "F4")), Done(), Done()):
        session.play(order)
    player.frame()
    player.click("F4")
    marks = highlights(player.screen.interaction)
    assert [(target.hex, target.dice) for target in marks.targets] == [(hex_of(session, "F3"), 3)]
    player.click("F3")
    assert highlights(player.screen.interaction).aim == (hex_of(session, "F4"), hex_of(session, "F3"))
    assert session.view.phase == "attack" and player.screen.interaction.aimed() == Attack(
        unit_in(session, "F4"), unit_in(session, "F3")
    )
    player.key("enter")
    assert isinstance(session.game.journal[-1].order, Attack)


def test_two_cards_are_drawn_and_a_click_keeps_one(sit) -> None:
    player = sit(battle("recon_left", "probe_left"))
    session = player.session
    session.play(PlayCard("recon_left"))
    for _ in range(5):
        if session.view.phase != "keep":
            session.play(Done())
    player.frame()
    choices = stage.choices(player.screen._desk)
    keeps = [order for order in session.view.legal_orders() if isinstance(order, Keep)]
    assert len(choices) == len(keeps) == 2
    player.key("2")
    assert session.view.phase != "keep" and keeps[1].card in session.game.view("allies").hand


@pytest.mark.clause("CRD-2.8-1")
def test_the_hand_is_shown_to_its_player_and_lies_face_down_for_others(sit, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    backs: list[int] = []
    monkeypatch.setattr(hand_panel, "draw_card", lambda kit, box, board, key, look=None: shown.append(key))
    monkeypatch.setattr(hand_panel, "draw_back", lambda kit, box, number="": backs.append(1))
    session = battle("attack_center", "probe_left", seats=TWO)
    session.take_seat()
    player = sit(session)
    assert set(shown) == {"attack_center", "probe_left"} and not backs
    shown.clear()
    monkeypatch.setattr(type(session), "covered", property(lambda self: True))
    player.frame()
    assert backs and not shown


@pytest.mark.clause("CRD-C.ambush-7")
def test_a_computer_asks_in_vain_where_ambush_is_not_held_and_a_person_is_not_troubled(sit) -> None:
    session = battle(seats=Seats("axis", {"allies": "random"}))
    put(session, unit_in(session, "F7"), "F4")
    deal(session, "allies", ["attack_center", "probe_left"])
    deal(session, "axis", ["probe_center", "probe_right"])
    game = session.game
    for order in (PlayCard("attack_center"), OrderUnit(unit_in(session, "F4")), Done(), Done()):
        game.play(order)
    game.play(Attack(unit_in(session, "F4"), unit_in(session, "F3")))
    assert (game.phase, game.to_act) == ("ambush", "axis")  # asked all the same
    player = sit(session)
    player.frame(4)
    assert Ambush(play=False) in [record.order for record in game.journal]
    session.close()


def test_between_two_persons_nothing_of_the_game_is_drawn(window: GameWindow, sit) -> None:
    go = PageNavigator(window, Settings("en", reduced_motion=True))
    try:
        session = battle("attack_center", "probe_left", seats=TWO)
        go.play(session.game, TWO, None)
        assert isinstance(window.screen, CurtainPage)
        picture = window.screenshot()
        left = picture[HEIGHT // 2, : WIDTH // 20, :3]
        assert len({tuple(pixel) for pixel in left}) == 1  # the curtain and nothing behind it
        window.inject_key("enter")
        window.step(0.05)
        assert isinstance(window.screen, BattleScreen)
        assert go.session is not None and go.session.waiting is None
    finally:
        go.close_session()
        set_language(None)
        window.edge_scrolling = True


def test_a_battle_that_was_left_goes_on_with_the_same_persons(window: GameWindow, sit, tmp_path: Path) -> None:
    go = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path)
    info = next(info for info in wab.scenarios() if info.id == "cards/pegasus-bridge")
    try:
        go.start(info, "allies", {}, seed=3, people=("allies", "axis"))
        assert go.session is not None
        go.session.take_seat()
        go.session.play(next(iter(go.session.game.legal_orders())))
        digest = go.session.game.digest()
        go.to_menu()
        (kept,) = go.kept()
        go.resume(kept.path)
        assert go.session is not None and go.session.game.digest() == digest
        assert go.session.seats == Seats("allies", {}, ("allies", "axis"))
        assert go.session.waiting == "allies" and isinstance(window.screen, CurtainPage)
    finally:
        go.close_session()
        set_language(None)
        window.edge_scrolling = True


def test_the_list_of_scenarios_changes_from_one_system_to_the_other(window: GameWindow, sit) -> None:
    go = PageNavigator(window, Settings("en", reduced_motion=True))
    try:
        go.choose("cards/omaha-beach")
        page = window.screen
        assert isinstance(page, ChoicePage) and page.systems == NAMES
        window.step(0.05)
        assert page.system == "cards" and isinstance(window.scene, TableScene)
        assert page.chosen is not None and page.chosen.scenario == "cards/omaha-beach"
        assert {entry.scenario.partition("/")[0] for group in page.groups for entry in group.entries} == {"cards"}
        page._show_system("operations")
        window.step(0.05)
        assert page.system == "operations" and not isinstance(window.scene, TableScene)
    finally:
        set_language(None)
        window.edge_scrolling = True
