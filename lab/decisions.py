"""Decisions of the computer players, as digests: two trees whose lines are alike have players that think alike.

    python -m lab.decisions --write FILE          play, and write a line for each game
    python -m lab.decisions --against FILE        play, and name the games that differ from the games in the file
    python -m lab.decisions --only cards/         games whose name begins so

Every line holds the number of orders and a digest of all orders with their reasons. Most games are short ones, played
to their end. Of long battles the first orders are played, for what players do in long battles alone. `advice` asks for
a staff paper before each order, `deputy` has lent troops led. For use after a change that must not change a decision.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import wab
from ai.agents import DEPUTY, make_agent, make_agents, seat_seed
from wab.engine.kernel.game import Game

WHOLE = 100_000
PROPOSALS = 6


class Played(NamedTuple):
    """A game to be played: `what` is a player, `advice` or `deputy`; `orders` is where it stops at the latest."""

    scenario: str
    what: str
    seed: int
    orders: int = WHOLE

    @property
    def name(self) -> str:
        """The words that stand in front of its digest."""
        return f"{self.scenario} {self.what} {self.seed} {self.orders}"


GAMES = (
    *(
        Played(f"operations/{scenario}", player, seed)
        for seed, scenario in enumerate(("to-the-sea", "cliffs-and-shingle", "causeway-to-carentan"), 1)
        for player in ("greedy", "easy", "normal", "hard")
    ),
    *(Played("operations/city-of-stones", player, 4) for player in ("easy", "normal", "hard")),
    Played("operations/a-bridge-on-the-canal", "hard", 5),
    Played("operations/the-scottish-corridor", "hard", 6, 60),
    Played("operations/the-battle-of-the-hedgerows", "normal", 7, 150),
    Played("operations/the-boys-of-the-twelfth", "advice", 8, 60),
    Played("operations/the-scottish-corridor", "deputy", 9, 24),
    *(
        Played(f"cards/{scenario}", player, seed)
        for seed, scenario in enumerate(("pegasus-bridge", "sainte-mere-eglise"), 1)
        for player in ("greedy", "easy")
    ),
    Played("cards/pegasus-bridge", "normal", 3, 60),
    Played("cards/sword-beach", "normal", 4, 60),
    Played("cards/omaha-beach-double-board", "easy", 5, 120),
    Played("cards/pegasus-bridge", "advice", 6, 60),
)


def main(words: list[str] | None = None) -> int:
    """Play, and write or compare; 1 when a decision differs."""
    parser = argparse.ArgumentParser(prog="python -m lab.decisions", description=__doc__)
    parser.add_argument("--write", type=Path, help="the file that gets the lines")
    parser.add_argument("--against", type=Path, help="a file of lines to compare with")
    parser.add_argument("--only", default="", help="games whose name begins so")
    given = parser.parse_args(words)
    known = _lines(given.against) if given.against else {}
    lines, wrong = [], 0
    for game in GAMES:
        if not game.name.startswith(given.only):
            continue
        found = digest_of(game)
        lines.append(f"{game.name}: {found}")
        differs = given.against is not None and known.get(game.name) != found
        wrong += differs
        print(lines[-1], f" DIFFERS from {known.get(game.name)}" if differs else "", flush=True)
    if given.write:
        given.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} games" + (f", {wrong} of them differ" if given.against else ""))
    return 1 if wrong else 0


def _lines(file: Path) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in file.read_text(encoding="utf-8").splitlines())


def digest_of(played: Played) -> str:
    """The number of things decided in a game and a digest of them all, with their reasons."""
    game = wab.new_game(played.scenario, seed=played.seed)
    decided = {"advice": _advised, "deputy": _led}.get(played.what, _decided)(game, played)
    digest, count = sha256(), 0
    for line in decided:
        digest.update(line.encode() + b"\n")
        count += 1
        if count >= played.orders:
            break
    return f"{count} {digest.hexdigest()[:20]}"


def _decided(game: Game[Any], played: Played) -> Iterator[str]:
    """Both sides led by one kind of player, to the end of the game."""
    agents = make_agents(dict.fromkeys(game.system.sides, played.what), game.system.id, played.seed, game.seats)
    while (seat := game.to_act) is not None:
        player: Any = agents[seat]
        order = player.decide(game.view(seat))
        game.play(order)
        yield f"{seat} {order!r} {player.reason!r} {len(getattr(player, 'incidents', ()))}"
    yield game.digest()


def _advised(game: Game[Any], played: Played) -> Iterator[str]:
    """Both sides led by `normal`, of the cards by `easy`; each is asked for its paper before each order."""
    name = "normal" if game.system.id == "operations" else "easy"
    agents: dict[str, Any] = dict(
        make_agents(dict.fromkeys(game.system.sides, name), game.system.id, played.seed, game.seats)
    )
    while (seat := game.to_act) is not None:
        paper = agents[seat].advise(game.view(seat))
        order = agents[seat].decide(game.view(seat))
        game.play(order)
        yield f"{seat} {order!r} {paper!r}"


def _led(game: Game[Any], played: Played) -> Iterator[str]:
    """Both sides led by `greedy`; before each order a deputy is lent half of the units and says what it would do."""
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, played.seed, game.seats)
    deputies: dict[str, Any] = {
        seat: make_agent(DEPUTY, game.system.id, seat_seed(played.seed, seat, DEPUTY)) for seat in game.seats
    }
    while (seat := game.to_act) is not None:
        view: Any = game.view(seat)
        lent = [unit.id for unit in view.own_units()][::2]
        yield f"{seat} {deputies[seat].propose(view, lent, PROPOSALS)!r}"
        game.play(players[seat].decide(view))


if __name__ == "__main__":
    sys.exit(main())
