"""Schedules of attacks: how orders of them are bred, and what one is worth when it is played in imagination."""

import msgspec
import pytest

from ai.operations.picture import Picture
from ai.operations.plan import plan_from_greedy
from ai.operations.tactics.assault import assaults, ranked
from ai.operations.tactics.caution import caution
from ai.operations.tactics.evolution import bred, exchanged, left_out, put_in, varied
from ai.operations.tactics.replies import Replies
from ai.operations.tactics.schedules import Schedules
from ai.operations.tactics.watch import Lore
from ai.operations.temper import STAFF
from tests.ai.operations.scenes import game_of, two_targets
from wab.engine.dice import Chance

GENES = (1, 2, 3, 4, 5)


def chance(seed=1):
    return Chance(seed, "tests")


# ------------------------------------------------------------------------------------------------- breeding


def test_breeding_finds_the_order_that_is_worth_most():
    best = (3, 1, 4, 2)

    def worth(schedule):
        return (
            sum(place < len(best) and best[place] == gene for place, gene in enumerate(schedule)) - len(schedule) / 10
        )

    found = bred([GENES], GENES, worth, 300, chance())
    assert found[0] == best
    assert [worth(schedule) for schedule in found] == sorted(map(worth, found), reverse=True)


def test_no_more_schedules_are_weighed_than_may_be_and_none_twice():
    weighed = []

    def worth(schedule):
        weighed.append(schedule)
        return 0.0

    seeds = [(1, 2), (2, 1), (1, 2)]
    assert bred(seeds, (1, 2, 3), worth, 7, chance())[0] == (1, 2), "of equals the first"
    assert len(weighed) == len(set(weighed)) == 7
    assert weighed[:2] == seeds[:2]


def test_the_same_chance_breeds_the_same_schedules():
    def worth(schedule):
        return hash(schedule) % 7

    one, same = (bred([GENES], GENES, worth, 40, chance(5)) for _ in range(2))
    assert one == same != bred([GENES], GENES, worth, 40, chance(6))


def test_where_everything_has_been_tried_the_breeding_ends():
    assert set(bred([(1, 2)], (1, 2), len, 100, chance())) <= {(1,), (2,), (1, 2), (2, 1)}
    assert bred([(1,)], (1,), len, 100, chance()) == [(1,)]
    assert bred([], (1,), len, 100, chance()) == []


def test_who_has_no_time_left_gets_the_best_so_far():
    worths = iter([1.0, 2.0, None])
    assert bred([(1,), (2,), (3,)], GENES, lambda _: next(worths), 9, chance()) == [(2,), (1,)]
    assert bred([(1,)], GENES, lambda _: None, 9, chance()) == []


def test_a_variation_differs_by_one_step_and_names_nothing_twice():
    parent, seen = (1, 2, 3), set()
    source = chance()
    for _ in range(200):
        child = varied(parent, GENES, source)
        assert len(set(child)) == len(child) and set(child) <= set(GENES)
        assert abs(len(child) - len(parent)) <= 1
        seen.add(len(child))
    assert seen == {2, 3, 4}
    assert all(len(varied((1,), GENES, source)) == 2 for _ in range(20)), "one attack at least is left"
    assert varied((1,), (1,), source) == (1,)


def test_each_variation_does_what_it_says():
    source = chance()
    assert sorted(exchanged((1, 2, 3), source)) == [1, 2, 3] and exchanged((1, 2), source) == (2, 1)
    assert left_out((1, 2), source) in {(1,), (2,)}
    assert put_in((1, 2), [3], source) in {(3, 1, 2), (1, 3, 2), (1, 2, 3)}


# ------------------------------------------------------------------------------------------------- what one is worth


def with_a_reply():
    """The same, with enemy tanks beside a weak allied battalion."""
    board = two_targets()
    for _ in range(2):
        board.place("armour", hex=28, side="axis")
    board.place("infantry", hex=36, hp=2)
    return board


def schedules_for(go_on=lambda: True, least=-100.0, aftermath=None):
    view = game_of(with_a_reply()).view("allied")
    picture = Picture(view, Lore(view.board, STAFF.threat_share), STAFF, chance())
    plan, numbers = plan_from_greedy(picture), caution()
    if aftermath is not None:
        numbers = msgspec.structs.replace(numbers, aftermath=aftermath)
    found = [assault for _, assault in ranked(picture, list(assaults(picture, plan)), -100.0)]
    return Schedules(picture, plan, Replies(), numbers, least, go_on), found


def test_a_schedule_is_worth_its_attacks_less_the_reply():
    schedules, found = schedules_for(aftermath=0.0)
    for assault in found:
        schedules.begin_with(assault)
        assert schedules.worth((assault.target,)) == pytest.approx(assault.value)
    both = schedules.worth(tuple(assault.target for assault in found))
    assert both is not None
    feared, _ = schedules_for(aftermath=1.0)
    alone = feared.worth((found[0].target,))
    replies = Replies()
    states = [feared._after(luck, (found[0].target,))[0] for luck in feared._lucks]
    reply = sum(replies.worth_if(state.copy(), "axis") for state in states) / 2
    assert reply > 0
    assert alone == pytest.approx(feared._after(0.25, (found[0].target,))[1] - reply)


def test_an_attack_worked_out_already_is_the_one_that_would_be_found():
    given, found = schedules_for()
    given.begin_with(found[0])
    afresh, _ = schedules_for()
    assert given.worth((found[0].target,)) == pytest.approx(afresh.worth((found[0].target,)))


def test_an_attack_that_was_never_found_is_looked_for():
    """An assault without a best form (too dear for the points that are left) says nothing about a schedule."""
    schedules, found = schedules_for()
    afresh, _ = schedules_for()
    target, found[0].best = found[0].target, None
    schedules.begin_with(found[0])
    assert schedules.worth((target,)) == pytest.approx(afresh.worth((target,)))


def test_an_attack_that_does_not_pay_then_is_not_made():
    schedules, found = schedules_for(least=1000.0, aftermath=0.0)
    assert schedules.worth(tuple(assault.target for assault in found)) == 0.0
    state, total = schedules._after(0.25, (found[0].target,))
    assert total == 0.0 and not state.attacked_hexes.get("allied")


def test_units_that_have_attacked_do_not_attack_again():
    schedules, found = schedules_for(least=0.0, aftermath=0.0)
    assert set(found[0].taken) & set(found[1].taken), "the same tanks could strike the one or the other"
    assert found[1].value > 0.0
    first = schedules.worth((found[0].target,))
    assert schedules.worth((found[0].target, found[1].target)) == pytest.approx(first)


def test_nothing_is_weighed_without_time_and_nothing_of_it_happens():
    asked = iter([True, False])
    schedules, found = schedules_for(go_on=lambda: next(asked))
    before = dict(schedules.picture.position.units)
    assert schedules.worth((found[0].target,)) is None
    assert schedules.picture.position.units == before
