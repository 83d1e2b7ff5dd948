"""Several players on one side: each is a seat with a view, a player and a record of its own."""

import pytest

from ai.agents import RandomAgent, make_agents, seat_seed, seated
from ai.match import play_out
from tests.engine.toy import SCENARIO, STEPS, Pass, Step, Toy, ToyView
from wab.engine import Game, IllegalOrder, LegalOrders, NothingToUndo, Refusal, Setup, Text, UsageError, side_of
from wab.engine.history.journal import Narrator

SEATS = ("red/first", "red/second", "blue")
WAIT = Refusal(Text("It is not your turn."), code="not-your-turn")


class RelayView(ToyView):
    """The view of a runner of a relay: the side's, and whose turn it is."""

    def __init__(self, seat, state):
        super().__init__(side_of(seat), state)
        self.seat = seat

    @property
    def to_act(self):
        return RELAY.to_act(self.state)

    def legal_orders(self, unit=None):
        return LegalOrders(lambda: RELAY.offered(self.state) if self.to_act == self.seat else (), self.why_not)

    def why_not(self, order):
        return super().why_not(order) if self.to_act == self.seat else WAIT


class Relay(Toy):
    """The toy with two players on the red side: one takes the first step of a turn, the other one the rest."""

    def seats(self, state):
        return SEATS

    def to_act(self, state):
        if state.over or state.active != "red":
            return super().to_act(state)
        return SEATS[0] if state.steps == STEPS else SEATS[1]

    def witnessed(self, before, event, after, seat):
        return super().witnessed(before, event, after, side_of(seat))

    def view(self, state, seat):
        return RelayView(seat, super().view(state, side_of(seat)).state)


RELAY = Relay()


@pytest.fixture
def game():
    return Game.start(RELAY, Setup("toy", SCENARIO, 3), observers=SEATS)


def test_one_player_a_side_is_the_side_itself():
    game = Game.start(Toy(), Setup("toy", SCENARIO, 3))
    assert game.seats == Toy.sides == ("red", "blue")
    assert (game.view("red").seat, game.view("red").side) == ("red", "red")


def test_players_of_a_side_decide_in_turn(game):
    assert game.seats == SEATS
    assert game.to_act == "red/first"
    game.play(Step(1))
    assert game.to_act == "red/second"
    for _ in range(2):
        game.play(Step(1))
    game.play(Pass())
    assert game.to_act == "blue"


def test_each_seat_has_a_view_of_its_own_and_only_one_may_play(game):
    views = {seat: game.view(seat) for seat in SEATS}
    assert {seat: (view.seat, view.side) for seat, view in views.items()} == {
        "red/first": ("red/first", "red"), "red/second": ("red/second", "red"), "blue": ("blue", "blue"),
    }  # fmt: skip
    assert [seat for seat in SEATS if views[seat].legal_orders()] == ["red/first"]
    assert views["red/second"].why_not(Step(1)) == WAIT
    with pytest.raises(IllegalOrder):
        game.play(Step(-1))


def test_an_order_is_not_taken_back_once_another_of_the_side_is_to_decide(game):
    game.play(Step(1))
    with pytest.raises(NothingToUndo) as refused:
        game.undo()
    assert refused.value.refusal.code == "other-seat"
    game.play(Step(1))
    assert game.undo() == Step(1)
    game.play(Pass())
    assert game.why_not_undo().code == "final"


def test_every_observer_is_told_what_happens(game):
    game.play(Step(1))
    assert {seat: len(seen) for seat, seen in game.seen.items()} == {"red/first": 2, "red/second": 2, "blue": 1}


def test_a_line_of_the_journal_names_seat_and_side(game):
    game.play(Step(1))
    game.play(Step(1))
    narrator = Narrator(RELAY, game.setup)
    lines = [line for record in game.journal for line in narrator.tell(record)]
    assert [(line.seat, line.side) for line in lines] == [("red/first", "red"), ("red/second", "red")]


# ---------------------------------------------------------------- players by side and by seat


def test_a_player_named_for_a_side_plays_each_of_its_seats():
    assert seated({"red": "greedy", "blue": "random"}, SEATS) == {
        "blue": "random", "red/first": "greedy", "red/second": "greedy",
    }  # fmt: skip


def test_a_seat_that_is_named_has_its_own():
    named = seated({"red": "greedy", "red/second": "hard", "blue": "random"}, SEATS)
    assert (named["red/first"], named["red/second"]) == ("greedy", "hard")


@pytest.mark.parametrize(
    "players", [{"red": "greedy"}, {"red": "a", "blue": "b", "green": "c"}, {"red/first": "a", "blue": "b"}]
)
def test_a_seat_without_player_and_a_player_without_seat_are_told(players):
    with pytest.raises(UsageError):
        seated(players, SEATS)


def test_every_seat_of_every_game_has_a_seed_of_its_own():
    seeds = [seat_seed(seed, seat, use) for seed in range(4) for seat in SEATS for use in ("player", "adviser")]
    assert len(set(seeds)) == len(seeds)
    assert all(seed > 1 << 40 for seed in seeds)


def test_players_at_all_seats_play_a_game_out(game):
    agents = make_agents({"red": "random", "blue": "random"}, "toy", 5, game.seats)
    assert sorted(agents) == sorted(SEATS)
    assert len({id(agent) for agent in agents.values()}) == 3
    assert all(isinstance(agent, RandomAgent) for agent in agents.values())
    play_out(game, agents)
    assert game.outcome is not None
    assert set(game.outcome.points) == {"red", "blue"}
