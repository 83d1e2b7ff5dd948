"""Campaigns (ledger 11.2.1): which scenario opens next. Pure functions, for every rule system that has campaigns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from wab.engine.kernel.values import Outcome, ScenarioInfo

Results = Mapping[tuple[str, str], Sequence[Outcome]]
"""Every finished game of a campaign by scenario id and the player's side."""

DEFEATS_TO_SKIP = 2
"""After so many defeats a scenario may be skipped (OPS-11.2.1-1, our choice)."""


def chain(scenarios: Iterable[ScenarioInfo], side: str) -> tuple[str, ...]:
    """The scenarios of one side's campaign in their order; some are in both (OPS-11.1-2)."""
    own = [info for info in scenarios if side in info.campaigns]
    return tuple(info.id for info in sorted(own, key=lambda info: (info.campaigns[side], info.id)))


def is_done(results: Results, scenario: str, side: str) -> bool:
    """Tell whether a scenario opens the next one: finished with a draw or better, or lost twice (OPS-11.2.1-1)."""
    outcomes = results.get((scenario, side), ())
    won_or_drawn = any(outcome.winner in (None, side) for outcome in outcomes)
    return won_or_drawn or len(outcomes) >= DEFEATS_TO_SKIP


def open_scenarios(scenarios: Iterable[ScenarioInfo], side: str, results: Results) -> tuple[str, ...]:
    """The scenarios of a side's campaign that can be played: all that are done and the first that is not.

    Progress in one campaign is nothing to the other, even for a scenario that is in both (OPS-11.2.1-3).
    """
    opened: list[str] = []
    for scenario in chain(scenarios, side):
        opened.append(scenario)
        if not is_done(results, scenario, side):
            break
    return tuple(opened)


class Progress(Struct, frozen=True):
    """A player's progress in a campaign: its length, how many are done, the scenario to be played now, or ""."""

    count: int
    done: int
    following: str


def progress(scenarios: Iterable[ScenarioInfo], side: str, results: Results) -> Progress:
    """Return where a side's campaign stands; the other side's is nothing to it (OPS-11.2.1-3)."""
    infos = tuple(scenarios)
    names = chain(infos, side)
    reached = open_scenarios(infos, side, results)
    following = next((name for name in reached if not is_done(results, name, side)), "")
    return Progress(len(names), sum(is_done(results, name, side) for name in names), following)
