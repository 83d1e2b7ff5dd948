"""The after-action report: a battle verdict first, then its charts, its luck, the diary, and its journal by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from wab.app.play.diary import Chapter
from wab.cli.charts import Drawn, curves, histogram
from wab.cli.common import in_language, known_scenario, name_of
from wab.cli.luck import Dice, Luck, dice_of
from wab.cli.paper import Block, Heading, Items, Paragraph, Picture, Table
from wab.cli.story import Story, told_in_part
from wab.cli.windowless import told_outcome, told_undo
from wab.engine.course import Chart, Curve
from wab.engine.system import side_of
from wab.locale import _, ngettext
from wab.systems import get_system

_SIDES = ("#1f5f96", "#a32f24", "#4d7a3a", "#7a5195")
_OTHERS = (("#4d7a3a", ""), ("#2c2a26", "6 4"))
"""Colours of sides; colours and dashes of curves that are no side's."""
_BARS, _FEWEST, _MOST, _MOST_BARS = "#6f7f57", 6, 6, 20
"""Colour of dice; a histogram is drawn of at least so many dice, of at most so many purposes, with so many bars."""


def blocks(story: Story) -> tuple[Block, ...]:
    """The report, in the language of the reader."""
    return (*_verdict(story), *_charts(story), *_luck(story), *_diary(story), *_turns(story))


def luck(story: Story) -> list[Luck]:
    """The dice of a battle that its journal tells of, by purpose, in the order of their first roll."""
    return [luck for dice in _dice(story) for luck in dice.means]


def _dice(story: Story) -> tuple[Dice, ...]:
    return dice_of((line.event for line in story.lines), get_system(story.setup.system))


def _verdict(story: Story) -> Iterator[Block]:
    info = known_scenario(story.setup.scenario)
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
    return _("{source}: {points}").format(source=words[:1].upper() + words[1:], points=told)


def _from_what(story: Story, scenario: str) -> str:
    """Of which game it is; without the seed and the number of records while it goes on."""
    if not story.closed:
        return _("Scenario {id}.").format(id=scenario)
    message = _("Scenario {id}, seed {seed}, {count} records.")
    return message.format(id=scenario, seed=story.setup.seed, count=len(story.records))


def _charts(story: Story) -> Iterator[Block]:
    """One picture a measure; what never changed from nothing, or has one turn only, is not worth one."""
    worth = [chart for chart in story.charts if any(chart.values) and any(len(one.points) > 1 for one in chart.curves)]
    if worth:
        yield Heading(2, _("The course of the battle"))
    for chart in worth:
        drawn = [_drawn(story.setup.system, chart, curve) for curve in chart.curves]
        title = str(chart.title)
        ends = ", ".join(f"{curve.name} {curve.points[-1][1]:g}" for curve in drawn)
        told = _("{source}: {points}").format(source=title, points=ends)
        yield Picture(chart.id, curves(title, _("Turn"), drawn), told)


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
    cells = ((row.purpose, str(row.dice), f"{row.mean:.2f}", f"{row.expected:.2f}") for row in rows)
    yield Table(heads, tuple(cells))
    enough = [dice for dice in _dice(story) if len(dice.results) >= _FEWEST and len(dice.bars) <= _MOST_BARS]
    for number, dice in enumerate(sorted(enough, key=lambda dice: -len(dice.results))[:_MOST], start=1):
        count = len(dice.results)
        told = ngettext("{purpose}: {count} die", "{purpose}: {count} dice", count)
        title = told.format(purpose=dice.purpose, count=count)
        yield Picture(f"luck{number}", histogram(title, _("to be expected"), dice.bars, _BARS), title)


def _diary(story: Story) -> Iterator[Block]:
    """What the computer players wrote: a paragraph for each mission of a turn, with the reasons of its orders."""
    if not story.diary:
        return
    yield Heading(2, _("War diary"))
    for (turn, side), those in groupby(story.diary, key=lambda chapter: (chapter.turn, chapter.side)):
        name = name_of(story.setup.system, side_of(side))
        yield Heading(3, _("Turn {turn}, {side}").format(turn=turn, side=name))
        for chapter in those:
            yield Paragraph(_prose(chapter), _ended(chapter.mission))


def _prose(chapter: Chapter) -> str:
    """The reasons of a mission's orders one after the other, then the courses that were rejected."""
    told = []
    for words, times in chapter.told():
        again = ngettext("{words} ({count} time)", "{words} ({count} times)", times)
        told.append(_ended(again.format(words=words.rstrip("."), count=times) if times > 1 else words))
    left = next((entry.rejected for entry in chapter.entries if entry.rejected), ())
    if left:
        courses = (
            _("{course} ({share} %)").format(course=_(name), share=round(100 * worth)) for name, worth in left if name
        )
        told.append(_ended(_("Rejected: {courses}").format(courses=", ".join(courses))))
    return " ".join(told)


def _ended(words: str) -> str:
    """A sentence with its full stop."""
    return words if not words or words[-1] in ".!?:…" else f"{words}."


def _turns(story: Story) -> Iterator[Block]:
    if story.lines:
        yield Heading(2, _("Journal"))
    for turn, lines in groupby(story.lines, key=lambda line: line.turn):
        yield Heading(3, _("Turn {turn}").format(turn=turn))
        yield Items(tuple(str(line.text) for line in lines))
