"""Air units (ledger 10.3): which of them can fly this turn, what they are worth, when they are back.

They stand in no hex, cost no activation points and do not tire. HP that they lose are HP lost like any other
(OPS-9.2.2-2), but they are not units that keep a side in the game (OPS-9.1-2).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.operations.state.board import SIDES, AirProfile
from wab.systems.operations.state.events import AirReadied
from wab.systems.operations.state.state import Squadron, State

STREAM = "air"
PERCENT = 100
STATUS_NAMES = {
    "ready": N_("ready"),
    "destroyed": N_("destroyed, comes back later"),
    "resting": N_("resting after a mission"),
    "weather": N_("grounded by weather"),
    "maintenance": N_("under repair"),
    "awaited": N_("not arrived yet"),
    "withdrawn": N_("withdrawn"),
}
"""The results of the start of a turn, in words for people."""

_GROUNDED = {
    "destroyed": (N_("{unit:The} {unit:|was|were} destroyed and {unit:|is|are} not back yet."), "OPS-10.3.1-9"),
    "resting": (N_("{unit:The} {unit:|is|are} resting after the last mission."), "OPS-10.3.1-11"),
    "weather": (N_("The weather grounds {unit:the}."), "OPS-10.3.1-10"),
    "maintenance": (N_("{unit:The} {unit:|is|are} under repair this turn."), "OPS-10.3.1-8"),
    "awaited": (N_("{unit:The} {unit:|has|have} not arrived yet."), "OPS-8.3.1-2"),
    "withdrawn": (N_("{unit:The} {unit:|has|have} left the battle."), "OPS-8.3.1-2"),
}


def stream_of(side: str) -> str:
    """The stream of dice that decides which aircraft of a side can fly: the other side does not see it."""
    return f"{STREAM}_{side}"


def split(state: State, ids: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ids of units on the map, and ids of air units, each in the order given."""
    ids = tuple(ids)
    flying = tuple(id_ for id_ in ids if id_ in state.board.squadrons)
    return tuple(id_ for id_ in ids if id_ not in state.board.squadrons), flying


def profile_of(state: State, squadron: int) -> AirProfile:
    """Return the profile of an air unit."""
    return state.board.squadrons[squadron]


# ------------------------------------------------------------------------------------------------- what it is worth


