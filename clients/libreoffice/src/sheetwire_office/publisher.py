"""A live workbook: sends what changed, holds the report's lease, and hands entries of viewers to the sheet."""

from __future__ import annotations

import random
import threading
import time
import urllib.parse
from dataclasses import dataclass
from typing import Any, Callable, Dict, Hashable, List, Mapping, Optional, Protocol, Tuple

from sheetwire.control_line import ControlLine, TryAgain, Update, ends_line
from sheetwire.errors import (
    LeaseHeld,
    Refusal,
    RolledBack,
    SheetwireError,
    TakenOver,
    Unreachable,
    WorkbookNeeded,
    WrongBaseVersion,
)
from sheetwire.portal import Portal, split_topic
from sheetwire.publishing import NotShown, published_of

from .cells import Writing, sheets_of
from .faults import Busy, Gone
from .gathering import Gathering
from .reading import Found, Known, doubted
from .viewer_entries import ENTRY_PATIENCE, TakeBack, ViewerEntries

#: Seconds between looks at formats at least, and their share of the spreadsheet's time.
LOOKS_APART = 1.0
LOOKS_SHARE = 50.0
#: Seconds between two copies of the file, after the first two.
FILES_APART = 2.0
#: Seconds after which a standby asks again, and the longest pause while the portal is away.
STANDBY_REST = 5.0
MOST_PAUSE = 5.0
#: Seconds after which an entry that came too late is tried to be taken back again.
LATE_PAUSE = 1.0

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_AWAY = frozenset((429, 500, 502, 503, 504))
#: Another content may be taken where this one is not.
_CONTENT = frozenset((400, 404, 409, 413, 415, 422))


@dataclass(frozen=True)
class Copy:
    """A copy of the file, and what the call says with it."""

    data: bytes
    query: Mapping[str, str]


class Desk(Protocol):
    """The workbook, asked from another thread than LibreOffice's own."""

    #: The words for true and false.
    writing: Writing

    def read(self, known: Optional[Known]) -> "Tuple[Found, float]":
        """What differs, and the seconds that LibreOffice spent."""

    def looks(self) -> "Tuple[Hashable, float]":
        """How the cells look, and the seconds that it took."""

    def copy(self) -> "Tuple[Copy, Known]":
        """The file as it is now, and what it holds: of one moment."""

    def enter(self, name: str, value: Optional[str], user: str) -> TakeBack:
        """Writes what a viewer entered; answers how to take it back. Raises ``Refuse``."""


@dataclass(frozen=True)
class State:
    """How it stands: ``live``, ``starting``, ``standby``, ``away``, ``held``, ``refused``, ``ended`` or ``off``, and why."""

    kind: str
    words: str = ""
    #: Live, with a publish that waits for approval: its number.
    waits: Optional[int] = None


class _Names(Dict[str, Callable[..., Any]]):
    """The control line's handlers: every control of the workbook has the same one."""

    def __init__(self, take: Callable[[Update], None]) -> None:
        super().__init__()
        self._take = take

    def get(self, _name: str, _otherwise: Any = None) -> Any:
        take = self._take

        def taken(update: Update) -> None:
            take(update)

        return taken


