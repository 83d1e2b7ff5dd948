"""Fights that have been shown: the card of the last, and a tag for each fight of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest

from wab.app.wargame.adapter.outcome import Outcome, Toll
from wab.app.wargame.attack.results import SECONDS, Results
from wab.app.wargame.attack.tags import is_destroyed
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import COMBAT, GOES_ON, LEADS, NEWS, Beat, Plot
from wab.engine.words.text import Text


class Joined(Event, frozen=True, tag="joined_for_results"):
    hex: int
    own: bool = False


class Lost(Event, frozen=True, tag="lost_for_results"):
    pass


class Turned(Event, frozen=True, tag="turned_for_results"):
    pass


class Fighting:
    """Tells of fights of two events; a new turn begins with `Turned`."""

    def __init__(self) -> None:
        self.told: list[Event] = []

    def outcome(self, events: Sequence[Event], before: object) -> Outcome:
        self.told, first = [*events], cast(Joined, events[0])
        return Outcome(
            place="", hexes=(first.hex,), attacked=first.own, headline="won", unit_lost=False, sentence="", chains=(),
            tolls=(), ground=(), first=first,
        )  # fmt: skip

    def ends_turn(self, event: Event) -> bool:
        return isinstance(event, Turned)

    def fight_goes_on(self) -> bool:
        return False


class Fights(Plot):
    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        Joined: Beat(COMBAT, opens=True),
        Lost: GOES_ON,
        Turned: Beat(NEWS),
    }


FIRST, SECOND, AGAIN = (Joined(4), Lost()), (Joined(7), Lost()), (Joined(4), Lost(), Lost())


def heard(*events: Event, skipped: bool = False) -> Results:
    found = Results(Fights(), lambda _event: object())
    found.take(events)
    if skipped:
        found.forget()
    found.update(0.0, (), Fighting())
    return found


def test_each_fight_of_a_turn_leaves_a_tag_and_the_last_a_card() -> None:
    results = heard(*FIRST, *SECOND)
    assert list(results.tags) == [4, 7]
    assert results.card is results.tags[7] and not results.waits
    assert results.of([SECOND[0]]) is results.tags[7] and results.of([Joined(9)]) is None
    results.update(SECONDS, (), Fighting())
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


def test_dice_go_with_the_event_after_them():
    fighting, results = Fighting(), Results(Fights(), lambda _event: object())
    dice = Rolled("combat", Text("combat"), 6, 1, (3,))
    results.take([dice, *FIRST, dice, Lost(), dice, Turned()])
    results.update(0.0, (), fighting)
    assert fighting.told == [*FIRST, dice, Lost()]


def test_the_last_fight_of_a_turn_leaves_no_tag_in_the_next():
    assert not heard(*FIRST, Turned()).tags
