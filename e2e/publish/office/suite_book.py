"""Does to a spreadsheet what the cases of the suite say, and tells what it holds. Run in driver.py."""

from com.sun.star.lang import Locale

_VALUE, _DATETIME, _STRING, _FORMULA = 1, 2, 4, 16
_LOGICAL = 1024
_ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#REF!", "#VALUE!")


def opened(path, topic, decimal_comma):
    book = open_book("file://" + path)
    if decimal_comma:
        english, german = Locale("en", "US", ""), Locale("de", "DE", "")
        book.CharLocale = german
        formats = book.getNumberFormats()
        for n in range(book.Sheets.getCount()):
            groups = book.Sheets.getByIndex(n).getUniqueCellFormatRanges()
            for m in range(groups.getCount()):
                group = groups.getByIndex(m)
                code = formats.getByKey(group.NumberFormat).FormatString
                group.NumberFormat = formats.addNewConverted(code, english, german)
    book.getDocumentProperties().getUserDefinedProperties().addProperty("Sheetwire.Report", 128, topic)
    return book


def _split(place):
    sheet, _, address = place.rpartition("!")
    return sheet, address


def _sheet(book, name):
    return book.Sheets.getByName(name)


def _range(book, place):
    sheet, address = _split(place)
    return _sheet(book, sheet).getCellRangeByName(address)


def _cell(book, place):
    return _range(book, place).getCellByPosition(0, 0)


def _number_format(book, code):
    formats, english = book.getNumberFormats(), Locale("en", "US", "")
    known = formats.queryKey(code, english, False)
    return formats.addNew(code, english) if known < 0 else known


def _is_logical(book, cell):
    return bool(book.getNumberFormats().getByKey(cell.NumberFormat).Type & _LOGICAL)


def _put(book, cell, spec):
    dressed = spec if isinstance(spec, dict) and "error" not in spec else {"value": spec}
    value = dressed.get("value")
    if "formula" in dressed:
        cell.setFormula("=" + dressed["formula"])
    elif value is None:
        cell.clearContents(_VALUE | _DATETIME | _STRING | _FORMULA)
    elif isinstance(value, bool):
        if not _is_logical(book, cell):
            cell.NumberFormat = book.getNumberFormats().getStandardFormat(_LOGICAL, book.CharLocale)
        cell.setValue(float(value))
    elif isinstance(value, (int, float)):
        cell.setValue(value)
    else:
        cell.setString(value)
    if "format" in dressed:
        cell.NumberFormat = _number_format(book, dressed["format"])
    if "fill" in dressed:
        cell.CellBackColor = int(dressed["fill"], 16)


def _paste(book, edit):
    first = _cell(book, edit["paste"]).getCellAddress()
    sheet = _sheet(book, _split(edit["paste"])[0])
    for n, row in enumerate(edit["block"]):
        for m, one in enumerate(row):
            _put(book, sheet.getCellByPosition(first.Column + m, first.Row + n), one)


def _list(book, edit):
    cells = _range(book, edit["list"])
    checked = cells.Validation
    checked.Type = uno.Enum("com.sun.star.sheet.ValidationType", "LIST")
    source = edit["source"]
    is_text = source.startswith('"')
    checked.setFormula1(";".join(f'"{one}"' for one in source.strip('"').split(",")) if is_text else source.replace("!", "."))
    cells.Validation = checked


def _name(book, edit):
    at = uno.createUnoStruct("com.sun.star.table.CellAddress")
    sheet, address = _split(edit["refers"])
    book.NamedRanges.addNewByName(edit["name"], f"${sheet}.{address}", at, 0)


_EDITS = {
    "set": lambda book, edit: _put(book, _cell(book, edit["set"]), edit["to"]),
    "feed": lambda book, edit: _put(book, _cell(book, edit["feed"]), edit["to"]),
    "paste": _paste,
    "insertRow": lambda book, edit: _sheet(book, edit["insertRow"]).Rows.insertByIndex(edit["at"] - 1, 1),
    "deleteRow": lambda book, edit: _sheet(book, edit["deleteRow"]).Rows.removeByIndex(edit["at"] - 1, 1),
    "insertColumn": lambda book, edit: _sheet(book, edit["insertColumn"]).Columns.insertByIndex(edit["at"] - 1, 1),
    "deleteColumn": lambda book, edit: _sheet(book, edit["deleteColumn"]).Columns.removeByIndex(edit["at"] - 1, 1),
    "renameSheet": lambda book, edit: _sheet(book, edit["renameSheet"]).setName(edit["to"]),
    "deleteSheet": lambda book, edit: book.Sheets.removeByName(edit["deleteSheet"]),
    "moveSheet": lambda book, edit: book.Sheets.moveByName(edit["moveSheet"], edit["to"]),
    "hideSheet": lambda book, edit: setattr(_sheet(book, edit["hideSheet"]), "IsVisible", not edit["is"]),
    "hideRow": lambda book, edit: setattr(_sheet(book, edit["hideRow"]).Rows.getByIndex(edit["at"] - 1), "IsVisible", not edit["is"]),
    "hideColumn": lambda book, edit: setattr(
        _sheet(book, edit["hideColumn"]).Columns.getByIndex(edit["at"] - 1), "IsVisible", not edit["is"]
    ),
    "merge": lambda book, edit: _range(book, edit["merge"]).merge(True),
    "unmerge": lambda book, edit: _range(book, edit["unmerge"]).merge(False),
    "format": lambda book, edit: setattr(_range(book, edit["format"]), "NumberFormat", _number_format(book, edit["as"])),
    "fill": lambda book, edit: setattr(_range(book, edit["fill"]), "CellBackColor", int(edit["as"], 16)),
    "list": _list,
    "name": _name,
    "undo": lambda book, _edit: book.getUndoManager().undo(),
}


def _add_sheet(book, edit):
    book.Sheets.insertNewByName(edit["addSheet"], book.Sheets.getCount())
    _put(book, _cell(book, edit["addSheet"] + "!A1"), "new")


_EDITS["addSheet"] = _add_sheet


def edited(book, edits):
    """Each in its turn, and nothing between them."""
    for edit in edits:
        # A name is defined by an edit that has what it refers to; a list has a source.
        kind = "name" if "refers" in edit else next(one for one in _EDITS if one in edit)
        _EDITS[kind](book, edit)


def value_in(book, cell):
    """A value as the portal takes it."""
    if cell.getError():
        text = cell.getString()
        return {"error": text if text in _ERRORS else "#VALUE!"}
    kind = cell.Type.value
    if kind == "FORMULA":
        kind = "VALUE" if cell.FormulaResultType2 == 1 else "TEXT"
    if kind == "EMPTY":
        return None
    if kind == "TEXT":
        return cell.getString() or None
    number = cell.getValue()
    return number == 1.0 if _is_logical(book, cell) else number


def held(book):
    """What every cell of every sheet holds, by sheet and address; the empty ones left out."""
    found = {}
    for n in range(book.Sheets.getCount()):
        sheet = book.Sheets.getByIndex(n)
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        cells = found.setdefault(sheet.Name, {})
        for row in range(end.EndRow + 1):
            for column in range(end.EndColumn + 1):
                cell = sheet.getCellByPosition(column, row)
                value = value_in(book, cell)
                if value is not None:
                    cells[cell.AbsoluteName.rpartition(".")[2].replace("$", "")] = value
    return found
