"""The after-action report: a battle from its journal, verdict first, then luck, then turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wab.cli.common import in_language, known_scenario
from wab.cli.windowless import told_outcome
from wab.engine.errors import SaveError
from wab.engine.events import Rolled
from wab.engine.game import Record, Setup
from wab.engine.journal import Line, Narrator, lasting
from wab.engine.saves import read_save, records_of
from wab.engine.system import Outcome
from wab.locale import _


@dataclass(frozen=True, slots=True)
class Story:
    """A saved game in sentences. `records` are those that were not taken back."""

    setup: Setup
    records: tuple[Record, ...]
    lines: tuple[Line, ...]
    outcome: Outcome | None
    torn: bool


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of one purpose: how many, their mean, and the mean that was to be expected.

    Of dice with symbols there is one of these for each symbol: the mean is the share of dice that showed it.
    """

    purpose: str
    dice: int
    mean: float
    expected: float


def read_story(path: Path) -> Story:
    """The story of a save. SaveError when it cannot be read or does not fit these rules."""
    from wab.systems import get_system

    contents = read_save(path)
    setup = contents.header.setup
    system = get_system(setup.system)
    records = tuple(lasting(records_of(path, contents, system)))
    narrator = Narrator(system, setup)
    lines: list[Line] = []
    for number, record in enumerate(records):
        try:
            lines += narrator.tell(record)
        except (KeyError, ValueError, IndexError) as error:
            raise SaveError(str(path), f"record {number} does not fit these rules and data") from error
    return Story(setup, records, tuple(lines), narrator.outcome, contents.torn)


def luck(story: Story) -> list[Luck]:
    """The dice of a battle that its journal tells of, by purpose, in the order of their first roll."""
    from wab.systems import get_system

    system = get_system(story.setup.system)
    rolls: dict[tuple[str, int, tuple[str, ...]], list[int]] = {}
    for event in (line.event for line in story.lines):
        if isinstance(event, Rolled):
            shown = tuple(map(str, system.symbols(event)))
            rolls.setdefault((str(event.purpose), event.faces, shown), []).extend(event.results)
    return [luck for key, results in rolls.items() if results for luck in _luck_of(*key, results)]


def _luck_of(purpose: str, faces: int, shown: tuple[str, ...], results: list[int]) -> Iterator[Luck]:
    if not shown:
        yield Luck(purpose, len(results), sum(results) / len(results), (faces + 1) / 2)
        return
    seen = Counter(shown[result - 1] for result in results)
    for symbol in dict.fromkeys(shown):
        share = seen[symbol] / len(results)
        yield Luck(f"{purpose}: {symbol}", len(results), share, shown.count(symbol) / faces)


def markdown(story: Story) -> str:
    """The report as Markdown."""
    return "\n".join([*_verdict(story), *_luck(story), *_turns(story)]) + "\n"


def _verdict(story: Story) -> Iterator[str]:
    info = known_scenario(story.setup.scenario)
    yield f"# {in_language(info.title)}"
    yield ""
    yield told_outcome(story.outcome, story.setup.system)
    yield ""
    yield _("Scenario {id}, seed {seed}, {count} records.").format(
        id=f"`{info.id}`", seed=story.setup.seed, count=len(story.records)
    )
    if summary := in_language(info.summary):
        yield ""
        yield summary


def _luck(story: Story) -> Iterator[str]:
    rows = luck(story)
    if not rows:
        return
    yield ""
    yield "## " + _("Luck")
    yield ""
    yield "| " + " | ".join((_("Dice for"), _("Rolled"), _("Mean"), _("Expected"))) + " |"
    yield "| --- | ---: | ---: | ---: |"
    for row in rows:
        yield f"| {row.purpose} | {row.dice} | {row.mean:.2f} | {row.expected:.2f} |"


def _turns(story: Story) -> Iterator[str]:
    turn = 0
    for line in story.lines:
        if line.turn != turn:
            turn = line.turn
            yield ""
            yield "## " + _("Turn {turn}").format(turn=turn)
            yield ""
        yield f"- {line.text}"
