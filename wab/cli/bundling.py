"""`wab bundle`: a save and all that tells of it in one file, to report a problem with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wab.app.play.bundle import LIMITS, PICTURE, SETTINGS, reports_folder, write_bundle
from wab.app.window.settings import settings_path
from wab.cli.common import say
from wab.cli.kinds import require_kind
from wab.cli.targets import check_folder_target
from wab.cli.windowless import picture_of
from wab.engine.files.limits import TooMuch, read_bounded
from wab.locale import _
from wab.systems import get_system


def bundle(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help=_("A save."))],
    out: Annotated[Path | None, typer.Option(help=_("Folder to write into; else the folder of reports."))] = None,
    picture: Annotated[bool, typer.Option(help=_("Draw a picture of the map too."))] = True,
) -> None:
    """Write a bundle of a save, and say where it is and what is in it."""
    require_kind(save, "save")
    folder = out or reports_folder()
    check_folder_target(folder)
    beside = _settings()
    problem = ""
    if picture:
        drawn, problem = _drawn(save)
        beside |= drawn
    path = write_bundle(save, folder, get_system, beside)
    say(_("The bundle is {path}.").format(path=path))
    say(_("It holds the whole game with its seed and what is hidden in it, versions, digests and settings."))
    if problem:
        say(_("No picture of the map: {problem}").format(problem=problem))
    say(_("`wab replay {path} --verify` plays it again.").format(path=path))


def _settings() -> dict[str, bytes]:
    try:
        return {SETTINGS: read_bounded(settings_path(), LIMITS[SETTINGS])}
    except (OSError, TooMuch):
        return {}


def _drawn(save: Path) -> tuple[dict[str, bytes], str]:
    """A picture of the map as a file of the bundle; else why there is none."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="wab-") as folder:
        path = Path(folder) / PICTURE
        if problem := picture_of(save, path):
            return {}, problem
        return {PICTURE: read_bounded(path, LIMITS[PICTURE])}, ""
