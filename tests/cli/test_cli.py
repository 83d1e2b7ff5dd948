"""The command line: exit codes, sentences for what is wrong, and the shapes of its JSON."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wab
from ai.data_files import data_files
from tests.engine.test_saves import bodies_of, reframed, resealed
from wab.app.play.archive import Note, Seats, write_note
from wab.app.report.report import luck
from wab.app.report.story import read_story
from wab.cli.players import short_forms
from wab.content.data import data_root
from wab.engine.saves.export import read_export
from wab.engine.saves.reader import read_save
from wab.locale import language
from wab.systems import NAMES, get_system
from wab.testing.walks import walk

ROOT = Path(__file__).resolve().parents[2]


def program(*arguments, cwd=ROOT, **environment):
    wab_itself = [sys.executable, "-c", "import sys; sys.path.pop(0); from wab.cli import main; sys.exit(main())"]
    return subprocess.run(
        [*wab_itself, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_program_itself_gives_its_exit_codes():
    assert program("scenarios").returncode == 0
    wrong = program("simulate", "operations/nowhere")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert len(wrong.stderr.splitlines()) == 1


def test_help_names_every_command(run):
    ran = run("--help")
    assert ran.code == 0
    for command in (
        "career",
        "play",
        "scenarios",
        "simulate",
        "replay",
        "screenshot",
        "rules",
        "coverage",
        "bench",
        "check",
    ):
        assert command in ran.out
        assert run(command, "--help").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("--nonsense",),
        ("simulate",),
        ("replay",),
        ("check",),
        ("screenshot", "operations/nowhere"),
        ("play", "operations/nowhere"),
        ("play", "nowhere.wab"),
        ("replay", "nowhere.wab"),
        ("check", "nowhere"),
        ("scenarios", "--system", "chess"),
        ("rules", f"OPS-{99.9}"),
        ("bench", "--only", "P99"),
        ("simulate", "operations/nowhere"),
    ],
)
def test_bad_usage_is_one_sentence_and_code_2(refuse, arguments):
    refuse(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", "0"),
        ("--games", "many"),
        ("--workers", "0"),
        ("--seed", "-1"),
        ("--allied", "nobody"),
        ("--axis", "nowhere.module:Player"),
        ("--allied", "json:nothing"),
        ("--json", "/no/such/folder/x.json"),
        ("--seat", "greedy"),
        ("--seat", "allied/left=greedy"),
        ("--seat", "swiss=greedy"),
        ("--option", "weather"),
        ("--option", "weather=sunny"),
        ("--option", "moon=full"),
    ],
)
def test_bad_options_of_a_simulation_are_told(refuse, shortest, arguments):
    refuse("simulate", shortest, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--mode", "4d"),
        ("--size", "big"),
        ("--side", "swiss"),
        ("--screen", "credits"),
        ("--language", "tlh"),
        ("--out", "/no/such/folder/x.png"),
    ],
)
def test_bad_options_of_a_picture_are_told(refuse, shortest, tmp_path, arguments):
    refuse("screenshot", shortest, "--out", tmp_path / "x.png", *arguments)


@pytest.mark.parametrize("arguments", [("--mode", "4d"), ("--size", "1x1"), ("--side", "swiss"), ("--language", "tlh")])
def test_bad_options_of_a_game_are_told(refuse, shortest, arguments):
    refuse("play", shortest, *arguments)


def test_an_unknown_scenario_is_told_with_the_nearest(refuse, shortest):
    assert shortest in refuse("simulate", shortest[:-1])


# ---------------------------------------------------------------- scenarios


def test_scenarios_as_json(run):
    listed = run("scenarios", "--json").json
    assert [entry["id"] for entry in listed] == [info.id for info in wab.scenarios()]
    for entry in listed:
        assert {"id", "system", "kind", "title", "sides", "turns"} <= set(entry)
        assert entry["id"].startswith(entry["system"] + "/")
        assert entry["title"]["en"]
        assert entry["turns"] >= 1 or (entry["system"], entry["turns"]) == ("cards", 0)  # cards has no limit
        assert len(entry["sides"]) >= 1


def test_scenarios_for_people_are_in_their_language(run):
    info = wab.scenarios()[0]
    assert info.title["en"] in run("scenarios").out
    with language("fr"):
        assert info.title["fr"] in run("scenarios").out


def test_scenarios_of_one_system(run):
    assert {entry["system"] for entry in run("scenarios", "--system", "operations", "--json").json} == {"operations"}


# ---------------------------------------------------------------- simulate


PLAYERS = ("--allied", "random", "--axis", "random")


def test_a_simulation_as_json(run, shortest):
    ran = run("simulate", shortest, *PLAYERS, "--games", 2, "--seed", 5, "--json", "-")
    assert ran.code == 0
    result = ran.json
    assert result["scenario"] == shortest
    assert result["players"] == {"allied": "random", "axis": "random"}
    assert [game["seed"] for game in result["games"]] == [5, 6]
    for game in result["games"]:
        assert set(game) >= {"seed", "winner", "level", "points", "turns", "digest", "seconds"}
        assert set(game["points"]) == {"allied", "axis"}
        assert len(game["digest"]) == 32
        assert game["seconds"] > 0
        assert game["turns"] >= 1
        assert game["reason"] in {"points", "immediate", "destruction"}


def test_a_simulation_is_the_same_in_one_process_and_in_two(run, shortest, tmp_path):
    files = [tmp_path / f"{workers}.json" for workers in (1, 2)]
    for workers, file in enumerate(files, 1):
        assert run("simulate", shortest, *PLAYERS, "--games", 2, "--workers", workers, "--json", file).code == 0
    one, two = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    for result in (one, two):
        for game in result["games"]:
            game.pop("seconds")
    assert one == two
    assert one["games"][0]["digest"] != one["games"][1]["digest"]


def test_a_simulation_for_people_counts_all_games(run, shortest, tmp_path):
    ran = run("simulate", shortest, *PLAYERS, "--games", 2, "--json", tmp_path / "x.json")
    assert ran.code == 0
    assert "50%" in ran.out or "100%" in ran.out
    assert (tmp_path / "x.json").is_file()


def test_a_player_in_the_folder_where_one_stands_is_found(shortest, tmp_path):
    (tmp_path / "my_bot.py").write_text(
        "class First:\n"
        "    def __init__(self, seed):\n"
        "        pass\n"
        "    def decide(self, view):\n"
        "        return list(view.legal_orders())[-1]\n",
        encoding="utf-8",
    )
    ran = program(
        "simulate", shortest, "--allied", "my_bot:First", "--axis", "my_bot:First",
        "--games", 2, "--workers", 2, "--json", "-", cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert [game["seed"] for game in json.loads(ran.stdout)["games"]] == [0, 1]


def test_anybodys_own_player_plays(run, shortest):
    ran = run(
        "simulate", shortest, "--allied", "ai.agents:RandomAgent", "--axis", "random", "--games", 1, "--json", "-"
    )
    assert ran.json["players"]["allied"] == "ai.agents:RandomAgent"


def test_a_seat_may_be_named_in_the_place_of_its_side(run, shortest):
    ran = run("simulate", shortest, "--seat", "allied=random", "--axis", "random", "--games", 1, "--json", "-")
    assert ran.json["players"] == {"allied": "random", "axis": "random"}


def test_what_is_chosen_for_a_scenario_changes_its_games(run):
    words = ("simulate", "operations/to-the-sea", *PLAYERS, "--games", 1, "--seed", 3, "--json", "-")
    plain = run(*words).json
    drawn = run(*words, "--option", "weather=random").json
    assert (plain["options"], drawn["options"]) == ({}, {"weather": "random"})
    assert plain["games"][0]["digest"] != drawn["games"][0]["digest"]


def test_every_side_and_option_of_every_system_has_its_short_form():
    short = short_forms()
    for name in NAMES:
        assert {short[f"--{side}"] for side in get_system(name).sides} == {"player"}
        assert {short[f"--{option}"] for option in get_system(name).choices} == {"option"}


# ---------------------------------------------------------------- replay


def test_a_sound_save_is_verified(run, save):
    ran = run("replay", save, "--verify", "--json")
    assert ran.code == 0
    assert ran.json["ok"] is True
    assert ran.json["first_divergence"] is None
    assert ran.json["records"] == len(read_save(save).steps)
    assert run("replay", save, "--verify").code == 0


def test_a_damaged_save_is_not(run, save):
    data = bytearray(save.read_bytes())
    data[len(data) // 2] ^= 1
    save.write_bytes(bytes(data))
    ran = run("replay", save, "--verify", "--json")
    assert ran.code == 1
    assert ran.json["ok"] is False
    assert ran.json["first_divergence"] > 0
    assert str(save) in ran.json["problem"]
    assert run("replay", save, "--verify").code == 1
    assert run("replay", save).code == 2


def test_a_replay_tells_the_game(run, save):
    ran = run("replay", save)
    assert ran.code == 0
    assert "Turn 1" in ran.out
    assert len(ran.out.splitlines()) > 20


def test_a_replay_and_a_report_say_that_undo_was_lenient_and_only_then(run, save, tmp_path):
    lenient, report = tmp_path / "lenient.wab", tmp_path / "report.md"
    wab.new_game("operations/perch", options={"undo": "lenient"}).save(lenient)
    for file, said in ((lenient, True), (save, False)):
        assert ("Undo: lenient" in run("replay", file).out) == said
        assert run("replay", file, "--json").json.get("undo") == ("lenient" if said else None)
        run("replay", file, "--no-maps", "--report", report)
        assert ("Undo: lenient" in report.read_text(encoding="utf-8")) == said


def test_a_side_s_knowledge_is_written_and_checked_and_no_more_than_a_reader_may_have(run, refuse, save, tmp_path):
    target, game = tmp_path / "allied.side", wab.load(save, observers=["allied"])
    assert run("export", save, target, "--side", "allied").code == 0
    assert run("check", target).code == 0
    found = read_export(target, get_system)
    assert found.view.encode() == game.view("allied").encode()
    assert list(found.seen) == game.seen["allied"]
    target.write_bytes(target.read_bytes()[:-9])
    assert run("check", target).code == 1
    assert "'swiss'" in refuse("export", save, target, "--side", "swiss")
    write_note(save, Note(game.setup.scenario, Seats("allied", {"axis": "hard"})))
    assert "--spoil" in refuse("export", save, target, "--side", "axis")
    assert run("export", save, target, "--side", "axis", "--spoil").code == 0


def test_of_a_side_that_several_lead_a_seat_is_named(run, refuse, tmp_path):
    game = wab.new_game("cards/pegasus-bridge", options={"allies_players": "2"})
    game.save(tmp_path / "team.wab")
    seats = [seat for seat in game.seats if seat.startswith("allies/")]
    words = ("export", tmp_path / "team.wab", tmp_path / "x.side", "--side")
    assert ", ".join(seats) in refuse(*words, "allies")
    assert run(*words, seats[1]).code == 0
    assert read_export(tmp_path / "x.side", get_system).view.seat == seats[1]


def test_a_replay_as_json_is_json_only(run, save):
    told = run("replay", save, "--json").json
    assert told["seed"] == 3  # the game is over
    assert told["scenario"] == wab.load(save).setup.scenario
    assert told["torn"] is False


def test_a_report_is_markdown_with_verdict_luck_and_turns(run, save, tmp_path):
    report = tmp_path / "report.md"
    assert run("replay", save, "--no-maps", "--report", report).code == 0
    text = report.read_text(encoding="utf-8")
    title = next(info.title["en"] for info in wab.scenarios() if info.id == wab.load(save).setup.scenario)
    assert text.startswith(f"# {title}\n")
    assert "## Turn 1" in text
    assert "| --- |" in text
    with language("fr"):
        run("replay", save, "--no-maps", "--report", report)
    assert report.read_text(encoding="utf-8") != text


def test_a_report_counts_the_symbols_of_dice_that_have_no_numbers(run, tmp_path):
    game, _ = walk("cards/pegasus-bridge", seed=3, length=200)
    game.save(tmp_path / "cards.wab")
    story = read_story(tmp_path / "cards.wab")
    thrown = [found for found in luck(story) if found.purpose.startswith("attack: ")]
    assert len(thrown) == 5
    assert sum(found.mean for found in thrown) == pytest.approx(1.0)
    assert sum(found.expected for found in thrown) == pytest.approx(1.0)
    assert max(found.expected for found in thrown) == pytest.approx(2 / 6)


def test_a_report_that_cannot_be_written_is_told(refuse, save):
    refuse("replay", save, "--no-maps", "--report", "/no/such/folder/report.md")


def test_a_file_that_is_no_save_is_told(refuse, tmp_path):
    (tmp_path / "x.wab").write_text("hello", encoding="utf-8")
    assert "save" in refuse("replay", tmp_path / "x.wab")


# ---------------------------------------------------------------- rules


def test_rules_lists_systems_sections_and_clauses(run):
    assert "operations" in run("rules").out
    assert "OPS-6.4-1" in run("rules", "operations").out
    assert [line.split()[0] for line in run("rules", "OPS-6.4").out.splitlines()][:2] == ["OPS-6.4-1", "OPS-6.4-2"]


@pytest.mark.parametrize("id_", ["OPS-6.4-1", "ops-6.4-1"])
def test_a_rule_is_shown_in_full(run, id_):
    ran = run("rules", id_)
    assert ran.code == 0
    assert "bridge" in ran.out
    assert "OPS-6.4-2" not in ran.out


def test_tables_and_examples_can_be_read_too(run):
    assert run("rules", "OPS-T-CRT").code == 0
    assert "Given" in run("rules", "OPS-X-1").out


def test_words_are_looked_for_in_titles_and_texts(run):
    ran = run("rules", "bridge", "river")
    assert ran.code == 0
    assert "OPS-6.4-1" in ran.out
    assert run("rules", "BRIDGE", "river").out == ran.out
    assert run("rules", "xyzzy").code == 1


def test_rules_are_read_and_found_in_the_language_of_the_reader(run):
    with language("fr"):
        shown = run("rules", "OPS-8.2-1").out
        assert "zone de contrôle" in shown and "hexes" not in shown
        assert "OPS-8.2-1" in run("rules", "zone", "contrôle", "six").out
        assert "OPS-8.2-1" in run("rules", "zone", "control", "six").out, "in English as well"
        assert "Bridges" not in run("rules", "OPS-6.4").out and "un pont annule" in run("rules", "OPS-6.4").out
        assert run("rules", "ZOC-1").code == run("rules", "CRD-A1").code, "other ledgers are not translated"
    assert run("rules", "zone", "contrôle", "six").code == 1


# ---------------------------------------------------------------- check


def test_the_games_own_content_is_sound(run):
    assert run("check", data_root()).code == 0


def test_a_scenario_of_the_game_is_sound(run, shortest):
    path = next(info.path for info in wab.scenarios() if info.id == shortest)
    assert run("check", path).code == 0


def test_the_files_of_the_computer_players_are_sound(run):
    for path in data_files():
        assert run("check", path).code == 0


@pytest.fixture
def pack(tmp_path, shortest):
    """A designer's own folder of content, with one scenario."""
    folder = tmp_path / "pack" / "campaigns" / "operations"
    shutil.copytree(data_root() / "campaigns" / "operations", folder, ignore=shutil.ignore_patterns("art"))
    for path in (folder / "scenarios").glob("*.yaml"):
        if path.stem != shortest.partition("/")[2]:
            path.unlink()
    return tmp_path / "pack"


