"""Cells and areas as people write them: ``Prices!A1:F20``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, List

_AREA = re.compile(r"\s*\$?'(?:[^']|'')+'[^,]*|[^,]+")


@dataclass(frozen=True)
class Area:
    """Cells of one sheet, counted from 0, ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def cells(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def pieces(self, most: int) -> Iterator["Area"]:
        """The area in blocks of whole rows, each of so many cells at most where a row allows it."""
        rows = max(1, most // (self.right - self.left + 1))
        for top in range(self.top, self.bottom + 1, rows):
            yield Area(self.sheet, top, self.left, min(self.bottom, top + rows - 1), self.right)


def column_name(column: int) -> str:
    """The letters of a column, counted from 0."""
    text = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def address(row: int, column: int) -> str:
    """The A1 name of a cell, counted from 0."""
    return f"{column_name(column)}{row + 1}"


def split_list(text: str) -> List[str]:
    """What stands between commas, but for those in the quotes of a sheet's name."""
    return [part.strip() for part in _AREA.findall(text) if part.strip()]


_LIBREOFFICE_RANGE = re.compile(r"\$?(.+)\.(\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?)\Z")


def as_page(text: str) -> str:
    """A page as the portal takes it; ``Prices.A1:F20``, as LibreOffice writes it, is ``Prices!A1:F20``."""
    found = None if "!" in text else _LIBREOFFICE_RANGE.match(text)
    if found is None:
        return text
    sheet, area = found.group(1), found.group(2).replace("$", "")
    if "'" in sheet and not sheet.startswith("'"):
        sheet = "'" + sheet.replace("'", "''") + "'"
    return f"{sheet}!{area}"


def pages_of(text: str) -> List[str]:
    """The pages that somebody listed with commas."""
    return [as_page(part) for part in split_list(text)]
