"""The player: when it opens the device, what it starts, how loud, and what it leaves out."""

from __future__ import annotations

import pytest

from tests.app.sound.silent_machine import Machine
from wab.app.sound.player import ALIKE, AT_ONCE, FADE, MOST, Levels, Player
from wab.app.sound.recordings import recordings


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def player(machine):
    return Player(machine.open, Levels(0.5, 0.4, True))


def test_the_device_is_opened_when_something_is_to_be_heard_and_once(player, machine):
    player.update(1.0)
    assert machine.opened == 0
    player.play("gun")
    player.play("march")
    player.update(0.1)
    assert machine.opened == 1 and machine.names == ["gun", "march"]


@pytest.mark.parametrize("levels", [Levels(0.5, 0.5, False), Levels(0.0, 0.0, True)])
def test_muted_opens_and_loads_nothing(machine, levels):
    player = Player(machine.open, levels)
    player.play("gun")
    player.surround({"rain": 1.0})
    player.update(5.0)
    assert machine.opened == 0 and not machine.heard


def test_without_a_device_everything_goes_on_in_silence():
    asked = []
    player = Player(lambda: asked.append(1))
    for _ in range(3):
        player.play("gun")
        player.surround({"rain": 1.0})
        player.update(0.2)
    player.close()
    assert len(asked) == 1


def test_an_effect_has_its_place_and_its_volume(player, machine):
    player.play("gun", volume=0.5, pan=-3.0)
    player.play("victory")
    player.update(0.1)
    gun, victory = machine.heard
    assert (gun.volume, gun.pan, gun.loop) == (0.25, -1.0, False)
    assert (victory.volume, victory.pan) == (0.5, None)  # music is everywhere


def test_variants_take_turns(player, machine):
    takes = len(recordings()["gun"].files)
    for _ in range(takes + 1):
        player.play("gun")
        player.update(0.5)
        machine.heard[-1].over = True
    assert [one.name for one in machine.heard] == [f"gun-{number}" for number in (*range(1, takes + 1), 1)]


def test_an_effect_waits_for_its_moment(player, machine):
    player.play("gun", after=0.5)
    player.update(0.4)
    assert not machine.heard
    player.update(0.2)
    assert machine.names == ["gun"]


def test_many_at_once_do_not_all_sound_at_once(player, machine):
    for name in ("gun", "march", "tracks", "lorry", "hit", "impact", "bombs", "gun", "gun"):
        player.play(name)
    player.update(0.01)
    assert len(machine.heard) == AT_ONCE
    for _ in range(200):
        player.play("gun")
        player.update(0.02)
    assert sum(not one.over for one in machine.heard if one.name.startswith("gun")) <= ALIKE


def test_there_are_never_more_voices_than_can_be_told_apart(player, machine):
    for name in ("gun", "march", "tracks", "lorry", "hit", "impact", "bombs", "rifles") * 3:
        player.play(name)
        player.update(0.5)
    assert len(machine.heard) == MOST
    machine.heard[0].over = True
    player.play("horn")
    player.update(0.1)
    assert machine.names[-1] == "horn"


def test_pieces_of_music_follow_each_other_and_are_not_asked_for_twice(player, machine):
    for name in ("lost", "medal", "medal", "turn"):
        player.play(name)
    for _ in range(3):
        player.update(0.5)
        assert sum(not one.over for one in machine.heard) == 1
        machine.heard[-1].over = True
    player.update(0.5)
    assert machine.names == ["lost", "medal", "turn"]


def test_a_long_sound_is_not_started_on_top_of_itself(player, machine):
    player.play("march")
    player.play("march", after=0.1)
    player.update(0.0)
    player.update(0.2)
    assert len(machine.heard) == 1
    player.update(0.4)
    assert len(machine.heard) == 2


def test_what_could_not_start_in_time_is_left_out(player, machine):
    for _ in range(50):
        player.play("hit")
    for _ in range(100):
        player.update(0.05)
        for one in machine.heard:
            one.over = True
    assert len(machine.heard) < 12


def test_an_ambience_comes_and_goes_slowly_and_follows_its_volume(player, machine):
    player.surround({"rain": 1.0})
    player.update(FADE / 2)
    rain = machine.heard[0]
    assert rain.loop and rain.volume == pytest.approx(0.2)
    player.update(FADE)
    assert rain.volume == pytest.approx(0.4)
    player.set_levels(Levels(0.5, 1.0, True))
    assert rain.volume == pytest.approx(1.0)
    player.surround({"storm": 1.0})
    player.update(FADE / 2)
    assert [one.volume for one in machine.heard] == pytest.approx([0.5, 0.5]) and not rain.over
    player.update(FADE)
    assert rain.stopped and not machine.heard[1].over


def test_muting_ends_everything_at_once_and_unmuting_brings_the_ambience_back(player, machine):
    player.surround({"rain": 1.0})
    player.update(0.1)
    player.play("gun")
    player.play("march", after=2 * FADE)
    player.update(FADE)
    player.set_levels(Levels(0.5, 0.4, False))
    player.update(0.02)
    assert all(one.stopped for one in machine.heard)
    player.update(2 * FADE)
    assert len(machine.heard) == 2
    player.set_levels(Levels(0.5, 0.4, True))
    player.update(FADE)
    assert machine.names == ["rain", "gun", "rain"]


def test_hushed_leaves_the_ambience(player, machine):
    player.surround({"rain": 1.0})
    player.play("gun")
    player.play("march", after=0.5)
    player.update(0.1)
    player.hush()
    player.update(1.0)
    by_name = dict(zip(machine.names, machine.heard, strict=True))
    assert by_name["gun"].stopped and not by_name["rain"].stopped and "march" not in by_name


def test_a_name_that_no_recording_has_is_an_error(player):
    with pytest.raises(KeyError):
        player.play("trombone")


def test_closed_gives_the_device_back_and_opens_none_again(player, machine):
    player.surround({"rain": 1.0})
    player.update(0.1)
    player.close()
    player.play("gun")
    player.update(0.1)
    assert machine.closed and machine.heard[0].stopped and machine.opened == 1
