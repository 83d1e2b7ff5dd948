"""The table of sounds: every event of every system is in it, heard or silent, and every trait means something."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tests.app.sound.silent_machine import Machine
from wab.app.gfx.light import LIGHTS
from wab.app.sound.cues import Teller, book, traits_of
from wab.app.sound.player import Player
from wab.app.sound.recordings import recordings
from wab.content.cards.shapes import Type
from wab.content.data import data_root
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text
from wab.systems import NAMES, get_system
from wab.systems.cards.state import events as cards
from wab.systems.operations.state import events as operations


def events_of(system):
    return {event.__name__: event for event in get_system(system).event_types.__args__}


@pytest.mark.parametrize("system", NAMES)
def test_every_event_has_a_sound_or_is_known_to_be_silent(system):
    heard, silent = set(book().systems[system]), set(book().silent[system])
    assert not heard & silent
    assert heard | silent == set(events_of(system))


def test_every_sound_is_called_for_somewhere():
    scenes = {layer.sound for layers in book().scenes.values() for layer in layers}
    ambiences = {name for shares in book().light.values() for name in shares}
    by_the_window = {"click", "refused", "victory", "defeat", "draw", "sea"}
    called = scenes | ambiences | book().named() | by_the_window
    assert called | {f"{name}-far" for name in called} >= set(recordings())


def test_every_light_of_the_map_has_its_ambience():
    assert set(book().light) == set(LIGHTS)
    assert all(recordings()[name].group == "ambience" for shares in book().light.values() for name in shares)


def test_only_effects_and_pieces_are_called_for_by_events():
    for name in book().named():
        assert all(recordings()[layer.sound].group != "ambience" for layer in book().scene(name)), name


@pytest.mark.parametrize("system", NAMES)
def test_a_trait_that_is_a_flag_or_an_arm_can_be_had(system):
    """Words of fields (streams, causes, cards) are looked for in the rules and their data by hand."""
    known = {*book().arms, "ours", "theirs", "nobodys", "else"}
    words = {"combat", "bombardment", "anti_air", "attack", "attrition", "withdrawn", "captured", "surrendered"}
    words |= {"crushed", "cleared", "air_power", "bombs"}
    words |= {"fire", "actions", "landing", "mine", "sea", "guns", "rockets", "hero"}
    for name, row in book().systems[system].items():
        flags = {field.name for field in msgspec.structs.fields(events_of(system)[name]) if field.type is bool}
        assert set(row) <= known | words | flags, name
        assert list(row)[-1] == "else"  # what stands after it would never count


def test_every_symbol_of_an_arm_is_drawn_on_some_counter():
    tables = data_root() / "campaigns" / "operations" / "tables"
    text = "".join((tables / name).read_text(encoding="utf-8") for name in ("units.yaml", "air.yaml"))
    for symbols in book().arms.values():
        for symbol in symbols:
            assert f"symbol: {symbol}" in text or symbol in get_args(Type), symbol


def test_whose_it_is_depends_on_who_listens():
    event = operations.ImpulseBegan("allied", 1, 5, (), ())
    assert "ours" in traits_of(event, "allied") and "theirs" in traits_of(event, "axis")
    assert "nobodys" in traits_of(operations.GameEnded(None, "draw", "points", {}), "axis")
    assert "ours" in traits_of(cards.CardsDrawn("allies/left", ("",)), "allies")


@pytest.fixture
def machine():
    return Machine()


def teller(machine, system, symbols=(), icon="", place=(0.0, 1.0), owner=None):
    player = Player(machine.open)
    return player, Teller(
        player,
        system,
        side=lambda: "allied",
        symbols=lambda _: symbols,
        owner=lambda _: owner,
        place=lambda _: place,
        icon=lambda _: icon,
    )


def told(machine, event, **facts):
    player, tell = teller(machine, facts.pop("system", "operations"), **facts)
    tell.tell(event)
    for _ in range(40):
        player.update(0.1)
    return machine.names


@pytest.mark.parametrize(
    ("symbol", "sound"),
    [("infantry", "march"), ("heavy_tank", "tracks"), ("mechanised", "lorry"), ("cruiser", "ship"), ("", "march")],
)
def test_a_move_sounds_like_what_moves(machine, symbol, sound):
    assert told(machine, operations.Moved((1,), (4, 5), 2), symbols=(symbol,)) == [sound]


def test_dice_are_heard_where_they_decide_something(machine):
    assert told(machine, Rolled("combat", Text("a fight"), 6, 1, (3, 4))) == ["dice-shaken", "dice-thrown"]
    machine.heard.clear()
    assert told(machine, Rolled("weather", Text("rain"), 6, 1, (3,))) == []


def test_a_scene_lays_sounds_after_each_other_where_it_happens(machine):
    event = operations.Bombarded((1,), 7, 3, 8, 2)
    assert told(machine, event, symbols=("artillery",), place=(0.5, 0.5)) == ["battery", "whistle", "impact", "impact"]
    assert {one.pan for one in machine.heard} == {0.5}
    assert machine.heard[0].volume == pytest.approx(0.75 * 0.5 * 0.8)


@pytest.mark.parametrize(
    ("system", "event"),
    [("operations", operations.AdvanceOffered(5, (1,))), ("cards", cards.RetreatDue(1, 1, 0))],
)
def test_a_question_is_heard_by_those_whose_units_it_is_about(machine, system, event):
    assert told(machine, event, system=system, owner="allied") == ["asked"]
    machine.heard.clear()
    assert told(machine, event, system=system, owner="axis") == []


@pytest.mark.parametrize("system", NAMES)
def test_what_is_heard_by_one_side_only_says_whose_it_is_or_names_units(system):
    for name, row in book().systems[system].items():
        if {"ours", "theirs"} & set(row):
            fields = set(events_of(system)[name].__struct_fields__)
            assert fields & {"side", "winner", "seat", "holder", "unit", "units"}, name


def test_a_system_without_a_table_is_heard_by_its_icons(machine):
    event = operations.Tired(1, 5, "move")
    assert told(machine, event, system="toy", icon="attack")[0] == "rifles"
    machine.heard.clear()
    assert told(machine, event, system="toy", icon="info") == []
