"""The repository itself: sizes, names that must not leak, dependencies, contracts, and the wheel."""

import ast
import json
import os
import re
import statistics
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

import networkx
import pytest

from wab.cli.asserting import asserts, names_of_tests
from wab.cli.citing import mentions
from wab.cli.coverage import unknown_in
from wab.systems import NAMES as SYSTEMS
from wab.systems import get_system

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_OURS = {".git", ".venv", "dist", "build", "__pycache__", ".hypothesis"}
LONGEST_FILE, LONGEST_FUNCTION = 600, 80


def walk(folder):
    """Every file of the project, in a fixed order, without what make has made."""
    for name in sorted(os.listdir(folder)):
        path = folder / name
        if name in NOT_OURS or name.endswith((".egg-info", "_cache")):
            continue
        if path.is_dir():
            yield from walk(path)
        else:
            yield path


FILES = list(walk(ROOT))
PYTHON = [path for path in FILES if path.suffix == ".py"]
LIBRARY = [path for path in PYTHON if path.relative_to(ROOT).parts[0] in ("wab", "ai")]


def short(path):
    return path.relative_to(ROOT).as_posix()


def parsed(paths):
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


class Facts(NamedTuple):
    """Facts of a file that several tests need, so that each file is parsed once."""

    functions: tuple[tuple[int, str, int], ...]
    """Line, name and length of each."""
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    rebinds: bool
    reads: tuple[ast.Attribute, ...]
    """The places that read the `state` of something."""


@cache
def facts_of(path):
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Facts(
        tuple((node.lineno, node.name, node.end_lineno - node.lineno + 1) for node in functions),
        tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)),
        any(isinstance(node, ast.Global) for node in nodes),
        tuple(node for node in nodes if isinstance(node, ast.Attribute) and node.attr == "state"),
    )


# ---------------------------------------------------------------- sizes


def test_no_python_file_is_a_room_with_two_purposes():
    lengths = {short(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PYTHON}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def function_lengths(paths):
    """Lines of every function from its def to its end, docstring included, by place."""
    return {f"{short(path)}:{line} {name}": length for path in paths for line, name, length in facts_of(path).functions}


@pytest.mark.slow("parses every file of the program")
def test_functions_are_short():
    lengths = function_lengths(LIBRARY)
    assert {place: length for place, length in lengths.items() if length > LONGEST_FUNCTION} == {}
    assert statistics.median(lengths.values()) <= 10
    assert statistics.quantiles(lengths.values(), n=10)[-1] <= 30


# ---------------------------------------------------------------- names and habits


# Put together here so that this file does not hold what it looks for.
MACHINE_PATHS = ["/" + "work" + "/", "/tmp/" + "brief", "/" + "root" + "/", "/tmp/" + "bash_jobs"]
REGISTRIES = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "crates" + ".io",
    "deb." + "debian.org",
    "archive." + "ubuntu.com",
    "/opt/" + "pypi",
]


@pytest.mark.parametrize("word", MACHINE_PATHS + REGISTRIES)
def test_no_file_names_a_machine_or_a_registry(word):
    plain = word.encode()
    pattern = re.compile(rb"(?<![\w./])" + re.escape(plain) if word in MACHINE_PATHS else re.escape(plain))
    contents = ((path, path.read_bytes()) for path in FILES)
    assert [short(path) for path, content in contents if plain in content and pattern.search(content)] == []


def test_nothing_is_left_for_later():
    words = re.compile("|".join(rf"\b{word}\b" for word in ("TO" + "DO", "FIX" + "ME", "HA" + "CK")))
    texts = [path for path in FILES if path.suffix in (".py", ".yaml", ".sh", ".toml")]
    assert [short(path) for path in texts if words.search(path.read_text(encoding="utf-8"))] == []


