"""A game on a server in words: its title, its players, and the person who decides."""

from __future__ import annotations

from wab.app.pages.fronts import get_front, has_front
from wab.app.pages.parts.titles import title_of
from wab.app.play.campaigns import moment
from wab.app.play.seating import OPPONENTS
from wab.content.career import rank_called
from wab.engine.kernel.values import side_of
from wab.engine.words.clean import clean
from wab.engine.words.dates import moment_of
from wab.engine.words.text import N_
from wab.locale import _
from wab.locale.typography import headed
from wab.online.protocol import LONGEST_NAME, GameInfo, Pace, SeatTaken

PACES: dict[Pace, str] = {"unhurried": N_("No clock"), "daily": N_("A day a turn"), "live": N_("Five minutes a turn")}


def title(info: GameInfo) -> str:
    """Title, and the turn of a game that has begun."""
    named = title_of(info.scenario)
    return named if info.status == "open" else _("{title}, turn {turn}").format(title=named, turn=info.turn)


def seat_name(system: str, seat: str) -> str:
    """A seat in the reader's language; as the server names it where the system is not installed."""
    return get_front(system).seat_name(seat) if has_front(system) else clean(seat, LONGEST_NAME)


def players(info: GameInfo) -> str:
    """Each seat with its player, and the terms of the game."""
    found = [headed(seat_name(info.system, each.seat), _player(each)) for each in info.seats]
    return "  ·  ".join([*found, _(PACES[info.clock.pace]), *([_("rated")] if info.rated else [])])


def _player(taken: SeatTaken) -> str:
    if taken.agent:
        return _(OPPONENTS.get(taken.agent, taken.agent))
    if not taken.player:
        return _("still free")
    name = clean(taken.player, LONGEST_NAME)
    known = [rank_called(taken.rank), f"{taken.rating:.0f}" if taken.rating is not None else ""]
    told = ", ".join(each for each in known if each)
    return f"{name} ({told})" if told else name


def standing(info: GameInfo) -> str:
    """The person who decides, and since when; before it the offer of a draw."""
    if info.status == "open":
        return _("Waits for its players")
    if info.status == "over":
        return _("Over")
    if info.status == "stopped":
        return _("Stopped by the server")
    offer = who_offers(info)
    told = [_("{name} offers a draw").format(name=offer)] if offer else []
    return "  ·  ".join([*told, _deciding(info)])


def _deciding(info: GameInfo) -> str:
    since = moment_of(moment(info.clock.since))
    if is_mine(info):
        return _("You decide, since {moment}").format(moment=since)
    found = next((each for each in info.seats if each.seat == info.to_act), None)
    name = info.to_act or ""
    if found is not None:
        name = clean(found.player, LONGEST_NAME) or _player(found)
    if found is not None and found.holiday is not None:
        until = moment_of(moment(found.holiday))
        return _("{name} decides, on holiday until {moment}").format(name=name, moment=until)
    return _("{name} decides, since {moment}").format(name=name, moment=since)


def who_offers(info: GameInfo) -> str:
    """Return the players who offer a draw that the player of this window has not agreed to; "" for none."""
    own = {side_of(seat) for seat in info.own}
    if info.status != "running" or not own or own <= {*info.draw}:
        return ""
    names = [clean(each.player, LONGEST_NAME) for each in info.seats if side_of(each.seat) in {*info.draw} - own]
    return ", ".join(dict.fromkeys(names))


def sides_to_agree(info: GameInfo) -> list[str]:
    """Return an own seat of each own side."""
    return list({side_of(seat): seat for seat in info.own}.values())


def is_mine(info: GameInfo) -> bool:
    """The player of this window has to decide."""
    return info.status == "running" and info.to_act in info.own


def free_seats(info: GameInfo) -> list[str]:
    """Return the seats that are free."""
    return [each.seat for each in info.seats if not each.player and not each.agent]
