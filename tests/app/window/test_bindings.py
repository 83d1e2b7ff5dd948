"""The keys and their actions: the defaults mean themselves, and every key that a player can choose leads to its
action.
"""

from __future__ import annotations

import pytest

from tests.app.window.keyboards import printing
from wab.app.cards.front import FRONT as CARDS_FRONT
from wab.app.operations.front import FRONT as OPERATIONS_FRONT
from wab.app.pages.fronts import key_groups
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import Chord, chord_of, chord_words, may_be_chosen

BATTLE = ("operations", "hex", "camera", "window")
AIMED = ("pointer", *BATTLE)
CARDS = ("cards", "camera", "window")
ATTACK, MOVE = "operations.attack", "operations.move"


def laid(**chosen: tuple[str, ...]) -> Bindings:
    return Bindings(key_groups(), {name.replace("__", "."): keys for name, keys in chosen.items()})


def test_by_default_every_key_means_the_action_that_the_table_names():
    bindings = Bindings(key_groups())
    for group in bindings.groups:
        if group.fixed:
            continue
        for action in group.actions:
            for key in action.keys:
                held = chord_of(key)
                first = chord_of(action.keys[0])
                assert bindings.meant((group.room, "window"), *held) == first, action.id
    assert bindings.problems == [] and bindings.chosen() == {}


def test_what_the_table_does_not_know_stands_for_itself():
    bindings = Bindings(key_groups())
    for chord in (Chord("7"), Chord("f9"), Chord("5", control=True), Chord("escape")):
        assert bindings.meant(BATTLE, *chord) == chord


def test_by_default_no_two_actions_share_a_key_where_both_hold():
    bindings = Bindings(key_groups())
    for name, use in bindings.uses.items():
        for key in use.action.keys:
            assert not bindings.conflicts(name, key), (name, key)


def test_an_action_is_done_by_its_new_key_and_no_longer_by_the_old_one():
    bindings = laid(operations__attack=("ctrl+q",))
    assert bindings.meant(BATTLE, "q", True, False) == Chord("a")
    assert bindings.meant(BATTLE, "a", False, False) is None
    assert bindings.meant(CARDS, "a", False, False) == Chord("a"), "another game has its own keys"
    assert bindings.caption(BATTLE, "A") == "Ctrl Q" and bindings.caption(CARDS, "A") == "A"


def test_keys_of_the_plan_can_be_laid_elsewhere_and_their_conflicts_are_shown():
    bindings = laid()
    assert [use.action.id for use in bindings.conflicts("plan.next", "j")] == ["hex.journal"]
    assert ATTACK in [use.action.id for use in bindings.conflicts("plan.next", "a")]
    assert "plan.next" in [use.action.id for use in bindings.conflicts(ATTACK, "ctrl+n")]
    moved = laid(plan__next=("ctrl+g",))
    assert moved.meant(("plan of orders", *BATTLE), "g", True, False) == Chord("n", control=True)
    assert moved.caption(("plan of orders", *BATTLE), "Ctrl N") == "Ctrl G"


def test_a_key_is_swapped_or_taken():
    bindings = laid()
    assert [use.action.id for use in bindings.conflicts(ATTACK, "m")] == [MOVE]
    swapped = Bindings(key_groups(), bindings.with_key(ATTACK, "m", "a", swap=True))
    assert (swapped.keys_of(ATTACK), swapped.keys_of(MOVE)) == (("m",), ("a",))
    assert swapped.meant(BATTLE, "m", False, False) == Chord("a")
    assert swapped.meant(BATTLE, "a", False, False) == Chord("m")
    taken = Bindings(key_groups(), bindings.with_key(ATTACK, "m", "a"))
    assert (taken.keys_of(ATTACK), taken.keys_of(MOVE)) == (("m",), ())
    assert taken.caption(BATTLE, "M") == "", "a button shows no key where there is none"
    assert taken.meant(BATTLE, "a", False, False) is None


def test_a_second_key_does_the_same():
    bindings = Bindings(key_groups(), laid().with_key(ATTACK, "f12"))
    assert bindings.keys_of(ATTACK) == ("a", "f12")
    assert bindings.meant(BATTLE, "f12", False, False) == bindings.meant(BATTLE, "a", False, False) == Chord("a")


