"""All documents of this LibreOffice, and what the menu asks of them."""

from __future__ import annotations

import datetime
import json
import os
import sys
from typing import Any, Callable, Dict, List, Optional

import unohelper
from com.sun.star.frame import TerminationVetoException, XTerminateListener

from sheetwire.errors import SheetwireError

from . import dialogs
from .leaving import Leaving, words_of_unsent
from .live_document import LiveDocument
from .main_thread import MainThread

#: Seconds that LibreOffice waits, as it ends, for what is on its way to the portal.
QUITTING = 3.0

COMMANDS = ("publish", "live", "settings", "look", "events", "status")


class _Ending(unohelper.Base, XTerminateListener):
    """Hears that LibreOffice is to end, and that it ends."""

    def __init__(self, office: "Office") -> None:
        self._office = office

    def queryTermination(self, _event: Any) -> None:
        if not self._office.may_end():
            raise TerminationVetoException("Changes have not been published", self)

    def notifyTermination(self, _event: Any) -> None:
        self._office.ends()

    def disposing(self, _event: Any) -> None:
        """LibreOffice is gone."""


class Office:
    """One in each process."""

    _one: Optional["Office"] = None

    def __init__(self, context: Any) -> None:
        self._context = context
        self._main = MainThread(context)
        self._documents: Dict[str, LiveDocument] = {}
        self._watchers: List[Callable[[], None]] = []
        self._leaving = Leaving(lambda words: self._main.post(lambda: self._say(words)))
        self._desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        self._desktop.addTerminateListener(_Ending(self))

    @classmethod
    def of(cls, context: Any) -> "Office":
        if cls._one is None:
            cls._one = cls(context)
        return cls._one

    def document(self, model: Any) -> Optional[LiveDocument]:
        """What is known of a document; None for one that is no spreadsheet."""
        if model is None or not model.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            return None
        self._documents = {uid: one for uid, one in self._documents.items() if not one.is_closed}
        uid = model.RuntimeUID
        if uid not in self._documents:
            self._documents[uid] = LiveDocument(self._context, self._main, model, self.tell, self._leaving)
        return self._documents[uid]

    def watch(self, watcher: Callable[[], None]) -> None:
        """Called whenever a state changed."""
        self._watchers.append(watcher)

    def unwatch(self, watcher: Callable[[], None]) -> None:
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    def tell(self) -> None:
        for watcher in list(self._watchers):
            watcher()

    def opened(self, model: Any) -> None:
        """A document was opened; where the environment asks for it, it goes live and takes over from nobody."""
        document = self.document(model) if os.environ.get("SHEETWIRE_LIVE") == "1" else None
        if document is not None and document.book.settings.report:
            self.run("standby", document)

    # What was not published when a workbook, or all of LibreOffice, is closed.

    def may_end(self) -> bool:
        """Whether LibreOffice may end: who sees a window is asked where changes would not be published."""
        self._leaving.wait(QUITTING)
        live = [one.publisher for one in self._documents.values() if one.publisher is not None]
        stuck = [words_of_unsent(one.topic, one.unsent) for one in live if one.is_stuck]
        waiting = [*self._leaving.unsent(), *stuck]
        frame = self._desktop.getCurrentFrame()
        if not waiting or frame is None:
            return True
        return dialogs.asks(self._context, frame, "\n".join([*waiting, "Quit anyway?"]))

    def ends(self) -> None:
        """Its workbooks were closed just now, but for those without a window; nobody is asked any more."""
        for one in list(self._documents.values()):
            one.closing()
            one.closed()
        self._leaving.wait(QUITTING)
        for words in self._leaving.unsent():
            print(words, file=sys.stderr, flush=True)

    def _say(self, words: str) -> None:
        print(words, file=sys.stderr, flush=True)
        for one in self._documents.values():
            one.note(words)
        frame = self._desktop.getCurrentFrame()
        if frame is not None:
            dialogs.say(self._context, frame, words)

    def run(self, command: str, document: LiveDocument, frame: Any = None) -> str:
        """Does what a menu item asks; what cannot be done is said in a box, or to the program that asked."""
        try:
            return self._run(command, document, frame)
        except (SheetwireError, ValueError) as fault:
            document.events.append((datetime.datetime.now().timestamp(), str(fault)))
            if frame is not None:
                dialogs.say(self._context, frame, str(fault))
            return json.dumps({"refused": str(fault)})
        finally:
            self.tell()

    def _run(self, command: str, document: LiveDocument, frame: Any) -> str:
        if command == "publish":
            document.publish()
        elif command == "live" and document.is_live:
            document.stop()
        elif command in ("live", "standby"):
            document.live(standby=command == "standby")
        elif command == "stop":
            document.stop()
        elif command == "settings" and frame is not None:
            dialogs.ask_settings(self._context, frame, document)
        elif command == "look":
            shell = self._context.ServiceManager.createInstanceWithContext(
                "com.sun.star.system.SystemShellExecute", self._context
            )
            shell.execute(document.address(), "", 0)
        elif command in ("events", "status") and frame is not None:
            dialogs.show_events(self._context, frame, document)
        return json.dumps(document.status())
