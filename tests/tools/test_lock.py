"""requirements.lock and what installs from it."""

import subprocess
import tomllib

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.lock import LOCK, PYTHONS, ROOT, SECTIONS, changes, pins, up_to, wanted

TEXT = LOCK.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
}


def environment(system, python):
    named = {"platform_python_implementation": "CPython", "implementation_name": "cpython"}
    return {**SYSTEMS[system], **named, "python_version": python, "python_full_version": f"{python}.0"}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_has_one_version_of_all_that_the_project_wants(system, python):
    here = environment(system, python)
    asked = [Requirement(each) for section in wanted(PROJECT).values() for each in section]
    held = [pin for pin in pins(TEXT) if not pin.marker or Marker(pin.marker).evaluate(here)]
    versions = {pin.name: Version(pin.version) for pin in held}
    assert len(versions) == len(held)
    for each in asked:
        if each.marker is None or each.marker.evaluate(here):
            assert versions[canonicalize_name(each.name)] in each.specifier, each


def test_every_hash_of_the_lock_belongs_to_a_pin():
    assert sum(pin.text.count("--hash=sha256:") for pin in pins(TEXT)) == TEXT.count("sha256") > 1000


def test_every_package_of_the_lock_is_exact_and_named_once_for_a_python():
    lines = [line for line in TEXT.splitlines() if line and not line.startswith(("#", " "))]
    assert len(lines) == len(list(pins(TEXT)))


def test_each_section_holds_what_it_adds():
    for section, asked in wanted(PROJECT).items():
        held = {pin.name for pin in pins(up_to(section, TEXT))}
        assert {canonicalize_name(Requirement(each).name) for each in asked} <= held
    assert up_to(SECTIONS[-1], TEXT) == TEXT
    assert "pytest==" not in up_to("fast", TEXT) and "numba==" not in up_to("play", TEXT)


def test_the_set_up_cuts_the_lock_as_the_lock_says():
    script = (ROOT / "tools" / "setup_venv.sh").read_text(encoding="utf-8")
    start = script.index("locked_up_to() {")
    cut = script[start : script.index("\n}\n", start) + 3]
    for section in SECTIONS:
        done = subprocess.run(["bash", "-c", f"{cut}locked_up_to {section}"], cwd=ROOT, capture_output=True, text=True)
        assert done.stdout == up_to(section, TEXT)


def test_changes_name_what_came_changed_and_went():
    before = "a==1 \\\n    --hash=sha256:0\nb==1 \\\n    --hash=sha256:0\n"
    after = "b==2 \\\n    --hash=sha256:0\nc==1 ; python_full_version < '3.12' \\\n    --hash=sha256:0\n"
    assert changes(before, after) == ["a: 1 -> dropped", "b: 1 -> 2", "c: not there -> 1"]
    assert changes(after, after) == []