def test_no_test_is_skipped_or_expected_to_fail():
    given_up = re.compile(
        r"pytest\.(mark\.)?(" + "|".join(("sk" + "ip", "sk" + "ipif", "xf" + "ail", "import" + "orskip")) + r")\b"
    )
    tests = [path for path in PYTHON if short(path).startswith("tests/")]
    assert tests
    assert [short(path) for path in tests if given_up.search(path.read_text(encoding="utf-8"))] == []


def test_no_function_rebinds_a_global():
    assert [short(path) for path in LIBRARY if facts_of(path).rebinds] == []


def imported_by(path):
    """The modules that a file imports."""
    nodes = facts_of(path).imports
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def frame_files(systems):
    """The files every system shares: grid, kernel, field, and the app and the AI outside their folders by system."""
    for path in LIBRARY:
        parts = path.relative_to(ROOT).with_suffix("").parts
        shared = parts[0] == "ai" or parts[1] in ("hexes", "engine", "field", "app")
        if shared and not set(parts) & systems:
            yield path


def test_what_every_system_shares_knows_none_of_them():
    systems = {path.name for path in (ROOT / "wab" / "systems").iterdir() if (path / "__init__.py").exists()}
    assert "operations" in systems
    named = re.compile(r"^(wab\.systems|wab\.app|wab\.content|ai)\.(" + "|".join(sorted(systems)) + r")\b")
    frame = list(frame_files(systems))
    guilty = [short(path) for path in frame if any(named.match(module) for module in imported_by(path))]
    guilty += [short(path) for path in frame if "normandy" in path.read_text(encoding="utf-8").lower()]
    assert guilty == []


def test_what_all_screens_share_names_no_side():
    """Not in its own words: a side is asked of the adapter or the front of its system."""
    sides = {side for system in SYSTEMS for side in get_system(system).sides}
    assert {"allied", "allies", "axis"} <= sides
    shared = [path for path in frame_files(set(SYSTEMS)) if path.is_relative_to(ROOT / "wab/app")]
    assert len(shared) > 100
    assert [
        f"{short(path)}:{node.lineno}"
        for path, tree in parsed(shared)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in sides
    ] == []


# ---------------------------------------------------------------- clauses


def test_every_id_that_is_cited_stands_in_a_ledger():
    """Clauses, tables and examples, numbered or named: OPS-6.4-1, CRD-C.ambush-2, OPS-T-CRT, CRD-X-86."""
    citing = [path for path in FILES if path.suffix in (".py", ".yaml", ".md") and path.parent.name != "rules"]
    cited = {citation.id for citation in mentions(citing)}
    assert len(cited) > 1000
    assert {"OPS-6.4-1", "CRD-C.ambush-2", "OPS-T-CRT", "CRD-X-86", "CRD-S-7", "CRD-A2.15-2"} <= cited
    assert [(short(Path(one.path)), one.line, one.id) for one in unknown_in(citing)] == []


@pytest.mark.parametrize("id_", [f"OPS-6.4-{99}", f"CRD-C.ambush-{99}", f"OPS-T-{'NOTHING'}", f"CRD-X-{999}"])
def test_an_id_that_no_ledger_has_is_found_in_any_file(tmp_path, id_):
    (tmp_path / "page.md").write_text(f"As OPS-6.4-1 says,\n{id_} holds, section OPS-6.4 as well.\n", encoding="utf-8")
    assert [(one.line, one.id) for one in unknown_in([tmp_path / "page.md"])] == [(2, id_)]


# ---------------------------------------------------------------- tests that can fail


@pytest.mark.slow("follows the helpers of every test")
def test_every_test_asserts_something():
    """With an assertion of its own or of a helper that it calls; see wab/cli/asserting.py."""
    tests = [path for path in PYTHON if short(path).startswith("tests/") and path.name.startswith("test_")]
    named = [(path, name) for path in tests for name in names_of_tests(path)]
    assert len(named) > 2000
    assert [f"{short(path)}::{name}" for path, name in named if not asserts(path, name, ROOT)] == []


# ---------------------------------------------------------------- dependencies and contracts


REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?((?:[<>=!~]=?[0-9.]+,?)*)(?:; .*)?$")


