"""Enters settings beside a LibreOffice whose windows nobody sees: what its window would answer comes from here.

Run by e2e/publish/libreoffice-faults.test.ts, with ``context``, ``services``, ``book`` and ``sources`` at hand.
"""

import sys

sys.path[:0] = sources  # noqa: F821

from sheetwire_office import dialogs  # noqa: E402
from sheetwire_office.document import Document  # noqa: E402
from sheetwire_office.settings import Settings  # noqa: E402

said = []
frame = book.getCurrentController().getFrame()  # noqa: F821
find_service = dialogs._service


class Live:
    """A workbook that is not live."""

    is_live = False
    words = "Live: version 3"
    events = ((0.0, "Published"),)

    class book:
        settings = Document(book)  # noqa: F821


class Window:
    """Enters, and presses OK once."""

    def __init__(self, dialog, texts):
        self._dialog = dialog
        self._texts = texts

    def __getattr__(self, name):
        return getattr(self._dialog, name)

    def execute(self):
        if self._texts is None:
            return 0
        for name, text in self._texts.items():
            self._dialog.getControl(name).setText(text)
        self._texts = None
        return 1


def enter(**texts):
    windows = [texts, None]

    def service(asked, name):
        made = find_service(asked, name)
        return Window(made, windows.pop(0)) if name.endswith("UnoControlDialog") else made

    dialogs._service = service
    dialogs.ask_settings(context, frame, Live)  # noqa: F821


dialogs.say = lambda _context, _frame, words: said.append(words)
enter(url="http://127.0.0.1:9/", key="swk_one", report="DEMO/A/B", pages="Sheet1.A1:B2", controls="Limit", secret="psst")
settings, document = Settings(context), Live.book.settings  # noqa: F821
answer = [[settings.url, settings.key, settings.secret("DEMO/A/B"), document.report, document.pages, document.controls]]
enter(url="http://portal.example", key="swk_two")
enter(url="http://127.0.0.1:10")
enter(report="DEMO/A")
enter(secret="")
answer += [said, [settings.url, settings.key, settings.secret("DEMO/A/B")]]
