"""What viewers entered, and how it is taken back where its answer came too late."""

from __future__ import annotations

import collections
import threading
from typing import Callable, Deque

from .faults import Busy, Gone

#: Seconds that an entry waits for LibreOffice: its viewer waits five.
ENTRY_PATIENCE = 3.5
#: Entries that can be taken back.
MOST_KEPT = 100

#: Takes an entry back, unless its cell was changed since. Raises ``Busy`` where LibreOffice takes nothing now.
TakeBack = Callable[[], None]


class ViewerEntries:
    """Used by the threads of one publisher."""

    def __init__(self) -> None:
        self._kept: "collections.OrderedDict[str, TakeBack]" = collections.OrderedDict()
        #: What is to be taken back: at most what was kept, since each entry is late once.
        self._late: Deque[TakeBack] = collections.deque()
        self._turn = threading.Lock()

    @property
    def are_late(self) -> bool:
        """Some are still to be taken back."""
        return bool(self._late)

    def entered(self, entry: str, take_back: TakeBack) -> None:
        """An entry was written; the eldest are forgotten."""
        self._kept[entry] = take_back
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def came_late(self, entry: str) -> None:
        """Its viewer was told that it failed, and enters it again."""
        take_back = self._kept.pop(entry, None)
        if take_back is not None:
            self._late.append(take_back)

    def take_back(self, patience: float = -1) -> None:
        """Takes back what came late, in order; raises ``Busy`` with what is left, also after so many seconds without a turn."""
        if not self._turn.acquire(timeout=patience):
            raise Busy("LibreOffice is busy")
        try:
            while self._late:
                try:
                    self._late[0]()
                except Gone:  # The cell went, and what was entered with it.
                    pass
                self._late.popleft()
        finally:
            self._turn.release()
