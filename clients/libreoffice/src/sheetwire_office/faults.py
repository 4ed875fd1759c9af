"""What LibreOffice answers in place of what was asked of it."""

from __future__ import annotations

from sheetwire.errors import SheetwireError, Unreachable


class Busy(Unreachable):
    """LibreOffice did not find the time, or could not do it now: it is asked again."""


class Gone(SheetwireError):
    """The document is closed, or what was asked for is no longer in it."""
