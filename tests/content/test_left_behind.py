"""Files that editors, systems and synchronisers leave in a folder are no content, and stop no content."""

import shutil
from pathlib import Path

import pytest

import wab
from wab.app.play.archive import kept_games
from wab.cli import main
from wab.content import data
from wab.content.models import miniatures
from wab.content.operations.loader import data_digest
from wab.content.shelf import Shelf
from wab.systems import all_damaged

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS = ("cards", "blind", "omaha", "operations", "zocbonds")
LEFT = [
    ".DS_Store", "._{}", "{}~", ".#{}", "#{}#", "{}.swp", ".{}.swp", "{}.orig", "{}.bak", "~${}", "desktop.ini",
    "Thumbs.db", "{stem} (conflicted copy).{ending}", "{stem} (Ann's copy in conflict).{ending}", "{stem} (1).{ending}",
    "{stem}.sync-conflict-20260606-120000-ABCDEFG.{ending}", ".syncthing.{}.tmp", "{stem}.orig.{ending}", ".{ending}",
]  # fmt: skip
FOLDERS = [".git", "__MACOSX", "empty", "folder.{ending}", ".stfolder", "@eaDir"]


def leave_behind(folder, name):
    """Everything that programs leave next to a file of that name."""
    stem, _, ending = name.rpartition(".")
    for pattern in LEFT:
        (folder / pattern.format(name, stem=stem, ending=ending)).write_bytes(b"\0[{no content\xff")
    for pattern in FOLDERS:
        (folder / pattern.format(ending=ending)).mkdir()
    (folder / f"nowhere.{ending}").symlink_to(folder / "nothing")
    (folder / f"round.{ending}").symlink_to(folder / f"round.{ending}")


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """A copy of the game's data, without pictures."""
    shutil.copytree(ROOT / "campaigns", tmp_path / "campaigns", ignore=shutil.ignore_patterns("art"))
    shutil.copytree(ROOT / "models", tmp_path / "models")
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    return tmp_path


def test_every_folder_of_content_is_read_as_if_nothing_had_been_left_in_it(pack):
    before = wab.scenarios(), all_damaged(), data_digest(), miniatures()
    folders = {path.parent: path.name for path in pack.rglob("*") if path.suffix in (".yaml", ".glb")}
    for folder, name in folders.items():
        leave_behind(folder, name)
    assert (wab.scenarios(), all_damaged(), data_digest(), miniatures()) == before


@pytest.fixture
def cards(pack):
    """Content for one system only."""
    for system in SYSTEMS[1:]:
        shutil.rmtree(pack / "campaigns" / system)
    return pack


@pytest.mark.parametrize("ending", ["yml", "YAML"])
def test_scenarios_of_both_endings_are_listed_and_played(cards, ending):
    scenarios = cards / "campaigns" / "cards" / "scenarios"
    shutil.copy(scenarios / "pegasus-bridge.yaml", scenarios / f"mine.{ending}")
    assert not all_damaged()
    assert {info.id for info in wab.scenarios()} > {"cards/mine", "cards/pegasus-bridge"}
    assert wab.new_game("cards/mine").setup.scenario == "cards/mine"


def test_a_scenario_borrows_from_one_with_the_other_ending(pack):
    scenarios = pack / "campaigns" / "operations" / "scenarios"
    lender = next(path for path in scenarios.iterdir() if "like: " in path.read_text() and path.suffix == ".yaml")
    lent = lender.read_text().partition("like: ")[2].split("}")[0].split()[0]
    (scenarios / f"{lent}.yaml").rename(scenarios / f"{lent}.yml")
    assert not Shelf("operations").sorted_out(lambda path: path)[1] and not all_damaged()


@pytest.mark.parametrize(
    ("name", "words"),
    [("mine (conflicted copy).yaml", "letters"), ("mine.orig.yml", "letters"), ("pegasus-bridge.yml", "ending")],
)
def test_the_check_says_that_a_scenario_is_not_read(cards, capsys, name, words):
    scenarios = cards / "campaigns" / "cards" / "scenarios"
    shutil.copy(scenarios / "pegasus-bridge.yaml", scenarios / name)
    assert main(["check", str(scenarios / name)]) == 1
    said = capsys.readouterr().err
    assert "is not read" in said and words in said


@pytest.mark.parametrize("system", SYSTEMS)
def test_content_for_one_system_is_played_without_the_others(pack, system):
    for other in SYSTEMS:
        if other != system:
            shutil.rmtree(pack / "campaigns" / other)
    assert {info.system for info in wab.scenarios()} == {system} and not all_damaged()


def test_the_list_of_saves_shows_saves_only(tmp_path):
    wab.new_game("cards/pegasus-bridge").save(tmp_path / "game.wab")
    leave_behind(tmp_path, "game.wab")
    shown = {kept.path.name for kept in kept_games(tmp_path)}
    assert "game.wab" in shown and all(name.startswith("game") for name in shown)
