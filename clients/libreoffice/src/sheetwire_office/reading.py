"""What changed since the portal has it: values, or the structure that wants a new copy of the file.

Reading is a generator that does a little and yields, so that LibreOffice answers its user in between.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Generator, Hashable, List, Mapping, Optional, Protocol, Sequence, Set, Tuple, Union

from .cells import CellNow, Fault
from .places import Area

#: Cells of one read.
MOST_READ = 20_000
#: Cells whose texts are read between two yields.
MOST_TEXTS = 250
#: Cells of which values are sent; of more a copy of the file is less.
MOST_VALUES = 50_000
#: Readings that are begun anew because something changed meanwhile; the last one is done in one go.
TRIES = 3

Row = Tuple[Any, ...]
#: Row and column, and what the cell holds.
Place = Tuple[int, int, Union[float, str, Fault]]
Steps = Generator[None, None, "Found"]


@dataclass(frozen=True)
class Shape:
    """What makes another structure when it differs: sheets, extents, what is hidden, names."""

    areas: Tuple[Area, ...]
    #: Whatever else is to be the same.
    marks: Hashable


class Book(Protocol):
    """The spreadsheet, as it can be asked in its own thread."""

    #: Counts changes.
    stamp: int

    def shape(self) -> Shape: ...

    def rows(self, area: Area) -> Sequence[Row]: ...

    def cells(self, sheet: str, places: Sequence[Place]) -> List[CellNow]: ...


@dataclass
class Known:
    """What the portal has: values by area, and the structure that they stand in."""

    shape: Shape
    rows: Dict[Area, Sequence[Row]] = field(default_factory=dict)


#: In place of a value of which nobody knows whether the portal has it: it differs from every other.
UNSURE = object()


def doubted(known: Known, cells: Mapping[str, Sequence[CellNow]]) -> Known:
    """What the portal has for certain after these cells were sent and no answer came."""
    places = {sheet: {(cell.row, cell.column) for cell in some} for sheet, some in cells.items()}
    rows = {area: _doubted_rows(area, old, places.get(area.sheet) or set()) for area, old in known.rows.items()}
    return Known(known.shape, rows)


def _doubted_rows(area: Area, rows: Sequence[Row], places: Set[Tuple[int, int]]) -> Sequence[Row]:
    touched = {row for row, _ in places}
    return tuple(
        tuple(UNSURE if (area.top + n, area.left + m) in places else value for m, value in enumerate(row))
        if area.top + n in touched
        else row
        for n, row in enumerate(rows)
    )


@dataclass(frozen=True)
class Found:
    """What is to be sent. ``cells`` is None where the file is."""

    known: Known
    cells: Optional[Dict[str, List[CellNow]]]

    @property
    def is_nothing(self) -> bool:
        return self.cells is not None and not any(self.cells.values())


def read_changes(book: Book, known: Optional[Known], most: int = MOST_READ) -> Steps:
    """Reads the published areas and compares them with what the portal has. All that is found is of one moment."""
    for attempt in range(TRIES):
        stamp = book.stamp
        found = yield from _read(book, known, most, attempt == TRIES - 1)
        if book.stamp == stamp:
            return found
    return found


def all_of(steps: Steps) -> Found:
    """What is found in one go, without a turn for the spreadsheet's user."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def _read(book: Book, known: Optional[Known], most: int, at_once: bool) -> Steps:
    shape = book.shape()
    now = Known(shape)
    is_other = known is None or known.shape != shape
    cells: Dict[str, List[CellNow]] = {}
    for area in shape.areas:
        for piece in area.pieces(most):
            now.rows[piece] = book.rows(piece)
            if not at_once:
                yield
            if not is_other and known is not None:
                places = different(piece, known.rows.get(piece), now.rows[piece])
                cells.setdefault(piece.sheet, [])
                for first in range(0, len(places), MOST_TEXTS):
                    cells[piece.sheet] += book.cells(piece.sheet, places[first : first + MOST_TEXTS])
                    if not at_once:
                        yield
        if sum(map(len, cells.values())) > MOST_VALUES:
            is_other = True
    return Found(now, None if is_other else cells)


def different(area: Area, before: Optional[Sequence[Row]], after: Sequence[Row]) -> List[Place]:
    """The cells that differ, with what they hold now."""
    found: List[Place] = []
    for n, row in enumerate(after):
        old = before[n] if before is not None and n < len(before) else None
        if old == row:
            continue
        for m, value in enumerate(row):
            if old is None or m >= len(old) or not _is_same(old[m], value):
                found.append((area.top + n, area.left + m, value))
    return found


def _is_same(before: Any, after: Any) -> bool:
    return type(before) is type(after) and before == after
