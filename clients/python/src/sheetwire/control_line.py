"""What viewers enter: taken from the portal by long polls, answered once, in the order of each control."""

from __future__ import annotations

import collections
import inspect
from dataclasses import dataclass
from typing import Any, Callable, Deque, Dict, List, Mapping, Optional, Tuple

from .errors import Refusal, SheetwireError
from .portal import Portal

#: Milliseconds of one long poll.
WAIT_MS = 25_000
#: Answers that are remembered, so that an update that comes again gets the answer it had.
REMEMBERED = 10_000
#: Letters of a reason beside a control.
MOST_WORDS = 1000


class Refuse(SheetwireError):
    """Raised by a control's function: the viewer is told why, and keeps what was entered. It is not sent again."""


class TryAgain(Refuse):
    """Raised in place of ``Refuse`` when the same value may be taken in a moment: a text is sent again."""


@dataclass(frozen=True)
class Update:
    """A value that a viewer entered. ``value`` is text: ISO for days and times, None for what was cleared."""

    id: str
    topic: str
    name: str
    value: Optional[str]
    user: str
    time: str


Handler = Callable[..., Any]


class ControlLine:
    """The lease of a topic, and the entries that come by it. Used by one thread."""

    def __init__(
        self,
        portal: Portal,
        topic: str,
        instance: str,
        handlers: Mapping[str, Handler],
        late: Callable[[str], None] = lambda _id: None,
    ) -> None:
        """``late`` hears the id of each entry whose viewer was told that it failed before its answer came."""
        self._late = late
        self._portal = portal
        self._topic = topic
        self._instance = instance
        self._handlers = handlers
        self._session = ""
        self._cursor = ""
        self._answers: "collections.OrderedDict[str, Dict[str, str]]" = collections.OrderedDict()
        self._acks: Deque[Dict[str, str]] = collections.deque()

    def open(self, *, standby: bool = False) -> None:
        """Makes this program the connected publisher; another one that was is told so, unless this one stands by."""
        asked: Dict[str, Any] = {"topics": [self._topic], "instanceId": self._instance}
        if standby:
            asked["standby"] = True
        answer = self._portal.call("publish/open", asked, retry=0.0, answer=15.0)
        self._session, self._cursor = answer["session"], ""

    @property
    def session(self) -> str:
        """What is published with it counts while it holds the report's lease."""
        return self._session

    @property
    def is_open(self) -> bool:
        return self._session != ""

    def forget(self) -> None:
        """The portal no longer knows the session."""
        self._session = ""

    def poll(self) -> Tuple[bool, bool]:
        """Waits for entries and answers them; tells whether the topic was lost, and whether somebody is typing."""
        self._acknowledge()
        asked = {"session": self._session, "cursor": self._cursor, "waitMs": WAIT_MS}
        answer = self._portal.call("publish/controls", asked, retry=0.0, answer=WAIT_MS / 1000 + 15)
        for one in answer["updates"]:
            self._take(Update(one["id"], one["topic"], one["name"], one["value"], one["user"], one["time"]))
            # A viewer waits five seconds for each.
            self._acknowledge()
        # Where an answer could not be sent the rest has not been seen: all of them come again.
        self._cursor = answer["cursor"]
        return bool(answer.get("lost")), bool(answer.get("midEdit"))

    def _take(self, update: Update) -> None:
        answer = self._answers.get(update.id)
        if answer is None:
            answer = self._answer(update)
            self._answers[update.id] = answer
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        self._acks.append({"id": update.id, **answer})

    def _answer(self, update: Update) -> Dict[str, str]:
        handler = self._handlers.get(update.name.upper())
        if handler is None:
            return {"status": "skip_retry", "message": "No program is answering this control right now"}
        try:
            call_handler(handler, update)
        except TryAgain as why:
            return _not_taken("rejected", str(why))
        except Refuse as why:
            return _not_taken("skip_retry", str(why))
        except Exception as fault:  # The viewer is told; what the program got wrong does not end the line.
            return _not_taken("skip_retry", f"{type(fault).__name__}: {fault}")
        return {"status": "updated"}

    def _acknowledge(self) -> None:
        while self._acks:
            some: List[Dict[str, str]] = [self._acks[n] for n in range(min(len(self._acks), 100))]
            answer = self._portal.call("publish/ack", {"session": self._session, "acks": some}, retry=3.0, answer=15.0)
            for _ in some:
                self._acks.popleft()
            for one in answer.get("late", ()):
                self._late(one)


def call_handler(handler: Handler, update: Update) -> None:
    """Calls a control's function with value and user, with the value alone, or with the update, as it takes them."""
    taken = [
        one
        for one in inspect.signature(handler).parameters.values()
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    if len(taken) >= 2:
        handler(update.value, update.user)
    elif len(taken) == 1 and taken[0].name == "update":
        handler(update)
    elif taken:
        handler(update.value)
    else:
        handler()


def ends_line(fault: SheetwireError) -> bool:
    """True for a refusal that no later attempt mends."""
    return isinstance(fault, Refusal) and fault.status in (400, 401, 403, 413, 422, 501)


def _not_taken(status: str, words: str) -> Dict[str, str]:
    return {"status": status, "message": words[:MOST_WORDS]}
