"""The results of an attack or a bombardment for each total of the dice, on average over what aircraft deliver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from wab.app.operations.hand.plans import AttackPlan, BombardmentPlan, FirePlan
from wab.app.operations.looks.texts import points
from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.adapter.typography import chance, number, percent
from wab.locale import _
from wab.locale.numbers import fixed
from wab.systems.operations.combat.bombardment import BombardmentBranch, BombardmentPreview
from wab.systems.operations.combat.odds import Branch, Preview, column_of
from wab.systems.operations.combat.two_dice import TOTALS

B = TypeVar("B", Branch, BombardmentBranch)


def odds_of(plan: FirePlan, columns: tuple[str, ...]) -> Odds | None:
    """An attack or a bombardment weighed; None as long as it cannot be made."""
    if isinstance(plan, AttackPlan):
        return combat_odds(plan.preview, columns) if plan.preview is not None else None
    fire = plan.preview if isinstance(plan, BombardmentPlan) else None
    return fire_odds(fire) if fire is not None else None


def combat_odds(preview: Preview, columns: tuple[str, ...]) -> Odds:
    """The odds of an attack in the columns of the table of combat, with the eleven totals of the dice (OPS-7.2-7)."""
    odds = preview.odds
    first = column_of(columns[0])
    return Odds(
        ratio=_("{attack} to {defence} = {ratio}").format(
            attack=points(odds.attack), defence=points(odds.defence), ratio=odds.ratio
        ),
        columns=tuple(columns),
        initial=odds.initial - first,
        final=odds.final - first,
        final_words=odds.final_ratio,
        shifts=odds.columns,
        lines=odds.lines,
        modifier=odds.modifier,
        results=results(preview),
        heading=_("The eleven outcomes"),
        note=_("hex won {chance}").format(chance=chance(preview.gain_chance)),
        good_words=_("the enemy retreats"),
        measure=_("HP of the defender"),
        averages=(
            (0, _("{hp} HP for us").format(hp=fixed(-preview.expected_attacker_hp))),
            (1, _("{hp} HP for the enemy").format(hp=fixed(-preview.expected_defender_hp))),
        ),
        praise=_("destroyed {chance}").format(chance=chance(preview.destroy_chance)) if preview.destroy_chance else "",
        clause="OPS-7.3.3-1",
        dice_clause="OPS-7.3.2-4",
    )


def fire_odds(preview: BombardmentPreview) -> Odds:
    """A bombardment weighed: its points, and the eleven totals of the dice (OPS-7.5.2-1)."""
    words = _("{points} points").format(points=preview.points)
    lost = [(1, _("{hp} HP for the enemy").format(hp=fixed(-preview.expected_hp)))]
    if preview.fatigue:
        lost.append((1, _("fatigue +{percent}").format(percent=percent(preview.fatigue / 100))))
    return Odds(
        "",
        (),
        0,
        0,
        words,
        shifts=preview.shifts,
        results=bombardment_results(preview),
        heading=_("The eleven outcomes"),
        note=_("all driven off {chance}").format(chance=chance(preview.nothing_chance))
        if preview.nothing_chance
        else "",
        measure=_("HP of the defender"),
        averages=tuple(lost),
        clause="OPS-7.5.2-1",
    )


def results(preview: Preview) -> tuple[Result, ...]:
    """The eleven totals of an attack, each with its losses and what becomes of the defender."""
    return tuple(_fought(total, rows) for total, rows in _by_total(preview.branches))


def bombardment_results(preview: BombardmentPreview) -> tuple[Result, ...]:
    """Return the eleven totals of a bombardment: only the target loses, and no unit retreats."""
    return tuple(_fired(total, rows) for total, rows in _by_total(preview.branches))


def _by_total(branches: Sequence[B]) -> Iterator[tuple[int, list[B]]]:
    return ((total, [branch for branch in branches if branch.total == total]) for total in TOTALS)


def _fought(total: int, rows: list[Branch]) -> Result:
    ways, share = [branch.ways for branch in rows], sum(branch.probability for branch in rows)
    ours, theirs = (_mean(ways, [getattr(row, who) for row in rows]) for who in ("attacker_hp", "defender_hp"))
    retreat, spread = _mean(ways, [row.retreat for row in rows]), _range(row.defender_hp for row in rows)
    low, high = _range(row.modified for row in rows)
    modified = str(low) if low == high else _("{low} to {high}").format(low=low, high=high)
    title = _("Dice {total}, {modified} with shifts: {chance}").format(
        total=total, modified=modified, chance=chance(share)
    )
    losses = _("Attacker loses {ours} HP, defender {theirs} HP.")
    notes = [losses.format(ours=number(ours), theirs=number(theirs))]
    if retreat:
        words = _("The defender retreats.") if retreat == 1 else _("The defender retreats: {chance}.")
        notes.append(words.format(chance=chance(retreat)))
    notes += _varies(spread, retreat)
    return Result(str(total), share, ours, theirs, spread, retreat, "", title, tuple(notes))


def _fired(total: int, rows: list[BombardmentBranch]) -> Result:
    share, spread = sum(branch.probability for branch in rows), _range(branch.hp for branch in rows)
    lost = _mean([branch.ways for branch in rows], [branch.hp for branch in rows])
    title = _("Dice {total}: {chance}").format(total=total, chance=chance(share))
    notes = (_("The target loses {hp} HP.").format(hp=number(lost)), *_varies(spread))
    return Result(str(total), share, 0.0, lost, spread, 0.0, "", title, notes)


def _varies(spread: tuple[int, int], retreat: float = 0.0) -> list[str]:
    """The sentence about a total to which aircraft make a difference; none for others."""
    if spread[0] == spread[1] and retreat in (0, 1):
        return []
    return [_("On average over what anti-aircraft fire may leave of the support.")]


def _mean(ways: list[int], values: Iterable[int | bool]) -> float:
    return sum(count * value for count, value in zip(ways, values, strict=True)) / sum(ways)


def _range(values: Iterable[int]) -> tuple[int, int]:
    found = sorted(values)
    return found[0], found[-1]
