"""The journal of the flagship in words."""

from typing import get_args

import pytest

import wab
from tests.boards import make_board
from wab.engine import Rolled, Text
from wab.locale import language
from wab.systems.operations import SYSTEM, journal
from wab.systems.operations import events as ev
from wab.systems.operations.losses import STREAM


@pytest.fixture(autouse=True)
def english():
    with language("en"):
        yield


@pytest.fixture
def board():
    b = make_board([". . . . .", " . . . . ."])
    b.tank = b.place("armour", hex=0, name="22nd Armoured Brigade")
    b.foot = b.place("infantry", hex=0, name="131st Infantry Brigade")
    b.foe = b.place("infantry", hex=2, side="axis", name="Grenadier-Regiment 914")
    return b


def told(board, event):
    return str(journal.describe(board.state, event))


def test_moves_name_units_and_places(board):
    moved = ev.Moved((board.tank, board.foot), (0, 1), 4)
    assert told(board, moved) == "22nd Armoured Brigade, 131st Infantry Brigade: from 0000 to 0001."
    marched = ev.Moved((board.tank,), (0, 1), 4, strategic=True)
    assert told(board, marched) == "22nd Armoured Brigade: strategic movement from 0000 to 0001."
    stopped = ev.Moved((board.tank,), (0, 1), 4, stopped=Text("An enemy stood there."))
    assert told(board, stopped) == "22nd Armoured Brigade: from 0000 to 0001, stopped there. An enemy stood there."


def test_a_combat_is_told_with_ratio_dice_and_losses(board):
    joined = ev.CombatJoined((board.tank,), (), (board.foe,), 2, 1, 1000, 500, "2:1", "3:1", (), ())
    assert told(board, joined) == "22nd Armoured Brigade: attack on 0002; ratio 2:1, shifted to 3:1."
    rolled = Rolled("combat", Text("Combat"), 6, 0, (3, 5))
    assert told(board, rolled) == "Dice (Combat): 3, 5."
    resolved = ev.CombatResolved(2, 8, "3:1", 1, 2, True)
    assert told(board, resolved) == "Total 8 at 3:1: the attacker loses 1 HP, the defender 2 HP and retreats."
    assert told(board, ev.LostHp(board.foe, 2, "combat")) == "Grenadier-Regiment 914 loses 2 HP (combat)."
    assert told(board, ev.Retreated(board.foe, 2, 3)) == "Grenadier-Regiment 914 retreats to 0003."
    assert told(board, ev.Removed(board.foe, "surrendered", 1)).endswith("cannot retreat and surrenders.")
    assert told(board, ev.Advanced((board.tank,), 2)) == "22nd Armoured Brigade: advance into 0002."
    assert told(board, ev.Advanced((), 2)) == "Nobody advances into 0002."


def test_dice_that_only_deal_out_losses_are_not_told(board):
    assert journal.describe(board.state, Rolled(STREAM, Text("Losses"), 6, 0, (3,))) is None


@pytest.mark.parametrize(
    "event", [ev.Activated(1), ev.Tired(1, 10, "combat"), ev.Intruded((1,)), ev.AdvanceOffered(2, (1,))]
)
def test_what_shows_elsewhere_gets_no_line(board, event):
    assert journal.describe(board.state, event) is None


def test_weather_and_points_are_told(board):
    assert told(board, ev.TurnBegan(2, "rain")) == "Turn 2, 7 June 1944. Weather: rain."
    assert told(board, ev.Scored("axis", 4, "handicap")) == "The Axis score 4 points of handicap."
    ended = ev.GameEnded("allied", "tactical", "points", {"allied": 30, "axis": 12})
    assert told(board, ended) == (
        "The battle is decided on points. The Allies win, tactical victory: Allies 30 points, Axis 12 points."
    )
    draw = ev.GameEnded(None, "draw", "points", {"allied": 12, "axis": 12})
    assert told(board, draw) == "The battle is decided on points. It is a draw: Allies 12 points, Axis 12 points."


def test_units_that_are_not_known_have_no_name(board):
    assert told(board, ev.Sighted("allied", (100_032,))) == "The Allies sight unidentified unit."
    assert told(board, ev.Sighted("allied", ())) == "The Allies catch sight of enemies on the way."
    assert told(board, ev.LostHp(999, 1, "attrition")) == "unidentified unit loses 1 HP (attrition)."


def test_a_place_is_named_where_the_map_has_a_name():
    game = wab.new_game(SYSTEM.scenarios()[0].id)
    board = game.state.board
    named = next(place for place in board.map.places if board.map.name(place.hex) == place.name)
    assert journal.place(game.state, named.hex) == f"{named.name} ({board.grid.label(named.hex)})"


def test_every_event_has_a_sentence_or_is_meant_to_have_none():
    silent = {ev.Activated, ev.Tired, ev.Intruded, ev.AdvanceOffered}
    assert set(get_args(SYSTEM.event_types)) - silent == set(journal._TELLERS)


def test_the_journal_speaks_the_language_of_the_reader(board):
    text = journal.describe(board.state, ev.Advanced((), 2))
    with language("fr"):
        french = str(text)
    assert str(text) == "Nobody advances into 0002."
    assert "0002" in french
