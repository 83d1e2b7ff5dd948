"""The hand: orders on offer, and what the end of the actions would cost."""

from __future__ import annotations

from wab.app.omaha.hand import warnings
from wab.app.wargame.adapter.pictures import EndQuestion
from wab.app.wargame.offers.offers import OfferHand
from wab.locale import _


class OmahaHand(OfferHand):
    """Selection and orders of the player."""

    def end_question(self) -> EndQuestion | None:
        """Warn of what the end of the turn takes, once the last sector finishes its actions."""
        found = warnings.of(self.view.position)
        words = " ".join(one.words for one in found)
        clause = found[0].clause if found else ""
        return EndQuestion(_("End the actions?"), words, _("End the actions"), clause=clause) if found else None
