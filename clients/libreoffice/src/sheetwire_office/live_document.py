"""A document with what is published of it: commands, state in words, the last events."""

from __future__ import annotations

import collections
import os
import socket
import threading
import time
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple

import unohelper
from com.sun.star.util import XCloseListener, XModifyListener

from sheetwire.errors import SettingsError, SheetwireError
from sheetwire.portal import Portal, split_topic
from sheetwire.publishing import NotShown, Published, published_of

from .book import Book
from .desk import DocumentDesk, copy_of
from .main_thread import MainThread
from .last_desk import LastDesk
from .leaving import Leaving
from .publisher import XLSX, Copy, Publisher, State, workbook_path
from .settings import Settings

#: Events that are remembered of a document.
MOST_EVENTS = 200
#: Seconds between two looks at a document that is open read-only.
READS_EVERY = 2.0
#: Seconds that whoever closes a workbook waits for its last change; after them it is sent without the workbook.
LAST = 3.0

_WORDS = {
    "off": "Not live",
    "starting": "Connecting",
    "standby": "Standing by",
    "live": "Live",
    "away": "Waiting",
    "held": "On hold",
    "refused": "Not published",
    "ended": "Live ended",
}


class _Listener(unohelper.Base, XModifyListener, XCloseListener):
    """Hears of a document's changes, and of its end."""

    def __init__(self, live: "LiveDocument") -> None:
        self._live = live

    def modified(self, _event: Any) -> None:
        self._live.changed()

    def queryClosing(self, _event: Any, _gets_ownership: bool) -> None:
        self._live.closing()

    def notifyClosing(self, _event: Any) -> None:
        self._live.closed()

    def disposing(self, _event: Any) -> None:
        self._live.closed()


