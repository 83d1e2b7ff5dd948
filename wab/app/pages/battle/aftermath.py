"""The page after a battle next to its result: its course in charts, history next to it, luck, and both diaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from wab.app.gfx.theme import Rgba
from wab.app.hud.box import Box
from wab.app.hud.kit import Kit
from wab.app.pages.parts.charts import Line, draw_bars, draw_curves, draw_spread
from wab.app.pages.parts.pieces import BAR, Piece, gap, heading, paragraph, row_of, stacked
from wab.app.play.diary import chapters, prose, turns_of
from wab.app.play.table import Table
from wab.app.report.words import fate_in_words, name_of, verdict_in_words
from wab.engine.history.course import Chart
from wab.engine.history.luck import Dice
from wab.engine.kernel.values import side_of
from wab.locale import _, ngettext
from wab.locale.numbers import fixed

Tint = Callable[[str], Rgba]
_CHART, _DICE = 236.0, 168.0
_TWO = 760.0
"""Room from which on two charts stand next to each other."""
_FEWEST, _MOST_BARS = 6, 20
"""Dice that are worth a picture, and faces that find room in it."""
_ROW = 24.0


class Aftermath:
    """The tabs of a game that is over, as pieces for so much room; `tint` is the colour of a side."""

    def __init__(self, kit: Kit, session: Table, tint: Tint) -> None:
        self.kit, self.session, self.tint = kit, session, tint
        self.system = session.rules
        self.course = session.course

    # ---- the course

    def course_of_battle(self, room: float) -> list[Piece]:
        """A chart a measure, then each turn with its points and what mattered."""
        pieces = list(self._drawn(list(self._charts(beside_history=False)), room))
        if self.course.verdicts:
            pieces.append(heading(self.kit, _("Turn by turn")))
        for verdict in self.course.verdicts:
            words = verdict_in_words(self.system.id, verdict)
            if not words:
                continue
            told = paragraph(self.kit, words, room - BAR - 90, size=16, ink=self.kit.colours.text)
            pieces.append(self._labelled(_("Turn {turn}").format(turn=verdict.turn), told))
        return pieces or [self._nothing()]

    def _charts(self, *, beside_history: bool) -> Iterator[Chart]:
        """Charts with a line that is no side's stand next to history, the others do not."""
        sides = self.system.contenders
        for chart in self.course.worth_drawing:
            if any(curve.name not in sides for curve in chart.curves) == beside_history:
                yield chart

    def _drawn(self, charts: Sequence[Chart], room: float) -> Iterator[Piece]:
        across = 2 if room >= _TWO else 1
        for start in range(0, len(charts), across):
            row = [self._chart(chart) for chart in charts[start : start + across]]
            row += [gap(_CHART)] * (across - len(row))
            yield row_of(row, room - BAR)

    def _chart(self, chart: Chart) -> Piece:
        lines, days = list(self._lines(chart)), dict(self.course.days)

        def draw(box: Box) -> None:
            draw_curves(self.kit, Box(box.x, box.y + 6, box.w, box.h - 16), str(chart.title), lines, days)

        return Piece(_CHART, draw)

    def _lines(self, chart: Chart) -> Iterator[Line]:
        c = self.kit.colours
        others = iter(((c.good, False), (c.brass, True)))
        for curve in chart.curves:
            if curve.name in self.system.contenders:
                yield Line(name_of(self.system.id, curve.name), self.tint(curve.name), curve.points)
            else:
                ink, dashed = next(others, (c.second, True))
                yield Line(str(curve.words or curve.name), ink, curve.points, dashed)

    # ---- history

    def history(self, room: float) -> list[Piece]:
        """Front and ground next to history's, then when each place was taken, in the game and then."""
        pieces = list(self._drawn(list(self._charts(beside_history=True)), room))
        fates = [fate for fate in self.course.fates if fate.played is not None or fate.past is not None]
        if fates:
            pieces.append(heading(self.kit, _("Places taken")))
            pieces.append(self._cells((_("Place"), _("In this game"), _("In history")), self.kit.colours.second))
            pieces += [self._cells(fate_in_words(self.system.id, fate), self.kit.colours.text) for fate in fates]
        return pieces or [self._nothing()]

    def _cells(self, cells: Sequence[str], ink: Rgba) -> Piece:
        def draw(box: Box) -> None:
            wide = box.w / len(cells)
            for number, cell in enumerate(cells):
                self.kit.text(cell, box.x + number * wide, box.y + 3, ink, size=16, room=wide - 12)

        return Piece(_ROW, draw)

    # ---- luck

    def luck(self, sentences: Sequence[str], room: float) -> list[Piece]:
        """Return what the dice of each side showed, next to what was to be expected of so many."""
        pieces = [paragraph(self.kit, words, room - BAR, ink=self.kit.colours.second) for words in sentences]
        for side, all_ in self.course.dice:
            for dice in all_:
                if len(dice.results) >= _FEWEST and len(dice.bars) <= _MOST_BARS:
                    pieces.append(self._dice(side, dice, room - BAR))
        return pieces or [self._nothing()]

    def _dice(self, side: str, dice: Dice, room: float) -> Piece:
        count, ink = len(dice.results), self.tint(side)
        words = ngettext("{purpose}: {count} die", "{purpose}: {count} dice", count)
        title = f"{name_of(self.system.id, side)} · {words.format(purpose=dice.purpose, count=count)}"
        pieces = [heading(self.kit, title)]
        bars = Piece(_DICE, lambda box: draw_bars(self.kit, Box(box.x, box.y + 8, box.w, box.h - 14), dice.bars, ink))
        if not dice.has_sums:
            return stacked([*pieces, bars])
        luck = dice.means[0]
        told = _("Mean {mean} where {expected} was to be expected: more than in {share} of 100 such series of dice.")
        figures = {"mean": fixed(luck.mean, 2), "expected": fixed(luck.expected, 2), "share": round(dice.percentile)}
        pieces.append(paragraph(self.kit, told.format(**figures), room, ink=self.kit.colours.second, size=16))

        def draw(box: Box) -> None:
            draw_spread(self.kit, Box(box.x, box.y + 8, box.w, box.h - 14), dice, ink)

        return stacked([*pieces, row_of([bars, Piece(_DICE, draw)], room)])

    # ---- diaries

    def diaries(self, room: float) -> list[Piece]:
        """Turn by turn what the player did, and next to it what the computer had in mind."""
        mine, theirs = self._own_account(), self._diary()
        column = (room - BAR - 36) / 2 if theirs else room - BAR
        heads = [self._told(_("Your account"), column)]
        heads += [self._told(_("The enemy’s war diary"), column)] if theirs else []
        pieces = [row_of(heads, room - BAR)] if mine or theirs else []
        for turn in sorted({*mine, *theirs}):
            pieces.append(heading(self.kit, _("Turn {turn}").format(turn=turn)))
            own = paragraph(self.kit, mine.get(turn, "–"), column, size=16, ink=self.kit.colours.text)
            if not theirs:
                pieces.append(own)
                continue
            other = stacked(list(self._paragraphs(theirs.get(turn, ()), column)))
            pieces.append(row_of([own, other], room - BAR))
        return pieces or [self._nothing()]

    def _told(self, words: str, column: float) -> Piece:
        return paragraph(self.kit, words, column, font="title", size=26, ink=self.kit.colours.brass)

    def _own_account(self) -> dict[int, str]:
        """The player's own doings by turn in the sentences of the journal, without details."""
        side = self.session.side
        own = (line for line in self.session.journal if line.side == side and not self.system.is_detail(line.event))
        by_turn = groupby(own, lambda line: line.turn)
        return {turn: " ".join(str(line.text) for line in lines) for turn, lines in by_turn}

    def _diary(self) -> dict[int, list[tuple[str, str]]]:
        """By turn: the sides of the computer, and the paragraph of each."""
        verdicts = {played.turn: played.verdict for played in self.session.turns}
        found: dict[int, list[tuple[str, str]]] = {}
        for turn, side, those in turns_of(chapters(self.session.diary)):
            found.setdefault(turn, []).append((side_of(side), prose(those, verdicts.get(turn))))
        return found

    def _paragraphs(self, told: Sequence[tuple[str, str]], column: float) -> Iterator[Piece]:
        """Yield what each side wrote of a turn; where several did, under its name."""
        for side, words in told:
            if len(told) > 1:
                name = name_of(self.system.id, side)
                yield paragraph(self.kit, name, column, font="medium", size=16, ink=self.tint(side))
            yield paragraph(self.kit, words, column, size=16, ink=self.kit.colours.second)
        if not told:
            yield paragraph(self.kit, "–", column, size=16)

    # ---- pieces

    def _labelled(self, label: str, piece: Piece) -> Piece:
        def draw(box: Box) -> None:
            self.kit.text(label, box.x, box.y, self.kit.colours.second, size=16, font="medium", room=84)
            piece.draw(Box(box.x + 90, box.y, box.w - 90, box.h))

        return Piece(piece.high, draw)

    def _nothing(self) -> Piece:
        words = _("There is nothing to tell here of this battle.")
        return paragraph(self.kit, words, 600, ink=self.kit.colours.second)
