"""Replays that verify themselves, and the journal told in sentences."""

import pytest

from tests.engine.test_game import meet
from tests.engine.test_saves import bodies_of, reframed, resealed
from tests.engine.toy import SCENARIO, TOY, Pass, Step, Throw, new_game, play_some, toy_of
from wab.engine import SaveError, Setup
from wab.engine.history.journal import Narrator, lasting
from wab.engine.saves.replay import verify


@pytest.fixture
def played():
    game = meet(new_game(seed=3))
    game.play(Step(1))
    game.undo()
    game.play(Throw())
    return play_some(game, 60)


@pytest.fixture
def save(played, tmp_path):
    path = tmp_path / "game.wab"
    played.save(path)
    return path


def changed(save, old, new):
    """Change the first record that holds some bytes, seal the file again, and return the record's number."""
    bodies = [body for body in bodies_of(save) if b'"line":"snapshot"' not in body]
    place = next(number for number, body in enumerate(bodies) if old in body)
    bodies[place] = bodies[place].replace(old, new, 1)
    save.write_bytes(reframed(resealed(bodies)))
    return place - 1  # the header is no record


def test_a_true_save_is_verified_record_by_record(played, save):
    verdict = verify(save, toy_of)
    assert verdict.ok
    assert verdict.records == len(played.journal) > 50
    assert verdict.first_divergence is None
    assert any(record.undo for record in played.journal)


def test_a_changed_die_is_the_first_divergence(save):
    record = changed(save, b'"results":[', b'"results":[9,')
    verdict = verify(save, toy_of)
    assert (verdict.ok, verdict.first_divergence) == (False, record)
    assert "event 0" in verdict.problem


def test_a_changed_order_is_the_first_divergence(save):
    record = changed(save, b'"by":1', b'"by":7')
    verdict = verify(save, toy_of)
    assert (verdict.ok, verdict.first_divergence) == (False, record)
    assert "refused" in verdict.problem


def test_a_changed_digest_is_the_first_divergence(played, save):
    digest = played.journal[5].digest.encode()
    record = changed(save, digest, b"0" * 32)
    verdict = verify(save, toy_of)
    assert (verdict.ok, verdict.first_divergence) == (False, record)
    assert "the state is" in verdict.problem


def test_events_left_out_are_the_first_divergence(save):
    record = changed(save, b'"events":[{"event":"passed","side":"red"}]', b'"events":[]')
    verdict = verify(save, toy_of)
    assert (verdict.ok, verdict.first_divergence) == (False, record)
    assert "1 events happen, the save says 0" in verdict.problem


def test_changed_rules_are_a_divergence_too(save, monkeypatch):
    monkeypatch.setattr("tests.engine.toy.STEPS", 2)
    verdict = verify(save, toy_of)
    assert not verdict.ok
    assert verdict.first_divergence == 0  # the opening already leaves another state


def test_a_damaged_file_is_an_error_not_a_verdict(save):
    data = bytearray(save.read_bytes())
    data[len(data) // 2] ^= 1
    save.write_bytes(bytes(data))
    with pytest.raises(SaveError):
        verify(save, toy_of)


def test_what_was_taken_back_does_not_last():
    game = new_game()
    game.play(Step(1))
    game.play(Step(1))
    game.undo()
    game.undo()
    game.play(Step(1))
    game.play(Pass())
    assert [record.order for record in lasting(game.journal)] == [None, Step(1), Pass()]


def test_a_narrator_follows_a_game_in_sentences(played):
    narrator = Narrator(TOY, Setup("toy", SCENARIO, 3))
    lines = [line for record in lasting(played.journal) for line in narrator.tell(record)]
    assert str(lines[0].text) == "red steps to 1"
    assert (lines[0].turn, lines[0].side) == (1, "red")
    assert [line.turn for line in lines] == sorted(line.turn for line in lines)
    assert narrator.outcome == played.outcome
