"""Games that end by agreement, clocks that stand still, and people who watch."""

from secrets import token_hex

import pytest

import wab
from tests.online.local import player, seated
from tests.online.test_games import SCENARIO, deciding, refused, view_of
from wab.engine import Game, IllegalOrder, Setup
from wab.engine.kernel.values import DRAW
from wab.engine.saves.replay import verify
from wab.engine.words.errors import UsageError
from wab.online import clocks
from wab.online.client import new_salt
from wab.online.protocol import HOLIDAYS, NewGame
from wab.online.store.games import GameRow, SeatRow
from wab.systems import NAMES, get_system, told_outcome

DAY = 86400.0


@pytest.mark.parametrize("system", NAMES)
def test_a_draw_ends_a_game_of_every_system_and_its_save_is_verified(system, tmp_path):
    rules = get_system(system)
    game = Game.start(rules, Setup(system, next(iter(rules.scenarios())).id, 5))
    game.agree_on_draw()
    assert game.outcome.winner is None and game.outcome.level == "agreed" and game.to_act is None
    assert "A draw." in told_outcome(game.outcome, system)
    with pytest.raises(IllegalOrder):
        game.agree_on_draw()
    with pytest.raises(UsageError):
        game.resign(DRAW)
    path = tmp_path / "game.wab"
    game.save(path)
    assert verify(path, get_system).ok and wab.load(path).outcome == game.outcome


def test_a_draw_needs_all_sides_and_can_be_declined_and_taken_back(pair, tmp_path):
    game = seated(pair, SCENARIO)
    (mine,), (its,) = (client.info(game).own for client in pair)
    assert pair[0].draw(game, mine, True).draw == (mine,)
    assert pair[1].info(game).draw == (mine,)
    assert pair[1].draw(game, its, False).draw == ()
    assert pair[1].draw(game, its, True).draw == (its,)
    assert pair[1].draw(game, its, False).draw == ()
    assert not pair[0].draw(game, mine, True).over
    news = pair[1].draw(game, its, True)
    assert news.over and pair[0].told(game, mine, 0).over
    path = tmp_path / "game.wab"
    path.write_bytes(pair[0].save(game))
    assert verify(path, get_system).ok and wab.load(path).outcome.winner is None
    assert refused(pair[0].draw, game, mine, True).refusal.code == "game-over"


def test_an_order_neither_ends_nor_needs_an_offer(pair):
    game = seated(pair, SCENARIO)
    mine, other, seat = deciding(pair, game)
    its = other.info(game).own[0]
    told, view = view_of(mine, game, seat)
    other.draw(game, its, True)
    assert mine.play(game, seat, told, "k", next(iter(view.legal_orders()))).draw == (its,)


def test_who_waits_hears_of_an_offer_and_its_player_is_called(pair):
    game = seated(pair, SCENARIO)
    mine, other, seat = deciding(pair, game)
    its = other.info(game).own[0]
    told = mine.told(game, seat, 0).told
    signals = len(mine.signals())
    other.draw(game, its, True)
    assert mine.told(game, seat, told, 20, draw=()).draw == (its,)
    assert mine.told(game, seat, told, 0, draw=(its,)).draw == (its,)
    assert [signal.kind for signal in mine.signals()[signals:]] == ["draw"]
    assert not [signal for signal in other.signals() if signal.kind == "draw"]


def test_a_computer_player_agrees_to_no_draw(pair):
    game = pair[0].begin(NewGame(SCENARIO, {"allied": "me", "axis": "greedy"}, new_salt())).id
    assert refused(pair[0].draw, game, "allied", True).refusal.code == "no-draw"


# ------------------------------------------------------------------------------------------ holidays


def test_holidays_are_seen_by_all_and_are_few(pair):
    game = seated(pair, SCENARIO)
    assert (pair[0].holidays().until, pair[0].holidays().left) == (None, HOLIDAYS)
    taken = pair[0].take_holidays(20)
    assert taken.until and taken.left == 1
    assert {seat.holiday for seat in pair[1].info(game).seats} == {taken.until, None}
    assert pair[0].take_holidays(0).until is None
    assert pair[0].holidays().left == HOLIDAYS
    assert refused(pair[0].take_holidays, HOLIDAYS + 1).code == "usage"


def row(since=100 * DAY):
    """Return a game with a clock in which the first seat decides."""
    setup = ("x", 1, "zocbonds", SCENARIO, {}, "", "", 5, "", "", 3, "running")
    return GameRow(*setup, "daily", False, {}, since, "allied", 1, None)


def seat(*holidays, stock=4 * DAY, name="allied"):
    """Return a seat whose player has these holidays, in days."""
    free = tuple((begin * DAY, end * DAY) for begin, end in holidays)
    return SeatRow(name, 1, "Anna", "", None, "", 0, stock, False, holidays=free)


@pytest.mark.parametrize(
    ("holidays", "days"),
    [((), 104), (((90, 99),), 104), (((98, 103),), 107), (((102, 107),), 109), (((103, 105), (105.5, 107)), 107.5),
     (((105, 110),), 104), (((101, 102), (103, 120)), 122)],
)  # fmt: skip
def test_a_clock_stands_still_in_holidays(holidays, days):
    assert clocks.deadline(row(), [seat(*holidays)]) == days * DAY


@pytest.mark.parametrize(("holidays", "left"), [((), 1), (((101, 103),), 3), (((99, 120),), 4), (((102, 102.5),), 1.5)])
def test_holidays_take_nothing_of_the_stock(holidays, left):
    found = clocks.stocks_after(row(), [seat(*holidays), seat(name="axis")], 103 * DAY, 1, "axis")
    assert found.get("allied", 4 * DAY) == left * DAY and "axis" not in found


def test_holidays_of_a_year_are_counted():
    took = clocks.with_holidays((), 10, 0.0)
    took = clocks.with_holidays(took, 0, 4 * DAY)
    assert took == ((0.0, 4 * DAY),) and clocks.days_left(took, 4 * DAY) == HOLIDAYS - 4
    took = clocks.with_holidays(took, HOLIDAYS - 4, 30 * DAY)
    with pytest.raises(UsageError, match="left this year: 0"):
        clocks.with_holidays(clocks.with_holidays(took, 0, 60 * DAY), 1, 60 * DAY)
    assert clocks.days_left(took, 500 * DAY) == HOLIDAYS


# ------------------------------------------------------------------------------------------ people who watch


def test_a_game_that_hides_nothing_is_watched_as_of_the_last_passing(pair, serving):
    stranger = player(serving[0], f"Carl {token_hex(4)}")
    game = seated(pair, SCENARIO)
    assert game in [info.id for info in stranger.games("watch")]
    mine, other, seat_ = deciding(pair, game)
    its = other.info(game).own[0]
    told, view = view_of(mine, game, seat_)
    before = stranger.watch(game)
    assert bytes(before.view) == bytes(other.told(game, its, 0).view) and before.to_act == seat_
    order = next(order for order in view.legal_orders() if not type(order).__name__.startswith("End"))
    if mine.info(game).to_act == seat_ and not mine.play(game, seat_, told, "a", order).over:
        assert stranger.watch(game) == before
    assert refused(stranger.save, game).refusal.code == "goes-on"
    mine.resign(game, seat_)
    assert stranger.watch(game).over and stranger.save(game) == mine.save(game)
    assert refused(stranger.talk, game).code == "not-here"
    stranger.close()


def test_a_game_that_hides_something_is_not_watched(pair):
    game = seated(pair, "operations/cliffs-and-shingle")
    assert refused(pair[0].watch, game).code == "not-here"
    assert game not in [info.id for info in pair[1].games("watch")]
