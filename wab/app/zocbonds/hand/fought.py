"""A combat after it was fought, in words: codes by viewer, the stand of the defender, losses by unit, ground, luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from wab.app.wargame.adapter import fights
from wab.app.wargame.adapter.outcome import Chain, Link, Outcome, Toll
from wab.app.wargame.adapter.pictures import Tone
from wab.app.wargame.adapter.typography import signed, typographic
from wab.app.zocbonds.looks.looks import counter, place_title, unit_name
from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Text
from wab.field.forecast import Fought, headline
from wab.locale import _, ngettext
from wab.locale.typography import headed
from wab.systems.zocbonds.combat.forecast import prospect_of
from wab.systems.zocbonds.combat.results import effect_of
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.names import unit_noun
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import Fight
from wab.systems.zocbonds.telling.journal import told

E = TypeVar("E", bound=Event)

ATTACKING: Mapping[str, str] = {
    "NE": N_("Nothing happens."),
    "A1": N_("We lose a step."),
    "EX": N_("Both lose a step."),
    "DR": N_("He must go back two hexes."),
    "D1": N_("He loses a step and must go back two hexes."),
    "A1/DR": N_("We lose a step; he must go back two hexes."),
    "A1/D1": N_("Both lose a step; he must go back two hexes."),
    "A1/D2": N_("We lose one step, he loses two and goes back four hexes."),
    "DH": N_("He is shattered and goes back four hexes."),
}
"""Results of the combat table for the attacker."""
DEFENDING: Mapping[str, str] = {
    "NE": N_("Nothing happens."),
    "A1": N_("He loses a step."),
    "EX": N_("Both lose a step."),
    "DR": N_("We must go back two hexes."),
    "D1": N_("We lose a step and must go back two hexes."),
    "A1/DR": N_("He loses a step; we must go back two hexes."),
    "A1/D1": N_("Both lose a step; we must go back two hexes."),
    "A1/D2": N_("He loses one step, we lose two and go back four hexes."),
    "DH": N_("We are shattered and go back four hexes."),
}
"""Results of the combat table for the defender."""
SHORT: Mapping[str, str] = {
    "costs": N_("lead −1"),
    "exchange": N_("both −1"),
    "hurts": N_("attacker −1"),
}
"""Losses in a stand by the word of its cell."""
LANDING: Mapping[str, str] = {
    "A1 again": N_("a step lost, and the assault is rolled again"),
    "A2/D1": N_("two steps lost, the defence broken"),
    "EX": N_("each side loses a step"),
    "A1/D1": N_("a step lost, the defence broken"),
    "D1": N_("the defence broken without a loss"),
}
"""Results of the assault on a beach in words (ZOC-20.3.2-1)."""


def outcome_of(state: State, before: State, side: str, events: Sequence[Event]) -> Outcome | None:
    """A combat as a side saw it; `before` is the position before its declaration. None before its die."""
    declared, rolled = next(_all(events, ev.AttackDeclared), None), next(_all(events, ev.CombatRolled), None)
    if declared is None or rolled is None:
        return None
    fight, attacked = declared.fight, declared.fight.side == side
    left = _left(before, fight, events)
    result = _result(before, fight, left, events)
    gone = {unit for unit, steps in left.items() if not steps}
    ours = fight.units if attacked else fight.defenders
    stand = next(_all(events, ev.DefenceRolled), None)
    chains = (_chain(before, rolled, attacked=attacked), *((_stand_chain(before, stand),) if stand is not None else ()))
    return Outcome(
        place=place_title(state.board, fight.target),
        hexes=(fight.target, *dict.fromkeys(fight.origins)),
        attacked=attacked,
        headline=headline(result, unit_lost=not gone.isdisjoint(fight.units)),
        unit_lost=not gone.isdisjoint(ours),
        sentence=" ".join(_sentences(before, rolled, stand, events, attacked=attacked, won=result.won)),
        chains=chains,
        tolls=tuple(_tolls(before, fight, left, side)),
        ground=tuple(_ground(state, before, rolled, events, attacked=attacked, won=result.won)),
        luck=fights.luck(prospect_of(before, fight, rolled.column), result, attacked=attacked, average=_average),
        first=rolled,
    )


def _average(ours: str, theirs: str) -> str:
    """The losses of such an attack on average."""
    return _("On average such an attack costs {ours} steps for {theirs}.").format(ours=ours, theirs=theirs)


def _all(events: Iterable[Event], kind: type[E]) -> Iterator[E]:
    return (event for event in events if isinstance(event, kind))


def _left(before: State, fight: Fight, events: Sequence[Event]) -> dict[int, int]:
    """The steps that each unit of the combat has left."""
    left = {unit: before.units[unit].steps for unit in (*fight.units, *fight.defenders)}
    for event in events:
        if isinstance(event, ev.StepLost) and event.unit in left:
            left[event.unit] = event.steps
        elif isinstance(event, ev.Eliminated) and event.unit in left:
            left[event.unit] = 0
    return left


def _result(before: State, fight: Fight, left: Mapping[int, int], events: Sequence[Event]) -> Fought:
    """The result that the combat had: the ground is won once every defender has left it."""
    back = {unit for event in _all(events, ev.Retreated) for unit in event.units}
    won = all(not left[unit] or unit in back for unit in fight.defenders)
    ours, theirs = (
        sum(before.units[unit].steps - left[unit] for unit in units) for units in (fight.units, fight.defenders)
    )
    return Fought(won, ours, theirs)


# ------------------------------------------------------------------------------------------------- words


def code_words(code: str, *, attacked: bool) -> str:
    """A result of the combat table in a sentence, for the attacker or the defender."""
    return _((ATTACKING if attacked else DEFENDING)[code])


def landing_words(code: str) -> str:
    """A result of the assault on a beach with its meaning."""
    return headed(code.removesuffix(" again"), _(LANDING[code])) if code in LANDING else code


def _sentences(
    before: State, rolled: ev.CombatRolled, stand: ev.DefenceRolled | None, events: Sequence[Event],
    *, attacked: bool, won: bool,
) -> Iterator[str]:  # fmt: skip
    """The attack and its end, the meaning of the code, the stand, the units that are gone."""
    yield fights.opening(rolled.column or rolled.result, attacked=attacked, won=won)
    told_code = code_words(rolled.result, attacked=attacked)
    yield typographic(headed(rolled.result, told_code))
    gone = [event.unit for event in _all(events, ev.Eliminated)]
    if stand is not None and "holds" in stand.cell.split() and stand.lead in gone:
        words = N_("{unit:The} {unit:|holds|hold} the hex to the last step.")
        yield typographic(str(Text(words, {"unit": unit_noun(before, stand.lead)})))
    elif stand is not None:
        holds = "holds" in stand.cell.split()
        words = N_("{unit:The} {unit:|holds|hold}: the retreat is off.") if holds else N_(
            "{unit:The} {unit:|tries|try} to stand and {unit:|gives|give} way."
        )  # fmt: skip
        yield typographic(str(Text(words, {"unit": unit_noun(before, stand.lead)})))
    for event in _all(events, ev.Eliminated):
        if (sentence := told(before, event)) is not None:
            yield typographic(str(sentence))


def _chain(before: State, rolled: ev.CombatRolled, *, attacked: bool) -> Chain:
    effect = effect_of(before.board.tables.combat, rolled.result)  # type: ignore[arg-type]  # a result of the table
    tone: Tone = "warn" if effect.retreat else "text"
    losses = (effect.attacker, effect.defender) if attacked else (effect.defender, effect.attacker)
    links = [
        Link(_("Odds"), rolled.column or _("below"), _("after shifts")),
        Link(_("Table"), rolled.result, _short(*losses), tone=tone),
    ]
    if rolled.rolled:
        links.insert(0, Link(_("Die"), dice=(rolled.rolled,), note=_("of one die")))
    return Chain(_("Combat") + f" · {rolled.result}", tuple(links))


def _short(ours: int, theirs: int) -> str:
    """The least losses of both sides in figures."""
    return _("us {ours}, them {theirs}").format(ours=signed(-ours), theirs=signed(-theirs))


def _stand_chain(before: State, stand: ev.DefenceRolled) -> Chain:
    """The determined defence: the die, its modifiers with their causes, and the cell of its table."""
    label = before.board.roster[stand.lead].label
    total = int(sum(one.value for one in stand.modifiers))
    causes = [typographic(str(one.text)) for one in stand.modifiers if one.value]
    holds = "holds" in stand.cell.split()
    cell = next((_(SHORT[word]) for word in stand.cell.split() if word in SHORT), "")
    links = (
        Link(_("Die"), dice=(stand.rolled,), note=_("led by {unit}").format(unit=label)),
        Link(_("Added"), signed(total), ", ".join(causes) or _("nothing")),
        Link(_("Table"), _("holds") if holds else _("gives way"), cell, tone="warn" if holds else "text"),
    )
    return Chain(_("Determined defence"), links)


def _tolls(before: State, fight: Fight, left: Mapping[int, int], side: str) -> Iterator[Toll]:
    """The units of both sides, ours first; units that lost most first."""
    units = (*fight.units, *fight.defenders)
    lost = {unit: before.units[unit].steps - left[unit] for unit in units}
    for unit in sorted(units, key=lambda unit: (before.side_of(unit) != side, -lost[unit])):
        fares, profile = before.units[unit], before.board.roster[unit]
        words = _("no loss")
        if not left[unit]:
            words = _("destroyed")
        elif lost[unit]:
            words = ngettext("−{count} step", "−{count} steps", lost[unit]).format(count=lost[unit])
        note = _("{after} of {full} left").format(after=left[unit], full=profile.steps)
        yield Toll(
            unit_name(profile),
            words,
            before.side_of(unit) == side,
            fares.steps,
            left[unit],
            profile.steps,
            counter(before, fares, stack=0, selected=False, acted=False),
            note if lost[unit] and left[unit] else "",
        )


def _ground(
    state: State, before: State, rolled: ev.CombatRolled, events: Sequence[Event], *, attacked: bool, won: bool
) -> Iterator[str]:
    changed = [event.fight for event in _all(events, ev.FightChanged) if event.fight is not None]
    fight = changed[-1] if changed else rolled.fight
    if not won:
        yield fights.kept(attacked=attacked)
        return
    goals = dict.fromkeys(event.path[-1] for event in _all(events, ev.Retreated))
    if goals:
        words = _("The enemy falls back: {place}.") if attacked else _("We fall back: {place}.")
        yield words.format(place=", ".join(place_title(state.board, goal) for goal in goals))
    elif not attacked:
        yield _("The hex is lost.")
    if attacked and fight.advance:
        words = ngettext("We may advance {count} hex.", "We may advance {count} hexes.", fight.advance)
        yield words.format(count=fight.advance)
