"""Reading a report back, as the key's user may see it."""

from __future__ import annotations

import base64
import datetime
import re
import zlib
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from .errors import NotFound
from .portal import Portal
from .tables import column_name

#: Bytes of a page once it is unpacked.
MOST_PAGE = 256 * 1024 * 1024

_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})$")
_NUMBER = re.compile(r"-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][+-]?\d+)?$")

CellValue = Union[float, str, None]


@dataclass(frozen=True)
class ReadCell:
    """A cell as the page shows it. ``is_number`` says that its text is that of a number."""

    text: str
    is_number: bool

    @property
    def value(self) -> CellValue:
        """The number when the text can be read in one way, else the text; None for an empty cell."""
        if self.text == "":
            return None
        if self.is_number and _NUMBER.match(self.text):
            return float(self.text.replace(",", ""))
        return self.text


@dataclass(frozen=True)
class Page:
    """A page: its HTML, and its cells by address."""

    name: str
    html: str
    cells: Mapping[str, ReadCell]

    def __getitem__(self, area: str) -> Any:
        """The value of ``B7``, or the rows of values of ``A1:C3``."""
        first, last = _corners(area)
        rows = [
            [self._value(column, row) for column in range(first[0], last[0] + 1)]
            for row in range(first[1], last[1] + 1)
        ]
        return rows if ":" in area else rows[0][0]

    def rows(self) -> List[List[CellValue]]:
        """All values from A1 to the last cell that the page shows."""
        if not self.cells:
            return []
        corners = [_corner(address) for address in self.cells]
        last = (max(column for column, _ in corners), max(row for _, row in corners))
        rows: List[List[CellValue]] = self[f"A1:{column_name(last[0])}{last[1] + 1}"]
        return rows

    def to_frame(self, head_rows: int = 1) -> Any:
        """A pandas frame; the first rows are its column names. Needs pandas."""
        import pandas

        rows = self.rows()
        names = [list(row) for row in rows[:head_rows]]
        columns: Any = None if head_rows == 0 else (names[0] if head_rows == 1 else list(zip(*names)))
        return pandas.DataFrame(rows[head_rows:], columns=columns)

    def _value(self, column: int, row: int) -> CellValue:
        cell = self.cells.get(f"{column_name(column)}{row + 1}")
        return None if cell is None else cell.value


@dataclass(frozen=True)
class Report:
    """A report at one version; ``date`` is the day of a snapshot, None for the live report."""

    topic: str
    version: int
    time: str
    sender: str
    date: Optional[str]
    metadata: Mapping[str, str]
    pages: Mapping[str, Page]

    def __getitem__(self, page: str) -> Page:
        found = self.pages.get(page)
        if found is None:
            names = ", ".join(self.pages) or "none"
            raise KeyError(f"{self.topic} has no page {page!r}; its pages: {names}")
        return found


def read(topic: str, what: Optional[str] = None, *, at: Any = None, portal: Optional[Portal] = None) -> Any:
    """Reads a report: the whole, a page (``"Summary"``), a cell (``"Summary!B7"``) or an area (``"Summary!A1:C3"``).

    ``at`` is a day, a date or ``"2026-11-20"``: the snapshot of that day, or the last one before it. Or it is a moment: a
    datetime with its zone, ``"2026-11-20T14:32:05Z"``, or the number of a version: the report as it was then.

    :raises NotFound: there is no such report, nothing is kept from then, or the key's user may not see it.
    :raises KeyError: the report has no such page.
    """
    portal = portal or Portal()
    moment = _moment_of(at)
    day = None if moment is not None else _day_of(at)
    body: Dict[str, Any] = {"topic": topic.strip() if day is None else f"{topic.strip()}.{day.replace('-', '')}"}
    if moment is not None:
        body["at"] = moment
    answer = portal.call("reports/report", body)
    if not answer.get("pages"):
        # The portal never says which of the three it is.
        when = f" on or before {day}" if day is not None else f" at {moment}" if moment is not None else ""
        raise NotFound(f"{topic} has nothing to show{when}, or you have no access", 404)
    report = _report_of(topic, answer)
    if what is None:
        return report
    if what in report.pages:
        return report.pages[what]
    name, area = _split(what)
    page = report[name]
    return page if area is None else page[area]


def cells_of(page: str) -> Dict[str, ReadCell]:
    """The cells of a page's HTML by address; merged cells stand at their first."""
    reader = _CellReader()
    reader.feed(page)
    reader.close()
    return reader.cells


