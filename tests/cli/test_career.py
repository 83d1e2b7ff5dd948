"""`wab career`: rank, experience, campaigns, best scores, for people and for programs."""

from __future__ import annotations

import pytest

from wab.career.career import Career, career_path, own_career
from wab.career.testing import HILL, LOST, PERCH, won
from wab.locale import language


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_names, **_more: tmp_path / "data")


@pytest.mark.clause("OPS-1.6-1")
def test_a_new_player_is_told_what_the_first_rank_wants(run):
    with language("en"):
        ran = run("career")
    assert ran.code == 0 and ran.err == ""
    assert "Recruit, 0 experience" in ran.out and "Corporal, with 100 more" in ran.out
    assert not career_path().exists()


@pytest.mark.clause("OPS-1.6-3")
@pytest.mark.clause("OPS-11.2.1-3")
def test_what_was_played_is_shown_by_side_and_mode(run):
    own_career().mark(LOST, won("decisive", scenario="operations/cliffs-and-shingle", game="d4"))
    own_career().mark(won("tactical", scenario=HILL, side="axis", game="e5", mode="multiplayer"))
    with language("fr"):
        ran = run("career")
    assert ran.code == 0
    for words in ("Caporal", "Axe", "235", "100", "15", "120"):
        assert words in ran.out
    found = run("career", "--json").json
    assert found["experience"] == sum(one["experience"] for one in found["best"]) and found["games"] == 3
    assert [(one["scenario"], one["side"], one["mode"]) for one in found["best"]] == [
        ("operations/cliffs-and-shingle", "allied", "solo"), (PERCH, "allied", "solo"), (HILL, "axis", "multiplayer")
    ]  # fmt: skip
    assert found["campaigns"]["operations"]["allied"]["done"] == 1
    assert found["campaigns"]["operations"]["axis"] == {"count": 10, "done": 0, "next": found_first("axis")}


def found_first(side):
    import wab

    return next(info.id for info in wab.scenarios() if info.campaigns.get(side) == 1)


def test_the_json_has_the_documented_shape(run):
    found = run("career", "--json").json
    assert set(found) == {"experience", "attainable", "rank", "next", "campaigns", "best", "games"}
    assert set(found["rank"]) == {"number", "name", "start", "unlock", "opens"}
    assert set(found["next"]) == {"name", "start", "unlock", "opens", "missing"}
    assert found["next"]["missing"] == 100 and found["attainable"] > 16_400


def test_at_the_highest_rank_there_is_no_next_one(run, monkeypatch):
    monkeypatch.setattr(Career, "experience", property(lambda _self: 20_000))
    assert run("career", "--json").json["next"] is None
    with language("en"):
        assert "The highest rank." in run("career").out


def test_a_damaged_record_is_said_and_stops_nothing(run):
    career_path().parent.mkdir(parents=True)
    career_path().write_bytes(b"nothing" * 500)
    with language("en"):
        ran = run("career")
    assert ran.code == 0 and "Recruit" in ran.out
    assert len(ran.err.splitlines()) == 1 and "career.damaged-1.db" in ran.err


def test_names_out_of_a_file_are_cleaned(run):
    own_career().mark(won(scenario="operations/a strange one", game="9"))
    assert run("career").code == 0


def test_ranks_and_scales_of_a_pack_are_checked_with_it(run, tmp_path):
    from shutil import copytree, ignore_patterns

    from wab.content.data import program_root

    pack = tmp_path / "pack" / "campaigns" / "operations"
    copytree(program_root() / "campaigns" / "operations", pack, ignore=ignore_patterns("art", "scenarios"))
    (pack / "scenarios").mkdir()
    scale = pack / "career" / "experience.yaml"
    scale.write_text(scale.read_text(encoding="utf-8").replace("draw: 40", "draw: 400"), encoding="utf-8")
    ran = run("check", tmp_path / "pack")
    assert ran.code == 1 and "career/experience.yaml" in ran.out + ran.err
