"""All documents of this LibreOffice, and what the menu asks of them."""

from __future__ import annotations

import datetime
import json
import os
from typing import Any, Callable, Dict, List, Optional

from sheetwire.errors import SheetwireError

from . import dialogs
from .live_document import LiveDocument
from .main_thread import MainThread

COMMANDS = ("publish", "live", "settings", "look", "events", "status")


class Office:
    """One in each process."""

    _one: Optional["Office"] = None

    def __init__(self, context: Any) -> None:
        self._context = context
        self._main = MainThread(context)
        self._documents: Dict[str, LiveDocument] = {}
        self._watchers: List[Callable[[], None]] = []

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
            self._documents[uid] = LiveDocument(self._context, self._main, model, self.tell)
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
