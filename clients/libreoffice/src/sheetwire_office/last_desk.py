"""A workbook that is closed, as it was at the end: what is still to be sent is sent from memory."""

from __future__ import annotations

from typing import Hashable, Optional, Tuple

from sheetwire.control_line import TryAgain

from .cells import Writing
from .publisher import Copy, TakeBack
from .reading import Found, Known


class LastDesk:
    """Stands in for the document once that is gone. Nothing of it changes."""

    def __init__(
        self, writing: Writing, known: Optional[Known], found: Found, looks: Hashable, copy: Copy
    ) -> None:
        """``found`` is what differed from ``known`` at the end, and ``copy`` the file of the same moment."""
        self.writing = writing
        self._before = known
        self._found = found
        self._looks = looks
        self._copy = copy

    def read(self, known: Optional[Known]) -> Tuple[Found, float]:
        """Values where the portal has what they were compared with; otherwise the file."""
        if known is self._found.known:
            return Found(known, {}), 0.0
        return (self._found if known is self._before else Found(self._found.known, None)), 0.0

    def looks(self) -> Tuple[Hashable, float]:
        return self._looks, 0.0

    def copy(self) -> Tuple[Copy, Known]:
        return self._copy, self._found.known

    def enter(self, name: str, value: Optional[str], user: str) -> TakeBack:
        raise TryAgain("The workbook is closed")
