"""Two games that differ only in what a seat cannot know give it equal bytes in every answer, page and mail."""

import pytest

from tests.online.worlds import World, of_each_kind, refused_orders
from wab.engine import Chance, Game, Refusal, Text
from wab.engine.history.telling import Telling
from wab.online import web
from wab.online.referee import Referee
from wab.online.store import games as kept
from wab.systems import NAMES, get_system
from wab.testing.players import invented
from wab.testing.truths import others
from wab.testing.walks import Table, walk

WALKS = {
    "operations": (Table("operations/the-boys-of-the-twelfth"), Table("operations/cliffs-and-shingle")),
    "cards": (Table("cards/pegasus-bridge"), Table("cards/ground-and-retreat", (("allies_players", "2"),))),
    "zocbonds": (Table("zocbonds/a-beach"), Table("zocbonds/determined-defence")),
    "blind": (Table("blind/the-corridor"),),
    "omaha": (Table("omaha/the-first-waves", (("players", "2"),)),),
}
"""The walks of each system whose moments are looked at."""
LENGTH = 60
_numbers = iter(range(1_000_000))


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """Two servers that differ in nothing but what a test lays out. They answer at a quick tick, in one thread."""

    async def here(do, *given):
        return do(*given)

    folder = tmp_path_factory.mktemp("worlds")
    both = World(folder / "first.db"), World(folder / "second.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "TICK", 0.0005)
        patch.setattr(web, "run_in_threadpool", here)
        yield both
    for world in both:
        world.close()


def moments(system):
    """Return a moment before an order of each kind that comes up in the walks of a system."""
    found = {}
    for table in WALKS[system]:
        for moment in walk(table, seed=2, length=LENGTH)[1]:
            found.setdefault((table.chosen, type(moment.order)), moment)
    return list(found.values())


def lay(worlds, game, *states):
    """Lay a game out on both servers, with the same name."""
    name = f"game{next(_numbers)}"
    for world, state in zip(worlds, states, strict=True):
        world.now = 1000.0
        world.lay(game, state, name)


def compare(worlds, seat, refused, when):
    """All answers to a seat are equal on both servers."""
    first, second = (world.answers(seat, refused) for world in worlds)
    telling = [name for name, answer in first.items() if answer != second[name]]
    assert not telling, f"{when} {seat} can tell two truths apart by: {', '.join(telling)}"


# ------------------------------------------------------------------------------------------ what lies hidden


def pairs(system):
    """Yield moments with a seat and another truth that it cannot tell; the seats and the other truths take turns."""
    for number, moment in enumerate(moments(system)):
        seats = moment.game.seats
        seat = moment.seat if number % 2 else seats[number // 2 % len(seats)]
        there = list(others(moment.game, moment.state, seat))
        if there:
            yield moment, seat, there[number % len(there)]


def seen_alike(moment, seat, other):
    """Check if an order that meets equal dice shows a seat the same in both truths."""
    seen = []
    for state in (moment.state, other):
        game = Game(moment.game.system, moment.game.setup, state.copy(), observers=[seat])
        if game.why_not(moment.order) is not None:
            return False
        game.play(moment.order)
        seen.append((game.to_act, game.turn, game.seen[seat], game.view(seat).encode()))
    return seen[0] == seen[1]


def compared(worlds, moment, seat, other):
    """Compare before and after the order of a moment. Return if the order was one that shows the seat no truth."""
    stands, chance = moment.stands(), Chance(3, "online")
    refused = refused_orders(stands, seat, [*invented(stands, chance, 6), moment.order])
    lay(worlds, moment.game, moment.state, other)
    compare(worlds, seat, refused, f"before {moment.order}")
    other = other.copy()
    other.dice = moment.state.dice
    if not seen_alike(moment, seat, other):
        return False
    lay(worlds, moment.game, moment.state, other)
    for world in worlds:
        world.now = 1100.0
    said = [world.play(moment.seat, moment.order, "k") for world in worlds]
    assert {answer[0] for answer in said} == {200}
    if moment.seat == seat:
        assert said[0] == said[1]
    compare(worlds, seat, [], f"after {moment.order}")
    return True


@pytest.mark.slow("asks two servers all questions about an order of each kind")
@pytest.mark.parametrize("system", NAMES)
def test_nothing_that_lies_hidden_shows_in_an_answer(worlds, system):
    played = [compared(worlds, moment, seat, other) for moment, seat, other in pairs(system)]
    assert sum(played) >= 5


def test_an_answer_that_follows_what_lies_hidden_is_noticed(worlds, monkeypatch):
    """An order is refused by the truth in the place of the view."""

    def by_the_truth(self, table, seat):
        return Refusal(Text(table.game.digest()))

    monkeypatch.setattr(Referee, "_why_not_undo", by_the_truth)
    moment, seat, other = next(iter(pairs("operations")))
    with pytest.raises(AssertionError, match="can tell two truths apart by: news"):
        compared(worlds, moment, seat, other)


# ------------------------------------------------------------------------------------------ what is not yet settled


def attempts(system, most=6):
    """Yield moments with an order that can be taken back, of each kind."""
    found = set()
    for table in WALKS[system]:
        for moment in walk(table, seed=2, length=LENGTH)[1]:
            for order in of_each_kind(moment.stands(), 60):
                trial = moment.stands()
                if (type(order), table.chosen) in found or len(trial.seats) < 2 or len(found) >= most:
                    continue
                trial.play(order)
                if trial.why_not_undo(strict=True) is None:
                    found.add((type(order), table.chosen))
                    yield moment, order


def tried_and_taken_back(worlds, moment, order):
    """Give an order and take it back on one server alone, then give it on both; others hear the same at any time."""
    lay(worlds, moment.game, moment.state, moment.state)
    first, second = worlds
    waiting = [seat for seat in moment.game.seats if seat != moment.seat]
    first.now = second.now = 1100.0
    assert first.play(moment.seat, order, "a")[0] == 200
    for seat in waiting:
        compare(worlds, seat, [order], f"after an attempt with {order}")
    first.now = second.now = 1200.0
    assert first.take_back(moment.seat, "b")[0] == 200
    for seat in waiting:
        compare(worlds, seat, [order], f"after {order} was taken back")
    first.now = second.now = 1300.0
    assert first.play(moment.seat, order, "c")[0] == second.play(moment.seat, order, "c")[0] == 200
    for seat in waiting:
        compare(worlds, seat, [order], f"after {order}")


@pytest.mark.slow("asks two servers all questions about an order of each kind that can be taken back")
@pytest.mark.parametrize("system", NAMES)
def test_nobody_hears_of_an_order_that_can_be_taken_back(worlds, system):
    tried = 0
    for moment, order in attempts(system):
        tried_and_taken_back(worlds, moment, order)
        tried += 1
    assert tried or not get_system(system).choices, "no order of this system can be taken back"


LEAKS = {
    "the time of an order": (lambda addition, time: {"facts": addition.facts | {"since": time}}, "page /games/{game}"),
    "a signal for each order": (lambda addition, time: {"notes": [(each, "turn") for each in (1, 2, 3, 4)]}, "mails"),
}
"""Additions of a server to an order, each with the answer by which it shows."""


@pytest.mark.parametrize("leak", LEAKS)
def test_pages_and_mails_that_follow_an_order_at_once_are_noticed(worlds, monkeypatch, leak):
    more, where = LEAKS[leak]
    add = kept.add
    monkeypatch.setattr(
        kept,
        "add",
        lambda connection, row, addition, time: add(
            connection, row, addition._replace(**more(addition, time)) if addition.records else addition, time
        ),
    )
    moment, order = next(iter(attempts("operations")))
    with pytest.raises(AssertionError, match=f"can tell two truths apart by: .*{where}"):
        tried_and_taken_back(worlds, moment, order)


def test_a_server_that_tells_others_at_once_is_noticed(worlds, monkeypatch):
    told = Telling._release
    monkeypatch.setattr(Telling, "_release", lambda self, seats: told(self, self.seats))
    moment, order = next(iter(attempts("operations")))
    with pytest.raises(AssertionError, match="can tell two truths apart by: news"):
        tried_and_taken_back(worlds, moment, order)
