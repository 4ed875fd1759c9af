"""When changes are sent: soon, all that belong together at once, and never so often that the spreadsheet feels it."""

from __future__ import annotations

from typing import Optional

#: Seconds without a change after which it is sent, and the most under constant change.
QUIET = 0.25
MOST = 2.0
#: Seconds between two publishes at least: four in a second at most.
APART = 0.25
#: Reading takes at most one part in so many of the time of the spreadsheet.
SHARE = 20.0
#: Seconds that a publish is put off at most because reading took long.
MOST_REST = 10.0


class Gathering:
    """Tells when to read the spreadsheet. Seconds are those of a clock that is passed in."""

    def __init__(self, quiet: float = QUIET, apart: float = APART) -> None:
        self._quiet = quiet
        self._apart = apart
        self._first: Optional[float] = None
        self._last = 0.0
        self._not_before = float("-inf")

    def changed(self, now: float) -> None:
        """Something changed, or may have."""
        if self._first is None:
            self._first = now
        self._last = now

    @property
    def is_waiting(self) -> bool:
        return self._first is not None

    @property
    def rests_until(self) -> float:
        """Nothing is read or sent before, whatever is due."""
        return self._not_before

    def due(self) -> Optional[float]:
        """When to read; None while nothing changed."""
        if self._first is None:
            return None
        return max(min(self._last + self._quiet, self._first + MOST), self._not_before)

    def begun(self, now: float) -> None:
        """The spreadsheet is being read: what changes from now on is a new change."""
        self._first = None
        self._not_before = now + self._apart

    def read(self, now: float, spent: float) -> None:
        """It was read, which took so many seconds of the spreadsheet's own time."""
        self._not_before = max(self._not_before, now + min(MOST_REST, spent * SHARE))

    def again(self, now: float, pause: float) -> None:
        """What was read did not arrive: it is read anew after a pause."""
        if self._first is None:
            self._first = now
            self._last = now
        self._not_before = max(self._not_before, now + pause)

    def at_once(self) -> None:
        """The user asks for it."""
        self._not_before = float("-inf")
