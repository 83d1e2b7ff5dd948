"""Sentences about a fight that all systems share: how it ended, who holds the hex, and how usual that was."""

from __future__ import annotations

from collections.abc import Callable

from wab.field.forecast import Fought, Prospect, as_bad, as_good
from wab.locale import _
from wab.locale.numbers import fixed


def in_hundred(share: float) -> str:
    """A chance as cases of a hundred; never 0 or 100 for what can happen or fail to happen."""
    count = round(100 * share)
    if 0 < share < 1:
        count = min(99, max(1, count))
    return _("{count} in 100").format(count=count)


def odds_words(ratio: str) -> str:
    """Odds in words: "1 to 3" of "1:3"; others stay as they are."""
    left, colon, right = ratio.replace("-", ":").partition(":")
    return _("{left} to {right}").format(left=left, right=right) if colon else ratio


def opening(ratio: str, *, attacked: bool, won: bool) -> str:
    """The attack and its end in a sentence, by viewer."""
    if attacked:
        words = _("The attack at {odds} took the hex.") if won else _("The attack at {odds} failed.")
    else:
        words = (
            _("The enemy attacked at {odds} and took the hex.") if won else _("The enemy attacked at {odds} in vain.")
        )
    return words.format(odds=odds_words(ratio))


def kept(*, attacked: bool) -> str:
    """The hex stays with its defender, by viewer."""
    return _("The enemy keeps the hex.") if attacked else _("The hex stays ours.")


def luck(
    prospect: Prospect, result: Fought, *, attacked: bool, average: Callable[[str, str], str] | None = None
) -> str:
    """Tell how usual a result was: the chance of as bad or worse if it was bad for the viewer, else as good or better.

    `average` makes a sentence of the losses to be expected, of the attacker and of the defender.
    """
    bad, good = as_bad(prospect, result), as_good(prospect, result)
    if not attacked:
        bad, good = good, bad
    words = _("As bad as this or worse: {chance}.") if bad <= good else _("As good as this or better: {chance}.")
    told = words.format(chance=in_hundred(min(bad, good)))
    if average is None:
        return told
    ours = sum(one.ours * share for one, share in prospect.items())
    theirs = sum(one.theirs * share for one, share in prospect.items())
    return f"{told} {average(fixed(ours), fixed(theirs))}"
