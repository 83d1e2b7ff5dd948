"""Games of two clients by HTTP: to their end, with dice that can be proved, and all that players do around them."""

from itertools import pairwise
from secrets import token_hex

import msgspec
import pytest
from msgspec import structs

import wab
from tests.online.local import again, play_on, raw, seated, until
from tests.online.play import read
from wab.engine.history.telling import Back, Over
from wab.engine.kernel.writer import save_of, step_body
from wab.engine.saves.reader import read_save
from wab.engine.saves.replay import verify
from wab.online.client import Client, ServerRefuses, new_salt
from wab.online.clocks import STOCKS
from wab.online.protocol import NewGame, News, Play, Standing, encode
from wab.online.store.games import game_row, seat_rows
from wab.systems import get_system
from wab.testing.walks import Table, walk

GAMES = {
    "operations": ("operations/cliffs-and-shingle", {}),
    "cards": ("cards/the-first-card", {}),
    "zocbonds": ("zocbonds/determined-defence", {}),
    "blind": ("blind/the-corridor", {}),
    "omaha": ("omaha/the-first-hour", {}),
}
SCENARIO = "zocbonds/determined-defence"
SEATS = ("allied", "axis")


def view_of(client, game, seat):
    """Return the number of entries of a seat, and its view."""
    news = client.told(game, seat, 0)
    return news.told, get_system(game_system(client, game)).decode_view(bytes(news.view))


def game_system(client, game):
    """Return the rule system of a game."""
    return client.info(game).system


def deciding(pair, game):
    """Return the client that decides, the other, and the seat."""
    seat = pair[0].info(game).to_act
    mine = [client for client in pair if seat in client.info(game).own]
    return mine[0], next(client for client in pair if client is not mine[0]), seat


def refused(request, *given):
    """Return the problem of a request that is refused."""
    with pytest.raises(ServerRefuses) as told:
        request(*given)
    return told.value.problem


@pytest.mark.slow("plays whole games by HTTP")
@pytest.mark.parametrize("system", GAMES)
def test_a_whole_game_by_http_is_the_game_of_the_same_orders_without_a_server(pair, system, tmp_path):
    scenario, options = GAMES[system]
    players = pair if len(wab.new_game(scenario).seats) > 1 else pair[:1]
    game = seated(players, scenario, options)
    orders = play_on(players, game)
    path = tmp_path / "game.wab"
    path.write_bytes(players[0].save(game))
    kept = wab.load(path)
    assert kept.digest() == again(kept.setup, orders).digest() and kept.outcome is not None
    assert verify(path, get_system).ok
    for client in players:
        for seat in client.info(game).own:
            news = client.told(game, seat, 0)
            assert news.over and [type(entry) for entry in read(news.entries)].count(Over) == 1
            assert kept.system.decode_view(bytes(news.view)).outcome == kept.outcome


@pytest.mark.parametrize("part", ["salts", "secret", "commitment"])
def test_a_save_names_what_was_changed_of_its_dice(pair, part, tmp_path):
    game = seated(pair, SCENARIO)
    pair[0].resign(game, pair[0].info(game).own[0])
    data = pair[0].save(game)
    path = tmp_path / "game.wab"
    path.write_bytes(data)
    assert verify(path, get_system).ok
    proof = read_save(path).header.proof
    salts = proof.salts | {min(proof.salts): "0" * 32}
    changed = {"salts": salts, "secret": "0" * 64, "commitment": "0" * 64}[part]
    write_again(path, structs.replace(proof, **{part: changed}))
    verdict = verify(path, get_system)
    assert not verdict.ok
    assert {"salts": f"salt of the seat {min(proof.salts)}"}.get(part, "secret of the server") in str(verdict.problem)


def write_again(path, proof):
    """Write a save again with another proof and every seal right."""
    game = wab.load(path)
    bodies = [step_body(record) for record in game.journal]
    path.write_bytes(save_of(game.setup, game.data, bodies, proof))


def test_a_key_that_was_used_plays_nothing_again(pair):
    game = seated(pair, SCENARIO)
    mine, _other, seat = deciding(pair, game)
    told, view = view_of(mine, game, seat)
    orders = list(view.legal_orders())
    first = mine.play(game, seat, told, "the key", orders[0])
    twice = mine.play(game, seat, told, "the key", orders[-1])
    assert encode(first) == encode(twice) and first.told > told


def test_an_order_of_a_seat_that_does_not_know_all_is_stale_and_says_what_is_new(pair):
    game = seated(pair, SCENARIO)
    mine, _other, seat = deciding(pair, game)
    told, view = view_of(mine, game, seat)
    order = next(iter(view.legal_orders()))
    problem = refused(mine.play, game, seat, told - 1, "k", order)
    assert problem.code == "stale" and problem.news.told == told and len(problem.news.entries) == 1
    assert refused(mine.play, game, seat, 10**30, "k", order).code == "usage"  # a number that no data base holds


