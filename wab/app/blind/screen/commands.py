"""Commands that only this battle screen has."""

from __future__ import annotations

from typing import Any

from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.ui.commands import Command
from wab.engine.words.text import N_
from wab.locale import _

CALLS: Command[Any] = Command(
    "blind.heard",
    N_("What was heard, and where: one report after the other"),
    ("i",),
    lambda s: s.next_report(),
    "radio",
    "heard",
    tip=lambda _s: _("The next report"),
)
OWN = (CALLS,)
TOOLS = (records.NAME, counter_key.NAME, "heard")
