"""A player's career: what was finished, the best scores, experience and rank. It outlives saves and faulty files.

A result that cannot be written now is kept in mind, counted all the same, and entered as soon as it can be.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import platformdirs
from msgspec import Struct

from wab.career.experience import Best, Score, Slot, is_better, next_rank, rank_of, ranks_held, total
from wab.career.former import former_path, read_former
from wab.career.games import Counted, Finished, can_be_read_again, counted
from wab.career.judging import Judging
from wab.career.store import NOTHING, Busy, Damaged, Judged, Kept, Store, TooNew, Trouble
from wab.content.career import Rank, load_ranks
from wab.engine.files.limits import TooMuch
from wab.engine.kernel.values import Outcome
from wab.engine.words.errors import DataError
from wab.locale import _

T = TypeVar("T")
_ATTEMPTS = 5  # with a damaged file: it is set aside, perhaps by another window, and the next attempt finds a sound one


_WHILE = 0.1  # seconds


class Standing(Struct, frozen=True):
    """The standing of a player: experience, rank and its number from 1, the next rank and the experience
    missing to it.
    """

    experience: int
    rank: Rank
    number: int
    following: Rank | None
    missing: int


def career_path() -> Path:
    """Return where the player's career is kept."""
    return platformdirs.user_data_path("wab", appauthor=False) / "career.db"


def own_career() -> Career:
    """The career of the person at the program, with what earlier versions have kept of it."""
    return Career(career_path(), former=former_path())


