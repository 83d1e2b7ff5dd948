"""An attack weighed for the board of odds: strengths, every shift with its clause, the column, what may come of it."""

from __future__ import annotations

from wab.app.wargame.pictures import Odds, Result
from wab.content.zocbonds.tables import Result as Outcome
from wab.engine.text import N_
from wab.locale import _
from wab.systems.zocbonds.journal import RESULTS
from wab.systems.zocbonds.odds import NO_ROLL, place, preview
from wab.systems.zocbonds.orders import Attack
from wab.systems.zocbonds.results import effect_of
from wab.systems.zocbonds.state import State

BELOW = N_("below the table: A1 without a die")


def odds_of(state: State, order: Attack) -> Odds:
    """What an attack would come to (ZOC-10.2-1), for the board of odds: strengths, shifts, column (ZOC-UI-3)."""
    seen, columns = preview(state, order), state.board.tables.combat.columns
    start = max(0, min(place(state, seen.attack, seen.defence), len(columns) - 1))
    below = seen.column == NO_ROLL
    return Odds(
        f"{seen.attack} : {seen.defence}",
        columns,
        start,
        0 if below else list(columns).index(seen.column),  # type: ignore[arg-type]  # a column of the table
        _(BELOW) if below else seen.column,
        shifts=seen.shifts,
        results=tuple(_result(state, name, chance) for name, chance in seen.chances.items()),
        note=_strengths(seen.attack, seen.full_attack, seen.defence, seen.full_defence, seen.bonus),
        good_words=_("the defender goes back"),
        measure=_("steps that the defender loses"),
        clause="ZOC-T-CRT",
    )


def _result(state: State, name: Outcome, chance: float) -> Result:
    effect = effect_of(state.board.tables.combat, name)
    good = float(effect.retreat)
    return Result(name, chance, effect.attacker, effect.defender, good=good, words=name, title=_(RESULTS[name]))


def _strengths(attack: int, full_attack: int, defence: int, full_defence: int, bonus: int) -> str:
    """How the strengths come about: the limit of both sides, and what the ground adds (ZOC-10.4-1, ZOC-11.2-1)."""
    told = []
    if full_attack > attack:
        told.append(_("{count} attack, {most} of them count").format(count=full_attack, most=attack))
    if full_defence > defence:
        told.append(_("{count} defend, {most} of them count").format(count=full_defence, most=defence))
    if bonus:
        told.append(_("ground +{bonus}").format(bonus=bonus))
    return ", ".join(told)
