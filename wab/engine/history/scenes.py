"""Scenes: the events that a seat saw, grouped into what a spectator follows as one thing: a march, a fight, a landing.

Every event lies in exactly one scene, and scenes follow each other as their events do. A rule system gives a `Plot`:
a table that says which event opens a scene, and which goes on with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wab.engine.kernel.events import Event
from wab.engine.kernel.plot import FIGHTS, KINDS, MARCH, NEWS, Beat, Facts, Plot, Theatre
from wab.engine.kernel.values import side_of
from wab.engine.words.text import Text
from wab.hexes import HexId


class Moment(NamedTuple):
    """An event as a seat saw it: the seat that acted then, and the sentence of the journal, if there is one."""

    event: Event
    seat: str | None
    text: Text | None


@dataclass(frozen=True, slots=True)
class Scene:
    """Events `first` to `last` of some moments, as one thing to look at.

    `hexes` begin where the actors stand, and end at the goal. `near`: close to own units or goals. `loss`, `gone`:
    a unit lost strength or was destroyed. `sentence` says what happens, `result` how it ended; None if the journal
    has no words.
    """

    kind: str
    first: int
    last: int
    actors: tuple[int, ...]
    hexes: tuple[HexId, ...]
    side: str | None
    near: bool
    loss: bool
    gone: bool
    sentence: Text | None
    result: Text | None

    @property
    def weight(self) -> int:
        """The rank of a scene: fights before moves, then losses, then closeness."""
        return 8 * KINDS.index(self.kind) + 4 * self.gone + 2 * self.loss + self.near

    @property
    def is_fight(self) -> bool:
        """A combat or a landing."""
        return self.kind in FIGHTS


@dataclass
class _Draft:
    """A scene that may go on."""

    kind: str
    first: int
    last: int
    seat: str | None
    actors: dict[int, None] = field(default_factory=dict)
    hexes: dict[HexId, None] = field(default_factory=dict)
    loss: bool = False
    gone: bool = False
    told: list[tuple[str, Text]] = field(default_factory=list)

    def take(self, number: int, moment: Moment, beat: Beat, facts: Facts) -> None:
        """Go on with an event."""
        self.last = number
        if beat.kind and KINDS.index(beat.kind) > KINDS.index(self.kind):
            self.kind = beat.kind
        self.actors |= dict.fromkeys(facts.actors if beat.kind == self.kind else ())
        for hex_ in facts.hexes:
            self.hexes.pop(hex_, None)
            self.hexes[hex_] = None
        self.loss, self.gone = self.loss or beat.loss, self.gone or beat.gone
        if moment.text is not None:
            self.told.append((beat.kind, moment.text))


def scenes(moments: Sequence[Moment], plot: Plot, theatre: Theatre) -> tuple[Scene, ...]:
    """Group what a seat saw into scenes."""
    drafts: list[_Draft] = []
    waiting: list[int] = []
    for number, moment in enumerate(moments):
        beat = plot.beat(moment.event)
        if beat.leads:
            waiting.append(number)
            continue
        facts = plot.facts(moment.event)
        if not drafts or not _goes_on(drafts[-1], beat, facts, moment, theatre):
            drafts.append(_Draft(beat.kind or NEWS, number, number, moment.seat))
        drafts[-1].first = min([drafts[-1].first, *waiting])
        for before in waiting:
            _lead(drafts[-1], before, moments, plot)
        waiting.clear()
        drafts[-1].take(number, moment, beat, facts)
    if waiting and not drafts:
        drafts.append(_Draft(NEWS, waiting[0], waiting[0], moments[0].seat))
    for number in waiting:
        _lead(drafts[-1], number, moments, plot)
    return tuple(_finished(draft, theatre) for draft in drafts)


def _lead(draft: _Draft, number: int, moments: Sequence[Moment], plot: Plot) -> None:
    draft.take(number, moments[number], plot.beat(moments[number].event), Facts())


def _goes_on(draft: _Draft, beat: Beat, facts: Facts, moment: Moment, theatre: Theatre) -> bool:
    if not beat.kind:
        return True
    if not beat.follows(draft.kind):
        return False
    if draft.seat != moment.seat and (beat.by or beat.kind == NEWS) and draft.kind == beat.kind:
        return False
    if beat.by == "place":
        return not facts.hexes or not draft.hexes or facts.hexes[-1] in (*draft.hexes,)[-1:]
    if beat.by != "unit" or not facts.actors or not draft.actors:
        return True
    if not set(facts.actors).isdisjoint(draft.actors):
        return True
    ours = {theatre.formation(unit) for unit in facts.actors}
    theirs = {theatre.formation(unit) for unit in draft.actors}
    same = bool((ours & theirs) - {""})
    return same and (beat.kind != MARCH or theatre.are_side_by_side(facts.hexes[-1:], draft.hexes))


def _finished(draft: _Draft, theatre: Theatre) -> Scene:
    heads = [text for kind, text in draft.told if kind == draft.kind]
    sentence = next(iter([*heads, *(text for _kind, text in draft.told)]), None)
    result = draft.told[-1][1] if len(draft.told) > 1 else None
    hexes = tuple(draft.hexes)
    return Scene(
        draft.kind,
        draft.first,
        draft.last,
        tuple(draft.actors),
        hexes,
        None if draft.seat is None else side_of(draft.seat),
        theatre.is_near(hexes) if hexes else False,
        draft.loss,
        draft.gone,
        sentence,
        result if result != sentence else None,
    )
