"""Rank and experience as the pages show them: a plate with a bar, and what a game has brought."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.career.career import Career, Standing
from wab.career.games import Counted
from wab.content.career import in_language
from wab.locale import _, ngettext

_BAR = 12.0


def rank_bar(kit: Kit, x: float, y: float, width: float, standing: Standing, gained: int = 0) -> None:
    """Draw the way from this rank to the next; the last gain in another colour."""
    c = kit.colours
    kit.plate(Box(x, y, width, _BAR), c.ground, 3)
    start, following = standing.rank.start, standing.following
    span = following.start - start if following is not None else max(1, standing.experience - start)
    reached = min(1.0, (standing.experience - start) / span)
    before = max(0.0, min(1.0, (standing.experience - gained - start) / span))
    if reached > 0:
        kit.graded(Box(x, y, max(2.0, width * reached), _BAR), c.action, c.action.shade(0.8), 3)
    if before > 0:
        kit.graded(Box(x, y, max(2.0, width * before), _BAR), c.brass.shade(0.8), c.brass.shade(0.6), 3)
    kit.outline(Box(x, y, width, _BAR), c.brass.fade(0.35), 3)


def to_next(standing: Standing) -> str:
    """Return what the next rank wants, in a few words."""
    if standing.following is None:
        return _("The highest rank")
    name = in_language(standing.following.name)
    return _("{missing} more to {rank}").format(missing=figures(standing.missing), rank=name)


def experience_words(points: int) -> str:
    """So much experience, as a thing."""
    return ngettext("{count} point of experience", "{count} points of experience", points).format(count=figures(points))


def figures(number: int) -> str:
    """A number with its thousands apart, as the reader's language writes it."""
    return (
        _("{thousands},{rest}").format(thousands=number // 1000, rest=f"{number % 1000:03}")
        if number > 999
        else str(number)
    )


@dataclass(frozen=True)
class Gain:
    """The gain of a game: the player's standing now, and the rank gained by it, if it is a new one."""

    counted: Counted
    standing: Standing
    promoted: bool

    @property
    def added(self) -> int:
        """Experience won."""
        return self.counted.added

    def told(self) -> str:
        """The score of the game next to the best so far of the same scenario, side and mode (OPS-1.6-2)."""
        score, before = self.counted.score, self.counted.before
        if score is None:
            return _("This game gives no experience.")
        if before is None:
            return _("Score {score}: your first result in this scenario from this side.").format(score=score.points)
        if score.points > before.points:
            return _("Score {score}: better than your best so far, {best}.").format(
                score=score.points, best=before.points
            )
        if score.points == before.points:
            return _("Score {score}: as good as your best so far.").format(score=score.points)
        return _("Score {score}: your best remains {best}.").format(score=score.points, best=before.points)


def gain_of(career: Career, counted: Counted | None) -> Gain | None:
    """Return what a game has brought; None if it counts for no player, or the ranks cannot be read.

    A promotion is shown with the game entered last: the player of an older game has long been promoted.
    """
    standing = career.standing()
    if counted is None or standing is None:
        return None
    newest = next(iter(career.library), None) == counted
    before = career.standing(standing.experience - counted.added)
    return Gain(counted, standing, newest and before is not None and before.number < standing.number)
