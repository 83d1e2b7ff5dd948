"""One game: what it accepts, what it records, what it takes back, what each side saw."""

import pytest

from tests.engine.toy import (
    LENGTH,
    SCENARIO,
    TOY,
    Hit,
    Pass,
    Passed,
    Step,
    Stepped,
    Throw,
    Toy,
    new_game,
    play_some,
)
from wab.engine import IllegalOrder, Nature, NothingToUndo, Order, Record, Rolled, Setup, Text, UsageError
from wab.engine.kernel.game import Game


def meet(game):
    """Bring the runners near each other; red is to act and has a step left."""
    for order in (*[Step(1)] * 3, Pass(), *[Step(-1)] * 3, Pass(), Step(1), Step(1)):
        game.play(order)
    assert game.state.places == {"red": 5, "blue": 8}
    return game


@pytest.fixture
def game():
    return new_game(seed=4)


def test_a_new_game_has_its_opening_on_record(game):
    assert game.journal[0].order is None
    assert game.journal[0].events == (Passed("blue"),)
    assert (game.to_act, game.turn, game.phase, game.outcome) == ("red", 1, "action", None)


def test_an_order_gives_its_events_and_is_kept(game):
    assert game.play(Step(1)) == (Stepped("red", 1),)
    assert game.journal[-1].order == Step(1)
    assert game.journal[-1].digest == game.digest()


@pytest.mark.parametrize("order", [Step(-1), Step(5), Throw(), Order()])
def test_an_illegal_order_is_refused_with_its_reason_and_changes_nothing(game, order):
    before, records = game.digest(), len(game.journal)
    with pytest.raises(IllegalOrder) as refused:
        game.play(order)
    assert refused.value.refusal == game.why_not(order)
    assert str(refused.value).endswith("]")  # the clause stands in brackets behind the sentence
    assert (game.digest(), len(game.journal)) == (before, records)


def test_legal_orders_answer_what_why_not_answers(game):
    assert Step(1) in game.legal_orders()
    assert Step(-1) not in game.legal_orders()
    assert "step" not in game.legal_orders()
    assert list(game.legal_orders()) == [Step(1), Pass()]
    assert len(game.legal_orders()) == 2
    assert game.legal_orders()


def test_the_version_changes_with_the_state_and_views_are_kept_between(game):
    version, view = game.version, game.view("red")
    assert game.view("red") is view
    game.play(Step(1))
    assert game.version != version
    assert game.view("red") is not view


# ---------------------------------------------------------------- taking back


def test_undo_brings_back_the_state_and_returns_the_order(game):
    before = game.digest()
    game.play(Step(1))
    assert game.digest() != before
    assert game.undo() == Step(1)
    assert game.digest() == before
    assert game.journal[-1].undo
    assert game.journal[-1].digest == before


def test_orders_are_taken_back_one_by_one_in_reverse(game):
    digests = [game.digest()]
    for _ in range(3):
        game.play(Step(1))
        digests.append(game.digest())
    for expected in reversed(digests[:-1]):
        game.undo()
        assert game.digest() == expected
    with pytest.raises(NothingToUndo, match="nothing to take back"):
        game.undo()


def test_after_undo_another_way_can_be_taken(game):
    game.play(Step(1))
    game.undo()
    game.play(Pass())
    assert game.to_act == "blue"


def test_the_opening_cannot_be_taken_back(game):
    with pytest.raises(NothingToUndo):
        game.undo()


def test_a_pass_cannot_be_taken_back_nor_what_was_before_it(game):
    game.play(Step(1))
    game.play(Pass())
    refusal = game.why_not_undo()
    assert refusal.code == "final"
    with pytest.raises(NothingToUndo) as refused:
        game.undo()
    assert refused.value.refusal == refusal


def test_dice_cannot_be_taken_back():
    game = meet(new_game(seed=4))
    events = game.play(Throw())
    assert isinstance(events[0], Rolled)
    assert game.why_not_undo().code == "final"


def test_a_change_of_the_side_to_act_cannot_be_taken_back(monkeypatch, game):
    monkeypatch.setattr(Passed, "final", False)
    game.play(Pass())
    assert game.why_not_undo().code == "other-side"


def test_an_order_that_shows_something_is_final_and_so_is_all_before_it():
    game = meet(new_game(seed=4))
    refusal = game.why_not_undo()
    assert (refusal.code, refusal.clauses) == ("seen", ("TOY-4-1",))
    with pytest.raises(NothingToUndo) as refused:
        game.undo()
    assert refused.value.refusal == refusal
    game.play(Step(1))  # nothing new: the enemy is in sight
    assert game.undo() == Step(1)
    assert game.why_not_undo() == refusal


def test_with_lenient_undo_only_dice_and_passes_are_final():
    game = meet(new_game(seed=4, undo="lenient"))
    assert game.setup.lenient_undo
    assert game.why_not_undo() is None
    assert game.why_not_undo(strict=True).code == "seen"
    assert [game.undo(), game.undo()] == [Step(1)] * 2
    assert game.why_not_undo().code == "final"  # the pass before
    for step in (1, 1):
        game.play(Step(step))
    game.play(Throw())
    assert (game.why_not_undo().code, str(game.why_not_undo())) == (
        "final", "Dice were rolled: that cannot be taken back."
    )  # fmt: skip