def test_default_keys_come_back_from_those_that_took_them():
    bindings = Bindings(key_groups(), laid().with_key(MOVE, "a", "m"))
    assert bindings.keys_of(ATTACK) == ()
    again = Bindings(key_groups(), bindings.reset(ATTACK))
    assert again.keys_of(ATTACK) == ("a",) and again.keys_of(MOVE) == ()
    assert Bindings(key_groups(), again.reset(MOVE)).chosen() == {}


def test_with_shift_a_key_does_the_same_the_other_way_round_unless_shift_has_a_meaning_of_its_own():
    bindings = laid(hex__next=("x",), operations__lend=("q",))
    assert bindings.meant(BATTLE, "x", False, True) == Chord("tab", shift=True)
    assert bindings.meant(BATTLE, "q", False, True) == Chord("d"), "not the sector, which is Shift D"
    assert bindings.meant(BATTLE, "d", False, True) == Chord("d", shift=True)


def test_the_pointer_comes_first_while_a_move_is_aimed_and_needs_shift_at_other_times():
    bindings = laid(pointer__upper_left=("q",))
    assert bindings.meant(AIMED, "q", False, False) == Chord("y")
    assert bindings.meant(("hex", "camera"), "q", False, True) == Chord("y", shift=True)
    assert bindings.meant(CARDS, "q", False, True) == Chord("y", shift=True)
    assert bindings.meant(AIMED, "n", False, False) == Chord("n")
    moved = laid(hex__of_stack=("q",))
    assert moved.meant(AIMED, "q", False, False) is None, "u is a direction now, as it always was while a move is aimed"


def test_what_cannot_be_used_keeps_its_own_keys_and_is_told():
    bindings = laid(
        operations__attack=("escape",), operations__move=("3",), hex__undo=("ctrl+",), hex__fog=("lshift",),
        hex__grid=("no key",), hex__names=("f12",), nobody__knows=("f7",),
    )  # fmt: skip
    assert bindings.keys_of("hex.names") == ("f12",)
    for name in (ATTACK, MOVE, "hex.undo", "hex.fog", "hex.grid"):
        assert bindings.keys_of(name) == bindings.uses[name].action.keys
    assert len(bindings.problems) == 1 and "Hex grid" in bindings.problems[0]


def test_of_two_actions_that_claim_one_key_only_one_gets_it():
    bindings = laid(operations__attack=("f12",), operations__move=("f12",), hex__fog=("f12",), window__report=("f12",))
    assert bindings.keys_of(ATTACK) == ("f12",)
    assert bindings.keys_of(MOVE) == ("m",) and bindings.keys_of("window.report") == ("f8",)
    assert bindings.problems


def test_a_chosen_key_counts_more_than_the_default_of_another():
    bindings = laid(operations__attack=("f8",))
    assert bindings.keys_of(ATTACK) == ("f8",) and bindings.keys_of("window.report") == ()


def test_keys_meant_for_their_place_follow_the_keyboard():
    german = Bindings(key_groups(), {}, printing({"y": "z", "z": "y", ",": ";"}))
    assert german.keys_of("pointer.upper_left") == ("z",) and german.is_default("pointer.upper_left")
    assert german.meant(AIMED, "z", False, False) == Chord("y")
    assert german.keys_of("camera.turn_left") == (";",)
    assert german.keys_of("operations.layer.zones") == ("z",), "letters that stand for a word stay with the letter"


@pytest.mark.parametrize("text", ["a", "ctrl+z", "shift+d", "ctrl+shift+f5", "+", "ctrl++", "é", "arrow_left"])
def test_chords_are_read_back_as_they_are_written(text: str):
    assert chord_of(text).text == text and may_be_chosen(chord_of(text)) and chord_words(chord_of(text))


@pytest.mark.parametrize("text", ["escape", "1", "ctrl+3", "lshift", "A", "", "ab", "\n", " ", "f13"])
def test_what_is_no_key_to_choose(text: str):
    assert not may_be_chosen(chord_of(text))


def test_fronts_name_their_keys_once():
    for front in (OPERATIONS_FRONT, CARDS_FRONT):
        ids = [action.id for group in front.key_groups() for action in group.actions]
        assert len(ids) == len(set(ids)) > 15
