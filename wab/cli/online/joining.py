"""`wab join`, `wab invite`: a game that lies on a server, in the window or played by a computer player."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wab.app.requests import MODES, GameRequest, JoinRequest, one_of
from wab.cli.common import out, say, size_of, styled, warn
from wab.cli.opening import open_window
from wab.cli.players import Options, check_options, pairs_in
from wab.cli.targets import check_target
from wab.locale import _

if TYPE_CHECKING:
    from wab.online.client import Client
    from wab.online.protocol import GameInfo

Address = Annotated[str, typer.Argument(metavar="ADDRESS", help=_("Address of the server: https://..."))]
Name = Annotated[str, typer.Option(help=_("Your name on this server."))]


def join(
    address: Address,
    code: Annotated[str, typer.Argument(metavar="CODE", help=_("Invitation, or id of a game of yours."))] = "",
    name: Name = "",
    password: Annotated[
        bool, typer.Option("--password", help=_("Set a password: your account then opens on other devices as well."))
    ] = False,
    player: Annotated[str, typer.Option(metavar="LEVEL", help=_("Let this computer player decide for you."))] = "",
    mode: Annotated[str, typer.Option(help=_("Flat map (2d) or modelled ground (3d)."))] = "2d",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
    size: Annotated[str, typer.Option(metavar="WxH", help=_("Width and height in pixels."))] = "1600x900",
    events: Annotated[Path | None, typer.Option(help=_("Write what happens in the window, line by line."))] = None,
) -> None:
    """Play a game that lies on a server; without CODE list your games there."""
    one_of(mode, MODES, _("mode"))
    if events is not None:
        check_target(events)
    from wab.online.joining import check_data, seat_in

    with closing(signed_in(address, name)) as client:
        if password:
            client.set_password(typer.prompt(_("New password"), hide_input=True, confirmation_prompt=True))
            say(_("The password is set: with your name it opens your account on other devices and in a browser."))
        if not code:
            _list(client)
            return
        info = seat_in(client, code)
        check_data(client, info)
        if player:
            from wab.online.bot import play_for

            play_for(client, info, player)
            return
        _wait_for_players(client, info)
        joined = JoinRequest(client.address, client.token, info.id)
    open_window(GameRequest(mode=mode, language=language, size=size_of(size), events=events, online=joined))


def invite(
    address: Address,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help=_("Id of a scenario."))],
    side: Annotated[str, typer.Option(help=_("The seat that you take."))] = "",
    pace: Annotated[str, typer.Option(help=_("Time for decisions: unhurried, daily or live."))] = "unhurried",
    rated: Annotated[bool, typer.Option("--rated", help=_("The game changes the rating of its players."))] = False,
    is_open: Annotated[bool, typer.Option("--anybody", help=_("Leave the other seats free for all."))] = False,
    name: Name = "",
    option: Options = None,
) -> None:
    """Begin a game on a server, and print the lines by which others join it."""
    import wab
    from wab.cli.online.serving import one_of_paces
    from wab.online.invitations import invitation
    from wab.online.joining import begin_game, invited

    options = pairs_in(option or (), "--option")
    check_options(scenario, options)
    seats = wab.new_game(scenario, options=options).seats
    own = one_of(side or seats[0], seats, _("seat"))
    timing = one_of_paces(pace)
    with closing(signed_in(address, name)) as client:
        wanted = invited(seats, own, is_open=is_open)
        begun = begin_game(client, scenario, wanted, options=options, pace=timing, rated=rated)
        for seat, code in begun.codes.items():
            told = _("For {seat}:  wab join {address} {code}")
            say(told.format(seat=seat, address=client.address, code=invitation(begun.id, code)))
        say(_("For you:  wab join {address} {code}").format(address=client.address, code=begun.id))
        say(_("The dice are bound to {commitment}.").format(commitment=begun.commitment))


def signed_in(address: str, name: str) -> Client:
    """Return a client with the token of this device, and say what its player should know."""
    from wab.online.client import ServerRefuses
    from wab.online.joining import sign_in

    try:
        found = sign_in(address, name)
    except ServerRefuses as refusal:
        if refusal.problem.code != "no-account" or not sys.stdin.isatty():
            raise
        say(str(refusal))
        password = typer.prompt(_("If the account is yours, its password"), hide_input=True)
        found = sign_in(address, name, password)
    if found.client.is_open:
        told = _("What is sent to {address} can be read by others in this network.")
        warn(told.format(address=found.client.address))
    if found.is_new:
        say(_("You are known to this server as {name}.").format(name=found.name))
    return found.client


def _wait_for_players(client: Client, info: GameInfo) -> None:
    """Wait until all seats are taken and the game has begun."""
    from wab.online.protocol import LONGEST_WAIT

    if info.status == "open":
        say(_("The game begins when the other players are here. Ctrl+C leaves; your seat is kept."))
    while client.info(info.id).status == "open":
        client.wait(info.id, info.own[0], LONGEST_WAIT)


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
