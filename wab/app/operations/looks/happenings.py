"""The look of events: their icon and kind in the journal, their acts in the replay, their place in the count.

Both sides see the replay of the other side's turn before they play, the first from turn 2 on (OPS-5.1-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wab.app.operations.looks.nations import nation
from wab.app.wargame.adapter.adapter import units_of
from wab.app.wargame.adapter.fights import odds_words
from wab.app.wargame.adapter.pictures import (
    STEP_SECONDS,
    Act,
    Appear,
    Follow,
    Glide,
    Gone,
    Overfly,
    Strength,
    Tally,
    Tell,
    Throw,
    Volley,
    Wipe,
)
from wab.app.wargame.adapter.typography import joined, number
from wab.content.normandy.miniatures import miniature_of
from wab.engine.kernel.events import Event, Rolled
from wab.locale import _
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state import events as ev

JOIN_PAUSE, RESULT_PAUSE = 0.55, 1.1
THROWN = ("combat", "bombardment")
"""The streams with visible dice; the results alone tell of the dice for aircraft, weather and losses."""
KINDS: Mapping[type[Event], str] = {
    **dict.fromkeys(
        (
            ev.SquadronFlew,
            ev.CombatJoined,
            ev.CombatResolved,
            ev.Bombarded,
            ev.LostHp,
            ev.Retreated,
            ev.Removed,
            ev.Advanced,
            Rolled,
        ),
        "combat",
    ),
    **dict.fromkeys(
        (ev.Moved, ev.Arrived, ev.Sighted, ev.SupplyJudged, ev.Reconstituted, ev.QualityChanged),
        "moves",
    ),
}
"""The filter of the journal for each kind of event; kinds that are not named here are about points."""
ICONS: Mapping[type[Event], str] = {
    ev.AirReadied: "plane",
    ev.FleetReadied: "ship",
    ev.SquadronFlew: "plane",
    ev.CombatJoined: "attack",
    ev.CombatResolved: "attack",
    ev.Bombarded: "bombard",
    ev.LostHp: "heart",
    ev.Retreated: "retreat",
    ev.Removed: "close",
    ev.Advanced: "move",
    ev.Moved: "move",
    ev.Arrived: "arrow_right",
    ev.Sighted: "eye",
    ev.SupplyJudged: "crate",
    ev.Scored: "flag",
    ev.GameEnded: "medal",
    ev.TurnBegan: "clock",
    ev.ImpulseBegan: "play",
    ev.ImpulseEnded: "front",
    Rolled: "die_6",
    ev.Reconstituted: "reform",
    ev.QualityChanged: "star",
}


def kind_of(event: Event) -> str:
    """Under which filter of the journal an event comes: dice for the weather are no combat."""
    if isinstance(event, Rolled) and event.stream == "weather":
        return "points"
    return KINDS.get(type(event), "points")


# ------------------------------------------------------------------------------------------------- replay


def acts_of(event: Event, view: OperationsView) -> Iterator[Act]:
    """Yield the acts by which the replay shows an event; `view` belongs to the side that looks on."""
    if isinstance(event, (ev.Moved, ev.Arrived, ev.TurnBegan, ev.ImpulseBegan)):
        yield Wipe()
    match event:
        case ev.Moved():
            yield Glide(event.units, event.path)
        case ev.Retreated():
            yield Glide((event.unit,), (event.origin, event.hex), STEP_SECONDS)
        case ev.Advanced():
            yield Follow(event.units, event.target, STEP_SECONDS)
        case ev.Arrived():
            yield Appear(event.unit, event.hex)
        case ev.CombatJoined():
            words = joined(_("Combat"), odds_words(event.final_ratio))
            yield Tell(event.target, words, JOIN_PAUSE, path=(event.main, event.target))
            yield Volley(_on_the_map((*event.attackers, *event.supports), view), event.target, event.main)
        case Rolled() if event.stream in THROWN:
            yield Throw(event.results)
        case ev.CombatResolved():
            yield _resolved(event)
        case ev.SquadronFlew():
            yield from _flew(event, view)
        case ev.Bombarded():
            yield Volley(_on_the_map(event.units, view), event.target)
            words = joined(_("Bombardment"), _("{hp} HP").format(hp=number(-event.hp)))
            yield Tell(event.target, words, RESULT_PAUSE * 0.8)
        case ev.Reconstituted():
            yield Strength(event.unit, event.hp)
        case ev.LostHp():
            yield Strength(event.unit, -event.hp)
        case ev.Removed():
            yield Gone(event.unit)


def _resolved(event: ev.CombatResolved) -> Tell:
    losses = _("the attacker loses {ours}, the defender {theirs}")
    if event.retreat:
        losses = _("the attacker loses {ours}, the defender {theirs} and falls back")
    words = joined(
        odds_words(event.ratio), losses.format(ours=number(event.attacker_hp), theirs=number(event.defender_hp))
    )
    return Tell(event.target, words, RESULT_PAUSE, flash=False, path=())


def _on_the_map(units: Iterable[int], view: OperationsView) -> tuple[int, ...]:
    """Return the units that fire from a hex: aircraft are shown when they fly."""
    return tuple(unit for unit in units if unit not in view.board.squadrons)


def _flew(event: ev.SquadronFlew, view: OperationsView) -> Iterator[Act]:
    profile = view.board.squadrons.get(event.squadron)
    name = profile.name if profile is not None else _("Aircraft")
    outcome = _("driven off") if event.aborted else _("{points} points").format(points=event.points)
    yield Tell(event.target, joined(name, outcome), JOIN_PAUSE)
    figure = miniature_of(profile.nation, profile.symbol) if profile is not None else ""
    if figure and profile is not None:
        yield Overfly(figure, nation(profile.nation).body, event.target, not event.aborted)


def symbols_of(event: Event, view: OperationsView) -> Iterator[str]:
    """The symbols of the units that an event is about, as far as the side knows what they are: by them it is heard."""
    units = set(units_of(event))
    match event:
        case ev.CombatJoined():
            units |= {*event.attackers, *event.supports}
        case ev.SquadronFlew():
            units.add(event.squadron)
    roster, squadrons = view.position.roster, view.board.squadrons
    for unit in sorted(units):
        if unit in squadrons:
            yield squadrons[unit].symbol
        elif unit in roster and roster[unit].level != "detected":
            yield roster[unit].symbol


def count(tally: Tally, event: Event, view: OperationsView) -> None:
    """Add an event to what the replay has shown."""
    roster = view.position.roster
    match event:
        case ev.Moved():
            tally.moves += 1
        case ev.CombatJoined():
            tally.attacks += 1
        case ev.Bombarded():
            tally.bombardments += 1
        case ev.LostHp() if event.unit in roster:
            _add(tally.lost, roster[event.unit].side, event.hp)
        case ev.Removed() if event.unit in roster:
            _add(tally.gone, roster[event.unit].side, 1)
            _add(tally.lost, roster[event.unit].side, event.hp)
        case ev.Scored():
            _add(tally.points, event.side, event.points)


def _add(totals: dict[str, int], side: str, amount: int) -> None:
    totals[side] = totals.get(side, 0) + amount
