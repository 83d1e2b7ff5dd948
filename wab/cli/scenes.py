"""`wab scenes`: a saved game as the scenes that the window shows of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from wab.app.play.bundle import save_of
from wab.app.report.story import readers
from wab.cli.common import out, say, say_json
from wab.cli.kinds import require_kind
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.pace import budget_of, programme, stretches
from wab.engine.history.scenes import Scene, scenes
from wab.engine.kernel.plot import KINDS
from wab.engine.kernel.values import side_of
from wab.engine.saves.reader import load_game
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_
from wab.locale import _

KIND_WORDS = dict(
    zip(
        KINDS,
        (N_("News"), N_("March"), N_("Arrivals"), N_("Bombardment"), N_("Card"), N_("Combat"), N_("Landing")),
        strict=True,
    )
)


class Told(msgspec.Struct, frozen=True):
    """A scene for programs. `seconds` is 0 for one that is not shown; `first` and `last` count events of the turn."""

    turn: int
    number: int
    kind: str
    side: str | None
    shown: bool
    seconds: float
    first: int
    last: int
    sentence: str


def show_scenes(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A save, or a bundle of one."))],
    side: Annotated[str, typer.Option(help=_("Side whose view is told before the game is over."))] = "",
    spoil: Annotated[bool, typer.Option("--spoil", help=_("Tell hidden events too, before the game is over."))] = False,
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
) -> None:
    """Print the scenes of a save as one side saw them: number, kind, shown or in the strip, seconds, sentence."""
    require_kind(file, "save", "bundle")
    with save_of(file) as save:
        told = list(_told(save, side, spoil))
    if json:
        say_json(told)
        return
    turn = None
    for scene in told:
        if scene.turn != turn:
            turn = scene.turn
            out().print("\n" + _("Turn {turn}").format(turn=turn), style="bold")
        where = _("shown") if scene.shown else _("in the strip")
        seconds = f"{scene.seconds:4.1f} s" if scene.shown else "      "
        say(f"  {scene.number:3}  {_(KIND_WORDS[scene.kind]):14} {where:12} {seconds}  {scene.sentence}")


def _told(save: Path, side: str, spoil: bool) -> Iterator[Told]:
    from wab.systems import get_system

    game = load_game(save, get_system)
    seats = readers(save, game.setup, game.system, side, spoil=spoil or game.outcome is not None)
    if not seats:
        raise UsageError(_("There is no side {side} in this game.").format(side=side))
    chronicle, system = Chronicle(game, seats[0]), game.system
    info = next(info for info in system.scenarios() if info.id == game.setup.scenario)
    for played in chronicle.turns:
        found = scenes(played.moments, system.plot, system.plot.theatre(system.view(played.began, seats[0])))
        viewer, budget = side_of(seats[0]), budget_of(info)
        paces = [programme(found, viewer, budget, part) for _own, part in stretches(found, viewer)]
        seconds = {one.number: one.seconds for pace in paces for one in pace.shown}
        for number, scene in enumerate(found):
            yield _scene(played.turn, number, scene, seconds.get(number, 0.0))


def _scene(turn: int, number: int, scene: Scene, seconds: float) -> Told:
    words = str(scene.sentence) if scene.sentence is not None else ""
    shown = seconds > 0
    return Told(turn, number + 1, scene.kind, scene.side, shown, round(seconds, 1), scene.first, scene.last, words)
