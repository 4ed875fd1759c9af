"""The windows of the extension: settings, the last events, a sentence."""

from __future__ import annotations

import time
from typing import Any, Dict, List, Tuple

from com.sun.star.awt.MessageBoxButtons import BUTTONS_YES_NO as _YES_OR_NO
from com.sun.star.awt.MessageBoxResults import NO as _NO
from com.sun.star.awt.MessageBoxType import QUERYBOX, WARNINGBOX

from sheetwire.errors import SettingsError
from sheetwire.portal import Portal, split_topic

from .document import CONTROLS, PAGES, REPORT
from .settings import Settings

_WIDTH = 260
_LABEL = 84
_ROW = 18
#: Shown in place of a key that is kept.
_KEPT = "\u2022" * 12


def say(context: Any, frame: Any, words: str) -> None:
    """A sentence in a box."""
    toolkit = _service(context, "com.sun.star.awt.Toolkit")
    toolkit.createMessageBox(frame.getContainerWindow(), WARNINGBOX, 1, "Sheetwire", words).execute()


def asks(context: Any, frame: Any, words: str) -> bool:
    """A question; False where No was pressed. Without a window nobody is asked."""
    toolkit = _service(context, "com.sun.star.awt.Toolkit")
    box = toolkit.createMessageBox(frame.getContainerWindow(), QUERYBOX, _YES_OR_NO, "Sheetwire", words)
    return bool(box.execute() != _NO)


def show_events(context: Any, frame: Any, live: Any) -> None:
    """What happened, the newest first."""
    lines = [f"{time.strftime('%H:%M:%S', time.localtime(at))}  {words}" for at, words in reversed(live.events)]
    model = _dialog(context, "Sheetwire events", 320, 180)
    _add(model, "FixedText", "state", (6, 6, 308, 10), Label=live.words)
    _add(model, "ListBox", "events", (6, 20, 308, 134), StringItemList=tuple(lines), ReadOnly=True)
    _add(model, "Button", "ok", (258, 160, 56, 14), Label="Close", PushButtonType=1, DefaultButton=True)
    _execute(context, frame, model)


def ask_settings(context: Any, frame: Any, live: Any) -> None:
    """Asks for the portal, the key and the report, and keeps them."""
    settings = Settings(context)
    document = live.book.settings
    kept = settings.key
    fields: List[Tuple[str, str, str]] = [
        ("url", "Portal address", settings.url or "https://"),
        ("key", "API key", _KEPT if kept else ""),
        ("report", "Report", document.report),
        ("pages", "Sheets or ranges", document.pages),
        ("controls", "Entry cells", ", ".join(document.controls)),
        ("secret", "Publish secret", _KEPT if settings.secret(document.report) else ""),
    ]
    model = _dialog(context, "Sheetwire settings", _WIDTH, 6 * _ROW + 72)
    for n, (name, label, text) in enumerate(fields):
        top = 8 + n * _ROW
        _add(model, "FixedText", f"{name}_label", (6, top + 2, _LABEL, 10), Label=f"~{label}")
        field = _add(model, "Edit", name, (_LABEL + 8, top, _WIDTH - _LABEL - 14, 14), Text=text)
        if name in ("key", "secret"):
            field.EchoChar = ord("\u2022")
        field.HelpText = _HELP[name]
        field.ReadOnly = name in ("url", "key") and settings.is_from_environment
    top = 8 + len(fields) * _ROW
    _add(model, "CheckBox", "remember", (_LABEL + 8, top, 160, 10), Label="~Remember key and secret", State=int(settings.remembers))
    _add(model, "FixedText", "hint", (6, top + 16, _WIDTH - 12, 20), Label=_HINT, MultiLine=True)
    _add(model, "Button", "ok", (_WIDTH - 122, top + 42, 56, 14), Label="OK", PushButtonType=1, DefaultButton=True)
    _add(model, "Button", "cancel", (_WIDTH - 62, top + 42, 56, 14), Label="Cancel", PushButtonType=2)
    names = [name for name, _, _ in fields]
    while True:
        entered = _execute(context, frame, model, names)
        if entered is None:
            return
        try:
            _keep(settings, live, entered, kept)
            return
        except (SettingsError, ValueError) as fault:
            say(context, frame, str(fault))
            # What was entered is there to be mended.
            for name in names:
                model.getByName(name).Text = entered[name]


_HINT = "The report and its sheets are saved with the workbook; the key never is."
_HELP = {
    "url": "The address of the portal, such as https://reports.example.com",
    "key": "Create a key on the portal's Account page",
    "report": "ENTITY/GROUP/REPORT",
    "pages": "For example: Summary, Prices.A1:F20. Empty: every visible sheet",
    "controls": "Names of cells that viewers can fill in, besides those starting with CTL_",
    "secret": "Only for a report that has one",
}


def _keep(settings: Settings, live: Any, entered: Dict[str, Any], kept: str) -> None:
    report = entered["report"].strip()
    if report:
        split_topic(report)
    remember = bool(entered["remember"])
    if not settings.is_from_environment:
        is_kept = entered["key"] == _KEPT and entered["url"].strip().rstrip("/") == settings.url
        key = kept if is_kept else entered["key"].strip()
        if not key or key == _KEPT:
            raise SettingsError("Enter an API key of this portal: create one on its Account page")
        # It refuses an address that a key must not be sent to.
        Portal(entered["url"].strip(), key)
        settings.set_url(entered["url"])
        settings.set_key(key, remember=remember)
    if entered["secret"] != _KEPT and report:
        settings.set_secret(report, entered["secret"].strip(), remember=remember)
    for name, text in ((REPORT, report), (PAGES, entered["pages"].strip()), (CONTROLS, entered["controls"].strip())):
        live.book.settings.set(name, text)
    if live.is_live:
        # With the new address, key and report.
        live.stop()
        live.live()


def _dialog(context: Any, title: str, width: int, height: int) -> Any:
    model = _service(context, "com.sun.star.awt.UnoControlDialogModel")
    model.Title, model.Width, model.Height = title, width, height
    return model


def _add(model: Any, kind: str, name: str, place: Tuple[int, int, int, int], **values: Any) -> Any:
    control = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
    control.PositionX, control.PositionY, control.Width, control.Height = place
    for one, value in values.items():
        setattr(control, one, value)
    model.insertByName(name, control)
    return control


def _execute(context: Any, frame: Any, model: Any, names: Any = ()) -> Any:
    """What was entered; None where the window was cancelled."""
    dialog = _service(context, "com.sun.star.awt.UnoControlDialog")
    dialog.setModel(model)
    toolkit = _service(context, "com.sun.star.awt.Toolkit")
    dialog.createPeer(toolkit, frame.getContainerWindow())
    try:
        if dialog.execute() != 1:
            return None
        entered = {name: dialog.getControl(name).getText() for name in names}
        return {**entered, "remember": dialog.getControl("remember").getState()} if names else entered
    finally:
        dialog.dispose()


def _service(context: Any, name: str) -> Any:
    return context.ServiceManager.createInstanceWithContext(name, context)
