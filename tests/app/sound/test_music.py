"""The music of the window: which piece, how loud, how one gives way to another."""

from __future__ import annotations

import pytest

from tests.app.sound.silent_machine import Machine
from wab.app.sound.cues import Teller, book, calm_piece
from wab.app.sound.music import CROSSING, DUCKED, IN_PLAY, REST, ROUNDS, RUSHING, SETTLED, SURGE
from wab.app.sound.player import Levels, Player
from wab.app.sound.recordings import MUSIC, pieces
from wab.engine.kernel.events import Event
from wab.systems.operations.state import events as operations


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def player(machine):
    return Player(machine.open, Levels(0.8, 0.0, True, 0.5))


def passed(player: Player, seconds: float, step: float = 0.1) -> None:
    for _ in range(round(seconds / step)):
        player.update(step)


def sounding(machine: Machine) -> list[str]:
    return [one.name for one in machine.music if not one.over]


def test_a_piece_comes_up_at_its_volume_and_goes_round(player, machine):
    player.music.begin("title")
    player.update(0.01)
    title = machine.music[0]
    assert title.loop and title.pan is None and title.volume < 0.05
    passed(player, CROSSING + 0.2)
    assert title.volume == pytest.approx(0.5)


@pytest.mark.parametrize("levels", [Levels(0.8, 0.5, True, 0.0), Levels(0.8, 0.5, False, 0.5)])
def test_without_a_volume_nothing_is_opened(machine, levels):
    player = Player(machine.open, levels)
    player.music.begin("title")
    passed(player, 5)
    assert machine.opened == 0 and not machine.music


def test_muted_music_stops_at_once(player, machine):
    player.music.begin("title")
    passed(player, 5)
    player.set_levels(Levels(0.8, 0.0, False, 0.5))
    player.update(0.02)
    assert not sounding(machine)


def test_a_mood_changes_after_a_while_and_the_pieces_cross(player, machine):
    player.music.begin("allied-calm", IN_PLAY)
    passed(player, 5)
    player.music.begin("axis-tense", IN_PLAY)
    passed(player, 1)
    assert sounding(machine) == ["allied-calm"]  # a short turn of the others changes nothing
    passed(player, SETTLED - 5)
    assert sounding(machine) == ["allied-calm", "axis-tense"]
    passed(player, CROSSING + 0.2)
    assert sounding(machine) == ["axis-tense"]
    assert machine.music[1].volume == pytest.approx(0.5 * IN_PLAY)


def test_a_piece_goes_on_where_it_was_left(player, machine):
    player.music.begin("allied-calm", IN_PLAY)
    passed(player, SETTLED + 5)
    player.music.begin("axis-tense", IN_PLAY)
    passed(player, SETTLED + 5)
    player.music.begin("allied-calm", IN_PLAY)
    passed(player, 1)
    assert [one.at for one in machine.music] == pytest.approx([0.0, 0.0, SETTLED + 5], abs=0.3)


def test_an_attack_takes_a_few_fights_and_ends(player, machine):
    player.music.begin("allied-calm", IN_PLAY)
    passed(player, 2)
    player.music.surge("allied-attack")
    passed(player, 3)
    assert sounding(machine) == ["allied-calm"]
    player.music.surge("allied-attack")
    passed(player, RUSHING + CROSSING)
    assert sounding(machine) == ["allied-attack"]
    passed(player, SURGE + CROSSING + 1)
    assert sounding(machine) == ["allied-calm"]


def test_music_lies_lower_while_guns_fire(player, machine):
    player.music.begin("allied-calm", IN_PLAY)
    passed(player, CROSSING + 1)
    player.play("gun")
    passed(player, 0.5)
    piece = machine.music[0]
    assert piece.volume == pytest.approx(0.5 * IN_PLAY * DUCKED)  # 6 dB less
    machine.heard[0].over = True
    passed(player, 2.0)
    assert piece.volume == pytest.approx(0.5 * IN_PLAY)
    player.play("card-drawn")
    passed(player, 0.5)
    assert piece.volume == pytest.approx(0.5 * IN_PLAY)  # no gun


def test_a_short_piece_of_the_outcome_has_the_room_for_itself(player, machine):
    player.music.begin("victory")
    player.play("victory")
    passed(player, 3)
    assert machine.music[0].volume == 0
    machine.heard[0].over = True
    passed(player, 3)
    assert machine.music[0].volume == pytest.approx(0.5) and not machine.music[0].loop


def test_a_piece_that_has_ended_is_not_begun_again(player, machine):
    player.music.begin("victory")
    passed(player, 3)
    machine.music[0].over = True
    passed(player, 200, 1.0)
    assert len(machine.music) == 1


def test_after_some_rounds_the_music_rests(player, machine):
    player.music.begin("night", IN_PLAY)
    passed(player, ROUNDS * pieces()["night"].seconds + CROSSING + 2, 0.5)
    assert not sounding(machine)
    passed(player, REST, 0.5)
    assert sounding(machine) == ["night"] and machine.music[-1].at == 0.0


def test_without_a_device_the_music_asks_for_it_once():
    asked = []
    player = Player(lambda: asked.append(1), Levels(0.8, 0.5, True, 0.5))
    player.music.begin("title")
    passed(player, 5)
    player.close()
    assert len(asked) == 1


def told(player: Player, event: Event, light: str = "clear") -> None:
    teller = Teller(
        player, "operations", side=lambda: "allied", symbols=lambda event: (), owner=lambda event: None,
        place=lambda event: (0.0, 1.0), light=lambda: light,
    )  # fmt: skip
    teller.tell(event)


def test_turns_and_fights_lead_the_music(player, machine):
    told(player, operations.ImpulseBegan("allied", 1, 5, (), ()))
    passed(player, SETTLED + 1)
    told(player, operations.ImpulseBegan("axis", 1, 5, (), ()))
    passed(player, CROSSING + 1)
    assert [one.name for one in machine.music] == ["allied-calm", "axis-tense"]


def test_the_night_has_its_piece_and_so_has_the_table_of_cards():
    assert calm_piece("operations", "allied") == "allied-calm" and calm_piece("operations", "axis") == "axis-calm"
    assert calm_piece("operations", "axis", "night") == "night"
    assert calm_piece("cards", "allies") == "cards"


def test_every_piece_is_called_for_by_something():
    moods = book().music
    called = {
        moods.piece(mood, side, "operations", "clear") for mood in {*moods.moods.values()} for side in moods.themes
    }
    assert called | {*moods.calm.values(), "night", "title", "victory", "defeat"} == set(pieces())
    assert all((MUSIC / f"{name}.ogg").is_file() for name in pieces())


def test_what_is_far_away_is_heard_from_far_away(player, machine):
    teller = Teller(
        player, "toy", side=lambda: "a", symbols=lambda event: (), owner=lambda event: None,
        place=lambda event: (0.0, 0.3), icon=lambda event: "attack",
    )  # fmt: skip
    teller.tell(operations.Tired(1, 5, "move"))
    player.update(0.1)
    assert machine.names == ["rifles-far"] and machine.heard[0].volume == pytest.approx(0.8 * 0.6)