def test_a_pack_of_ones_own_is_checked_in_its_own_folder(run, pack):
    before = os.environ.get("WAB_DATA")
    assert run("check", pack).code == 0
    assert os.environ.get("WAB_DATA") == before


def test_a_mistake_in_a_pack_is_named_with_file_line_and_field(run, pack):
    (path,) = (pack / "campaigns" / "operations" / "scenarios").glob("*.yaml")
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("impulses:"))
    lines[number] = "impulses: 7"
    path.write_text("\n".join(lines), encoding="utf-8")
    for target in (pack, path):
        ran = run("check", target)
        assert ran.code == 1
        assert ran.out == ""
        assert f"{path.name}:{number + 1}: impulses:" in ran.err


def test_a_folder_without_content_is_told(refuse, tmp_path):
    (tmp_path / "empty").mkdir()
    refuse("check", tmp_path / "empty")


def test_a_scenario_outside_any_folder_needs_its_system(refuse, run, tmp_path, shortest):
    path = next(info.path for info in wab.scenarios() if info.id == shortest)
    shutil.copy(path, tmp_path / "mine.yaml")
    assert "--system" in refuse("check", tmp_path / "mine.yaml")
    assert run("check", tmp_path / "mine.yaml", "--system", "operations").code == 0


def test_a_map_is_checked_as_a_map(run, tmp_path):
    path = data_root() / "campaigns" / "operations" / "map.json"
    assert run("check", path).code == 0
    text = path.read_text(encoding="utf-8")
    for name, damaged in (("odd.json", text.replace('["~", "sea"]', '["~", 7]')), ("torn.json", text[:5000])):
        assert damaged != text
        (tmp_path / name).write_text(damaged, encoding="utf-8")
        ran = run("check", tmp_path / name)
        assert ran.code == 1 and name in ran.err


