"""Foresight: what the enemy could do next, and what the hardest player does and leaves undone because of it."""

import msgspec
import pytest

import wab
from ai.agents import Reason
from ai.match import play_out
from ai.operations import reasons
from ai.operations import staff as staff_module
from ai.operations.greedy.packages import Package, Slot
from ai.operations.judgement.levels import Level, levels
from ai.operations.judgement.staff_weights import STAFF
from ai.operations.lookahead.foresight import Foresight
from ai.operations.lookahead.rehearsal import carry_out
from ai.operations.lookahead.replies import Replies, Reply, together
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.staff import Staff
from ai.operations.tactics.advance import advances, best_advance
from ai.operations.tactics.assault import assaults, ranked
from ai.operations.tactics.command import left_alone
from ai.operations.tactics.watch import StaffMemory
from ai.shell.choice import Choice
from tests.ai.operations.scenes import game_of, scene, two_targets
from wab.engine.kernel.dice import Chance
from wab.engine.words.text import Text
from wab.systems.operations.seen.knowledge import FIRST_CONTACT
from wab.systems.operations.state.orders import Advance, Attack, Move, Pass

LOOKING = Level("looking", plans=True, foresight=True)
WIDE = [". " * 29 + "."] * 5
TANKS = 75
FAR, NEAR, BESIDE = TANKS - 9, TANKS - 8, TANKS - 1
"""Places for the allied regiment of `exposed`: just out of the reach of the tanks, just in it, next to them."""


def exposed(turns=4, at=BESIDE, **settings):
    """A lone, weak allied regiment and a group of enemy tanks that could overrun it."""
    board = scene(WIDE, turns=turns, **settings)
    board.place("infantry", hex=at, hp=4)
    for _ in range(3):
        board.place("armour", hex=TANKS, side="axis")
    return board


def picture_for(builder, side="allied"):
    view = game_of(builder).view(side)
    return Picture(view, StaffMemory(view.board, STAFF.threat_share), STAFF, Chance(1, "tests"))


def foresight(go_on=lambda: True):
    return Foresight(go_on)


def step(picture, unit, hex_, value):
    reached = picture.reach(picture.position.units[unit])
    return Choice(Move((unit,), reached.path_to(hex_)), Reason(Text("a move")), value)


# ------------------------------------------------------------------------------------------------- replies


def test_the_reply_names_who_would_be_struck_and_by_whom():
    picture = picture_for(exposed())
    reply = Replies().after(picture)
    assert [attack.target for attack in reply.attacks] == [BESIDE]
    assert set(reply.attacks[0].taken) <= {2, 3, 4}
    assert reply.worth == pytest.approx(reply.attacks[0].value) and reply.worth > 1
    assert reply.state.active == "axis" and picture.position.active == "allied", "what is known stays as it is"


def test_there_is_no_reply_when_the_battle_is_over_by_then():
    assert Replies().after(picture_for(exposed(turns=1))) is not None, "the second side still acts in the last turn"
    last = exposed(turns=1)
    last.state.active = "axis"
    assert Replies().after(picture_for(last, "axis")) is None


def test_there_is_no_reply_to_an_attack_that_ends_the_battle():
    board = scene(WIDE, turns=4)
    for _ in range(3):
        board.place("armour", hex=TANKS)
    board.place("company", hex=TANKS - 1, hp=1, side="axis")
    picture, replies = picture_for(board), Replies()
    (assault,) = assaults(picture, plan_from_greedy(picture))
    state = replies.imagined(picture, assault.best.places)
    carry_out(state, assault.best.order)
    assert state.result is not None and state.result.reason == "destruction"
    assert replies.worth_if(state, "axis") == 0.0


def test_a_reply_to_the_same_position_is_worked_out_once():
    replies, board = Replies(), exposed()
    assert replies.after(picture_for(board)) is replies.after(picture_for(board))


def test_an_enemy_who_is_not_seen_does_nothing():
    def who_strikes(fog):
        board = exposed(at=TANKS - 6, fog=fog)
        seen = {board.place("armour", hex=TANKS - 7, side="axis") for _ in range(2)}
        picture = picture_for(board)
        reply = Replies().after(picture)
        assert reply is not None and reply.attacks
        return {unit for attack in reply.attacks for unit in attack.taken}, seen, len(picture.foes)

    taken, seen, stacks = who_strikes(fog=False)
    assert stacks == 2 and taken - seen, "the tanks farther off join in"
    taken, _, stacks = who_strikes(fog=True)
    assert stacks == 1 and 1 <= len(taken) <= 2, "only those next to us are known"


