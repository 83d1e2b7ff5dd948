"""Commands that only this battle screen has."""

from __future__ import annotations

from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.screen.commands import panel_command
from wab.engine.words.text import N_
from wab.locale import _

OWN = (
    panel_command(
        "omaha.landing",
        N_("Units that are due and their landing boxes; in it arrows, Enter, Tab"),
        "m",
        muster_panel.ICON,
        muster_panel.NAME,
        tip=lambda _s: _("Landing"),
    ),
)
TOOLS = (records.NAME, muster_panel.NAME, counter_key.NAME)
