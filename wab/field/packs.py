"""Answers of a system that its pack of scenarios gives, its boards, its decisions, and positions that keep facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

from wab.content.pack import Pack
from wab.content.reader import Title
from wab.engine.kernel.agenda import Decision, Decisions
from wab.engine.kernel.facts import Deriving, Unchanging
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.kernel.values import Damage, ScenarioInfo
from wab.engine.words.errors import DataError
from wab.engine.words.text import Text
from wab.field.position import B, N, P, Position, WithOptions
from wab.field.stacks import U

T = TypeVar("T")
_OVER = Refusal(Text("The game is over."), code="over")
_UNKNOWN = Refusal(Text("This is no order of this game."), code="unknown")
_NOT_NOW = Text("That cannot be done in this phase.")


class Packed(WithOptions[P]):
    """The answers of a system that its pack gives."""

    pack: Pack[Any]

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every playable scenario, in the order in which a menu shows them."""
        return self.pack.infos()

    def damaged(self) -> tuple[Damage, ...]:
        """The scenarios that cannot be played because their files are wrong."""
        return self.pack.damaged()

    def problems(self, path: Path) -> Iterator[DataError]:
        """Everything that is wrong in the file of a scenario."""
        yield from self.pack.faults(path)

    def problems_across(self) -> Iterator[DataError]:
        """Yield what is wrong with the hints for all scenarios."""
        yield from self.pack.hint_faults()

    def data_digest(self) -> str:
        """Digest of all files that the rules of this system read."""
        return self.pack.digest()


def boards(pack: Pack[Any], make: Callable[[str, Any], T]) -> Callable[[str], T]:
    """Return what finds the board of a scenario by its id, and makes it once for the data as they are.

    UsageError for an unknown scenario, DataError when its files are wrong.
    """

    @lru_cache(maxsize=16)
    def made(scenario: str, digest: str) -> T:
        return make(scenario, pack.load(pack.scenario_path(scenario)))

    return lambda scenario: made(scenario, pack.digest())


class OfScenario(Unchanging):
    """A board that keeps the file of its scenario."""

    __slots__ = ()
    scenario: Any

    @property
    def title(self) -> Title:
        """The name of the scenario by language."""
        return self.scenario.title  # type: ignore[no-any-return]

    @property
    def first(self) -> int:
        """The turn in which play begins."""
        return int(self.scenario.first)

    @property
    def last(self) -> int:
        """The last turn."""
        return int(self.scenario.last)

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The options of the scenario with their values."""
        return {str(name): tuple(values) for name, values in self.scenario.options.items()}


@dataclass(kw_only=True)
class Kept(Position[B, U, N], Deriving):
    """A position that keeps what follows from it."""

    _cache: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> Self:
        """An independent copy that shares what never changes."""
        return replace(super().copy(), _cache=self._cache.copy())


def decisions(table: Mapping[str, Decision[Any, Group]], clause: str) -> Decisions[Any, Group]:
    """The decisions of a system by phase and question; `clause` says what a phase allows."""
    return Decisions(
        table,
        lambda state: str(state.now.phase),
        lambda state: state.now.result is not None,
        over=_OVER,
        unknown=_UNKNOWN,
        not_now=Refusal(_NOT_NOW, (clause,), code="not-now"),
    )