def test_contacts_are_taken_for_units_that_they_may_be():
    board = exposed(at=TANKS - 3, fog=True)
    picture = picture_for(board)
    assert all(unit >= FIRST_CONTACT for unit in picture.position.stacks[TANKS])
    state = Replies().imagined(picture)
    assert sorted(state.stacks[TANKS]) == [2, 3, 4]


def test_the_enemy_may_have_the_aircraft_that_he_has_in_the_order_of_battle():
    view = wab.new_game("operations/the-port", seed=1).view("axis")
    picture = Picture(view, StaffMemory(view.board, STAFF.threat_share), STAFF, Chance(1, "tests"))
    assert not list(picture.position.squadrons_of("allied"))
    assert list(Replies().imagined(picture).squadrons_of("allied"))


def test_a_unit_that_is_elsewhere_is_not_struck_any_more():
    replies = Replies()
    reply = replies.after(picture_for(exposed(at=NEAR)))
    assert replies.worth_after(reply, {1: NEAR}) == pytest.approx(reply.worth)
    assert replies.worth_after(reply, {1: FAR}) == 0.0


def test_no_unit_attacks_twice_in_a_reply():
    board = exposed()
    board.place("infantry", hex=TANKS + 30)
    reply = Replies().after(picture_for(board))
    one, other = reply.attacks
    assert set(one.taken) & set(other.taken), "the same tanks could strike the one or the other"
    assert reply.worth == together(reply.attacks) == one.value
    assert together([one]) + together([other]) > reply.worth


# ------------------------------------------------------------------------------------------------- moves left undone


def test_a_move_into_an_attack_is_left_undone_unless_it_gains_more():
    picture = picture_for(exposed(at=FAR))
    replies = Replies()
    worse = replies.worth_after(replies.after(picture), {1: NEAR})
    assert worse > 3
    look = foresight()
    assert look.objects_to(picture, step(picture, 1, NEAR, 0.0))
    assert look.objects_to(picture, step(picture, 1, NEAR, 100.0)), "what was refused stays so in the impulse"
    assert not foresight().objects_to(picture, step(picture, 1, NEAR, 100.0))
    assert not foresight().objects_to(picture, step(picture, 1, NEAR, worse))
    assert not foresight().objects_to(picture, step(picture, 1, FAR - 1, 0.0))


def test_it_has_nothing_against_a_move_back_into_supply():
    def objects(supply, cut_off=7):
        """A move to `NEAR`; the enemy holds so many columns, without supply."""
        board = scene(WIDE, turns=4, supply=supply, sources={"allied": {cut_off + 3: 1}, "axis": {TANKS: 1}})
        board.control("axis", *(row * 30 + column for row in range(5) for column in range(cut_off)))
        board.place("infantry", hex=NEAR - 3, hp=4)
        for _ in range(3):
            board.place("armour", hex=TANKS, side="axis")
        picture = picture_for(board)
        assert bool(picture.in_supply[NEAR - 3]) is not supply
        assert bool(picture.in_supply[NEAR]) is (not supply or cut_off == 7)
        return foresight().objects_to(picture, step(picture, 1, NEAR, 0.0))

    assert objects(supply=False)
    assert not objects(supply=True)
    assert objects(supply=True, cut_off=10), "from ground without supply to ground without it"


def test_it_has_nothing_against_other_orders():
    picture, look = picture_for(exposed(at=FAR)), foresight()
    attack = Attack((1,), TANKS, FAR)
    assert not look.objects_to(picture, Choice(attack, Reason(Text("an attack")), 0.0))
    assert not look.objects_to(picture, Choice(Pass(), Reason(Text("nothing")), 0.0))
    strategic = msgspec.structs.replace(step(picture, 1, NEAR, 0.0).order, strategic=True)
    assert not look.objects_to(picture, Choice(strategic, Reason(Text("a march")), 0.0))


def test_who_has_no_time_objects_to_nothing_and_takes_no_precaution():
    picture, look = picture_for(exposed(at=FAR)), foresight(lambda: False)
    assert not look.objects_to(picture, step(picture, 1, NEAR, 0.0))
    assert look.precaution(picture, Plan((), {})) is None
    many = picture_for(two_targets())
    plan = plan_from_greedy(many)
    ranks = ranked(many, list(assaults(many, plan)), -100.0)
    assert look.reordered(many, plan, ranks) is ranks
    usual = Choice(Advance((1, 2, 3)), Reason(Text("usual")), 1.0)
    offered = advance_offered()
    assert look.advance(offered, plan_from_greedy(offered), usual) is usual


