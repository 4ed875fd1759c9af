"""A document of LibreOffice Calc, asked in its own thread."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Sequence, Tuple

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.io import XOutputStream

from .cells import CellNow, Fault, Writing
from .document import Document
from .places import Area
from .reading import Place, Row, Shape

#: What of a cell's format makes other looks when it differs.
_LOOK = (
    "CellStyle", "CellBackColor", "CharColor", "CharFontName", "CharHeight", "CharPosture", "CharStrikeout",
    "CharUnderline", "CharWeight", "HoriJustify", "IsTextWrapped", "NumberFormat", "ParaIndent", "RotateAngle",
    "VertJustify", "TopBorder2", "BottomBorder2", "LeftBorder2", "RightBorder2",
)  # fmt: skip
#: Groups of cells that look the same, and drawings, that are looked at.
_MOST_LOOKS = 500
#: Cells that are read for each change; a larger workbook is sent whole.
_MOST_CELLS = 1_000_000
_CONTROL_PREFIX = "CTL_"


class Book:
    """Reads the values, the structure and the looks of a document."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.settings = Document(document)
        #: Counts changes; the listener of the document does.
        self.stamp = 0

    def shape(self) -> Shape:
        """Every sheet, since charts, rules and lists of one may show cells of another that no page has."""
        sheets = list(self._sheets())
        areas = tuple(_used(sheet) for sheet in sheets)
        is_large = sum(area.cells for area in areas) > _MOST_CELLS
        marks = (
            tuple(map(_marks, sheets)),
            _names(self.document),
            str(self.document.NullDate),
            self.settings.pages,
            tuple(self.control_names()),
            # Each change is another structure.
            self.stamp if is_large else None,
        )
        return Shape(() if is_large else areas, marks)

    def rows(self, area: Area) -> Sequence[Row]:
        cells = self._range(area)
        rows = cells.getDataArray()
        if not any(None in row for row in rows):
            return rows
        return tuple(_with_faults(cells, n, row) if None in row else row for n, row in enumerate(rows))

    def cells(self, sheet: str, places: Sequence[Place]) -> List[CellNow]:
        """The cells as LibreOffice shows them."""
        of_sheet = self.document.Sheets.getByName(sheet)
        return [
            CellNow(row, column, data, of_sheet.getCellByPosition(column, row).getString())
            for row, column, data in places
        ]

    def looks(self) -> Iterator[Any]:
        """How the cells look, sheet by sheet: formats, rules, sizes, drawings, notes."""
        for sheet in self._sheets():
            yield _looks(sheet)

    def copy(self) -> bytes:
        """The document as an .xlsx file, in memory: a copy of it never lies on the disk."""
        out = _Bytes()
        asked = (_property("FilterName", "Calc MS Excel 2007 XML"), _property("OutputStream", out))
        self.document.storeToURL("private:stream", asked)
        return b"".join(out.parts)

    def writing(self, context: Any) -> Writing:
        """Its words for true and false, and whether it writes numbers as in the US."""
        formats = self.document.getNumberFormats()
        key = formats.getStandardFormat(uno.getConstantByName("com.sun.star.util.NumberFormat.LOGICAL"), self.document.CharLocale)
        formatter = context.ServiceManager.createInstanceWithContext("com.sun.star.util.NumberFormatter", context)
        formatter.attachNumberFormatsSupplier(self.document)
        words = formatter.convertNumberToString(key, 1.0), formatter.convertNumberToString(key, 0.0)
        locale = self.document.CharLocale
        return Writing(words, (locale.Language, locale.Country) == ("en", "US"))

    def control_names(self) -> List[str]:
        """The names of the cells that are to take entries; of one that no control can have the portal says why."""
        return sorted(self.controls())

    def controls(self) -> Dict[str, Any]:
        """The cells that take entries, by name: ``CTL_…``, or listed in the settings."""
        listed = {name.upper() for name in self.settings.controls}
        found: Dict[str, Any] = {}
        for name in _each(self.document.NamedRanges):
            if name.Name.upper().startswith(_CONTROL_PREFIX) or name.Name.upper() in listed:
                cell = _single(name.getReferredCells())
                if cell is not None:
                    found[name.Name] = cell
        return found

    def _sheets(self) -> Iterator[Any]:
        return _each(self.document.Sheets)

    def _range(self, area: Area) -> Any:
        sheet = self.document.Sheets.getByName(area.sheet)
        return sheet.getCellRangeByPosition(area.left, area.top, area.right, area.bottom)


class _Bytes(unohelper.Base, XOutputStream):
    """What LibreOffice writes."""

    def __init__(self) -> None:
        self.parts: List[bytes] = []

    def writeBytes(self, data: Any) -> None:
        self.parts.append(data.value)

    def flush(self) -> None:
        """All is kept as it comes."""

    def closeOutput(self) -> None:
        """There is nothing to close."""


def _property(name: str, value: Any) -> Any:
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def _each(container: Any) -> Iterator[Any]:
    for n in range(container.getCount()):
        yield container.getByIndex(n)


def _single(cells: Any) -> Any:
    if cells is None:
        return None
    at = cells.getRangeAddress()
    is_one = (at.StartRow, at.StartColumn) == (at.EndRow, at.EndColumn)
    return cells.getCellByPosition(0, 0) if is_one else None


def _used(sheet: Any) -> Area:
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.getRangeAddress()
    return Area(sheet.Name, 0, 0, end.EndRow, end.EndColumn)


def _marks(sheet: Any) -> Any:
    end = _used(sheet)
    shown = sheet.getCellRangeByPosition(0, 0, end.right, end.bottom).queryVisibleCells().RangeAddressesAsString
    areas = tuple((at.StartColumn, at.StartRow, at.EndColumn, at.EndRow) for at in sheet.getPrintAreas())
    return sheet.Name, sheet.IsVisible, shown, areas, _names(sheet)


def _names(scope: Any) -> Any:
    return tuple((one.Name, one.Content) for one in _each(scope.NamedRanges))


def _with_faults(cells: Any, n: int, row: Row) -> Row:
    return tuple(
        Fault(cells.getCellByPosition(m, n).getError()) if value is None else value for m, value in enumerate(row)
    )


def _looks(sheet: Any) -> Any:
    groups = sheet.getUniqueCellFormatRanges()
    formats = tuple(
        (one.RangeAddressesAsString, one.getPropertyValues(tuple(sorted(_LOOK))))
        for one, _ in zip(_each(groups), range(_MOST_LOOKS))
    )
    end = _used(sheet)
    size = sheet.getCellRangeByPosition(0, 0, end.right, end.bottom).Size
    rules = tuple(map(_rule, sheet.ConditionalFormats.getConditionalFormats()))
    drawings = tuple(
        (one.ShapeType, one.Position.X, one.Position.Y, one.Size.Width, one.Size.Height)
        for one, _ in zip(_each(sheet.DrawPage), range(_MOST_LOOKS))
    )
    notes = tuple(one.getString() for one, _ in zip(_each(sheet.Annotations), range(_MOST_LOOKS)))
    return groups.getCount(), formats, size.Width, size.Height, rules, drawings, notes


def _rule(rule: Any) -> Any:
    parts = []
    for entry in _each(rule):
        known = entry.getPropertySetInfo()
        names = ("Operator", "Formula1", "Formula2", "StyleName")
        parts.append((entry.getType(), tuple(entry.getPropertyValue(one) for one in names if known.hasPropertyByName(one))))
    return rule.Range.RangeAddressesAsString, tuple(parts)