def unpacked(page: str) -> str:
    """A page as HTML; a packed one is base64 of gzip."""
    if not page.startswith("H4"):
        return page
    unzip = zlib.decompressobj(wbits=31)
    data = unzip.decompress(base64.b64decode(page), MOST_PAGE)
    if unzip.unconsumed_tail:
        raise ValueError(f"A page is larger than {MOST_PAGE // 1024 // 1024} MiB")
    return data.decode("utf-8")


class _CellReader(HTMLParser):
    """Collects the text of cells that have an address, as a reader would see it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: Dict[str, ReadCell] = {}
        self._open: List[Tuple[str, Optional[str], bool, List[str]]] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        if tag in ("td", "th"):
            named = dict(attrs)
            self._open.append((tag, named.get("data-cell"), "data-num" in named, []))
        elif tag == "svg":
            self._hidden += 1
        elif tag == "br" and self._open:
            self._open[-1][3].append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "svg" and self._hidden:
            self._hidden -= 1
        if tag not in ("td", "th") or not self._open:
            return
        _, address, is_number, texts = self._open.pop()
        if address is not None:
            self.cells[address.upper()] = ReadCell("".join(texts).strip(), is_number)

    def handle_data(self, data: str) -> None:
        if self._open and not self._hidden:
            self._open[-1][3].append(data)


def _report_of(topic: str, answer: Mapping[str, Any]) -> Report:
    pages: Dict[str, Page] = {}
    for name, packed in zip(answer.get("pageNames", []), answer["pages"]):
        text = unpacked(packed)
        pages[name] = Page(name, text, cells_of(text))
    return Report(
        topic=answer.get("topicBase") or topic,
        version=answer.get("version", 0),
        time=answer.get("time", ""),
        sender=answer.get("sender", ""),
        date=answer.get("shownDate"),
        metadata=answer.get("metadata") or {},
        pages=pages,
    )


def _split(what: str) -> Tuple[str, Optional[str]]:
    """A page's name and the area behind the last exclamation mark."""
    name, mark, area = what.rpartition("!")
    if not mark:
        return what, None
    is_quoted = len(name) > 1 and name.startswith("'") and name.endswith("'")
    return (name[1:-1].replace("''", "'") if is_quoted else name), area


def _moment_of(at: Any) -> Union[int, str, None]:
    """A version, or a time with its zone; None for what is no moment but perhaps a day."""
    if isinstance(at, bool):
        return None
    if isinstance(at, int):
        if at < 1:
            raise ValueError(f"{at} is not a version: versions start at 1")
        return at
    text = isinstance(at, str) and "T" in at
    if not text and not isinstance(at, datetime.datetime):
        return None
    try:
        # Before Python 3.11 the letter for UTC is not read.
        time = datetime.datetime.fromisoformat(re.sub("[zZ]$", "+00:00", at.strip())) if text else at
    except ValueError:
        raise ValueError(f"{at!r} is not a time; write it as 2026-11-20T14:32:05Z") from None
    if time.tzinfo is None:
        raise ValueError(f"{at!s} has no time zone; give it one, such as 2026-11-20T14:32:05Z")
    return time.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _day_of(at: Any) -> Optional[str]:
    if at is None:
        return None
    if isinstance(at, bool) or not isinstance(at, (str, datetime.date)):
        raise ValueError("Give a date such as 2026-11-20, a time such as 2026-11-20T14:32:05Z, or a version")
    try:
        return at.isoformat() if isinstance(at, datetime.date) else datetime.date.fromisoformat(at).isoformat()
    except ValueError:
        raise ValueError(f"{at!r} is not a date; write it as 2026-11-20") from None


def _corner(address: str) -> Tuple[int, int]:
    match = _ADDRESS.match(address.strip())
    if not match:
        raise ValueError(f"{address!r} is not the address of a cell; write B7, or A1:C3 for an area")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return column - 1, int(match[2]) - 1


def _corners(area: str) -> Tuple[Tuple[int, int], Tuple[int, int]]:
    first, colon, last = area.partition(":")
    one, other = _corner(first), _corner(last if colon else first)
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    if (right - left + 1) * (bottom - top + 1) > 10_000_000:
        raise ValueError(f"{area} is too large; read the page and take its cells")
    return (left, top), (right, bottom)
