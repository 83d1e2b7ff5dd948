"""The journal in words: names, cards, places."""

from typing import get_args

import msgspec

import wab
from ai.agents import make_agents
from ai.match import play_out
from tests.cards_field import Field
from wab.engine import Rolled
from wab.engine.words.text import Text
from wab.locale import language
from wab.systems.cards import SYSTEM
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.state import Fight, Play, Token
from wab.systems.cards.telling import journal


def told(state, event):
    return str(journal.describe(state, event))


def test_sentences_name_units_places_and_cards():
    state = wab.new_game("cards/pegasus-bridge", seed=1).state
    unit, foe = next(state.units_of("allies")), next(state.units_of("axis"))
    bridge = state.board.hex("C5")
    assert told(state, ev.UnitMoved(unit.id, (unit.hex, bridge), Token(unit.id))) == (
        "Glider 1, D Company moves to the Caen Canal bridge (C5)."
    )
    assert told(state, ev.CardPlayed(Play("infantry_assault", "infantry_assault", "axis", "left"), "axis")) == (
        "The Axis plays Infantry Assault (left flank)."
    )
    copied = Play("counter_attack", "probe_left", "allies")
    assert told(state, ev.CardPlayed(copied, "allies")) == "The Allies play Counter-Attack as Probe."
    fight = Fight(unit.id, foe.id, unit.hex, foe.hex, 2, close=True)
    assert told(state, ev.AttackDeclared(fight, Token(unit.id), ())) == (
        "Glider 1, D Company attacks the Canal bridge guard, III/736 with 2 dice."
    )
    assert told(state, ev.CardsDrawn("axis", ("",))) == "The Axis draws a card."
    assert told(state, ev.CardsDrawn("axis", ("recon_left", "air_power"))) == "The Axis draws Recon and Air Power."
    assert told(state, ev.CardsDrawn("axis", ("", "", ""))) == "The Axis draws 3 cards."
    assert told(state, Rolled("attack", Text("attack"), 6, 0, (1, 6, 5))) == "Dice (attack): infantry, flag and star."
    assert journal.describe(state, Rolled("deck", Text("card drawn"), 30, 0, (7,))) is None


def test_a_section_with_a_number_keeps_it_in_every_language():
    """The catalogue has a message "1" of its own, an ordinal."""
    state = wab.new_game("cards/omaha-beach-double-board", seed=1).state
    given = ev.CardPlayed(Play("probe_left", "probe_left", "allies", "1", general="left"), "allies")
    for code in ("en", "fr"):
        with language(code):
            assert told(state, given).endswith("(1).")


def test_seats_of_a_team_have_numbers():
    for options in ({"allies_players": "2"}, {"variant": "younger", "axis_players": "3"}):
        game = wab.new_game("cards/pegasus-bridge", seed=1, options=options)
        names = [str(journal.seat_name(seat)) for seat in game.seats]
        assert len(set(names)) == len(names) == len(game.seats)
        assert not set(names) & set(game.seats)
        assert set(game.seats) <= set(SYSTEM.names)
    assert str(journal.seat_name("allies/2")) == "Allies, second player"
    assert str(journal.seat_name("axis")) == "The Axis"


def test_every_kind_of_event_can_be_described():
    """Whole games: every event is described or passed over, in both languages, with every place filled."""
    game = wab.new_game("cards/liberation-of-paris", seed=2)
    play_out(game, make_agents(dict.fromkeys(("allies", "axis"), "random"), "cards", 2))
    for code in ("en", "fr"):
        with language(code):
            for record in game.journal:
                for event in record.events:
                    sentence = journal.describe(game.state, event)
                    assert sentence is None or "{" not in str(sentence)


def test_no_event_is_unknown_to_the_one_place_that_changes_states():
    from wab.systems.cards.state.apply import _CHANGES
    from wab.systems.cards.state.events import CardsEvent

    assert set(_CHANGES) == set(get_args(CardsEvent))
    assert all(issubclass(kind, msgspec.Struct) for kind in _CHANGES)


def test_what_changes_nothing_is_not_told():
    state = Field({"a": ("allies", "infantry", "E5")}).state
    assert journal.describe(state, ev.StageBegan("move")) is None
    assert journal.describe(state, ev.AmbushDeclined("axis")) is None


def test_the_journal_agrees_in_french():
    state = wab.new_game("cards/pegasus-bridge", seed=1).state
    guns = next(unit for unit in state.units_of("axis") if str(state.board.roster[unit.id].name).startswith("Self"))
    garrison = next(unit for unit in state.units_of("axis") if "garrison" in str(state.board.roster[unit.id].name))
    bridge = state.board.hex("C5")
    with language("fr"):
        assert told(state, ev.UnitMoved(guns.id, (guns.hex, bridge), Token(guns.id))) == (
            "Les canons automoteurs, Panzerjäger 716 vont au pont du canal de Caen (C5)."
        )
        assert told(state, ev.Eliminated(garrison.id, garrison.hex, "axis")) == (
            "La garnison de Bénouville est éliminée\u00a0: une médaille pour l’Axe."
        )
        assert told(state, ev.FiguresLost(garrison.id, 1)) == "La garnison de Bénouville perd 1 figurine."
        assert told(state, ev.ObstacleRemoved(bridge, "wire", "removed")) == (
            "Les barbelés du pont du canal de Caen (C5) sont retirés."
        )
        assert told(state, ev.CardPlayed(Play("probe_left", "probe_left", "axis/1"), "axis/1")).startswith(
            "Le premier joueur de l’Axe joue "
        )
