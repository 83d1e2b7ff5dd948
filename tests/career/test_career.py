"""A player's career: only improvements count, in four slots a scenario; kept entries are there in the next run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wab.career.campaigns import progress
from wab.career.career import Career, career_path
from wab.career.experience import MODES, Score, Slot
from wab.career.former import MOST_BYTES, former_path
from wab.career.games import Finished
from wab.career.testing import DRAWN, HILL, LOST, PERCH, won
from wab.engine.kernel.values import Outcome, ScenarioInfo
from wab.engine.words.errors import DataError
from wab.locale import language

SLOT = Slot(PERCH, "allied", "solo")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wab" / "career.db"


# ------------------------------------------------------------------------------------------------- what counts


@pytest.mark.clause("OPS-1.6-1")
def test_what_was_finished_is_there_in_the_next_run(path: Path) -> None:
    Career(path).mark(LOST, DRAWN)
    again = Career(path)
    assert again.outcomes() == {
        (PERCH, "allied"): [Outcome("axis", "tactical", {})], (HILL, "axis"): [Outcome(None, "draw", {})]
    }  # fmt: skip
    assert again.best == {SLOT: Score(10, 15), Slot(HILL, "axis", "solo"): Score(40, 60)}
    assert again.experience == 75 and again.take_problem() == ""


def test_nothing_is_written_before_there_is_something_to_write(path: Path) -> None:
    assert Career(path).library == ()
    assert not path.parent.exists()


@pytest.mark.clause("OPS-1.6-2")
def test_only_an_improvement_adds_experience(path: Path) -> None:
    career, added = Career(path), []
    for number, game in enumerate((LOST, won("tactical"), won("marginal"), won("tactical"), won("decisive"))):
        name = f"{number:x}"
        career.mark(Finished(name, game.scenario, game.side, game.winner, game.level))
        counted = career.game(name)
        assert counted is not None
        added.append((counted.before.points if counted.before else None, counted.added))
    assert added == [(None, 15), (10, 105), (80, 0), (80, 0), (80, 30)]
    assert career.experience == sum(points for _best, points in added) == 150
    assert Career(path).library == career.library


@pytest.mark.clause("OPS-1.6-3")
def test_each_scenario_has_four_slots(path: Path) -> None:
    career = Career(path)
    for number, (side, mode) in enumerate(product(("allied", "axis"), MODES)):
        career.mark(won("decisive", side=side, mode=mode, game=f"{number:x}"))
    assert len(career.best) == 4 and career.experience == 4 * 150


@pytest.mark.clause("OPS-1.6-2")
@pytest.mark.clause("OPS-1.6-3")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from((PERCH, HILL, "operations/bluecoat")),
            st.sampled_from(("allied", "axis")),
            st.sampled_from(MODES),
            st.sampled_from(("allied", "axis", None)),
            st.sampled_from(("marginal", "tactical", "decisive")),
        ),
        max_size=12,
    )
)
def test_experience_is_the_sum_of_improvements(games: list[tuple[str, str, str, str | None, str]]) -> None:
    career = Career()
    for number, (scenario, side, mode, winner, level) in enumerate(games):
        career.mark(Finished(f"{number:x}", scenario, side, winner, level, mode))  # type: ignore[arg-type]
    counted = career.library
    highest: dict[Slot, int] = {}
    for game in counted:
        assert game.score is not None
        highest[game.finished.slot] = max(highest.get(game.finished.slot, 0), game.score.experience)
    assert career.experience == sum(game.added for game in counted) == sum(highest.values())


def test_a_game_counts_once(path: Path) -> None:
    career = Career(path)
    for _time in range(3):
        career.mark(LOST)
    Career(path).mark(LOST)
    assert len(Career(path).library) == 1


def test_a_game_of_an_unknown_scenario_is_remembered_and_gives_nothing(path: Path) -> None:
    career = Career(path)
    career.mark(won(scenario="operations/gone", game="1"), won(side="french", game="2"))
    assert len(career.library) == 2 and career.experience == 0 and career.best == {}


@pytest.mark.clause("OPS-1.6-1")
def test_other_systems_are_scored_by_their_data() -> None:
    career = Career()
    career.mark(won("victory", scenario="cards/mortain", side="allies"))
    assert career.best[Slot("cards/mortain", "allies", "solo")] == Score(80, 40)


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-1.6-7")
def test_the_standing_says_what_the_next_rank_wants(path: Path) -> None:
    career = Career(path)
    standing = career.standing()
    assert standing is not None and (standing.number, standing.missing) == (1, 100)
    career.mark(won("decisive"))
    standing = career.standing()
    assert standing is not None and standing.following is not None
    assert (standing.rank.name["fr"], standing.number, standing.missing) == ("Caporal", 2, 150)
    highest = career.standing(20_000)
    assert highest is not None and highest.following is None and highest.missing == 0


@pytest.mark.clause("OPS-11.2.1-3")
def test_each_side_has_a_campaign_of_its_own(path: Path) -> None:
    names = ("operations/cliffs-and-shingle", PERCH)
    infos = [
        ScenarioInfo(name, "operations", "campaign", {}, ("allied", "axis"), 4, campaigns={"allied": n, "axis": n})
        for n, name in enumerate(names, 1)
    ]
    career = Career(path)
    career.mark(won(scenario=names[0]))
    allied, axis = (progress(infos, side, Career(path).outcomes()) for side in ("allied", "axis"))
    assert (allied.count, allied.done, allied.following) == (2, 1, names[1])
    assert (axis.done, axis.following) == (0, names[0])


def test_names_that_could_not_be_read_again_are_not_written(path: Path) -> None:
    career = Career(path)
    odd = ("x" * 5000, "odd\n{}", "half \ud800")
    career.mark(*(Finished(f"{n:x}", name, "axis", None, "draw") for n, name in enumerate(odd)))
    career.mark(Finished("5", PERCH, "axis", None, "draw", opponents="\ud800"))
    assert career.library == () and not path.exists()


def test_values_are_no_sql(path: Path) -> None:
    words = "'); DROP TABLE game; --"
    Career(path).mark(won(opponents=words, save=words))
    assert Career(path).library[0].finished.opponents == words


def test_without_a_file_it_is_kept_for_this_run() -> None:
    career = Career()
    career.mark(LOST)
    career.read()
    assert career.outcomes()
    assert career_path().name == "career.db" and former_path().name == "progress.jsonl"


def test_ranks_or_a_scale_that_cannot_be_read_stop_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_names: str) -> None:
        raise DataError("ranks.yaml", 3, "ranks", "is wrong")

    monkeypatch.setattr("wab.career.judging.load_scale", broken)
    monkeypatch.setattr("wab.career.career.load_ranks", broken)
    career = Career()
    career.mark(won(), won(game="d4"))
    assert career.standing() is None and len(career.library) == 2 and career.experience == 0
    assert career.take_problem().count("is wrong") == 1 and career.take_problem() == ""


# ------------------------------------------------------------------------------------------------- several at once


def test_two_windows_see_what_the_other_has_entered(path: Path) -> None:
    one, other = Career(path), Career(path)
    one.mark(LOST)
    other.mark(won("decisive"), DRAWN)
    one.read()
    assert one.library == other.library == Career(path).library
    assert one.experience == 150 + 60


_PROGRAM = """
import sys
from pathlib import Path
from wab.career.career import Career
from wab.career.games import Finished
career = Career(Path(sys.argv[1]))
for number in range(30):
    career.mark(Finished(f"{sys.argv[2]}{number:x}", "operations/perch", "axis", "axis", "marginal"))
    print(number, flush=True)