def requirements():
    project = PROJECT["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    for text in (text for group in groups for text in group if not text.startswith("wab[")):
        name, bounds = REQUIREMENT.fullmatch(text).groups()
        yield name, bounds


def test_every_dependency_has_a_lower_bound_and_a_reason():
    guide = (ROOT / "docs" / "developer_guide.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Za-z0-9_-]+) \| (>=[^|]*) \| [^|]{4,}\|$", guide, flags=re.MULTILINE)
    told = {(name, bounds.replace(" ", "")) for name, bounds in rows}
    assert all(bounds.startswith(">=") for _, bounds in requirements())
    assert told == set(requirements())


OWNERS = cache(packages_distributions)
"""By module the distributions that bring it."""


def imported_distributions(paths):
    """The distributions, in lower case, whose modules these files import; standard library and own code left out."""
    owners = OWNERS()
    ours = {"wab", "ai", "art", "lab", "tests", "tools", "trials", "examples"}
    tops = {module.split(".")[0] for path in paths for module in imported_by(path)}
    found = (owners.get(top, [top])[0].lower() for top in tops - sys.stdlib_module_names - ours)
    return {name.replace("_", "-") for name in found}


@pytest.mark.slow("parses every file of the project")
def test_every_import_is_of_a_dependency_that_is_declared():
    extras = PROJECT["project"]["optional-dependencies"]
    shipped = PROJECT["project"]["dependencies"] + extras["fast"] + extras["research"] + extras["cluster"]
    shipped += extras["online"]
    plain = {text.split(">=")[0].lower() for text in shipped}
    assert imported_distributions(LIBRARY) - plain == set()
    assert imported_distributions(PYTHON) - plain - {text.split(">=")[0].lower() for text in extras["dev"]} == set()


def test_every_dependency_of_the_game_has_its_licence_listed():
    listed = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8").lower()
    names = [text.split(">=")[0].lower() for text in PROJECT["project"]["dependencies"]]
    assert [name for name in names if name not in listed] == []


def test_every_package_is_under_the_contracts_of_imports():
    contracts = {contract["id"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}
    found = {f"wab.{path.parent.name}" for path in (ROOT / "wab").glob("*/__init__.py")} | {"wab.cli", "ai"}
    layers = {name.strip(" ()") for layer in contracts["layers"]["layers"] for name in layer.split("|")}
    assert found - layers == set()
    assert found - {"wab.app", "wab.cli"} == set(contracts["no-window"]["source_modules"])


def import_graph(folder):
    """Return which files of a package import which, as names of modules; imports for types alone count as well."""
    modules = {}
    for path in PYTHON:
        if path.is_relative_to(ROOT / folder):
            parts = path.relative_to(ROOT).with_suffix("").parts
            modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph = networkx.DiGraph()
    graph.add_nodes_from(modules)
    for name, path in modules.items():
        for node in facts_of(path).imports:
            wanted = []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{short(path)}: a relative import"
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                wanted = [one if one in modules else node.module for one in inside]
            else:
                wanted = [alias.name for alias in node.names]
            graph.add_edges_from((name, one) for one in wanted if one in modules and one != name)
    return graph


def test_no_files_of_the_window_import_each_other_in_a_circle():
    graph = import_graph("wab/app")
    assert graph.number_of_nodes() > 100 and graph.number_of_edges() > 300
    circles = [sorted(names) for names in networkx.strongly_connected_components(graph) if len(names) > 1]
    assert circles == []


def test_no_files_of_the_kernel_import_each_other_in_a_circle():
    graph = import_graph("wab/engine")
    assert graph.number_of_nodes() > 20 and graph.number_of_edges() > 80
    graph.remove_node("wab.engine")  # it names what the others hold
    circles = [sorted(names) for names in networkx.strongly_connected_components(graph) if len(names) > 1]
    assert circles == []


def test_the_window_reads_views_and_never_the_truth_of_a_game():
    window = [path for path in PYTHON if path.is_relative_to(ROOT / "wab/app")]
    assert len(window) > 100
    assert [
        f"{short(path)}:{node.lineno}"
        for path in window
        for node in facts_of(path).reads
        if not ast.unparse(node.value).endswith((".tables", "load_tables()"))  # a table "state"
    ] == []


BY_LABEL = {
    "ai/operations/openings.py",  # a file of the player's own names the hexes that it stresses
    "wab/app/shots.py",  # the person at the command line names a hex
}
"""The files that read a hex by its label outside content and the states of systems."""


def test_labels_and_shapes_of_files_are_read_at_the_door():
    """A label becomes a hex where a file is read, and a board holds facts, not the file that it is made of."""
    door = re.compile(r"wab/(hexes|content|systems/[a-z]+/state)/")
    read = re.compile(r"\bboard\.scenario\b|\bgrid\.parse\b|\.labelled\(")
    inside = [path for path in LIBRARY if not door.match(short(path))]
    assert {short(path) for path in inside if read.search(path.read_text(encoding="utf-8"))} == BY_LABEL


def test_the_makefile_calls_only_what_is_there():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    folders = "(?:art|lab|tools|trials)"
    called = re.findall(rf"{folders}/\w+\.(?:py|sh)", makefile)
    called += [module.replace(".", "/") + ".py" for module in re.findall(rf"-m ({folders}\.\w+)", makefile)]
    assert len(called) > 3
    assert [name for name in sorted(set(called)) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("target", ["ladder", "balance"])
def test_a_long_run_takes_every_rule_system(target):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert set(re.findall(r"--system (\w+)", recipe[1])) == set(SYSTEMS[1:])  # the first one is taken unasked


def test_every_font_lies_beside_its_licence():
    fonts = ROOT / "wab" / "app" / "assets" / "fonts"
    licences = {path.name.removesuffix("-OFL.txt") for path in fonts.glob("*-OFL.txt")}
    families = {re.sub(r"-\d+.*", "", path.stem) for path in fonts.glob("*.ttf")}
    assert families
    assert families == licences


# ---------------------------------------------------------------- the wheel


def run(*command, cwd, **environment):
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built by way of the source package, as a downloader would."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    assert len(list(out.glob("*.tar.gz"))) == 1
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_carries_code_data_rules_and_translations(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {short(path) for path in LIBRARY}
    expected |= {f"wab/data/{short(path)}" for path in FILES if short(path).startswith(("campaigns/", "models/"))}
    expected |= {f"wab/data/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.yaml")}
    expected |= {"wab/locale/fr/LC_MESSAGES/wab.mo", "wab/py.typed", "ai/py.typed"}
    assert expected - names == set()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"wab", "ai"}


def test_the_installed_wheel_plays_a_game(wheel, tmp_path):
    installed = tmp_path / "installed"
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--target",
        installed,
        wheel,
        cwd=tmp_path,
    )
    place = {"PYTHONPATH": str(installed), "LANG": "C.UTF-8"}
    where = run(sys.executable, "-c", "import wab; print(wab.__file__)", cwd=tmp_path, **place)
    assert where.strip() == str(installed / "wab" / "__init__.py")

    program = installed / "bin" / "wab"
    scenarios = json.loads(run(program, "scenarios", "--json", cwd=tmp_path, **place))
    for system in sorted({scenario["system"] for scenario in scenarios}):
        of_system = [scenario for scenario in scenarios if scenario["system"] == system]
        shortest = min(of_system, key=lambda scenario: (scenario["turns"], scenario["id"]))
        players = [word for side in shortest["sides"] for word in (f"--{side}", "random")]
        options = ("--games", "1", "--seed", "3", *players, "--json", tmp_path / f"{system}.json")
        run(program, "simulate", shortest["id"], *options, cwd=tmp_path, **place)
        result = json.loads((tmp_path / f"{system}.json").read_text(encoding="utf-8"))
        assert result["scenario"] == shortest["id"]
        assert [game["seed"] for game in result["games"]] == [3]
