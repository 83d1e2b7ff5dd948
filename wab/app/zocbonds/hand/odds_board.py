"""An attack weighed for the board of odds: strengths, every shift with its clause, the column, what may come of it."""

from __future__ import annotations

from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.adapter.typography import joined
from wab.content.zocbonds.tables import Result as Outcome
from wab.engine.words.text import N_
from wab.locale import _, ngettext
from wab.systems.zocbonds.combat.odds import NO_ROLL, place, preview
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling.journal import RESULTS

BELOW = N_("below the table: A1 without a die")


def odds_of(state: State, order: Attack) -> Odds:
    """Return the expected odds of an attack (ZOC-10.2-1): strengths, shifts, column (ZOC-UI-3)."""
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
    words = in_short(state, name)
    return Result(name, chance, effect.attacker, effect.defender, good=good, words=words, title=_(RESULTS[name]))


def in_short(state: State, name: Outcome) -> str:
    """Return the least effect of a result: steps of both sides, hexes of retreat (ZOC-12.1-1)."""
    table = state.board.tables.combat
    effect, far = effect_of(table, name), name in SHATTERING
    told = [_("attacker −{count}").format(count=effect.attacker)] if effect.attacker else []
    if effect.defender:
        told.append(_("defender −{count}").format(count=effect.defender))
    if effect.retreat:
        hexes = table.retreat.far if far else table.retreat.near
        told.append(ngettext("back {count} hex", "back {count} hexes", hexes).format(count=hexes))
    return joined(*told) or _("no effect")


def _strengths(attack: int, full_attack: int, defence: int, full_defence: int, bonus: int) -> str:
    """Explain the strengths: the limit of both sides, the bonus of the ground (ZOC-10.4-1, ZOC-11.2-1)."""
    told = []
    if full_attack > attack:
        told.append(_("{count} attack, {most} of them count").format(count=full_attack, most=attack))
    if full_defence > defence:
        told.append(_("{count} defend, {most} of them count").format(count=full_defence, most=defence))
    if bonus:
        told.append(_("ground +{bonus}").format(bonus=bonus))
    return ", ".join(told)
