"""The end of a process: what has to be done there, for every program that uses wab."""

import subprocess
import sys


def test_the_last_collection_leaves_classes_of_msgspec_alone():
    """Taking them apart crashes now and then (msgspec issue 717): they are frozen before."""
    script = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0)); import wab"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.strip() == "True"