def test_a_seat_is_its_players_alone(pair, serving):
    game = seated(pair, SCENARIO)
    mine, other, seat = deciding(pair, game)
    told, view = view_of(mine, game, seat)
    order = next(iter(view.legal_orders()))
    before = mine.told(game, seat, 0)
    assert refused(other.play, game, seat, told, "k", order).code == "not-here"
    for request in (other.told, other.take_back):
        assert refused(request, game, seat, 0, 0 if request == other.told else "k").code == "not-here"
    assert refused(other.resign, game, seat).code == "not-here"
    assert refused(other.set_away, game, seat, True).code == "not-here"
    assert refused(other.sit_down, game, seat).code == "taken"
    stranger = Client(serving[0])
    assert refused(stranger.told, game, seat, 0).code == "no-account"
    stranger.close()
    own = other.info(game).own[0]
    assert refused(other.play, game, own, other.told(game, own, 0).told, "k", order).refusal.code == "not-yours"
    assert encode(mine.told(game, seat, 0)) == encode(before)


def test_an_order_of_the_rules_is_refused_with_its_reason_and_taken_back_in_one_list(pair):
    game = seated(pair, "operations/cliffs-and-shingle")
    mine, other, seat = deciding(pair, game)
    told, view = view_of(mine, game, seat)
    its = other.info(game).own[0]
    heard = encode(other.told(game, its, 0))
    order = next(order for order in view.legal_orders() if not type(order).__name__.startswith("End"))
    news = mine.play(game, seat, told, "a", order)
    if news.undo is not None:
        pytest.fail(f"{order} cannot be taken back")
    assert encode(other.told(game, its, 0)) == heard
    back = mine.take_back(game, seat, news.told, "b")
    assert isinstance(read(back.entries)[-1], Back)
    assert encode(other.told(game, its, 0)) == heard
    problem = refused(mine.take_back, game, seat, back.told, "c")
    assert problem.refusal.code == "nothing-played"
    assert encode(mine.take_back(game, seat, news.told, "b")) == encode(back)


def test_an_invitation_works_once_and_an_open_seat_for_one(pair, serving):
    stranger = Client(serving[0])
    stranger.make_account(f"Carl {token_hex(4)}")
    begun = pair[0].begin(NewGame(SCENARIO, {"allied": "me", "axis": "code"}, new_salt()))
    assert refused(pair[0].told, begun.id, "allied", 0).refusal.code == "not-begun"
    assert refused(pair[1].accept, begun.id, "wrong").code == "not-here"
    assert refused(pair[1].sit_down, begun.id, "axis").code == "taken"
    pair[1].accept(begun.id, begun.codes["axis"])
    assert pair[1].accept(begun.id, begun.codes["axis"]).own == ("axis",)  # the first answer may have been lost
    assert refused(stranger.accept, begun.id, begun.codes["axis"]).code == "not-here"
    begun = pair[0].begin(NewGame(SCENARIO, {"allied": "me"}, new_salt()))
    assert begun.id in [info.id for info in stranger.games("open")]
    stranger.sit_down(begun.id, "axis")
    assert refused(pair[1].sit_down, begun.id, "axis").code == "taken"
    assert begun.id not in [info.id for info in stranger.games("open")]
    stranger.close()


@pytest.mark.slow("waits for the process of the computer players")
def test_a_computer_plays_its_seat_and_that_of_a_player_who_is_away(pair):
    game = pair[0].begin(NewGame(SCENARIO, {"allied": "me", "axis": "greedy"}, new_salt())).id
    pair[0].set_away(game, "allied", True)
    assert [seat.away for seat in pair[0].info(game).seats] == [True, False]
    until(lambda: pair[0].info(game).turn > 1 or pair[0].info(game).status == "over")
    pair[0].set_away(game, "allied", False)
    until(lambda: pair[0].info(game).to_act in ("allied", None))
    if pair[0].info(game).to_act is not None:
        told, view = view_of(pair[0], game, "allied")
        pair[0].play(game, "allied", told, "k", next(iter(view.legal_orders())))


@pytest.mark.slow("waits for the process of the computer players")
def test_a_computer_takes_the_seat_of_a_player_who_is_removed(pair):
    game = seated(pair, SCENARIO)
    seat = pair[0].info(game).to_act
    gone, stays = (pair[0], pair[1]) if seat in pair[0].info(game).own else (pair[1], pair[0])
    gone.say(game, "Goodbye")
    gone._send("DELETE", "/api/accounts/mine", None, 10.0)
    until(lambda: stays.info(game).to_act != seat)
    assert {each.player for each in stays.info(game).seats if each.seat == seat} == {""}
    assert [said.player for said in stays.talk(game)] == [""]


