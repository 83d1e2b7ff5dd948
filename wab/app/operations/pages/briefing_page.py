"""The page before a battle: dates, forces, objectives with their points, rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from wab.app.operations.looks import texts
from wab.app.operations.looks.nations import place_title
from wab.app.pages.fronts import BriefingPage, Card, Row, Rule, SideCard, Table
from wab.app.wargame.adapter.typography import joined, number, typographic, words
from wab.content.hexmap import HexMap
from wab.content.operations.shapes import NO_LIMIT, ImmediateVictory, ObjectiveData, ScenarioFile, Switches
from wab.engine.words.text import N_
from wab.locale import _, ngettext
from wab.systems.operations.state.board import SIDES

KINDS = {"campaign": N_("Campaign lesson"), "advanced": N_("Advanced scenario"), "battle": N_("Battle")}
_NONE = "–"
MOST_NAMED = 4
_WEATHER = {"fixed": N_("as given"), "historical": N_("historical"), "random": N_("random")}


def card(scenario: ScenarioFile) -> Card:
    """The scenario in the list."""
    units = sum(len(forces.setup) + len(forces.reinforcements) for forces in (scenario.allied, scenario.axis))
    size = ngettext("{count} unit", "{count} units", units).format(count=units)
    turns = ngettext("{count} turn", "{count} turns", len(scenario.weather_by_turn)).format(
        count=len(scenario.weather_by_turn)
    )
    return Card(date_range(scenario), joined(size, turns), scenario.minutes)


def date_range(scenario: ScenarioFile) -> str:
    """From the first to the last day, the month and year said once where they are the same."""
    first, last = scenario.dates[0], scenario.dates[-1]
    if first == last:
        return texts.day(first)
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    if (start.year, start.month) == (end.year, end.month):
        return _("{first} to {last}").format(first=texts.day(first).partition(" ")[0], last=texts.day(last))
    return _("{first} to {last}").format(first=texts.day(first).rpartition(" ")[0], last=texts.day(last))


def briefing_page(scenario: ScenarioFile, hexmap: HexMap) -> BriefingPage:
    """The whole page."""
    told = typographic(words(by_language(scenario.briefing)))
    return BriefingPage(
        title=typographic(words(by_language(scenario.title))),
        dates=date_range(scenario),
        kind=_(KINDS[scenario.kind]),
        paragraphs=tuple(part.strip() for part in told.split("\n") if part.strip()),
        teaches=typographic(words(by_language(scenario.teaches))),
        objectives=objectives_table(scenario, hexmap),
        rules=tuple(rules(scenario.rules)),
        sides=tuple(side_card(scenario, side) for side in _in_order(scenario)),
    )


def _in_order(scenario: ScenarioFile) -> list[str]:
    """Return the side first for which the scenario is a lesson of its campaign, then the side that moves first."""
    return sorted(SIDES, key=lambda side: (side not in scenario.campaigns, side != scenario.first_player))


def by_language(words: Mapping[Any, str]) -> dict[str, str]:
    """Texts of a data file by plain language codes."""
    return {str(code): text for code, text in words.items()}


def side_card(scenario: ScenarioFile, side: str) -> SideCard:
    """Return the card of a side's forces."""
    forces = getattr(scenario, side)
    count, coming = len(forces.setup), len(forces.reinforcements)
    units = ngettext("{count} unit", "{count} units", count).format(count=count)
    arrivals = _("{count} to come").format(count=coming) if coming else ""
    points = _("{points} activation points a turn").format(points=getattr(scenario.activation_points, side))
    lines = [joined(units, arrivals), points]
    if side == scenario.first_player:
        lines.append(_("Moves first"))
    return SideCard(side, texts.side_name(side), tuple(lines))


def rules(switches: Switches) -> list[Rule]:
    """The rules that a scenario can switch on."""
    rebuilding = switches.reconstitution_allied or switches.reconstitution_axis
    weather = _(_WEATHER[switches.weather])
    return [
        Rule(_("Fog of war"), switches.fog),
        Rule(_("Supply"), switches.supply),
        Rule(_("Fatigue"), switches.fatigue),
        Rule(_("Weather"), True, weather),
        Rule(_("Aircraft"), switches.air, _("with heavy bombers") if switches.air and switches.heavy_bombers else ""),
        Rule(_("Ships"), switches.naval),
        Rule(_("Commanders"), switches.commanders),
        Rule(_("Reconstitution"), rebuilding),
    ]


