"""The journal of the flagship in words."""

from typing import get_args

import pytest

import wab
from wab.engine import Rolled, Text
from wab.locale import language
from wab.systems.operations import SYSTEM
from wab.systems.operations.state import events as ev
from wab.systems.operations.telling import journal
from wab.systems.operations.testing.boards import make_board
from wab.systems.operations.units.losses import STREAM


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
    assert told(board, moved) == "22nd Armoured Brigade and 131st Infantry Brigade move from hex 0000 to hex 0001."
    marched = ev.Moved((board.tank,), (0, 1), 4, strategic=True)
    assert told(board, marched) == "22nd Armoured Brigade moves by strategic movement from hex 0000 to hex 0001."
    stopped = ev.Moved((board.tank,), (0, 1), 4, stopped=Text("An enemy stood there."))
    assert told(board, stopped) == (
        "22nd Armoured Brigade goes from hex 0000 to hex 0001 and stops. An enemy stood there."
    )


def test_a_move_of_which_one_hex_was_seen_has_no_beginning_and_no_end(board):
    assert told(board, ev.Moved((board.foe,), (2,), 0)) == "Grenadier-Regiment 914 passes hex 0002."


def test_a_bombardment_by_guns_that_were_not_seen_has_a_subject(board):
    shelled = ev.Bombarded((), 0, 3, 7, 0)
    words = "Unseen guns bombard hex 0000 with 3 points. Dice total 7: no loss."
    assert told(board, shelled) == words


def test_a_combat_is_told_with_ratio_dice_and_losses(board):
    joined = ev.CombatJoined((board.tank,), (), (board.foe,), 2, 1, 1000, 500, "2:1", "3:1", (), ())
    assert told(board, joined) == "22nd Armoured Brigade attacks hex 0002: odds 2:1, 3:1 after shifts."
    rolled = Rolled("combat", Text("Combat"), 6, 0, (3, 5))
    assert told(board, rolled) == "Dice (Combat): 3, 5."
    resolved = ev.CombatResolved(2, 8, "3:1", 1, 2, True)
    assert told(board, resolved) == ("Dice total 8 at 3:1. Table result: attacker −1 HP, defender −2 HP and retreat.")
    assert told(board, ev.LostHp(board.foe, 2, "combat")) == "Grenadier-Regiment 914 loses 2 HP in combat."
    assert told(board, ev.Retreated(board.foe, 2, 3)) == "Grenadier-Regiment 914 retreats to hex 0003."
    assert told(board, ev.Removed(board.foe, "surrendered", 1)).endswith("cannot retreat and surrenders.")
    assert told(board, ev.Advanced((board.tank,), 2)) == "22nd Armoured Brigade advances to hex 0002."
    assert told(board, ev.Advanced((), 2)) == "No unit advances to hex 0002."


def test_dice_that_only_deal_out_losses_are_not_told(board):
    assert journal.describe(board.state, Rolled(STREAM, Text("Losses"), 6, 0, (3,))) is None


@pytest.mark.parametrize(
    "event", [ev.Activated(1), ev.Tired(1, 10, "combat"), ev.Intruded((1,)), ev.AdvanceOffered(2, (1,))]
)
def test_what_shows_elsewhere_gets_no_line(board, event):
    assert journal.describe(board.state, event) is None


def test_weather_and_points_are_told(board):
    assert told(board, ev.TurnBegan(2, "rain")) == "Turn 2, 7 June 1944. Weather: rain."
    assert told(board, ev.Scored("axis", 4, "handicap")) == "The Axis scores 4 points of handicap."
    ended = ev.GameEnded("allied", "tactical", "points", {"allied": 30, "axis": 12})
    assert told(board, ended) == ("The battle is decided on points. Tactical victory for the Allies, 30 points to 12.")
    draw = ev.GameEnded(None, "draw", "points", {"allied": 12, "axis": 12})
    assert told(board, draw) == "The battle is decided on points. It is a draw, 12 points to 12."


def test_units_that_are_not_known_have_no_name(board):
    assert told(board, ev.Sighted("allied", (100_032,))) == "The Allies sight an unidentified unit."
    assert told(board, ev.Sighted("allied", ())) == "The Allies catch sight of enemies on the way."
    assert told(board, ev.LostHp(999, 1, "attrition")) == "An unidentified unit loses 1 HP to attrition."


def test_a_place_is_named_where_the_map_has_a_name():
    game = wab.new_game(SYSTEM.scenarios()[0].id)
    board = game.state.board
    named = next(place for place in board.map.places if board.map.name(place.hex) == place.name)
    assert str(journal.place(game.state, named.hex)) == f"{named.name} ({board.grid.label(named.hex)})"


def test_every_event_has_a_sentence_or_is_meant_to_have_none():
    silent = {ev.Activated, ev.Tired, ev.Intruded, ev.AdvanceOffered}
    assert set(get_args(SYSTEM.event_types)) - silent == set(journal._TELLERS)


def test_the_journal_speaks_the_language_of_the_reader(board):
    text = journal.describe(board.state, ev.Advanced((), 2))
    with language("fr"):
        french = str(text)
    assert str(text) == "No unit advances to hex 0002."
    assert "0002" in french


def test_sides_points_and_names_agree_in_both_languages():
    state = wab.new_game("operations/causeway-to-carentan").state
    hill = next(number for number, one in enumerate(state.board.objectives) if one.names["en"] == "Hill 30")
    events = [
        ev.Scored("axis", 1, "turn", hill),
        ev.Scored("allied", 2, "turn", hill),
        ev.ImpulseBegan("axis", 1, 11, (1,), ()),
        ev.GameEnded("axis", "marginal", "points", {"allied": 40, "axis": 48}),
    ]
    with language("en"):
        assert [str(journal.describe(state, event)) for event in events] == [
            "The Axis scores 1 point for Hill 30.",
            "The Allies score 2 points for Hill 30.",
            "The Axis moves: 11 activation points, 1 unit out of supply.",
            "The battle is decided on points. Marginal victory for the Axis, 48 points to 40.",
        ]
    with language("fr"):
        assert [str(journal.describe(state, event)) for event in events] == [
            "L’Axe marque 1 point pour la cote 30.",
            "Les Alliés marquent 2 points pour la cote 30.",
            "À l’Axe de jouer\u00a0: 11 points d’activation, 1 unité sans ravitaillement.",
            "La bataille se décide aux points. Victoire mineure de l’Axe, 48 points à 40.",
        ]


def test_units_have_their_names_and_grammar_in_the_language_of_the_reader():
    state = wab.new_game("operations/causeway-to-carentan").state
    unit = next(id_ for id_, profile in state.roster.items() if profile.noun.msgid == "175th Infantry")
    moved = ev.Moved((unit,), (state.board.grid.parse("4725"), state.board.grid.parse("4623")), 4)
    with language("en"):
        assert str(journal.describe(state, moved)) == (
            "The 175th Infantry moves from Isigny-sur-Mer (4725) to hex 4623."
        )
    with language("fr"):
        assert str(journal.describe(state, moved)) == (
            "Le 175e régiment d’infanterie va d’Isigny-sur-Mer (4725) à l’hexagone 4623."
        )


def test_a_row_of_unidentified_units_is_told_as_a_number(board):
    assert told(board, ev.Sighted("allied", (100_032, 100_033, board.foe))) == (
        "The Allies sight Grenadier-Regiment 914 and 2 unidentified units."
    )
