"""The chances of an attack in words and figures, over all that may lie face down in the hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from ai.omaha.outlook import attack_outlook, possible, worth
from wab.app.omaha.pages.records import SHORT
from wab.app.wargame.adapter.pictures import Odds, Result
from wab.content.omaha.tables import AttackResult
from wab.engine.words.text import N_
from wab.field.forecast import Forecast, Fought, Prospect
from wab.locale import _, ngettext
from wab.locale.numbers import percent
from wab.systems.omaha.combat.attack import assault
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State

RESULTS: Mapping[str, str] = {
    "X": N_("the Germans are beaten"),
    "XX": N_("the Germans are beaten, with their reserve"),
    "L": N_("disrupted, and the reserve is lost"),
    "D": N_("disrupted"),
    "V": N_("the reserve is turned over"),
    "DF": N_("disrupted; so are the attackers beside"),
    "F1": N_("the attackers beside are disrupted"),
    "F2": N_("a step lost, the attackers beside disrupted"),
}
"""The codes of the attack table in words."""


def results_of(state: State, order: od.Attack) -> dict[tuple[str, ...], float]:
    """Return the chance of each chain of results, first and second reading."""
    ways = attack_outlook(state, order)
    whole = sum(ways.values())
    return {codes: count / whole for codes, count in ways.items()} if whole else {}


def _last(state: State, codes: tuple[str, ...]) -> AttackResult:
    return state.board.tables.attack.results[codes[-1]]


def prospect_of(state: State, order: od.Attack) -> Prospect:
    """Return the results as ground won and losses; a reserve that is lost counts as half a German unit."""
    found: dict[Fought, float] = {}
    for codes, share in results_of(state, order).items():
        last = _last(state, codes)
        theirs = 1.0 if last.defeats else 0.5 if last.takes_marker else 0.0
        fought = Fought(last.defeats, float(last.attacker_steps), theirs)
        found[fought] = found.get(fought, 0.0) + share
    return found


def forecast_of(state: State, order: od.Attack) -> Forecast | None:
    """Return the forecast of a legal attack; None for a hex with no known Germans."""
    prospect = prospect_of(state, order)
    if not prospect:
        return None
    step = sum(share * result.ours for result, share in prospect.items())
    near = assault(state, order.target, order.units, order.naval).adjacent
    alone = {unit: step / len(near) for unit in near if state.units[unit].steps == 1}
    return Forecast(prospect, alone, exchanged=False)


def odds_of(state: State, order: od.Attack) -> Odds | None:
    """The chances as a board: each result with its name, the best first."""
    found = results_of(state, order)
    best = sorted(found, key=lambda codes: worth(_last(state, codes)), reverse=True)
    rows = tuple(
        Result("", found[codes], good=float(_last(state, codes).defeats), words=chain_words(codes)) for codes in best
    )
    made = assault(state, order.target, order.units, order.naval)
    final = ngettext("strength {count}", "strength {count}", made.strength).format(count=made.strength)
    told = _("over all that may lie there")
    return Odds("", (), 0, 0, final, results=rows, note=told, clause="OMA-T-ATTACK") if rows else None


def chain_words(codes: Sequence[str]) -> str:
    """A chain of results in words."""
    words = [_(RESULTS[code]) for code in codes]
    return "; ".join(words[-1:] if len(words) > 1 else words)


def strength_words(state: State, order: od.Attack) -> str:
    """Own strength, and the least and most that the Germans may have with their ground."""
    made = assault(state, order.target, order.units, order.naval)
    force = state.now.forces[order.target]
    units = [row.strength for row in possible(state, force.unit)]
    reserves = [0] if force.marker is None else [row.strength for row in possible(state, force.marker)]
    if not units or not reserves:
        return ""
    least, most = min(units) + min(reserves) + made.defence, max(units) + max(reserves) + made.defence
    against = str(least) if least == most else f"{least}–{most}"
    return _("Strength {ours} against {theirs}, ground {ground} included.").format(
        ours=made.strength, theirs=against, ground=made.defence
    )


def weapon_words(state: State, order: od.Attack) -> tuple[str, ...]:
    """The weapons at hand, and the weapons that the Germans ask for or may ask for, with their chance."""
    made = assault(state, order.target, order.units, order.naval)
    words = dict(SHORT)
    ours = ", ".join(f"{_(words[weapon])} ({weapon})" for weapon in sorted(made.weapons)) or _("none")
    lines = [_("Weapons at hand: {weapons}.").format(weapons=ours)]
    lines += _asked(state, order)
    return tuple(lines)


def _asked(state: State, order: od.Attack) -> Iterator[str]:
    force = state.now.forces[order.target]
    made = assault(state, order.target, order.units, order.naval)
    for counter, name in ((force.unit, _("The unit")), (force.marker, _("The reserve"))):
        ways = possible(state, counter) if counter is not None else {}
        whole = sum(ways.values())
        shares: dict[str, float] = {}
        for row, count in ways.items():
            for need in set(row.needs):
                shares[need] = shares.get(need, 0.0) + count / whole
        asked = sorted(shares.items(), key=lambda one: -one[1])
        words = dict(SHORT)
        there, lacking = (
            ", ".join(f"{_(words[need])} ({percent(share)})" for need, share in asked if (need in made.weapons) == held)
            for held in (True, False)
        )
        if there:
            told = _("{who} asks for: {weapons}. Lacking: {lacking}.") if lacking else _("{who} asks for: {weapons}.")
            yield told.format(who=name, weapons=there, lacking=lacking)
        elif lacking:
            yield _("{who} asks for what is lacking: {lacking}.").format(who=name, lacking=lacking)


def with_unit(order: od.Attack, unit: int) -> od.Attack:
    """The attack with a unit more, or without it."""
    return replace(order, units=tuple(sorted({*order.units} ^ {unit})))
