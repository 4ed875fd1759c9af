"""A document for the publisher: asked from any thread, answered in LibreOffice's own."""

from __future__ import annotations

from typing import Any, Generator, Iterator, List, Mapping, Optional, Tuple

from sheetwire.control_line import Refuse, TryAgain
from sheetwire.errors import SettingsError

from .book import Book
from .control_cell import write_entry
from .faults import Busy, Gone
from .last_desk import LastDesk
from .main_thread import DocumentThread, MainThread
from .portal_text import PortalText
from .publisher import Copy
from .reading import Found, Known, Steps, all_of, read_changes
from .viewer_entries import ENTRY_PATIENCE, TakeBack


class DocumentDesk:
    """Reads and writes one document in LibreOffice's thread."""

    def __init__(self, context: Any, main: MainThread, book: Book, report: str) -> None:
        self._report = report
        self.writing = book.writing(context)
        self._thread = DocumentThread(main)
        self._book = book
        self._words = PortalText(context, book.document)

    def read(self, known: Optional[Known]) -> Tuple[Found, float]:
        return self._thread.run_steps(self._read(known))

    def looks(self) -> Tuple[Any, float]:
        return self._thread.run_steps(_gathered(self._book.looks()))

    def copy(self) -> Tuple[Copy, Known]:
        both, _ = self._thread.run(self._copy_and_known)
        return both

    def enter(self, name: str, value: Optional[str], user: str) -> TakeBack:
        try:
            take_back, _ = self._thread.run(lambda: self._enter(name, value), ENTRY_PATIENCE)
        except Busy:
            raise TryAgain("LibreOffice is busy; try again") from None
        except Gone:
            raise TryAgain("The workbook is closed") from None

        def in_its_thread() -> None:
            self._thread.run(take_back, ENTRY_PATIENCE)

        return in_its_thread

    def end(self) -> None:
        """The document is gone: what waits for it is asked no more."""
        self._thread.end()

    def last(self, known: Optional[Known]) -> Optional[LastDesk]:
        """The document as it is now, in LibreOffice's thread and in one go; None where it is another report's by now."""
        if self._book.settings.report != self._report:
            return None
        found = all_of(read_changes(self._book, known))
        return LastDesk(self.writing, known, found, tuple(self._book.looks()), copy_of(self._book))

    def _read(self, known: Optional[Known]) -> Steps:
        report = self._book.settings.report
        if report != self._report:
            now = f"The workbook's report is now {report}. Press Live to publish it there"
            raise SettingsError(now if report else "The workbook no longer names a report")
        return (yield from read_changes(self._book, known))

    def _copy_and_known(self) -> Tuple[Copy, Known]:
        """In one go: what changed between them would count as sent."""
        return copy_of(self._book), all_of(read_changes(self._book, None)).known

    def _enter(self, name: str, value: Optional[str]) -> TakeBack:
        cells = {one.upper(): cell for one, cell in self._book.controls().items()}
        cell = cells.get(name.upper())
        if cell is None:
            raise Refuse(f"The workbook no longer has a cell named {name}")
        return write_entry(self._book.document, cell, value, self._words)


def copy_of(book: Book) -> Copy:
    """The file, and the pages and controls that are made of it."""
    query: Mapping[str, str] = {
        name: value
        for name, value in (("pages", book.settings.pages), ("entries", ",".join(book.control_names())))
        if value
    }
    return Copy(book.copy(), query)


def _gathered(parts: Iterator[Any]) -> Generator[None, None, Tuple[Any, ...]]:
    found: List[Any] = []
    for part in parts:
        found.append(part)
        yield
    return tuple(found)
