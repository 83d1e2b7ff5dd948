"""`wab serve`: a server of games between people."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from wab.app.requests import one_of
from wab.cli.common import known_scenario, say, warn
from wab.engine.words.errors import UsageError
from wab.locale import _

if TYPE_CHECKING:
    from types import FrameType

    from wab.online.protocol import Pace
    from wab.online.web import Server

PORT = 1944
_WAITING = 256
_HERE, _ANY = "127.0.0.1", "0.0.0.0"


def serve(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help=_("Begin this game, and print an invitation for every seat."))
    ] = "",
    is_open: Annotated[bool, typer.Option("--open", help=_("Let other machines of this network join."))] = False,
    host: Annotated[str, typer.Option(help=_("Listen at this address of the machine."))] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_("Listen at this port; 0 for any that is free."))] = PORT,
    database: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_("Where games are kept: sqlite:///FILE or postgresql+psycopg://..."))
    ] = "",
    pace: Annotated[str, typer.Option(help=_("Time for decisions: unhurried, daily or live."))] = "unhurried",
    mail: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_("Send signals by mail: smtp://user:password@host:587?from=..."))
    ] = "",
    public: Annotated[str, typer.Option(metavar="ADDRESS", help=_("The address by which players find it."))] = "",
    check: Annotated[bool, typer.Option("--check", help=_("Play all games that go on again, and end."))] = False,
) -> None:
    """Hold games between people until it is stopped (Ctrl+C)."""
    _require_packages()
    from wab.online.notify import Post
    from wab.online.store.store import Store
    from wab.online.web import Server

    if scenario:
        known_scenario(scenario)
    store, post = Store(database or _own_database()), Post.at(mail) if mail else None
    if check:
        _check_all(Server(store))
        return
    listening = listen(host or (_ANY if is_open else _HERE), port)
    address = public or f"http://{_shown_host(host, is_open)}:{listening.getsockname()[1]}"
    server = Server(store, post=post, address=address)
    say(_("The server listens at {address}. Ctrl+C ends it; games that go on are kept.").format(address=address))
    if is_open:
        warn(
            _(
                "What is sent can be read by others in this network."
                " For the internet, put the server behind a proxy with TLS: docs/online.md."
            )
        )
    if scenario:
        for seat, code in _invite_all(server, scenario, pace).items():
            say(_("For {seat}:  wab join {address} {code}").format(seat=seat, address=address, code=code))
    _run(server, listening)


def _require_packages() -> None:
    """UsageError if the packages of a server are not installed."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("starlette", "uvicorn", "sqlalchemy", "alembic", "argon2", "jinja2")):
        raise UsageError(_("A server needs more packages: pip install wab[online]"))


def _own_database() -> str:
    folder = Path(platformdirs.user_data_path("wab", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes any that is free. UsageError if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends at once only then; an answer would wait 40 ms for its second part.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_WAITING)  # a client that comes before the server runs has to wait, and is not refused
    except OSError as error:
        told = _("Nothing can listen at {host}:{port} ({why}); choose another --port.")
        raise UsageError(told.format(host=host, port=port, why=error.strerror or error)) from error
    return listening


def _shown_host(host: str, is_open: bool) -> str:
    """Return the address by which others reach this machine."""
    if host and host != _ANY:
        return host
    if not is_open and not host:
        return _HERE
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way out
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _invite_all(server: Server, scenario: str, pace: str) -> dict[str, str]:
    """Begin a game in which every seat waits for an invited player; return the codes by seat."""
    from wab.online.invitations import invitation
    from wab.online.protocol import NewGame

    seats = dict.fromkeys(server.lobby.seats_in(scenario), "code")
    begun = server.lobby.begin(None, NewGame(scenario, seats, "", pace=one_of_paces(pace)))
    return {seat: invitation(begun.id, code) for seat, code in begun.codes.items()}


def one_of_paces(pace: str) -> Pace:
    """Return a pace by its name. UsageError if there is none of that name."""
    from wab.online.protocol import PACES

    return PACES[one_of(pace, tuple(PACES), _("pace"))]


def _check_all(server: Server) -> None:
    """Play all games that go on again, from their seed, and freeze each that comes out otherwise."""
    bad = 0
    games = server.referee.running()
    for game in games:
        if (problem := server.referee.why_not_go_on(game)) is not None:
            bad += 1
            warn(_("Game {game} is stopped: {problem}").format(game=game, problem=problem))
    say(_("{count} games go on; {bad} of them were stopped.").format(count=len(games), bad=bad))
    if bad:
        raise typer.Exit(1)


def _run(server: Server, listening: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(
        server.application, log_level="warning", access_log=False, proxy_headers=True, server_header=False,
        timeout_graceful_shutdown=3,
    )  # fmt: skip

    class Ending(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            server.bells.hang_up()
            super().handle_exit(sig, frame)

    Ending(config).run(sockets=[listening])
    server.store.close()
