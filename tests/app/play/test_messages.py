"""The queue of messages to a player: nothing is lost before it has been read."""

from __future__ import annotations

from wab.app.play.messages import MOST, SECONDS, Messages


def test_a_second_message_waits_until_the_first_is_read() -> None:
    messages = Messages()
    messages.say("one")
    messages.say("two")
    assert messages.now == "one"
    messages.read()
    assert messages.now == "two"
    messages.read()
    assert messages.now == ""
    messages.read()
    assert messages.now == ""


def test_a_message_gives_way_to_the_next_after_a_while_and_the_last_one_stays() -> None:
    messages = Messages()
    messages.say("one")
    messages.say("two")
    messages.pass_time(SECONDS / 2)
    assert messages.now == "one"
    messages.pass_time(SECONDS / 2)
    assert messages.now == "two"
    messages.pass_time(10 * SECONDS)
    assert messages.now == "two"


def test_time_counts_from_when_a_message_is_shown() -> None:
    messages = Messages()
    messages.pass_time(10 * SECONDS)
    messages.say("one")
    messages.say("two")
    messages.pass_time(SECONDS / 2)
    messages.read()
    messages.say("three")
    messages.pass_time(SECONDS * 0.9)
    assert messages.now == "two"


def test_the_same_words_wait_once_and_no_words_are_no_message() -> None:
    messages = Messages()
    for words in ("", "one", "two", "one", "two"):
        messages.say(words)
    seen = []
    while messages.now:
        seen.append(messages.now)
        messages.read()
    assert seen == ["one", "two"]


def test_a_flood_keeps_what_is_shown_and_the_newest() -> None:
    messages = Messages()
    for number in range(3 * MOST):
        messages.say(str(number))
    seen = []
    while messages.now:
        seen.append(int(messages.now))
        messages.read()
    assert seen == [0, *range(2 * MOST, 3 * MOST)]


def test_nothing_is_left_for_the_next_person() -> None:
    messages = Messages()
    messages.say("one")
    messages.say("two")
    messages.forget()
    assert messages.now == ""


def test_what_cannot_wait_comes_first_and_what_was_shown_after_it() -> None:
    messages = Messages()
    messages.say("one")
    messages.say("two")
    messages.pass_time(SECONDS * 0.9)
    messages.say_now("two")
    messages.pass_time(SECONDS * 0.9)
    assert messages.now == "two", "its time begins anew"
    messages.read()
    assert messages.now == "one"
    messages.read()
    assert messages.now == ""


def test_what_is_no_longer_true_is_taken_back() -> None:
    messages = Messages()
    messages.say("one")
    messages.say("two")
    messages.take_back("one")
    messages.take_back("three")
    assert messages.now == "two"
