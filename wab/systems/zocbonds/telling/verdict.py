"""The verdict on a turn (ZOC-24.3-2, ZOC-25.2-1): places that changed hands, harbours, units lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Cause
from wab.engine.words.text import N_, Argument, Text, counted
from wab.field.telling import TAKES, last_entry, losses, with_points
from wab.hexes import HexId
from wab.systems.zocbonds.sequence.victory import ACCOUNTS, points
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import CODES, SIDES, Profile
from wab.systems.zocbonds.state.names import hexes_of_city, noun_of_place, side_noun, unit_noun
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling import journal

_TAKES_PART = N_("{side:The} {side:|takes|take} a part of {place:the}")
_PLACE, _POINT, _HARBOUR, _GONE = 60, 100, 90, 12
"""Weights: of a place that changed hands, of each point, of a beach or harbour, of each unit that was lost."""
STRONGPOINT = "strongpoint"
_OF_A_PLACE = ("city", "village", "drop")
"""Points that are for holding a place."""


def turning_points(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Yield what mattered in a turn, from the knowledge of a seat at its two ends and the events that the seat saw in
    it.
    """
    yield from _places(began, ended, seen)
    yield from _other_points(began, ended)
    for event in seen:
        if isinstance(event, ev.MulberryDone | ev.MulberryStopped | ev.BeachClosed):
            told = journal.told(ended, event)
            if told is not None:
                yield Cause(told, _HARBOUR, event)
    for side in SIDES:
        yield from _losses(side, ended, seen)


def _places(began: State, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """Cities, villages and other places that count whose control changed, a name once, with the points they bring."""
    codes = {code: side for side, code in CODES.items()}
    worth: dict[tuple[HexId | None, str], int] = {
        (score.hex, score.side): score.points for score in points(ended) if score.why in _OF_A_PLACE
    }
    counts = ended.board.map.is_terrain("city", "village")
    counts[[hex_ for hex_, _side in worth if hex_ is not None]] = True
    then, now = (np.frombuffer(state.control, np.uint8) for state in (began, ended))
    won: dict[tuple[str, Text], list[HexId]] = {}
    for hex_ in map(int, np.flatnonzero(counts & ended.board.dry & (then != now) & (now > 0))):
        won.setdefault((codes[int(now[hex_])], noun_of_place(ended.board, hex_)), []).append(hex_)
    for (side, place), hexes in won.items():
        brought = sum(worth.get((hex_, side), 0) for hex_ in hexes)
        whole = all(ended.holds(side, hex_) for hex_ in hexes_of_city(ended.board, hexes[0]))
        words = Text(TAKES if whole else _TAKES_PART, {"side": side_noun(side), "place": place})
        yield Cause(with_points(words, brought), _PLACE + _POINT * brought, _entered(hexes[0], seen))


def _entered(hex_: HexId, seen: Sequence[Event]) -> Event | None:
    """Return the last event by which a unit came into a hex, or its side won control of it."""
    return last_entry(
        seen,
        lambda event: (
            hex_ in getattr(event, "taken", ()) or (isinstance(event, ev.ControlTaken) and hex_ in event.hexes)
        ),
    )


def _other_points(began: State, ended: State) -> Iterator[Cause]:
    """Points for what is no place: beaches that are linked, a peninsula cut off, storms; only where there are more."""
    before, after = _of_no_place(began), _of_no_place(ended)
    for (side, why), total in after.items():
        gained = total - before[side, why]
        if gained > 0:
            told: dict[str, Argument] = {"side": side_noun(side), "points": counted("{n} point", "{n} points", gained)}
            words = Text("{side:The} {side:|gains|gain} {points}: {what}.", {**told, "what": Text(ACCOUNTS[why])})
            yield Cause(words, _POINT * gained)


def _of_no_place(state: State) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for score in points(state):
        if score.why not in _OF_A_PLACE and score.points > 0:
            found[score.side, score.why] += score.points
    return found


def _losses(side: str, ended: State, seen: Sequence[Event]) -> Iterator[Cause]:
    """The units that a side lost, or else the steps."""
    own = [event for event in seen if isinstance(event, ev.Eliminated | ev.StepLost)
           and ended.board.roster[event.unit].side == side]  # fmt: skip
    gone = [event for event in own if isinstance(event, ev.Eliminated)]
    gone.sort(key=lambda event: _renown(ended.board.roster[event.unit]))
    if not own:
        return
    steps: dict[str, Argument] = {"side": side_noun(side), "count": counted("{n} step", "{n} steps", len(own))}
    names = [unit_noun(ended, event.unit) for event in gone]
    words = losses(side_noun(side), names, Text("{side:The} {side:|loses|lose} {count}", steps))
    yield Cause(with_points(words, 0), _GONE * len(gone) + len(own), (gone or own)[-1])


def _renown(profile: Profile) -> tuple[bool, int]:
    """The order in which lost units are named: strongpoints last, the strongest first."""
    return profile.type == STRONGPOINT, -profile.values[0][0]
