"""The records of both sides in one list (ZOC-UI-1, ZOC-UI-2): supply, replacements, means, beaches, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wab.app.wargame.adapter.pictures import Record
from wab.app.wargame.adapter.typography import signed
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.zocbonds.ground import weather
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.state import Mulberry, State
from wab.systems.zocbonds.telling.journal import SKIES, TRACKS
from wab.systems.zocbonds.units import cadres

KINDS: Mapping[str, str] = {
    "german_infantry": N_("German infantry"),
    "german_armour": N_("German armour"),
    "german_tiger": N_("German armour, Tigers too"),
    "us_infantry": N_("US infantry"),
    "us_armour": N_("US armour"),
    "us_airborne": N_("US airborne"),
    "british_infantry": N_("British infantry"),
    "canadian_infantry": N_("Canadian infantry"),
    "british_armour": N_("British armour"),
    "british_airborne": N_("British airborne"),
}
LOW = "german_low/"
NAMES: Mapping[str, str] = {**TRACKS, "axis": N_("Germans")}


def kind_name(track: str) -> str:
    """A track of replacements in words."""
    if track.startswith(LOW):
        return _("German infantry, quality {most} at most").format(most=track.removeprefix(LOW))
    return _(KINDS[track]) if track in KINDS else track


def records(state: State) -> tuple[Record, ...]:
    """All of them, section by section."""
    return (*_day(state), *_supply(state), *_replacements(state), *_allied(state), *_victory(state))


def _day(state: State) -> Iterator[Record]:
    yield Record(_("Weather"))
    yield Record(_("Today"), _(SKIES[state.sky]), "ZOC-4.1-4")
    yield Record(_("Next weather die"), signed(weather.carry_over(state)), "ZOC-4.1-2")
    yield Record(_("Storms so far"), str(state.now.storms), "ZOC-28.4-1")


def _supply(state: State) -> Iterator[Record]:
    yield Record(_("Supply points"))
    most = state.board.tables.markers.most_supply
    for track, points in sorted(state.now.supply.items()):
        yield Record(_(TRACKS[track]), str(points), "ZOC-5.1-1", points, most)


def _replacements(state: State) -> Iterator[Record]:
    held = {track: count for track, count in sorted(state.now.replacements.items()) if count}
    if held:
        yield Record(_("Replacements"))
    for track, count in held.items():
        yield Record(kind_name(track), str(count), "ZOC-6.2-1", count, state.board.tables.markers.most_replacements)


def _allied(state: State) -> Iterator[Record]:
    now = state.now
    yield Record(_("Means of the turn"))
    for army in ARMIES:
        told = _("air {air}, ships {ships}, reinforcement points {points}").format(
            air=now.air.get(army, 0), ships=now.ships.get(army, 0), points=now.points.get(army, 0)
        )
        yield Record(_(TRACKS[army]), told, "ZOC-19.1.1-1")
    for maker, count in sorted(now.works_left.items()):
        yield Record(_("Positions to begin: {maker}").format(maker=_(NAMES[maker])), str(count), "ZOC-16.1-2")
    for army in ARMIES:
        if (mulberry := now.mulberries.get(army)) is not None:
            yield Record(f"Mulberry, {_(TRACKS[army])}", _harbour(mulberry), "ZOC-21.1-1")
    for beach, landed in sorted(now.beached.items()):
        yield Record(_("Landed: {place}").format(place=beach.capitalize()), str(landed), "ZOC-6.5.2-5")


def _harbour(mulberry: Mulberry) -> str:
    if mulberry.destroyed:
        return _("destroyed")
    return _("finished") if mulberry.done else _("finished on turn {turn}").format(turn=mulberry.ready)


def _victory(state: State) -> Iterator[Record]:
    least, limits = victory.to_win(state.board), state.board.tables.points.automatic
    yield Record(_("Victory"))
    if least is not None:
        yield Record(_("Net points, and to win"), f"{victory.net(state)} / {least}", "ZOC-24.3-5")
    else:
        if state.board.lesson is not None:
            held, wanted = len(victory.points(state)), state.board.lesson.wanted
            yield Record(_("Goals held, and to win"), f"{held} / {wanted}", "ZOC-23.2-4")
        return
    for army in ARMIES:
        label = _("Big units to defeat: {army}").format(army=_(TRACKS[army]))
        yield Record(label, str(cadres.to_defeat(state, army)), "ZOC-17.9-6")
    yield Record(_("Beaches and harbours closed"), f"{victory.closed(state)} / {limits.closed}", "ZOC-23.3-1")
    won = sum(victory.objectives(state).values())
    yield Record(_("Of Saint-Lô, Caen, Cherbourg"), f"{won} / {limits.objectives}", "ZOC-23.2-2")
