"""Two dice, as every table of the flagship wants them."""

from __future__ import annotations

FACES, DICE, OUTCOMES = 6, 2, 36
TOTALS = range(DICE, DICE * FACES + 1)
WAYS = {total: FACES - abs(total - (FACES + 1)) for total in TOTALS}
"""In how many of the 36 ways two dice show each total."""
