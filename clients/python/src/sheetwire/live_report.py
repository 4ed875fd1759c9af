"""A live report: cells are set, and viewers see them a moment later."""

from __future__ import annotations

import os
import random
import socket
import threading
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .control_line import ControlLine, Handler, ends_line
from .errors import LeaseHeld, LineEnded, Refusal, RolledBack, SheetwireError, TakenOver, Unreachable, WrongBaseVersion
from .portal import Portal
from .publishing import Made, Published, made_of, published_of, send_made
from .tables import Cell, Value, cell_of, html_of

#: Seconds for which changes are gathered, and the most under constant change.
GATHER = 0.25
GATHER_MOST = 2.0
#: Seconds after which a standby asks again.
STANDBY_REST = 5.0
#: Cells that wait at most while the portal is away.
MOST_WAITING = 500_000
#: Cells of one call.
MOST_SENT = 20_000
WHOLE_WANTED = "Cells that were set before were rejected, or another publish is waiting for approval; publish the whole report"

class _WholeWanted(WrongBaseVersion):
    """The portal has the version that the cells were set on and does not take them: others were held back before them."""


_AWAY = frozenset((429, 500, 502, 503, 504))


class LivePage:
    """A page of a live report: ``page["B7"] = 1240.5``."""

    def __init__(self, report: "LiveReport", name: str) -> None:
        self._report = report
        self._name = name

    def __setitem__(self, address: str, value: Value) -> None:
        self._report.set(self._name, {address: value})

    def update(self, cells: Mapping[str, Value]) -> None:
        """Sets several cells, which viewers see at once."""
        self._report.set(self._name, cells)


