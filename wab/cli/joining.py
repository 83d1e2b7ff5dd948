"""`wab join`, `wab invite`: a game that lies on a server, in the window or played by a computer player."""

from __future__ import annotations

import getpass
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from wab.app.requests import MODES, GameRequest, JoinRequest, one_of
from wab.cli.common import out, say, size_of, styled, warn
from wab.cli.opening import open_window
from wab.engine.words.errors import UsageError
from wab.locale import _

if TYPE_CHECKING:
    from wab.online.client import Client
    from wab.online.protocol import GameInfo, Token

Address = Annotated[str, typer.Argument(metavar="ADDRESS", help=_("Address of the server: https://..."))]
Name = Annotated[str, typer.Option(help=_("Your name on this server."))]


def join(
    address: Address,
    code: Annotated[str, typer.Argument(metavar="CODE", help=_("Invitation, or id of a game of yours."))] = "",
    name: Name = "",
    player: Annotated[str, typer.Option(metavar="LEVEL", help=_("Let this computer player decide for you."))] = "",
    mode: Annotated[str, typer.Option(help=_("Flat map (2d) or modelled ground (3d)."))] = "2d",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
    size: Annotated[str, typer.Option(metavar="WxH", help=_("Width and height in pixels."))] = "1600x900",
) -> None:
    """Play a game that lies on a server; without CODE list your games there."""
    one_of(mode, MODES, _("mode"))
    client = signed_in(address, name)
    if not code:
        _list(client)
        return
    info = _game(client, code)
    _check_data(client, info)
    if player:
        from wab.online.bot import play_for

        play_for(client, info, player)
        return
    _wait_for_players(client, info)
    joined = JoinRequest(client.address, client.token, info.id)
    open_window(GameRequest(mode=mode, language=language, size=size_of(size), online=joined))


def invite(
    address: Address,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help=_("Id of a scenario."))],
    side: Annotated[str, typer.Option(help=_("The seat that you take."))] = "",
    pace: Annotated[str, typer.Option(help=_("Time for decisions: unhurried, daily or live."))] = "unhurried",
    rated: Annotated[bool, typer.Option("--rated", help=_("The game changes the rating of its players."))] = False,
    is_open: Annotated[bool, typer.Option("--anybody", help=_("Let anybody take the other seats."))] = False,
    name: Name = "",
) -> None:
    """Begin a game on a server, and print the lines by which others join it."""
    import wab
    from wab.cli.serving import one_of_paces
    from wab.online.client import new_salt
    from wab.online.invitations import invitation
    from wab.online.protocol import NewGame

    seats = wab.new_game(scenario).seats
    own = one_of(side or seats[0], seats, _("seat"))
    others = "open" if is_open else "code"
    client = signed_in(address, name)
    wanted = {seat: "me" if seat == own else others for seat in seats}
    begun = client.begin(NewGame(scenario, wanted, new_salt(), pace=one_of_paces(pace), rated=rated))
    for seat, code in begun.codes.items():
        told = _("For {seat}:  wab join {address} {code}")
        say(told.format(seat=seat, address=client.address, code=invitation(begun.id, code)))
    say(_("For you:  wab join {address} {code}").format(address=client.address, code=begun.id))
    say(_("The dice are bound to {commitment}.").format(commitment=begun.commitment))


def signed_in(address: str, name: str) -> Client:
    """Return a client with the token of this device, after making an account where there is none yet."""
    from wab.online.client import Client, checked_address
    from wab.online.keyring import Known, known_servers, remember

    proper, is_readable = checked_address(address)
    known = known_servers().get(_key(proper, name)) or (None if name else known_servers().get(proper))
    client = Client(proper, known.token if known is not None else "")
    client.version()
    if is_readable:
        warn(_("What is sent to {address} can be read by others in this network.").format(address=proper))
    if known is None:
        token = _new_or_known(client, name or getpass.getuser())
        remember(_key(proper, name), Known(token.name, token.token))
        say(_("You are known to this server as {name}.").format(name=token.name))
    return client


def _new_or_known(client: Client, name: str) -> Token:
    """Make an account, or sign in to the account of that name with its password."""
    from wab.online.client import ServerRefuses

    try:
        return client.make_account(name, device="wab")
    except ServerRefuses as refusal:
        if refusal.problem.code != "no-account" or not sys.stdin.isatty():
            raise
        say(str(refusal))
    password = typer.prompt(_("If the account is yours, its password"), hide_input=True)
    return client.sign_in(name, password, "wab")


def _key(address: str, name: str) -> str:
    """Return the place of a token in the keyring: several persons may play at one machine, each under a name."""
    return f"{address} {name}" if name else address


def _game(client: Client, code: str) -> GameInfo:
    from wab.online.invitations import read_invitation

    if "." not in code:
        info = client.info(code)
    else:
        game, word = read_invitation(code)
        info = client.accept(game, word) if not client.info(game).own else client.info(game)
    if not info.own:
        raise UsageError(_("You have no seat in this game."))
    return info


def _wait_for_players(client: Client, info: GameInfo) -> None:
    """Wait until all seats are taken and the game has begun."""
    from wab.online.protocol import LONGEST_WAIT

    if info.status == "open":
        say(_("The game begins when the other players are here. Ctrl+C leaves; your seat is kept."))
    while client.info(info.id).status == "open":
        client.wait(info.id, info.own[0], LONGEST_WAIT)


def _check_data(client: Client, info: GameInfo) -> None:
    """UsageError if the game is played with other data files than those of this program."""
    from wab.systems import get_system

    if get_system(info.system).data_digest() != info.data:
        told = _("This game is played with version {version} of the program or other data files: take the same.")
        raise UsageError(told.format(version=client.version().program))


def _list(client: Client) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in (_("Game"), _("Scenario"), _("Turn"), _("Players"), _("Decides")):
        table.add_column(heading)
    for info in client.games():
        players = ", ".join(f"{each.seat}: {each.player or each.agent or '?'}" for each in info.seats)
        decides = _("you") if info.to_act in info.own else (info.to_act or info.status)
        table.add_row(*map(styled, (info.id, info.scenario, str(info.turn), players, decides)))
    out().print(table)