def two_movers():
    """Two allied regiments on their way to a goal, an enemy far away."""
    board = scene(WIDE, goals=[(TANKS - 4, "axis", 1, 6)], turns=4)
    for hex_ in (TANKS - 12, TANKS - 42):
        board.place("infantry", hex=hex_)
    board.place("infantry", hex=29, side="axis")
    return board


def test_where_a_move_is_refused_the_others_are_made(monkeypatch):
    def movers(refused):
        agent, game = Staff(1, LOOKING), game_of(two_movers())

        def objects_to(_, choice):
            return isinstance(choice.order, Move) and choice.order.units[0] in refused

        monkeypatch.setattr(agent._foresight, "objects_to", objects_to)
        order = agent.decide(game.view("allied"))
        return order.units if isinstance(order, Move) else ()

    first = movers(())
    (second,) = {1, 2} - set(first)
    assert movers(first) == (second,)
    assert movers((1, 2)) == ()


def why_it_passes(monkeypatch, board, **answers):
    """Return why a player who looks ahead and takes no precautions ends its impulse, if its look ahead answers so."""
    agent, game = Staff(1, LOOKING), game_of(board)
    for name, answer in {"precaution": None, **answers}.items():
        monkeypatch.setattr(agent._foresight, name, lambda *_, answer=answer: answer)
    while not isinstance(order := agent.decide(game.view("allied")), Pass):
        game.play(order)
    assert agent.incidents == []
    return str(agent.reason.text)


def test_it_says_what_it_leaves_undone_because_of_the_reply(monkeypatch):
    more = " would expose us to more than it gains"
    assert why_it_passes(monkeypatch, two_targets(), objects_to=False) == "Pass: nothing more to gain"
    told = why_it_passes(monkeypatch, two_targets(), objects_to=False, reordered=[])
    assert told == f"Pass: attacking hex 0103 and hex 0303{more}"
    moves = why_it_passes(monkeypatch, two_movers(), objects_to=True)
    assert moves.startswith("Pass: moving ") and moves.endswith(more)
    assert len(set(moves.removeprefix("Pass: moving ").removesuffix(more).split(" and "))) == 2


def test_the_reason_to_pass_names_attacks_and_moves_together():
    units = [Text("Lehr"), Text("Lehr"), Text("26/12SS")]
    told = str(reasons.nothing_left([Text("Caen")], units).text)
    assert told == "Pass: attacking Caen or moving Lehr and 26/12SS would expose us to more than it gains"


# ------------------------------------------------------------------------------------------------- precautions


def test_a_precaution_spares_what_it_says():
    picture = picture_for(exposed())
    replies, look = Replies(), foresight()
    choice = look.precaution(picture, Plan((), {}))
    assert isinstance(choice.order, Move) and choice.order.units == (1,)
    assert picture.view.why_not(choice.order) is None
    reply = replies.after(picture)
    assert replies.worth_after(reply, {1: choice.order.path[-1]}) < reply.worth
    assert str(choice.reason.text).startswith("Prevent an attack on")
    again = look.precaution(picture, Plan((), {}))
    assert again is None or again.order != choice.order, "nothing is tried twice in an impulse"


def test_the_plan_says_where_units_may_go():
    picture = picture_for(exposed())
    assert foresight().precaution(picture, Plan((), {}, limits={1: frozenset({BESIDE})})) is None


def test_who_does_something_by_staying_is_not_taken_away_for_little():
    picture, plan = picture_for(exposed()), Plan((), {})
    choice = foresight().precaution(picture, plan)
    assert choice is not None and choice.order.units == (1,)
    asked = []

    def kept(seen, unit):
        asked.append((seen, unit.id))
        return 100.0

    assert foresight().precaution(picture, plan, kept) is None
    assert set(asked) == {(picture, 1)}


def test_where_nothing_is_to_be_feared_nothing_is_done():
    calm = scene(turns=4)
    calm.place("infantry", hex=0)
    calm.place("infantry", hex=39, side="axis")
    assert foresight().precaution(picture_for(calm), Plan((), {})) is None


# ------------------------------------------------------------------------------------------------- attacks, advances


