"""The painted grounds of the last boards, and one that is being painted while a sketch of it is already shown."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from wab.app.cards.looks.specs import BoardSpec
from wab.app.cards.table.painting import Bytes, paint
from wab.app.cards.table.relief import BoardRelief

KEPT = 4
SKETCH = 30  # pixels a hex width


class Gallery:
    """Pictures of boards. `patient`: the caller waits for the finished picture (tests, pictures without a window); else
    it is painted next to the game, and `finished` says when it is there.
    """

    def __init__(self, *, patient: bool) -> None:
        self.patient = patient
        self._pictures: OrderedDict[BoardSpec, Bytes] = OrderedDict()
        self._painter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        self._wanted: BoardSpec | None = None
        self._coming: Future[Bytes] | None = None

    def picture(self, board: BoardSpec) -> Bytes:
        """The picture of a board: finished if it is there or can be waited for, else a sketch of it."""
        key = _ground_of(board)
        self._forget()
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        if self.patient:
            return self._keep(key, paint(key, BoardRelief(key)))
        self._wanted = key
        self._coming = self._painter.submit(lambda: paint(key, BoardRelief(key)))
        return paint(key, BoardRelief(key), SKETCH)

    def finished(self) -> Bytes | None:
        """The finished picture of the board that was asked for last, once; None while there is nothing new."""
        if self._coming is None or self._wanted is None or not self._coming.done():
            return None
        done, key = self._coming.result(), self._wanted
        self._wanted = self._coming = None
        return self._keep(key, done)

    def _keep(self, key: BoardSpec, picture: Bytes) -> Bytes:
        self._pictures[key] = picture
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        return picture

    def _forget(self) -> None:
        """Another board is wanted: what waits to be painted is not painted any more."""
        if self._coming is not None:
            self._coming.cancel()
        self._wanted = self._coming = None

    def close(self) -> None:
        """Paint no more."""
        self._forget()
        self._painter.shutdown(wait=False, cancel_futures=True)


def _ground_of(board: BoardSpec) -> BoardSpec:
    """Return what a picture depends on: not the names that are written over it, nor who sits where."""
    return replace(board, places=(), south=1, north=2)
