"""Names, passwords and the tokens of devices, and what is left of a player who goes."""

import pytest
from sqlalchemy import select

from wab.engine import UsageError
from wab.online import accounts as module
from wab.online.accounts import Accounts, NoAccount, folded, hashed, proper_name
from wab.online.client import Client, ServerRefuses, checked_address
from wab.online.protocol import Me, NewAccount
from wab.online.store.store import Store
from wab.online.store.tables import accounts as kept
from wab.online.store.tables import devices


@pytest.fixture
def store(tmp_path):
    made = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield made
    made.close()


def bytes_of(store, table):
    """Return everything that the store keeps in a table, in one text."""
    with store.reading() as connection:
        return repr(connection.execute(select(table)).all())


@pytest.mark.parametrize(
    "name, shown",
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoë\u202e", "Zoë"),
        ("\x1b[31mRed", None),
        ("Ａｎｎａ", "Anna"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names_are_shown_without_what_could_deceive(name, shown):
    proper = proper_name(name)
    assert proper == shown if shown is not None else "\x1b" not in proper


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "...", "x" * 41, "\n\t", "\x00"])
def test_a_name_that_shows_nothing_or_is_too_long_is_none(store, name):
    with pytest.raises(NoAccount):
        Accounts(store).make(NewAccount(name), 0.0)


@pytest.mark.parametrize("other", ["ANNA", "anna", " Anna ", "Ａｎｎａ", "An\u200bna"])
def test_names_that_look_alike_are_one(store, other):
    Accounts(store).make(NewAccount("Anna"), 0.0)
    with pytest.raises(NoAccount, match="taken"):
        Accounts(store).make(NewAccount(other), 0.0)


def test_a_name_is_folded_after_it_was_cleaned():
    assert folded(proper_name("An\u200bna")) == folded("ANNA")


def test_a_token_is_said_once_and_kept_hashed(store):
    accounts = Accounts(store)
    token = accounts.make(NewAccount("Anna", "a long password", "laptop"), 0.0).token
    assert len(token) >= 43
    assert accounts.of_token(token)[1] == "Anna"
    assert token not in bytes_of(store, devices) and hashed(token) in bytes_of(store, devices)
    assert "a long password" not in bytes_of(store, kept) and "$argon2id$" in bytes_of(store, kept)
    assert accounts.of_token("") is accounts.of_token(hashed(token)) is None


@pytest.mark.slow("a password costs a quarter of a second")
def test_a_password_opens_another_device_and_a_wrong_one_none(store):
    accounts = Accounts(store)
    first = accounts.make(NewAccount("Anna", "a long password"), 0.0)
    accounts.make(NewAccount("Bert"), 0.0)
    second = accounts.sign_in(NewAccount("anna", "a long password"), 1.0)
    assert (second.name, accounts.of_token(second.token)) == ("Anna", accounts.of_token(first.token))
    said = set()
    for name, password in (("Anna", "wrong"), ("Anna", ""), ("Bert", ""), ("Bert", "x"), ("Carl", "x")):
        with pytest.raises(NoAccount) as told:
            accounts.sign_in(NewAccount(name, password), 1.0)
        said.add(str(told.value))
    assert len(said) == 1, "the answer says which names there are"
    with pytest.raises(NoAccount):
        accounts.make(NewAccount("Dora", "x" * 201), 0.0)


def test_a_password_is_checked_for_a_name_that_is_none(store, monkeypatch):
    """Otherwise the time of the answer would say which names there are."""
    checked = []

    class Hasher:
        def verify(self, given, password):
            checked.append((given, password))
            raise module.VerificationError

    monkeypatch.setattr(module, "_hasher", Hasher())
    with pytest.raises(NoAccount):
        Accounts(store).sign_in(NewAccount("Nobody", "x"), 0.0)
    assert checked == [(module._NOBODY, "x")]


def test_a_revoked_token_is_refused_and_the_other_stays(store):
    accounts = Accounts(store)
    first = accounts.make(NewAccount("Anna", "pw pw pw"), 0.0).token
    second = accounts.sign_in(NewAccount("Anna", "pw pw pw"), 0.0).token
    account = accounts.of_token(first)[0]
    stranger = accounts.of_token(accounts.make(NewAccount("Bert"), 0.0).token)[0]
    accounts.revoke(stranger, first)
    assert accounts.of_token(first)
    accounts.revoke(account, first)
    assert accounts.of_token(first) is None and accounts.of_token(second)


def test_a_removed_account_leaves_neither_name_nor_token_and_its_name_is_free(store):
    accounts = Accounts(store)
    token = accounts.make(NewAccount("Anna", "pw pw pw", "laptop"), 0.0).token
    account = accounts.of_token(token)[0]
    accounts.change(account, Me("fr", "anna@example.org", ""))
    accounts.make(NewAccount(f"-{account}"), 0.0)
    assert accounts.remove(account) == []
    assert accounts.of_token(token) is None
    left = bytes_of(store, kept)
    assert "Anna" not in left and "example.org" not in left and "argon2" not in left
    with pytest.raises(NoAccount):
        accounts.sign_in(NewAccount("Anna", "pw pw pw"), 0.0)
    assert accounts.of_token(accounts.make(NewAccount("Anna"), 0.0).token)[0] != account


@pytest.mark.parametrize("mail", ["anna", "a@b\nBcc: c@d", "a b@c", "a@b, c@d", "<a@b>", "@", "a@", "x" * 101 + "@b"])
def test_an_address_for_mail_that_is_none_is_refused(store, mail):
    accounts = Accounts(store)
    account = accounts.of_token(accounts.make(NewAccount("Anna"), 0.0).token)[0]
    with pytest.raises(UsageError):
        accounts.change(account, Me("en", mail))


def test_tokens_by_http(serving, pair):
    address, _server = serving
    assert pair[0].games() == []
    pair[0]._send("DELETE", "/api/devices/mine", None, 10.0)
    with pytest.raises(ServerRefuses) as told:
        pair[0].games()
    assert told.value.problem.code == "no-account"
    nobody = Client(address, "x" * 43)
    with pytest.raises(ServerRefuses):
        nobody.games()
    nobody.close()
    assert pair[1].games() == []


@pytest.mark.parametrize(
    "written, proper, is_open",
    [
        ("127.0.0.1:1944", "http://127.0.0.1:1944", False),
        ("[::1]:1944", "http://[::1]:1944", False),
        ("192.168.1.4:1944", "http://192.168.1.4:1944", True),
        ("https://192.168.1.4", "https://192.168.1.4", False),
        ("games.example", "https://games.example", False),
    ],
)
def test_an_address_without_a_scheme_is_meant_with_tls_where_strangers_could_read(written, proper, is_open):
    assert checked_address(written) == (proper, is_open)


@pytest.mark.parametrize(
    "written", ["", "[", "http://[::1", "a:b", "http:///x", "ftp://games.example", "//games.example"]
)
def test_what_is_no_address_is_refused_in_one_sentence(written):
    with pytest.raises(UsageError, match="no address of a server"):
        checked_address(written)