def two_attacks(monkeypatch, dear=0.0, now=0.0):
    """Two attacks worth 5 and 4 points, a look ahead, and what it says if the reply to the first is worth `dear`.

    `now`: what the reply to things as they stand is worth.
    """
    picture = picture_for(two_targets())
    plan = plan_from_greedy(picture)
    first, second = ranked(picture, list(assaults(picture, plan)), -100.0)
    ranks = [(5.0, first[1]), (4.0, second[1])]
    look = foresight()
    monkeypatch.setattr(look._replies, "after", lambda _: Reply(picture.position, plan, (), (), now))
    costs = {first[1].target: dear}
    monkeypatch.setattr(look, "_worth_after", lambda p, q, assault: costs.get(assault.target, 0.0))
    return ranks, look.reordered(picture, plan, ranks)


def test_of_two_attacks_the_one_comes_first_after_which_the_enemy_can_do_less(monkeypatch):
    ranks, found = two_attacks(monkeypatch, dear=1.0)
    assert found == ranks
    ranks, found = two_attacks(monkeypatch, dear=3.0)
    assert found == ranks[::-1]


def test_an_attack_that_opens_more_to_the_enemy_than_it_brings_is_not_made(monkeypatch):
    ranks, found = two_attacks(monkeypatch, dear=50.0)
    assert found == ranks[1:]
    ranks, found = two_attacks(monkeypatch, dear=50.0, now=50.0)
    assert found == ranks[::-1], "he could do as much before"


def test_an_attack_is_played_on_to_the_reply_and_nothing_of_it_happens():
    picture = picture_for(two_targets())
    plan = plan_from_greedy(picture)
    before = dict(picture.position.units)
    ranks = [(100.0, assault) for assault in assaults(picture, plan)]
    assert sorted(rank[1].target for rank in foresight().reordered(picture, plan, ranks)) == [11, 27]
    assert picture.position.units == before


def test_what_an_attack_opens_is_weighed_by_whether_it_empties_the_hex(monkeypatch):
    picture = picture_for(two_targets())
    plan = plan_from_greedy(picture)
    (assault, _) = assaults(picture, plan)
    clears, asked = assault.best.clears, {}
    assert 0 < clears < 1
    look = foresight()

    def worth_if(picture, plan, package, luck):
        state = look._replies.imagined(picture, package.places, luck)
        carry_out(state, package.order)
        emptied = state.side_in(assault.target) != "axis"
        asked[luck] = emptied
        return 10.0 if emptied else 2.0

    monkeypatch.setattr(look, "_worth_if", worth_if)
    assert look._worth_after(picture, plan, assault) == pytest.approx(10.0 * clears + 2.0 * (1 - clears))
    assert list(asked.values()) == [False, True]


def test_a_commander_whom_an_attack_leaves_alone_rides_before_the_enemy_replies(monkeypatch):
    board = scene(WIDE, turns=4)
    for _ in range(2):
        board.place("armour", hex=62)
    board.place("commander", hex=62)
    board.place("infantry", hex=33)
    board.place("company", hex=66, hp=1, side="axis")
    board.place("armour", hex=126, side="axis")
    picture = picture_for(board)
    plan, look = plan_from_greedy(picture), foresight()
    found = next(one for one in assaults(picture, plan) if one.target == 66)
    rides = []
    ride_after = look._ride_after
    monkeypatch.setattr(look, "_ride_after", lambda state, *rest: rides.append(state) or ride_after(state, *rest))
    usual = look._worth_after(picture, plan, found)
    assert rides and all(not left_alone(state, "allied") for state in rides)
    monkeypatch.setattr(look, "_ride_after", lambda *_: None)
    assert look._worth_after(picture, plan, found) > usual + 1


def advance_offered():
    """An allied attack that has emptied a hex, seen at the moment when units may follow."""
    board = scene(turns=4)
    for _ in range(3):
        board.place("armour", hex=18)
    board.place("infantry", hex=19, side="axis", hp=1)
    board.place("infantry", hex=39, side="axis")
    game = game_of(board)
    game.play(Attack((1, 2, 3), 19, 18))
    assert game.phase == "advance"
    view = game.view("allied")
    return Picture(view, StaffMemory(view.board, STAFF.threat_share), STAFF, Chance(1, "tests"))


def test_all_advances_are_legal_and_the_usual_one_is_among_them():
    picture = advance_offered()
    plan = plan_from_greedy(picture)
    orders = [pursuit.order for pursuit in advances(picture, plan)]
    assert orders[0] == Advance(()) and len(orders) == 4
    assert all(picture.view.why_not(order) is None for order in orders)
    assert best_advance(picture, plan).order in orders


