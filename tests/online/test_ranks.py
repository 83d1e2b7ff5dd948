"""Ranks of players: told by the games of the server that are over, next to every name."""

from __future__ import annotations

from tests.online.local import seated
from wab.content.career import rank_called
from wab.locale import language
from wab.online.client import new_salt
from wab.online.protocol import NewGame

SCENARIO = "operations/cliffs-and-shingle"


def rank_in(client, game):
    """Return the ranks in a game by player."""
    return {seat.player: seat.rank for seat in client.info(game).seats}


def lost_and_won(winner, loser, scenario=SCENARIO):
    """Play a game that its loser gives up at once; return its id."""
    game = seated([loser, winner], scenario)
    loser.resign(game, loser.info(game).own[0])
    return game


def test_a_new_player_is_a_recruit_and_rises_by_battles_that_are_won(pair):
    anna, bert = pair
    game = seated(pair, SCENARIO)
    names = [seat.player for seat in anna.info(game).seats]
    assert rank_in(anna, game) == dict.fromkeys(names, 1)
    for _each in range(2):
        lost_and_won(bert, anna)
        assert rank_in(anna, game) == dict.fromkeys(names, 1), "only the best score of a slot counts (OPS-1.6-2)"
    lost_and_won(bert, anna, "operations/the-night-of-the-crickets")
    assert rank_in(anna, game) == {names[0]: 1, names[1]: 2}
    for spoken, rank in (("en", "Corporal"), ("fr", "Caporal")):
        with language(spoken):
            assert rank_called(2) == rank
    assert rank_called(None) == rank_called(0) == rank_called(99) == ""


def test_who_leads_both_sides_wins_no_experience(pair):
    carl = pair[0]
    game = seated([carl], SCENARIO)
    for scenario in ("the-night-of-the-crickets", "the-port"):
        carl.resign(game, carl.info(game).own[0])
        game = seated([carl], f"operations/{scenario}")
    assert {*rank_in(carl, game).values()} == {1}


def test_a_computer_has_no_rank_and_a_rated_table_has_ranks(serving, pair):
    anna, bert = pair
    alone = anna.begin(NewGame(SCENARIO, {"allied": "me", "axis": "easy"}, new_salt()))
    assert [seat.rank for seat in anna.info(alone.id).seats] == [1, None]
    begun = anna.begin(NewGame(SCENARIO, {"allied": "me", "axis": "code"}, new_salt(), rated=True))
    bert.accept(begun.id, begun.codes["axis"])
    anna.resign(begun.id, "allied")
    table = serving[1].lobby.ratings("operations")
    ranks = {each.player: each.rank for each in table}
    assert rank_in(anna, begun.id).items() <= ranks.items()