def test_talk_has_numbers_of_its_own_and_makes_no_order_stale(pair):
    game = seated(pair, SCENARIO)
    mine, other, seat = deciding(pair, game)
    told, view = view_of(mine, game, seat)
    assert other.say(game, "Good\x00 luck\x1b[2J!").number == 1
    assert "\x1b" not in mine.talk(game)[0].words
    assert mine.say(game, "You too").number == 2
    assert [said.words for said in other.talk(game, 1)] == ["You too"]
    mine.play(game, seat, told, "k", next(iter(view.legal_orders())))


def steps(table, seed=2):
    """Return a walk through a table, with the seat that decides after each order."""
    return walk(table, seed=seed, length=80)[1]


def question(moment):
    """Return what a seat is asked at a moment."""
    return moment.seat, moment.stands().turn, moment.stands().phase


STANDING = (Table("cards/pegasus-bridge"), Table("zocbonds/determined-defence"), Table("blind/the-corridor"))


@pytest.mark.parametrize("table", STANDING, ids=str)
def test_a_standing_answer_is_given_once_its_question_comes_and_its_player_alone_hears_that_it_stood(table, world):
    found = steps(table)
    asked, answer, after = next(
        three
        for three in zip(found, found[1:], found[2:], strict=False)
        if three[0].seat != three[1].seat and question(three[1]) != question(three[2])
    )
    stands = answer.stands()
    for wanted, turn in ((True, stands.turn), (False, stands.turn + 1)):
        world.lay(asked.game, asked.state, f"standing{wanted}")
        left = Standing(turn, stands.phase, raw(answer.order))
        assert world.ask(answer.seat, "PUT", "standing", left)[0] == 204
        news = msgspec.json.decode(world.play(asked.seat, asked.order, "k")[2], type=News)
        decides = world.server.lobby.info(None, world.game).to_act
        assert decides == (after.seat if wanted else answer.seat)
        known = after if wanted and after.seat != answer.seat else answer
        assert bytes(news.view) == known.stands().view(asked.seat).encode()
        assert news.answered == ()


def test_a_standing_answer_that_is_none_is_refused(world):
    moment = steps(STANDING[0])[0]
    world.lay(moment.game, moment.state, "standing")
    for body in (
        b'{"turn":1,"phase":"x","order":5}',
        b'{"turn":-1,"phase":"x"}',
        encode({"turn": 1, "phase": "x" * 99}),
    ):
        assert world.ask(moment.seat, "PUT", "standing", body)[0] == 422


@pytest.mark.parametrize("table", STANDING, ids=str)
def test_each_turn_adds_to_the_time_of_each_player(table, world):
    """Also if a turn begins while the decision stays with its seat: then as soon as it passes on."""
    walked = steps(table)
    turn = walked[0].stands().turn
    place = next(
        number
        for number, (one, two) in enumerate(pairwise(walked), 1)
        if two.stands().turn > turn and one.seat != two.seat
    )
    found, turns = walked[:place], walked[place].stands().turn - turn
    world.lay(found[0].game, found[0].state, "clock")
    for number, moment in enumerate(found):
        world.play(moment.seat, moment.order, f"k{number}")
    with world.server.store.reading() as connection:
        row, players = game_row(connection, world.game), seat_rows(connection, world.game)
    assert row.turn == turn + turns
    assert {seat.stock for seat in players} == {3600.0 + turns * STOCKS["daily"].a_turn}


def test_the_save_and_the_list_of_games_that_are_over_come_at_the_end(pair, tmp_path):
    game = seated(pair, SCENARIO)
    assert refused(pair[0].save, game).refusal.code == "goes-on"
    news = pair[0].resign(game, pair[0].info(game).own[0])
    path = tmp_path / "x.wab"
    path.write_bytes(pair[1].save(game))
    assert news.over and verify(path, get_system).ok
    assert refused(pair[1].resign, game, pair[1].info(game).own[0]).refusal.code == "game-over"
    assert game in [info.id for info in pair[1].games("over")]


def test_words_that_are_no_request_are_answered(pair):
    game = seated(pair, SCENARIO)
    _mine, _other, seat = deciding(pair, game)
    place = f"/api/games/{game}/seats/{seat}/orders"
    nested = Play(0, "k", msgspec.Raw(b"[" * 30_000 + b"]" * 30_000))
    for body in (nested, {"after": "x"}, [], "x" * 70_000, {"after": 1, "key": "", "order": {}}):
        problem = refused(pair[0]._send, "POST", place, body, 10.0)
        assert "Traceback" not in str(problem.text)
