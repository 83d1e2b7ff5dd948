"""The hand: orders on offer, and a warning of what the end of the actions would cost."""

from __future__ import annotations

from wab.app.omaha.hand import warnings
from wab.app.wargame.adapter.pictures import EndQuestion
from wab.app.wargame.offers.unled import UnledHand
from wab.locale import _


class OmahaHand(UnledHand):
    """Selection and orders of the player."""

    def end_question(self) -> EndQuestion | None:
        """Warn of what the end of the turn takes, while an action can still avert it."""
        found = warnings.of(self.view.position)
        words = " ".join(one.words for one in found)
        return EndQuestion(_("End the actions?"), words, _("Finish"), clause=found[0].clause) if found else None
