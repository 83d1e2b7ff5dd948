"""The lists of seats: the decider has news at once, others when the decision passes on, undo is in one list."""

import msgspec
import pytest

from tests.online.play import TABLES, events_in, events_seen, played, standing
from wab.engine import Game
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.telling import NOTHING, Back, Over, Saw, Telling, TurnBegan
from wab.engine.kernel.values import side_of

LENGTH = 36


def told_so(table, seed=1):
    """Yield a game, the seat that has just done something, its telling, the new entries, and all lists so far."""
    telling, lists = None, {}
    for game, seat in played(table, LENGTH, seed):
        telling = telling or Telling(game, game.seats)
        fresh = telling.follow()
        for each, entries in fresh.items():
            lists.setdefault(each, []).extend(entries)
        yield game, seat, telling, fresh, lists


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_list_gives_what_its_seat_saw_and_others_are_told_only_when_the_decision_passes_on(table):
    """The count of the game itself says what was seen. `known` is what others saw when the decision last passed on."""
    known, backs, before = {}, 0, None
    for game, seat, telling, fresh, lists in told_so(table):
        passed_on = seat == "" or game.to_act != before
        for each in game.seats:
            if each == seat or passed_on:
                known[each] = (events_seen(game, each), game.view(each).encode())
            else:
                assert fresh[each] == []
            assert (events_in(lists[each]), bytes(telling.views[each])) == known[each], each
            assert telling.told[each] == len(lists[each])
        taken_back = [each for each in game.seats if any(isinstance(entry, Back) for entry in fresh[each])]
        assert taken_back == ([seat] if game.journal[-1].undo else [])
        backs += len(taken_back)
        before = game.to_act
    assert backs or not any(record.undo for record in game.journal)


def test_some_games_of_these_take_orders_back():
    """Otherwise the test above would say nothing of an undo."""
    taken_back = [sum(record.undo for record in last(played(table, LENGTH)).journal) for table in TABLES]
    assert sum(count > 0 for count in taken_back) >= 4


def last(steps):
    """Return the game at the end."""
    return list(steps)[-1][0]


@pytest.mark.slow("makes sentences for every seat twice")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_sentences_turns_and_deciders_are_those_of_the_chronicle(table):
    chronicles = {}
    for game, _seat, _telling, _fresh, lists in told_so(table):
        for each in game.seats:
            chronicle = chronicles.setdefault(each, Chronicle(game, each))
            chronicle.follow()
            if game.to_act != each:
                continue  # it has not been told all
            saw = [entry for entry in standing(lists[each]) if isinstance(entry, Saw) and entry.text is not None]
            assert [(one.turn, side_of(one.seat) if one.seat else None, one.text) for one in saw] == [
                (line.turn, line.side, line.text) for line in chronicle.lines
            ]
            began = [entry.turn for entry in standing(lists[each]) if isinstance(entry, TurnBegan)]
            assert began == [turn.turn for turn in chronicle.turns]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_telling_that_sets_in_tells_the_same_as_one_from_the_beginning(table):
    """Wherever nothing is held back, a new one takes over, as after the start of a server."""
    others, joined = {}, 0
    for game, _seat, telling, fresh, _lists in told_so(table):
        for other in others.values():
            assert other.follow() == fresh
            assert (other.views, other.told) == (telling.views, telling.told)
        if not telling.holds_back:
            state = game.system.decode(game.system.encode(game.state))
            set_in = Telling(game, game.seats, state=state, records=len(game.journal), told=dict(telling.told))
            joined += 1
            others[joined % 3] = set_in
    assert joined


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_all_views_agree_with_the_truth_on_the_seat_that_decides(table):
    for game, _seat in played(table, LENGTH, seed=2):
        assert {game.view(seat).to_act for seat in game.seats} == {game.to_act}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_side_that_gives_up_ends_all_lists_alike(table):
    """Also right after a snapshot, when the game has no record yet."""
    game = last(played(table, 12))
    while game.why_not_undo(strict=True) is None:
        game.undo()
    cut = Game(game.system, game.setup, game.state.copy())
    telling = Telling(cut, cut.seats, state=cut.state.copy(), told=dict.fromkeys(cut.seats, 7))
    cut.resign(game.system.sides[0])
    for entries in telling.follow().values():
        assert [type(entry) for entry in entries] == [Over]
        assert entries[0].outcome == cut.outcome
    assert set(telling.told.values()) == {8}


def test_the_view_before_an_event_is_what_the_seat_knew_then():
    """Event by event: after what it saw a seat knows what its next view before says."""
    game = last(played(TABLES[0], 20, undos=False))
    telling = Telling(game, game.seats)
    for entries in telling.follow().values():
        saw = [entry for entry in entries if isinstance(entry, Saw)]
        assert saw and all(entry.before != NOTHING for entry in saw)
        for entry in saw:
            view = game.system.decode_view(bytes(entry.before))
            assert view.to_act == entry.seat and msgspec.json.decode(entry.event)
