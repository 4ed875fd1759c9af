"""Values as ``publish/values/`` takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from .places import address

Value = Union[float, str, bool, None, Dict[str, str]]

#: The letters of a cell's text that the portal takes.
MOST_TEXT = 32_767

_ERRORS = {521: "#NULL!", 503: "#NUM!", 519: "#VALUE!", 524: "#REF!", 525: "#NAME?", 532: "#DIV/0!", 32767: "#N/A"}


@dataclass(frozen=True)
class Fault:
    """The error of a formula, by LibreOffice's number of it."""

    number: int


@dataclass(frozen=True)
class CellNow:
    """A cell that differs from what was sent: as LibreOffice has it, and as it shows it."""

    row: int
    column: int
    data: Union[float, str, Fault]
    #: What LibreOffice shows; None where it was not asked.
    text: Optional[str] = None


class Writing(NamedTuple):
    """How a document writes values."""

    #: The words for true and false.
    booleans: Tuple[str, str]
    #: As in the US, which is how the portal writes what it makes of number formats.
    is_in_us_english: bool


def sent_cell(cell: CellNow, writing: Writing) -> List[Any]:
    """``[address, value]`` or ``[address, value, text]``.

    A number that is written as elsewhere is sent without its text: the portal shows what it makes of number formats
    beside it, and 1.235 must not be read in two ways on one page.
    """
    value = _value(cell, writing.booleans)
    where = address(cell.row, cell.column)
    shown = cell.text[:MOST_TEXT] if cell.text is not None else None
    # A text shows as itself, and an empty cell as nothing.
    if shown is None or isinstance(value, str) and shown == value or value is None:
        return [where, value]
    if not writing.is_in_us_english and not isinstance(value, str):
        return [where, value]
    return [where, value, shown]


def _value(cell: CellNow, booleans: Tuple[str, str]) -> Value:
    if isinstance(cell.data, Fault):
        return {"error": _ERRORS.get(cell.data.number, "#VALUE!")}
    if isinstance(cell.data, str):
        return cell.data[:MOST_TEXT] or None
    if cell.text in booleans and cell.data in (0.0, 1.0):
        return cell.data == 1.0
    # JSON has no infinity, and LibreOffice makes none.
    return int(cell.data) if cell.data.is_integer() and abs(cell.data) < 2**53 else cell.data


def sheets_of(cells: Dict[str, List[CellNow]], writing: Writing) -> List[Dict[str, Any]]:
    """The sheets of a call, each with its cells."""
    return [{"name": name, "cells": [sent_cell(cell, writing) for cell in some]} for name, some in cells.items() if some]
