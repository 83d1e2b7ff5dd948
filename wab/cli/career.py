"""`wab career`: the player's rank, experience, campaigns and best scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from wab.app.report.words import in_language, name_of
from wab.cli.common import out, say, say_json, styled, warn
from wab.content.career import in_language as rank_words
from wab.engine.words.text import N_
from wab.locale import _

if TYPE_CHECKING:
    from rich.table import Table

    from wab.career.career import Career, Standing
    from wab.engine.kernel.values import ScenarioInfo

_MODES = {"solo": N_("alone"), "multiplayer": N_("against people")}


def career(json: Annotated[bool, typer.Option("--json", help=_("JSON for programs."))] = False) -> None:
    """Show what the player has achieved. Faults of its record are said on standard error."""
    import wab
    from wab.career.career import own_career
    from wab.career.report import as_data

    own = own_career()
    infos = list(wab.scenarios())
    if json:
        say_json(as_data(own, infos))
    else:
        _show(own, infos)
    if problem := own.take_problem():
        warn(problem)


def _show(own: Career, infos: list[ScenarioInfo]) -> None:
    for line in (*_rank_lines(own.standing(), own.experience), "", *_campaign_lines(own, infos)):
        say(line)
    say("")
    if own.best:
        out().print(_table(own, {info.id: info for info in infos}))
    else:
        say(_("No scenario has been finished yet."))


def _rank_lines(standing: Standing | None, experience: int) -> Iterator[str]:
    """The rank, and what the next one wants (OPS-1.6-1)."""
    if standing is None:
        yield _("Experience: {points}").format(points=experience)
        return
    rank = rank_words(standing.rank.name)
    yield _("{rank}, {points} experience").format(rank=rank, points=experience)
    following = standing.following
    if following is None:
        yield _("The highest rank.")
        return
    message = _("Next rank: {rank}, with {missing} more experience ({unlock}).")
    unlock = rank_words(following.unlock)
    yield message.format(rank=rank_words(following.name), missing=standing.missing, unlock=unlock)


def _campaign_lines(own: Career, infos: list[ScenarioInfo]) -> Iterator[str]:
    """Yield how far each side's campaign has come, and what is to be played next in it (OPS-11.2.1-3)."""
    from wab.career.report import campaigns

    titles = {info.id: in_language(info.title) for info in infos}
    for system, sides in campaigns(infos, own).items():
        for side, one in sides.items():
            message = _("{side}: {done} of {count} scenarios of the campaign")
            line = message.format(side=name_of(system, side), done=one.done, count=one.count)
            following = _("next: {title}").format(title=titles[one.following]) if one.following else ""
            yield " · ".join(filter(None, (line, following)))


def _table(own: Career, infos: dict[str, ScenarioInfo]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(_("Scenario"), no_wrap=True)
    table.add_column(_("Side"))
    table.add_column(_("Mode"))
    for heading in (_("Score"), _("Experience")):
        table.add_column(heading, justify="right", no_wrap=True)
    for slot, score in sorted(own.best.items()):
        info = infos.get(slot.scenario)
        side = name_of(info.system, slot.side) if info is not None else slot.side
        title = in_language(info.title) if info is not None else slot.scenario
        table.add_row(styled(title), styled(side), _(_MODES[slot.mode]), str(score.points), str(score.experience))
    return table