def test_an_advance_is_changed_only_where_another_is_clearly_better(monkeypatch):
    picture = advance_offered()
    plan, look = plan_from_greedy(picture), foresight()
    usual = Choice(Advance((1, 2, 3)), Reason(Text("usual")), 1.0)
    costs = {Advance(()): 0.0}

    def worth_if(state, foe):
        here = tuple(sorted(unit.id for unit in state.stack(19)))
        return costs.get(Advance(here), 90.0)

    monkeypatch.setattr(look._replies, "worth_if", worth_if)
    assert look.advance(picture, plan, usual).order == Advance(())
    costs.update({pursuit.order: 0.0 for pursuit in advances(picture, plan)})
    costs[Advance(())] = 90.0
    assert look.advance(picture, plan, usual).order.units


# ------------------------------------------------------------------------------------------------- the player


def test_only_the_hardest_player_looks_ahead():
    assert [level.foresight for level in levels().values()] == [False, False, True]


@pytest.mark.parametrize("foresight", [True, False])
def test_whose_look_ahead_takes_units_away_plans_no_withdrawals(monkeypatch, foresight):
    asked = []

    def spy(*_, withdraws, alone):
        assert not alone
        asked.append(withdraws)
        raise ZeroDivisionError("enough")

    monkeypatch.setattr(staff_module, "current_plan", spy)
    agent = Staff(1, Level("firm", plans=True, foresight=foresight))
    agent.decide(game_of(two_targets()).view("allied"))
    assert set(asked) == {not foresight}


@pytest.mark.trial
def test_it_plays_a_scenario_to_its_end_without_incidents_and_takes_precautions():
    game = wab.new_game("operations/city-of-stones", seed=8)
    agents = {side: Staff(number, LOOKING) for number, side in enumerate(sorted(game.system.sides))}
    reasons = []
    play_out(game, agents, lambda record: reasons.extend(str(a.reason.text) for a in agents.values() if a.reason))
    assert game.outcome is not None
    assert [agent.incidents for agent in agents.values()] == [[], []]
    assert any(reason.startswith("Prevent an attack") for reason in reasons)


@pytest.mark.parametrize("name", ["objects_to", "precaution", "reordered", "advance"])
def test_where_it_fails_the_usual_order_is_given_and_the_incident_noted(monkeypatch, name):
    def boom(*_):
        raise ZeroDivisionError("injected")

    def orders(broken):
        agent, game = Staff(1, LOOKING), game_of(two_targets())
        if broken:
            monkeypatch.setattr(agent._foresight, name, boom)
        found = []
        while game.to_act == "allied" and game.turn == 1:
            found.append(agent.decide(game.view("allied")))
            game.play(found[-1])
        return found, agent.incidents

    usual, none = orders(broken=False)
    found, incidents = orders(broken=True)
    assert none == [] and usual[-1] == found[-1] == Pass()
    assert {incident.layer for incident in incidents} == {"foresight"}
    assert any(isinstance(order, Attack) for order in found)


def test_in_a_hurry_without_foresight_and_where_it_rehearses_it_does_not_look_ahead(monkeypatch):
    def boom(*_):
        raise AssertionError("it looked ahead")

    rehearsing = Level("rehearsing", plans=True, foresight=True, evaluations=16, effort=10_000)  # there is no fog
    for level, hurried in ((LOOKING, True), (Level("heedless", plans=True), False), (rehearsing, False)):
        agent, game = Staff(1, level), game_of(two_targets())
        agent.hurried = hurried
        monkeypatch.setattr(Replies, "after", boom)
        monkeypatch.setattr(Replies, "worth_if", boom)
        while game.to_act == "allied" and game.turn == 1:
            game.play(agent.decide(game.view("allied")))
        assert agent.incidents == []


@pytest.mark.parametrize("effort, fog, looks", [(10_000, False, False), (1, False, True), (10_000, True, True)])
def test_where_rehearsals_cannot_be_afforded_or_enemies_are_hidden_it_looks_ahead(effort, fog, looks):
    agent = Staff(1, Level("able", plans=True, foresight=True, evaluations=16, effort=effort))
    assert agent._looks_ahead(picture_for(exposed(fog=fog))) is looks


def test_a_package_that_was_never_found_changes_nothing():
    """An assault without a best form (too dear for the points that are left) is worth what it was."""
    picture = picture_for(two_targets())
    plan = plan_from_greedy(picture)
    assault = next(assaults(picture, plan))
    assert isinstance(assault.best, Package) and all(isinstance(slot, Slot) for slot in assault.taken.values())
    assault.best = None
    assert foresight()._worth_after(picture, plan, assault) == 0.0
