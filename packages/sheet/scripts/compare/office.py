"""Asks LibreOffice how it shows workbooks: office.py OUT FILE... writes OUT/N.json, OUT/N.html and OUT/N-SHEET.csv.

Run with the Python that has `uno`. One LibreOffice with a profile of its own reads all files; a file that it cannot
read is written as {"fault": ...}.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import uuid

import uno
from com.sun.star.beans import PropertyValue

START_SECONDS = 60
CSV = "44,34,76,1,,0,false,true,true,false,false,-1"
AUTOMATIC = -1
BOLD = 150
MOST_SERIES_POINTS = 2000
HORIZONTAL = {"STANDARD": "general", "LEFT": "left", "CENTER": "center", "RIGHT": "right", "BLOCK": "justify", "REPEAT": "fill"}
VERTICAL = {0: "bottom", 1: "top", 2: "center", 3: "bottom", 4: "justify"}


def value_of(name, value):
    found = PropertyValue()
    found.Name = name
    found.Value = value
    return found


def end(office):
    """Ends a LibreOffice with all that it started: `soffice` is a script, and what reads the files is its grandchild."""
    try:
        os.killpg(office.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    office.wait()


def connect(work):
    pipe = "compare" + uuid.uuid4().hex
    profile = pathlib.Path(work, "profile").as_uri()
    office = subprocess.Popen(
        ["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation={profile}", f"--accept=pipe,name={pipe};urp;"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return office, context
        except Exception:
            if office.poll() is not None or time.monotonic() > until:
                end(office)
                raise
            time.sleep(0.2)


def color(number):
    return None if number == AUTOMATIC else "#%06x" % (number & 0xFFFFFF)


def look_of(cells):
    return {
        "fill": color(cells.CellBackColor),
        "color": color(cells.CharColor),
        "family": cells.CharFontName,
        "size": round(cells.CharHeight, 1),
        "isBold": cells.CharWeight >= BOLD * 0.9 if cells.CharWeight > 10 else cells.CharWeight >= 1.5,
        "isItalic": cells.CharPosture.value != "NONE",
        "isUnderlined": cells.CharUnderline != 0,
        "isStruck": cells.CharStrikeout != 0,
        "horizontal": HORIZONTAL.get(cells.HoriJustify.value, cells.HoriJustify.value),
        "vertical": VERTICAL.get(cells.VertJustify, "bottom"),
        "isWrapped": bool(cells.IsTextWrapped),
    }


def looks_of(sheet, used):
    found = []
    formats = sheet.getCellRangeByPosition(0, 0, used["right"] - 1, used["bottom"] - 1).getUniqueCellFormatRanges()
    for n in range(formats.Count):
        ranges = formats.getByIndex(n)
        areas = [
            [one.StartRow + 1, one.StartColumn + 1, one.EndRow + 1, one.EndColumn + 1]
            for one in ranges.getRangeAddresses()
        ]
        found.append({**look_of(ranges.getByIndex(0)), "areas": areas})
    return found


def used_of(sheet):
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    address = cursor.RangeAddress
    return {"bottom": address.EndRow + 1, "right": address.EndColumn + 1}


def shown(parts, count):
    return [n + 1 for n in range(count) if parts.getByIndex(n).IsVisible]


def text_of(title):
    return "".join(part.String for part in title.getText()) if title is not None else None


def values_of(sequence):
    return [one if isinstance(one, (int, float, str)) else None for one in sequence.getData()[:MOST_SERIES_POINTS]]


def series_of(series):
    found = {"roles": {}, "label": None}
    for labelled in series.getDataSequences():
        values = labelled.getValues()
        if values is not None:
            found["roles"][values.Role] = values_of(values)
        label = labelled.getLabel()
        if label is not None and values is not None and values.Role.startswith("values"):
            found["label"] = " ".join(str(one) for one in label.getTextualData())
    return found


def number_or_none(value):
    return value if isinstance(value, (int, float)) else None


def axis_of(axis):
    scale = axis.getScaleData()
    title = axis.getTitleObject()
    return {
        "title": text_of(title),
        "isShown": bool(axis.Show),
        "min": number_or_none(scale.Minimum),
        "max": number_or_none(scale.Maximum),
        "isReversed": scale.Orientation.value == "REVERSE",
        "isLog": scale.Scaling is not None and "Logarithmic" in scale.Scaling.getImplementationName()
        if hasattr(scale.Scaling, "getImplementationName")
        else False,
    }


def axes_of(system):
    found = []
    for dimension in range(min(2, system.getDimension())):
        for index in range(system.getMaximumAxisIndexByDimension(dimension) + 1):
            axis = system.getAxisByDimension(dimension, index)
            if axis is not None:
                found.append({"dimension": dimension, "index": index, **axis_of(axis)})
    return found


def types_of(system):
    found = []
    for kind in system.getChartTypes():
        found.append(
            {
                "kind": kind.getChartType().rsplit(".", 1)[-1],
                "series": [series_of(one) for one in kind.getDataSeries()],
            }
        )
    return found


def categories_of(system):
    axis = system.getAxisByDimension(0, 0)
    scale = axis.getScaleData() if axis is not None else None
    if scale is None or scale.Categories is None or scale.Categories.getValues() is None:
        return None
    values = scale.Categories.getValues()
    texts = values.getTextualData() if hasattr(values, "getTextualData") else values.getData()
    return [str(one) for one in texts[:MOST_SERIES_POINTS]]


def chart_of(document, shape):
    chart = {"title": text_of(document.getTitleObject()), "types": [], "axes": [], "categories": None}
    diagram = document.getFirstDiagram()
    legend = diagram.getLegend() if diagram is not None else None
    chart["hasLegend"] = legend is not None and bool(legend.Show)
    for system in diagram.getCoordinateSystems() if diagram is not None else ():
        chart["types"] += types_of(system)
        chart["axes"] += axes_of(system)
        chart["categories"] = chart["categories"] or categories_of(system)
    old = document.getDiagram() if hasattr(document, "getDiagram") else None
    for name, key in (("Stacked", "isStacked"), ("Percent", "isPercent"), ("Vertical", "isAcross")):
        try:
            chart[key] = bool(getattr(old, name))
        except Exception:
            chart[key] = None
    return {**chart, **place_of(shape)}


def place_of(shape):
    """Hundredths of a millimetre, and the cell under its corner."""
    anchor = shape.Anchor
    cell = anchor.CellAddress if hasattr(anchor, "CellAddress") else None
    return {
        "name": shape.Name,
        "box": [shape.Position.X, shape.Position.Y, shape.Size.Width, shape.Size.Height],
        "cell": [cell.Row + 1, cell.Column + 1] if cell is not None else None,
    }


def drawings_of(sheet):
    charts, others = [], []
    page = sheet.getDrawPage()
    for n in range(page.Count):
        shape = page.getByIndex(n)
        kind = shape.getShapeType()
        if kind == "com.sun.star.drawing.OLE2Shape" and shape.Model is not None and hasattr(shape.Model, "getFirstDiagram"):
            charts.append(chart_of(shape.Model, shape))
        else:
            text = shape.String if hasattr(shape, "String") else ""
            others.append({"kind": kind.rsplit(".", 1)[-1], "text": text, **place_of(shape)})
    return charts, others


def sheet_of(sheet):
    used = used_of(sheet)
    charts, others = drawings_of(sheet)
    return {
        "name": sheet.Name,
        "used": used,
        "rows": shown(sheet.Rows, used["bottom"]),
        "columns": shown(sheet.Columns, used["right"]),
        "hasRules": len(sheet.ConditionalFormats.getConditionalFormats()) > 0,
        "looks": looks_of(sheet, used),
        "charts": charts,
        "drawings": others,
    }


def book_of(document, number, out):
    """What LibreOffice tells of a workbook; it is written as HTML and CSV too."""
    sheets = [sheet_of(one) for one in document.Sheets if one.IsVisible]
    target = pathlib.Path(out, f"{number}.html").resolve().as_uri()
    document.storeToURL(target, (value_of("FilterName", "HTML (StarCalc)"),))
    target = pathlib.Path(out, f"{number}.csv").resolve().as_uri()
    options = (value_of("FilterName", "Text - txt - csv (StarCalc)"), value_of("FilterOptions", CSV))
    document.storeToURL(target, options)
    return {"sheets": sheets}


class Office:
    """A LibreOffice that is started anew when it broke down over a file."""

    def __init__(self, work):
        self.work = work
        self.process = None

    def desktop(self):
        if self.process is None or self.process.poll() is not None:
            self.end()
            self.process, context = connect(self.work)
            self.found = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        return self.found

    def end(self):
        if self.process is not None:
            end(self.process)
            self.process = None


def read(desktop, path, number, out, answer_of):
    document = desktop.loadComponentFromURL(pathlib.Path(path).resolve().as_uri(), "_blank", 0, (value_of("Hidden", True),))
    if document is None:
        return {"fault": "it could not be opened"}
    try:
        return answer_of(document, number, out)
    finally:
        document.close(True)


def main(answer_of=book_of):
    """Writes what `answer_of` (document, number, folder) tells of each file to OUT/N.json; arguments: OUT FILE..."""
    # Ended from outside, it still ends its LibreOffice.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    out, files = sys.argv[1], sys.argv[2:]
    office = Office(out)
    try:
        for number, path in enumerate(files):
            begun = time.monotonic()
            try:
                found = read(office.desktop(), path, number, out, answer_of)
            except Exception as fault:
                found = {"fault": f"{type(fault).__name__}: {fault}"}
                office.end()
            pathlib.Path(out, f"{number}.json").write_text(json.dumps(found))
            print(f"{number} {os.path.basename(path)} {time.monotonic() - begun:.1f} s {found.get('fault', '')}", file=sys.stderr)
    finally:
        office.end()


if __name__ == "__main__":
    main()
