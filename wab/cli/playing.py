"""`wab play`, `wab scenarios`, `wab screenshot`: the window on a game, and pictures of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wab.app.launch import MODES, SCREENS, GameRequest, PictureRequest, take_screenshot
from wab.app.report.words import in_language, name_of
from wab.app.requests import check_names, is_save, one_of
from wab.cli.common import (
    SameData,
    find_own_players,
    known_scenario,
    out,
    say_json,
    size_of,
    styled,
    tell_damage,
    tell_other_data,
    warn,
)
from wab.cli.kinds import require_kind
from wab.cli.opening import open_window
from wab.cli.players import check_options, seats_of
from wab.cli.targets import PICTURES, check_target
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_
from wab.locale import LANGUAGES, _, set_language

if TYPE_CHECKING:
    from rich.table import Table

    from wab.engine.kernel.values import ScenarioInfo

What = Annotated[str, typer.Argument(metavar="SCENARIO|SAVE", help=_("Id of a scenario, or path of a save."))]
Whatever = Annotated[
    str, typer.Argument(metavar="SCENARIO|SAVE", help=_("Id of a scenario, path of a save, or nothing."))
]
Mode = Annotated[str, typer.Option(help=_("Flat map (2d) or modelled ground (3d)."))]
Size = Annotated[str, typer.Option(metavar="WxH", help=_("Width and height in pixels."))]
Side = Annotated[str, typer.Option(help=_("Whose eyes: a side of the scenario, or one of its seats."))]


def play(
    what: Whatever = "",
    *,
    players: dict[str, str],
    options: dict[str, str],
    side: Side = "",
    seed: Annotated[int | None, typer.Option(help=_("Seed of the dice."))] = None,
    mode: Mode = "2d",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
    events: Annotated[Path | None, typer.Option(help=_("Write what happens in the window, line by line."))] = None,
    size: Size = "1600x900",
    same_data: SameData = False,
) -> None:
    """Open a scenario or a save in the window; the title screen where none is named.

    `players` are the computer's, by side or seat; `options` what is chosen for the scenario, by name.
    """
    one_of(mode, MODES, _("mode"))
    _speak(language)
    if events is not None:
        check_target(events)
    if not what:
        if side or players or options or seed is not None:
            raise UsageError(_("Sides, players, options and seeds need a scenario: name one."))
        open_window(GameRequest(mode=mode, language=language, size=size_of(size), events=events))
        return
    _check_game(what)
    if same_data and is_save(what):
        tell_other_data(Path(what), stop=True)
    check_options(what, options)
    check_names(seats_of(what, options), [*([side] if side else []), *players])
    find_own_players(players.values())
    open_window(GameRequest(what, side, players, seed, mode, language, size_of(size), events, options))


def screenshot(
    what: What,
    target: Annotated[
        Path, typer.Option("--out", metavar="FILE", help=_("The picture to write, with a name in .png or .jpg."))
    ],
    mode: Mode = "2d",
    size: Size = "1600x900",
    side: Side = "",
    overlay: Annotated[str, typer.Option(help=_("Name of a map overlay to show."))] = "",
    screen: Annotated[str, typer.Option(help=_("One of: {known}.").format(known=", ".join(SCREENS)))] = "map",
    language: Annotated[str, typer.Option(help=_("Language: fr or en."))] = "",
    hud_scale: Annotated[
        float, typer.Option(min=0.0, max=2.5, help=_("Size of panels and text: 1.75 for 175 %, 0 for what fits."))
    ] = 0.0,
    turn: Annotated[int, typer.Option(min=0, help=_("Let the computer play both sides until this turn."))] = 0,
    phase: Annotated[
        str,
        typer.Option(metavar="NAME", help=_("Let it play on until this phase: movement, for example.")),
    ] = "",
    at: Annotated[str, typer.Option(metavar="HEX", help=_("The hex in the middle."))] = "",
    span: Annotated[
        float, typer.Option(min=0.0, help=_("How many hexes of the map are shown, from top to bottom."))
    ] = 0.0,
    keys: Annotated[
        str, typer.Option(help=_("Keys to press at the end, as a player would: f2 or j,ctrl+f for example."))
    ] = "",
) -> None:
    """Draw the game as one side sees it, without a window."""
    one_of(mode, MODES, _("mode"))
    one_of(screen, SCREENS, _("screen"))
    _speak(language)
    _check_game(what)
    check_names(seats_of(what, {}), [side] if side else [])
    check_target(target, *PICTURES)
    if is_save(what):
        tell_other_data(Path(what))
        tell_damage(Path(what))
    pressed = tuple(key for key in keys.split(",") if key)
    asked = PictureRequest(what, target, mode, size_of(size), side, overlay, screen, language, hud_scale)
    take_screenshot(replace(asked, turn=turn, phase=phase, at=at, span=span, keys=pressed))


def scenarios(
    system: Annotated[str, typer.Option(help=_("Only those of this rule system."))] = "",
    json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False,
) -> None:
    """List every playable scenario, and on standard error the scenarios whose files are damaged."""
    import wab
    from wab.systems import all_damaged, get_system

    infos = get_system(system).scenarios() if system else wab.scenarios()
    damaged = get_system(system).damaged() if system else all_damaged()
    if json:
        say_json([{name: getattr(info, name) for name in _LISTED} for info in infos])
    else:
        out().print(_table(infos))
    for damage in damaged:
        warn(_("{scenario} is damaged: {problem}").format(scenario=damage.id, problem=damage.problem))


_LISTED = (
    "id",
    "system",
    "kind",
    "title",
    "sides",
    "turns",
    "summary",
    "difficulty",
    "campaigns",
    "minutes",
    "units",
    "ledger",
    "multiplayer",
)


def _table(infos: Iterable[ScenarioInfo]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(_("Scenario"), no_wrap=True)
    table.add_column(_("Title"), min_width=12)
    table.add_column(_("Kind"), min_width=8)
    for heading in (_("Turns"), _("Units"), _("Min."), _("Level")):
        table.add_column(heading, justify="right", no_wrap=True)
    for info in infos:
        units = ":".join(str(info.units[side]) for side in info.sides if side in info.units)
        numbers = (str(info.turns), units, str(info.minutes or ""), str(info.difficulty))
        table.add_row(styled(info.id), styled(in_language(info.title)), styled(_kind(info)), *numbers)
    return table


def _kind(info: ScenarioInfo) -> str:
    """The kind in words; of a campaign scenario, its place in the campaign of each side that has it (OPS-11.2.2-2)."""
    places = [f"{name_of(info.system, side)} {place}" for side, place in sorted(info.campaigns.items())]
    for_two = [_("for two")] if info.multiplayer else []
    return ", ".join([*(places or [_(_KINDS.get(info.kind, info.kind))]), *for_two])


_KINDS = {"campaign": N_("campaign"), "advanced": N_("advanced"), "battle": N_("battle")}


def _speak(language: str) -> None:
    if language:
        set_language(one_of(language, LANGUAGES, _("language")))


def _check_game(what: str) -> None:
    """Say what is wrong with the name of a game before anything else is looked at."""
    if is_save(what):
        require_kind(Path(what), "save")
    else:
        known_scenario(what)
