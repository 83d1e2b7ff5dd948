"""The end of a battle: points by source, losses, objectives, dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wab.app.operations.looks import texts
from wab.app.operations.pages.briefing_page import by_language
from wab.app.pages.fronts import OutcomePage, Row, Score, Share, Table, level_in, verdict_of
from wab.app.wargame.adapter import typography
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import AGREED
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.telling.ending import Ending, ending

SOURCES = {
    "turn": N_("objectives, turn by turn"),
    "end": N_("objectives at the end"),
    "losses": N_("enemy losses"),
    "handicap": N_("handicap"),
}
REASONS = {
    "points": N_("The battle was decided on points."),
    "immediate": N_("The places that decide the battle were occupied."),
    "destruction": N_("One side had no unit left."),
}
_HARDEST_HIT = 5


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page for one side (OPS-9.2.1-3). ValueError when the game is not over."""
    result = game.outcome
    if result is None:
        raise ValueError("the battle is not over")
    end = ending(game)
    reason = _(REASONS.get(result.reason, ""))
    if result.winner is not None:
        level = level_in(texts.LEVELS, result.level)
        told = _("{level}, {side}").format(level=level, side=texts.side_name(result.winner))
        reason = typography.joined(told, reason)
    elif result.level == AGREED:
        reason = level_in(texts.LEVELS, result.level)
    verdict, good = verdict_of(result, side)
    return OutcomePage(
        verdict=verdict,
        title=typography.typographic(typography.words(by_language(end.board.title))),
        good=good,
        reason=reason,
        scores=tuple(scores(end, result.points)),
        tables=(objectives(end), losses(end)),
        luck=tuple(luck(end)),
    )


def scores(end: Ending, totals: Mapping[str, float]) -> Iterator[Score]:
    """The points of each side by source."""
    for side in SIDES:
        points = {source: end.points.get((side, source), 0) for source in SOURCES}
        shares = tuple(Share(_(words), points[source]) for source, words in SOURCES.items() if points[source])
        yield Score(side, texts.side_name(side), totals[side], shares)


def objectives(end: Ending) -> Table:
    """Return the holder of each objective at the end, and its points."""
    rows = []
    for number, objective in enumerate(end.board.objectives):
        side = end.holders[number] or ""
        earned = end.earned.get(number, {})
        brought = tuple(str(earned.get(name, 0) or "–") for name in SIDES)
        rows.append(
            Row((typography.typographic(objective.name), texts.side_name(side), *brought), side, objective.main)
        )
    heads = ("", _("held by"), *(texts.side_name(side) for side in SIDES))
    return Table(_("Objectives"), heads, tuple(sorted(rows, key=lambda row: not row.main)))


def losses(end: Ending) -> Table:
    """HP and units lost by each side, then the units that were hit hardest."""
    rows = [_side_losses(end, side) for side in SIDES]
    worst = sorted((-hp, unit) for unit, hp in end.lost.items() if hp > 0)[:_HARDEST_HIT]
    rows += [_unit_losses(end, unit) for _hp, unit in worst]
    return Table(_("Losses"), ("", _("HP"), _("units lost")), tuple(rows))


def _side_losses(end: Ending, side: str) -> Row:
    units = sum(end.board.roster[unit].side == side for unit in end.gone)
    return Row((texts.side_name(side), str(end.hp_lost[side]), str(units or "–")), side, main=True)


def _unit_losses(end: Ending, unit: int) -> Row:
    profile = end.board.roster[unit]
    return Row((profile.name, str(end.lost[unit]), _("lost") if unit in end.gone else "–"), profile.side)


def luck(end: Ending) -> Iterator[str]:
    """The dice of each side's attacks and bombardments against what was to be expected, a sentence a side."""
    for side, results in end.dice.items():
        if results:
            mean = sum(result for result, _faces in results) / len(results)
            expected = sum((faces + 1) / 2 for _result, faces in results) / len(results)
            message = _("{side}: {count} dice of attack, {mean} on average where {expected} was to be expected.")
            figures = {"mean": typography.fixed(mean), "expected": typography.fixed(expected)}
            yield message.format(side=texts.side_name(side), count=len(results), **figures)
