"""Requests that wait: a bell that rings while one looks is not missed."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from time import monotonic

from wab.online.bells import Bells


def test_a_ring_during_a_look_leads_to_another_look_at_once() -> None:
    async def wait() -> float:
        bells, began, looks = Bells(), monotonic(), 0
        bells.LOOK = 5.0
        async with aclosing(bells.looks("a", 5.0)) as waits:
            async for _look in waits:
                looks += 1
                if looks == 2:
                    return monotonic() - began
                bells.ring("a")
                await asyncio.sleep(0)  # the ring comes before the request waits
        return 5.0

    assert asyncio.run(wait()) < 1.0


def test_the_last_look_is_at_the_end_of_the_time_and_a_server_that_ends_waits_no_longer() -> None:
    async def looks(hang_up: bool) -> tuple[int, float]:
        bells, began, count = Bells(), monotonic(), 0
        async with aclosing(bells.looks("a", 0.2 if not hang_up else 5.0)) as waits:
            async for _look in waits:
                count += 1
                if hang_up:
                    bells.hang_up()
        return count, monotonic() - began

    assert asyncio.run(looks(False))[0] == 2
    assert asyncio.run(looks(True))[1] < 1.0
