"""The way into a game on a server, as window and command line take it: an account, a seat, the same data files."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import N_, Text
from wab.online.client import Client, ServerRefuses, checked_address, new_salt
from wab.online.invitations import read_invitation
from wab.online.keyring import Known, known_servers, remember
from wab.online.promises import keep_promise
from wab.online.protocol import Begun, GameInfo, NewGame, Pace, Token
from wab.systems import get_system

_DEVICE = "wab"


class SignedIn(NamedTuple):
    """A client with the token of this device, the name of its player there, and whether the account is a new one."""

    client: Client
    name: str
    is_new: bool


def own_name() -> str:
    """Return the name under which a player begins at a server: the name of the login."""
    return getpass.getuser()


def known_players() -> list[tuple[str, str]]:
    """Return the servers that this device has an account on, each with the name of the player there."""
    return sorted((key.partition(" ")[0], known.name) for key, known in known_servers().items())


def sign_in(address: str, name: str = "", password: str = "") -> SignedIn:
    """Return a client with the token of this device.

    Without a token an account is made. One that is there already opens by its `password`.
    """
    proper, _is_readable = checked_address(address)
    known = _known(proper, name)
    client = Client(proper, known.token if known is not None else "")
    try:
        client.version()
        if known is not None and not password:
            return SignedIn(client, known.name, False)
        name_there = name or own_name()
        token = _token(client, name_there, password)
        remember(_key(proper, name), Known(token.name, token.token))
        return SignedIn(client, token.name, True)
    except WabError:
        client.close()
        raise


def _token(client: Client, name: str, password: str) -> Token:
    """Open an account by its password, or make it."""
    if not password:
        return client.make_account(name, "", _DEVICE)
    try:
        return client.sign_in(name, password, _DEVICE)
    except ServerRefuses as refusal:
        if refusal.problem.code != "no-account":
            raise
        with suppress(ServerRefuses):
            return client.make_account(name, password, _DEVICE)
        raise


def _known(address: str, name: str) -> Known | None:
    servers = known_servers()
    usual = servers.get(address)
    if not name or (usual is not None and usual.name == name):
        return usual
    return servers.get(_key(address, name))


def _key(address: str, name: str) -> str:
    """Return the place of a token in the keyring: several persons may play at one machine, each under a name."""
    return f"{address} {name}" if name else address


def seat_in(client: Client, code: str) -> GameInfo:
    """Take the seat of an invitation, or find the own one in a game by its id. UsageError without a seat there."""
    if "." not in code:
        info = client.info(code.strip())
    else:
        game, word = read_invitation(code)
        info = client.info(game)
        if not info.own:
            info = _seated(client, info, lambda salt: client.accept(game, word, salt))
    if not info.own:
        raise UsageError(Text("You have no seat in this game."))
    return info


def take_open_seat(client: Client, game: str, seat: str) -> GameInfo:
    """Take a seat that is free for all."""
    return _seated(client, client.info(game), lambda salt: client.sit_down(game, seat, salt))


def _seated(client: Client, before: GameInfo, sit_down: Callable[[str], GameInfo]) -> GameInfo:
    """Sit down with a salt, and keep what the server has promised before it knew the salt."""
    salt = new_salt()
    keep_promise(client.address, before.id, before.commitment, {})
    info = sit_down(salt)
    own = [seat for seat in info.own if seat not in before.own]
    keep_promise(client.address, before.id, before.commitment, dict.fromkeys(own, salt))
    return info


def check_data(client: Client, info: GameInfo) -> None:
    """UsageError if a game is played with data files that this program does not have."""
    if get_system(info.system).data_digest() != info.data:
        told = N_("This game is played with version {version} of the program or other data files: take the same.")
        raise UsageError(Text(told, {"version": client.version().program}))


def invited(seats: Iterable[str], own: str, *, is_open: bool = False) -> dict[str, str]:
    """Return the players by seat: this person at `own`, the others are invited, or free for all if it `is_open`."""
    return dict.fromkeys(seats, "open" if is_open else "code") | {own: "me"}


def begin_game(
    client: Client,
    scenario: str,
    wanted: Mapping[str, str],
    *,
    options: Mapping[str, str] | None = None,
    pace: Pace = "unhurried",
    rated: bool = False,
) -> Begun:
    """Begin a game with the players that are `wanted` by seat (see `NewGame`), and keep the promise of the server."""
    salt = new_salt()
    begun = client.begin(NewGame(scenario, dict(wanted), salt, dict(options or {}), pace, rated))
    own = [seat for seat, player in wanted.items() if player == "me"]
    keep_promise(client.address, begun.id, begun.commitment, dict.fromkeys(own, salt))
    return begun