@pytest.mark.parametrize("file", ["operations/tables/units.yaml", "operations/art/lines.json", "normandy/nations.yaml"])
def test_what_has_no_check_of_its_own_is_taken_for_nothing_else(refuse, file):
    assert "folder of content" in refuse("check", data_root() / "campaigns" / file)


def test_a_save_is_told_by_its_content_and_a_damaged_one_by_its_name(run, save, tmp_path):
    shutil.copy(save, tmp_path / "another.json")
    assert run("check", tmp_path / "another.json").code == 0
    (tmp_path / "broken.wab").write_bytes(b"{}")
    ran = run("check", tmp_path / "broken.wab")
    assert ran.code == 1 and "broken.wab" in ran.err


def test_a_save_is_checked(run, save):
    assert run("check", save).code == 0
    data = save.read_bytes()
    save.write_bytes(data[:200] + bytes([data[200] ^ 1]) + data[201:])
    ran = run("check", save)
    assert ran.code == 1
    assert "line" in ran.err


def test_loaded_dice_do_not_pass_a_check(run, save):
    bodies = bodies_of(save)
    place = next(n for n, body in enumerate(bodies) if b'"event":"rolled"' in body and b'"line":"step"' in body)
    record = json.loads(bodies[place])
    rolled = next(event for event in record["events"] if event["event"] == "rolled")
    rolled["results"][0] = rolled["results"][0] % rolled["faces"] + 1
    bodies[place] = json.dumps(record).encode()
    save.write_bytes(reframed(resealed(bodies[: place + 1])))
    ran = run("check", save)
    assert ran.code == 1
    assert f"line {place + 1}" in ran.err
    assert run("replay", save, "--verify").code == 1


