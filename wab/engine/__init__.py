"""The kernel that every rule system shares: game, orders, events, dice, journal, views, saves, errors."""

from wab.engine.dice import Chance, Dice, GivenDice, draw
from wab.engine.errors import (
    DataError,
    IllegalOrder,
    NothingToUndo,
    ReplayDivergence,
    SaveError,
    UsageError,
    WabError,
)
from wab.engine.events import Event, Rolled
from wab.engine.game import Game
from wab.engine.orders import Group, LegalOrders, Order, Refusal, Shift
from wab.engine.system import GameState, System
from wab.engine.text import N_, Text
from wab.engine.values import Nature, Outcome, Record, Sample, ScenarioInfo, Setup, side_of
from wab.engine.view import View

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