class LiveReport:
    """Publishes what changes, holds the report's lease, and hands over what viewers enter. Used as a context.

    Changes are gathered for a quarter of a second. While the portal is away the newest value of each cell waits.
    Another publisher that takes the report over ends it; so does a right that is lost.
    """

    def __init__(
        self,
        topic: str,
        portal: Optional[Portal] = None,
        *,
        standby: bool = False,
        on_state: Optional[Callable[[str], None]] = None,
    ) -> None:
        self.topic = topic.strip()
        self._standby = standby
        self._line: Optional[ControlLine] = None
        self._portal = portal or Portal()
        self._on_state = on_state
        self._handlers: Dict[str, Handler] = {}
        self._changed = threading.Condition()
        self._waiting: Dict[Tuple[str, str], Cell] = {}
        self._whole: Optional[Made] = None
        self._is_sending = False
        self._is_closed = False
        self._end: Optional[str] = None
        self._faults: List[SheetwireError] = []
        self._state = "starting"
        self._is_mid_edit = False
        #: What was set is not taken now: the line for entries alone does not make the report live.
        self._is_stuck = False
        self._wanted: Optional[_WholeWanted] = None
        self._hold: Optional[RolledBack] = None
        self._published: Optional[Published] = None
        self._version: Optional[int] = None
        self._threads: List[threading.Thread] = []
        host = "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in socket.gethostname())
        self._instance = f"python {host} {os.getpid()} {uuid.uuid4().hex[:8]}"

    def __enter__(self) -> "LiveReport":
        answer = self._portal.call("reports/report", {"topic": self.topic, "returnReport": False})
        self._version = answer.get("version") or None
        line = self._line = ControlLine(self._portal, self.topic, self._instance, self._handlers)
        self._open(line)
        self._tell("live")
        for name, work in (("cells", self._send_all), ("controls", lambda: self._listen(line))):
            thread = threading.Thread(target=work, name=f"sheetwire {name}", daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def _open(self, line: ControlLine) -> None:
        """Takes the lease; a standby waits until its publisher is gone."""
        while True:
            try:
                line.open(standby=self._standby)
                return
            except LeaseHeld as held:
                self._tell("standby: another publisher is connected")
                self._rest(min(STANDBY_REST, held.retry_after or STANDBY_REST))
                if self._is_closed:
                    raise LineEnded("The live report is closed") from None

    def __exit__(self, kind: Any, *_: Any) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            self.close()

    def __getitem__(self, page: str) -> LivePage:
        return LivePage(self, page)

    @property
    def state(self) -> str:
        """``live``, ``standby: why``, ``away: why`` while the portal is not reached, ``on hold: why`` after a rollback, while the last publish waits for approval or when the portal wants the whole report, or ``ended: why``."""
        return self._state

    @property
    def published(self) -> Optional[Published]:
        """The portal's last answer to what was sent from here."""
        return self._published

    @property
    def is_mid_edit(self) -> bool:
        """A viewer is entering something now: a recalculation may wait."""
        return self._is_mid_edit

    def control(self, name: str) -> Callable[[Handler], Handler]:
        """Names the function that takes a control's entries. It returns, or raises ``Refuse`` with the reason."""

        def named(handler: Handler) -> Handler:
            self._handlers[name.upper()] = handler
            return handler

        return named

    def set(self, page: str, cells: Mapping[str, Value]) -> None:
        """Sets cells of a page.

        :raises LineEnded: another publisher took the report over, or the portal refuses it.
        :raises ValueError: a value is no text that can be sent, or too many cells are waiting.
        """
        made = {(page, address.replace("$", "").upper()): cell_of(value) for address, value in cells.items()}
        for (_, address), cell in made.items():
            _check_text(page, address, cell.text)
        with self._changed:
            self._must_go_on()
            if len(self._waiting) + len(made) > MOST_WAITING:
                raise ValueError(f"More than {MOST_WAITING:,} cells are waiting for the portal; publish the whole report")
            self._waiting.update(made)
            self._changed.notify_all()

    def publish(
        self, what: Any, *, sheets: Optional[Sequence[str]] = None, metadata: Optional[Mapping[str, str]] = None
    ) -> None:
        """Publishes the whole report as it is now, as ``sheetwire.publish`` does. What waits of the old one is dropped.

        :raises LineEnded: another publisher took the report over, or the portal refuses it.
        :raises TypeError, ValueError: ``what`` is nothing that can be published.
        """
        made = made_of(self.topic, what, sheets=sheets, metadata=metadata)
        with self._changed:
            self._must_go_on()
            self._whole, self._wanted = made, None
            self._waiting.clear()
            self._changed.notify_all()

    def flush(self, timeout: float = 30.0) -> Optional[Published]:
        """Waits until all that was set is with the portal; answers its last answer.

        :raises Refusal: cells were refused; the others were published.
        :raises WrongBaseVersion: cells wait until the whole report is published.
        :raises LineEnded: nothing more is sent.
        :raises Unreachable: the portal did not take everything in time; it goes on trying.
        """
        with self._changed:
            is_done = self._changed.wait_for(self._is_settled, timeout)
            if self._faults:
                fault, self._faults = self._faults[0], []
                raise fault
            if self._end is not None and not self._is_idle():
                raise LineEnded(self._end)
            if self._wanted is not None:
                raise self._wanted
            if not is_done:
                raise Unreachable(f"{len(self._waiting)} cells are waiting for the portal ({self._state})")
            return self._published

    def close(self) -> None:
        """Ends it; what has not been sent is dropped. The portal ends the lease after 30 seconds."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._threads[0].join(5.0) if self._threads else None

    def _is_idle(self) -> bool:
        return not self._waiting and self._whole is None and not self._is_sending

    def _is_settled(self) -> bool:
        return self._end is not None or self._wanted is not None or self._is_idle()

    def _must_go_on(self) -> None:
        if self._end is not None:
            raise LineEnded(self._end)
        if self._is_closed:
            raise LineEnded("The live report is closed")

    def _tell(self, state: str) -> None:
        if state == self._state:
            return
        self._state = state
        if self._on_state is None:
            return
        try:
            self._on_state(state)
        except Exception as fault:  # Told where the program waits next: nothing would be sent any more without a word.
            self._on_state = None
            self._ended(f"on_state raised {type(fault).__name__}: {fault}")

    def _tell_live(self) -> None:
        waits = self._published.waits if self._published is not None else None
        self._tell("live" if waits is None else f"on hold: publish {waits} is waiting for approval")

    def _ended(self, why: str) -> None:
        with self._changed:
            if self._end is None:
                self._end = why
            self._changed.notify_all()
        self._tell(f"ended: {why}")

    # What is sent.

    def _send_all(self) -> None:
        attempt = 0
        while self._gather():
            try:
                self._send()
                attempt, self._is_stuck = 0, False
                self._tell_live()
            except (Refusal, Unreachable) as fault:
                if not _is_away(fault) and not isinstance(fault, (RolledBack, _WholeWanted)):
                    self._ended(str(fault))
                    return
                self._stuck(fault)
                attempt += 1
                self._rest(_pause(attempt, fault), for_whole=isinstance(fault, _WholeWanted))
            except Exception as fault:  # Whoever waits for it hears that nothing more is sent.
                self._ended(f"{type(fault).__name__}: {fault}")
                return
            finally:
                with self._changed:
                    self._is_sending = False
                    self._changed.notify_all()

    def _stuck(self, fault: SheetwireError) -> None:
        """What was set last is sent later: once the portal is back, the report is released, or the whole of it comes."""
        self._is_stuck = True
        if isinstance(fault, RolledBack):
            self._hold = fault
        with self._changed:
            if isinstance(fault, _WholeWanted) and self._whole is None:
                self._wanted = fault
        is_held = self._hold is not None or isinstance(fault, _WholeWanted)
        self._tell(f"{'on hold' if is_held else 'away'}: {fault}")

    def _gather(self) -> bool:
        """Waits for a change, and for what comes right after it; False once it is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_over() or self._whole is not None or bool(self._waiting))
            until = time.monotonic() + GATHER_MOST
            while not self._is_over() and time.monotonic() < until:
                if not self._changed.wait(GATHER):
                    break
            self._is_sending = not self._is_over()
            return self._is_sending

    def _is_over(self) -> bool:
        return self._is_closed or self._end is not None

    def _ask_about_hold(self) -> None:
        """After a rollback: a small question in place of all that waits, which would be refused again."""
        if self._hold is None:
            return
        report = self._portal.call("publishing/report", {"topic": self.topic, "most": 1})
        if report.get("held") is not None:
            raise self._hold
        self._hold = None

    def _send(self) -> None:
        self._ask_about_hold()
        with self._changed:
            whole, self._whole, self._wanted = self._whole, None, None
        if whole is not None:
            self._send_whole(whole)
        with self._changed:
            cells = dict(list(self._waiting.items())[:MOST_SENT])
            for place in cells:
                del self._waiting[place]
        if cells:
            try:
                self._send_cells(cells)
            except Exception:
                with self._changed:
                    if self._whole is None:
                        # What was set meanwhile is newer.
                        self._waiting = {**cells, **self._waiting}
                raise

    def _send_whole(self, made: Made) -> None:
        try:
            self._published = send_made(self._portal, made, retry=0.0, session=self._session())
            self._version = self._published.version
        except (Refusal, Unreachable) as fault:
            if not _is_away(fault) and not isinstance(fault, TakenOver) and _is_of_content(fault):
                self._note(fault)
                return
            with self._changed:
                if self._whole is None:
                    self._whole = made
            raise

    def _send_cells(self, cells: Dict[Tuple[str, str], Cell]) -> None:
        try:
            self._call_cells(cells)
        except Refusal as fault:
            if not _is_of_content(fault):
                raise
            if len(cells) == 1:
                (((page, address), _),) = cells.items()
                fault.args = (f"{page}!{address}: {fault.message}",)
                self._note(fault)
                return
            # One cell must not hold back the others.
            places = list(cells)
            middle = len(places) // 2
            for half in (places[:middle], places[middle:]):
                self._send_cells({place: cells[place] for place in half})

    def _call_cells(self, cells: Dict[Tuple[str, str], Cell]) -> None:
        changes = [_change(page, address, cell) for (page, address), cell in cells.items()]
        for _ in range(5):
            base = self._version or 0
            asked = {"topic": self.topic, "baseVersion": base, "cells": changes}
            try:
                answer = self._portal.call("publish/cells", asked, retry=0.0, session=self._session())
            except WrongBaseVersion as conflict:
                if conflict.have is None:
                    raise
                if conflict.have == base:
                    raise _WholeWanted(WHOLE_WANTED, conflict.status, base, request_id=conflict.request_id) from None
                # Whoever published meanwhile changed other cells, or the same ones before.
                self._version = conflict.have
                continue
            self._version = answer["version"]
            self._published = published_of(self._portal, answer)
            return
        raise Unreachable("Someone else is publishing this report faster than its cells can be set")

    def _session(self) -> str:
        return self._line.session if self._line is not None else ""

    def _note(self, fault: SheetwireError) -> None:
        with self._changed:
            if len(self._faults) < 100:
                self._faults.append(fault)

    # What viewers enter.

    def _listen(self, line: ControlLine) -> None:
        attempt = 0
        while not self._is_over():
            try:
                if not line.is_open:
                    line.open(standby=self._standby)
                is_lost, self._is_mid_edit = line.poll()
                attempt = 0
                if is_lost:
                    self._ended("Another publisher has taken over, or this one may no longer publish it")
            except SheetwireError as fault:
                if isinstance(fault, TakenOver) or ends_line(fault):
                    self._ended(str(fault))
                    return
                if isinstance(fault, Refusal) and fault.status not in _AWAY:
                    line.forget()
                self._tell(f"away: {fault}")
                attempt += 1
                self._rest(_pause(attempt, fault))
            except Exception as fault:  # Entries would be answered no more, and nobody would hear why.
                self._ended(f"{type(fault).__name__}: {fault}")
                return
            else:
                if not self._is_over() and not self._is_stuck:
                    self._tell_live()

    def _rest(self, seconds: float, *, for_whole: bool = False) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_over() or (for_whole and self._whole is not None), seconds)