def test_a_damaged_tail_is_reported_by_check_and_verify(run, save):
    save.write_bytes(save.read_bytes() + bytes(4096))
    for command in (("check", save), ("replay", save, "--verify")):
        ran = run(*command)
        assert ran.code == 1
        assert "damaged" in ran.err + ran.out


@pytest.mark.parametrize("path", ["/dev/zero", "pipe", "deep"])
def test_what_is_no_file_or_goes_too_deep_is_a_sentence_at_once(run, save, tmp_path, path):
    if path == "pipe":
        os.mkfifo(tmp_path / path)
    elif path == "deep":
        bodies = bodies_of(save)
        bodies[0] = bodies[0].replace(b'"options":{', b'"options":{"x":' + b"[" * 1000 + b"]" * 1000)
        (tmp_path / path).write_bytes(reframed(resealed(bodies)))
    target = path if path.startswith("/") else tmp_path / path
    checked = 1 if path == "deep" else 2  # what is no file at all is bad usage
    for command, code in (("check", target), checked), (("replay", target, "--verify"), 1), (("replay", target), 2):
        ran = run(*command)
        assert ran.code == code
        assert len((ran.err + ran.out).strip().splitlines()) == 1


def test_a_forged_save_is_told_by_nobody_and_in_one_sentence(run, refuse, save, tmp_path):
    bodies = [body for body in bodies_of(save) if b'"line":"step"' in body or b'"line":"header"' in body]
    taken_back = json.dumps({**json.loads(bodies[1]), "events": [], "undo": True}).encode()
    dice = {"event": "rolled", "stream": "x", "purpose": {"id": "x"}, "faces": 6, "first": 0, "results": [99]}
    loaded = json.dumps({**json.loads(bodies[1]), "events": [dice]}).encode()
    options = json.loads(bodies[0])
    options["setup"]["options"] = {"weather": {"a": []}}
    for forged in ([bodies[0], taken_back], [bodies[0], loaded], [json.dumps(options).encode(), bodies[1]]):
        save.write_bytes(reframed(resealed(forged)))
        refuse("replay", save)
        refuse("replay", save, "--no-maps", "--report", tmp_path / "report.md")
        assert run("replay", save, "--verify").code == 1


