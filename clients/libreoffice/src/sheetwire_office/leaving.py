"""Workbooks that were closed before their last change was published."""

from __future__ import annotations

import threading
import time
from typing import Callable, List

from .publisher import Desk, Publisher

#: Workbooks that are kept at once, each with its whole content.
MOST = 20


class Leaving:
    """Keeps their publishers until the portal has what it was to have, or does not take it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """``say`` hears, on any thread, what was not published."""
        self._say = say
        self._lock = threading.Lock()
        self._publishers: List[Publisher] = []

    def add(self, publisher: Publisher, last: Desk) -> None:
        """Has it sent what its workbook held last. Of too many the one that was closed first is given up, which is said."""
        with self._lock:
            self._publishers.append(publisher)
            given_up = self._publishers[:-MOST]
            del self._publishers[:-MOST]
        for one in given_up:
            if one.unsent:
                self._say(words_of_unsent(one.topic, one.unsent))
            one.close()
        publisher.finish(last, lambda: self._left(publisher))

    def give_way(self, topic: str) -> None:
        """A workbook of this report goes live: it is what viewers get, and nothing is missed."""
        with self._lock:
            given = [one for one in self._publishers if one.topic.upper() == topic.upper()]
            for one in given:
                self._publishers.remove(one)
        for one in given:
            one.close()

    def wait(self, seconds: float) -> None:
        """Waits for those that are still sending, so long in all."""
        until = time.monotonic() + seconds
        for one in self._all():
            one.done.wait(max(0.0, until - time.monotonic()))

    def unsent(self) -> List[str]:
        """What the portal does not have yet, in words."""
        return [words_of_unsent(one.topic, one.unsent) for one in self._all() if one.unsent]

    def _all(self) -> List[Publisher]:
        with self._lock:
            return list(self._publishers)

    def _left(self, publisher: Publisher) -> None:
        with self._lock:
            if publisher not in self._publishers:
                return
            self._publishers.remove(publisher)
        if publisher.unsent:
            self._say(words_of_unsent(publisher.topic, publisher.unsent))


def words_of_unsent(topic: str, why: str) -> str:
    """What viewers do not see, why, and what to do."""
    return f"The last changes of {topic} have not been published: {why}. Open the workbook and press Live"
