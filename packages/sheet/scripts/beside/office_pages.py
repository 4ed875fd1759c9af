"""Has LibreOffice print each visible sheet of workbooks on one page: office_pages.py OUT FILE...

Writes OUT/N.pdf, whose pages are as large as their sheets at 100 %, and OUT/N.json with the names of the sheets in the
order of the pages. Run with the Python that has `uno`; a file that LibreOffice cannot read is written as {"fault": ...}.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "compare"))
from office import main, used_of, value_of  # noqa: E402

# Hundredths of a millimetre.
ROOM = 300
MOST = 140_000


def size_of(sheet):
    """How far the cells and the drawings of a sheet reach; nothing for an empty one."""
    used = used_of(sheet)
    cells = sheet.getCellRangeByPosition(0, 0, used["right"] - 1, used["bottom"] - 1)
    width, height = cells.Size.Width, cells.Size.Height
    page = sheet.getDrawPage()
    for n in range(page.Count):
        shape = page.getByIndex(n)
        width = max(width, shape.Position.X + shape.Size.Width)
        height = max(height, shape.Position.Y + shape.Size.Height)
    return min(MOST, width + ROOM), min(MOST, height + ROOM)


def shows(sheet):
    """Whether there is anything to print."""
    used = used_of(sheet)
    first = sheet.getCellByPosition(0, 0)
    return used["right"] > 1 or used["bottom"] > 1 or first.Type.value != "EMPTY" or sheet.getDrawPage().Count > 0


def give_page(document, sheet, number):
    """A page style of its own, as large as the sheet, with nothing around it."""
    styles = document.StyleFamilies.getByName("PageStyles")
    name = f"beside {number}"
    style = document.createInstance("com.sun.star.style.PageStyle")
    styles.insertByName(name, style)
    width, height = size_of(sheet)
    for side in ("Left", "Right", "Top", "Bottom"):
        setattr(style, f"{side}Margin", 0)
    style.HeaderIsOn = False
    style.FooterIsOn = False
    style.IsLandscape = width > height
    style.Width = width
    style.Height = height
    style.PrintGrid = True
    style.CenterHorizontally = False
    style.CenterVertically = False
    style.ScaleToPagesX = 1
    style.ScaleToPagesY = 1
    sheet.PageStyle = name
    sheet.setPrintAreas(())
    sheet.setPrintTitleRows(False)
    sheet.setPrintTitleColumns(False)


def print_book(document, number, out):
    sheets = [one for one in document.Sheets if one.IsVisible and shows(one)]
    for place, sheet in enumerate(sheets):
        give_page(document, sheet, place)
    target = pathlib.Path(out, f"{number}.pdf").resolve().as_uri()
    document.storeToURL(target, (value_of("FilterName", "calc_pdf_Export"),))
    return {"sheets": [sheet.Name for sheet in sheets]}


main(print_book)
