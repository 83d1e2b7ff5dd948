"""The after-action report: a battle verdict first, then its charts, its luck, the diary, and its journal by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from wab.app.play.diary import prose, turns_of
from wab.app.report.charts import Drawn, curves, histogram
from wab.app.report.paper import Block, Heading, Items, Paragraph, Photo, Picture, Table
from wab.app.report.story import Story, told_in_part
from wab.app.report.words import fate_in_words, in_language, name_of, told_outcome, told_undo, verdict_in_words
from wab.app.requests import scenario_info
from wab.engine.history.course import Chart, Curve
from wab.engine.history.luck import Dice, Luck, dice_of
from wab.engine.kernel.values import side_of
from wab.locale import _, ngettext
from wab.locale.numbers import fixed, number
from wab.locale.typography import headed
from wab.systems import get_system

_SIDES = ("#1f5f96", "#a32f24", "#4d7a3a", "#7a5195")
_OTHERS = (("#4d7a3a", ""), ("#2c2a26", "6 4"))
"""Colours of sides; colours and dashes of curves that are no side's."""
_BARS, _FEWEST, _MOST, _MOST_BARS = "#6f7f57", 6, 6, 20
"""Colour of dice; a histogram is drawn of at least so many dice, of at most so many purposes, with so many bars."""


def blocks(story: Story, maps: Sequence[Photo] = (), why_no_maps: str = "") -> tuple[Block, ...]:
    """The report, in the language of the reader, with its maps or the reason why it has none."""
    album = _album(maps, why_no_maps)
    told = _verdict(story), album, _charts(story), _history(story), _luck(story), _diary(story), _turns(story)
    return tuple(block for part in told for block in part)


def luck(story: Story) -> list[Luck]:
    """The dice of a battle that its journal tells of, by purpose, in the order of their first roll."""
    return [luck for dice in _dice(story) for luck in dice.means]


def _dice(story: Story) -> tuple[Dice, ...]:
    return dice_of((line.event for line in story.lines), get_system(story.setup.system))


def _verdict(story: Story) -> Iterator[Block]:
    info = scenario_info(story.setup.scenario)
    yield Heading(1, in_language(info.title))
    yield Paragraph(told_outcome(story.outcome, story.setup.system))
    if story.causes:
        yield Paragraph(_("What decided it:"))
        yield Items(tuple(_cause(story, str(cause.words), cause.points) for cause in story.causes))
    if undo := told_undo(story.setup):
        yield Paragraph(undo)
    if not story.whole:
        yield Paragraph(told_in_part())
    yield Paragraph(_from_what(story, info.id))
    if summary := in_language(info.summary):
        yield Paragraph(summary)


def _cause(story: Story, words: str, points: Mapping[str, float]) -> str:
    told = ", ".join(f"{name_of(story.setup.system, side)} {amount:g}" for side, amount in sorted(points.items()))
    return headed(words[:1].upper() + words[1:], told)


def _from_what(story: Story, scenario: str) -> str:
    """Of which game it is; without the seed and the number of records while it goes on."""
    if not story.closed:
        return _("Scenario {id}.").format(id=scenario)
    message = _("Scenario {id}, seed {seed}, {count} records.")
    return message.format(id=scenario, seed=story.setup.seed, count=len(story.records))


def _charts(story: Story) -> Iterator[Block]:
    """One picture a measure; a measure that never changed from nothing, or has one turn only, is not worth one."""
    worth = [
        chart for chart in story.course.charts if any(chart.values) and any(len(one.points) > 1 for one in chart.curves)
    ]
    if worth:
        yield Heading(2, _("The course of the battle"))
    for chart in worth:
        drawn = [_drawn(story.setup.system, chart, curve) for curve in chart.curves]
        title = str(chart.title)
        ends = ", ".join(f"{curve.name} {number(curve.points[-1][1])}" for curve in drawn)
        yield Picture(chart.id, curves(title, _("Turn"), drawn), headed(title, ends))


