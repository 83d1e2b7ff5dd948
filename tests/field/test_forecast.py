"""An attack in a word, and its result in a word: the rules of the words, risks, and how usual a result was."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wab.content.verdicts import load_verdicts
from wab.field.forecast import Forecast, Fought, as_bad, as_good, headline, is_better, is_doubtful, verdict


def forecast(won, ours, theirs, *risks, exchanged=True):
    prospect = {Fought(True, ours, theirs): won, Fought(False, ours, theirs): 1 - won}
    return Forecast(prospect, dict(enumerate(risks)), exchanged)


@pytest.mark.parametrize(
    ("won", "ours", "theirs", "word"),
    [
        (0.04, 6, 1, "hopeless"),
        (0.05, 6, 1, "poor"),
        (0.04, 3, 1, "poor"),
        (0.24, 3, 1, "poor"),
        (0.24, 3, 2, "even"),
        (0.25, 3, 1, "even"),
        (0.80, 1, 2, "crushing"),
        (0.79, 1, 2, "good"),
        (0.80, 1, 1.9, "good"),
        (0.60, 1, 1, "good"),
        (0.60, 1, 0.9, "even"),
        (0.35, 2, 3, "good"),
        (0.34, 2, 3, "even"),
        (0.80, 0, 0, "crushing"),
    ],
)
def test_the_first_row_that_holds_gives_the_word(won, ours, theirs, word):
    assert verdict(forecast(won, ours, theirs)) == word


def test_a_unit_at_great_risk_lowers_the_word_by_one_and_never_to_hopeless():
    assert verdict(forecast(0.8, 1, 2, 0.24)) == "crushing"
    assert verdict(forecast(0.8, 1, 2, 0.25)) == "good"
    assert verdict(forecast(0.5, 1, 1, 0.25)) == "poor"
    assert verdict(forecast(0.2, 3, 1, 0.9)) == "poor"
    assert verdict(forecast(0.0, 6, 1, 0.9)) == "hopeless"


def test_without_losses_the_chance_alone_decides():
    words = [verdict(forecast(won, 0, 1, exchanged=False)) for won in (0.04, 0.2, 0.4, 0.6, 0.8)]
    assert words == ["hopeless", "poor", "even", "good", "crushing"]


def test_words_have_a_rank_and_the_worst_two_are_doubtful():
    words = load_verdicts().words
    assert all(is_better(later, word) for word, later in pairwise(words))
    assert [is_doubtful(word) for word in words] == [True, True, False, False, False]


def test_units_at_risk_are_named_from_three_percent_on_the_greatest_first():
    assert forecast(0.5, 1, 1, 0.03, 0.029, 0.2).at_risk == ((2, 0.2), (0, 0.03))


@pytest.mark.parametrize(
    ("result", "lost", "word"),
    [
        (Fought(True, 1, 2), False, "through"),
        (Fought(True, 0, 1), True, "through"),
        (Fought(True, 2, 2), False, "won"),
        (Fought(True, 3, 2), False, "costly"),
        (Fought(False, 2, 2), False, "held"),
        (Fought(False, 0, 0), False, "repulsed"),
        (Fought(False, 3, 2), False, "repulsed"),
        (Fought(False, 1, 2), True, "disaster"),
    ],
)
def test_a_result_has_a_headline(result, lost, word):
    assert headline(result, unit_lost=lost) == word


def test_luck_counts_results_that_are_as_bad_and_as_good():
    prospect = {Fought(False, 8, 0): 0.25, Fought(False, 2, 1): 0.25, Fought(True, 4, 1): 0.5}
    assert as_bad(prospect, Fought(False, 2, 1)) == 0.5
    assert as_good(prospect, Fought(False, 2, 1)) == 0.75
    assert as_bad(prospect, Fought(True, 4, 1)) == 1, "the ground counts more than losses"
