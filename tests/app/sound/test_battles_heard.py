"""Battles are heard as they are shown, and hearing them changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

import wab
from art.sounding.dsp import RATE, loudness
from art.sounding.recorder import Recorder
from tests.app.sound.silent_machine import Machine
from tools.record_battle import FRAME, Script, played, watch
from wab.app.map.scene import MapScene
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.sound.player import Player
from wab.app.sound.recordings import MUSIC, recordings
from wab.app.wargame.ui.gaze import sea_share
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings, load_settings
from wab.app.window.window import GameWindow
from wab.content.hexmap import HexMap
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text

BATTLES = {"operations": "operations/to-the-sea", "cards": "cards/pegasus-bridge"}


@pytest.fixture
def machine(window: GameWindow):
    """A device of the tests in the window."""
    machine, silence = Machine(), window.sound
    window.sound = Player(machine.open)
    yield machine
    window.sound = silence


def group_of(track):
    if track.path.parent == MUSIC:
        return "piece"
    return recordings()[track.path.stem.rstrip("0123456789").rstrip("-")].group


@pytest.fixture(scope="module", params=BATTLES)
def whole(request):
    """A battle that the computer has played to its end, and its orders."""
    game = wab.new_game(BATTLES[request.param], seed=4)
    return game, played(game)


def test_a_battle_is_heard_as_it_is_shown_and_goes_as_it_would_unheard(cleared: GameWindow, whole):
    system, orders = whole[0].system.id, whole[1][:14]
    game, recorder = wab.new_game(BATTLES[system], seed=4), Recorder()
    watch(cleared, game, Script(orders), game.system.sides[0], recorder, 60.0)
    names = {track.path.stem.rstrip("0123456789").rstrip("-") for track in recorder.tracks}
    assert {"operations": {"march", "hit", "dice-thrown"}, "cards": {"card-played", "march"}}[system] <= names
    starts = [track.start for track in recorder.tracks if not track.loop]
    assert starts == sorted(starts) and len(set(starts)) > 4  # one after the other, not all at once
    effects = [track for track in recorder.tracks if group_of(track) == "effect"]
    assert all(track.pan is not None for track in effects)
    assert len({track.pan for track in effects}) > 2  # each has its place in the picture
    unheard = wab.new_game(BATTLES[system], seed=4)
    for order in orders:
        unheard.play(order)
    assert game.digest() == unheard.digest()
    mixed = recorder.mixed()
    assert mixed.shape == (round(recorder.moment * RATE), 2)
    assert np.abs(mixed).max() < 1.0 and -45 < loudness(mixed, lasting=True) < -12


def test_the_outcome_is_heard_once_and_by_who_won(window: GameWindow, machine: Machine, whole):
    game = whole[0]
    assert game.outcome is not None and game.outcome.winner is not None
    agents = dict.fromkeys(game.system.sides, "greedy")
    for side in game.system.sides:
        machine.heard.clear()
        go = PageNavigator(window, Settings())
        go.session = session = Session(game, Seats(side, agents), start_worker=lambda: Script(()))
        page = OutcomeScreen(go, session)
        for _ in range(2):  # from the outcome to the settings, say, and back
            window.show_screen(page)
            for _ in range(3):
                window.step(FRAME)
            window.show_screen(Screen())
        assert machine.names == ["victory" if side == game.outcome.winner else "defeat"]
        go.close_session()


@pytest.mark.parametrize("whole", ["operations"], indirect=True)
def test_what_is_skipped_is_not_heard(cleared: GameWindow, machine: Machine, whole):
    game, orders = wab.new_game(BATTLES["operations"], seed=4), whole[1][:14]
    go = PageNavigator(cleared, Settings())
    agents = dict.fromkeys(game.system.sides, "greedy")
    go.session = session = Session(game, Seats("allied", agents), start_worker=lambda: Script(orders))
    screen: Any = go.front.battle_screen(session, go)
    cleared.show_screen(screen)
    try:
        for _ in range(60):
            cleared.step(0.0)  # the computer has played, nothing has been shown but the first
        before = len(machine.heard)
        screen.skip()
        for _ in range(40):
            cleared.step(FRAME)
        assert len([one for one in machine.heard if not one.loop]) < before + 4
    finally:
        cleared.show_screen(Screen())
        go.close_session()


@pytest.mark.parametrize("system", BATTLES)
def test_what_is_refused_is_heard_once(window: GameWindow, machine: Machine, system):
    game = wab.new_game(BATTLES[system], seed=4)
    go = PageNavigator(window, Settings())
    go.session = session = Session(game, Seats(game.to_act or "", {}), start_worker=lambda: Script(()))
    screen: Any = go.front.battle_screen(session, go)
    window.show_screen(screen)
    try:
        window.step(FRAME)
        if system == "cards":
            screen.interaction.tell("That cannot be done.")
        else:
            screen.interaction.say_no(Refusal(Text("That cannot be done.")))
        for _ in range(8):
            window.step(FRAME)
        assert machine.names.count("refused") == 1
    finally:
        window.show_screen(Screen())
        go.close_session()


def test_the_sea_is_heard_at_the_coast_alone(scene: MapScene, hexmap: HexMap):
    shares = []
    for place, north in (("Arromanches-les-Bains", 6.0), ("Arromanches-les-Bains", 0.0), ("Caen", -6.0)):
        x, y = scene.grid.centre(hexmap.place(place).hex)
        scene.camera.x, scene.camera.y = x, y + north
        shares.append(sea_share(scene))
    assert shares[0] > 0.8 > shares[1] > 0.2 > shares[2]


def test_a_button_clicks_and_what_only_explains_does_not(window: GameWindow, machine: Machine):
    go = PageNavigator(window, Settings())
    go.title()
    for _ in range(3):
        window.step(FRAME)
    window.inject_click(2, 2)
    assert "click" not in machine.names
    window.hud.pressed("tool")
    window.step(FRAME)
    assert machine.names.count("click") == 1
    window.show_screen(Screen())


def test_the_volumes_are_settings_and_a_key_mutes(window: GameWindow, machine: Machine, tmp_path):
    file = tmp_path / "settings.json"
    go = PageNavigator(window, Settings(effects=0.25, ambience=1.0), settings_file=file)
    assert window.sound.levels == (0.25, 1.0, True, 0.5)
    window.inject_key("f7")
    assert window.sound.levels.on is False and load_settings(file).settings.sound is False
    assert go.settings.effects == 0.25
    window.inject_key("f7")
    window.step(FRAME)
    assert load_settings(file).settings.sound is True and machine.names == ["asked"]


@pytest.mark.parametrize(("name", "value"), [("effects", 1.5), ("ambience", -1), ("sound", "loud")])
def test_volumes_out_of_bounds_keep_their_defaults(tmp_path, name, value):
    file = tmp_path / "settings.json"
    file.write_bytes(msgspec.json.encode({name: value}))
    assert getattr(load_settings(file).settings, name) == getattr(Settings(), name)
    assert name in load_settings(file).problem
