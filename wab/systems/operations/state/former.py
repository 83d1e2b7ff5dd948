"""Sentences that the rules said in the version before: saves hold them and are read in both languages."""

from wab.engine.words.text import N_

FORMER = (
    N_("An enemy that had not been seen stands in {hex}."),
    N_("In {hex} an enemy that had not been seen has a zone of control."),
)
"""Messages that the catalogue keeps for one version more."""
