"""A computer player that plays a game on a server in the place of its owner, without a window."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import sleep
from typing import TypeAlias

from ai.agents import Agent, make_agent
from wab.engine.kernel.view import View
from wab.online.client import Client, ServerRefuses, Unreachable
from wab.online.protocol import LONGEST_WAIT, GameInfo
from wab.systems import get_system

_PAUSE = 1.0
Decode: TypeAlias = Callable[[bytes], View]


def play_for(client: Client, info: GameInfo, level: str) -> None:
    """Play all own seats of a game to its end."""
    system = get_system(info.system)
    agents = {seat: make_agent(level, info.system, secrets.randbits(63)) for seat in info.own}
    told = dict.fromkeys(info.own, 0)
    while True:
        for seat, agent in agents.items():
            try:
                if _look(client, info.id, seat, agent, system.decode_view, told):
                    return
            except Unreachable:
                sleep(_PAUSE)
            except ServerRefuses as error:
                if error.problem.code not in ("stale", "not-begun", "not-yours", "game-over"):
                    raise
                sleep(_PAUSE)


def _look(client: Client, game: str, seat: str, agent: Agent, decode: Decode, told: dict[str, int]) -> bool:
    """Wait for the news of a seat, and decide if it has to; True at the end of the game."""
    news = client.told(game, seat, told[seat], _wait(told, seat))
    while not news.over:
        told[seat] = news.told
        view = decode(bytes(news.view))
        if view.to_act != seat:
            return False
        news = client.play(game, seat, news.told, secrets.token_hex(12), agent.decide(view))
    return True


def _wait(told: dict[str, int], seat: str) -> int:
    """Return the seconds for which a seat waits: no other own seat is to wait for it."""
    if told[seat] == 0:
        return 0
    return LONGEST_WAIT if len(told) == 1 else 1
