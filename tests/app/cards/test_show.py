"""Deeds of others at the table are a show of scenes. A player can pause it, see it again and skip it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.app.cards.games import battle, unit_in
from tests.app.cards.test_battle_of_cards import LARGE, Player
from tests.app.cards.test_what_is_shown import aim
from tests.app.conftest import HEIGHT, WIDTH
from wab.app.cards.table.presenter import table
from wab.app.play.director import Director
from wab.app.play.table import events_of
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.locale import language
from wab.systems.cards.state.orders import Attack

STEP = 0.1


@pytest.fixture
def watched(window: GameWindow) -> Iterator[Callable[[], tuple[Player, Director]]]:
    """An attack that reaches the screen as the deed of another, on the way."""

    def watch() -> tuple[Player, Director]:
        session = battle("attack_center", "probe_left")
        aim(session, figures=4)
        player = Player(window, session)
        player.screen.set_speed(1.0)
        session.play(Attack(unit_in(session, "F5"), unit_in(session, "F3")))
        player.screen._watch(events_of(session.take_witnessed()))
        show = player.screen._show
        assert show is not None
        until(player, lambda: show.director.going)
        return player, show.director

    window.resized(*LARGE)
    with language("en"):
        yield watch
    window.show_screen(Screen())
    window.resized(WIDTH, HEIGHT)
    window.close_scene()


def until(player: Player, there: Callable[[], bool], most: float = 30.0) -> float:
    """Let time pass until something is so; return the seconds."""
    seconds = 0.0
    while not there() and seconds < most:
        player.window.step(STEP)
        seconds += STEP
    assert there()
    return seconds


def test_a_show_goes_to_its_end_and_the_table_is_that_of_the_game(watched) -> None:
    player, director = watched()
    assert player.screen.showing and not player.screen.interaction.active
    assert director.scene is not None and "attacks" in str(director.scene.sentence)
    assert until(player, lambda: not player.screen.showing) > 1.0
    player.frame()
    assert player.window.scene.table_spec.units == table(player.session.view).units
    assert not player.screen.interaction.watching


def test_escape_pauses_a_show_and_ends_it_the_second_time(watched) -> None:
    player, director = watched()
    player.screen.on_key("escape", False, False)
    for _frame in range(100):
        player.window.step(STEP)
    assert director.paused and player.screen.showing
    player.screen.on_key("escape", False, False)
    player.frame()
    assert not player.screen.showing and not player.exits.gone


def test_a_show_is_seen_again_from_its_first_scene(watched) -> None:
    player, director = watched()
    first = director._opening
    for _frame in range(15):
        player.window.step(STEP)
    digest = player.session.game.digest()
    player.screen.on_key("r", False, False)
    assert director.place == 0 and player.screen._replay.spec == first
    until(player, lambda: not player.screen.showing)
    player.frame()
    assert player.window.scene.table_spec.units == table(player.session.view).units
    assert player.session.game.digest() == digest


def test_a_show_that_is_skipped_ends_where_the_game_is(watched) -> None:
    player, _director = watched()
    player.screen.on_key("space", False, False)
    player.frame()
    assert not player.screen.showing
    assert player.window.scene.table_spec.units == table(player.session.view).units
