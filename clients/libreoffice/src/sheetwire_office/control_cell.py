"""The cell of a control as LibreOffice has it: what it takes, and how an entry is written."""

from __future__ import annotations

import datetime
import re
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from com.sun.star.sheet.CellFlags import DATETIME, STRING, VALUE

from .controls import MOST_CHOICES, ControlCell, Data, entered, first_cells, literals, source_place
from .portal_text import PortalText

_NUMBER_FORMAT = (
    (1024, "boolean"), (256, "text"), (128, "percent"), (6, "datetime"), (2, "date"), (4, "time"), (120, "number"),
)  # fmt: skip
_ELAPSED = re.compile(r"\[(?:H+|M+|S+)\]", re.IGNORECASE)
_VALIDATED = {"WHOLE": "number", "DECIMAL": "number", "DATE": "date", "TIME": "time"}


def write_entry(document: Any, cell: Any, value: Optional[str], words: PortalText) -> Callable[[], None]:
    """Writes what a viewer entered as data, never as a formula, and has the sheet calculated; raises ``Refuse``.

    Answers how to take it back, which does nothing where the cell was changed since.
    """
    data = entered(value, _taken(document, cell, words))
    before = _content(cell)
    _put(document, cell, data)
    after = _content(cell)

    def take_back() -> None:
        if _content(cell) == after:
            _put(document, cell, before)

    return take_back


def _put(document: Any, cell: Any, data: Data) -> None:
    if data is None:
        cell.clearContents(VALUE | DATETIME | STRING)
    elif isinstance(data, str):
        cell.setString(data)
    else:
        cell.setValue(data)
    if not document.isAutomaticCalculationEnabled():
        document.calculate()


def _content(cell: Any) -> Data:
    """What a cell without a formula holds; of one with a formula its text, which no entry was."""
    kind = cell.Type.value
    if kind == "EMPTY":
        return None
    if kind == "VALUE" or _is_truth(cell):
        number: float = cell.getValue()
        return number
    text: str = cell.getString() if kind == "TEXT" else cell.getFormula()
    return text


def _taken(document: Any, cell: Any, words: PortalText) -> ControlCell:
    validation = cell.Validation
    checked = validation.Type.value
    kind = _VALIDATED.get(checked) or _kind(document, cell)
    null = document.NullDate
    return ControlCell(
        kind=kind,
        choices=_choices(document, cell, validation.getFormula1(), kind, words) if checked == "LIST" else None,
        allows_blank=checked == "ANY" or bool(validation.IgnoreBlankCells),
        is_whole=checked == "WHOLE",
        rule=_rule(cell, validation) if checked in _VALIDATED else None,
        locked=_locked(cell),
        first_day=datetime.date(null.Year, null.Month, null.Day),
    )


def _is_truth(cell: Any) -> bool:
    """A truth value of an .xlsx file, which LibreOffice makes a formula of."""
    return cell.Type.value == "FORMULA" and cell.getFormula() in ("=TRUE()", "=FALSE()")


def _locked(cell: Any) -> str:
    if cell.Type.value == "FORMULA" and not _is_truth(cell):
        return "The cell contains a formula"
    if cell.Spreadsheet.isProtected() and cell.CellProtection.IsLocked:
        return "The cell is protected in the workbook"
    return ""


def _kind(document: Any, cell: Any) -> str:
    kind = _format_kind(document, cell.NumberFormat)
    if kind != "number" or not _is_general(document, cell.NumberFormat):
        return kind
    # The general format takes anything; a cell goes on with what it holds.
    return {"VALUE": "number", "TEXT": "text"}.get(cell.Type.value, "any")


def _format_kind(document: Any, key: int) -> str:
    found = document.getNumberFormats().getByKey(key)
    kind = next((kind for mask, kind in _NUMBER_FORMAT if found.Type & mask and (mask != 6 or found.Type & 6 == 6)), "any")
    # Hours beyond a day are a number of days, as the page has it.
    return "number" if kind == "time" and _ELAPSED.search(found.FormatString) else kind


def _is_general(document: Any, key: int) -> bool:
    return bool(document.getNumberFormats().getByKey(key).FormatString.strip().lower() in ("general", "standard"))


def _choices(document: Any, cell: Any, source: str, kind: str, words: PortalText) -> Optional[Mapping[str, Data]]:
    """The entries of a list; None where it is worked out by a formula, whose entries the portal does not offer either."""
    if source.startswith('"'):
        texts = literals(source)
        plain = ControlCell(kind="text" if kind == "text" else "any")
        return {text: entered(text, plain) for text in texts if text}
    cells = _range(document, cell, source)
    if cells is None:
        return None
    data: Dict[str, Data] = {}
    at = cells.getRangeAddress()
    width = at.EndColumn - at.StartColumn + 1
    columns, rows = first_cells(width, at.EndRow - at.StartRow + 1)
    for n, row in enumerate(cells.getCellRangeByPosition(0, 0, columns - 1, rows - 1).getDataArray()):
        for m, value in enumerate(row):
            if n * width + m < MOST_CHOICES and value not in (None, ""):
                data.setdefault(words.of(cells.getCellByPosition(m, n)), value)
    return data


def _named(wanted: str, *scopes: Any) -> Any:
    """The cells of a name. That of a sheet comes before that of the workbook: a sheet that was copied has its own."""
    for names in (scope.NamedRanges for scope in scopes):
        if names.hasByName(wanted):
            return names.getByName(wanted).getReferredCells()
    return None


def _range(document: Any, cell: Any, source: str) -> Any:
    sheets = document.Sheets
    # A name may have a dot in it, as what is on another sheet has.
    found = _named(source, cell.Spreadsheet, document)
    name, area = source_place(source)
    if found is not None or (name is not None and not sheets.hasByName(name)):
        return found
    of = cell.Spreadsheet if name is None else sheets.getByName(name)
    found = _named(area, of, document)
    if found is not None:
        return found
    try:
        return of.getCellRangeByName(area)
    except Exception:  # UNO says so where it is no range but a formula.
        return None


def _rule(cell: Any, validation: Any) -> Optional[Tuple[str, float, float]]:
    operator = validation.getOperator().value
    first, second = _bound(cell, validation.getFormula1()), _bound(cell, validation.getFormula2())
    if first is None or (second is None and operator in ("BETWEEN", "NOT_BETWEEN")):
        return None
    return operator, first, second or 0.0


def _bound(cell: Any, formula: str) -> Optional[float]:
    """A number; a bound that is a formula is LibreOffice's own matter."""
    try:
        return float(formula)
    except ValueError:
        return None
