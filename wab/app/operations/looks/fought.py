"""A combat after it was fought, in words: the dice and their result on the table, losses by unit, ground, luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from wab.app.operations.looks.presenter import counter, hex_title
from wab.app.wargame.adapter import fights
from wab.app.wargame.adapter.outcome import Chain, Link, Outcome, Toll, totals
from wab.app.wargame.adapter.pictures import Tone
from wab.app.wargame.adapter.typography import number, signed, typographic
from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import Text, listed
from wab.field.forecast import Fought, headline
from wab.locale import _, ngettext
from wab.systems.operations.combat.combat import STREAM
from wab.systems.operations.combat.forecast import prospect_of, result_of
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.names import unit_noun
from wab.systems.operations.state.state import Unit
from wab.systems.operations.telling.journal import describe

E = TypeVar("E", bound=Event)


def outcome_of(view: OperationsView, before: OperationsView, events: Sequence[Event]) -> Outcome | None:
    """A combat as the side saw it; None if only commanders were captured. `before` is its view before it."""
    joined, resolved = next(_all(events, ev.CombatJoined), None), next(_all(events, ev.CombatResolved), None)
    if joined is None or resolved is None:
        return None
    attacked = _side(view, before, joined.attackers[0]) == view.side
    result, prospect = result_of(before.position, joined, resolved), prospect_of(before.position, joined)
    tolls = tuple(_tolls(view, before, joined, events))
    gone = {event.unit for event in _all(events, ev.Removed)}
    ours = joined.attackers if attacked else joined.defenders
    attackers_lost = not gone.isdisjoint(joined.attackers)
    return Outcome(
        place=hex_title(view, joined.target),
        hexes=(joined.target, joined.main),
        attacked=attacked,
        headline=headline(result, unit_lost=attackers_lost),
        unit_lost=not gone.isdisjoint(ours),
        sentence=" ".join(_sentences(view, joined, events, attacked=attacked, won=result.won)),
        chains=(_chain(joined, result, events, attacked=attacked),),
        tolls=tolls,
        ground=tuple(_ground(view, joined, events, attacked=attacked, won=result.won)),
        luck=fights.luck(prospect, result, attacked=attacked, average=_average),
        first=joined,
    )


def _average(ours: str, theirs: str) -> str:
    """The losses of such an attack on average."""
    return _("On average such an attack costs {ours} points for {theirs}.").format(ours=ours, theirs=theirs)


def _side(view: OperationsView, before: OperationsView, unit: int) -> str:
    """The side of a unit as far as it is known, "" if it is not."""
    profile = before.position.roster.get(unit) or view.position.roster.get(unit)
    return profile.side if profile is not None else ""


def _all(events: Iterable[Event], kind: type[E]) -> Iterator[E]:
    return (event for event in events if isinstance(event, kind))


# ------------------------------------------------------------------------------------------------- sentences


def _sentences(
    view: OperationsView, joined: ev.CombatJoined, events: Sequence[Event], *, attacked: bool, won: bool
) -> Iterator[str]:
    """The attack and its end, the losses of both sides, the units that are gone."""
    yield fights.opening(joined.final_ratio, attacked=attacked, won=won)
    lost = totals([(event.unit, event.hp) for event in _all(events, ev.LostHp)])
    attackers = sum(hp for unit, hp in lost.items() if unit in joined.attackers)
    defenders = sum(hp for unit, hp in lost.items() if unit not in joined.attackers)
    ours, theirs = (attackers, defenders) if attacked else (defenders, attackers)
    words = _("We lose {ours}, the enemy {theirs}.")
    yield words.format(ours=_points(ours), theirs=_points(theirs))
    for event in _all(events, ev.Removed):
        yield typographic(str(describe(view.position, event)))


def _points(count: int) -> str:
    return ngettext("{count} hit point", "{count} hit points", count).format(count=count) if count else _("nothing")


def _chain(joined: ev.CombatJoined, result: Fought, events: Sequence[Event], *, attacked: bool) -> Chain:
    rolled = next((event for event in _all(events, Rolled) if event.stream == STREAM), None)
    modifier = int(sum(shift.value for shift in joined.lines))
    links = []
    if rolled is not None:
        total = _("total {total}").format(total=rolled.total)
        note = f"{total} {signed(modifier)}" if modifier else total
        links.append(Link(_("Dice"), note=note, dice=tuple(rolled.results)))
    links.append(Link(_("Odds"), joined.final_ratio, _("after shifts")))
    ours, theirs = (result.ours, result.theirs) if attacked else (result.theirs, result.ours)
    tone: Tone = "bad" if ours > theirs else "good"
    links.append(Link(_("Table"), f"{number(-ours)} : {number(-theirs)}", _("us : them"), tone=tone))
    return Chain(_("How it came about"), tuple(links))


# ------------------------------------------------------------------------------------------------- losses


def _tolls(
    view: OperationsView, before: OperationsView, joined: ev.CombatJoined, events: Sequence[Event]
) -> Iterator[Toll]:
    """The units of both sides, ours first, then unknown units that were seen to lose."""
    lost = totals([(event.unit, event.hp) for event in _all(events, ev.LostHp)])
    gone = {event.unit: event for event in _all(events, ev.Removed)}
    known = [unit for unit in (*joined.attackers, *joined.defenders) if unit in before.position.units or unit in lost]
    others = [unit for unit in lost if unit not in known]
    units = dict.fromkeys((*known, *others))
    for unit in sorted(units, key=lambda unit: _side(view, before, unit) != view.side):
        yield _toll(view, before, unit, lost.get(unit, 0), gone.get(unit))


def _toll(view: OperationsView, before: OperationsView, unit: int, lost: int, gone: ev.Removed | None) -> Toll:
    had, roster = before.position.units.get(unit), before.position.roster
    profile = roster.get(unit) or view.position.roster.get(unit)
    name = typographic(str(unit_noun(view.position, unit)))
    ours = _side(view, before, unit) == view.side
    words = _("no loss")
    if gone is not None:
        words = _("destroyed") if gone.cause == "destroyed" else _("surrendered")
    elif lost:
        words = _("{hp} HP").format(hp=number(-lost))
    if had is None or profile is None or profile.level != "identified":
        return Toll(name, words, ours)
    after = 0 if gone is not None else max(0, had.hp - lost)
    note = _("{after} of {full} left").format(after=after, full=profile.hp)
    shown = counter(before, Unit(unit, had.hex, had.hp))
    return Toll(name, words, ours, had.hp, after, profile.hp, shown, "" if after in (0, had.hp) else note)


# ------------------------------------------------------------------------------------------------- ground


def _ground(
    view: OperationsView, joined: ev.CombatJoined, events: Sequence[Event], *, attacked: bool, won: bool
) -> Iterator[str]:
    if not won:
        yield fights.kept(attacked=attacked)
        return
    goals = list(dict.fromkeys(event.hex for event in _all(events, ev.Retreated)))
    if goals:
        words = _("The enemy falls back: {place}.") if attacked else _("We fall back: {place}.")
        yield words.format(place=", ".join(hex_title(view, goal) for goal in goals))
    if any(event.cause == "surrendered" for event in _all(events, ev.Removed)):
        yield _("He has no way back and surrenders.") if attacked else _("We have no way back and surrender.")
    offered = next(_all(events, ev.AdvanceOffered), None)
    if offered is not None and attacked:
        units = listed([unit_noun(view.position, unit) for unit in offered.units], whole=True)
        yield typographic(str(Text("{units:The} may advance.", {"units": units})))
    elif won and attacked:
        yield _("The hex is empty; no unit can advance.")
