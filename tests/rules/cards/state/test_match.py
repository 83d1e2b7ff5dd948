"""A match of two games with sides exchanged (CRD-2.9-2)."""

from __future__ import annotations

import pytest

from wab.engine.kernel.values import Outcome
from wab.systems.cards.state.match import Match


def _game(winner: str, allies: int, axis: int) -> Outcome:
    return Outcome(winner, "victory", {"allies": float(allies), "axis": float(axis)})


@pytest.mark.clause("CRD-2.9-2")
def test_sides_are_exchanged_after_the_first_game() -> None:
    match = Match()
    assert [match.side_of(player) for player in (0, 1)] == ["allies", "axis"]
    match = match.after(_game("allies", 4, 1))
    assert [match.side_of(player) for player in (0, 1)] == ["axis", "allies"]
    assert Match(leads="axis").side_of(0) == "axis"


@pytest.mark.clause("CRD-2.9-2")
@pytest.mark.parametrize(
    ("first", "second", "medals", "winner"),
    [
        (("allies", 4, 1), ("allies", 4, 2), (6, 5), 0),  # each wins as the Allies, the first loses less
        (("allies", 4, 3), ("axis", 1, 4), (8, 4), 0),
        (("axis", 2, 4), ("axis", 3, 4), (6, 7), 1),
        (("allies", 4, 2), ("allies", 4, 2), (6, 6), None),
    ],
)
def test_who_has_more_medals_over_both_games_wins(first, second, medals, winner) -> None:
    match = Match().after(_game(*first))
    assert match.winner is None and not match.is_over
    match = match.after(_game(*second))
    assert (match.medals, match.winner, match.is_over) == (medals, winner, True)
    with pytest.raises(ValueError, match="two games"):
        match.after(_game("axis", 0, 4))
