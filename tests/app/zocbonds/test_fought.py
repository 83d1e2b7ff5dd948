"""A combat after it was fought: codes have words for both sides, a stand has its chain, losses are in steps."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.app.zocbonds.battles import asked, frame, played_until
from wab.app.wargame.attack import card
from wab.app.zocbonds.hand.fought import ATTACKING, DEFENDING, LANDING, code_words, landing_words, outcome_of
from wab.content.zocbonds.tables import Result
from wab.locale import language
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Attack


def test_every_code_of_the_tables_has_words_in_both_languages():
    codes = set(get_args(Result))
    assert set(ATTACKING) == set(DEFENDING) == codes
    tables = SYSTEM.new_state("zocbonds/the-first-week", 1, {}).board.tables
    landings = {result for column in tables.invasion.columns.values() for result, _advance in column}
    assert set(LANDING) == landings
    for tongue, of_nothing in (("en", "Nothing happens."), ("fr", "Sans effet.")):
        with language(tongue):
            assert outcome_words("NE") == of_nothing
            assert all(landing_words(code).partition(": ")[2] for code in landings)


def outcome_words(code):
    return code_words(code, attacked=True)


@pytest.fixture(scope="module")
def combats():
    """Combats of the first days: the position before each, and the events from its declaration to its end."""
    found = []

    game = played_until(lambda _game, view: view.turn == 4)
    state = SYSTEM.new_state(game.setup.scenario, game.setup.seed, game.setup.rule_options)
    before, events = None, []
    for record in game.journal:
        for event in record.events:
            if isinstance(event, ev.AttackDeclared):
                before, events = state.copy(), []
            if before is not None:
                events.append(event)
            SYSTEM.apply(state, event)
            if before is not None and state.now.fight is None:
                found.append((before, tuple(events), state.copy()))
                before = None
    return found


def test_losses_and_ground_agree_with_the_map(combats, english):
    assert len(combats) > 10
    for before, events, after in combats:
        fight = events[0].fight
        sides = fight.side, before.side_of(fight.defenders[0])
        ours, theirs = (outcome_of(after, before, side, events) for side in sides)
        assert ours.attacked and not theirs.attacked and ours.headline == theirs.headline
        both = (*fight.units, *fight.defenders)
        left = {unit: after.units[unit].steps if unit in after.units else 0 for unit in both}
        told = sum(toll.before - toll.after for toll in ours.tolls)
        assert told == sum(before.units[unit].steps - steps for unit, steps in left.items())
        stays = any(unit in after.stacks.get(fight.target, ()) for unit in fight.defenders)
        assert (ours.headline in ("held", "repulsed", "disaster")) == stays
        assert len(ours.tolls) == len(left) and "in 100" in ours.luck
        rolled = next(event for event in events if isinstance(event, ev.CombatRolled))
        assert f"{rolled.result}: {outcome_words(rolled.result)}" in ours.sentence
        assert ours.ground and theirs.ground


def test_a_stand_is_told_by_a_chain_of_its_own(combats, english):
    stands = [one for one in combats if any(isinstance(event, ev.DefenceRolled) for event in one[1])]
    assert stands
    for before, events, after in stands:
        found = outcome_of(after, before, events[0].fight.side, events)
        rolled = next(event for event in events if isinstance(event, ev.DefenceRolled))
        combat, stand = found.chains
        assert combat.heading.startswith("Combat") and stand.heading == "Determined defence"
        assert stand.links[0].dice == (rolled.rolled,)
        assert stand.links[-1].value == ("holds" if "holds" in rolled.cell.split() else "gives way")


def first_attack(view):
    return next(order for order in view.legal_orders() if isinstance(order, Attack))


def is_fought_without_an_answer(game, view):
    """Tells whether the Allies attack, and by the dice of the game the Germans have no choice in that combat."""
    if not asked("allied", Attack)(game, view):
        return False
    twin = game.copy()
    twin.play(first_attack(view))
    while twin.to_act == "allied" and twin.state.now.fight is not None:
        twin.play(twin.legal_orders()[0])
    return twin.to_act == "allied"


def test_an_own_attack_ends_with_the_card_once_nothing_is_asked(window, shown, words):
    screen = shown(played_until(is_fought_without_an_answer), "allied")
    hand = screen.interaction
    order = first_attack(hand.view)
    hand.select(order.units[0])
    hand.click(order.target)
    told = frame(window, words)
    assert any(text in told for text in ("Hopeless", "Poor", "Even", "Good", "Crushing"))
    assert any("hex won" in text for text in told)
    while hand.plan is not None and not hand.watching:
        screen.on_key("enter", False, False)
    for _frame in range(200):
        window.step(0.3)
        if screen.results.waits:
            break
        if hand.to_act and hand.position.agenda and hand.loose and not screen.session.busy:
            hand.choose(0)
            hand.confirm()
    assert screen.results.waits
    assert card.headline_of(screen.results.card)[0] in frame(window, words)
    screen.on_key("enter", False, False)
    assert not screen.results.waits
