"""`wab`, `wab play`, `wab scenarios`, `wab screenshot`: the window, and what stands in for it without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wab.app.launch import MODES, SCREENS, DisplayError, GameRequest, PictureRequest, run_game, take_screenshot
from wab.cli.common import (
    as_json,
    find_own_players,
    in_language,
    is_save,
    known_scenario,
    one_of,
    out,
    say,
    size_of,
    warn,
)
from wab.engine.errors import UsageError
from wab.locale import LANGUAGES, _, set_language

What = Annotated[str, typer.Argument(metavar="SCENARIO|SAVE", help=_("Id of a scenario, or path of a save."))]
Mode = Annotated[str, typer.Option(help=_("Flat map (2d) or modelled ground (3d)."))]
Size = Annotated[str, typer.Option(metavar="WxH", help=_("Width and height in pixels."))]
Side = Annotated[str, typer.Option(help=_("Whose eyes: allied or axis."))]


def open_game_without_command(context: typer.Context) -> None:
    """`wab` alone: open the game on its title screen."""
    if context.invoked_subcommand is None:
        _open(GameRequest())


def play(
    what: What,
    side: Side = "",
    allied: Annotated[str, typer.Option(metavar="AGENT", help=_("Computer player of the Allies."))] = "",
    axis: Annotated[str, typer.Option(metavar="AGENT", help=_("Computer player of the Axis."))] = "",
    seed: Annotated[int | None, typer.Option(help=_("Seed of the dice."))] = None,
    mode: Mode = "2d",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
    events: Annotated[Path | None, typer.Option(help=_("Write what happens in the window, line by line."))] = None,
    size: Size = "1600x900",
) -> None:
    """Open a scenario or a save in the window."""
    one_of(mode, MODES, _("mode"))
    _speak(language)
    _check_game(what, side)
    agents = {name: agent for name, agent in (("allied", allied), ("axis", axis)) if agent}
    find_own_players(agents.values())
    _open(GameRequest(what, side, agents, seed, mode, language, size_of(size), events))


def screenshot(
    what: What,
    target: Annotated[Path, typer.Option("--out", metavar="PNG", help=_("The file to write."))],
    mode: Mode = "2d",
    size: Size = "1600x900",
    side: Side = "",
    overlay: Annotated[str, typer.Option(help=_("Name of a map overlay to show."))] = "",
    screen: Annotated[str, typer.Option(help=_("One of: {known}.").format(known=", ".join(SCREENS)))] = "map",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
) -> None:
    """Draw the game as one side sees it, without a window."""
    one_of(mode, MODES, _("mode"))
    one_of(screen, SCREENS, _("screen"))
    _speak(language)
    _check_game(what, side)
    if not target.parent.is_dir():
        raise UsageError(_("There is no folder {path}.").format(path=target.parent))
    take_screenshot(PictureRequest(what, target, mode, size_of(size), side, overlay, screen, language))


def scenarios(
    system: Annotated[str, typer.Option(help=_("Only those of this rule system."))] = "",
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
) -> None:
    """List every playable scenario."""
    from rich.table import Table

    import wab
    from wab.systems import get_system

    infos = get_system(system).scenarios() if system else wab.scenarios()
    if json:
        names = ("id", "system", "kind", "title", "sides", "turns", "summary", "difficulty", "campaigns")
        say(as_json([{name: getattr(info, name) for name in names} for info in infos]))
        return
    table = Table(_("Scenario"), _("Title"), _("Kind"), _("Turns"), box=None)
    for info in infos:
        table.add_row(info.id, in_language(info.title), info.kind, str(info.turns))
    out().print(table)


def _speak(language: str) -> None:
    if language:
        set_language(one_of(language, LANGUAGES, _("language")))


def _check_game(what: str, side: str) -> None:
    """Say what is wrong with the names before anything is opened."""
    from wab.engine.saves import read_save
    from wab.systems import get_system

    saved = read_save(Path(what)).header.setup if is_save(what) else None
    sides = get_system(saved.system).sides if saved else known_scenario(what).sides
    if side:
        one_of(side, sides, _("side"))


def _open(request: GameRequest) -> None:
    try:
        run_game(request)
    except DisplayError as error:
        warn(str(error))
        from wab.cli.windowless import play_without_window

        play_without_window(request)
