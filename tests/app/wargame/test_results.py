"""Fights that have been shown: the card of the last, and a tag for each fight of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.outcome import Fights, Outcome, Toll
from wab.app.wargame.attack.results import SECONDS, Results
from wab.app.wargame.attack.tags import is_destroyed
from wab.engine.kernel.events import Event


class Joined(Event, frozen=True, tag="joined_for_results"):
    hex: int
    own: bool = False


class Lost(Event, frozen=True, tag="lost_for_results"):
    pass


class Turned(Event, frozen=True, tag="turned_for_results"):
    pass


@dataclass
class Fighting:
    """Tells of fights of two events; a new turn begins with `Turned`."""

    fights = Fights((Joined,), (Lost,))

    def outcome(self, events: list[Event], before: object) -> Outcome:
        first = cast(Joined, events[0])
        return Outcome(
            place="", hexes=(first.hex,), attacked=first.own, headline="won", unit_lost=False, sentence="", chains=(),
            tolls=(), ground=(), first=first,
        )  # fmt: skip

    def ends_turn(self, event: Event) -> bool:
        return isinstance(event, Turned)

    def fight_goes_on(self) -> bool:
        return False


FIRST, SECOND, AGAIN = (Joined(4), Lost()), (Joined(7), Lost()), (Joined(4), Lost(), Lost())


def heard(*events: Event, skipped: bool = False) -> Results:
    found = Results(lambda _event: object())
    found.take(events)
    if skipped:
        found.forget()
    found.update(0.0, (), cast("Adapter[Any]", Fighting()))
    return found


def test_each_fight_of_a_turn_leaves_a_tag_and_the_last_a_card() -> None:
    results = heard(*FIRST, *SECOND)
    assert list(results.tags) == [4, 7]
    assert results.card is results.tags[7] and not results.waits
    assert results.of([SECOND[0]]) is results.tags[7] and results.of([Joined(9)]) is None
    results.update(SECONDS, (), cast("Adapter[Any]", Fighting()))
    assert results.card is None and len(results.tags) == 2


def test_a_later_fight_for_a_hex_takes_the_place_of_an_earlier_fight() -> None:
    results = heard(*FIRST, *AGAIN)
    assert len(results.tags) == 1 and results.tags[4].first is AGAIN[0]


def test_skipped_fights_leave_tags_and_no_card() -> None:
    results = heard(*FIRST, *SECOND, skipped=True)
    assert list(results.tags) == [4, 7] and results.card is None


def test_a_new_turn_takes_the_tags_away() -> None:
    assert list(heard(*FIRST, Turned(), *SECOND).tags) == [7]


@pytest.mark.parametrize("before, after, gone", [(4, 0, True), (4, 1, False), (0, 0, False)])
def test_a_cross_stands_for_a_unit_that_was_destroyed(before: int, after: int, gone: bool) -> None:
    card = Fighting().outcome([Joined(1)], None)
    toll = Toll("116th Infantry", "", ours=True, before=before, after=after, full=4)
    assert is_destroyed(Outcome(**{**vars(card), "tolls": (toll,)})) == gone