def _drawn(system: str, chart: Chart, curve: Curve) -> Drawn:
    sides = get_system(system).contenders
    if curve.name in sides:
        return Drawn(name_of(system, curve.name), _SIDES[sides.index(curve.name) % len(_SIDES)], curve.points)
    others = [one.name for one in chart.curves if one.name not in sides]
    colour, dashes = _OTHERS[others.index(curve.name) % len(_OTHERS)]
    return Drawn(str(curve.words or curve.name), colour, curve.points, dashes)


def _luck(story: Story) -> Iterator[Block]:
    rows = luck(story)
    if not rows:
        return
    yield Heading(2, _("Luck"))
    heads = (_("Dice for"), _("Rolled"), _("Mean"), _("Expected"))
    cells = ((row.purpose, str(row.dice), fixed(row.mean, 2), fixed(row.expected, 2)) for row in rows)
    yield Table(heads, tuple(cells))
    yield from _luck_of_sides(story)
    enough = [dice for dice in _dice(story) if len(dice.results) >= _FEWEST and len(dice.bars) <= _MOST_BARS]
    for place, dice in enumerate(sorted(enough, key=lambda dice: -len(dice.results))[:_MOST], start=1):
        count = len(dice.results)
        told = ngettext("{purpose}: {count} die", "{purpose}: {count} dice", count)
        title = told.format(purpose=dice.purpose, count=count)
        yield Picture(f"luck{place}", histogram(title, _("to be expected"), dice.bars, _BARS), title)


def _luck_of_sides(story: Story) -> Iterator[Block]:
    """The dice of each side with what share of all such series shows less; numbers only, for symbols have no sum."""
    rows = [(side, dice) for side, all_ in story.course.dice for dice in all_ if dice.has_sums]
    if rows:
        heads = (_("Side"), _("Dice for"), _("Rolled"), _("Mean"), _("Expected"), _("More than, of 100 such series"))
        yield Table(heads, tuple(_row_of_luck(story, side, dice) for side, dice in rows))


def _row_of_luck(story: Story, side: str, dice: Dice) -> tuple[str, ...]:
    luck = dice.means[0]
    figures = (str(luck.dice), fixed(luck.mean, 2), fixed(luck.expected, 2), f"{dice.percentile:.0f}")
    return (name_of(story.setup.system, side), dice.purpose, *figures)


def _album(maps: Sequence[Photo], why_none: str) -> Iterator[Block]:
    if maps or why_none:
        yield Heading(2, _("The map"))
    yield from maps
    if why_none:
        yield Paragraph(_("There are no maps in this report: {why}").format(why=why_none))


def _history(story: Story) -> Iterator[Block]:
    """When places changed hands, in the game and then."""
    fates = [fate for fate in story.course.fates if fate.played is not None or fate.past is not None]
    if not fates:
        return
    yield Heading(2, _("Beside history"))
    heads = (_("Place"), _("In this game"), _("In history"))
    yield Table(heads, tuple(fate_in_words(story.setup.system, fate) for fate in fates))


def _diary(story: Story) -> Iterator[Block]:
    """Yield what the computer players wrote: a paragraph a turn, with the reasons of its orders and what came of it."""
    if not story.diary:
        return
    yield Heading(2, _("War diary"))
    verdicts = {verdict.turn: verdict for verdict in story.course.verdicts}
    for turn, side, those in turns_of(story.diary):
        name = name_of(story.setup.system, side_of(side))
        yield Heading(3, _("Turn {turn}, {side}").format(turn=turn, side=name))
        yield Paragraph(prose(those, verdicts.get(turn)))


def _turns(story: Story) -> Iterator[Block]:
    if story.lines:
        yield Heading(2, _("Journal"))
    verdicts = {verdict.turn: verdict for verdict in story.course.verdicts}
    for turn, lines in groupby(story.lines, key=lambda line: line.turn):
        yield Heading(3, _("Turn {turn}").format(turn=turn))
        if turn in verdicts:
            yield Paragraph(verdict_in_words(story.setup.system, verdicts[turn]))
        yield Items(tuple(str(line.text) for line in lines))
