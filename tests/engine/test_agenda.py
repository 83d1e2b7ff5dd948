"""The agenda on a small game: duels between two seats inside a turn of phases; some phases play themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import msgspec
import pytest

from wab.engine import Event, Order, Refusal, Text
from wab.engine.kernel.agenda import (
    Agenda,
    Answer,
    Decision,
    Decisions,
    Phase,
    Sequence,
    Step,
    never,
    pending,
    put,
    renewed,
    settled,
)

OTHER = {"red": "blue", "blue": "red"}
LIVES, ENERGY = 3, 2


# ------------------------------------------------------------------------------------------------- steps


class Challenge(Step, frozen=True, tag="challenge", omit_defaults=True):
    """A challenge that the other side answers; each answer may raise the stake, and then it is for the first again."""

    seat: str
    stake: int = 1

    @property
    def question(self) -> str:
        return "answer" if self.stake < 3 else "blow"


class Wound(Step, frozen=True, tag="wound"):
    """A side loses a life, or energy in place of it while it has any."""

    seat: str

    @property
    def question(self) -> str:
        return "wound"


class Challenge2(msgspec.Struct):
    """The packed form of states."""

    agenda: tuple[Challenge | Wound, ...] = ()


class Challenged(Event, frozen=True, tag="challenged"):
    seat: str


class Raised(Event, frozen=True, tag="raised"):
    pass


class Wounded(Event, frozen=True, tag="wounded"):
    seat: str


class Lost(Event, frozen=True, tag="lost"):
    seat: str
    energy: bool


class Began(Event, frozen=True, tag="began"):
    phase: str
    player: str


class Rested(Event, frozen=True, tag="rested"):
    pass


class Call(Order, frozen=True, tag="call"):
    pass


class Raise(Order, frozen=True, tag="raise"):
    pass


class Bear(Order, frozen=True, tag="bear"):
    energy: bool


class Done(Order, frozen=True, tag="done"):
    pass


class Foreign(Order, frozen=True, tag="foreign"):
    pass


@dataclass
class State:
    phase: str = "dawn"
    player: str = ""
    turn: int = 1
    agenda: Agenda = ()
    lives: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OTHER, LIVES))
    energy: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OTHER, ENERGY))
    called: tuple[str, ...] = ()


def apply(state: State, event: Event) -> None:
    match event:
        case Challenged():
            state.agenda = put(state.agenda, Challenge(OTHER[event.seat]))
            state.called = (*state.called, event.seat)
        case Raised():
            now = pending(state.agenda, Challenge)
            state.agenda = renewed(state.agenda, Challenge(OTHER[now.seat], now.stake + 1))
        case Wounded():
            state.agenda = put(state.agenda, Wound(event.seat))
        case Lost():
            what = state.energy if event.energy else state.lives
            what[event.seat] -= 1
            state.agenda = settled(settled(state.agenda, Wound), Challenge)
        case Began():
            state.phase, state.player = event.phase, event.player
        case Rested():
            state.turn += 1
            state.called = ()
            state.phase, state.player = "dawn", ""


# ------------------------------------------------------------------------------------------------- the table


def called(state):
    return bool(state.called)


TURN: Sequence[State] = Sequence(
    (
        Phase("dawn", is_open=never),
        Phase("calls", players=lambda state: tuple(OTHER), is_open=lambda state: len(state.called) < 2),
        Phase("truce", comes_up=called, begins=lambda state: iter((Wounded(state.called[0]),)), is_open=never),
        Phase("night", is_open=never),
    )
)
SPENT = Refusal(Text("There is no energy left."), ("TOY-2-1",))


def advance(state, order=None) -> Iterator[Event]:
    waits = yield from TURN.advance(state, state.phase, state.player, Began)
    if not waits:
        yield Rested()


def legal(state, order):
    return None


def wound_by_itself(state):
    """Without energy there is nothing to choose."""
    seat = state.agenda[0].seat
    return None if state.energy[seat] else iter((Lost(seat, energy=False),))


DECISIONS: Decisions[State, Order] = Decisions(
    {
        "dawn": Decision(lambda state: None, {}, lambda state, unit: (), advance),
        "calls": Decision(
            lambda state: state.player,
            {Call: Answer(legal, lambda state, order: iter((Challenged(state.player),))), Done: Answer(legal, advance)},
            lambda state, unit: [Call(), Done()] if unit is None else [Call()],
            lambda state: advance(state) if state.player in state.called else None,
        ),
        "truce": Decision(lambda state: None, {}, lambda state, unit: (), advance),
        "night": Decision(lambda state: None, {}, lambda state, unit: (), advance),
        "answer": Decision(
            lambda state: state.agenda[0].seat,
            {
                Raise: Answer(legal, lambda state, order: iter((Raised(),))),
                Done: Answer(legal, lambda state, order: iter((Wounded(state.agenda[0].seat),))),
            },
            lambda state, unit: [Raise(), Done()],
        ),
        "blow": Decision(
            lambda state: None, {}, lambda state, unit: (), lambda state: iter((Wounded(state.agenda[0].seat),))
        ),
        "wound": Decision(
            lambda state: state.agenda[0].seat,
            {
                Bear: Answer(
                    lambda state, order: SPENT if order.energy and not state.energy[state.agenda[0].seat] else None,
                    lambda state, order: iter((Lost(state.agenda[0].seat, order.energy),)),
                )
            },
            lambda state, unit: [Bear(energy=True), Bear(energy=False)],
            wound_by_itself,
        ),
    },
    phase_of=lambda state: state.phase,
    is_over=lambda state: not all(state.lives.values()),
    over=Refusal(Text("It is over."), code="over"),
    unknown=Refusal(Text("What is that?"), code="unknown"),
    not_now=Refusal(Text("Not now."), code="not-now"),
)


def happen(state: State, events: Iterator[Event]) -> list[Event]:
    happened = []
    for event in events:
        apply(state, event)
        happened.append(event)
    return happened


def begun(**facts) -> State:
    state = replace(State(), **facts)
    happen(state, DECISIONS.run(state))
    return state


def play(state: State, *orders: Order) -> list[Event]:
    happened = []
    for order in orders:
        assert DECISIONS.why_not(state, order) is None
        happened += happen(state, DECISIONS.execute(state, order))
    return happened


def asked(state):
    return DECISIONS.phase(state), DECISIONS.to_act(state)


# ------------------------------------------------------------------------------------------------- decisions


def test_a_phase_that_nobody_plays_is_passed_and_the_first_open_one_waits():
    state = begun()
    assert asked(state) == ("calls", "red")
    assert list(DECISIONS.offered(state)) == [Call(), Done()]
    assert list(DECISIONS.offered(state, unit=1)) == [Call()]


def test_the_other_seat_is_asked_out_of_turn_and_decisions_nest():
    state = begun()
    play(state, Call())
    assert asked(state) == ("answer", "blue") and state.player == "red"
    play(state, Raise())
    assert asked(state) == ("answer", "red")
    play(state, Done())
    assert asked(state) == ("wound", "red")
    assert [type(step) for step in state.agenda] == [Wound, Challenge]


def test_when_all_is_settled_the_phase_goes_on_where_it_was():
    state = begun()
    happened = play(state, Call(), Done(), Bear(energy=True))
    assert state.energy == {"red": ENERGY, "blue": ENERGY - 1} and state.agenda == ()
    assert happened[-1] == Began("calls", "blue"), "red has called, so it is for blue"
    assert asked(state) == ("calls", "blue")


def test_a_question_with_one_answer_settles_itself():
    state = begun(energy={"red": 0, "blue": 0})
    happened = play(state, Call(), Done())
    assert Lost("blue", energy=False) in happened
    assert asked(state) == ("calls", "blue")


def test_a_step_without_a_seat_is_played_by_the_rules():
    state = begun()
    happened = play(state, Call(), Raise(), Raise())
    assert Wounded("blue") in happened
    assert asked(state) == ("wound", "blue")


def test_automatic_phases_bring_steps_of_their_own():
    state = begun()
    happened = play(state, Call(), Done(), Bear(energy=True), Done())
    assert happened[-2:] == [Began("truce", ""), Wounded("red")]
    assert asked(state) == ("wound", "red")
    happened = play(state, Bear(energy=True))
    assert happened[1:] == [Began("night", ""), Rested(), Began("calls", "red")]
    assert (state.turn, asked(state)) == (2, ("calls", "red"))


def test_orders_are_refused_with_the_reason_that_fits():
    state = begun()
    assert DECISIONS.why_not(state, Raise()).code == "not-now"
    assert DECISIONS.why_not(state, Foreign()).code == "unknown"
    wounded = begun(energy={"red": 1, "blue": 0}, agenda=(Wound("red"),))
    assert DECISIONS.why_not(wounded, Bear(energy=True)) is None
    wounded.energy["red"] = 0
    assert DECISIONS.why_not(wounded, Bear(energy=True)) is SPENT


def test_orders_that_answer_nothing_are_not_carried_out():
    state = begun()
    with pytest.raises(TypeError, match="Foreign is not an order of this system"):
        next(DECISIONS.execute(state, Foreign()))
    with pytest.raises(ValueError, match="Raise is no answer in the phase 'calls'"):
        next(DECISIONS.execute(state, Raise()))


def test_after_the_end_nobody_is_asked_and_nothing_follows():
    state = begun(lives={"red": 1, "blue": 3}, energy={"red": 0, "blue": 0})
    play(state, Done())
    happened = play(state, Call(), Done())
    assert happened[-1] == Lost("red", energy=False)
    assert asked(state) == ("over", None)
    assert list(DECISIONS.offered(state)) == [] and list(DECISIONS.run(state)) == []
    assert DECISIONS.why_not(state, Done()).code == "over"


def test_a_decision_that_settles_itself_without_an_event_is_a_fault():
    still = replace(DECISIONS, table={"dawn": Decision(legal, {}, legal, lambda state: iter(()))})
    with pytest.raises(ValueError, match="phase 'dawn' settles itself, and nothing happens"):
        list(still.run(State()))


# ------------------------------------------------------------------------------------------------- the agenda


def test_steps_are_put_before_others_and_taken_off_by_kind():
    first, second, third = Challenge("red"), Wound("blue"), Wound("red")
    agenda = put(put((), first), second, third)
    assert agenda == (second, third, first)
    assert pending(agenda, Challenge) is first and pending(agenda, Wound) is second
    assert settled(agenda, Wound) == (third, first)
    assert pending(settled(agenda, Challenge), Challenge) is None


def test_only_the_next_step_of_a_kind_is_renewed_or_settled():
    agenda = (Wound("red"), Challenge("blue"), Wound("red"))
    assert renewed(agenda, Wound("blue")) == (Wound("blue"), Challenge("blue"), Wound("red"))
    assert settled(agenda, Wound) == (Challenge("blue"), Wound("red"))
    alone = (Wound("red"),)
    assert renewed(alone, Challenge("blue")) is alone and settled(alone, Challenge) is alone


def test_of_one_step_that_is_due_twice_only_the_next_is_renewed_or_settled():
    """A saved game has two steps in its place when it comes back: the rules must not tell the difference."""
    twice = (Wound("red"),) * 2
    assert settled((*twice, Challenge("blue")), Wound) == (Wound("red"), Challenge("blue"))
    assert renewed(twice, Wound("blue")) == (Wound("blue"), Wound("red"))


def test_equal_agendas_have_the_same_bytes_and_come_back_from_them():
    packed = Challenge2((Wound("red"), Challenge("blue", 2), Challenge("red")))
    data = msgspec.json.encode(packed, order="deterministic")
    assert data == (
        b'{"agenda":[{"step":"wound","seat":"red"},{"step":"challenge","seat":"blue","stake":2},'
        b'{"step":"challenge","seat":"red"}]}'
    )
    assert msgspec.json.decode(data, type=Challenge2) == packed
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"agenda":[{"step":"nothing"}]}', type=Challenge2)


def test_a_step_says_what_it_asks():
    class Mute(Step, frozen=True, tag="mute"):
        pass

    with pytest.raises(NotImplementedError):
        _ = Mute().question


# ------------------------------------------------------------------------------------------------- the sequence of play


def following(state, phase, player=""):
    return [(one.id, other) for one, other in TURN.after(state, phase, player)]


def test_the_phases_still_to_come_with_their_players():
    calls = [("calls", "red"), ("calls", "blue")]
    assert following(State(), "before") == [("dawn", ""), *calls, ("night", "")]
    assert following(State(), "dawn") == [*calls, ("night", "")]
    assert following(State(), "calls", "red") == [("calls", "blue"), ("night", "")]
    assert following(State(called=("red",)), "calls", "blue") == [("truce", ""), ("night", "")]
    assert following(State(), "night") == []


def test_a_player_who_is_no_longer_in_a_phase_ends_it():
    assert following(State(), "calls", "green") == [("night", "")]


def test_what_happens_in_a_phase_decides_what_comes_next():
    state, seen = State(), []
    for one, other in TURN.after(state, "calls", "red"):
        seen.append((one.id, other))
        state.called = ("blue",)
    assert seen == [("calls", "blue"), ("truce", ""), ("night", "")]


def test_a_sequence_stops_at_an_open_phase_and_says_when_there_is_none():
    def all_of(state, phase, player):
        events, steps = [], TURN.advance(state, phase, player, Began)
        while True:
            try:
                event = next(steps)
            except StopIteration as end:
                return events, end.value
            apply(state, event)
            events.append(event)

    assert all_of(State(), "dawn", "") == ([Began("calls", "red")], True)
    assert all_of(State(), "calls", "blue") == ([Began("night", "")], False)


def test_what_a_phase_leaves_to_be_settled_comes_before_the_next_phase():
    state = State(called=("blue",))
    for event in TURN.advance(state, "calls", "blue", Began):
        apply(state, event)
    assert (state.phase, state.agenda) == ("truce", (Wound("blue"),))
