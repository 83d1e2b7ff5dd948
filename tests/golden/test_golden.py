"""Every scenario plays as its golden transcript says, to the last digest."""

import pytest

from tests.golden.transcript import FOLDER, path_of, transcript
from wab.testing.walks import SCENARIOS

HOW = "`make golden` writes it; read the difference before you commit it"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_plays_as_its_transcript_says(scenario):
    path = path_of(scenario)
    assert path.is_file(), f"{scenario} has no golden transcript: {HOW}"
    expected, played = path.read_text(encoding="utf-8").splitlines(), transcript(scenario).splitlines()
    first = next((n for n, pair in enumerate(zip(expected, played, strict=False)) if pair[0] != pair[1]), None)
    assert first is None, f"{path.name}:{first + 1} was\n{expected[first]}\nand is\n{played[first]}\n{HOW}"
    assert len(played) == len(expected), f"{path.name} has {len(expected)} lines, the game {len(played)}: {HOW}"


def test_no_transcript_is_of_a_scenario_that_is_gone():
    kept = {f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.txt")}
    assert kept - set(SCENARIOS) == set()


def test_a_transcript_tells_orders_events_and_digests():
    text = transcript(SCENARIOS[0])
    assert text == transcript(SCENARIOS[0])
    lines = text.splitlines()
    assert lines[2] == "0: the opening"
    assert sum(line.startswith("    = ") for line in lines) > 10
    assert any('"order":' in line for line in lines)
    assert any(line.startswith('    {"event":') for line in lines)
