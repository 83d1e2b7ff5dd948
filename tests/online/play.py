"""Games for tests of several players: short tables of every system, orders with undos, and lists as a seat reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ai.agents import Agent, make_agent
from wab.engine import Chance, Game
from wab.engine.history.telling import Back, Entry, Saw
from wab.testing.walks import Table, choose

TABLES = (
    Table("operations/the-boys-of-the-twelfth"),
    Table("cards/pegasus-bridge"),
    Table("cards/ground-and-retreat", (("allies_players", "2"),)),
    Table("zocbonds/determined-defence"),
    Table("blind/the-corridor"),
    Table("omaha/the-first-hour"),
    Table("omaha/the-first-waves", (("players", "2"),)),
)
"""A game of every system, and games with several seats on a side."""

_entry = msgspec.json.Decoder(Entry)
_encode = msgspec.json.Encoder(order="deterministic").encode


def played(table: Table, length: int, seed: int = 1, undos: bool = True) -> Iterator[tuple[Game[Any], str]]:
    """Yield a game after its beginning and after each order or undo, with the seat that did it, "" at the beginning.

    `greedy` and chance choose in turn; one order in four that can be taken back is.
    """
    game, chance = table.begin(seed, observers=table.seats), Chance(seed, "online")
    players: dict[str, Agent] = {seat: make_agent("greedy", game.system.id, seed) for seat in game.seats}
    yield game, ""
    for number in range(length):
        if (seat := game.to_act) is None:
            return
        if undos and game.why_not_undo(strict=True) is None and chance.below(4) == 0:
            game.undo()
        elif number % 2:
            game.play(choose(game.view(seat).legal_orders(), chance))
        else:
            game.play(players[seat].decide(game.view(seat)))
        yield game, seat


def standing(entries: list[Entry]) -> list[Entry]:
    """Return the entries of a list that still hold."""
    held: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Back):
            assert 0 <= entry.count <= len(held)
            del held[len(held) - entry.count :]
        else:
            held.append(entry)
    return held


def is_rolled(event: bytes) -> bool:
    """Check if an event is the roll of dice, which `Game.seen` leaves out."""
    return event.startswith(b'{"event":"rolled"')


def events_in(entries: list[Entry]) -> list[bytes]:
    """Return the bytes of the events that a seat has seen by its list."""
    told = [entry.event for entry in standing(entries) if isinstance(entry, Saw)]
    return [event for event in map(bytes, told) if not is_rolled(event)]


def events_seen(game: Game[Any], seat: str) -> list[bytes]:
    """Return the bytes of the events that a seat has seen by the game's own count."""
    return [_encode(event) for event in game.seen[seat]]


def read(raws: tuple[msgspec.Raw, ...]) -> list[Entry]:
    """Return entries out of their bytes."""
    return [_entry.decode(bytes(raw)) for raw in raws]
