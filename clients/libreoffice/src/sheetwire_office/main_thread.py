"""LibreOffice's own thread: the only one that may touch a document. Work is handed to it in small pieces."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Generator, Optional, Tuple, TypeVar

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as UnoException

from sheetwire.errors import SheetwireError, Unreachable

T = TypeVar("T")

#: Seconds that LibreOffice may be busy with something else, such as a dialog of the system.
PATIENCE = 60.0


class Busy(Unreachable):
    """LibreOffice did not find the time, or could not do it now: it is asked again."""


class Gone(SheetwireError):
    """The document is closed."""


class _Call(unohelper.Base, XCallback):
    """One piece of work, done once or never."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._is_taken = False
        self.done = threading.Event()
        self.answer: Any = None
        self.fault: Optional[BaseException] = None
        self.spent = 0.0

    def notify(self, _data: Any) -> None:
        if not self.take():
            return
        began = time.monotonic()
        try:
            self.answer = self._work()
        except BaseException as fault:  # Handed to the thread that asked.
            self.fault = fault
        self.spent = time.monotonic() - began
        self.done.set()

    def take(self) -> bool:
        with self._lock:
            is_mine, self._is_taken = not self._is_taken, True
            return is_mine


class MainThread:
    """Hands work over, and waits for it."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def post(self, work: Callable[[], Any]) -> _Call:
        """Has it done as soon as LibreOffice has the time."""
        call = _Call(work)
        service = self._context.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", self._context)
        service.addCallback(call, None)
        return call

    def run(self, work: Callable[[], T], patience: float = PATIENCE) -> Tuple[T, float]:
        """What the work answers, and the seconds that it took; what is not begun in time is not done at all."""
        call = self.post(work)
        if not call.done.wait(patience) and call.take():
            raise Busy("LibreOffice is busy")
        call.done.wait()
        if isinstance(call.fault, DisposedException):
            raise Gone("The workbook is closed")
        if isinstance(call.fault, UnoException):
            raise Busy(f"LibreOffice cannot do this now: {call.fault.Message}")
        if call.fault is not None:
            raise call.fault
        return call.answer, call.spent

    def run_steps(self, steps: Generator[None, None, T]) -> Tuple[T, float]:
        """Runs a generator, each step by itself, so that LibreOffice serves its user in between."""
        spent = 0.0
        while True:
            end, took = self.run(lambda: _step(steps))
            spent += took
            if end is not None:
                return end.value, spent


def _step(steps: Generator[None, None, Any]) -> Optional[StopIteration]:
    try:
        next(steps)
        return None
    except StopIteration as end:
        return end
