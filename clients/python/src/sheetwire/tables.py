"""Rows, frames and texts as pages whose cells have addresses."""

from __future__ import annotations

import datetime
import decimal
import html
import math
import numbers
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

#: Columns of a sheet (A to XFD) and rows.
MOST_COLUMNS = 16_384
MOST_ROWS = 1_048_576


class Cell:
    """A cell's text as it is to be shown, with the number of its style in the page when it has one."""

    __slots__ = ("is_number", "style", "text")

    def __init__(self, text: str, style: Optional[int] = None, is_number: bool = False) -> None:
        self.text = text
        self.style = style
        self.is_number = is_number


Value = Union[Cell, str, int, float, decimal.Decimal, bool, datetime.date, datetime.time, None, Any]


def column_name(index: int) -> str:
    """The letters of a column counted from 0: A, B, … Z, AA."""
    if not 0 <= index < MOST_COLUMNS:
        raise ValueError(f"A page has at most {MOST_COLUMNS:,} columns")
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address_of(row: int, column: int) -> str:
    """The address of a cell, row and column counted from 0."""
    if not 0 <= row < MOST_ROWS:
        raise ValueError(f"A page has at most {MOST_ROWS:,} rows")
    return f"{column_name(column)}{row + 1}"


def cell_of(value: Value) -> Cell:
    """A value as it is shown: numbers as Python writes them, nothing for what is missing, days as ISO text."""
    if isinstance(value, Cell):
        return value
    if value is None or _is_missing(value):
        return Cell("")
    value = _plain(value)
    if isinstance(value, bool):
        return Cell("TRUE" if value else "FALSE")
    if isinstance(value, float):
        return Cell(_float_text(value), None, math.isfinite(value))
    if isinstance(value, decimal.Decimal):
        return Cell(str(value), None, True) if value.is_finite() else cell_of(float(value))
    if isinstance(value, int):
        return Cell(str(value), None, True)
    if isinstance(value, datetime.datetime):
        at_midnight = value.time() == datetime.time() and value.tzinfo is None
        return Cell(value.date().isoformat() if at_midnight else value.isoformat(sep=" "))
    if isinstance(value, (datetime.date, datetime.time)):
        return Cell(value.isoformat())
    return Cell(str(value))


def html_of(value: Value) -> str:
    """The inner HTML of a cell; text is text, whatever it holds."""
    return html.escape(cell_of(value).text).replace("\r\n", "\n").replace("\n", "<br>")


def page_of(rows: Iterable[Sequence[Value]], *, head_rows: int = 0, head_columns: int = 0) -> str:
    """A table whose cells have addresses. The first rows and columns stay in sight."""
    lines: List[str] = []
    for r, row in enumerate(rows):
        cells = "".join(_cell_html(r, c, value, r < head_rows or c < head_columns) for c, value in enumerate(row))
        lines.append(f"<tr>{cells}</tr>")
    frozen = f' data-freeze="{head_rows},{head_columns}"' if head_rows or head_columns else ""
    return f"<table{frozen}><tbody>{''.join(lines)}</tbody></table>"


def rows_of_frame(frame: Any) -> Tuple[List[List[Value]], int, int]:
    """The rows of a pandas frame, head rows first, and the numbers of head rows and head columns.

    The index is left out while it only counts the rows.
    """
    index_levels = 0 if _only_counts(frame.index) else frame.index.nlevels
    head_rows = frame.columns.nlevels
    head: List[List[Value]] = []
    for level in range(head_rows):
        names: List[Value] = [
            _label(frame.index.names[n]) if level == head_rows - 1 else "" for n in range(index_levels)
        ]
        head.append(names + [_label(label) for label in frame.columns.get_level_values(level)])
    # One column at a time: the values keep their own types.
    columns: List[Sequence[Value]] = [list(frame.index.get_level_values(n)) for n in range(index_levels)]
    columns += [list(frame.iloc[:, n]) for n in range(len(frame.columns))]
    body = [list(row) for row in zip(*columns)] if columns else []
    return head + body, head_rows, index_levels


def is_frame(value: Any) -> bool:
    """True for a pandas DataFrame, told without importing pandas."""
    return all(hasattr(value, name) for name in ("iloc", "columns", "index", "to_html"))


def page_html(value: Any) -> str:
    """A page of HTML text, a frame, rows, or a mapping of columns (name to values).

    :raises TypeError: what is given is none of these.
    """
    if isinstance(value, str):
        return value
    if is_frame(value):
        rows, head_rows, head_columns = rows_of_frame(value)
        return page_of(rows, head_rows=head_rows, head_columns=head_columns)
    if isinstance(value, Mapping):
        return page_of(_rows_of_columns(value), head_rows=1)
    if isinstance(value, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in value):
        return page_of(value)
    raise TypeError(f"A page is HTML text, a pandas frame, a list of rows or a dict of columns, not {_kind(value)}")


def _rows_of_columns(columns: Mapping[Any, Any]) -> List[List[Value]]:
    values: Dict[str, List[Value]] = {}
    for name, column in columns.items():
        if isinstance(column, (str, bytes)) or not hasattr(column, "__iter__"):
            raise TypeError(f"The column {name!r} is a list of values, not {_kind(column)}")
        values[str(name)] = list(column)
    lengths = {len(column) for column in values.values()}
    if len(lengths) > 1:
        raise ValueError("All columns must have the same number of values")
    return [list(values)] + [list(row) for row in zip(*values.values())]


def _cell_html(row: int, column: int, value: Value, is_head: bool) -> str:
    cell = cell_of(value)
    name = "th" if is_head else "td"
    number = " data-num" if cell.is_number and not is_head else ""
    style = f' data-s="{cell.style}"' if cell.style is not None else ""
    return f'<{name} data-cell="{address_of(row, column)}"{number}{style}>{html_of(cell)}</{name}>'


def _only_counts(index: Any) -> bool:
    return index.nlevels == 1 and index.name is None and list(index) == list(range(len(index)))


def _label(name: Any) -> Value:
    return "" if name is None else name


def _plain(value: Any) -> Any:
    """Numbers and times of numpy and pandas as Python's own."""
    if type(value).__name__ in ("datetime64", "timedelta64"):
        # In nanoseconds, as pandas has them, ``item`` would answer a number.
        value = value.astype(f"{type(value).__name__}[us]")
    for convert in ("to_pydatetime", "item"):
        if hasattr(value, convert) and not isinstance(value, (str, bytes)):
            return getattr(value, convert)()
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    return value


def _is_missing(value: Any) -> bool:
    """NaN, NaT and NA differ from themselves, or cannot say."""
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"
    except decimal.InvalidOperation:
        return True  # A signaling NaN.


def _float_text(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _kind(value: Any) -> str:
    return type(value).__name__
