"""The result of an attack: in words by viewer, unit by unit, and on a card that waits for the player."""

from __future__ import annotations

from typing import cast

import pytest

from tests.app.cards.games import battle, unit_in
from tests.app.cards.test_battle_of_cards import Player, sit  # noqa: F401  # a fixture
from tests.app.cards.test_what_is_shown import a_shot, aim
from wab.app.cards.hand.fought import outcome_of
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.attack.card import headline_of
from wab.engine.kernel.events import Event
from wab.locale import language
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Attack


def told_to(side: str, figures: int = 4) -> tuple[Outcome, list[Event]]:
    """A shot with a hit as a side reads it."""
    session, _before, events = a_shot(figures)
    declared = next(event for event in events if isinstance(event, ev.AttackDeclared))
    before = cast(CardsView, session.known_before(declared))
    with language("en"):
        outcome = outcome_of(CardsView(side, before.position), events[events.index(declared) :])
    assert outcome is not None
    return outcome, events


def test_both_sides_read_the_losses_of_a_shot() -> None:
    ours, events = told_to("allies")
    theirs, _events = told_to("axis")
    hits = next(event.hits for event in events if isinstance(event, ev.AttackResolved))
    (toll,) = ours.tolls
    assert (toll.before, toll.after, toll.full) == (4, 4 - hits, 4)
    assert ours.attacked and not theirs.attacked
    assert not toll.ours and theirs.tolls == (toll._replace(ours=True),)
    assert headline_of(ours) != headline_of(theirs)
    assert "in 100" in ours.luck and "in 100" in theirs.luck
    assert [len(link.dice) for link in ours.chains[0].links] == [2, 0]


def test_a_unit_destroyed_is_a_medal_and_the_ground_is_won() -> None:
    ours, _events = told_to("allies", figures=1)
    theirs, _events = told_to("axis", figures=1)
    assert ours.headline == "won" and not ours.unit_lost and theirs.unit_lost
    assert [toll.words for toll in ours.tolls] == ["destroyed"]
    assert "Medals for us: 1." in ours.ground and "Medals for the enemy: 1." in theirs.ground


def test_before_its_dice_an_attack_has_no_result() -> None:
    session, _before, events = a_shot()
    declared = next(event for event in events if isinstance(event, ev.AttackDeclared))
    assert outcome_of(cast(CardsView, session.known_before(declared)), [declared]) is None


@pytest.mark.parametrize("key", ["enter", "escape", "space"])
def test_the_card_of_an_own_attack_waits_for_the_player(sit, key: str) -> None:  # noqa: F811
    session = battle("attack_center", "probe_left")
    aim(session, 4)
    player: Player = sit(session)
    session.play(Attack(unit_in(session, "F5"), unit_in(session, "F3")))
    for _step in range(200):
        player.frame(1)
        if player.screen.results.card is not None:
            break
    assert player.screen.results.waits
    player.key(key)
    assert player.screen.results.card is None
