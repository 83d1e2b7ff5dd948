"""Golden transcripts: a short random game of every scenario as readable text, kept under version control.

`make golden` (or `python -m tests.golden.transcript [SCENARIO...]`) writes them again. A change in one is a change in
the rules, the data or the dice: read the difference, and say in the commit why it is right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import wab
from wab.engine import Game, Record
from wab.locale import language
from wab.testing.walks import SCENARIOS, walk

FOLDER = Path(__file__).parent
SEED, ORDERS = 1944, 60


def path_of(scenario: str) -> Path:
    """Return where the transcript of a scenario is kept."""
    return FOLDER / f"{scenario}.txt"


def transcript(scenario: str) -> str:
    """A game of random orders: every order, every event in words and as data, every digest."""
    game, _ = walk(scenario, seed=SEED, length=ORDERS)
    with language("en"):
        return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"{game.setup.scenario}, seed {game.setup.seed}, up to {ORDERS} random orders"
    for number, record in enumerate(game.journal):
        yield from _record(game, number, record)
    yield ""
    yield f"outcome {_data(game.outcome)}"


def _record(game: Game, number: int, record: Record) -> Iterator[str]:
    yield ""
    yield f"{number}: {_data(record.order) if record.order else 'the opening'}"
    for event in record.events:
        sentence = game.system.describe(game.state, event)
        yield f"    {_data(event)}"
        if sentence is not None:
            yield f"        {sentence}"
    yield f"    = {record.digest}"


def _data(content: object) -> str:
    return msgspec.json.encode(content, order="deterministic").decode()


def update(scenarios: list[str]) -> None:
    """Write transcripts, and remove the transcripts of scenarios that are gone."""
    for scenario in scenarios:
        path = path_of(scenario)
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcript(scenario), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))
    for path in FOLDER.glob("*/*.txt"):
        if f"{path.parent.name}/{path.stem}" not in SCENARIOS:
            path.unlink()


if __name__ == "__main__":
    update(sys.argv[1:] or [info.id for info in wab.scenarios()])