def live(
    topic: str,
    *,
    portal: Optional[Portal] = None,
    standby: bool = False,
    on_state: Optional[Callable[[str], None]] = None,
) -> LiveReport:
    """A live report, as a context: ``with live("ACME/RATES/DAILY") as report: report["Summary"]["B7"] = 1240.5``.

    With ``standby`` it waits at first until the report's publisher is gone; without, it takes the report over.
    """
    return LiveReport(topic, portal, standby=standby, on_state=on_state)


def _check_text(page: str, address: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{page}!{address} contains half a character, which cannot be sent") from None


def _change(page: str, address: str, cell: Cell) -> Dict[str, Union[str, int]]:
    change: Dict[str, Union[str, int]] = {"page": page, "cell": address, "html": html_of(cell)}
    if cell.style is not None:
        change["s"] = cell.style
    return change


def _is_away(fault: SheetwireError) -> bool:
    return isinstance(fault, Unreachable) or (isinstance(fault, Refusal) and fault.status in _AWAY)


def _is_of_content(fault: SheetwireError) -> bool:
    """True where another content would be taken."""
    return isinstance(fault, Refusal) and fault.status in (413, 415, 422)


def _pause(attempt: int, fault: SheetwireError) -> float:
    step = min(30.0, 0.5 * 2.0 ** min(attempt, 10)) * (0.5 + random.random() / 2)
    return max(step, getattr(fault, "retry_after", None) or 0.0)
