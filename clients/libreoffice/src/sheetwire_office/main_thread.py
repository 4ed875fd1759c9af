"""LibreOffice's own thread: the only one that may touch a document. Work is handed to it in small pieces."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any, Callable, Generator, Optional, Set, Tuple, TypeVar

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as UnoException

from .faults import Busy, Gone

T = TypeVar("T")

#: Seconds that LibreOffice may be busy with something else, such as a dialog of the system.
PATIENCE = 60.0


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

    def cancel(self, fault: BaseException) -> None:
        """It is not done any more, unless it was begun; whoever waits for it gets the fault."""
        if self.take():
            self.fault = fault
            self.done.set()


class MainThread:
    """Hands work over."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._posts: "queue.SimpleQueue[_Call]" = queue.SimpleQueue()
        threading.Thread(target=self._hand_over, name="sheetwire main thread", daemon=True).start()

    def post(self, work: Callable[[], Any]) -> _Call:
        """Has it done as soon as LibreOffice has the time; waits for nothing, also while LibreOffice waits for who asks."""
        call = _Call(work)
        self._posts.put(call)
        return call

    def _hand_over(self) -> None:
        """On a thread of its own: LibreOffice takes nothing while its own thread waits."""
        while True:
            call = self._posts.get()
            try:
                service = self._context.ServiceManager.createInstanceWithContext(
                    "com.sun.star.awt.AsyncCallback", self._context
                )
                service.addCallback(call, None)
            except UnoException as fault:
                call.cancel(Busy(f"LibreOffice cannot do this now: {fault.Message}"))


class DocumentThread:
    """LibreOffice's thread, for the calls of one document: they end with it."""

    def __init__(self, main: MainThread) -> None:
        self._main = main
        self._waiting: Set[_Call] = set()
        self._lock = threading.Lock()
        self._is_over = False

    def end(self) -> None:
        """The document closes: what waits is not done any more."""
        with self._lock:
            self._is_over = True
            waiting = tuple(self._waiting)
        for call in waiting:
            call.cancel(Gone("The workbook is closed"))

    def run(self, work: Callable[[], T], patience: float = PATIENCE) -> Tuple[T, float]:
        """What the work answers, and the seconds that it took; what is not begun in time is not done at all."""
        call = self._main.post(work)
        with self._lock:
            self._waiting.add(call)
            is_over = self._is_over
        try:
            if is_over:
                call.cancel(Gone("The workbook is closed"))
            elif not call.done.wait(patience):
                call.cancel(Busy("LibreOffice is busy"))
            call.done.wait()
        finally:
            with self._lock:
                self._waiting.discard(call)
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
