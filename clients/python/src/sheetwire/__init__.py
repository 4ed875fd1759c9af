"""Publish tables and workbooks to a Sheetwire portal, keep them live, and read them back.

``SHEETWIRE_URL`` is the portal's address, ``SHEETWIRE_KEY`` an API key from the portal's Account page.
"""

from . import errors
from .control_line import Refuse, TryAgain, Update
from .errors import LineEnded, Refusal, SettingsError, SheetwireError, Unreachable
from .live_report import LivePage, LiveReport, live
from .portal import Portal
from .publishing import NotShown, Published, publish
from .reading import Page, ReadCell, Report, read
from .tables import Cell

__all__ = [
    "Cell",
    "LineEnded",
    "LivePage",
    "LiveReport",
    "NotShown",
    "Page",
    "Portal",
    "Published",
    "ReadCell",
    "Refusal",
    "Refuse",
    "Report",
    "SettingsError",
    "SheetwireError",
    "TryAgain",
    "Unreachable",
    "Update",
    "errors",
    "live",
    "publish",
    "read",
]
