"""`wab simulate`: computer players play a scenario many times, in several processes or on many machines."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated

import msgspec
import typer

from ai.agents import make_agents
from ai.match import play_out
from wab.app.report.words import in_language, name_of
from wab.app.requests import check_names
from wab.cli.breaking import BrokenOff, breaks_raised
from wab.cli.common import find_own_players, known_scenario, out, progress, styled, warn, write_json
from wab.cli.places import place_for
from wab.cli.players import check_options, seats_of
from wab.cli.targets import check_target
from wab.cli.windowless import told_players
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.outside.places import PlaceError
from wab.engine.words.errors import WabError
from wab.locale import _

DEFAULT_PLAYER = "greedy"


class Job(msgspec.Struct, frozen=True):
    """One game to play: names of players by side or seat, and what is chosen for the scenario."""

    scenario: str
    players: dict[str, str]
    seed: int
    options: dict[str, str] = {}


class Played(msgspec.Struct, frozen=True):
    """The course of a game: points by side, number of turns begun, digest of the last state, seconds, how it ended."""

    seed: int
    winner: str | None
    level: str
    points: dict[str, float]
    turns: int
    digest: str
    seconds: float
    reason: str = ""


class Simulation(msgspec.Struct, frozen=True):
    """The games of one run that are over, in the order of their seeds. `broken_off`: more were asked for."""

    scenario: str
    players: dict[str, str]
    games: tuple[Played, ...]
    options: dict[str, str] = {}
    broken_off: bool = False


class SimulationError(WabError):
    """A game of a simulation went wrong: a fault of the rules or of a player."""


def simulate(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help=_("Id of a scenario."))],
    players: dict[str, str],
    options: dict[str, str],
    games: Annotated[int, typer.Option(min=1, help=_("How many games."))] = 10,
    seed: Annotated[int, typer.Option(min=0, help=_("Seed of the first game; the others count on from it."))] = 0,
    workers: Annotated[int, typer.Option(min=1, help=_("How many processes."))] = 1,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help=_("Play on the machines of this Dask scheduler, tcp://HOST:8786; local: one on this machine."),
        ),
    ] = "",
    json: Annotated[str, typer.Option(metavar="FILE", help=_("Write JSON to this file, - for the screen."))] = "",
) -> None:
    """Let computer players play a scenario against each other, and count.

    `players` by side or seat; `options` what is chosen for the scenario, by name.
    """
    info = known_scenario(scenario)
    check_options(scenario, options)
    seats = seats_of(scenario, options)
    check_names(seats, players)
    players = {**dict.fromkeys(info.sides, DEFAULT_PLAYER), **players}
    own = find_own_players(players.values())
    make_agents(players, info.system, seed, seats, own)  # an unknown name is reported before the first game
    if json not in ("", "-"):
        check_target(Path(json), ".json")
    jobs = [Job(scenario, players, seed + number, options) for number in range(games)]
    with breaks_raised():
        over, stop = _played(jobs, workers, cluster, own)
        result = Simulation(scenario, players, over, options, broken_off=stop is not None)
        if over:
            _report(info, result, games, json)
        elif isinstance(stop, BrokenOff):
            warn(_("Broken off before a game was over: nothing is written."))
    if isinstance(stop, BrokenOff):
        raise typer.Exit(stop.code)
    if stop is not None:
        raise stop


def _played(
    jobs: Sequence[Job], workers: int, cluster: str, own: Collection[str]
) -> tuple[tuple[Played, ...], BrokenOff | WabError | None]:
    """Play games; return the finished games, by their seeds, and what stopped the rest.

    `own`: the classes of players that the owner of the program has named (`ai.agents.make_agent`).
    """
    over: list[Played] = []
    stop: BrokenOff | WabError | None = None
    try:
        with progress() as shown, place_for(min(workers, len(jobs)), cluster, own) as place:
            task = shown.add_task(_("Games"), total=len(jobs))
            for _job, result in place.results(partial(play_job, own=own), jobs):
                if isinstance(result, str):
                    raise SimulationError(result)
                over.append(result)
                shown.advance(task)
    except (BrokenOff, SimulationError, PlaceError) as error:
        stop = error
    return tuple(sorted(over, key=lambda game: game.seed)), stop


def play_job(job: Job, own: Collection[str] = ()) -> Played | str:
    """Play one game; a sentence when it went wrong (errors with several parts do not travel between processes).

    `own` as for `run`: a job may come out of a file, and what it names is no permission to run it.
    """
    import wab

    started = time.perf_counter()
    try:
        game = wab.new_game(job.scenario, seed=job.seed, options=job.options)
        play_out(game, make_agents(job.players, game.system.id, job.seed, game.seats, own))
    except WabError as error:
        return _("{scenario}, seed {seed}: {problem}").format(scenario=job.scenario, seed=job.seed, problem=error)
    outcome = game.outcome
    if outcome is None:
        return _("{scenario}, seed {seed}: no side is to move, and the game is not over.").format(
            scenario=job.scenario, seed=job.seed
        )
    seconds = round(time.perf_counter() - started, 3)
    digest, reason = game.digest(), outcome.reason
    return Played(job.seed, outcome.winner, outcome.level, outcome.points, game.turn, digest, seconds, reason)


def _report(info: ScenarioInfo, result: Simulation, asked: int, json: str) -> None:
    """Write the games to the file, and show them: a file that cannot be written does not keep them from the screen."""
    try:
        if json:
            write_json(result, json)
    finally:
        if json != "-":
            _show(info, result)
        if result.broken_off:
            warn(_("Broken off: {over} of {asked} games are over.").format(over=len(result.games), asked=asked))


def _show(info: ScenarioInfo, result: Simulation) -> None:
    from rich.table import Table

    console = out()
    console.print(styled(f"{in_language(info.title)} ({told_players(info.system, result.players)})"))
    table = Table(_("Result"), _("Games"), _("Share"), box=None)
    for (winner, level), count in _verdicts(result.games):
        name = f"{name_of(info.system, winner)}, {name_of(info.system, level)}" if winner else _("draw")
        table.add_row(name, str(count), f"{count / len(result.games):.0%}")
    console.print(table)
    for side, points in mean_points(result.games).items():
        console.print(_("Mean points, {side}: {points:.1f}").format(side=name_of(info.system, side), points=points))
    console.print(_("Seconds a game: {seconds:.2f}").format(seconds=fmean(game.seconds for game in result.games)))


def _verdicts(games: Sequence[Played]) -> list[tuple[tuple[str, str], int]]:
    counted = Counter((game.winner or "", game.level) for game in games)
    return sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))


def mean_points(games: Sequence[Played]) -> Mapping[str, float]:
    """Mean points by side."""
    return {side: fmean(game.points.get(side, 0.0) for game in games) for side in sorted(games[0].points)}
