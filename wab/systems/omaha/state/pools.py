"""Pools of German counters: which pool a counter belongs to, how the player sees it, draws by chance.

A counter is named by its kind and number ("squad-3"). Where the player does not know which one it is, its kind stands
for it: that is what the back of a counter shows (OMA-2.22-1, OMA-2.24-3).
"""

from __future__ import annotations

from collections.abc import Generator

from wab.engine.kernel.events import Event
from wab.engine.kernel.pile import draw, drawn
from wab.engine.words.text import Text
from wab.systems.omaha.state.state import ASIDE, GONE, State

POOLS_STREAM = "pools"
_PURPOSE = Text("a German counter")
OPEN = (GONE,)
"""Pools whose counters the player knows."""


def kind_of(counter: str) -> str:
    """The kind of a counter, known or not."""
    return counter.partition("-")[0]


def as_hidden(counter: str) -> str:
    """A counter as its back shows it. The markers of Kampfgruppe Meyer are mobile ones (OMA-2.1-22)."""
    kind = kind_of(counter)
    return "mobile_marker" if kind == "meyer_marker" else kind


def as_hidden_in(counter: str, pool: str) -> str:
    """A counter in a pool as the player sees it."""
    if pool in OPEN:
        return counter
    if pool == "meyer_marker":
        return pool
    return kind_of(counter) if pool == ASIDE else as_hidden(counter)


def draw_counter(state: State, pool: str, purpose: Text = _PURPOSE) -> Generator[Event, None, str]:
    """Draw a counter from a pool by lot: yields the die and returns the counter, which is in the pool until an event
    moves it.
    """
    pile = state.now.pools[pool]
    rolled = draw(state.dice, POOLS_STREAM, pile, purpose)
    yield rolled
    return drawn(pile, rolled)
