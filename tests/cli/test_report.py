"""`wab replay --report`: verdict with its causes, charts, dice by face, diary, journal; Markdown or one HTML file."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import msgspec
import pytest

from ai.agents import Reason
from wab.app.play.archive import Note, Seats, write_note
from wab.app.play.diary import Diary
from wab.app.report.album import turns_worth_a_map
from wab.app.report.charts import Drawn, curves, histogram
from wab.app.report.paper import Heading, Items, Paragraph, Photo, Picture, Table, as_html, as_markdown
from wab.engine.history.course import Course
from wab.engine.history.luck import Bar, dice_of
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.events import Rolled
from wab.engine.words.text import Text
from wab.locale import language
from wab.systems import get_system
from wab.testing.walks import walk

CARENTAN = "operations/causeway-to-carentan"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('1')</script>|[x](http://x)`\"&"


def kept(folder: Path, scenario: str, orders: int) -> Path:
    """A save with a diary of the second side next to it."""
    game, _ = walk(scenario, seed=3, length=orders)
    path = folder / "game.wab"
    game.save(path)
    reason = Reason(Text("Cover {place}", {"place": HOSTILE}), 1.0, mission=Text("Hold the crossroads"))
    diary = Diary(path)
    for record in (4, 5):
        diary.add(record, 1, game.system.sides[1], msgspec.to_builtins(reason))
    return path


def plain(page: str) -> str:
    return unescape(re.sub("<[^>]+>", " ", page))


@pytest.fixture(scope="module")
def over(tmp_path_factory) -> Path:
    return kept(tmp_path_factory.mktemp("over"), CARENTAN, 200)


def test_a_report_in_html_is_one_file_with_everything_in_it(run, over, tmp_path):
    assert run("replay", over, "--no-maps", "--report", tmp_path / "report.html").code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    assert page.startswith("<!doctype html>") and '<html lang="en">' in page
    words = plain(page)
    for part in ("What decided it:", "Carentan: Allies 20, Axis 8", "Luck", "War diary", "Journal", "Turn 5"):
        assert part in words
    pictures = re.findall("<svg.*?</svg>", page, re.DOTALL)
    titles = [next(ET.fromstring(svg).iter(f"{SVG}text")).text for svg in pictures]
    assert titles[:4] == ["Points", "HP lost", "Activation points used in the turn", "Ground in Allied hands, km²"]
    assert any(title.startswith("Combat: ") for title in titles)


def test_nothing_in_the_page_is_loaded_or_run(run, over, tmp_path):
    run("replay", over, "--no-maps", "--report", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page and f"The orders were to cover {HOSTILE} (2 times)." in plain(page)
    assert not re.findall(r"(?:src|href|url)\s*[=(]", page)
    assert "default-src 'none'" in page


def test_pictures_lie_beside_a_report_in_markdown(run, over, tmp_path):
    assert run("replay", over, "--no-maps", "--report", tmp_path / "my report.md").code == 0
    text = (tmp_path / "my report.md").read_text(encoding="utf-8")
    names = re.findall(r"^!\[[^\]]*\]\(([^)]*)\)$", text, re.MULTILINE)
    assert names[0] == "my%20report-points.svg"
    assert {name.replace("%20", " ") for name in names} == {path.name for path in tmp_path.glob("*.svg")}
    for path in tmp_path.glob("*.svg"):
        ET.parse(path)
    assert "\n- Carentan: Allies 20, Axis 8\n" in text
    assert "Hold the crossroads. The orders were to cover \\<script>" in text


def test_a_report_speaks_the_language_of_its_reader(run, over, tmp_path):
    with language("fr"):
        run("replay", over, "--no-maps", "--report", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in page and "Alliés" in page and "Journal de marche" in page


def test_a_running_game_tells_its_numbers_as_its_reader_knows_them(run, tmp_path):
    save = kept(tmp_path, CARENTAN, 24)
    write_note(save, Note(CARENTAN, Seats("allied", {"axis": "normal"})))
    told = []
    for more in ((), ("--spoil",)):
        run("replay", save, "--no-maps", "--report", tmp_path / "report.html", *more)
        told.append((tmp_path / "report.html").read_text(encoding="utf-8"))
    known, spoiled = told
    used = [re.search(r'aria-label="Activation points used in the turn: ([^"]*)"', page) for page in told]
    assert used[0] is not None and "Axis" not in used[0][1]
    assert used[1] is not None and "Axis" in used[1][1]
    assert "War diary" in spoiled and "War diary" not in known
    assert "What decided it" not in spoiled, "nothing is decided before the end"


def test_a_system_of_cards_has_its_own_charts(run, tmp_path):
    run("replay", kept(tmp_path, "cards/pegasus-bridge", 800), "--no-maps", "--report", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert re.search(r'aria-label="Figures lost: Allies \d+, Axis \d+"', page)
    assert re.search(r'aria-label="attack: \d+ dice"', page)
    assert "Ground" not in page


def test_dice_are_counted_by_face_and_lots_are_no_dice():
    system = get_system("operations")
    events = [
        Rolled("combat", Text("Combat"), 6, 0, (1, 1, 6)),
        Rolled("air", Text("Maintenance"), 100, 0, (17,)),
        Rolled("air", Text("Weather"), 100, 1, (83,)),
        Rolled("deck", Text("card drawn"), 50, 0, (9,)),
        Rolled("combat", Text("Combat"), 6, 3, (2, 3, 1)),
    ]
    combat, percent = dice_of(events, system)
    assert [bar.rolled for bar in combat.bars] == [3, 1, 1, 0, 0, 1]
    assert {bar.expected for bar in combat.bars} == {1.0}
    assert (percent.means[0].dice, percent.means[0].mean, percent.means[0].expected) == (2, 50.0, 50.5)


def test_symbols_are_expected_as_often_as_the_die_shows_them():
    system = get_system("cards")
    (dice,) = dice_of([Rolled("attack", Text("attack"), 6, 0, (1,) * 12)], system)
    assert sum(bar.expected for bar in dice.bars) == pytest.approx(12)
    assert max(bar.expected for bar in dice.bars) == pytest.approx(4), "infantry is on two faces"


@pytest.mark.parametrize("points", [((3, 0.0),), ((1, -4.0), (2, 1e6)), tuple((turn, 0.25) for turn in range(1, 90))])
def test_curves_of_any_values_stay_inside_their_picture(points):
    root = ET.fromstring(curves(HOSTILE, "Turn", [Drawn(HOSTILE, "#000000", points)]))
    wide, high = float(root.get("width", "")), float(root.get("height", ""))
    places = [
        pair.split(",")
        for line in root.iter("{http://www.w3.org/2000/svg}polyline")
        for pair in line.get("points").split()
    ]
    assert len(places) == len(points)
    assert all(0 <= float(x) <= wide and 0 <= float(y) <= high for x, y in places)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words[0] == HOSTILE and len([word for word in words if (word or "").isdigit()]) <= 30


def test_a_die_that_never_fell_has_its_mark_and_no_number():
    root = ET.fromstring(histogram("Dice", "to be expected", [Bar("1", 0, 2.0), Bar("2", 4, 2.0)], "#000000"))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == ["Dice", "1", "2", "4", "to be expected"]
    first, second = list(root.iter(f"{SVG}rect"))[1:]
    assert float(first.get("height")) == 0 < float(second.get("height"))


def test_every_block_is_escaped_in_both_ways_of_writing():
    blocks = (
        Heading(1, HOSTILE),
        Paragraph(HOSTILE, HOSTILE),
        Items((HOSTILE,)),
        Table((HOSTILE, "b"), ((HOSTILE, HOSTILE),)),
        Picture("x", "<svg/>", HOSTILE),
    )
    page = as_html(blocks, 'en"><script>')
    assert "<script" not in page and page.count("&lt;script&gt;alert") == 9
    text = as_markdown(blocks, "a](b) c")
    assert text.count("\\<script>") == 7 and "(a%5D%28b%29%20c-x.svg)" in text
    assert "![" not in as_markdown(blocks, None)


def test_maps_of_the_start_the_turning_points_and_the_end_are_in_the_report(run, over, tmp_path):
    assert run("replay", over, "--report", tmp_path / "report.html").code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count('src="data:image/jpeg;base64,') >= 3 and "img-src data:" in page
    assert "The start, as known to: Allies" in page and "End of turn 5, as known to: Allies" in page


def test_a_report_without_the_parts_of_the_window_says_so(run, over, tmp_path, monkeypatch):
    monkeypatch.setattr("wab.app.report.album._PROGRAM", "import sys; sys.exit('no graphics here')")
    done = run("replay", over, "--report", tmp_path / "report.md")
    assert done.code == 0 and "no graphics here" in done.err
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "There are no maps in this report: no graphics here" in text and not list(tmp_path.glob("*.jpg"))


def test_turning_points_are_the_turns_in_which_one_side_gained_most():
    verdicts = tuple(
        Verdict(turn, {"a": points, "b": 0}, ()) for turn, points in ((1, 3), (2, 9), (3, 1), (4, 5), (5, 99))
    )
    assert turns_worth_a_map(Course((), verdicts)) == (0, 2, 4, 5)
    assert turns_worth_a_map(Course(())) == (0,)


def test_each_turn_of_the_journal_begins_with_its_verdict(run, over, tmp_path):
    run("replay", over, "--no-maps", "--report", tmp_path / "report.html")
    page = plain((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert re.search(r"Turn 5\s+(Allies|Axis) \+\d+", page)
    assert "Beside history" in page and "12 June 1944" in page


def test_a_picture_in_points_is_no_way_out_of_the_page():
    page = as_html((Photo("map1", b"\xff\xd8", HOSTILE),), "en")
    assert "<script" not in page and 'src="data:image/jpeg;base64,/9g="' in page
    assert as_markdown((Photo("map1", b"", "The map"),), "my report").strip() == "![The map](my%20report-map1.jpg)"


def test_a_curve_that_ends_early_has_its_name_where_it_ends():
    lasting = Drawn("this game", "#111111", tuple((turn, 10.0 * turn) for turn in range(1, 9)))
    past = Drawn("history", "#222222", ((4, 57.0),))
    page = ET.fromstring(curves("Ground", "turn", [lasting, past]))
    placed = {text.text: float(text.get("x")) for text in page.iter(f"{SVG}text")}
    dots = [float(dot.get("cx")) for dot in page.iter(f"{SVG}circle")]
    assert placed["history 57"] == pytest.approx(dots[-1] + 10, abs=0.2)
    assert (
        placed["this game 80"] == pytest.approx(dots[-2] + 10, abs=0.2)
        and placed["this game 80"] > placed["history 57"]
    )
