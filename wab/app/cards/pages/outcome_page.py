"""The end of a battle of the card game: medals by source, losses, dice; and the match, where there are two games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wab.app.cards.looks.texts import FACES, LEVELS, kind_name, side_name
from wab.app.pages.fronts import OutcomePage, Row, Score, Share, Table, level_in, verdict_of
from wab.content.cards.shapes import in_language
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Outcome
from wab.locale import _, ngettext
from wab.systems.cards.sequence.victory import MedalTrack
from wab.systems.cards.state.board import SIDES
from wab.systems.cards.state.match import Match
from wab.systems.cards.telling.ending import Ending, ending


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page for one side. ValueError when the game is not over."""
    result = game.outcome
    if result is None:
        raise ValueError("the battle is not over")
    end = ending(game)
    verdict, good = verdict_of(result, side)
    reason = level_in(LEVELS, result.reason) or level_in(LEVELS, result.level) or result.reason
    if result.winner is not None:
        reason = f"{side_name(result.winner)} · {reason}"
    return OutcomePage(
        title=in_language(end.board.title),
        verdict=verdict,
        good=good,
        reason=reason,
        scores=tuple(_score(end, one) for one in SIDES),
        tables=(losses(end), objectives(end)),
        luck=tuple(luck(end)),
    )


def _score(end: Ending, side: str) -> Score:
    track = end.medals[side]
    return Score(side, side_name(side), track.total, shares(track))


def shares(track: MedalTrack) -> tuple[Share, ...]:
    """The sources of the medals of a side; medals beyond the number that it needs count for none (CRD-3-1)."""
    left, found = track.total, []
    for words, count in (
        (_("units destroyed"), track.kills),
        (_("objectives held"), len(track.objectives)),
        (_("units that left the board"), track.exits),
    ):
        if counted := min(count, left):
            found.append(Share(words, counted))
            left -= counted
    return tuple(found)


def losses(end: Ending) -> Table:
    """Units and figures lost by kind."""
    rows = []
    for loss in end.losses:
        figures = f"{loss.figures_lost} / {loss.figures}"
        rows.append(Row((kind_name(end.board, loss.kind), f"{loss.eliminated} / {loss.units}", figures), loss.side))
    return Table(_("Losses"), ("", _("Units"), _("Figures")), tuple(rows))


def objectives(end: Ending) -> Table:
    """Return the holder of each medal of the board at the end."""
    rows = []
    for objective in end.board.objectives:
        holder = end.held.get(objective.number, "")
        rows.append(Row((in_language(objective.name), side_name(holder) if holder else "–"), holder))
    for side in SIDES:  # the goals differ: as many medals may be victory for one and not for the other
        goal = end.board.goal(side)
        words = ngettext("{count} medal", "{count} medals", goal).format(count=goal)
        rows.append(Row((_("{side} win with").format(side=side_name(side)), words), side, main=True))
    return Table(_("Objectives"), ("", _("At the end")), tuple(rows))


def luck(end: Ending) -> Iterator[str]:
    """The faces that came up, against the faces that were to be expected."""
    table, total = end.board.tables.dice.faces, sum(end.faces.values())
    if not total:
        return
    told = ", ".join(
        _("{face} {count} (expected {expected})").format(
            face=_(FACES[face]), count=end.faces.get(face, 0), expected=f"{total * table.count(face) / len(table):.0f}"
        )
        for face in dict.fromkeys(table)
    )
    yield _("{total} dice were rolled: {faces}.").format(total=total, faces=told)


def match_words(first: Mapping[str, float], second: Outcome) -> str:
    """Return how a match of two games with sides exchanged ended: more medals over both games win (CRD-2.9-2).

    `first` are the medals that the players brought along from the first game, by the side that they lead now.
    """
    leads, other = SIDES
    before = Outcome(None, "", {other: first.get(leads, 0.0), leads: first.get(other, 0.0)})
    match = Match(other, (before, second))  # the player of the first side now led the other one before
    own, enemy = match.medals
    told = _("Match of two games, both taken together: {one} {count}, {other} {more} medals.")
    words = told.format(one=side_name(leads), count=own, other=side_name(other), more=enemy)
    if match.winner is None:
        return f"{words} " + _("It is a draw.")
    winner = side_name(SIDES[match.winner])
    return f"{words} " + _("The match goes to the player who led {side} in this game.").format(side=winner)
