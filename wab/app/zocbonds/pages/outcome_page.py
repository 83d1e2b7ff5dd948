"""The end of a battle of bonds: points by source, hexes that count, steps lost compared to 1944, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from wab.app.pages.fronts import OutcomePage, Row, Score, Share, Table, level_in, verdict_of
from wab.app.wargame.adapter.typography import fixed, joined, signed, typographic, words
from wab.app.zocbonds.looks.days import day_of_turn
from wab.app.zocbonds.looks.looks import place_title, unit_name
from wab.app.zocbonds.looks.overlays import REASONS as SOURCES
from wab.content.normandy.history import men_lost
from wab.engine.kernel.game import Game
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import number
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.board import ARMIES, SIDES, Board, Profile
from wab.systems.zocbonds.state.names import city_of
from wab.systems.zocbonds.telling.ending import Ending, ending
from wab.systems.zocbonds.telling.journal import LEVEL_NAMES, TRACKS
from wab.systems.zocbonds.telling.measures import date_of_turn

NAMES: Mapping[str, str] = {"allied": N_("Allies"), "axis": N_("Germans")}
REASONS: Mapping[str, str] = {
    "points": N_("The battle was decided on points."),
    "breakout": N_("An Allied unit in supply has reached the edge of the map."),
    "objectives": N_("The Allies have two of Saint-Lô, Caen and Cherbourg."),
    "beaches": N_("Too many beaches and harbours were closed."),
    "losses": N_("Too many of the big Allied units were down at once."),
}
"""The cause that ended the game, in a sentence (ZOC-23.2, ZOC-23.3, ZOC-24.3-1)."""
GERMAN = "axis"
_HARDEST_HIT = 5
EXPECTED = 3.5
"""The mean of a die with six faces."""


def outcome_page(game: Game[Any], side: str) -> OutcomePage:
    """The page for one side (ZOC-24.3-1). ValueError when the game is not over."""
    result = game.outcome
    if result is None:
        raise ValueError("the battle is not over")
    end = ending(game)
    verdict, good = verdict_of(result, side)
    level = level_in(LEVEL_NAMES, result.level)
    winner = _(NAMES[result.winner]) if result.winner is not None else ""
    return OutcomePage(
        title=typographic(words(end.board.title)),
        verdict=verdict,
        good=good,
        reason=joined(", ".join(part for part in (winner, level) if part), _(REASONS.get(result.reason, ""))),
        scores=tuple(_score(end, one, result.points[one]) for one in SIDES),
        tables=(places(end), losses(end)),
        luck=tuple(luck(end)),
    )


def _score(end: Ending, side: str, total: float) -> Score:
    """The points of a side by source, what is taken off last."""
    found: Counter[str] = Counter()
    for score in sorted(end.scores, key=lambda one: one.points < 0):
        if score.side == side:
            found[score.why] += score.points
    shares = (Share(_(victory.ACCOUNTS.get(why, why)), points) for why, points in found.items())
    return Score(side, _(NAMES[side]), total, tuple(shares))


def places(end: Ending) -> Table:
    """Everything that counts, place by place, the worth of each from the Allies' side (ZOC-24.3-2); the hexes of a
    city together."""
    found: Counter[tuple[str, str, str]] = Counter()
    for score in sorted(end.scores, key=lambda one: (one.side, -one.points, one.why)):
        source = _(SOURCES.get(score.why, score.why))
        where = _place(end.board, score.hex) if score.hex is not None else ""
        value = score.points if score.side == "allied" else -score.points
        found[score.side, where or source, source if where else ""] += value
    rows = [Row((name, source, signed(value)), side) for (side, name, source), value in found.items()]
    rows.append(Row((_("Together"), "", signed(end.net)), main=True))
    least = victory.to_win(end.board)
    note = _("The Allies win with {least} net points.").format(least=least) if least is not None else ""
    return Table(_("What counts"), ("", "", _("points")), tuple(rows), (note,) if note else ())


def _place(board: Board, hex_: HexId) -> str:
    return city_of(board, hex_) or place_title(board, hex_)


def losses(end: Ending) -> Table:
    """Return the losses of each army next to its losses of 1944, then the units that lost most."""
    past = _of_history(end)
    rows = []
    for army, words_ in (*((one, TRACKS[one]) for one in ARMIES), ("german", NAMES[GERMAN])):
        units = [unit for unit in end.board.roster if _army(end.board.roster[unit]) == army]
        steps, gone = sum(end.lost.get(unit, 0) for unit in units), sum(unit in end.gone for unit in units)
        cells = (_(words_), str(steps), str(gone or "–"), f"{past[army] / end.board.tables.cadres.men_a_step:.0f}")
        side = "allied" if army in ARMIES else GERMAN
        rows.append(Row(cells if past_counts(end) else cells[:3], side, main=True))
    for unit, lost in sorted(end.lost.items(), key=lambda one: (-one[1], one[0]))[:_HARDEST_HIT]:
        profile = end.board.roster[unit]
        rows.append(Row((unit_name(profile), str(lost), _("lost") if unit in end.gone else "–"), profile.side))
    heads = ("", _("steps"), _("units lost"), _("in 1944"))
    return Table(_("Losses"), heads if past_counts(end) else heads[:3], tuple(rows), tuple(_history_note(end, past)))


def past_counts(end: Ending) -> bool:
    """Check if the losses of 1944 are of the same troops. They are not if a part of the map is played."""
    return end.board.special is None


def _of_history(end: Ending) -> dict[str, float]:
    return men_lost(date_of_turn(end.board, end.turn).isoformat())


def _history_note(end: Ending, past: Mapping[str, float]) -> Iterator[str]:
    if past_counts(end):
        told = _("In 1944 up to {day}: about {us} Americans, {commonwealth} British and Canadians, {german} Germans; "
                 "{men} men count as a step.")  # fmt: skip
        men = {army: number(round(count, -2), 0) for army, count in past.items()}
        yield told.format(day=day_of_turn(end.board, end.turn), men=end.board.tables.cadres.men_a_step, **men)


def _army(profile: Profile) -> str:
    return str(profile.army) if profile.side == "allied" else "german"


def luck(end: Ending) -> Iterator[str]:
    """The dice of each side's attacks and of its stands against what was to be expected."""
    attacks = N_("{side}: {count} dice of attack, {mean} on average where {expected} was to be expected.")
    stands = N_("{side}: {count} dice of defence, {mean} on average where {expected} was to be expected.")
    for side in SIDES:
        for results, message in ((end.attacks[side], attacks), (end.stands[side], stands)):
            if results:
                mean = fixed(sum(results) / len(results))
                told = _(message).format(side=_(NAMES[side]), count=len(results), mean=mean, expected=fixed(EXPECTED))
                yield told