def test_other_data_are_told_and_stop_who_wants_the_same(run, refuse, save, monkeypatch):
    assert run("check", save).err == ""
    monkeypatch.setattr(type(get_system("operations")), "data_digest", lambda _self: "changed")
    for command in (("check", save), ("replay", save), ("replay", save, "--verify")):
        ran = run(*command)
        assert ran.code == 0
        assert "other data files" in ran.err
    assert "other data files" in refuse("replay", save, "--same-data")
    assert "other data files" in refuse("play", save, "--same-data")


def test_a_program_is_warned_of_damage_and_of_other_data(save, monkeypatch):
    whole = save.read_bytes()
    save.write_bytes(whole + bytes(100))
    with pytest.warns(wab.SaveWarning, match="damaged"):
        wab.load(save)
    with pytest.raises(wab.SaveError, match="damaged"):
        wab.load(save, strict=True)
    save.write_bytes(whole)
    wab.load(save, strict=True, same_data=True)
    monkeypatch.setattr(type(get_system("operations")), "data_digest", lambda _self: "changed")
    with pytest.warns(wab.SaveWarning, match="other data"):
        wab.load(save)
    with pytest.raises(wab.OtherData):
        wab.load(save, same_data=True)


# ---------------------------------------------------------------- without a screen


def test_without_a_screen_the_computer_plays(shortest):
    ran = program("play", shortest, *PLAYERS, "--size", "320x200", DISPLAY="", WAYLAND_DISPLAY="")
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    lines = ran.stdout.splitlines()
    assert "Turn 1" in lines
    kept = next(word for word in ran.stdout.split() if word.endswith("game.wab;")).removesuffix(";")
    game = wab.load(kept)
    assert game.to_act is None
    assert any("pictures" in line.lower() for line in lines)
    shutil.rmtree(Path(kept).parent)


def test_play_without_a_scenario_takes_no_side_and_no_seed(run):
    """Alone it opens the title screen."""
    ran = run("play", "--seed", "3")
    assert ran.code == 2 and "need a scenario" in ran.err


# ---------------------------------------------------------------- bench


def test_a_measurement_as_json(run):
    ran = run("bench", "--only", "P4", "--json")
    assert ran.code in (0, 1)
    assert [set(entry) for entry in ran.json] == [{"id", "goal", "measured", "ok"}]
    assert ran.json[0]["id"] == "P4"
    assert ran.json[0]["ok"] is (ran.code == 0)
