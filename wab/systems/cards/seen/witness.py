"""Events as a seat sees them: everything on the table; of cards drawn by others only how many (CRD-2.10-2).

An event of a kind that is not named here is seen by no seat.
"""

from __future__ import annotations

from msgspec.structs import replace

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.pile import HIDDEN, hidden
from wab.engine.words.text import Text
from wab.systems.cards.seen.knowledge import as_seen
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.drawing import STREAM
from wab.systems.cards.state.state import State
from wab.systems.cards.state.teams import sees_hand, side_of

OPEN: tuple[type[Event], ...] = (
    ev.TurnBegan,
    ev.StageBegan,
    ev.SymbolsRead,
    ev.UnitOrdered,
    ev.TokenChanged,
    ev.Recovered,
    ev.ObstaclePlaced,
    ev.ObstacleRemoved,
    ev.UnitMoved,
    ev.UnitLeft,
    ev.SalvoAimed,
    ev.SalvoFired,
    ev.SalvoEnded,
    ev.AttackDeclared,
    ev.AmbushDeclined,
    ev.AmbushPlayed,
    ev.AttackResolved,
    ev.FightChanged,
    ev.FightEnded,
    ev.FiguresLost,
    ev.Eliminated,
    ev.RetreatDue,
    ev.Retreated,
    ev.GroundTaken,
    ev.OverrunOpened,
    ev.OverrunClosed,
    ev.UnitPlaced,
    ev.CardsDiscarded,
    ev.Reshuffled,
    ev.CardOwed,
    ev.DebtPaid,
    ev.MedalWon,
    ev.MedalLost,
    ev.GameEnded,
)
"""The events on the table, for all to see."""


def witnessed(before: State, event: Event, after: State, seat: str) -> Event | None:
    """An event as a seat sees it: the event itself, or one in which cards have no name."""
    board = after.board
    match event:
        case Rolled():  # where in the pile a card lay would tell something of its name
            return event if event.stream != STREAM else None
        case ev.CardPlayed():
            return replace(event, play=as_seen((event.play,), side_of(seat))[0])
        case ev.CardsDrawn():
            known = event.shared or sees_hand(board, seat, event.holder)
            return event if known else replace(event, cards=hidden(event.cards))
        case ev.ChoiceDrawn():
            return event if event.seat == seat else replace(event, cards=hidden(event.cards))
        case ev.CardKept():
            known = event.shared or sees_hand(board, seat, event.holder)
            return event if known else replace(event, card=HIDDEN)
    return event if isinstance(event, OPEN) else None


DRAWN = Refusal(Text("Cards were drawn: that cannot be taken back."), ("CRD-2.10-2",), code="cards-drawn")
"""The reason why an order is final after draws: the field lies open, the pile does not (CRD-2.10-2)."""