def test_strict_is_the_rule_and_other_words_are_refused():
    assert TOY.choices == {"undo": ("strict", "lenient")}
    assert meet(new_game(undo="strict")).why_not_undo().code == "seen"
    with pytest.raises(UsageError, match="it can be: strict, lenient"):
        new_game(undo="never")


def test_an_unknown_option_is_named_whatever_its_value_is():
    with pytest.raises(UsageError, match="There is no option 'fog'; there are: undo"):
        new_game(fog=float("nan"))


def test_a_game_without_scouting_has_no_other_way_of_undo(monkeypatch):
    monkeypatch.setattr(Toy, "nature", Nature(hidden_information=True, chance=True, step_limit=9))
    assert TOY.choices == {}
    with pytest.raises(UsageError, match="has no option 'undo'"):
        new_game(undo="lenient")


def test_a_journal_in_which_more_was_taken_back_still_happens_again():
    """A save that was played by a more lenient rule is read; from then on the rule of the game holds."""
    played = meet(new_game(seed=4, undo="lenient"))
    played.undo()
    played.play(Step(1))
    again = Game(TOY, Setup("toy", SCENARIO, 4), TOY.new_state(SCENARIO, 4, {}))
    for record in played.journal:
        again.repeat(record)
    assert again.digest() == played.digest()
    assert again.why_not_undo().code == "seen"


# ---------------------------------------------------------------- copies, repeats, the end


def test_a_copy_goes_its_own_way(game):
    game.play(Step(1))
    twin = game.copy()
    digest = game.digest()
    twin.play(Step(1))
    assert game.digest() == digest != twin.digest()
    assert len(game.journal) == len(twin.journal) - 1


def test_a_journal_repeated_gives_the_same_game():
    played = play_some(new_game(seed=3), 80)
    again = Game(TOY, Setup("toy", SCENARIO, 3), TOY.new_state(SCENARIO, 3, {}))
    for record in played.journal:
        again.repeat(record)
    assert any(record.undo for record in played.journal)
    assert again.digest() == played.digest()
    assert again.journal == played.journal
    assert (again.why_not_undo() is None) == (played.why_not_undo() is None)


def test_a_record_that_does_not_fit_is_refused(game):
    rolled = game.state.dice.roll("red", Text("Throw"))
    wrong = Record(Throw(), (rolled, rolled), "")
    with pytest.raises(ValueError, match="stands at"):
        game.repeat(wrong)
    with pytest.raises(ValueError, match="nothing to take back"):
        game.repeat(Record(None, (), "", undo=True))


def test_every_game_ends_and_then_nothing_is_legal():
    winners = set()
    for seed in range(40):
        game = play_some(new_game(seed=seed), 300, seed=seed)
        assert game.to_act is None
        winners.add(game.outcome.winner)
        assert list(game.legal_orders()) == []
        assert game.why_not(Pass()).code == "game-over"
        with pytest.raises(IllegalOrder):
            game.play(Pass())
    assert {"red", "blue"} <= winners


def test_equal_seeds_and_orders_give_equal_games_and_other_seeds_others():
    assert play_some(new_game(seed=8), 60).digest() == play_some(new_game(seed=8), 60).digest()
    thrown = [meet(new_game(seed=seed)).play(Throw())[0].results for seed in range(30)]
    assert len(set(thrown)) == 6


def test_an_unknown_scenario_is_a_sentence():
    with pytest.raises(UsageError, match="no scenario"):
        Game.start(TOY, Setup("toy", "toy/moon", 1))


# ---------------------------------------------------------------- what a side saw


def test_observers_keep_what_they_saw_and_nothing_else():
    game = new_game(seed=4, observers=["red", "blue"])
    game.play(Step(1))
    assert Stepped("red", 1) in game.seen["red"]
    assert not any(isinstance(event, Stepped) for event in game.seen["blue"])  # too far away


def test_orders_that_nobody_saw_are_not_counted_for_an_observer():
    """Two truths that look the same to blue: red ran to and fro out of sight, or stood still."""
    ran, stood = (new_game(seed=4, observers=["red", "blue"]) for _ in range(2))
    for order in (Step(1), Step(1), Step(-1)):
        ran.play(order)
    ran.undo()
    ran.play(Step(-1))
    ran.undo()
    ran.undo()
    ran.undo()
    for game in (ran, stood):
        game.play(Pass())
        game.play(Step(-1))
    assert (len(ran.journal), ran.version) != (len(stood.journal), stood.version)
    assert ran.view("blue").encode() == stood.view("blue").encode()
    assert ran.seen["blue"] == stood.seen["blue"] == [Passed("blue"), Passed("red"), Stepped("blue", LENGTH - 2)]


def test_what_is_taken_back_was_not_seen():
    game = new_game(seed=4, observers=["red"])
    before = list(game.seen["red"])
    game.play(Step(1))
    game.undo()
    assert game.seen["red"] == before


def test_dice_themselves_are_not_witnessed_their_effects_are():
    saw_hit = False
    for seed in range(12):
        game = meet(new_game(seed=seed, observers=["red", "blue"]))
        events = game.play(Throw())
        kinds = [type(event) for event in game.seen["blue"]]
        assert Rolled not in kinds
        assert (Hit in kinds) == any(isinstance(event, Hit) for event in events)
        saw_hit |= Hit in kinds
    assert saw_hit


def test_the_line_is_long_enough_for_runners_to_lose_each_other():
    game = new_game()
    assert game.view("red").state.places == {"red": 0, "blue": -1}
    assert game.view("blue").state.places == {"red": -1, "blue": LENGTH - 1}