class Publisher:
    """Publishes one workbook as one report until it is closed."""

    def __init__(
        self,
        portal: Portal,
        topic: str,
        desk: Desk,
        instance: str,
        tell: Callable[[State], None],
        *,
        standby: bool = False,
        gathering: Optional[Gathering] = None,
        looks_apart: float = LOOKS_APART,
        reads_every: Optional[float] = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.topic = topic
        self.state = State("starting")
        self.version = 0
        #: The version that the portal answered to what was sent from here.
        self._base = 0
        #: What the workbook contains and the pages do not show, as the portal answered for the last copy of it.
        self.not_shown: List[NotShown] = []
        #: When the last publish began, was read and was answered, and all seconds that LibreOffice spent.
        self.timing = (0.0, 0.0, 0.0)
        self.spent = 0.0
        self._portal = portal
        self._desk = desk
        self._tell_state = tell
        self._standby = standby
        self._now = now
        self._line = ControlLine(portal, topic, instance, _Names(self._enter), self._take_back)
        self._gathering = gathering or Gathering()
        self._looks_apart = looks_apart
        #: A workbook that tells of no change is read so often (seconds), and when next.
        self._reads_every = reads_every
        self._reads_at = float("inf") if reads_every is None else now() + reads_every
        self._entries = ViewerEntries()
        #: When those that came too late are tried again.
        self._late_at = float("inf")
        self._changed = threading.Condition()
        self._opening = threading.Lock()
        self._known: Optional[Known] = None
        self._looks: Optional[Hashable] = None
        self._looks_due: Optional[float] = None
        #: Looks are due and were not asked for yet.
        self._wants_looks = False
        self._looks_after = float("-inf")
        self._wants_file = True
        #: The number of the last publish where it waits for approval.
        self._waits: Optional[int] = None
        #: Why nothing is taken after a rollback, as the portal last said.
        self._hold: Optional[RolledBack] = None
        self._file_after = float("-inf")
        self._files = 0
        self._is_closed = False
        self._is_sending = False
        self._attempt = 0
        #: The workbook is closed, and what it held last is sent from memory.
        self._is_last = False
        self._on_done: Callable[[], None] = lambda: None
        #: Nothing is sent any more; why the portal does not have what the workbook held last, empty where it has.
        self.done = threading.Event()
        self._unsent = ""

    def start(self) -> None:
        """Begins; all further work is done on threads of its own."""
        self._gathering.changed(self._now())
        threading.Thread(target=self._publish_all, name="sheetwire publish", daemon=True).start()

    def changed(self) -> None:
        """The workbook changed, or may have."""
        with self._changed:
            now = self._now()
            self._gathering.changed(now)
            if self._looks_due is None:
                self._looks_due = max(now + self._looks_apart, self._looks_after)
            self._changed.notify_all()

    def publish_file(self) -> None:
        """The user wants all of it to be sent now."""
        with self._changed:
            self._wants_file = True
            self._file_after = float("-inf")
            self._gathering.changed(self._now())
            self._gathering.at_once()
            self._changed.notify_all()

    @property
    def is_idle(self) -> bool:
        """All that changed is with the portal, or will never be."""
        with self._changed:
            return self._is_over() or not (self._gathering.is_waiting or self._is_sending)

    @property
    def is_at_rest(self) -> bool:
        """It is idle, and formats were looked at since the last change."""
        with self._changed:
            return self.is_idle and (self._is_over() or self._looks_due is None)

    @property
    def has_nothing_to_send(self) -> bool:
        """The portal has all of it, or gets nothing from here; what it refused is tried, or said, once more."""
        return (self.is_at_rest and not self.is_stuck) or self.state.kind == "standby"

    def finish(self, last: Desk, on_done: Callable[[], None]) -> None:
        """The workbook closes: what it held last is sent, however long the portal is away; then it is over, and told."""
        with self._changed:
            if self.done.is_set():
                on_done()
                return
            self._desk, self._is_last, self._on_done = last, True, on_done
            now = self._now()
            self._file_after, self._reads_at, self._reads_every = float("-inf"), float("inf"), None
            self._gathering.changed(now)
            self._gathering.at_once()
            self._looks_due = now
            self._changed.notify_all()

    @property
    def is_stuck(self) -> bool:
        """What waits cannot be sent now, as the words of the state say."""
        return self.state.kind in ("away", "held", "refused")

    @property
    def unsent(self) -> str:
        """Why the portal does not have what the workbook holds, or held last; empty where it has."""
        if self.done.is_set() or self._is_over():
            return self._unsent
        if self.is_stuck:
            return self.state.words
        return "" if self.is_idle else "the portal has not responded yet"

    def close(self, words: str = "Live is off") -> None:
        """Ends it."""
        with self._changed:
            if self._is_closed:
                return
            self._is_closed = True
            self._changed.notify_all()
        if self.state.kind != "ended":
            self._tell("off", words)

    # How it stands.

    def _is_over(self) -> bool:
        return self._is_closed or self.state.kind == "ended"

    def _tell(self, kind: str, words: str = "", waits: Optional[int] = None) -> None:
        state = State(kind, words, waits)
        if state == self.state or (self._is_closed and kind != "off"):
            return
        self.state = state
        with self._changed:
            self._changed.notify_all()
        if not self._is_last:
            self._tell_state(state)

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(self._is_over, seconds)

    # What is sent.

    def _publish_all(self) -> None:
        try:
            if not self._open():
                return
            listener = threading.Thread(target=self._listen, name="sheetwire controls", daemon=True)
            listener.start()
            while self._wait():
                self._publish()
        except SheetwireError as fault:
            self._tell("ended", str(fault))
        except Exception as fault:  # Whatever LibreOffice refuses is said to who looks at the toolbar.
            self._tell("ended", f"{type(fault).__name__}: {fault}")
        finally:
            self._unsent = "" if self.state.kind == "live" else self.state.words
            with self._changed:
                self.done.set()
                is_last, self._is_closed = self._is_last, True
                self._changed.notify_all()
            if is_last:
                self._on_done()

    def _reopen(self, session: str) -> bool:
        """Takes the lease again that this session lost, once for both threads."""
        with self._opening:
            if self._line.session == session and not self._open(again=True):
                return False
            self._known = None
            self._again(0.0)
            return True

    def _open(self, *, again: bool = False) -> bool:
        """Takes the lease. A standby, and who lost it while nobody looked, takes it from nobody. False once it is over."""
        attempt = 0
        while not self._is_over():
            try:
                self._line.open(standby=self._standby or again)
                return True
            except LeaseHeld as held:
                if not self._standby:
                    self._tell("ended", f"Another publisher has taken over {self.topic}")
                    return False
                self._tell("standby", f"Another publisher is connected to {self.topic}; this one is waiting")
                self._rest(min(STANDBY_REST, held.retry_after or STANDBY_REST))
            except SheetwireError as fault:
                if not _is_away(fault):
                    raise
                attempt += 1
                self._tell("away", str(fault))
                self._rest(_pause(attempt, fault))
        return False

    def _wait(self) -> bool:
        """Until there is something to do; False once it is over."""
        with self._changed:
            while not self._is_over():
                now = self._now()
                if self._reads_every is not None and self._reads_at <= now:
                    self._reads_at = now + self._reads_every
                    self._gathering.changed(now)
                due = min((one for one in (self._due(), self._late_due()) if one is not None), default=float("inf"))
                if due <= now:
                    self._is_sending = True
                    return True
                if self._is_last and due == float("inf"):
                    return False
                until = min(self._reads_at, due)
                self._changed.wait(None if until == float("inf") else until - now)
            return False

    def _due(self) -> Optional[float]:
        looks = None if self._looks_due is None else max(self._looks_due, self._gathering.rests_until)
        dues = [due for due in (self._gathering.due(), looks) if due is not None]
        return min(dues) if dues else None

    def _late_due(self) -> Optional[float]:
        return self._late_at if self._entries.are_late else None

    def _publish(self) -> None:
        session = self._line.session
        self._take_back_late()
        self._take_looks_due()
        try:
            self._send()
            self._attempt = 0
            self._tell_live()
        except TakenOver:
            self._lost(session)
        except SheetwireError as fault:
            self._failed(fault)
        finally:
            with self._changed:
                self._is_sending = False
                self._changed.notify_all()

    def _tell_live(self) -> None:
        viewers = f"; viewers keep version {self.version}" if self.version else ""
        waits = f"On hold: publish {self._waits} is waiting for approval{viewers}"
        self._tell("live", f"Version {self.version}" if self._waits is None else waits, self._waits)

    def _ask_about_approval(self) -> None:
        """What waited may be live by now, or rejected: nothing is published to hear of it."""
        waits = self._waits
        if waits is None:
            return
        report = self._portal.call("publishing/report", {"topic": self.topic, "most": 1}, retry=0.0)
        if report.get("waits") is None and self._waits == waits:
            self.version, self._waits = max(self.version, report["version"]), None
            self._tell_live()

    def _failed(self, fault: SheetwireError) -> None:
        if self._is_last and isinstance(fault, Gone):
            return  # It was asked for as it closed: what it held is sent from memory.
        if _is_away(fault):
            self._attempt += 1
            self._tell("away", str(fault))
            self._again(_pause(self._attempt, fault))
        elif isinstance(fault, RolledBack):
            # Once it is released all of the workbook is sent, as it is then: the portal shows an earlier one.
            self._wants_file = True
            self._hold = fault
            self._attempt += 1
            self._tell("held", str(fault))
            # The release may be days away, and a workbook that is closed is no connected publisher.
            if not self._is_last:
                self._again(_pause(self._attempt, fault))
        elif isinstance(fault, Refusal) and fault.status in _CONTENT:
            # The next change may be taken; what was not stays to be sent with it.
            self._tell("refused", str(fault))
        else:
            self._tell("ended", str(fault))

    def _again(self, pause: float) -> None:
        with self._changed:
            self._gathering.again(self._now(), pause)

    def _ask_about_hold(self) -> None:
        """After a rollback: a small question in place of a whole workbook that is refused again."""
        if self._hold is None:
            return
        report = self._portal.call("publishing/report", {"topic": self.topic, "most": 1}, retry=0.0)
        if report.get("held") is not None:
            raise self._hold
        self._hold = None

    def _send(self) -> None:
        self._ask_about_hold()
        began = self._now()
        self._gathering.begun(began)
        found, spent = self._desk.read(self._known)
        read = self._now()
        # What is sent from memory spares LibreOffice nothing by waiting.
        self._gathering.read(read, 0.0 if self._is_last else spent)
        self.spent += spent
        if found.cells is None or self._wants_file or self._has_other_looks():
            self._send_file()
        elif not found.is_nothing:
            self._send_values(found)
        if not found.is_nothing:
            self.timing = (began, read, self._now())

    def _take_looks_due(self) -> None:
        """Work that is due for looks is done once: what fails is tried again when the next change is due."""
        with self._changed:
            if self._looks_due is not None and self._looks_due <= self._now():
                self._looks_due, self._wants_looks = None, True

    def _has_other_looks(self) -> bool:
        """Whether formats changed, which no value tells; asked for now and then."""
        if not self._wants_looks:
            return False
        looks, spent = self._desk.looks()
        self._wants_looks = False
        self.spent += spent
        self._looks_after = self._now() + max(self._looks_apart, spent * LOOKS_SHARE)
        return looks != self._looks

    def _send_values(self, found: Found) -> None:
        asked = self._values_of(found)
        try:
            self._published(self._portal.call("publish/values", asked, retry=0.0, session=self._line.session))
        except (WorkbookNeeded, WrongBaseVersion):
            self._send_file()
            return
        except SheetwireError as fault:
            # They may have arrived without an answer: a cell that goes back meanwhile is sent again.
            if _is_away(fault) and self._known is not None:
                self._known = doubted(self._known, found.cells or {})
            raise
        self._known = found.known

    def _values_of(self, found: Found) -> Dict[str, Any]:
        """Values for the version that they were compared with: another program may have published another workbook."""
        based = {"baseVersion": self._base} if self._base else {}
        return {"topic": self.topic, **based, "sheets": sheets_of(found.cells or {}, self._desk.writing)}

    def _send_file(self) -> None:
        """A copy of the file; the first two at once, since who inserts a row wants to see it."""
        self._wants_file = True
        wait = self._file_after - self._now()
        if self._files >= 2 and wait > 0:
            self._again(wait)
            return
        looks, spent = self._desk.looks()
        began = self._now()
        copy, known = self._desk.copy()
        spent += self._now() - began
        self.spent += spent
        session = self._line.session
        self._published(self._portal.put(workbook_path(self.topic), copy.data, copy.query, XLSX, retry=0.0, session=session))
        self._files = self._files + 1 if wait > -10 else 1
        self._file_after = self._now() + max(FILES_APART, spent * LOOKS_SHARE / 5)
        self._known, self._looks, self._wants_file, self._wants_looks = known, looks, False, False

    def _published(self, answer: Mapping[str, Any]) -> None:
        self.version = self._base = answer["version"]
        waits = answer.get("held")
        self._waits = waits["version"] if waits else None
        self.not_shown = published_of(self._portal, answer).not_shown if "notShown" in answer else self.not_shown

    @property
    def known(self) -> Optional[Known]:
        """What the portal has."""
        return self._known

    # What viewers enter.

    def _enter(self, update: Update) -> None:
        try:
            # The same may be entered again: what came too late is not to take that back.
            self._entries.take_back(ENTRY_PATIENCE)
        except Busy:
            raise TryAgain("LibreOffice is busy; try again") from None
        self._entries.entered(update.id, self._desk.enter(update.name, update.value, update.user))

    def _take_back(self, entry: str) -> None:
        self._entries.came_late(entry)
        self._take_back_late()

    def _take_back_late(self) -> None:
        """Where LibreOffice takes nothing now, it is asked again until it does."""
        try:
            self._entries.take_back()
        except Busy:
            with self._changed:
                self._late_at = self._now() + LATE_PAUSE
                self._changed.notify_all()

    def _listen(self) -> None:
        attempt = 0
        while not self._is_over():
            session = self._line.session
            try:
                is_lost, _ = self._line.poll()
                attempt = 0
                if is_lost:
                    self._lost(session)
                self._ask_about_approval()
            except TakenOver:
                self._lost(session)
            except SheetwireError as fault:
                if ends_line(fault):
                    self._tell("ended", str(fault))
                    return
                attempt += 1
                self._rest(_pause(attempt, fault))
            except Exception as fault:  # Entries would be answered no more, and nobody would hear why.
                self._tell("ended", f"{type(fault).__name__}: {fault}")
                return

    def _lost(self, session: str) -> None:
        """The report is another publisher's now; or nobody's, since the portal or this machine slept, and is taken again."""
        try:
            self._reopen(session)
        except SheetwireError as fault:
            # The right to publish is gone, in the portal's words.
            self._tell("ended", str(fault))


def workbook_path(topic: str) -> str:
    """Where a file of the report is sent to."""
    return "publish/workbook/" + "/".join(urllib.parse.quote(part.strip(), safe="") for part in split_topic(topic))


def _is_away(fault: SheetwireError) -> bool:
    return isinstance(fault, Unreachable) or (isinstance(fault, Refusal) and fault.status in _AWAY)


def _pause(attempt: int, fault: SheetwireError) -> float:
    step = min(MOST_PAUSE, 0.5 * 2.0 ** min(attempt, 10)) * (0.5 + random.random() / 2)
    return max(step, getattr(fault, "retry_after", None) or 0.0)
