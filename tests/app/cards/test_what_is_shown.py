"""Events are shown in order: cards, shots, dice; with no movement as stills; and no text comes before its event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest

import wab
from tests.app.cards.games import battle, deal, hex_of, put, throw_with, unit_in
from tests.app.cards.test_battle_of_cards import LARGE, Player
from tests.app.conftest import HEIGHT, WIDTH
from wab.app.cards.hand.interaction import Held
from wab.app.cards.looks.specs import DiceThrow, TableSpec
from wab.app.cards.panels.attack import place as attack_place
from wab.app.cards.panels.frame import CARD, SLIM, hand_boxes, hand_room
from wab.app.cards.panels.hand import so_far
from wab.app.cards.panels.table_cards import fan, played
from wab.app.cards.screen.replay import CARD_SECONDS, DICE_SECONDS, RESULT_SECONDS, Replay
from wab.app.cards.table.presenter import table
from wab.app.hud.kit import Box
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.play.table import events_of
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.engine.kernel.events import Event, Rolled
from wab.locale import language
from wab.systems.cards.state.events import AttackDeclared, FiguresLost
from wab.systems.cards.state.orders import Attack, Done, GiveCard, OrderUnit, PlayCard
from wab.systems.cards.state.state import Play

STEP = 0.05


def test_a_card_that_was_drawn_is_not_in_the_hand_before_it_has_been_shown() -> None:
    held = [Held("assault_left", 0), Held("probe_left", 1), Held("probe_left", 2), Held("attack_center", 3, True)]
    assert so_far(held, None) == held
    before = ("firefight", "probe_left", "assault_left")  # the first of them is played, a second probe drawn
    assert so_far(held, before) == [Held("assault_left", 0), Held("probe_left", 1), Held("attack_center", 2, True)]


class Stage:
    """A table on which nothing takes time."""

    def __init__(self) -> None:
        self.thrown: list[tuple[str, ...]] = []
        self.dice: tuple[str, ...] = ()
        self.spec: TableSpec | None = None
        self.busy = False

    def lay(self, spec: TableSpec) -> None:
        self.spec = spec

    def animate_move(self, key: int, path: Sequence[int], done: Callable[[], None] | None = None) -> None:
        self._at_once(done)

    def animate_losses(self, key: int, count: int, done: Callable[[], None] | None = None) -> None:
        self._at_once(done)

    def throw(self, dice: DiceThrow, done: Callable[[], None] | None = None) -> None:
        self.dice = dice.faces
        self.thrown.append(dice.faces)
        self._at_once(done)

    def clear_dice(self) -> None:
        self.dice = ()

    def flash(self, hex_id: int) -> None: ...

    def skip(self) -> None: ...

    @staticmethod
    def _at_once(done: Callable[[], None] | None) -> None:
        if done is not None:
            done()


def a_shot(figures: int = 4) -> tuple[Session, TableSpec, list[Event]]:
    """An attack of the Allies over two hexes: the table before it, and what happened, a hit among it."""
    session = battle("attack_center", "probe_left")
    before = aim(session, figures)
    session.play(Attack(unit_in(session, "F5"), unit_in(session, "F3")))
    return session, before, events_of(session.take_witnessed())


def aim(session: Session, figures: int) -> TableSpec:
    """Bring the Allies to an attack that will hit; returns the table then."""
    put(session, unit_in(session, "F7"), "F5")
    put(session, unit_in(session, "F3"), "F3", figures)
    shot = Attack(unit_in(session, "F5"), unit_in(session, "F3"))
    for order in (PlayCard("attack_center"), OrderUnit(shot.unit), Done(), Done()):
        session.play(order)
    for seed in range(40):
        throw_with(session, seed)
        if any(isinstance(event, FiguresLost) for event in session.game.copy().play(shot)):
            break
    session.take_witnessed()
    return table(session.view)


def shown_for(replay: Replay, look: Callable[[], bool]) -> float:
    """Seconds for which something is shown, until the end."""
    seconds = 0.0
    while replay.active:
        seconds += STEP if look() else 0.0
        replay.update(STEP)
    return seconds


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_the_card_of_another_is_shown_for_a_while_even_without_movement(speed: float) -> None:
    session = battle("attack_center", "probe_left")
    before = table(session.view)
    session.play(PlayCard("attack_center"))
    events = events_of(session.take_witnessed())
    replay = Replay(Stage(), session.view.board)
    replay.speed = speed
    replay.start(before, events, "axis")
    assert replay.showing.card == "attack_center" and replay.showing.seat == "allies"
    assert shown_for(replay, lambda: bool(replay.showing.card)) == pytest.approx(CARD_SECONDS, abs=2 * STEP)


@pytest.mark.parametrize("own", ["allies", "axis"])
def test_dice_lie_still_with_their_result_where_nothing_moves(own: str) -> None:
    session, before, events = a_shot()
    rolled = next(event for event in events if isinstance(event, Rolled) and event.stream == "attack")
    stage = Stage()
    replay = Replay(stage, session.view.board)
    replay.speed = 0.0
    replay.start(before, events, own)
    faces = session.view.board.tables.dice.faces
    told: list[tuple[tuple[str, ...], str]] = []

    def dice_are_shown() -> bool:
        told.append((replay.showing.dice, replay.showing.words))
        return bool(stage.dice)

    assert shown_for(replay, dice_are_shown) == pytest.approx(DICE_SECONDS + RESULT_SECONDS, abs=3 * STEP)
    assert stage.thrown == [tuple(faces[result - 1] for result in rolled.results)]
    assert (stage.thrown[0], "") in told and any(words for _dice, words in told)
    assert not replay.active and not stage.dice


def test_the_attack_of_another_is_marked_and_told_before_its_dice_are_rolled() -> None:
    session, before, events = a_shot()
    fight = next(event for event in events if isinstance(event, AttackDeclared)).fight
    stage = Stage()
    replay = Replay(stage, session.view.board)
    with language("en"):
        replay.start(before, events, "axis")
    assert replay.marks.aim == (fight.origin, fight.hex) and not stage.thrown
    assert [(target.hex, target.dice) for target in replay.marks.targets] == [(fight.hex, fight.dice)]
    roster = session.view.board.roster
    assert replay.showing.caption == f"{roster[fight.attacker].name} attacks {roster[fight.target].name} with 2 dice."
    shown_for(replay, lambda: False)
    assert replay.marks.aim is None and not replay.showing.caption


def test_an_own_attack_rolls_at_once() -> None:
    session, before, events = a_shot()
    stage = Stage()
    replay = Replay(stage, session.view.board)
    replay.start(before, events, "allies")
    assert stage.thrown and replay.marks.aim is None


# ------------------------------------------------------------------------------------------------- in the window


@pytest.fixture
def sit(window: GameWindow) -> Iterator[Callable[[Session], Player]]:
    window.resized(*LARGE)
    with language("en"):
        yield lambda session: Player(window, session)
    window.show_screen(Screen())
    window.resized(WIDTH, HEIGHT)
    window.close_scene()


def test_nothing_is_told_before_it_is_shown(sit: Callable[[Session], Player]) -> None:
    session = battle("attack_center", "probe_left")
    aim(session, figures=1)
    player = sit(session)
    player.screen.set_speed(1.0)
    session.play(Attack(unit_in(session, "F5"), unit_in(session, "F3")))
    player.window.step(0.01)
    desk = player.screen._desk
    assert desk is not None and player.screen.showing
    assert session.view.medals["allies"].total == 1  # the dice have decided it, and no player knows
    assert not desk.tracks[1] and len(desk.journal) < len(session.journal)
    assert desk.seen.position.unit_in(hex_of(session, "F3")) is not None
    player.screen.skip()
    player.frame()
    assert not desk.tracks and len(desk.journal) == len(session.journal)
    assert desk.seen.position.unit_in(hex_of(session, "F3")) is None


def test_the_speed_that_is_set_is_the_speed_of_the_battle(sit: Callable[[Session], Player]) -> None:
    player = sit(battle("attack_center", "probe_left"))
    player.window.scene.set_speed(4.0)  # as the frame does once the screen has been entered
    player.frame(1)
    assert player.screen.ui.speed == 4.0


# ------------------------------------------------------------------------------------------------- cards


def test_all_cards_of_the_last_turn_are_seen_on_a_double_board() -> None:
    session = battle(scenario="cards/omaha-beach-double-board", seats=Seats("axis", {}, ("allies", "axis")))
    game = session.game
    while game.phase != "give":
        game.play(next(iter(game.legal_orders())))
    deal(session, "allies", ["probe_left", "attack_center", "assault_right", "recon_left"])
    for card in ("probe_left", "attack_center"):
        game.play(next(order for order in game.legal_orders() if isinstance(order, GiveCard) and order.card == card))
    while game.state.active == "allies":
        game.play(Done() if Done() in game.legal_orders() else next(iter(game.legal_orders())))
    view = game.view("axis")
    assert [play.card for play in view.last_plays] == ["probe_left", "attack_center"]
    with language("en"):
        tip = played(view.board, view.last_plays)
    assert "Probe" in tip.notes[0] and "General" in tip.notes[0] and "Attack" in tip.notes[1]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_card_of_a_fan_shows_its_title_inside_the_room_of_one(count: int) -> None:
    room = Box(10, 20, 84, 120)
    places = fan(room, count)
    assert len(places) == count
    for place, over in pairwise(places):
        assert over.y - place.y >= 20 and over.x > place.x
    assert all(place.x >= room.x and place.right <= room.right + 0.01 for place in places)
    assert places[0].y == room.y and places[-1].bottom == pytest.approx(room.bottom)


@pytest.mark.parametrize("count", [1, 4, 6, 9])
def test_cards_of_a_hand_lie_side_by_side_where_there_is_room_for_narrow_ones(count: int) -> None:
    screen = Box(0, 0, 1600, 900)
    boxes, room = hand_boxes(screen, count), hand_room(screen)
    assert all(SLIM <= box.w <= CARD for box in boxes)
    assert all(one.right <= other.x for one, other in pairwise(boxes))
    assert boxes[0].x >= room.x - 0.01 and boxes[-1].right <= room.right + 0.01


def test_a_hand_too_large_for_a_small_window_lies_over_one_another_inside_it() -> None:
    screen = Box(0, 0, 1160, 720)
    boxes, room = hand_boxes(screen, 12), hand_room(screen)
    assert boxes[0].w == SLIM and boxes[1].x < boxes[0].right
    assert boxes[-1].right <= room.right + 0.01
    assert hand_boxes(screen, 0) == []


def test_what_a_card_in_force_says_is_told_whole() -> None:
    board = wab.new_game("cards/pegasus-bridge").view("allies").board  # type: ignore[attr-defined]
    with language("en"):
        tip = played(board, (Play("attack_center", "attack_center"),))
    assert tip.text == "Attack" and "3 units" in tip.notes[0]


@pytest.mark.parametrize("label, on_the_left", [("X5", True), ("C5", False)])
def test_on_a_wide_board_the_attack_is_told_where_its_target_is_not(
    sit: Callable[[Session], Player], label: str, on_the_left: bool
) -> None:
    player = sit(battle(scenario="cards/omaha-beach-double-board"))
    desk, view = player.screen._desk, player.session.view
    assert desk is not None and desk.ui.wide
    grid = view.board.field.grid
    target = min(view.enemy_units(), key=lambda unit: grid.distance(unit.hex, hex_of(player.session, label)))
    shot = Attack(view.own_units()[0].id, target.id)
    box = attack_place(desk, shot, 700.0)
    assert (box.right < desk.kit.screen.w / 2) == on_the_left
