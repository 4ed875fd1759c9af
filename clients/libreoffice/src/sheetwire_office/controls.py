"""What a viewer entered, as the cell is to hold it. It is data, whatever it begins with."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Callable, List, Mapping, Optional, Tuple, Union

from sheetwire.control_line import Refuse

#: A number, a text, or nothing.
Data = Union[float, str, None]

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?\Z")


_LITERAL = re.compile(r'"((?:[^"]|"")*)"')


def literals(source: str) -> List[str]:
    """The entries of a list that is written out, as LibreOffice writes it: ``"North";"South; and East"``."""
    return [text.replace('""', '"').strip() for text in _LITERAL.findall(source)]


#: Of the cells of a list, row by row, so many are looked at, as the portal does.
MOST_CHOICES = 1000


def first_cells(width: int, height: int) -> Tuple[int, int]:
    """Columns and rows of an area that hold its first ``MOST_CHOICES`` cells: a whole column is never read."""
    return min(width, MOST_CHOICES), min(height, -(-MOST_CHOICES // width))


def source_place(source: str) -> Tuple[Optional[str], str]:
    """The sheet and the area of a list in cells, as LibreOffice writes it: ``$'Bob''s US$'.$A$1:$A$9``; None for its own."""
    sheet, dot, area = source.rpartition(".")
    name = sheet[1:] if sheet.startswith("$") else sheet
    if len(name) > 1 and name[0] == name[-1] == "'":
        name = name[1:-1].replace("''", "'")
    return (name if dot else None), area.replace("$", "")


@dataclass(frozen=True)
class ControlCell:
    """What a cell takes."""

    #: ``text``, ``number``, ``percent``, ``date``, ``time``, ``datetime``, ``boolean``, or ``any`` where nothing says.
    kind: str = "any"
    #: The entries of its list as they are shown, and what the cell holds for each; None where it has no list.
    choices: Optional[Mapping[str, Data]] = None
    allows_blank: bool = True
    is_whole: bool = False
    #: What a number must be: ``("BETWEEN", 1.0, 5.0)``, by LibreOffice's names of comparisons.
    rule: Optional[Tuple[str, float, float]] = None
    decimal: str = "."
    #: Why nothing may be entered; empty where it may.
    locked: str = ""
    #: The first day that dates count from.
    first_day: datetime.date = datetime.date(1899, 12, 30)


def entered(value: Optional[str], cell: ControlCell) -> Data:
    """What to write: a number, a text, or None to empty the cell; raises ``Refuse`` with what to do."""
    if cell.locked:
        raise Refuse(cell.locked)
    if value is None or (value == "" and cell.choices is None):
        if not cell.allows_blank:
            raise Refuse("Enter a value: the cell cannot be empty")
        return None
    if cell.choices is not None:
        if value not in cell.choices:
            raise Refuse("Choose an entry from the list")
        return cell.choices[value]
    data = _DATA[cell.kind](value, cell)
    if isinstance(data, float):
        _within(data, cell)
    return data


def _text(value: str, _cell: ControlCell) -> Data:
    if len(value) > 32_767:
        raise Refuse("A cell holds at most 32,767 characters")
    return value


def _any(value: str, cell: ControlCell) -> Data:
    plain = _plain(value, cell)
    return _text(value, cell) if plain is None else plain


def _number(value: str, cell: ControlCell) -> Data:
    plain = _plain(value, cell)
    if plain is None:
        raise Refuse(f"Enter a number, such as 12{cell.decimal}5")
    if cell.is_whole and not plain.is_integer():
        raise Refuse("Enter a whole number")
    return plain


def _percent(value: str, cell: ControlCell) -> Data:
    text = value.strip()
    plain = _plain(text[:-1] if text.endswith("%") else text, cell)
    if plain is None:
        raise Refuse(f"Enter a percentage, such as 12{cell.decimal}5%")
    return plain / 100


def _boolean(value: str, _cell: ControlCell) -> Data:
    known = {"true": 1.0, "false": 0.0}.get(value.strip().lower())
    if known is None:
        raise Refuse("Enter TRUE or FALSE")
    return known


def _date(value: str, cell: ControlCell) -> Data:
    return float((_moment(value, cell).date() - cell.first_day).days)


def _datetime(value: str, cell: ControlCell) -> Data:
    moment = _moment(value, cell)
    return (moment.date() - cell.first_day).days + _of_day(moment.time())


def _time(value: str, _cell: ControlCell) -> Data:
    try:
        return _of_day(datetime.time.fromisoformat(value.strip()))
    except ValueError:
        raise Refuse("Enter a time, such as 14:30") from None


def _moment(value: str, _cell: ControlCell) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(value.strip())
    except ValueError:
        raise Refuse("Enter a date as year-month-day, such as 2027-01-31") from None


def _of_day(time: datetime.time) -> float:
    return (time.hour * 3600 + time.minute * 60 + time.second) / 86400


_DATA = {
    "any": _any,
    "text": _text,
    "number": _number,
    "percent": _percent,
    "boolean": _boolean,
    "date": _date,
    "datetime": _datetime,
    "time": _time,
}


def _plain(value: str, cell: ControlCell) -> Optional[float]:
    """A number as people of the workbook's language write it, without signs between thousands."""
    text = value.strip()
    if cell.decimal != "." and text.count(cell.decimal) == 1 and "." not in text:
        text = text.replace(cell.decimal, ".")
    return float(text) if _NUMBER.match(text) else None


def _within(data: float, cell: ControlCell) -> None:
    if cell.rule is None:
        return
    operator, first, second = cell.rule
    holds, words = _RULES.get(operator, _ANYTHING)
    if not holds(data, first, second):
        raise Refuse(words.format(_shown(first, cell), _shown(second, cell)))


_Rule = Tuple[Callable[[float, float, float], bool], str]
_ANYTHING: _Rule = (lambda data, a, b: True, "")
_RULES: Mapping[str, _Rule] = {
    "BETWEEN": (lambda data, a, b: min(a, b) <= data <= max(a, b), "Enter a value from {0} to {1}"),
    "NOT_BETWEEN": (lambda data, a, b: not min(a, b) <= data <= max(a, b), "Enter a value below {0} or above {1}"),
    "EQUAL": (lambda data, a, b: data == a, "Enter {0}"),
    "NOT_EQUAL": (lambda data, a, b: data != a, "Enter a value other than {0}"),
    "GREATER": (lambda data, a, b: data > a, "Enter more than {0}"),
    "GREATER_EQUAL": (lambda data, a, b: data >= a, "Enter {0} or more"),
    "LESS": (lambda data, a, b: data < a, "Enter less than {0}"),
    "LESS_EQUAL": (lambda data, a, b: data <= a, "Enter {0} or less"),
}


def _shown(number: float, cell: ControlCell) -> str:
    if cell.kind == "date":
        return (cell.first_day + datetime.timedelta(days=int(number))).isoformat()
    return f"{number:.15g}".replace(".", cell.decimal)
