"""What a viewer entered, as the cell is to hold it. It is data, whatever it begins with."""

from __future__ import annotations

import datetime
import math
import re
from dataclasses import dataclass
from typing import Callable, List, Mapping, Optional, Tuple, Union

from sheetwire.control_line import Refuse

#: A number, a text, or nothing.
Data = Union[float, str, None]

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")
#: As pages show numbers in every language.
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?\Z")
#: A thousand, or one with three decimals: who knows.
_TWO_WAYS = re.compile(r"[+-]?[0-9]{1,3},[0-9]{3}\Z")
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]+(\S.*))?\Z")
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]{1,3})?))?(?:\s*([AaPp])[Mm])?\Z")

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
    plain = _plain(value)
    return _text(value, cell) if plain is None else plain


def _number(value: str, cell: ControlCell) -> Data:
    plain = _plain(value)
    if plain is None:
        raise Refuse("Enter a number, such as 1234.5")
    if cell.is_whole and not plain.is_integer():
        raise Refuse("Enter a whole number")
    return plain


def _percent(value: str, _cell: ControlCell) -> Data:
    """15% and 15 are the same, as for who types into the cell."""
    text = value.strip()
    plain = _plain(text[:-1] if text.endswith("%") else text)
    if plain is None:
        raise Refuse("Enter a percentage, such as 12.5%")
    return plain / 100


def _boolean(value: str, _cell: ControlCell) -> Data:
    known = {"true": 1.0, "false": 0.0}.get(value.strip().lower())
    if known is None:
        raise Refuse("Enter TRUE or FALSE")
    return known


def _date(value: str, cell: ControlCell) -> Data:
    day, clock = _parts(value)
    if day is None or clock is not None:
        raise Refuse("Enter a date as 2026-11-24")
    return _serial(day, cell)


def _datetime(value: str, cell: ControlCell) -> Data:
    day, clock = _parts(value)
    time = 0.0 if clock is None else _clock(clock)
    if day is None or time is None:
        raise Refuse("Enter a date and time as 2026-11-24 14:30")
    return _serial(day, cell) + time


def _time(value: str, _cell: ControlCell) -> Data:
    time = _clock(value.strip())
    if time is None:
        raise Refuse("Enter a time as 14:30")
    return time


def _serial(day: datetime.date, cell: ControlCell) -> float:
    return float((day - cell.first_day).days)


def _parts(value: str) -> Tuple[Optional[datetime.date], Optional[str]]:
    """A day, None for one that is none, and what follows it."""
    found = _DAY.match(value.strip())
    if found is None:
        return None, None
    try:
        return datetime.date.fromisoformat(found.group(1)), found.group(2)
    except ValueError:
        return None, None


def _clock(text: str) -> Optional[float]:
    """The part of a day that ``14:30``, ``9:05:30`` or ``2:30 PM`` is."""
    found = _CLOCK.match(text)
    if found is None:
        return None
    hour, minute, second, half = int(found.group(1)), int(found.group(2)), float(found.group(3) or 0), found.group(4)
    is_hour = hour < 24 if half is None else 1 <= hour <= 12
    if not is_hour or minute >= 60 or second >= 60:
        return None
    if half is not None:
        hour = hour % 12 + (12 if half in "Pp" else 0)
    return (hour * 3600 + minute * 60 + second) / 86400


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


def _plain(value: str) -> Optional[float]:
    """A number as controls show it, or with commas between thousands, as pages show it; None for what is none."""
    text = value.strip()
    if _TWO_WAYS.match(text):
        raise Refuse("Enter the number without a comma, such as 1234.5")
    plain = _NUMBER.match(text) or _GROUPED.match(text)
    number = float(text.replace(",", "")) if plain else math.inf
    return number if math.isfinite(number) else None


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
    return f"{number:.15g}"
