"""A page about the fronts of battles and of history: a table, a picture, the mean distance on a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from lab.measuring.battles import Battle, Day
from lab.measuring.fronts import (
    Flags,
    Ground,
    Panel,
    front_places,
    legend,
    mean_distance,
    most,
    nearest_ground,
    trace_places,
)
from lab.measuring.pages import table
from wab.app.report.drawing import Drawing
from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.content.normandy.history import Snapshot

SINGLY = 4
"""The number of games up to which each is named."""
WIDTH, TOP, SPACE = 560.0, 44.0, 20.0
"""Of a panel of the picture, and around it, in pixels."""


def lasting(ground: Ground, played: Sequence[Battle], date: str) -> list[Battle]:
    """The battles that were not over before the evening of a day."""
    return [battle for battle in played if battle.turns >= ground.turn_on(date) and date in battle.days]


def grounds(ground: Ground, day: Day, nearest: bool) -> dict[str, Flags]:
    """The land of each side: what is nearer to its units than to the enemy's, or what is marked as its own."""
    held = {side: day.held(code) & ground.land for side, code in ground.codes.items()}
    if not nearest:
        return held
    units = day.units  # ships among them get nowhere over land
    enemy = dict(zip(held, reversed(list(held)), strict=True))
    return {
        side: nearest_ground(ground.country, own, units[side], units[enemy[side]]) & ground.land
        for side, own in held.items()
    }


def apart_on(ground: Ground, played: Sequence[Battle], date: str) -> list[float]:
    """Return how far the front between the units is from the historical front on a day, in km, battle by battle."""
    snapshot = snapshot_of(date)
    if snapshot is None:
        return []
    days = [battle.days[date] for battle in lasting(ground, played, date)]
    return [against(ground, snapshot, grounds(ground, day, nearest=True))[0] for day in days]


def fronts_table(ground: Ground, played: Sequence[Battle], dates: Sequence[str], nearest: bool) -> str:
    """A row for each date and game, or for all of many games; and one for the front of most of them."""
    rows: list[tuple[str, ...]] = []
    for date in dates:
        snapshot, there = snapshot_of(date), lasting(ground, played, date)
        if snapshot is None or not there:
            continue
        sides = [grounds(ground, battle.days[date], nearest) for battle in there]
        found = [against(ground, snapshot, held) for held in sides]
        begin = (date, f"{snapshot.day}")
        turn = f"{ground.turn_on(date)}"
        if len(played) <= SINGLY:
            for battle, (apart, ahead, short) in zip(there, found, strict=True):
                rows.append((*begin, f"{battle.job.seed}", turn, f"{apart:.1f}", f"{ahead:,.0f}", f"{short:,.0f}"))
        else:
            columns = zip(zip(*found, strict=True), (".1f", ",.0f", ",.0f"), strict=True)
            cells = tuple(span(column, how) for column, how in columns)
            rows.append((*begin, f"{len(there)}, one by one", turn, *cells))
        if len(there) > 2:
            apart, ahead, short = against(ground, snapshot, of_most(sides))
            rows.append((*begin, "most of them", turn, f"{apart:.1f}", f"{ahead:,.0f}", f"{short:,.0f}"))
    heads = ("date", "front of", "game", "turn", "mean distance, km", "ahead of history, km²", "short of it, km²")
    return table(heads, rows)


def of_most(sides: Sequence[Mapping[str, Flags]]) -> dict[str, Flags]:
    """Return what each side holds in more than half of the games."""
    return {side: most([one[side] for one in sides]) for side in sides[0]}


def against(ground: Ground, snapshot: Snapshot, held: Mapping[str, Flags]) -> tuple[float, float, float]:
    """Return how far a front is from the historical front, in km; the km² by which the Allies are ahead of it and short
    of it.
    """
    was_allied = behind_the_front(snapshot, ground.map) & ground.in_play
    trace = trace_places(ground.map, snapshot, ground.in_play)
    allied, axis = held["allied"], held["axis"]
    apart = mean_distance(front_places(ground.map, allied, axis), trace)
    area = ground.map.km_per_hex**2 * 3**0.5 / 2
    ahead, short = (allied & ~was_allied).sum(), (was_allied & axis).sum()
    return apart, float(ahead * area), float(short * area)


def span(values: Sequence[float], form: str) -> str:
    """The mean of some figures, the least and the most of them."""
    return f"{fmean(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def picture(ground: Ground, played: Sequence[Battle], dates: Sequence[str]) -> str:
    """A panel for each date that any battle reached: the ground of most of them, and the fronts."""
    shown = [
        (date, snapshot, there)
        for date in dates
        if (snapshot := snapshot_of(date)) and (there := lasting(ground, played, date))
    ]
    drawing = Drawing(SPACE + (WIDTH + SPACE) * len(shown), 0)
    for number, (date, snapshot, there) in enumerate(shown):
        panel = Panel(drawing, ground.map, ground.in_play, (SPACE + (WIDTH + SPACE) * number, TOP), WIDTH)
        sides = [grounds(ground, battle.days[date], nearest=True) for battle in there]
        panel.paint(most([held["allied"] for held in sides]), behind_the_front(snapshot, ground.map))
        panel.trace(snapshot)
        for held in sides if len(sides) <= SINGLY else [of_most(sides)]:
            panel.sides(held["allied"], held["axis"])
        drawing.words(panel.corner[0], TOP - 14, f"{date} (history: {snapshot.day})", size=16)
        drawing.height = max(drawing.height, TOP + panel.height + 40)
    drawing.height = max(drawing.height, 40)
    fronts = "front of each game" if len(played) <= SINGLY else "front of most games"
    legend(drawing, SPACE, drawing.height - 14, fronts)
    drawing.width = max(drawing.width, 1240)
    return str(drawing)
