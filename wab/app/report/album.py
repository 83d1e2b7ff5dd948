"""The maps of a report: how the battle stood at its start, at its turning points and at its end.

They are drawn by a process of its own, which needs the parts of the window; a report does without them as well.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from wab.app.report.paper import Photo
from wab.app.report.story import Story
from wab.app.report.words import name_of
from wab.app.requests import map_name
from wab.engine.history.course import Course
from wab.engine.kernel.values import side_of
from wab.engine.outside.processes import python_command
from wab.locale import _, current_language

_KEY = 2
"""Number of turns with a map between the first and the last: the turns that brought one side most."""
_PATIENCE = 300
"""Seconds that the drawing may take."""
_PROGRAM = """
import sys
from pathlib import Path
from wab.app.launch import DisplayError, MapsRequest, draw_maps
from wab.engine.words.errors import WabError
save, folder, side, language, *turns = sys.argv[1:]
try:
    draw_maps(MapsRequest(Path(save), Path(folder), side, tuple(map(int, turns)), language))
except (DisplayError, WabError) as error:
    sys.exit(str(error))
"""


def turns_worth_a_map(course: Course) -> tuple[int, ...]:
    """The start (0), the turns in which one side gained most on the other, and the last one that is over."""
    verdicts = course.verdicts
    if not verdicts:
        return (0,)
    swings = {
        verdict.turn: max(verdict.points.values(), default=0) - min(verdict.points.values(), default=0)
        for verdict in verdicts
    }
    last = verdicts[-1].turn
    between = sorted((turn for turn in swings if turn != last and swings[turn]), key=lambda turn: -swings[turn])
    return (0, *sorted(between[:_KEY]), last)


def maps_of(save: Path, story: Story) -> tuple[tuple[Photo, ...], str]:
    """The maps of a story, and in a sentence why there are none; "" if there are."""
    if not story.side:
        return (), _("The persons in this game know different things: no map can be shown to all of them.")
    turns = turns_worth_a_map(story.course)
    with TemporaryDirectory(prefix="wab-") as folder:
        command = python_command(_PROGRAM, str(save), folder, story.side, current_language(), *map(str, turns))
        try:
            done = subprocess.run(
                command, capture_output=True, encoding="utf-8", errors="replace", timeout=_PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return (), str(error)
        found = tuple(
            Photo(f"map{turn}", (Path(folder) / map_name(turn)).read_bytes(), _told(story, turn))
            for turn in turns
            if os.path.isfile(Path(folder) / map_name(turn))
        )
    if done.returncode or not found:
        return (), (done.stderr.strip().splitlines()[-1:] or [_("the picture was not drawn.")])[0]
    return found, ""


def _told(story: Story, turn: int) -> str:
    """Return what a map shows, and by whose eyes."""
    side = name_of(story.setup.system, side_of(story.side))
    if not turn:
        return _("The start, as known to: {side}").format(side=side)
    return _("End of turn {turn}, as known to: {side}").format(turn=turn, side=side)