def share(points: int, hp: int, full: int) -> int:
    """Points of a damaged air unit, to the nearest whole, halves down (OPS-10.3.1-13)."""
    return -((full - 2 * points * hp) // (2 * full))


def ground_attack(state: State, squadron: int) -> int:
    """Support points that an air unit has now (OPS-10.3.1-6)."""
    profile = profile_of(state, squadron)
    return share(profile.ground_attack, state.squadrons[squadron].hp, profile.hp)


def bombs(state: State, squadron: int) -> int:
    """Bombardment points that an air unit has now (OPS-10.3.1-7)."""
    profile = profile_of(state, squadron)
    return share(profile.bombardment, state.squadrons[squadron].hp, profile.hp)


# ------------------------------------------------------------------------------------------------- who can fly


def ready_squadrons(state: State) -> Iterator[Event]:
    """Start of a turn: every air unit is tested, and the result holds for the whole turn (OPS-10.3.1-12)."""
    for side in SIDES:
        tested = []
        for squadron in tuple(state.squadrons_of(side)):
            tested.append((yield from _tested(state, squadron)))
        if tested:
            yield AirReadied(side, tuple(tested))


def absence(profile: AirProfile, turn: int) -> str:
    """Return why an air unit is not there in a turn: "awaited" before it comes, "withdrawn" after it has left, "" if it
    is.

    OPS-8.3.1-2, OPS-T-REINF: it comes and goes when the scenario says so.
    """
    if turn < profile.from_turn:
        return "awaited"
    return "withdrawn" if profile.to_turn is not None and turn > profile.to_turn else ""


def _tested(state: State, squadron: Squadron) -> Generator[Event, None, Squadron]:
    if absent := absence(profile_of(state, squadron.id), state.turn):
        return replace(squadron, status=absent, flown=False)
    rested = replace(squadron, hp=_rested_hp(state, squadron), flown=False)
    if state.turn <= squadron.out_to:
        return replace(rested, status="resting" if rested.hp else "destroyed")
    if not rested.hp:  # OPS-10.3.1-9: back with full HP
        rested = replace(rested, hp=profile_of(state, squadron.id).hp)
    return replace(rested, status=(yield from _status(state, squadron.id)))


def _rested_hp(state: State, squadron: Squadron) -> int:
    """A damaged air unit regains a HP for each turn in which it flew no mission (OPS-10.3.1-13)."""
    if state.turn == profile_of(state, squadron.id).from_turn or squadron.flown or not squadron.hp:
        return squadron.hp
    return min(squadron.hp + 1, profile_of(state, squadron.id).hp)


def _status(state: State, id_: int) -> Generator[Event, None, str]:
    """One test against the weather (OPS-10.3.1-10), then one against the workshop (OPS-10.3.1-8)."""
    profile = profile_of(state, id_)
    weather = Text("Weather for {squadron}", {"squadron": profile.noun})
    if not (yield from _happens(state, id_, profile.available[state.weather], weather)):
        return "weather"
    workshop = Text("Maintenance of {squadron:the}", {"squadron": profile.noun})
    fails = yield from _happens(state, id_, profile.maintenance_risk, workshop)
    return "maintenance" if fails else "ready"


def _happens(state: State, id_: int, percent: int, purpose: Text) -> Generator[Event, None, bool]:
    """A percentage roll; a certain result needs no roll."""
    if percent in (0, PERCENT):
        return percent == PERCENT
    rolled: Rolled = state.dice.roll(stream_of(state.side_of(id_)), purpose, PERCENT)
    yield rolled
    return rolled.total <= percent


def out_until(state: State, id_: int, hp: int) -> int:
    """The last turn in which an air unit is out after a mission of this turn that left it so many HP.

    OPS-10.3.1-11: bombers rest; OPS-10.3.1-9: a destroyed unit comes back later; the longer of the two.
    """
    profile = profile_of(state, id_)
    return state.turn + max(profile.turns_between_missions, 0 if hp else profile.turns_out)


# ------------------------------------------------------------------------------------------------- why not


def why_not_fly(state: State, id_: int) -> Refusal | None:
    """None if an air unit of the side to act can fly a mission now, else the first reason against it."""
    profile = profile_of(state, id_)
    if profile.side != state.active or id_ not in state.squadrons:
        return Refusal(Text("Only units of the side that is playing can be used."), ("OPS-5.1-2",), code="not-own-unit")
    squadron = state.squadrons[id_]
    if squadron.flown:
        return _refuse(profile, N_("{unit:The} {unit:|has|have} already flown this turn."), "OPS-7.2-14", "flown")
    if squadron.status != "ready":
        msgid, clause = _GROUNDED[squadron.status]
        return _refuse(profile, msgid, clause, squadron.status)
    return None


def why_not_strike(state: State, id_: int) -> Refusal | None:
    """None if an air unit can support an attack now: on any hex of the map (OPS-7.2-15), bombers never."""
    profile = profile_of(state, id_)
    if profile.is_bomber:
        return _refuse(
            profile,
            N_("{unit:The} {unit:|bombards and does|bombard and do} not support attacks."),
            "OPS-10.3.1-3",
            "bomber",
        )
    return why_not_fly(state, id_)


def why_not_bomb(state: State, id_: int) -> Refusal | None:
    """None if an air unit can bombard now: any hex with a detected enemy (OPS-7.5.1-2), fighter-bombers never."""
    profile = profile_of(state, id_)
    if not profile.is_bomber:
        return _refuse(
            profile,
            N_("{unit:The} {unit:|supports attacks and does|support attacks and do} not bombard."),
            "OPS-7.5.1-4",
            "no-bombs",
        )
    return why_not_fly(state, id_)


def _refuse(profile: AirProfile, msgid: str, clause: str, code: str) -> Refusal:
    return Refusal(Text(msgid, {"unit": profile.noun}), (clause,), code=code)


def ready_to_strike(state: State) -> tuple[int, ...]:
    """Air units of the side to act that may support an attack now, by id."""
    return tuple(id_ for id_ in sorted(state.squadrons) if why_not_strike(state, id_) is None)


def ready_to_bomb(state: State) -> tuple[int, ...]:
    """Air units of the side to act that may bombard now, by id."""
    return tuple(id_ for id_ in sorted(state.squadrons) if why_not_bomb(state, id_) is None)
