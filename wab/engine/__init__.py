"""The kernel that every rule system shares: game, orders, events, dice, journal, views, saves, errors."""

from wab.engine.kernel.dice import Chance, Dice, GivenDice, draw
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Group, IllegalOrder, LegalOrders, NothingToUndo, Order, Refusal, Shift
from wab.engine.kernel.system import GameState, System
from wab.engine.kernel.values import Nature, Outcome, Record, Sample, ScenarioInfo, Setup, side_of
from wab.engine.kernel.view import View
from wab.engine.words.errors import DataError, ReplayDivergence, SaveError, UsageError, WabError
from wab.engine.words.text import N_, Text

__all__ = [
    "N_",
    "Chance",
    "DataError",
    "Dice",
    "Event",
    "Game",
    "GameState",
    "GivenDice",
    "Group",
    "IllegalOrder",
    "LegalOrders",
    "Nature",
    "NothingToUndo",
    "Order",
    "Outcome",
    "Record",
    "Refusal",
    "ReplayDivergence",
    "Rolled",
    "Sample",
    "SaveError",
    "ScenarioInfo",
    "Setup",
    "Shift",
    "System",
    "Text",
    "UsageError",
    "View",
    "WabError",
    "draw",
    "side_of",
]