class Career:
    """The career in the data base at `path`; None keeps it for this run only. `former` is taken over once."""

    def __init__(self, path: Path | None = None, *, former: Path | None = None) -> None:
        self._store = Store(path) if path is not None else None
        self._former = former
        self._judging = Judging(self._tell)
        self._waiting: dict[str, Finished] = {}
        self._problems: list[str] = []
        self._told: set[str] = set()
        self._kept: Kept = NOTHING
        self._games: dict[str, Counted] = {}
        self._best: dict[Slot, Score] = {}
        self.read()

    # --- what there is ---

    def outcomes(self) -> Mapping[tuple[str, str], Sequence[Outcome]]:
        """Return how the player's games ended, by scenario and side: what campaigns go by (OPS-11.2.1-3)."""
        found: dict[tuple[str, str], list[Outcome]] = {}
        for game in self._games.values():
            one = game.finished
            found.setdefault((one.scenario, one.side), []).append(one.outcome)
        return found

    @property
    def best(self) -> Best:
        """The best score of each slot that has one (OPS-1.6-3)."""
        return self._best

    @property
    def library(self) -> tuple[Counted, ...]:
        """The games that are over, the one entered last first."""
        return tuple(reversed(self._games.values()))

    def game(self, name: str) -> Counted | None:
        """A game that is over, by its own name."""
        return self._games.get(name)

    @property
    def experience(self) -> int:
        """All experience: the sum over all slots."""
        return total(self._best)

    def standing(self, experience: int | None = None) -> Standing | None:
        """The rank that the player has, or would have with so much experience; None if the ranks cannot be read."""
        points = self.experience if experience is None else experience
        try:
            ranks = load_ranks()
        except DataError as error:
            self._tell(str(error))
            return None
        following = next_rank(ranks, points)
        missing = following.start - points if following is not None else 0
        return Standing(points, rank_of(ranks, points), len(ranks_held(ranks, points)), following, missing)

    def take_problem(self) -> str:
        """Return the message for the player since the last call; "" for none. No message comes twice in a run."""
        problems, self._problems = self._problems, []
        return " ".join(problems)

    # --- what is entered ---

    def mark(self, *games: Finished) -> None:
        """Enter games that are over. One that is known already is left out; only a better score counts (OPS-1.6-2)."""
        new = {one.game: one for one in games if one.game not in self._games and can_be_read_again(one)}
        if new:
            self._waiting |= new
            self.read()

    def read(self) -> None:
        """Look at the file again: another window may have written to it. Results that wait are entered first."""
        if self._store is not None:
            self._enter_waiting(self._store)
            kept = self._attempt(Store.read)
            if kept is not None:
                self._kept = self._with_former(kept)
            elif self._former is not None and not self._kept.games:
                self._waiting = {one.game: one for one in self._of_former()} | self._waiting
        self._count()

    def _enter_waiting(self, store: Store) -> None:
        if self._waiting:
            games = self._judged(self._waiting.values())
            if self._attempt(lambda base: base.enter(games)) is not None:
                self._waiting.clear()

    def _with_former(self, kept: Kept) -> Kept:
        """Return what is kept, with the record of earlier versions once it is found (never again after that)."""
        former = self._former
        if former is None or former.name in kept.taken or not os.path.exists(former):
            return kept
        name, games = former.name, self._judged(self._of_former())
        if former is not self._former:  # it could not be read: another time
            return kept
        if self._attempt(lambda base: base.enter(games, name)) is None:
            return kept
        return self._attempt(Store.read) or kept

    def _of_former(self) -> tuple[Finished, ...]:
        """The games that earlier versions have written down; the file is not asked again where it cannot be read."""
        former = self._former
        if former is None or not os.path.exists(former):
            return ()
        try:
            found = read_former(former)
        except (OSError, TooMuch) as error:
            self._former = None
            why = getattr(error, "strerror", None) or str(error)
            message = _("The record of your progress, {name}, cannot be read ({why}).")
            self._tell(message.format(name=former.name, why=why))
            return ()
        if not found.is_whole:
            message = _("Parts of {name}, the record of your progress, cannot be read. The rest was taken over.")
            self._tell(message.format(name=former.name))
        return found.games

    def _judged(self, games: Iterable[Finished]) -> list[Judged]:
        return [(finished, self._judging.score(finished)) for finished in games]

    def _count(self) -> None:
        """Games and best scores: kept ones, and ones that wait."""
        self._games, self._best = dict(self._kept.games), dict(self._kept.best)
        for finished, score in self._judged(self._waiting.values()):
            if finished.game not in self._games:
                before = self._best.get(finished.slot)
                self._games[finished.game] = counted(finished, score, before)
                if score is not None and is_better(score, before):
                    self._best[finished.slot] = score

    # --- faults ---

    def _attempt(self, action: Callable[[Store], T]) -> T | None:
        """Do something with the data base; None, and a sentence for the player, where it cannot be used."""
        store = self._store
        if store is None:
            return None
        for attempt in range(_ATTEMPTS):
            try:
                return action(store)
            except Damaged:
                if not self._set_aside(store, surely=attempt > 0):
                    return None
            except Trouble as trouble:
                self._tell(_sentence(trouble))
                return None
        self._tell(_sentence(Busy()))
        return None

    def _set_aside(self, store: Store, *, surely: bool) -> bool:
        try:
            name = store.set_aside(surely=surely)
        except Busy:  # another window does the same
            time.sleep(_WHILE)
            return True
        except Trouble as trouble:
            message = _("The record of your career is damaged and cannot be replaced ({why}). {then}")
            self._tell(message.format(why=trouble, then=_shown_only()))
            return False
        if name is not None:
            message = _(
                "The record of your career was damaged. What could be read is used; the old file is kept as {name}."
            )
            self._tell(message.format(name=name.name))
        return True

    def _tell(self, problem: str) -> None:
        if problem not in self._told:
            self._told.add(problem)
            self._problems.append(problem)


def _sentence(trouble: Trouble) -> str:
    """Return the sentence to the player about a data base that cannot be used."""
    if isinstance(trouble, Busy):
        return _("Another program holds the record of your career. What you finish is entered when it is free.")
    if isinstance(trouble, TooNew):
        message = _(
            "A newer version of this program has written the record of your career: it is left as it is. {then}"
        )
        return message.format(then=_shown_only())
    return _("The record of your career cannot be used ({why}). {then}").format(why=trouble, then=_shown_only())


def _shown_only() -> str:
    return _("What you finish now counts until you quit.")
