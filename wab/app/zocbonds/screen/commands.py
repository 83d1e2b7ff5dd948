"""Commands that only the battle screen of bonds has: its pages, each with a key and a tool."""

from __future__ import annotations

from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.screen.commands import panel_command
from wab.app.zocbonds.panels import landing_panel
from wab.engine.words.text import N_
from wab.locale import _

OWN = (
    panel_command(
        "zocbonds.landing",
        N_("The landing, drop by drop and beach by beach"),
        "i",
        landing_panel.ICON,
        landing_panel.NAME,
        tip=lambda _s: _("The landing"),
        is_there=lambda s: s.interaction.view.turn <= 1,  # later its key is enough
    ),
    panel_command(
        "zocbonds.muster",
        N_("Replacements, landings, arrivals; in it arrows, Enter, Tab"),
        "m",
        muster_panel.ICON,
        muster_panel.NAME,
        tip=lambda _s: _("Reinforcements"),
    ),
)
TOOLS = (records.NAME, muster_panel.NAME, landing_panel.NAME, counter_key.NAME)