# ------------------------------------------------------------------------------------------------- points


def objectives_table(scenario: ScenarioFile, hexmap: HexMap) -> Table:
    """Every objective, and below the table everything else that decides the battle."""
    ordered = sorted(scenario.objectives, key=lambda objective: not objective.main)
    heads = ("", _("held by"), _("each turn"), _("at the end"), _("counts for"))
    return Table(_("Objectives"), heads, tuple(_objective(entry) for entry in ordered), tuple(notes(scenario, hexmap)))


def _objective(entry: ObjectiveData) -> Row:
    counts = _("both") if entry.scores_for == "both" else texts.side_name(entry.scores_for)
    figures = (str(entry.per_turn or _NONE), str(entry.at_end or _NONE))
    return Row(
        (
            typographic(words(by_language(entry.name))),
            texts.side_name(entry.held_by),
            *figures,
            counts,
        ),
        entry.held_by,
        entry.main,
    )


def notes(scenario: ScenarioFile, hexmap: HexMap) -> list[str]:
    """Immediate victory, points for losses, handicap, margins: a sentence each."""
    victory, found = scenario.victory, list(_worth_most(scenario))
    found += [_immediate(entry, hexmap) for entry in victory.immediate]
    allied, axis = victory.points_per_hp.allied, victory.points_per_hp.axis
    found.append(_("For each HP that the enemy loses: Allies {allied}, Axis {axis}.").format(allied=allied, axis=axis))
    for side in SIDES:
        if points := getattr(victory.handicap, side):
            found.append(_("Handicap at the end: {side} {points}.").format(points=points, side=texts.side_name(side)))
    margins = victory.margins
    levels = _(
        "Ahead by up to {draw}: draw; up to {marginal}: marginal victory; up to {tactical}: tactical; more: decisive."
    )
    found.append(levels.format(draw=margins.draw, marginal=margins.marginal, tactical=margins.tactical))
    return found


def _worth_most(scenario: ScenarioFile) -> Iterator[str]:
    """Return the objectives that earn most: a player who overlooks them has a hard time (OPS-9.2.2-6)."""
    turns = len(scenario.weather_by_turn)
    worth = [(entry.per_turn * turns + entry.at_end, entry.name) for entry in scenario.objectives]
    best = sorted((found for found in worth if found[0]), key=lambda found: -found[0])[:MOST_NAMED]
    if not best:
        return
    names = [
        _("{place} ({points})").format(place=typographic(words(by_language(name))), points=number(points))
        for points, name in best
    ]
    yield _("Worth most, held from first to last: {places}.").format(places=", ".join(names))


def _immediate(entry: ImmediateVictory, hexmap: HexMap) -> str:
    names = [place_title(hexmap.name(hex_)) or hexmap.grid.label(hex_) for hex_ in entry.hexes]
    where = (_(" or ") if entry.any else _(" and ")).join(names)
    message = (
        _("{side} win at once: {places} occupied at the end of a turn.")
        if entry.end_of_turn
        else _("{side} win at once: {places} occupied.")
    )
    told = message.format(side=texts.side_name(entry.side), places=where)
    limits = _limits(entry)
    if not limits:
        return told
    return _("{sentence} Only {conditions}.").format(sentence=told, conditions=", ".join(limits))


def _limits(entry: ImmediateVictory) -> list[str]:
    """Return the further conditions of an immediate victory: supply, some turns (OPS-9.1-3)."""
    limits = [_("by units in supply")] if entry.supplied else []
    if entry.first_turn > 1:
        limits.append(_("from turn {turn} on").format(turn=entry.first_turn))
    if entry.last_turn < NO_LIMIT:
        limits.append(_("up to turn {turn}").format(turn=entry.last_turn))
    return limits
