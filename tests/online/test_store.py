"""The data base: its migrations, damage, and the same game on SQLite, on PostgreSQL and without a server."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text

import wab
from tests.online.local import raw
from tests.online.play import TABLES, played
from trials.trust.cluster import WHY_NOT, cluster
from wab.engine import Game, Setup, UsageError
from wab.engine.kernel.proof import Proof
from wab.engine.saves.replay import verify
from wab.online.accounts import Accounts, NoAccount
from wab.online.lobby import Lobby
from wab.online.notify import Notifier, Post
from wab.online.protocol import Me, NewAccount, NewGame, Play, TakeBack
from wab.online.referee import Referee
from wab.online.refusals import Stopped
from wab.online.store import store as store_module
from wab.online.store.games import Addition, add, entries_after, game_row, pressed
from wab.online.store.store import Store, StoreError
from wab.online.store.tables import snapshots, tables
from wab.systems import get_system

WHOLE = b'{"kind":"saw","before":{}}'


@pytest.fixture(scope="module")
def postgres():
    with cluster() as base:
        yield base.address


@pytest.fixture(params=["sqlite"] if WHY_NOT else ["sqlite", "postgresql"])
def address(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return request.getfixturevalue("postgres")


def test_migrations_make_the_tables_of_the_program_and_a_second_opening_changes_nothing(address):
    for _opening in range(2):
        store = Store(address)
        with store.reading() as connection:
            found = inspect(connection)
            there = {name: {column["name"] for column in found.get_columns(name)} for name in tables.tables}
            assert {name: {*table.columns.keys()} for name, table in tables.tables.items()} == there
        store.close()


def test_a_data_base_of_the_first_version_is_brought_up_to_date(address):
    """Its signals get numbers of their own, and its entries stay whole."""
    config, made = Config(), create_engine(address)
    config.set_main_option("script_location", str(Path(store_module.__file__).parent / "migrations"))
    old = ["alembic_version", *map(str, reversed(tables.sorted_tables))]
    game = {"id": "g", "number": 1, "system": "s", "scenario": "s", "options": "{}", "secret": "", "commitment": "",
            "data": "", "program": "", "records": 1, "status": "running", "pace": "daily", "rated": False,
            "first": "{}", "made": 0, "since": 0, "turn": 1}  # fmt: skip
    person = {"made": 0, "removed": False, "language": "en"}
    signal = {"game": "g", "kind": "turn", "time": 0, "sent": True}
    entry = {"game": "g", "seat": "x", "number": 1, "turn": 1, "slim": False, "body": pressed(WHOLE)}
    rows = [
        *(("accounts", person | {"name": name, "folded": name}) for name in ("a", "b")),
        ("games", game),
        *(("outbox", signal | {"account": account}) for account in (1, 2, 1, 1)),
        ("told", entry),
    ]
    with made.begin() as connection:
        for name in old:
            connection.execute(text(f"DROP TABLE IF EXISTS {name}"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for table, row in rows:
            words = f"INSERT INTO {table} ({', '.join(row)}) VALUES (:{', :'.join(row)})"
            connection.execute(text(words), row)
    made.dispose()
    store = Store(address)
    accounts = Accounts(store)
    assert [signal.number for signal in accounts.signals(1, 0)] == [1, 2, 3]
    assert [signal.number for signal in accounts.signals(1, 2)] == [3] and len(accounts.signals(2, 0)) == 1
    with store.reading() as connection:
        assert list(map(bytes, entries_after(connection, "g", "x", 0))) == [WHOLE]
        row = game_row(connection, "g")
    with store.writing() as connection:
        add(connection, row, Addition([], {}, {}, {}, None, [(1, "over")], {}), 0.0)
    assert [signal.number for signal in accounts.signals(1, 3)] == [4]
    store.close()


@pytest.mark.parametrize("damage", ["no data base", "torn", "of a later version", "a folder"])
def test_a_file_that_is_no_data_base_of_this_program_gives_one_sentence(tmp_path, damage):
    path = tmp_path / "games.db"
    if damage == "a folder":
        path.mkdir()
    elif damage == "no data base":
        path.write_bytes(b"Dear diary, " * 1000)
    else:
        Store(f"sqlite:///{path}").close()
    if damage == "torn":
        data = path.read_bytes()
        path.write_bytes(data[:100] + b"\xff" * 4000 + data[4100:])
    if damage == "of a later version":
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
    with pytest.raises(StoreError) as told:
        Store(f"sqlite:///{path}")
    said = str(told.value)
    assert said.endswith(".") or ": " in said
    assert "\n" not in said and "Traceback" not in said


@pytest.mark.parametrize("address", ["nonsense", "sqlite+none:///x", "http://x"])
def test_an_address_that_is_none_is_a_fault_of_use(address):
    with pytest.raises(UsageError, match="not understood"):
        Store(address)


def test_damage_while_the_server_runs_is_an_answer_and_stops_no_game(tmp_path):
    path = tmp_path / "games.db"
    store = Store(f"sqlite:///{path}")
    store.close()
    path.write_bytes(b"Dear diary, " * 1000)
    for left in tmp_path.glob("games.db-*"):
        left.unlink()
    with pytest.raises(StoreError):
        Accounts(store).of_token("x")
    store.close()


def begun(store, table):
    """Begin a game of two accounts; return its referee, its id, its lobby and an account."""
    referee = Referee(store, get_system)
    lobby = Lobby(referee, lambda scenario: (scenario.partition("/")[0], scenario))
    account, _name = Accounts(store).of_token(Accounts(store).make(NewAccount(f"p {token_hex(8)}"), 0.0).token)
    seats = dict.fromkeys(table.seats, "me")
    game = lobby.begin(account, NewGame(table.scenario, seats, "ab" * 16, dict(table.chosen)))
    return referee, game.id, lobby, account


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_comes_out_alike_in_every_data_base_and_without_a_server(address, table, tmp_path):
    """Orders and undos of a game without a server are given to a referee, which forgets the game now and then."""
    store = Store(address)
    referee, game, lobby, _account = begun(store, table)
    with store.reading() as connection:
        seed = game_row(connection, game).seed
    number = 0
    for twin, seat in played(table, 16, seed):
        if seat:
            number += 1
            after, key = referee.news(game, seat, 0).told, f"key {number}"
            record = twin.journal[-1]
            if record.undo:
                referee.take_back(game, seat, TakeBack(after, key))
            else:
                referee.play(game, seat, Play(after, key, raw(record.order)))
        if number % 7 == 0:
            referee._shelf.forget(game)
        for each in twin.seats:
            if each == twin.to_act:
                assert bytes(referee.news(game, each, 0).view) == twin.view(each).encode()
    if twin.outcome is None:
        referee.resign(game, twin.seats[0])
        twin.resign(twin.system.sides[0])
    path = tmp_path / "x.wab"
    path.write_bytes(lobby.save(game))
    assert verify(path, get_system).ok
    kept = wab.load(path)
    assert [record.digest for record in kept.journal] == [record.digest for record in twin.journal]
    with referee.store.reading() as connection:
        assert game_row(connection, game).status == "over"
    store.close()


def test_a_snapshot_that_was_damaged_gives_an_answer(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    referee, game, _lobby, _account = begun(store, TABLES[0])
    seat = TABLES[0].seats[0]
    assert referee.news(game, seat, 0).told
    with store.writing() as connection:
        connection.execute(snapshots.update().values(state=b"torn"))
    referee._shelf.forget(game)
    with pytest.raises(Stopped):
        referee.news(game, seat, 0)
    store.close()


def test_names_and_numbers_stay_single_while_many_write_at_once(address):
    store = Store(address)
    accounts = Accounts(store)
    _referee, game, lobby, account = begun(store, TABLES[1])

    name = token_hex(8)

    def make(number):
        try:
            return accounts.make(NewAccount(name), float(number))
        except NoAccount:
            return None

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(make, range(8)))
        said = list(threads.map(lambda number: lobby.say(account, game, f"word {number}").number, range(16)))
        wanted = NewGame(TABLES[1].scenario, {TABLES[1].seats[0]: "me"}, "ab" * 16)
        ids = list(threads.map(lambda _number: lobby.begin(account, wanted).id, range(8)))
    assert sum(one is not None for one in made) == 1
    assert sorted(said) == list(range(1, 17))
    assert len({*ids}) == 8
    store.close()


def test_two_processes_send_each_signal_once(address, monkeypatch):
    """Each has a store of its own, as a process has."""
    stores = [Store(address) for _each in range(2)]
    _referee, game, _lobby, account = begun(stores[0], TABLES[1])
    Accounts(stores[0]).change(account, Me(mail="anna@example.org"))
    with stores[0].reading() as connection:
        row = game_row(connection, game)
    with stores[0].writing() as connection:
        add(connection, row, Addition([], {}, {}, {}, None, [(account, "over")] * 120, {}), 0.0)
    sent = []
    monkeypatch.setattr(Post, "send", lambda _post, *letter: sent.append(letter))
    post = Post.at("smtp://host?from=wab@example.org")
    notifiers = [Notifier(store, lambda scenario, language: scenario, post, "http://wab") for store in stores]
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda notifier: [notifier.send_waiting() for _each in range(6)], notifiers))
    assert len([letter for letter in sent if "over" in letter[1]]) == 120
    assert [signal.number for signal in Accounts(stores[1]).signals(account, 0)] == list(range(1, len(sent) + 1))
    for store in stores:
        store.close()


def test_a_proof_says_which_salt_was_changed():
    proof = Proof.of("5e" * 32, {"allied": "aa" * 16, "axis": "bb" * 16})
    assert proof.problem(proof.seed) is None
    assert "does not follow" in str(proof.problem(proof.seed + 1))
    for seat in proof.salts:
        changed = Proof(proof.commitment, proof.secret, proof.salts | {seat: "cc" * 16}, proof.seals)
        assert seat in str(changed.problem(proof.seed))
    assert "committed" in str(Proof("0" * 64, proof.secret, proof.salts, proof.seals).problem(proof.seed))
    assert Game.start(get_system("cards"), Setup("cards", TABLES[1].scenario, proof.seed)).seats == TABLES[1].seats
