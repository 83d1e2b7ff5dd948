"""Checks after every order of any game, under any rules. Each check returns what is wrong, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from wab.engine import Chance, Event, Game, Order, Refusal, Rolled, System, WabError
from wab.engine.saves.reader import load_game
from wab.engine.saves.replay import verify
from wab.testing.aids import aids_of
from wab.testing.walks import sampled

MOST_ASKED = 60
"""Number of the orders on offer that are put to the question one by one."""

Problems = Iterator[str]


class Watch:
    """Follows one game: asks after every order what must hold, and now and then what costs more to ask."""

    def __init__(self, game: Game[Any], chance: Chance) -> None:
        self._game, self._chance = game, chance
        self._drawn: Counter[str] = Counter(game.state.dice.drawn)
        self._seen = len(game.journal)

    def problems_before(self, orders: list[Order]) -> Problems:
        """Return what is wrong with the orders on offer: each is legal and there once, and there is always one."""
        if not orders:
            yield f"nothing is on offer to {self._game.to_act}"
        yield from (f"{order} is on offer {times} times" for order, times in Counter(orders).items() if times > 1)
        legal = self._game.legal_orders()
        asked = orders if len(orders) <= MOST_ASKED else _some(orders, self._chance)
        yield from (f"{order} is on offer: {self._game.why_not(order)}" for order in asked if order not in legal)

    def problems_after(self, before: Any, events: tuple[Event, ...]) -> Problems:
        """Return what is wrong after an order that made these events of the state `before`."""
        game = self._game
        yield from game.system.invariants(game.state)
        yield from self._dice(events)
        for account in aids_of(game.system).accounts:
            yield from account(before, game.state, events)
        yield from _sentences(game, events)
        for seat in game.seats:
            yield from _leaks(game, seat)

    def _dice(self, events: tuple[Event, ...]) -> Problems:
        """No die without a record: every stream has moved on by the dice that were recorded, one after the other."""
        for event in events:
            if isinstance(event, Rolled):
                if event.first != self._drawn[event.stream]:
                    yield f"stream {event.stream} is at {self._drawn[event.stream]}, a record says {event.first}"
                if not all(1 <= result <= event.faces for result in event.results):
                    yield f"stream {event.stream} rolled {event.results} with {event.faces} faces"
                self._drawn[event.stream] += len(event.results)
        if dict(self._drawn) != dict(self._game.state.dice.drawn):
            yield f"records say {dict(self._drawn)} dice were rolled, the state {dict(self._game.state.dice.drawn)}"

    def rare_problems(self) -> Problems:
        """Return what is wrong with the state's bytes, and with the views and the samples made from them."""
        game = self._game
        data = game.system.encode(game.state)
        again = game.system.decode(data)
        if game.system.encode(again) != data:
            yield "a state does not survive its bytes"
        for seat in game.seats:
            view = game.view(seat)
            if game.system.decode_view(view.encode()).encode() != view.encode():
                yield f"the view of {seat} does not survive its bytes"
            yield from _sample_problems(game, seat, self._chance.below(1000))


def _some(orders: list[Order], chance: Chance) -> list[Order]:
    return [orders[chance.below(len(orders))] for _ in range(MOST_ASKED)]


def _sentences(game: Game[Any], events: Iterable[Event]) -> Problems:
    """Every event in the journal has a whole sentence."""
    for event in events:
        text = game.system.describe(game.state, event)
        if text is not None and (not str(text).strip() or "{" in str(text)):
            yield f"{event} is told as {str(text)!r}"


def _leaks(game: Game[Any], seat: str) -> Problems:
    """Facts that a seat does not know may change without its view showing it."""
    known = game.view(seat).encode()
    for other in aids_of(game.system).unnoticed(game.state, seat):
        if Game(game.system, game.setup, other).view(seat).encode() != known:
            yield f"the view of {seat} shows a hidden fact"


def _sample_problems(game: Game[Any], seat: str, seed: int) -> Problems:
    view = game.view(seat)
    sample = sampled(view, seed)
    if sample.view(seat).encode() != view.encode():
        yield f"{seat} can tell the game sampled with seed {seed} from the true one"
    yield from (f"sampled with seed {seed} for {seat}: {line}" for line in sample.system.invariants(sample.state))


def refusal_problems(game: Game[Any], orders: Iterable[Order]) -> Problems:
    """A refusal is a sentence; asking for one changes nothing."""
    before = game.digest()
    for order in orders:
        refusal = game.why_not(order)
        if refusal is not None and not (isinstance(refusal, Refusal) and str(refusal.text).strip()):
            yield f"{order} is refused with {refusal!r}"
    if game.digest() != before:
        yield "asking about orders has changed the state"


def undo_problems(game: Game[Any], before: str, order: Order) -> Problems:
    """Taking an order back restores the state; the same order then does the same again."""
    after = game.digest()
    game.undo()
    if game.digest() != before:
        yield f"taking back {order} does not restore the state"
    game.play(order)
    if game.digest() != after:
        yield f"{order} comes out otherwise after it was taken back"


def save_problems(game: Game[Any], system: System[Any], path: Path) -> Problems:
    """A file written along the way gives the same game again, by its snapshots and by playing it over."""
    try:
        for whole in (False, True):
            if load_game(path, lambda name: system, whole=whole).digest() != game.digest():
                yield f"the save gives another state ({'all records' if whole else 'from its snapshot'})"
        verdict = verify(path, lambda name: system)
    except WabError as error:
        yield f"the save cannot be read: {error}"
        return
    if not verdict.ok:
        yield f"the replay differs in record {verdict.first_divergence}: {verdict.problem}"
