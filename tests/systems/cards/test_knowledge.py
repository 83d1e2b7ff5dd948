"""A seat's knowledge, the events that it sees, and what it may take for true."""

from collections import Counter

import pytest
from msgspec.structs import replace

import wab
from tests.cards_field import Field
from wab.engine import UsageError
from wab.systems.cards import SYSTEM
from wab.systems.cards.seen.sampling import unseen
from wab.systems.cards.seen.witness import witnessed
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.deck import composition

PEGASUS = "cards/pegasus-bridge"


@pytest.mark.clause("CRD-2.10-2")
def test_a_seat_sees_its_own_hand_only():
    game = wab.new_game(PEGASUS, seed=4)
    for side, other in (("allies", "axis"), ("axis", "allies")):
        view = game.view(side)
        assert view.hand == game.state.hands[side]
        assert view.position.hands[other] == ("",) * len(game.state.hands[other])
        assert view.position.dice.seed == 0
        assert view.position.dice.drawn == {}
        assert view.pile_size == len(game.state.pile[""])


def test_members_of_a_team_see_their_own_hands_and_the_open_card():
    game = wab.new_game(PEGASUS, seed=4, options={"allies_players": "2"})
    first, second = game.view("allies/1"), game.view("allies/2")
    assert first.hand == game.state.hands["allies/1"]
    assert second.hand == game.state.hands["allies/2"]
    assert set(first.position.hands["allies/2"]) == {""}
    assert first.shared == second.shared == game.view("axis").shared
    assert first.shared["allies"]


def test_a_seat_that_there_is_not():
    with pytest.raises(UsageError, match="allies, axis"):
        wab.new_game(PEGASUS, seed=4).view("allies/1")


def test_a_sample_deals_the_unseen_cards_anew():
    game = wab.new_game(PEGASUS, seed=4)
    view = game.view("axis")
    hands = {view.sample(seed).state.hands["allies"] for seed in range(12)}
    assert len(hands) > 8
    for seed in range(4):
        state = view.sample(seed).state
        assert state.hands["axis"] == game.state.hands["axis"]
        everything = Counter([*state.hands["allies"], *state.hands["axis"], *state.pile[""]])
        assert everything == Counter(composition(state.board))
    known = Counter(composition(game.state.board))
    known.subtract(game.state.hands["axis"])
    assert Counter(unseen(view.position, "")) == +known


def test_what_is_drawn_by_others_has_no_name():
    state = Field({}).state
    drawn = ev.CardsDrawn("allies", ("recon_left",))
    assert witnessed(state, drawn, state, "allies") == drawn
    assert witnessed(state, drawn, state, "axis").cards == ("",)
    kept = ev.CardKept("allies", "recon_left", ("probe_left",))
    seen = witnessed(state, kept, state, "axis")
    assert (seen.card, seen.rejected) == ("", ("probe_left",))
    choice = ev.ChoiceDrawn("allies", "allies", ("recon_left",))
    assert witnessed(state, choice, state, "axis").cards == ("",)
    open_ = ev.CardsDrawn("allies", ("recon_left",), shared=True)
    assert witnessed(state, open_, state, "axis") == open_


def test_cards_to_choose_from_are_seen_by_their_player_alone():
    t = Field({"l": ("allies", "infantry", "B7"), "x": ("axis", "infantry", "E2")},
              hands={"allies": ["recon_left", "probe_left"], "axis": ["recon_right"]})  # fmt: skip
    t.play("recon_left")
    while t.phase != "keep":
        t.done()
    assert all(SYSTEM.view(t.state, "allies").position.choosing.cards)
    assert SYSTEM.view(t.state, "axis").position.choosing.cards == ("", "")
    assert SYSTEM.view(t.state, "axis").legal_orders().__len__() == 0


@pytest.mark.clause("CRD-O-22")
def test_what_a_commander_writes_is_for_his_side():
    options = {"allies_players": "4", "axis_players": "4"}
    game = wab.new_game("cards/omaha-beach-double-board", seed=4, options=options)
    while game.phase != "give":
        game.play(next(iter(game.legal_orders())))
    order = replace(next(iter(game.legal_orders())), note="Take the draw.")
    events = game.play(order)
    assert game.view("allies/left").play[-1].note == "Take the draw."
    assert game.view("axis/left").play[-1].note == ""
    played = next(event for event in events if isinstance(event, ev.CardPlayed))
    assert witnessed(game.state, played, game.state, "axis/commander").play.note == ""
    assert witnessed(game.state, played, game.state, "allies/center").play.note == "Take the draw."


def test_an_answer_for_somebody_else_is_refused():
    game = wab.new_game(PEGASUS, seed=4)
    order = next(iter(game.legal_orders()))
    assert game.view("axis").why_not(order).code == "not-yours"
