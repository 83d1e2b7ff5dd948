"""Lists of priorities."""

from wab.field.priorities import foremost, ranked


def test_a_later_key_decides_only_among_equals():
    words = ["pear", "fig", "apple", "kiwi", "plum", "nut"]
    assert ranked(words, len, lambda word: word[0]) == [["fig"], ["nut"], ["kiwi"], ["pear", "plum"], ["apple"]]
    assert foremost(words, len) == ["fig", "nut"]


def test_without_keys_all_are_equal_and_nothing_precedes_nothing():
    assert ranked("ba") == [["b", "a"]]
    assert foremost([], len) == ranked([], len) == []
