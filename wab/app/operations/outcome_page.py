"""How a battle ended: points by source, losses, objectives, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from wab.app.fronts import OutcomePage, Row, Score, Share, Table
from wab.app.operations import texts
from wab.app.operations.briefing_page import by_language
from wab.engine.events import Rolled
from wab.engine.game import Game, Record
from wab.engine.journal import lasting
from wab.engine.text import N_
from wab.locale import _
from wab.systems.operations import events as ev
from wab.systems.operations.board import SIDES
from wab.systems.operations.losses import STREAM as LOSSES
from wab.systems.operations.orders import Attack, Bombard
from wab.systems.operations.state import State
from wab.systems.operations.victory import holder, points_for_losses

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
    result, state = game.outcome, game.state
    if result is None:
        raise ValueError("the battle is not over")
    records = lasting(game.journal)
    reason = _(REASONS.get(result.reason, ""))
    if result.winner is not None:
        level = _("{level}, {side}").format(level=_(texts.LEVELS[result.level]), side=texts.side_name(result.winner))
        reason = texts.joined(level, reason)
    scenario = state.board.scenario
    good = None if result.winner is None else result.winner == side
    verdict = {None: _("Draw"), True: _("Victory"), False: _("Defeat")}[good]
    return OutcomePage(
        verdict=verdict,
        title=texts.typographic(texts.words(by_language(scenario.title))),
        good=good,
        reason=reason,
        scores=tuple(scores(state, records, result.points)),
        tables=(objectives(state), losses(state, records)),
        luck=tuple(luck(state, records)),
    )


def _events(records: list[Record]) -> Iterator[Any]:
    return (event for record in records for event in record.events)


def scores(state: State, records: list[Record], totals: dict[str, float]) -> Iterator[Score]:
    """The points of each side by source."""
    by_source: Counter[tuple[str, str]] = Counter()
    for event in _events(records):
        if isinstance(event, ev.Scored):
            by_source[event.side, event.source] += event.points
    for side in SIDES:
        by_source[side, "losses"] = points_for_losses(state, side)
        shares = tuple(
            Share(_(words), by_source[side, source]) for source, words in SOURCES.items() if by_source[side, source]
        )
        yield Score(side, texts.side_name(side), totals[side], shares)


def objectives(state: State) -> Table:
    """Who holds what at the end, and what it brought."""
    rows = []
    for number, objective in enumerate(state.board.objectives):
        side = holder(state, number) or ""
        earned = state.objective_points.get(number, {})
        brought = tuple(str(earned.get(name, 0) or "–") for name in SIDES)
        rows.append(Row((texts.typographic(objective.name), texts.side_name(side), *brought), side, objective.main))
    heads = ("", _("held by"), *(texts.side_name(side) for side in SIDES))
    return Table(_("Objectives"), heads, tuple(sorted(rows, key=lambda row: not row.main)))


def losses(state: State, records: list[Record]) -> Table:
    """HP and units lost by each side, then the units that were hit hardest."""
    lost: Counter[int] = Counter()
    gone: set[int] = set()
    for event in _events(records):
        if isinstance(event, ev.LostHp):
            lost[event.unit] += event.hp
        elif isinstance(event, ev.Removed) and event.cause != "withdrawn":
            lost[event.unit] += event.hp
            gone.add(event.unit)
    rows = [_side_losses(state, side, gone) for side in SIDES]
    worst = sorted((-hp, unit) for unit, hp in lost.items() if hp > 0)[:_HARDEST_HIT]
    rows += [_unit_losses(state, unit, -hp, unit in gone) for hp, unit in worst]
    return Table(_("Losses"), ("", _("HP"), _("units lost")), tuple(rows))


def _side_losses(state: State, side: str, gone: set[int]) -> Row:
    units = sum(state.profile(unit).side == side for unit in sorted(gone))
    return Row((texts.side_name(side), str(state.hp_lost.get(side, 0)), str(units or "–")), side, main=True)


def _unit_losses(state: State, unit: int, hp: int, gone: bool) -> Row:
    profile = state.profile(unit)
    return Row((profile.name, str(hp), _("lost") if gone else "–"), profile.side)


def luck(state: State, records: list[Record]) -> Iterator[str]:
    """The dice of each side's attacks and bombardments against what was to be expected, a sentence a side."""
    rolled: dict[str, list[tuple[int, int]]] = {side: [] for side in SIDES}
    for record in records:
        if isinstance(record.order, Attack | Bombard):
            side = state.board.roster[record.order.units[0]].side
            dice = (event for event in record.events if isinstance(event, Rolled) and event.stream != LOSSES)
            rolled[side] += [(result, event.faces) for event in dice for result in event.results]
    for side, results in rolled.items():
        if results:
            mean = sum(result for result, _faces in results) / len(results)
            expected = sum((faces + 1) / 2 for _result, faces in results) / len(results)
            message = _("{side}: {count} dice of attack, {mean} on average where {expected} was to be expected.")
            figures = {"mean": texts.fixed(mean), "expected": texts.fixed(expected)}
            yield message.format(side=texts.side_name(side), count=len(results), **figures)
