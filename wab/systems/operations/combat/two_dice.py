"""Two dice, as every table of the flagship wants them."""

from __future__ import annotations

from wab.field.chances import outcomes, sums

FACES, DICE = 6, 2
TOTALS = range(DICE, DICE * FACES + 1)
WAYS = sums(DICE, FACES)
OUTCOMES = outcomes(WAYS)
"""In how many of the 36 ways two dice show each total."""
