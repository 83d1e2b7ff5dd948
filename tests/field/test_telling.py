"""The sentences that games share, and what they ask of a game that is over."""

import pytest

import wab
from wab.engine import Event, Text
from wab.engine.words.text import Noun
from wab.field.telling import last_entry, losses, whole_journal, with_points
from wab.locale import language

SIDE = Noun("allies", en="p le", fr="mp le")
UNITS = [Noun(name, en="s le", fr="ms le") for name in ("tank", "gun", "mule")]


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "no step is lost"),
        (1, "The allies lose the tank"),
        (2, "The allies lose the tank and the gun"),
        (3, "The allies lose 3 units, the tank and the gun among them"),
    ],
)
def test_lost_units_are_named_but_not_all(count, told):
    with language("en"):
        assert str(losses(SIDE, UNITS[:count], Text("no step is lost"))) == told


def test_points_are_told_where_there_are_any():
    with language("en"):
        assert [str(with_points(Text("It falls"), points)) for points in (0, 1, 2)] == [
            "It falls.",
            "It falls: 1 point.",
            "It falls: 2 points.",
        ]


def test_the_last_entry_counts():
    first, second = Event(), Event()
    assert last_entry((first, second), lambda event: True) is second
    assert last_entry((first,), lambda event: False) is None


def test_a_game_that_goes_on_has_no_whole_journal():
    with pytest.raises(ValueError, match="not over"):
        whole_journal(wab.new_game("cards/pegasus-bridge", seed=1))
