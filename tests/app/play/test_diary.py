"""The war diary: what the computer had in mind, kept next to the save and shut until the game is over."""

from __future__ import annotations

import os

import msgspec
import pytest

from ai.agents import Reason
from wab.app.play.archive import delete, diary_path
from wab.app.play.diary import Diary, came_of, chapters, prose, read_diary, turns_of
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.values import Cause
from wab.engine.words.errors import SaveError
from wab.engine.words.text import Text
from wab.locale import language


def said(words: str, mission: str = "") -> dict[str, object]:
    reason = Reason(Text(words, {"n": 3}), 1.5, mission=Text(mission) if mission else None, rejected=(("usual", 0.4),))
    plain = msgspec.to_builtins(reason)
    assert isinstance(plain, dict)
    return plain


def test_entries_are_read_again_with_the_save(tmp_path):
    save = tmp_path / "game.wab"
    diary = Diary(save)
    diary.add(4, 1, "axis", said("Attack with {n}", "Hold"))
    diary.add(5, 1, "axis", None)
    diary.add(9, 2, "axis", said("Wait"))
    assert [str(entry.text) for entry in Diary(save).entries] == ["Attack with 3", "Wait"]
    assert Diary(save).entries == diary.entries


def test_a_line_cut_off_costs_only_itself(tmp_path):
    save = tmp_path / "game.wab"
    Diary(save).add(4, 1, "axis", said("First"))
    with diary_path(save).open("ab") as file:
        file.write(b'{"record":5,"tu\n{"text":{"msgid":"\xcd"},"record":5,"turn":1,"side":"axis"}\n')
    Diary(save).add(6, 1, "axis", said("Third"))
    assert [entry.record for entry in read_diary(diary_path(save))] == [4, 6]


def test_a_strange_reason_is_passed_over(tmp_path):
    diary = Diary(tmp_path / "game.wab")
    diary.add(1, 1, "axis", {"text": 7})
    assert diary.entries == []


def test_what_cannot_be_written_is_said(tmp_path):
    diary = Diary(tmp_path / "no-folder" / "game.wab")
    with pytest.raises(SaveError, match="cannot be written"):
        diary.add(1, 1, "axis", said("First"))
    assert len(diary.entries) == 1


def test_what_is_said_several_times_in_a_row_is_told_once():
    diary = Diary()
    for record, words in enumerate(("Cover", "Cover", "Attack", "Cover")):
        diary.add(record, 1, "axis", said(words, "Hold"))
    (chapter,) = chapters(diary.entries)
    assert chapter.told() == [("cover", 2), ("attack", 1), ("cover", 1)]


def test_the_same_said_of_several_names_in_a_row_is_said_of_all_at_once():
    diary = Diary()
    for record, place in enumerate(("Rots", "Cheux", "Rots")):
        reason = Reason(Text("Cover {goal:the}", {"goal": place}), mission=Text("Hold the line."))
        diary.add(record, 1, "axis", msgspec.to_builtins(reason))
    (chapter,) = chapters(diary.entries)
    assert prose([chapter]) == "Hold the line. The orders were to cover Rots and Cheux."


def test_a_sentence_is_told_as_it_stands():
    diary = Diary()
    for record, words in enumerate(("They are few.", "Cover {n}", "They are few.", "They are few.")):
        diary.add(record, 1, "axis", said(words))
    (chapter,) = chapters(diary.entries)
    assert prose([chapter]).startswith("The orders were to cover 3. They are few. They are few (2 times).")


def test_a_turn_reads_as_one_paragraph_from_the_plan_to_what_came_of_it():
    diary = Diary()
    for record, (words, mission) in enumerate([("Cover {n}", "Hold."), ("Wait", "Take."), ("Stop", "Hold.")]):
        reason = {**said(words, mission), "course": "usual", "rejected": [["bold direct", 0.4], ["without 12", 0.126]]}
        diary.add(record, 1, "axis", reason)
    verdict = Verdict(1, {"axis": 3}, (Cause(Text("The Axis holds Caen"), 3.0),))
    ((turn, side, told),) = turns_of(chapters(diary.entries))
    assert (turn, side) == (1, "axis")
    assert prose(told, verdict) == (
        "The staff chose the usual plan. Hold. The orders were to cover 3, then stop. "
        "Less was expected of a bolder plan (40%) and a plan that leaves one goal aside (13%). "
        "Take. Units were also to wait. The Axis holds Caen."
    )


def test_a_reason_stands_in_brackets_and_orders_with_commas_between_semicolons():
    diary = Diary()
    for record, words in enumerate(("Attack {n} at 2:1: a good chance", "Bring up A, B", "Wait")):
        diary.add(record, 1, "axis", said(words))
    told = prose(chapters(diary.entries))
    assert told.startswith("The orders were to attack 3 at 2:1 (a good chance); bring up A, B; then wait. ")


def test_what_the_mission_says_is_not_said_again_by_its_orders():
    diary = Diary()
    mission = Text("{group} holds {goal}.", {"group": "The 9th", "goal": "Caen"})
    for record, text in enumerate((Text("Cover {goal}", {"goal": "Caen"}), Text("Cover {goal}", {"goal": "Rots"}))):
        diary.add(record, 1, "axis", msgspec.to_builtins(Reason(text, mission=mission)))
    assert prose(chapters(diary.entries)) == "The 9th holds Caen. The orders were to cover Rots."


