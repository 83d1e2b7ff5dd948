"""An attack after it was fought, in words: dice and their result, figures lost unit by unit, ground, medals, luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from wab.app.cards.looks.texts import attack_words, hex_name, result_words, unit_name
from wab.app.wargame.adapter import fights
from wab.app.wargame.adapter.outcome import Chain, Link, Outcome, Toll, totals
from wab.engine.kernel.events import Event, Rolled
from wab.field.forecast import Fought, headline
from wab.locale import _, ngettext
from wab.systems.cards.fight.odds import forecast_of
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.orders import Attack
from wab.systems.cards.state.state import Fight

E = TypeVar("E", bound=Event)
DICE = "attack"
"""The stream of dice of attacks."""


class Fights:
    """The facts about fights that the card of a result asks for; `view` is what the seat knows now."""

    def __init__(self, view: Callable[[], CardsView]) -> None:
        self._view = view

    def outcome(self, events: Sequence[Event], before: CardsView) -> Outcome | None:
        """An attack as the seat saw it; None before its dice."""
        return outcome_of(before, events)

    def fight_goes_on(self) -> bool:
        """Tell whether an attack is not over: a retreat is due, or ground can be taken."""
        position = self._view().position
        return position.fight is not None or position.retreat is not None

    def ends_turn(self, event: Event) -> bool:
        """Tell whether the turn of a side begins: results of the side's last turn have been read by then."""
        return isinstance(event, ev.TurnBegan)


def outcome_of(before: CardsView, events: Sequence[Event]) -> Outcome | None:
    """An attack as a side saw it; `before` is the side's view before it. None if no dice were rolled."""
    declared = next(_all(events, ev.AttackDeclared), None)
    if declared is None or not any(_all(events, ev.AttackResolved)):
        return None
    fight, board = declared.fight, before.board
    attacked = before.unit(fight.attacker).side == before.side
    lost = totals([(event.unit, event.figures) for event in _all(events, ev.FiguresLost)])
    gone = {event.unit for event in _all(events, ev.Eliminated)}
    result = _result(fight, lost, gone, events)
    return Outcome(
        place=hex_name(board, fight.hex),
        hexes=(fight.hex, fight.origin),
        attacked=attacked,
        headline=headline(result, unit_lost=fight.attacker in gone, exchanged=False),
        unit_lost=(fight.attacker if attacked else fight.target) in gone,
        sentence=attack_words(board, fight),
        chains=tuple(_chains(board, fight, events)),
        tolls=tuple(_tolls(before, fight, lost)),
        ground=tuple(_ground(before, fight, result, events, attacked=attacked)),
        luck=_luck(before, fight, result, events, attacked=attacked),
    )


def _all(events: Iterable[Event], kind: type[E]) -> Iterator[E]:
    return (event for event in events if isinstance(event, kind))


def _result(fight: Fight, lost: dict[int, int], gone: set[int], events: Sequence[Event]) -> Fought:
    """The target destroyed or driven back is won."""
    back = any(event.unit == fight.target and len(event.path) > 1 for event in _all(events, ev.Retreated))
    return Fought(back or fight.target in gone, lost.get(fight.attacker, 0), lost.get(fight.target, 0))


def _chains(board: Board, fight: Fight, events: Sequence[Event]) -> Iterator[Chain]:
    """Each throw from its dice to hits and flags; the throw of an ambush comes first."""
    faces: tuple[str, ...] = ()
    for event in events:
        match event:
            case Rolled(stream=stream, results=results) if stream == DICE:
                faces = tuple(board.tables.dice.faces[result - 1] for result in results)
            case ev.AttackResolved(unit=unit, hits=hits, flags=flags):
                heading = _("Attack") if unit == fight.attacker else _("Ambush")
                told = result_words(hits, flags)
                links = (Link(_("Dice"), dice=faces), Link(_("Result"), told, tone="warn" if hits else "text"))
                yield Chain(heading, links)


def _tolls(before: CardsView, fight: Fight, lost: dict[int, int]) -> Iterator[Toll]:
    """The target, and the attacker if an ambush has cost it figures; ours first."""
    units = [unit for unit in (fight.attacker, fight.target) if unit == fight.target or lost.get(unit)]
    for unit in sorted(units, key=lambda unit: before.unit(unit).side != before.side):
        standing, full = before.unit(unit), before.board.roster[unit].figures
        count = min(lost.get(unit, 0), standing.figures)
        after = standing.figures - count
        words = ngettext("−{count} figure", "−{count} figures", count).format(count=count) if count else _("no loss")
        yield Toll(
            unit_name(before.board, unit),
            words if after else _("destroyed"),
            standing.side == before.side,
            standing.figures,
            after,
            full,
            note=_("{after} of {full} left").format(after=after, full=full) if count and after else "",
        )


def _ground(
    before: CardsView, fight: Fight, result: Fought, events: Sequence[Event], *, attacked: bool
) -> Iterator[str]:
    """The hex after the attack, and the medals that it won."""
    for event in _all(events, ev.Retreated):
        if len(event.path) > 1:
            back = _("We fall back: {place}.") if _is_own(before, event.unit) else _("The enemy falls back: {place}.")
            yield back.format(place=hex_name(before.board, event.path[-1]))
    if any(_all(events, ev.GroundTaken)):
        yield _("We take the hex.") if attacked else _("The enemy takes the hex.")
    elif not result.won:
        yield fights.kept(attacked=attacked)
    winners = [event.winner for event in _all(events, ev.Eliminated)]
    winners += [event.side for event in _all(events, ev.MedalWon)]
    for ours, words in ((True, _("Medals for us: {count}.")), (False, _("Medals for the enemy: {count}."))):
        if count := sum((winner == before.side) == ours for winner in winners):
            yield words.format(count=count)


def _is_own(before: CardsView, unit: int) -> bool:
    return before.unit(unit).side == before.side


def _luck(before: CardsView, fight: Fight, result: Fought, events: Sequence[Event], *, attacked: bool) -> str:
    """Tell how usual the result of the attack was; "" if an ambush came before its dice."""
    if any(_all(events, ev.AmbushPlayed)):
        return ""
    seen = before.preview(Attack(fight.attacker, fight.target))
    return fights.luck(forecast_of(seen, before.unit(fight.target).figures).prospect, result, attacked=attacked)