"""


def start(path: Path, name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _PROGRAM, str(path), name], stdout=subprocess.PIPE)


def finish(running: list[subprocess.Popen[bytes]]) -> None:
    for process in running:
        process.communicate(timeout=120)
        assert process.returncode == 0


@pytest.mark.parametrize("before", [b"", b"no data base at all " * 400], ids=["nothing", "damage"])
def test_processes_that_write_at_the_same_moment_lose_nothing(path: Path, before: bytes) -> None:
    """Also where all of them find a damaged file: one sets it aside, once."""
    if before:
        path.parent.mkdir()
        path.write_bytes(before)
    finish([start(path, name) for name in ("a", "b", "c")])
    found = Career(path)
    assert len(found.library) == 90 and found.take_problem() == ""
    assert sum(game.added for game in found.library) == found.experience == 90
    aside = sorted(path.parent.glob("career.damaged*"))
    assert [one.read_bytes() for one in aside] == ([before] if before else [])


def test_a_window_that_is_killed_leaves_a_sound_file(path: Path) -> None:
    for attempt in range(4):
        process = start(path, "abcd"[attempt])
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.004 * attempt)
        process.kill()
        process.communicate(timeout=60)
    found = Career(path)
    assert len(found.library) >= 4 and found.take_problem() == ""


# ------------------------------------------------------------------------------------------------- earlier versions


LINES = (
    b'{"game":"a1","scenario":"operations/perch","side":"allied","winner":"axis","level":"tactical"}\n'
    b'{"game":"b2","scenario":"operations/the-hill","side":"axis","winner":null,"level":"draw"}\n'
)


@pytest.fixture
def former(path: Path) -> Path:
    path.parent.mkdir()
    former = path.with_name("progress.jsonl")
    former.write_bytes(LINES)
    return former


def test_the_former_record_is_taken_over_once_and_stays_as_it_is(path: Path, former: Path) -> None:
    first = Career(path, former=former)
    assert set(first.outcomes()) == {(PERCH, "allied"), (HILL, "axis")} and first.experience == 75
    former.write_bytes(LINES.replace(b"a1", b"e5").replace(b'"winner":"axis"', b'"winner":"allied"'))
    again = Career(path, former=former)
    assert again.library == first.library and again.take_problem() == ""
    assert former.read_bytes() != LINES, "nobody has written to it"


def test_a_game_of_the_former_record_is_not_counted_again(path: Path, former: Path) -> None:
    Career(path, former=former).mark(LOST, DRAWN)
    assert len(Career(path, former=former).library) == 2


@pytest.mark.parametrize(
    "damage",
    [
        b'{"game":"c3","scen',
        b"\x00" * 4096,
        b"[" * 900,
        b'{"game":' + b"9" * 900 + b"}",
        b"x" * 5000,
        b'{"game":"c3","scenario":"operations/perch","side":"allied","winner":"allied\x1b[31m","level":"x"}',
        b"\xff\xfe\n\n\n",
        b"\n" * MOST_BYTES,
    ],
)
def test_the_good_lines_of_a_damaged_former_record_are_taken_over(path: Path, former: Path, damage: bytes) -> None:
    former.write_bytes(LINES + damage)
    with language("en"):
        career = Career(path, former=former)
    assert len(career.library) == 2 and "progress.jsonl" in career.take_problem()
    assert former.read_bytes() == LINES + damage
    assert Career(path, former=former).take_problem() == ""


def test_a_former_record_that_is_no_file_is_a_sentence(path: Path) -> None:
    path.with_name("progress.jsonl").mkdir(parents=True)
    career = Career(path, former=path.with_name("progress.jsonl"))
    assert "progress.jsonl" in career.take_problem()
    career.mark(LOST)
    assert len(Career(path).library) == 1


def test_the_former_record_counts_where_nothing_can_be_written(path: Path, former: Path) -> None:
    path.mkdir()
    career = Career(path, former=former)
    assert len(career.library) == 2 and career.experience == 75
    assert os.listdir(path) == []