def test_impulses_of_one_turn_make_one_paragraph():
    diary = Diary()
    for record, (side, words) in enumerate((("axis", "Wait"), ("allied", "Stop"), ("axis", "March"))):
        diary.add(record, 1, side, said(words))
    told = {side: prose(those) for _turn, side, those in turns_of(chapters(diary.entries))}
    assert list(told) == ["axis", "allied"]
    assert told["axis"].startswith("The orders were to wait, then march. ")


def test_cards_that_promised_less_are_named_in_the_language_of_the_reader():
    card = Text.of_data({"en": "Firefight", "fr": "Tir nourri"})
    reason = Reason(Text("Play {card}", {"card": "Probe"}), rejected=((card, 0.4), ("Assault", 0.1)))
    diary = Diary()
    diary.add(0, 1, "axis", msgspec.to_builtins(reason))
    (chapter,) = chapters(diary.entries)
    assert prose([chapter]) == "The orders were to play Probe. Less was expected of Firefight and Assault."
    with language("fr"):
        assert "Tir nourri et Assault" in prose([chapter])


def test_an_order_that_only_ends_the_impulse_is_told_where_there_is_no_other():
    diary = Diary()
    for record, (turn, words) in enumerate([(1, "Cover {n}"), (1, "Pass: nothing more to gain"), (2, "")]):
        diary.add(record, turn, "axis", said(words or "Pass: nothing more to gain"))
    assert [[words for words, _ in chapter.told()] for chapter in chapters(diary.entries)] == [
        ["cover 3"],
        ["pass (nothing more to gain)"],
    ]


def test_what_the_version_before_wrote_is_read_in_french(tmp_path):
    """The sentences of old diaries stay in the catalogue; their numbers and names are as they were."""
    words = "Attack {hex} at {ratio}: {percent} % to clear it"
    line = (
        b'{"text":{"msgid":"%s","args":{"hex":"Rots","ratio":"3:1","percent":58}},"score":1.5,"record":4,'
        % words.encode()
    )
    (tmp_path / "old.diary").write_bytes(line + b'"turn":1,"side":"axis","rejected":[["usual",0.4]],"course":"bold"}\n')
    (chapter,) = chapters(read_diary(tmp_path / "old.diary"))
    with language("fr"):
        assert "Il fallait attaquer Rots à 3:1 (58\u00a0% de chances" in prose([chapter])


def test_what_came_of_a_turn_are_the_causes_of_its_verdict():
    causes = (Cause(Text("The Allies take Caen."), 3.0), Cause(Text("The Axis loses 2 HP."), 1.0))
    assert came_of(Verdict(2, {"allied": 3}, causes)) == "The Allies take Caen. The Axis loses 2 HP."
    assert came_of(None) == ""


def test_chapters_go_by_turn_and_mission():
    diary = Diary()
    for record, (turn, mission) in enumerate([(1, "Hold"), (1, "Take"), (1, "Hold"), (2, "Hold")]):
        diary.add(record, turn, "axis", said("Order", mission))
    found = [
        (chapter.turn, chapter.mission, [entry.record for entry in chapter.entries])
        for chapter in chapters(diary.entries)
    ]
    assert found == [(1, "Hold", [0, 2]), (1, "Take", [1]), (2, "Hold", [3])]


def test_who_was_spared_from_his_mission_is_told_under_none():
    diary = Diary()
    diary.add(0, 1, "axis", said("Cover", "Hold"))
    diary.add(1, 1, "axis", {**said("Attack", "Hold"), "spared": True})
    assert [(chapter.mission, chapter.told()) for chapter in chapters(diary.entries)] == [
        ("Hold", [("cover", 1)]),
        ("", [("attack", 1)]),
    ]


def test_a_save_takes_its_diary_along(tmp_path):
    save = tmp_path / "game.wab"
    save.write_bytes(b"x")
    Diary(save).add(4, 1, "axis", said("First"))
    delete(save)
    assert not diary_path(save).exists()


def test_a_line_cut_off_does_not_spoil_the_next(tmp_path):
    """The power went in the middle of a line: what is written next begins on a line of its own."""
    save = tmp_path / "game.wab"
    Diary(save).add(4, 1, "axis", said("First"))
    with diary_path(save).open("ab") as file:
        file.write(b'{"record":5,"tu')
    Diary(save).add(6, 1, "axis", said("Third"))
    assert [entry.record for entry in read_diary(diary_path(save))] == [4, 6]


@pytest.mark.parametrize("line", [b"[" * 1000, b"1" * 5000, b'{"record":' + b"1" * 5000, b"\xff\xfe", bytes(4096)])
def test_a_line_of_any_kind_costs_only_itself(tmp_path, line):
    save = tmp_path / "game.wab"
    Diary(save).add(4, 1, "axis", said("First"))
    with diary_path(save).open("ab") as file:
        file.write(line + b"\n")
    Diary(save).add(6, 1, "axis", said("Third"))
    assert [entry.record for entry in read_diary(diary_path(save))] == [4, 6]


def test_a_pipe_or_a_giant_is_no_diary(tmp_path):
    os.mkfifo(tmp_path / "pipe.diary")
    with (tmp_path / "giant.diary").open("wb") as file:
        file.truncate(1 << 36)
    for name in ("pipe", "giant"):
        diary = Diary(tmp_path / f"{name}.wab")
        assert diary.entries == []
    with pytest.raises(SaveError, match="not a regular file"):
        Diary(tmp_path / "pipe.wab").add(1, 1, "axis", said("First"))