class LiveDocument:
    """Used in LibreOffice's thread."""

    def __init__(
        self, context: Any, main: MainThread, document: Any, on_state: Callable[[], None], leaving: Leaving
    ) -> None:
        self.document = document
        self.book = Book(document)
        self.state = State("off")
        self.events: Deque[Tuple[float, str]] = collections.deque(maxlen=MOST_EVENTS)
        self.publisher: Optional[Publisher] = None
        self.is_closed = False
        self._settings = Settings(context)
        self._main = main
        self._context = context
        self._on_state = on_state
        self._leaving = leaving
        self._desk: Optional[DocumentDesk] = None
        #: What it held when it was asked whether it may close.
        self._last: Optional[LastDesk] = None
        self._is_publishing = False
        self._not_shown: List[NotShown] = []
        self._listener = _Listener(self)
        document.addModifyListener(self._listener)
        document.addCloseListener(self._listener)

    @property
    def is_live(self) -> bool:
        """Live is on, whatever it waits for."""
        return self.publisher is not None and self.state.kind not in ("off", "ended")

    @property
    def words(self) -> str:
        """The state as the toolbar has it."""
        name = _WORDS[self.state.kind]
        if self.state.kind == "live" and self.state.words.startswith("Version"):
            return f"{name}: {self.state.words.lower()}"
        if self.state.kind == "live" and self.state.words:
            return self.state.words
        return f"{name}: {self.state.words}" if self.state.words and self.state.kind != "off" else name

    def status(self) -> Dict[str, Any]:
        """All of it, for programs."""
        return {
            "state": self.state.kind,
            "words": self.words,
            "report": self.book.settings.report,
            "version": self.publisher.version if self.publisher else 0,
            "timing": self.publisher.timing if self.publisher else (),
            "spent": self.publisher.spent if self.publisher else 0.0,
            "isIdle": not self._is_publishing and (self.publisher is None or self.publisher.is_idle),
            "isAtRest": not self._is_publishing and (self.publisher is None or self.publisher.is_at_rest),
            "events": [words for _, words in self.events],
        }

    # Commands. Each raises SheetwireError or ValueError with what to do.

    def publish(self) -> None:
        """Sends a copy of the file, live or not."""
        if self.is_live and self.publisher is not None:
            self.publisher.publish_file()
            return
        portal, topic = self._where()
        copy = copy_of(self.book)
        self._is_publishing = True
        self.note(f"Publishing {topic}")
        threading.Thread(target=self._send, args=(portal, topic, copy), name="sheetwire file", daemon=True).start()

    def live(self, *, standby: bool = False) -> None:
        """Begins to publish what changes."""
        if self.is_live:
            return
        portal, topic = self._where()
        self._leaving.give_way(topic)
        host = "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in socket.gethostname())
        instance = f"libreoffice {host} {os.getpid()} {self.document.RuntimeUID}"
        self._desk = desk = DocumentDesk(self._context, self._main, self.book, topic)
        # What is open read-only is never modified, however its links and its clock change it.
        reads_every = READS_EVERY if self.document.isReadonly() else None
        publisher = Publisher(portal, topic, desk, instance, self._heard, standby=standby, reads_every=reads_every)
        self.publisher = publisher
        self._heard(State("starting"))
        publisher.start()

    def stop(self, words: str = "Live is off") -> None:
        """Ends live."""
        if self.publisher is not None:
            self.publisher.close(words)
            self.publisher = None
        if self.state.kind not in ("off", "ended"):
            self._now(State("off", words))

    def address(self) -> str:
        """Where viewers open the report."""
        portal, topic = self._where()
        return portal.address_of(topic)

    def _where(self) -> Tuple[Portal, str]:
        topic = self.book.settings.report
        if not topic:
            raise SettingsError("Name the report of this workbook in Sheetwire > Settings, as ENTITY/GROUP/REPORT")
        split_topic(topic)
        return self._settings.portal(topic), topic

    # What the document tells.

    def changed(self) -> None:
        self.book.stamp += 1
        # Somebody kept it open.
        self._last = None
        if self.publisher is not None:
            self.publisher.changed()

    def closing(self) -> None:
        """It is read for the last time, in case nobody keeps it open."""
        publisher, self._last = self.publisher, None
        if publisher is not None and self._desk is not None and not publisher.has_nothing_to_send:
            self._last = self._desk.last(publisher.known)

    def closed(self) -> None:
        self.is_closed = True
        publisher, self.publisher = self.publisher, None
        if publisher is None or self._desk is None:
            return
        last, self._last = self._last, None
        is_leaving = last is not None and not publisher.has_nothing_to_send
        # The publisher first: a reading that is cut off is to find that it goes on from memory.
        if last is not None and is_leaving:
            self._leaving.add(publisher, last)
        else:
            publisher.close("The workbook is closed")
        self._desk.end()
        if is_leaving:
            publisher.done.wait(LAST)

    # What the publisher tells, on its own threads.

    def _heard(self, state: State) -> None:
        self._main.post(lambda: self._now(state))

    def _now(self, state: State) -> None:
        if self.is_closed:
            return
        before, self.state = self.state, state
        # Each version is in the toolbar: the list has what became of the line, and what waits for approval.
        is_next = before.kind == state.kind == "live" and before.waits == state.waits
        if (before.kind, before.words) != (state.kind, state.words) and not is_next:
            self.note(self.words)
        if self.publisher is not None:
            self._note_not_shown(self.publisher.not_shown)
        self._on_state()

    def _note_not_shown(self, things: List[NotShown]) -> None:
        if things == self._not_shown:
            return
        self._not_shown = things
        for one in things:
            where = f"{one.sheet}: " if one.sheet else ""
            self.note(f"Not shown: {where}{one.what} ({one.count}). {one.why}")

    def note(self, words: str) -> None:
        """One more of the last events."""
        self.events.append((time.time(), words))

    def _send(self, portal: Portal, topic: str, copy: Copy) -> None:
        try:
            answer = portal.put(workbook_path(topic), copy.data, copy.query, XLSX)
            made: Optional[Published] = published_of(portal, answer)
            words = f"Published {topic}, version {answer['version']}"
        except SheetwireError as fault:
            made, words = None, f"Not published: {fault}"
        self._main.post(lambda: self._sent(made, words))

    def _sent(self, made: Optional[Published], words: str) -> None:
        self._is_publishing = False
        self.note(words)
        if made is not None:
            self._note_not_shown(made.not_shown)
        self._on_state()
