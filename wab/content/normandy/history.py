"""The history of Normandy: dates when places changed hands, the front, the weather, the losses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from wab.content.normandy import Data, Side, Sky, normandy_root
from wab.content.reader import read_document
from wab.content.shelf import Problem, Stamp, stamp

FIRST_DAY, LAST_DAY = "1944-06-06", "1944-08-25"
Sure = Literal["high", "medium", "low"]
Latitude = Annotated[float, Meta(ge=47, le=51)]
Longitude = Annotated[float, Meta(ge=-3, le=3)]


class ChangeOfHands(Data, frozen=True):
    """A place changes hands: day (YYYY-MM-DD), who has it from that evening on, by what troops (English, for notes)."""

    day: str
    to: Literal["allied", "axis", "contested"]
    by: str


class Capture(Data, frozen=True):
    """A place and its changes of hands in order; German at dawn on 6 June. `sure`: how far to trust the days."""

    id: str
    name: str
    lat: Latitude
    lon: Longitude
    sure: Sure
    changes: tuple[ChangeOfHands, ...]
    off_map: bool = False


class CapturesFile(Data, frozen=True):
    """history/captures.yaml."""

    captures: tuple[Capture, ...]


class Trace(Data, frozen=True):
    """A line of the front, or the rim of a pocket: points [lon, lat] in order, WGS84."""

    name: str
    points: tuple[tuple[Longitude, Latitude], ...]
    sure: Sure
    note: str = ""


class Snapshot(Data, frozen=True):
    """The front on the evening of a day: traces of the Allied front from west to east, and pockets of either side."""

    day: str
    sure: Sure
    traces: tuple[Trace, ...]
    note: str = ""
    pockets: tuple[Trace, ...] = ()


class FrontFile(Data, frozen=True):
    """history/front.yaml."""

    snapshots: tuple[Snapshot, ...]


class DayOfWeather(Data, frozen=True):
    """A day: weather over the country, what Allied tactical aircraft and unloading made of it, how far to trust it.

    `seen`: a diary or a history was read for that day.
    """

    weather: Sky
    air: Literal["normal", "reduced", "grounded"]
    sea: Literal["calm", "moderate", "rough", "gale"]
    sure: Sure
    seen: bool


class WeatherHistory(Data, frozen=True):
    """history/weather.yaml: the days of the campaign by date (YYYY-MM-DD)."""

    days: dict[str, DayOfWeather]


class Toll(Data, frozen=True):
    """Men lost by army from 6 June to the evening of a day: killed, wounded, missing, captured."""

    day: str
    us: Annotated[int, Meta(ge=0)]
    commonwealth: Annotated[int, Meta(ge=0)]
    german: Annotated[int, Meta(ge=0)]
    sure: Sure


class LossesFile(Data, frozen=True):
    """history/losses.yaml: the tolls of some days in order."""

    tolls: tuple[Toll, ...]


def load_captures() -> dict[str, Capture]:
    """Captures by id. DataError with file, line and field when the file is wrong."""
    path = _folder() / "captures.yaml"
    return _captures(path, stamp(path))


def load_front() -> tuple[Snapshot, ...]:
    """The front on fourteen evenings, in order. DataError with file, line and field when the file is wrong."""
    path = _folder() / "front.yaml"
    return _front(path, stamp(path))


def load_weather_history() -> WeatherHistory:
    """The weather of each day. DataError with file, line and field when the file is wrong."""
    path = _folder() / "weather.yaml"
    return _weather(path, stamp(path))


def load_losses() -> tuple[Toll, ...]:
    """Men lost up to some days, in order. DataError with file, line and field when the file is wrong."""
    path = _folder() / "losses.yaml"
    return _losses(path, stamp(path))


def men_lost(day: str) -> dict[str, float]:
    """Men lost from 6 June to the evening of a day (YYYY-MM-DD), by army: us, commonwealth, german.

    Between two days of the file in equal parts a day; before the first and after the last, the losses of that day.
    """
    tolls = load_losses()
    days = [date.fromisoformat(toll.day).toordinal() for toll in tolls]
    when = date.fromisoformat(day).toordinal()
    return {
        army: float(np.interp(when, days, [getattr(toll, army) for toll in tolls]))
        for army in ("us", "commonwealth", "german")
    }


def _folder() -> Path:
    return normandy_root() / "history"


def owner_on(capture: Capture, day: str) -> Literal["allied", "axis", "contested"]:
    """The holder of a place on the evening of a day (YYYY-MM-DD)."""
    owner: Literal["allied", "axis", "contested"] = "axis"
    for change in capture.changes:
        if change.day <= day:
            owner = change.to
    return owner


def held_on(capture: Capture, day: str) -> Side:
    """The side that counts as holding a place on the evening of a day; a contested place stays with its last holder."""
    holder: Side = "axis"
    for change in capture.changes:
        if change.day <= day and change.to != "contested":
            holder = change.to
    return holder


@cache
def _captures(path: Path, file: Stamp) -> dict[str, Capture]:
    document = read_document(path, CapturesFile)
    for where, problem in _capture_problems(document.content.captures):
        raise document.error(where, problem)
    return {capture.id: capture for capture in document.content.captures}


@cache
def _front(path: Path, file: Stamp) -> tuple[Snapshot, ...]:
    document = read_document(path, FrontFile)
    for where, problem in _front_problems(document.content.snapshots):
        raise document.error(where, problem)
    return document.content.snapshots


@cache
def _weather(path: Path, file: Stamp) -> WeatherHistory:
    document = read_document(path, WeatherHistory)
    for day in document.content.days:
        if not _is_day(day):
            raise document.error(f"days.{day}", f'"{day}" is not a date (expected YYYY-MM-DD)')
    return document.content


@cache
def _losses(path: Path, file: Stamp) -> tuple[Toll, ...]:
    document = read_document(path, LossesFile)
    for where, problem in _toll_problems(document.content.tolls):
        raise document.error(where, problem)
    return document.content.tolls


def _toll_problems(tolls: tuple[Toll, ...]) -> Iterator[Problem]:
    if not tolls:
        yield "tolls", "is empty"
    yield from _day_problems("tolls", [toll.day for toll in tolls])
    for number, (before, after) in enumerate(pairwise(tolls), 1):
        for army in ("us", "commonwealth", "german"):
            if getattr(after, army) < getattr(before, army):
                yield f"tolls[{number}].{army}", "is less than on the day above it"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _capture_problems(captures: tuple[Capture, ...]) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, capture in enumerate(captures):
        where = f"captures[{number}]"
        if capture.id in seen:
            yield f"{where}.id", f'"{capture.id}" is there twice'
        seen.add(capture.id)
        if not capture.changes:
            yield f"{where}.changes", "is empty (a place that never changed hands is no capture)"
        yield from _day_problems(f"{where}.changes", [change.day for change in capture.changes])
        owner = "axis"
        for step, change in enumerate(capture.changes):
            if change.to == owner:
                yield f"{where}.changes[{step}].to", f"is {change.to}, which had the place already"
            owner = change.to


def _front_problems(snapshots: tuple[Snapshot, ...]) -> Iterator[Problem]:
    yield from _day_problems("snapshots", [snapshot.day for snapshot in snapshots])
    for number, snapshot in enumerate(snapshots):
        for kind, traces, fewest in (("traces", snapshot.traces, 2), ("pockets", snapshot.pockets, 3)):
            for index, trace in enumerate(traces):
                if len(trace.points) < fewest:
                    yield f"snapshots[{number}].{kind}[{index}].points", f"has fewer than {fewest} points"


def _day_problems(where: str, days: list[str]) -> Iterator[Problem]:
    """Real days of the campaign, none before the one above it."""
    for number, day in enumerate(days):
        if not _is_day(day):
            yield f"{where}[{number}].day", f"is {day} (expected a day as YYYY-MM-DD)"
            return
        if not FIRST_DAY <= day <= LAST_DAY:
            yield f"{where}[{number}].day", f"is {day} (expected {FIRST_DAY} to {LAST_DAY})"
        if number and day < days[number - 1]:
            yield f"{where}[{number}].day", f"is {day}, before the one above it"
