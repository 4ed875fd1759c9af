"""Drives a LibreOffice over its pipe: reads a line of JSON with Python code, runs it, and writes what ``answer`` holds."""

import json
import sys
import time
import traceback

import uno
from com.sun.star.beans import NamedValue, PropertyValue


def value_of(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    until = time.monotonic() + 60
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


context = connected(sys.argv[1])
services = context.ServiceManager
desktop = services.createInstanceWithContext("com.sun.star.frame.Desktop", context)


def open_book(address="private:factory/scalc", hidden=True):
    return desktop.loadComponentFromURL(address, "_blank", 0, (value_of("Hidden", hidden),))


def cell(book, place):
    sheet, _, address = place.rpartition(".")
    of = book.Sheets.getByName(sheet) if sheet else book.Sheets.getByIndex(0)
    return of.getCellRangeByName(address).getCellByPosition(0, 0)


def job(book, command):
    made = services.createInstanceWithContext("com.sheetwire.libreoffice.Job", context)
    given = []
    for name, value in (("Command", command), ("Document", book)):
        one = NamedValue()
        one.Name, one.Value = name, value
        given.append(one)
    return json.loads(made.execute(tuple(given)))


def command(book, name):
    """As a menu item does, without its boxes."""
    frame = book.getCurrentController().getFrame()
    helper = services.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    helper.executeDispatch(frame, f"vnd.sheetwire:{name}", "_self", 0, (value_of("Silent", True),))


def listed(book, place, *entries):
    of = cell(book, place)
    checked = of.Validation
    checked.Type = uno.Enum("com.sun.star.sheet.ValidationType", "LIST")
    checked.setFormula1(";".join(f'"{entry}"' for entry in entries))
    of.Validation = checked


def named(book, name, place):
    sheet, _, address = place.rpartition(".")
    at = uno.createUnoStruct("com.sun.star.table.CellAddress")
    letters = "".join(one for one in address if one.isalpha())
    digits = address[len(letters) :]
    book.NamedRanges.addNewByName(name, f"${sheet}.${letters}${digits}", at, 0)


scope = dict(globals())
print(json.dumps({"answer": "ready"}), flush=True)
for line in sys.stdin:
    scope["answer"] = None
    try:
        exec(json.loads(line), scope)
        print(json.dumps({"answer": scope["answer"]}), flush=True)
    except Exception:
        print(json.dumps({"fault": traceback.format_exc()}), flush=True)
